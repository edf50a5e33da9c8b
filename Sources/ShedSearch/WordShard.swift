import GRDB
import GRDBSQLite
import Glibc
import ShedModel
import ShedSQLite

/// One part of the index of words: a SQLite file with an FTS5 table of terms and a list of files.
///
/// The table has no content and no places (`content=''`, `detail=none`): it says which files may hold all terms, and whoever asks reads those.
/// FTS5 of SQLite before 3.43 removes nothing from such a table whose content is gone (Debian 12 has 3.40). So a file that changed gets
/// another number; what stands under a number that the list has no more counts for nothing, until the index is built anew.
///
/// A term stands there with how often it stands in a text (``TermFrequency``), and what words begin with one letter is kept beside
/// (``LetterCounts``): else all terms of that letter would be gone through. Of two letters it would cost half as much as all else, since most
/// terms of scripts without spaces have two.
final class WordShard: Sendable {
    static let version = 7
    /// How long a call waits for another process, in seconds.
    private static let patience = 2.0

    /// Of FTS5, in bytes: two of its pages fit one of SQLite's.
    private static let pageSize = 8_000
    /// So much of a transaction FTS5 holds in memory before it writes it out, in bytes: more than one has mostly, so that it need not merge
    /// what it has just written. With the megabyte that is usual, indexing takes a fifth longer.
    private static let heldInMemory = 32 << 20

    private let path: String
    private let queue: DatabaseQueue
    /// What of it is done at a time.
    private let bound: StepBound

    private init(_ path: String, _ queue: DatabaseQueue, _ bound: StepBound) { (self.path, self.queue, self.bound) = (path, queue, bound) }

    /// - Returns: `nil` to read where there is none.
    static func open(_ path: String, isWritten: Bool) throws(WordIndexError) -> WordShard? {
        var status = stat()
        let isThere = lstat(path, &status) == 0
        // Opening a pipe would wait for ever, and a link leads who knows where.
        guard isThere ? status.st_mode & S_IFMT == S_IFREG : isWritten else { return nil }
        do {
            let bound = StepBound(path: path)
            let shard = WordShard(path, try connect(path, isWritten: isWritten, bound), bound)
            let (version, hasOnlyOwnTables) = try shard.queue.read { db in
                (try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0, try WordSchema.known.isAll(of: db))
            }
            if version == WordShard.version {
                guard hasOnlyOwnTables else { throw WordIndexError(.corrupt) }
                return shard
            }
            guard version == 0 else { throw WordIndexError(.outdated) }
            // Somebody makes it just now, or did not come to the end of it.
            guard isWritten else { throw WordIndexError(.unusable) }
            guard !isThere || status.st_size == 0 else { throw DatabaseError(resultCode: .SQLITE_NOTADB) }
            try shard.prepare()
            return shard
        } catch let error as WordIndexError {
            throw error
        } catch {
            throw WordIndexError(error)
        }
    }

    private static func connect(_ path: String, isWritten: Bool, _ bound: StepBound) throws -> DatabaseQueue {
        var configuration = Configuration()
        bound.hold(&configuration)
        configuration.readonly = !isWritten
        configuration.busyMode = .timeout(patience)
        configuration.label = "shed.search"
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA cell_size_check=ON")
            guard isWritten else { return }
            // What a power cut takes is found missing, since it takes no part of a transaction.
            try db.execute(
                sql: """
                    PRAGMA page_size=16384; PRAGMA secure_delete=OFF; PRAGMA cache_size=-8192; PRAGMA synchronous=NORMAL;
                    PRAGMA wal_autocheckpoint=1024; PRAGMA journal_size_limit=16777216
                    """)
        }
        RollbackJournal.removeForeign(beside: path)
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    private func prepare() throws {
        try changing { db in
            try db.execute(sql: "PRAGMA journal_mode=WAL")
            try db.inTransaction(.immediate) {
                for table in WordSchema.made { try db.execute(sql: table) }
                // A log that somebody laid beside the empty file may have held more.
                guard try WordSchema.known.isAll(of: db) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
                try db.execute(
                    sql: """
                        INSERT INTO words(words, rank) VALUES('pgsz', \(WordShard.pageSize));
                        INSERT INTO words(words, rank) VALUES('hashsize', \(WordShard.heldInMemory));
                        PRAGMA user_version=\(WordShard.version);
                        """)
                return .commit
            }
        }
    }

    // MARK: Reading

    /// All files, by inode, that came behind a number.
    func read(into files: inout [UInt64: IndexedFile], after last: Int64 = 0) throws(WordIndexError) {
        do {
            try reading { db in
                let statement = try db.makeStatement(sql: "SELECT number, inode, size, modified, changed, sort, length FROM file WHERE number>?")
                statement.arguments = [last]
                var (before, bytes) = (last, RowBytes())
                try WordShard.step(statement) { row in
                    func number(_ column: CInt) -> Int64 { sqlite3_column_int64(row, column) }
                    // In a damaged file a part may stand in several places, and what stands in it come over and over.
                    guard number(0) > before, bytes.take(row) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
                    before = number(0)
                    guard let sort = IndexedFile.Sort(rawValue: number(5)) else { return }
                    let inode = UInt64(bitPattern: number(1))
                    let evidence = Evidence(inode: inode, size: number(2), modified: number(3), changed: number(4))
                    files[inode] = IndexedFile(number: number(0), stamp: FileStamp(evidence), sort: sort, length: max(0, number(6)))
                }
            }
        } catch { throw WordIndexError(error) }
    }

