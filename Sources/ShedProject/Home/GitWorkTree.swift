import ShedDisk
import ShedModel

/// The work tree of a git repository in which a project lies, as far as its lock, its index and the history of `HEAD` say what git
/// brought. No program is run, nothing is written, and what is read is bounded: all of it may be anybody's.
package struct GitWorkTree {
    /// Something that came into the project.
    struct Arrival {
        var path: RelativePath
        var isFolder: Bool
        /// When it came: ctime, in nanoseconds since 1970.
        var changed: Int64
    }

    /// The git directory: of a further work tree (git-worktree(1)) its own.
    let directory: DirectoryHandle
    /// The top of the work tree.
    let top: DirectoryHandle
    /// The project's root below the top of the work tree.
    package let project: RelativePath

    /// The longest `.git` file, in bytes.
    private static let longestPointer = 8_192
    /// What is read of the end of a reflog, in bytes.
    private static let reflogPart = 65_536
    /// How long before git notes a move of `HEAD` it may have begun to write files, and how much later it may end: nanoseconds.
    /// git notes whole seconds.
    private static let movement = (before: 10_000_000_000 as Int64, after: 2_000_000_000 as Int64)

    /// - Parameters:
    ///   - top: a directory in which `.git` may stand.
    ///   - path: the parts of its absolute path.
    ///   - project: the project's root below it.
    init?(in top: DirectoryHandle, path: [Name], below project: RelativePath) {
        let opened: DirectoryHandle?
        switch (try? top.kind(of: ".git")).flatMap({ $0 }) {
        case .directory?: opened = try? top.openDirectory(".git")
        case .file?: opened = GitWorkTree.pointer(in: top).flatMap { try? DirectoryHandle(pathBytes: GitWorkTree.absolute($0, from: path)) }
        default: return nil
        }
        // What another user keeps says nothing of this tree.
        guard let opened, let owner = opened.owner, owner == top.owner else { return nil }
        directory = opened
        self.top = top
        self.project = project
    }

    /// Where a `.git` file says that the git directory is (gitrepository-layout(5)).
    static func pointer(in top: DirectoryHandle) -> [UInt8]? {
        guard let bytes = try? top.read(".git", atMost: longestPointer), bytes.starts(with: "gitdir: ".utf8) else { return nil }
        let path = bytes.dropFirst(8).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return path.isEmpty ? nil : Array(path)
    }

    private static func absolute(_ target: [UInt8], from path: [Name]) -> [UInt8] {
        if target.first == UInt8(ascii: "/") { return target }
        return path.flatMap { [UInt8(ascii: "/")] + $0.bytes } + [UInt8(ascii: "/")] + target
    }

    // MARK: The lock

    /// Since when git has held the lock of its index, in nanoseconds since 1970; `nil` where it does not, or has for so long that
    /// it was left behind.
    /// - Parameters: in milliseconds; `now` since 1970.
    func lockedSince(now: Int64, grace: Int64) -> Int64? {
        guard let lock = (try? directory.evidence(of: "index.lock")).flatMap({ $0 }), now - lock.changed / 1_000_000 < grace else { return nil }
        return lock.birth == 0 ? .min : lock.birth
    }

    /// When git last held it, as far as the index tells: its file was made as the lock, and became the index by a rename.
    /// - Parameter grace: who held it longer did not work all that time: milliseconds.
    private func lastLocked(grace: Int64) -> Range<Int64>? {
        guard let index = (try? directory.evidence(of: "index")).flatMap({ $0 }), index.birth != 0, index.birth <= index.changed,
            index.changed - index.birth < grace * 1_000_000
        else { return nil }
        // The clock of files goes in steps: what came in the last one may have come after git.
        return index.birth..<index.changed
    }

    // MARK: The index

    /// Which of some paths the index holds, by their positions, and whether it tells of all; `nil` where it cannot be read.
    /// - Parameter keys: from the top of the work tree; that of a folder ends with `/`, and is held where anything in it is.
    func held(_ keys: [[UInt8]]) -> (found: Set<Int>, isWhole: Bool)? {
        let order = keys.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
        guard let bytes = try? directory.read("index", atMost: GitIndex.largest), let held = GitIndex.find(order.map { keys[$0] }, in: bytes) else { return nil }
        return (Set(held.found.map { order[$0] }), held.isWhole)
    }

    // MARK: What git brought

    /// Those that git brought, by their positions: they came while it held its lock last, its index holds them, or, where that
    /// cannot be told of the index, they came when `HEAD` moved.
    func brought(_ arrivals: [Arrival], grace: Int64) -> Set<Int> {
        let last = lastLocked(grace: grace)
        var found = Set(arrivals.indices.filter { last?.contains(arrivals[$0].changed) == true })
        let held = held(arrivals.map { project.appending($0.path).bytes + ($0.isFolder ? [UInt8(ascii: "/")] : []) })
        found.formUnion(held?.found ?? [])
        guard held?.isWhole != true else { return found }
        let moves = movements
        for position in arrivals.indices where moves.contains(where: { $0.contains(arrivals[position].changed) }) { found.insert(position) }
        return found
    }

    // MARK: What git took away

    /// Which of some folders, in which files stood, git took away, by their positions: the project's root last changed when `HEAD` was
    /// moved, or while git is at work, and nothing in them stands in the index any more. Where a person deletes a folder, its files
    /// stand in the index until that is committed, and a commit writes no files. An index of which most stands elsewhere tells nothing.
    /// - Parameters:
    ///   - folders: names at the project's root.
    ///   - changed: when an entry last came to the root or went: mtime, in nanoseconds since 1970.
    ///   - isAtWork: whether that was while git has held its lock, which it still does: then its index is the one before.
    func took(_ folders: [Name], changed: Int64, isAtWork: Bool) -> Set<Int> {
        if isAtWork { return isCommitting ? [] : Set(folders.indices) }
        guard movements.contains(where: { $0.contains(changed) }) else { return [] }
        guard let held = held(folders.map { project.appending($0).bytes + [UInt8(ascii: "/")] }), held.isWhole else { return [] }
        return Set(folders.indices).subtracting(held.found)
    }

    /// Whether git holds its lock for a commit whose message was begun since (`git commit -a` with an editor open).
    private var isCommitting: Bool {
        guard let lock = (try? directory.evidence(of: "index.lock")).flatMap({ $0 }), let message = (try? directory.evidence(of: "COMMIT_EDITMSG")).flatMap({ $0 })
        else { return false }
        return message.changed >= (lock.birth == 0 ? lock.changed : lock.birth)
    }

    /// When `HEAD` was moved by something that writes files, in nanoseconds since 1970: by its reflog, or, where none is kept,
    /// by its own file.
    private var movements: [ClosedRange<Int64>] {
        func around(_ time: Int64) -> ClosedRange<Int64> { time - GitWorkTree.movement.before...time + GitWorkTree.movement.after }
        if let bytes = try? directory.openDirectory("logs").readEnd("HEAD", atMost: GitWorkTree.reflogPart) {
            return bytes.split(separator: UInt8(ascii: "\n")).compactMap(GitWorkTree.movement(in:)).map(around)
        }
        guard let head = (try? directory.evidence(of: "HEAD")).flatMap({ $0 }) else { return [] }
        return [around(head.changed)]
    }

    /// When a line of a reflog was written, unless it is about a commit, which writes no files: nanoseconds since 1970.
    private static func movement(in line: ArraySlice<UInt8>) -> Int64? {
        // OLD NEW Name <address> 1700000000 +0100<tab>message
        guard let tab = line.firstIndex(of: UInt8(ascii: "\t")), !line[(tab + 1)...].starts(with: "commit".utf8),
            let end = line[..<tab].lastIndex(of: UInt8(ascii: ">"))
        else { return nil }
        let words = line[(end + 1)..<tab].split(separator: UInt8(ascii: " "))
        guard let seconds = words.first.flatMap({ Int64(String(decoding: $0, as: UTF8.self)) }), (0..<1 << 33).contains(seconds) else { return nil }
        return seconds * 1_000_000_000
    }
}
