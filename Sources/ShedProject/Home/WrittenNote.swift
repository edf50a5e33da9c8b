import Glibc
import ShedDisk
import ShedModel
import ShedSidecar

/// The last batch that this machine wrote into a root, or was about to: `written` in the project's folder of the state directory.
///
/// It is on the disk before the batch is. So a batch of this replica with a higher number, or another one with this number, was
/// written by somebody else under the same ID: a clone of this machine, or this machine itself before an older state directory was put
/// back. The file says which file it is; one that was copied, or came out of a backup, says another, and is told by that.
struct WrittenNote: Hashable, Sendable {
    var replica: ReplicaID
    var sequence: UInt64
    var batch: BatchID
}

/// The file that holds the note: two places of ``WrittenNoteFile/slot`` bytes, written in turn, so that one is whole whenever the other is
/// being written. It stays one file: it is never replaced, as its number and birth would be others then.
struct WrittenNoteFile {
    private static let name = "written"
    private static let magic = Array("shedwr01".utf8)
    /// How far the two places are apart, in bytes: within a sector each.
    private static let slot = 512
    /// What is used of each, in bytes.
    private static let used = 112

    /// What stands in one of the two places.
    private struct Entry {
        /// How often the file was written; the greater one counts.
        var turn: UInt64
        var note: WrittenNote
        var inode: UInt64
        var birth: Int64
    }

    /// What a file says, and whether it is the file that it says it is.
    struct Reading {
        var note: WrittenNote
        /// Whether it is a copy, as far as the file system keeps numbers and births of files.
        var isCopy: Bool
    }

    /// The project's folder of the state directory.
    private let folder: String
    private var path: String { folder + "/" + WrittenNoteFile.name }

    init(in folder: ProjectStateFolder) { self.folder = folder.path }

    /// What this machine wrote last; `nil` where that was noted nowhere, or what stands there is damaged.
    func read() -> Reading? {
        guard let file = try? HistoryFile.openFile(path, O_RDONLY), let entry = newest(of: file) else { return nil }
        return Reading(note: entry.note, isCopy: isCopy(entry, file))
    }

    /// Notes durably what is about to be written.
    func write(_ note: WrittenNote) throws(DiskError) {
        let isNew: Bool
        let file: HistoryFile
        if let there = try existing() {
            (file, isNew) = (there, false)
        } else {
            (file, isNew) = (try HistoryFile.openFile(path, O_RDWR | O_CREAT), true)
        }
        let last = newest(of: file)
        let turn = (last?.turn ?? 0) &+ 1
        let identity = identity(of: file)
        let bytes = WrittenNoteFile.bytes(Entry(turn: turn, note: note, inode: identity.inode, birth: identity.birth))
        let offset = off_t(turn % 2 == 0 ? 0 : WrittenNoteFile.slot)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                pwrite(file.descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written, offset + off_t(written))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw DiskError(errno: count < 0 ? errno : ENOSPC, action: "write", path: path) }
            written += count
        }
        guard fdatasync(file.descriptor) == 0 else { throw DiskError(errno: errno, action: "write", path: path) }
        if isNew { try DirectoryHandle(path: folder).sync() }
    }

    private func existing() throws(DiskError) -> HistoryFile? {
        do throws(DiskError) { return try HistoryFile.openFile(path, O_RDWR) } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }

    private func newest(of file: HistoryFile) -> Entry? {
        [0, WrittenNoteFile.slot].compactMap { WrittenNoteFile.entry(file.read(at: $0, WrittenNoteFile.used)) }.max { $0.turn < $1.turn }
    }

    /// Which file it is; the birth is 0 where the file system tells none.
    private func identity(of file: HistoryFile) -> (inode: UInt64, birth: Int64) {
        guard let evidence = try? DirectoryHandle(path: folder).evidence(of: Name(WrittenNoteFile.name)), evidence.inode == file.inode else { return (file.inode, 0) }
        return (file.inode, evidence.birth)
    }

    private func isCopy(_ entry: Entry, _ file: HistoryFile) -> Bool {
        let now = identity(of: file)
        // Without births a number is given to the next file, and tells nothing.
        guard entry.birth != 0, now.birth != 0 else { return false }
        return entry.inode != now.inode || entry.birth != now.birth
    }

    // MARK: Bytes

    private static func bytes(_ entry: Entry) -> [UInt8] {
        var bytes = magic
        func add(_ value: UInt64) { bytes += (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) } }
        add(entry.turn)
        add(entry.note.replica.rawValue)
        add(entry.note.sequence)
        bytes += entry.note.batch.bytes
        add(entry.inode)
        add(UInt64(bitPattern: entry.birth))
        return bytes + ContentHash(of: bytes).bytes
    }

    private static func entry(_ bytes: [UInt8]) -> Entry? {
        guard bytes.count == used, bytes.starts(with: magic), ContentHash(of: Array(bytes[..<80])).bytes.elementsEqual(bytes[80...]),
            let batch = BatchID(bytes: bytes[32..<64])
        else { return nil }
        func number(_ start: Int) -> UInt64 { bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        let note = WrittenNote(replica: ReplicaID(rawValue: number(16)), sequence: number(24), batch: batch)
        return Entry(turn: number(8), note: note, inode: number(64), birth: Int64(bitPattern: number(72)))
    }
}
