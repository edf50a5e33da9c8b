import ShedDisk
import ShedModel
import ShedProject

/// What is kept of a project's files: the folder `snapshots` of its folder in the state directory.
///
/// `contents` has one file for each content, named by its SHA-256 in hexadecimal digits, read-only, never a hard link to a file that a
/// person sees; `kept` has one manifest for each snapshot, named by its number. A content stands there, whole and on the disk, before a
/// manifest names it; so what is listed is whole. `unfinished` stands while contents are added that no manifest names yet: whoever
/// comes next removes what was left. Who changes anything holds `lock`; who looks holds nothing and writes nothing.
struct SnapshotStore {
    /// The folder's absolute path.
    let path: String

    /// So many snapshots, or contents, are looked at.
    static let most = 2_000_000

    private static let manifests: Name = "kept"
    private static let contents: Name = "contents"
    private static let unfinished: Name = "unfinished"
    private static let last: Name = "last"

    init(in folder: ProjectStateFolder) { path = folder.path + "/snapshots" }

    // MARK: Reading

    /// - Returns: `nil` where nothing was ever kept.
    private func folder(_ name: Name) throws(DiskError) -> DirectoryHandle? {
        do throws(DiskError) { return try DirectoryHandle(path: path).openDirectory(name) } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }

    /// The numbers of all snapshots, the newest first.
    func numbers() throws(DiskError) -> [Int] {
        guard let folder = try folder(SnapshotStore.manifests) else { return [] }
        return try folder.list(atMost: SnapshotStore.most).compactMap { $0.kind == .file ? $0.name.text.flatMap { Int($0) } : nil }
            .filter((1..<1 << 53).contains).sorted(by: >)
    }

    /// - Returns: `nil` where there is none of that number, or it is not whole.
    func manifest(_ number: Int) throws(DiskError) -> SnapshotManifest? {
        guard let folder = try folder(SnapshotStore.manifests) else { return nil }
        do throws(DiskError) {
            return SnapshotManifest(try folder.read(Name("\(number)"), atMost: SnapshotManifest.largest), number: number)
        } catch {
            // It may have been deleted just now.
            if [.notFound, .tooLarge].contains(error.code) { return nil }
            throw error
        }
    }

    /// Whether there is one of that number, whole or not.
    func stands(_ number: Int) throws(DiskError) -> Bool { try folder(SnapshotStore.manifests)?.kind(of: Name("\(number)")) != nil }

    /// All snapshots, the newest first; and the numbers of those that are not whole.
    func all() throws(DiskError) -> (snapshots: [KeptSnapshot], damaged: [Int]) {
        var (snapshots, damaged): ([KeptSnapshot], [Int]) = ([], [])
        for number in try numbers() {
            if let manifest = try manifest(number) { snapshots.append(manifest.snapshot) } else { damaged.append(number) }
        }
        return (snapshots, damaged)
    }

    /// What was kept of nodes last.
    /// - Parameters:
    ///   - ids: the nodes.
    ///   - most: so many snapshots are looked at, the newest first.
    func latest(of ids: some Sequence<NodeID>, most: Int = 12) throws(DiskError) -> [NodeID: KeptLast] {
        var latest: [NodeID: KeptLast] = [:]
        var missing = Set(ids.map { Array("\($0)".utf8) })
        for number in try numbers().prefix(most) where !missing.isEmpty {
            guard let manifest = try manifest(number) else { continue }
            for file in manifest.files(of: &missing) { latest[file.id] = KeptLast(file: file, time: manifest.snapshot.time) }
        }
        return latest
    }

    struct KeptLast {
        var file: SnapshotFile
        /// When, in milliseconds since 1970.
        var time: Int64
    }

    /// A content, opened for reading.
    /// - Throws: `notFound` where it is not kept; `changed` where another length stands there.
    func content(_ file: SnapshotFile) throws(DiskError) -> ReadableFile { try content(file.hash, size: file.size) }

    /// The same by its hash.
    func content(_ hash: ContentHash, size: Int64) throws(DiskError) -> ReadableFile {
        guard let folder = try folder(SnapshotStore.contents) else { throw DiskError(.notFound, action: "read", path: "\(path)/contents/\(hash)") }
        let content = try folder.file(SnapshotStore.name(hash))
        guard content.size == size else { throw DiskError(.changed, action: "read", path: content.label) }
        return content
    }

    /// What all of it takes on the disk, in bytes, as far as nothing is shared with the files themselves.
    func size() throws(DiskError) -> Int64 {
        var total: Int64 = 0
        for name in [SnapshotStore.manifests, SnapshotStore.contents] {
            guard let folder = try folder(name) else { continue }
            for entry in try folder.list(atMost: SnapshotStore.most) where entry.kind == .file {
                total = total.addingUp((try? folder.evidence(of: entry.name))?.size ?? 0)
            }
        }
        return total
    }

