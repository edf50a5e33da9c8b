import ShedDisk
import ShedMessages
import ShedModel
import ShedProject

/// A file that is to be kept.
struct WantedFile: Hashable, Sendable {
    var id: NodeID
    var path: RelativePath
}

/// Taking one snapshot, file by file. Nothing of it is listed before ``finish(_:name:cause:)``.
struct SnapshotWork {
    private let root: DirectoryHandle
    private let known: [NodeID: SnapshotStore.KeptLast]
    /// Files of more bytes that were not kept yet are left out.
    private let largest: Int64
    private(set) var files: [SnapshotFile] = []
    /// What could not be kept, and why: a clause.
    private(set) var leftOut: [(path: RelativePath, reason: Message)] = []
    private var folder: (path: RelativePath, handle: DirectoryHandle)?

    /// 4 GiB. A file may say that it has 2^63 bytes of nothing, and of what is kept they take room where the file system shares no content.
    private static let longestKept: Int64 = 4 << 30
    /// A file that is written to while it is read is read so often.
    private static let attempts = 3

    init(_ root: DirectoryHandle, known: [NodeID: SnapshotStore.KeptLast], largest: Int64 = SnapshotWork.longestKept) {
        (self.root, self.known, self.largest) = (root, known, largest)
    }

    /// Whether anything is other than it was kept last.
    var isNews: Bool { files.contains { known[$0.id]?.file.hash != $0.hash || known[$0.id]?.file.path != $0.path } }

    /// Keeps a file, or says why not.
    /// - Throws: where nothing can be kept: the disk is full, for one.
    mutating func add(_ wanted: WantedFile, to held: HeldSnapshots) throws(DiskError) {
        guard let name = wanted.path.last, files.count < SnapshotManifest.mostFiles else {
            return leftOut.append((wanted.path, DiskError(.tooLarge, action: "keep", path: "\(wanted.path)").why))
        }
        if let same = unread(wanted, name, held) { return files.append(same) }
        for attempt in 1...SnapshotWork.attempts {
            let file: ReadableFile
            let hash: ContentHash
            do throws(DiskError) {
                file = try parent(of: wanted.path).file(name)
                guard file.size <= largest else { return leftOut.append((wanted.path, DiskError(.tooLarge, action: "keep", path: file.label).why)) }
                hash = try file.hash()
            } catch {
                if error.code == .changed, attempt < SnapshotWork.attempts { continue }
                return leftOut.append((wanted.path, error.why))
            }
            do throws(DiskError) {
                try held.add(file, hash)
                Interruption.point("snapshot-content")
                return files.append(entry(wanted, file.evidence, hash))
            } catch {
                guard error.code == .changed else { throw error }
                if attempt == SnapshotWork.attempts { leftOut.append((wanted.path, error.why)) }
            }
        }
    }

    /// The folder of a path. No link on the way is followed, and none in the place of a file in it.
    private mutating func parent(of path: RelativePath) throws(DiskError) -> DirectoryHandle {
        if let folder, folder.path == path.parent { return folder.handle }
        let handle = try root.openDirectory(at: path.parent)
        folder = (path.parent, handle)
        return handle
    }

    /// A file that was kept before and that nobody has touched since: it is looked at, and not opened. `nil` also where it cannot be
    /// looked at, which opening it says.
    private mutating func unread(_ wanted: WantedFile, _ name: Name, _ held: HeldSnapshots) -> SnapshotFile? {
        guard let last = known[wanted.id], let evidence = (try? parent(of: wanted.path).evidence(of: name)) ?? nil, evidence.isFile,
            last.file.isUntouched(evidence, since: last.time), (try? held.holds(last.file.hash, size: evidence.size)) == true
        else { return nil }
        return entry(wanted, evidence, last.file.hash)
    }

    private func entry(_ wanted: WantedFile, _ evidence: Evidence, _ hash: ContentHash) -> SnapshotFile {
        SnapshotFile(
            id: wanted.id, path: wanted.path, hash: hash, size: evidence.size, mode: evidence.mode & 0o777, modified: evidence.modified,
            changed: evidence.changed, inode: evidence.inode)
    }

    /// The files whose content is not there any more: somebody has swept it since, as no manifest named it yet. They are to be added
    /// anew.
    mutating func takeSwept(_ held: HeldSnapshots) throws(DiskError) -> [WantedFile] {
        var swept: [WantedFile] = []
        var left: [SnapshotFile] = []
        for file in files {
            if try held.holds(file.hash, size: file.size) { left.append(file) } else { swept.append(WantedFile(id: file.id, path: file.path)) }
        }
        files = left
        return swept
    }

    /// Lists what was kept.
    /// - Parameter time: in milliseconds since 1970.
    func finish(_ held: HeldSnapshots, at time: Int64, name: String?, cause: KeptSnapshot.Cause) throws(DiskError) -> KeptSnapshot {
        let snapshot = try held.enter(files) { number in
            KeptSnapshot(number: number, time: time, name: name, cause: cause, files: files.count, size: files.reduce(0) { $0.addingUp($1.size) })
        }
        try held.end()
        return snapshot
    }

    /// Removes what was added and no snapshot names: one that somebody took meanwhile may.
    func giveUp(_ held: HeldSnapshots) { try? held.sweep() }
}
