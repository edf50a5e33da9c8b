import GRDB
import GRDBSQLite
import Synchronization

/// How much SQLite may do with one file at a time.
///
/// Such a file lies where other programs of this person can write. A few parts of it that name each other as their children over and over make a tree
/// that takes years to go through, though each of them is sound, and SQLite goes through it: when it reads the schema, or a table as a whole. So what
/// is done with a file is bounded by its size. More than that ends with `SQLITE_INTERRUPT`, which nothing else of shed does.
///
/// What SQLite does without steps of its machine is not counted: `SELECT count(*)` of a whole table, which is to be given a condition, and what it copies
/// for a row (``RowBytes``).
public final class StepBound: Sendable {
    /// What is done.
    public enum Use: Sendable {
        /// Its schema is read: some twenty rows, each of which is a statement that is parsed.
        case opening
        /// All that it holds may be gone through, some times.
        case reading
        /// How much is written has nothing to do with how large it was.
        case writing
    }

    /// So many steps are taken between two looks.
    private static let period = 1_000
    /// So many steps go through a byte of the file: of the shortest rows, and of words that stand in few files, some for each.
    private static let stepsOfByte = 4
    /// A statement of more bytes is none of shed’s.
    private static let longestStatement: CInt = 65_536

    /// Nor is a row of more.
    private static let longestRow: CInt = 256 << 20

    private let path: String
    /// How often somebody looked since it was begun.
    private let looks = Atomic<Int>(0)
    /// How often that may be before the file's size counts, and from when on no size helps.
    private let free = Atomic<Int>(0)
    private let most = Atomic<Int>(0)

    /// - Parameter path: of the database.
    public init(path: String) {
        self.path = path
        begin(.opening)
    }

    /// Has it hold for all that the connections of a configuration do, from before anything of the file is read. It goes on for ``Use/opening`` until
    /// something else is begun.
    public func hold(_ configuration: inout Configuration) {
        // The closure lives as long as its connection, and this with it.
        configuration.prepareDatabase { [self] db in
            sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_SQL_LENGTH, StepBound.longestStatement)
            sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, StepBound.longestRow)
            sqlite3_progress_handler(
                db.sqliteConnection, CInt(StepBound.period), { context in
                    context.map { Unmanaged<StepBound>.fromOpaque($0).takeUnretainedValue().isExceeded } == true ? 1 : 0
                }, Unmanaged.passUnretained(self).toOpaque())
        }
    }

    /// Something is done now, whatever was done before. Within the access to the database, so that two who wait for each other do not count
    /// as one.
    public func begin(_ use: Use) {
        let (free, most) = switch use {
        case .opening: (16, 16)
        case .reading: (1_000, Int.max)
        case .writing: (300_000, Int.max)
        }
        self.free.store(free, ordering: .relaxed)
        self.most.store(most, ordering: .relaxed)
        looks.store(0, ordering: .relaxed)
    }

    private var isExceeded: Bool {
        let looks = looks.add(1, ordering: .relaxed).newValue
        let free = free.load(ordering: .relaxed)
        guard looks > free else { return false }
        guard looks <= most.load(ordering: .relaxed) else { return true }
        return looks - free > DatabaseFile.size(path) / StepBound.period * StepBound.stepsOfByte
    }
}
