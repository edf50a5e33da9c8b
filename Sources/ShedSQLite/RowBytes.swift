import GRDBSQLite
import Glibc

/// How much the rows of a statement may hold together.
///
/// What is too large for its part of the file goes on in other parts, each of which names the next. In a file that somebody altered many rows can name the same ones, or
/// one names itself, and SQLite copies all of it for each row in one step (sqlite.org/fileformat2.html, 1.6). In a sound file what all rows of a
/// table hold stands there once; so more than twice the file's size is damage.
public struct RowBytes {
    /// So much is nothing to be looked for, in bytes.
    private static let free = 64 << 20

    private var taken = 0
    private var most = RowBytes.free
    private var isMeasured = false

    public init() {}

    /// Takes the row at which a statement stands.
    /// - Returns: `false` where that was too much.
    public mutating func take(_ statement: OpaquePointer) -> Bool {
        for column in 0..<sqlite3_data_count(statement) {
            switch sqlite3_column_type(statement, column) {
            case SQLITE_BLOB, SQLITE_TEXT: taken += Int(sqlite3_column_bytes(statement, column))
            default: break
            }
        }
        guard taken > most else { return true }
        if !isMeasured, let path = sqlite3_db_filename(sqlite3_db_handle(statement), "main") {
            isMeasured = true
            most = max(RowBytes.free, 2 * DatabaseFile.size(String(cString: path)))
        }
        return taken <= most
    }
}

/// A database's file, with its log.
enum DatabaseFile {
    /// A file system that packs what it holds packs it by no more than this.
    private static let mostPacked = 16
    /// Of a smaller file it does not matter how much of it is there; some file systems say so only after a while.
    private static let small = 64 << 20

    /// In bytes. A large file with holes counts by what there is of it, where the file system says how much that is (inode(7), `st_blocks`).
    static func size(_ path: String) -> Int { part(path) + part(path + "-wal") }

    private static func part(_ path: String) -> Int {
        var status = stat()
        guard lstat(path, &status) == 0 else { return 0 }
        let (size, there) = (Int(status.st_size), Int(status.st_blocks) * 512)
        return there > 0 ? min(size, max(small, there * mostPacked)) : size
    }
}
