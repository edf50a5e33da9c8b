import GRDB
import GRDBSQLite
import ShedModel
import ShedThreads

@testable import ShedIndex

/// What an index asks of SQLite while something is done.
struct Work {
    /// Pages that were written into the log.
    var pages: Int
    /// All statements that were run, with their values.
    var statements: [String]

    var transactions: Int { statements.count { $0.hasPrefix("BEGIN IMMEDIATE") } }

    init(of index: ProjectIndex, _ body: () throws -> Void) throws {
        let run = Lock<[String]>([])
        let before = index.queue.writeWithoutTransaction { db in
            db.trace { event in run.withLock { $0.append("\(event.expandedDescription)") } }
            return Work.pagesWritten(db)
        }
        try body()
        pages = index.queue.writeWithoutTransaction { db in
            db.trace(options: []) { _ in }
            return Work.pagesWritten(db)
        } - before
        statements = run.withLock { $0 }
    }

    /// Of this connection alone, whatever else the process does.
    private static func pagesWritten(_ db: Database) -> Int {
        var (current, highest): (CInt, CInt) = (0, 0)
        sqlite3_db_status(db.sqliteConnection, SQLITE_DBSTATUS_CACHE_WRITE, &current, &highest, 0)
        return Int(current)
    }
}