    /// The numbers under which all terms of a query stand, those of files that are gone among them.
    func numbers(_ query: TermQuery) throws(WordIndexError) -> Set<Int64> { try numbers(fitting: query.expression) }

    /// The same for what FTS5 is to be asked.
    /// - Parameter last: only numbers behind it.
    func numbers(fitting expression: String, after last: Int64 = 0) throws(WordIndexError) -> Set<Int64> {
        do {
            return try reading { db in
                let statement = try db.cachedStatement(sql: "SELECT rowid FROM words WHERE words MATCH ? AND rowid>?")
                statement.arguments = [expression, last]
                var numbers: Set<Int64> = []
                try WordShard.step(statement) { row in numbers.insert(sqlite3_column_int64(row, 0)) }
                return numbers
            }
        } catch { throw WordIndexError(error) }
    }

    /// Goes through the files in which a term stands.
    /// - Parameter row: the number, and the token; a file may come several times.
    /// - Returns: whether there were no more than so many.
    func forEach(_ term: TermQuery.Term, atMost most: Int, _ row: (Int64, UnsafeBufferPointer<UInt8>) -> Void) throws(WordIndexError) -> Bool {
        do {
            return try reading { db in
                // The columns: the token, then the number (sqlite.org/fts5.html#the_fts5vocab_virtual_table_module).
                let statement = try db.cachedStatement(sql: "SELECT * FROM token WHERE term>=? AND term<=? LIMIT ?")
                let (first, last) = term.tokens
                statement.arguments = [String(decoding: first, as: UTF8.self), String(decoding: last, as: UTF8.self), most + 1]
                var count = 0
                try WordShard.step(statement) { values in
                    count += 1
                    let number = sqlite3_column_int64(values, 1)
                    guard let token = sqlite3_column_text(values, 0) else { return }
                    row(number, UnsafeBufferPointer(start: token, count: Int(sqlite3_column_bytes(values, 0))))
                }
                return count <= most
            }
        } catch { throw WordIndexError(error) }
    }

    /// Goes through all tokens, in the order of their bytes.
    /// - Parameters:
    ///   - last: only those behind it.
    ///   - row: a token, and in how many files it stands.
    func forEachToken(after last: [UInt8], atMost most: Int, _ row: (UnsafeBufferPointer<UInt8>, Int64) -> Void) throws(WordIndexError) {
        do {
            // Nothing is written but that there is a table, which is this connection's alone.
            try queue.writeWithoutTransaction { db in
                bound.begin(.reading)
                try db.execute(sql: "CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, words, row)")
                // The columns: the token, then in how many rows it stands.
                let statement = try db.cachedStatement(sql: "SELECT * FROM temp.vocabulary WHERE term>? LIMIT ?")
                statement.arguments = [String(decoding: last, as: UTF8.self), most]
                try WordShard.step(statement) { values in
                    guard let token = sqlite3_column_text(values, 0) else { return }
                    row(UnsafeBufferPointer(start: token, count: Int(sqlite3_column_bytes(values, 0))), sqlite3_column_int64(values, 1))
                }
            }
        } catch { throw WordIndexError(error) }
    }

    /// Another number after somebody else has written.
    func state() throws(WordIndexError) -> Int64 {
        do { return try reading { db in try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0 } } catch { throw WordIndexError(error) }
    }

    /// How many files there are, and how many numbers were ever given.
    func counts() throws(WordIndexError) -> (files: Int64, given: Int64) {
        do {
            return try reading { db in
                let given = try WordShard.given(db)
                // With a condition: without one SQLite counts by itself, and no bound holds for it (``StepBound``).
                return (try Int64.fetchOne(db, sql: "SELECT count(*) FROM file WHERE number>=?", arguments: [Int64.min]) ?? 0, given)
            }
        } catch { throw WordIndexError(error) }
    }

    /// How many numbers were ever given.
    func given() throws(WordIndexError) -> Int64 {
        do { return try reading(WordShard.given) } catch { throw WordIndexError(error) }
    }

    private static func given(_ db: Database) throws -> Int64 { try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name='file'") ?? 0 }

    /// What FTS5 itself finds wrong.
    func check() throws(WordIndexError) {
        do {
            try changing { db in
                guard try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
                try db.execute(sql: "INSERT INTO words(words) VALUES('integrity-check')")
            }
        } catch { throw WordIndexError(error) }
    }

    private func reading<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try queue.read { db in
            bound.begin(.reading)
            return try body(db)
        }
    }

    private func changing<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try queue.writeWithoutTransaction { db in
            bound.begin(.writing)
            return try body(db)
        }
    }

    private static func step(_ statement: Statement, _ row: (OpaquePointer) throws -> Void) throws {
        let sqlite = statement.sqliteStatement
        defer { sqlite3_reset(sqlite) }
        while true {
            switch sqlite3_step(sqlite) {
            case SQLITE_ROW: try row(sqlite)
            case SQLITE_DONE: return
            case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code))
            }
        }
    }

    // MARK: Writing

    /// Runs in one transaction.
    func write<Value>(_ body: (WordWriter) throws -> Value) throws(WordIndexError) -> Value {
        do {
            return try changing { db in
                var value: Value?
                try db.inTransaction(.immediate) {
                    value = try body(WordWriter(db))
                    return .commit
                }
                guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
                return value
            }
        } catch { throw WordIndexError(error) }
    }

    /// Writes the log into the file, so that it takes no room. Waits for nobody.
    func checkpoint() { _ = try? queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") } }
}
