import GRDB
import GRDBSQLite
import ShedModel

/// What files are put into one part of the index with, within a transaction.
public final class WordWriter {
    private let drop: Statement
    private let file: Statement
    private let words: Statement
    private let db: Database

    init(_ db: Database) throws {
        self.db = db
        drop = try db.cachedStatement(sql: "DELETE FROM file WHERE inode=?")
        file = try db.cachedStatement(sql: "INSERT INTO file(inode, size, modified, changed, sort, length) VALUES(?, ?, ?, ?, ?, ?)")
        words = try db.cachedStatement(sql: "INSERT INTO words(rowid, text) VALUES(?, ?)")
    }

    /// Puts a file in, in place of what was known of its inode.
    /// - Parameter terms: of which nothing counts but where it is a text.
    public func put(_ stamp: FileStamp, _ sort: IndexedFile.Sort, _ terms: borrowing TermCounter) throws {
        let inode = Int64(bitPattern: stamp.inode)
        try remove(inode: stamp.inode)
        try file.execute(arguments: [inode, stamp.written.size, stamp.written.modified, stamp.changed, sort.rawValue, Int64(terms.length)])
        guard sort == .text else { return }
        let number = db.lastInsertedRowID
        try terms.withTokens { tokens in try put(tokens, number) }
    }

    /// Each term once: FTS5 has less to sort then. How often it stands there is a part of it (``TermFrequency``).
    private func put(_ terms: UnsafeBufferPointer<UInt8>, _ number: Int64) throws {
        let sqlite = words.sqliteStatement
        defer {
            sqlite3_reset(sqlite)
            sqlite3_clear_bindings(sqlite)
        }
        let code = terms.withMemoryRebound(to: CChar.self) { terms in
            sqlite3_bind_int64(sqlite, 1, number)
            sqlite3_bind_text(sqlite, 2, terms.baseAddress, CInt(terms.count), nil)
            return sqlite3_step(sqlite)
        }
        guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    /// Forgets a file.
    public func remove(inode: UInt64) throws { try drop.execute(arguments: [Int64(bitPattern: inode)]) }
}
