import GRDB
import Glibc
import ShedModel
import ShedSQLite
import ShedThreads

/// The index of one project: what this machine last saw and folded, in one SQLite file outside the tree.
///
/// It is a cache. Deleting it costs time and the memory of file evidence, nothing else. Several processes may have it
/// open: readers see the last finished write and do not wait for a writer (WAL); that there is one writer at a time
/// is the caller's business (the project's lock).
///
/// Four tables: `folder` (a row a folder), `files` (the files of a folder, packed; see `Chunks`), `batch` (a row a batch),
/// `meta`; and one for what kinds read from files. A blob says what it is for and carries a checksum, so a damaged file gives
/// ``IndexError/Code/corrupt``, never wrong nodes. A write costs what it changes, however much the index holds.
///
/// A power cut may take the last writes, never a part of one (`synchronous=NORMAL`, sqlite.org/pragma.html): what they said is
/// found anew. Only moves that are about to be made are found nowhere else: those are on the disk when ``write(_:)`` and
/// ``replace(with:)`` return.
public final class ProjectIndex: Sendable {
    public enum Access: Hashable, Sendable {
        case readOnly
        case readWrite
    }

    /// How long a call waits for another process, in seconds.
    public static let patience = 5.0

    /// The key of the list of files that have no place, or whose recorded parent is no known folder.
    public static let nowhere = NodeID(high: 0, low: 0)

    /// The index file.
    public let path: String
    /// What it was opened for.
    public let access: Access
    let queue: DatabaseQueue
    /// What of it is done at a time.
    private let bound: StepBound
    /// The meta as it was last read or written here: what the file holds as long as its generation is the same.
    let known = Lock<IndexMeta?>(nil)

    private init(path: String, _ access: Access, queue: DatabaseQueue, _ bound: StepBound) {
        self.path = path
        self.access = access
        self.queue = queue
        self.bound = bound
    }

    /// Opens an index.
    ///
    /// `.readOnly` creates no index and changes nothing in one; where the directory can be written, SQLite may put
    /// its `-wal` and `-shm` files there, elsewhere it does without. `.readWrite` creates the file (not its
    /// directory), takes over an index of an earlier version and empties one of a later.
    /// - Returns: `nil` for `.readOnly` if there is no index, or one of a later version.
    public static func open(path: String, access: Access) throws(IndexError) -> ProjectIndex? {
        switch access {
        case .readOnly: try openToRead(path: path, directoryIsWritable: directoryIsWritable(of: path))
        case .readWrite: try openToWrite(path: path)
        }
    }

    /// Removes an index that is damaged, with what SQLite keeps beside it. What is not there is no error.
    ///
    /// Only under the project's lock, and with no other ``ProjectIndex`` open on it: a connection that is still open
    /// elsewhere would take the new index's `-wal` file for its own.
    public static func discard(path: String) throws(IndexError) {
        for suffix in ["-wal", "-shm", "-journal", ""] where unlink(path + suffix) != 0 {
            let reason = errno
            guard reason == ENOENT else {
                throw IndexError(.notRemoved, detail: String(cString: strerror(reason)), path: path + suffix)
            }
        }
    }

    static func openToRead(path: String, directoryIsWritable: Bool) throws(IndexError) -> ProjectIndex? {
        guard try fileExists(path) else { return nil }
        RollbackJournal.removeForeign(beside: path)
        var location = path
        if !directoryIsWritable, size(of: path + "-wal") <= 0 {
            // Nobody can be writing in a directory that cannot be written, and no write waits in a log: so the file
            // stands still and needs no lock. Worst case, another user may write there: then a checksum fails.
            location = immutableLocation(path)
        }
        var configuration = Configuration()
        configuration.readonly = true
        let bound = StepBound(path: path)
        bound.hold(&configuration)
        configuration.busyMode = .timeout(patience)
        configuration.label = "shed.index"
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA cell_size_check=ON") }
        do {
            let queue = try DatabaseQueue(path: location, configuration: configuration)
            let isReadable = try queue.read { db in
                guard Layout.readable.contains(try Layout.version(of: db)) else { return false }
                try Layout.requireOnlyOwnTables(db)
                return true
            }
            return isReadable ? ProjectIndex(path: path, .readOnly, queue: queue, bound) : nil
        } catch {
            throw IndexError(error, path: path)
        }
    }

