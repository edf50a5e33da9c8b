import GRDB

/// SQLite's write-ahead log, `index.sqlite-wal` (sqlite.org/wal.html).
///
/// It begins anew once all of it stands in the index and nobody reads from it. Without limits it would first grow to 1000
/// pages, and keep the size that the largest write needed.
extension ProjectIndex {
    /// A page holds the packed files of an ordinary folder whole. In bytes; it stays with the file.
    static let pageSize = 16_384
    /// When the log is written into the index, and to what it is cut back, in bytes; one write may need more for a while.
    /// With a smaller one, pages that every write changes would be written nearly twice each time.
    static let logLimit = 2 << 20

    /// Writes what stands in the log into the index and empties the log: for moments in which nothing else is to be done.
    ///
    /// Waits for nobody, and nobody waits for it: where another process reads or writes just now, as much as that allows is
    /// done. Costs nothing where the log is empty. Only for an index that was opened for writing.
    /// - Returns: whether the log is empty now.
    @discardableResult
    public func checkpoint() throws(IndexError) -> Bool {
        guard logSize > 0 else { return true }
        do { return try queue.writeWithoutTransaction { try emptyLog($0) } } catch { throw IndexError(error, path: path) }
    }

    /// After a large write: the log would keep its size until the next one.
    func emptyLargeLog(_ db: Database) {
        guard logSize > 2 * ProjectIndex.logLimit else { return }
        // What was written is safe in the log, whatever comes of this.
        _ = try? emptyLog(db)
    }

    /// After a write: the first to read it notes in SQLite's shared memory (`index.sqlite-shm`) how far the log is in use.
    /// Done here, those who only look need not write there.
    func markRead(_ db: Database) {
        try? db.cachedStatement(sql: "SELECT 1 FROM meta LIMIT 1").run()
    }

    private var logSize: Int { ProjectIndex.size(of: path + "-wal") }

    private func emptyLog(_ db: Database) throws -> Bool {
        try db.execute(sql: "PRAGMA busy_timeout=0")
        defer { try? db.execute(sql: "PRAGMA busy_timeout=\(Int(ProjectIndex.patience * 1000))") }
        var isBusy = true
        try db.makeStatement(sql: "PRAGMA wal_checkpoint(TRUNCATE)").run { isBusy = Column.integer($0, 0) != 0 }
        return !isBusy
    }
}
