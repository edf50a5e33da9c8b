import ShedDisk
import ShedModel

/// The folders that a change puts something into, each opened once.
final class Places {
    private let root: DirectoryHandle
    private var open: [RelativePath: DirectoryHandle] = [:]
    private var uses = 0
    /// How often a folder is asked for before it is looked for once more.
    private static let mostUses = 64

    init(_ root: DirectoryHandle) { self.root = root }

    func directory(_ path: RelativePath) throws(DiskError) -> DirectoryHandle {
        if let directory = open[path] { return directory }
        let directory = try root.openDirectory(at: path)
        open[path] = directory
        return directory
    }

    /// What stands at a path; `nil` also where that cannot be told.
    func evidence(at path: RelativePath) -> Evidence? { path.last.flatMap { name in try? directory(path.parent).evidence(of: name) } }

    /// A folder to put something into.
    ///
    /// RACE: somebody may move it away, also out of the project. It is looked for at its path again and again, and in the end
    /// (``requireAll()``): at worst some dozens of files are put where it is now, and taken back from there.
    /// - Throws: `changed` if it is another by now.
    func directory(toFill path: RelativePath) throws(DiskError) -> DirectoryHandle {
        uses += 1
        if uses % Places.mostUses == 0 { try require(path) }
        return try directory(path)
    }

    /// That all of them are where they were.
    func requireAll() throws(DiskError) { for path in open.keys.sorted() { try require(path) } }

    private func require(_ path: RelativePath) throws(DiskError) {
        if isAway(path) { throw DiskError(.changed, action: "put anything into", path: "\(path)") }
    }

    /// Whether a folder that was opened is not at its path any more.
    func isAway(_ path: RelativePath) -> Bool {
        guard let known = try? open[path]?.ownEvidence() else { return false }
        return (try? root.openDirectory(at: path).ownEvidence())?.identity != known.identity
    }

    func sync() throws(DiskError) { for directory in open.values { try directory.sync() } }
}
