import ShedModel

/// What carries a project between devices, and can be set up for it.
public enum Carrier: String, CaseIterable, Sendable {
    case syncthing
    case git
    case rclone
}

/// The lines that a carrier's files need, so that it carries all of the sidecar and nothing that is only passing.
enum CarrierLines {
    /// What only this device has, or has for a moment: what shed and editors have on its way, and what file managers note of folders.
    /// All are hidden or owner files, and none can be a person's work, whether it is a file or a folder.
    private static let passing = [
        ".shed-tmp-*", ".shed-new-*", ".*.sw?", ".#*", ".goutputstream-*", ".~lock.*", "~$*", ".DS_Store", ".directory", ".Trash-*", ".nfs*", ".fuse_hidden*",
    ]

    /// Those of them that may hold what somebody wants back: unsaved texts, and what a desktop has thrown away.
    private static let missed: Set = [".*.sw?", ".#*", ".goutputstream-*", ".~lock.*", "~$*", ".Trash-*", ".nfs*", ".fuse_hidden*", ".shed-new-*"]

    /// `.stignore`. The first pattern that matches decides, and one matches what is below it too. `(?d)` lets a folder be deleted in
    /// which nothing else is left: only of what nobody misses. Source: docs.syncthing.net/users/ignoring.
    /// - Parameters:
    ///   - project: the project's root below that of Syncthing's folder.
    ///   - hasGit: whether a repository stands in it, which Syncthing would tear apart.
    static func syncthing(_ project: RelativePath = .root, hasGit: Bool) -> MarkedBlock {
        let start = [UInt8(ascii: "/")] + (project.isRoot ? [] : pattern(for: project) + [UInt8(ascii: "/")])
        func below(_ name: String, negated: Bool = false) -> [UInt8] { (negated ? [UInt8(ascii: "!")] : []) + start + Array(name.utf8) }
        let hidden = passing.map { Array((missed.contains($0) ? $0 : "(?d)\($0)").utf8) }
        let lines = [below(".shed/staging")] + (hasGit ? [below(".git")] : []) + hidden + [below(".shed", negated: true)]
        return MarkedBlock(comment: "//", comesFirst: true, lines: lines)
    }

    /// A path as a pattern that means just that, in one line: any one character may stand where one would end it.
    static func pattern(for path: RelativePath) -> [UInt8] {
        path.bytes.flatMap { byte -> [UInt8] in
            if byte < 0x20 || byte == 0x7f { return [UInt8(ascii: "?")] }
            return "*?\\[]{}".utf8.contains(byte) ? [UInt8(ascii: "\\"), byte] : [byte]
        }
    }

    /// `.gitignore`. The last pattern that matches decides, and nothing is taken in again below a folder that is left out. What shed itself
    /// writes for git is taken in too, whatever a person leaves out (`.*`). Source: gitignore(5).
    /// - Parameter views: the folders of links that each device makes by itself, which have a `.gitignore` of their own.
    static func git(views: [RelativePath]) -> MarkedBlock {
        let own = ["!/.gitignore", "!.gitkeep", "!/.shed/", "!/.shed/**", "/.shed/staging/"] + passing
        let kept = views.filter(\.isText).map { Array("!/".utf8) + pattern(for: $0) + Array("/.gitignore".utf8) }
        return MarkedBlock(comment: "#", comesFirst: false, lines: kept + own.map { Array($0.utf8) })
    }

    /// The `.gitignore` of a folder of links that each device makes by itself, where a person has put one there.
    static let links = MarkedBlock(comment: "#", comesFirst: false, lines: ["*", "!.gitignore"].map { Array($0.utf8) })

    /// `.shed/.gitattributes`, where a person has put one of their own. Source: gitattributes(5).
    static let attributes = MarkedBlock(comment: "#", comesFirst: false, lines: [Array("* -text".utf8)])

    /// The filter of `rclone bisync`. The first rule that matches decides. Source: rclone.org/filtering.
    /// - Parameter views: the folders of links that each device makes by itself; the folders themselves are carried.
    static func rclone(views: [RelativePath]) -> MarkedBlock {
        let own = ["- /.rclone-filter*", "- /.shed/staging/**"] + passing.flatMap { ["- \($0)", "- \($0)/**"] } + ["+ /.shed/**"]
        let links = views.filter(\.isText).map { Array("- /".utf8) + pattern(for: $0) + Array("/*".utf8) }
        return MarkedBlock(comment: "#", comesFirst: true, lines: own.map { Array($0.utf8) } + links)
    }
}