    private static func openToWrite(path: String) throws(IndexError) -> ProjectIndex {
        _ = try fileExists(path)
        var configuration = Configuration()
        let bound = StepBound(path: path)
        bound.hold(&configuration)
        configuration.busyMode = .timeout(patience)
        configuration.label = "shed.index"
        configuration.prepareDatabase { db in
            // A page holds the packed files of an ordinary folder whole. Deleted rows need no wiping.
            try db.execute(
                sql: """
                    PRAGMA page_size=\(pageSize); PRAGMA cell_size_check=ON; PRAGMA secure_delete=OFF;
                    PRAGMA cache_size=-32768; PRAGMA synchronous=NORMAL;
                    PRAGMA wal_autocheckpoint=\(logLimit / pageSize); PRAGMA journal_size_limit=\(logLimit)
                    """)
        }
        RollbackJournal.removeForeign(beside: path)
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.writeWithoutTransaction { db in
                bound.begin(.writing)
                if Layout.readable.contains(try Layout.version(of: db)) { try Layout.requireOnlyOwnTables(db) }
                guard try !Layout.isCurrent(db) else { return }
                try syncDirectory(of: path)
                // It stays with the file.
                try db.execute(sql: "PRAGMA journal_mode=WAL")
                try db.inTransaction(.immediate) {
                    if try !Layout.isCurrent(db) { try Layout.prepare(db) }
                    return .commit
                }
            }
            return ProjectIndex(path: path, .readWrite, queue: queue, bound)
        } catch {
            throw IndexError(error, path: path)
        }
    }

    /// A URI (sqlite.org/uri.html) that says that the file does not change.
    private static func immutableLocation(_ path: String) -> String {
        var location: [UInt8] = Array("file:".utf8)
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"):
                location += Array("%".utf8)
                Hexadecimal.append(UInt64(byte), digits: 2, to: &location)
            default: location.append(byte)
            }
        }
        return String(decoding: location, as: UTF8.self) + "?immutable=1"
    }

    /// Whether there is a file. Anything else in its place is an error: opening a FIFO would wait for ever, and a
    /// link leads who knows where.
    private static func fileExists(_ path: String) throws(IndexError) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            let reason = errno
            if reason == ENOENT || reason == ENOTDIR { return false }
            throw IndexError(.notExamined, detail: String(cString: strerror(reason)), path: path)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw IndexError(.noFile, path: path) }
        return true
    }

    /// Makes the name of a new index durable: SQLite does so for its logs alone, and only where it syncs one.
    private static func syncDirectory(of path: String) throws {
        let descriptor = Glibc.open(directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // What may not be read may be written all the same.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw IndexError(.notDurable, detail: String(cString: strerror(errno)), path: path) }
    }

    static func size(of path: String) -> Int {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : -1
    }

    private static func directory(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    private static func directoryIsWritable(of path: String) -> Bool {
        faccessat(AT_FDCWD, directory(of: path), W_OK | X_OK, AT_EACCESS) == 0
    }
}

extension ProjectIndex {
    /// Runs in one read transaction: all it reads is of one generation.
    func reading<Value>(_ body: (Database) throws -> Value) throws(IndexError) -> Value {
        do {
            return try queue.read { db in
                bound.begin(.reading)
                return try body(db)
            }
        } catch { throw IndexError(error, path: path) }
    }

    /// Runs in one write transaction, which an error undoes whole. An earlier or a later shed may have made the file its
    /// own since it was opened here; then it becomes one of this version again first.
    /// - Parameter durably: whether it is on the disk on return: one fdatasync(2) of the log, which makes what was written before
    ///   durable too.
    func writing<Value>(durably: Bool = false, _ body: (Database) throws -> Value) throws(IndexError) -> Value {
        do {
            return try queue.writeWithoutTransaction { db in
                bound.begin(.writing)
                // It cannot be changed within a transaction.
                if durably { try db.execute(sql: "PRAGMA synchronous=FULL") }
                defer { if durably { try? db.execute(sql: "PRAGMA synchronous=NORMAL") } }
                var value: Value?
                try db.inTransaction(.immediate) {
                    if try !Layout.isCurrent(db) {
                        try Layout.prepare(db)
                        known.withLock { $0 = nil }
                    }
                    value = try body(db)
                    return .commit
                }
                emptyLargeLog(db)
                markRead(db)
                guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
                return value
            }
        } catch {
            throw IndexError(error, path: path)
        }
    }
}
