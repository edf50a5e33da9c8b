import ShedDisk
import ShedModel

/// The script that git carries out after it has changed files: it has shed look whether the projects are whole, and changes nothing.
///
/// It is code that runs as the person, so it is written on their word alone (`shed sync-setup git`), names the program by its path, and
/// takes nothing from the repository but the paths of projects, in quotes. A file that is not just what is written here, whatever is
/// the matter with it, is a person's.
package struct GitHook: Equatable {
    /// After which of git's deeds.
    package enum Occasion: String, CaseIterable, Sendable {
        case merge = "post-merge"
        case checkout = "post-checkout"
        case rewrite = "post-rewrite"

        /// The hook's file.
        package var name: Name { Name(rawValue) }

        /// What the script asks first, since a hook is also carried out for other things (githooks(5)).
        fileprivate var condition: String {
            switch self {
            case .merge: ""
            // Not where single files are taken out of the repository.
            case .checkout: "[ \"$3\" = 1 ] || exit 0\n"
            // Not where a commit was amended, which writes no files.
            case .rewrite: "[ \"$1\" = rebase ] || exit 0\n"
            }
        }
    }

    package var occasion: Occasion
    /// The path of shed, absolute.
    package var program: [UInt8]
    /// The projects, below the top of the work tree.
    package var projects: [RelativePath]

    /// A longer file is no hook of shed's: 64 KiB, in bytes.
    package static let longest = 64 << 10
    private static let mostProjects = 256

    /// A hook that is still to be written.
    package init(_ occasion: Occasion, program: [UInt8], projects: [RelativePath]) {
        self.occasion = occasion
        self.program = program
        self.projects = projects
    }

    /// What the file is to hold.
    package var bytes: [UInt8] {
        head + GitHook.quote(program) + GitHook.middle
            + projects.sorted().flatMap { GitHook.call + GitHook.quote(Array("./".utf8) + $0.bytes) + [UInt8(ascii: "\n")] } + GitHook.end
    }

    /// The hook that a file holds; `nil` where it is not just what shed writes.
    package init?(_ occasion: Occasion, reading bytes: [UInt8]) {
        self.init(occasion, program: [], projects: [])
        guard bytes.count <= GitHook.longest, bytes.starts(with: head) else { return nil }
        var rest = bytes.dropFirst(head.count)
        guard let program = GitHook.unquote(&rest), rest.starts(with: GitHook.middle) else { return nil }
        self.program = program
        rest = rest.dropFirst(GitHook.middle.count)
        while rest.starts(with: GitHook.call), projects.count < GitHook.mostProjects {
            rest = rest.dropFirst(GitHook.call.count)
            guard let path = GitHook.unquote(&rest), path.starts(with: "./".utf8), rest.popFirst() == UInt8(ascii: "\n"),
                let project = RelativePath(bytes: path.dropFirst(2))
            else { return nil }
            projects.append(project)
        }
        guard self.bytes == bytes else { return nil }
    }

    /// The command that does the same, for a hook of a person's own.
    package func command(for project: RelativePath) -> String {
        let path = project.isRoot ? Array(".".utf8) : project.bytes
        return "\(ShellWord.quote(program)) -C \(ShellWord.quote(Array(path.first == UInt8(ascii: "-") ? "./".utf8 : "".utf8) + path)) check --quiet"
    }

    private var head: [UInt8] {
        Array(
            """
            #!/bin/sh
            # Written by “shed sync-setup git”, which also renews it; “shed sync-setup git --remove” takes it away.
            # After git has changed files it says whether the projects below are whole. It changes nothing, and git goes on whatever it says.
            \(occasion.condition)unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX
            shed=
            """.utf8)
    }

    private static let middle = Array(
        """

        [ -x "$shed" ] || exit 0
        check() { [ ! -f "$1/.shed/project.json" ] || "$shed" -C "$1" check --quiet || :; }

        """.utf8)

    private static let call = Array("check ".utf8)
    private static let end = Array("exit 0\n".utf8)

    /// As one word of the shell: between single quotes nothing means anything.
    private static func quote(_ bytes: [UInt8]) -> [UInt8] {
        let mark = UInt8(ascii: "'")
        return [mark] + bytes.flatMap { $0 == mark ? Array("'\\''".utf8) : [$0] } + [mark]
    }

    private static func unquote(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        guard rest.popFirst() == UInt8(ascii: "'") else { return nil }
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "'") else {
                bytes.append(byte)
                continue
            }
            guard rest.starts(with: "\\''".utf8) else { return bytes }
            rest = rest.dropFirst(3)
            bytes.append(byte)
        }
        return nil
    }
}