    static func name(_ hash: ContentHash) -> Name { Name(hash.description) }
}

// MARK: Changing

/// A store that nobody else changes as long as this is there.
final class HeldSnapshots {
    let store: SnapshotStore
    private let directory: DirectoryHandle
    private let manifests: DirectoryHandle
    let contents: DirectoryHandle
    private let lock: FileLock

    /// Takes the lock, makes what is not there yet, and removes what an interrupted run has left.
    /// - Parameters:
    ///   - patience: how long to wait for who holds it, in milliseconds; `nil`: as long as it takes.
    ///   - goesOn: whether who asks is in the midst of a snapshot: then what no manifest names yet may be its own, and stays.
    /// - Returns: `nil` where somebody holds it.
    init?(_ folder: ProjectStateFolder, patience: Int?, goesOn: Bool = false) throws(ShedError) {
        store = SnapshotStore(in: folder)
        do throws(DiskError) {
            directory = try DirectoryHandle(path: folder.path).openDirectory("snapshots", create: true)
            (manifests, contents) = (try directory.openDirectory("kept", create: true), try directory.openDirectory("contents", create: true))
        } catch { throw ShedError(error) }
        let path = store.path + "/lock"
        if let patience {
            guard let lock = try FileLock.attempt(path, milliseconds: patience) else { return nil }
            self.lock = lock
        } else {
            lock = try FileLock.wait(path)
        }
        do throws(DiskError) { if !goesOn, try directory.kind(of: "unfinished") != nil { try sweep() } } catch { throw ShedError(error) }
    }

    /// Says that contents are about to be added that no manifest names yet.
    func begin() throws(DiskError) {
        guard try directory.kind(of: "unfinished") == nil else { return }
        try directory.write("unfinished", [], replacing: false)
    }

    /// All that was added is named by a manifest, or was removed.
    func end() throws(DiskError) {
        do throws(DiskError) { try directory.removeFile("unfinished") } catch { if error.code != .notFound { throw error } }
    }

    /// Whether a content is kept, with the length that it must have.
    func holds(_ hash: ContentHash, size: Int64) throws(DiskError) -> Bool {
        guard let there = try contents.evidence(of: SnapshotStore.name(hash)) else { return false }
        return there.isFile && there.size == size
    }

    /// Keeps what a file holds. On return it is whole and on the disk.
    func add(_ file: ReadableFile, _ hash: ContentHash) throws(DiskError) {
        if try holds(hash, size: file.size) { return }
        // Where nothing is new, nothing has to be said.
        try begin()
        let name = SnapshotStore.name(hash)
        // What stands in its place holds something else.
        if try contents.kind(of: name) != nil { try contents.removeTree(name) }
        _ = try contents.copy(file, as: name, mode: 0o400, expecting: hash)
    }

    /// Enters a snapshot: from here on it is listed.
    /// - Parameter make: makes it of its number.
    func enter(_ files: [SnapshotFile], _ make: (Int) -> KeptSnapshot) throws(DiskError) -> KeptSnapshot {
        let last = (try? directory.read("last", atMost: 32)).flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        let number = min(max(last, try store.numbers().first ?? 0, 0), 1 << 52) + 1
        try directory.write("last", Array("\(number)".utf8), replacing: true)
        let snapshot = make(number)
        try manifests.write(Name("\(number)"), SnapshotManifest.bytes(snapshot, files), replacing: false)
        Interruption.point("snapshot-listed")
        return snapshot
    }

    /// Deletes snapshots, and what they alone kept.
    func delete(_ numbers: [Int]) throws(DiskError) {
        guard !numbers.isEmpty else { return }
        // Where the disk is full this is the way to make room.
        try? begin()
        for number in numbers {
            do throws(DiskError) { try manifests.removeFile(Name("\(number)")) } catch { if error.code != .notFound { throw error } }
            Interruption.point("snapshot-deleted")
        }
        try manifests.sync()
        try sweep()
    }

    /// Removes the contents that no manifest names, and what was being written. Nothing where a manifest cannot be read: who knows
    /// what it names.
    func sweep() throws(DiskError) {
        for folder in [directory, manifests, contents] {
            for entry in try folder.list(atMost: SnapshotStore.most) where DirectoryHandle.isTemporary(entry.name) { try folder.removeTree(entry.name) }
        }
        var named: Set<ContentHash> = []
        for number in try store.numbers() {
            guard let manifest = try store.manifest(number) else { return }
            for file in manifest.files { named.insert(file.hash) }
        }
        for entry in try contents.list(atMost: SnapshotStore.most) {
            guard let hash = entry.name.text.flatMap({ ContentHash($0) }), !named.contains(hash) else { continue }
            try contents.removeTree(entry.name)
        }
        try end()
    }
}

extension Evidence {
    /// Whether it is that of a plain file, and not of a folder, a link or a pipe.
    var isFile: Bool { mode & 0o170000 == 0o100000 }
}
