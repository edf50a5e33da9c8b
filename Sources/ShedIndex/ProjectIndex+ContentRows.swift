import GRDB
import ShedModel

/// What a kind of project read from files, a row each: it looks there instead of reading them again.
///
/// A table of its own, made when the first row comes; its name and its columns' are those of the kind that had it first. A row counts only for the state of the file that it was made of
/// (``ContentStamp``), so nothing has to be kept in step.
extension ProjectIndex {
    /// One row while it is read; valid until the next.
    public struct ContentRowView {
        public var id: NodeID
        public var stamp: ContentStamp
        public var isRacy: Bool
        /// Empty where there is none.
        public var content: UnsafeRawBufferPointer
        public var hasContent: Bool
        public var hasProblem: Bool
        public var isInBreach: Bool
    }

    private enum Flag {
        static let problem: Int64 = 1
        static let content: Int64 = 2
        static let racy: Int64 = 4
        static let breach: Int64 = 8
    }

    private static func hasTable(_ db: Database) throws -> Bool { try db.holdsTable("record") }

    /// Rows of which something is to be said, so that nobody has to read the others to find them.
    private static let faults = "record_faults"
    private static let isFaulty = "flags & \(Flag.problem | Flag.breach) <> 0"

    static let rowTable = """
        CREATE TABLE record (
            collection BLOB NOT NULL, id BLOB NOT NULL, stamp BLOB NOT NULL, flags INTEGER NOT NULL,
            pairs BLOB NOT NULL, problem BLOB NOT NULL, PRIMARY KEY (collection, id)
        ) WITHOUT ROWID
        """
    static let faultIndex = "CREATE INDEX \(faults) ON record (collection, id) WHERE \(isFaulty)"

    /// What other connections have written into the index so far, as far as a number can say: as long as it is the same,
    /// they wrote nothing. What this one writes does not count.
    public struct Foreign: Hashable, Sendable {
        /// `PRAGMA data_version` (sqlite.org/pragma.html).
        fileprivate let version: Int64

        fileprivate init(_ db: Database) throws {
            var version: Int64 = 0
            try db.makeStatement(sql: "PRAGMA data_version").run { version = Column.integer($0, 0) }
            self.version = version
        }
    }

    /// What others have written by now.
    public func foreign() throws(IndexError) -> Foreign { try reading { try Foreign($0) } }

    /// Reads the rows of a folder one after the other, until the body says `false`.
    /// - Parameter begin: is told first what others had written before what is read.
    /// - Returns: whether all were read.
    @discardableResult
    public func forEachRow(
        in folder: NodeID, begin: (Foreign) -> Void = { _ in }, _ body: (ContentRowView) -> Bool
    ) throws(IndexError) -> Bool {
        struct Stop: Error {}
        return try reading { db in
            // Within the transaction, so that nothing is written between the number and the rows.
            begin(try Foreign(db))
            guard try ProjectIndex.hasTable(db) else { return true }
            let statement = try db.makeStatement(sql: "SELECT id, stamp, flags, pairs FROM record WHERE collection = ?")
            var keys = RisingKeys<NodeID>()
            do {
                try statement.run(.id(folder)) { row in
                    let id = try Column.id(row, 0)
                    try keys.take(id)
                    guard let stamp = ContentStamp(Column.bytes(row, 1)) else { throw Malformed() }
                    let flags = Column.integer(row, 2)
                    let view = ContentRowView(
                        id: id, stamp: stamp, isRacy: flags & Flag.racy != 0, content: Column.bytes(row, 3),
                        hasContent: flags & Flag.content != 0, hasProblem: flags & Flag.problem != 0,
                        isInBreach: flags & Flag.breach != 0)
                    if !body(view) { throw Stop() }
                }
                return true
            } catch is Stop { return false }
        }
    }

    /// The files of which it is known that they are not what they should be, or break a rule by what they hold, by their folders.
    ///
    /// Costs as much as there are such; in an index of an earlier version as much as there are rows.
    /// - Parameter limit: no more than this.
    public func faultyRows(atMost limit: Int) throws(IndexError) -> [(id: NodeID, folder: NodeID)] {
        try reading { db in
            guard try ProjectIndex.hasTable(db) else { return [] }
            let hint = try db.holdsIndex(ProjectIndex.faults) ? "INDEXED BY \(ProjectIndex.faults)" : ""
            var rows: [(id: NodeID, folder: NodeID)] = []
            try db.makeStatement(sql: "SELECT id, collection FROM record \(hint) WHERE \(ProjectIndex.isFaulty) LIMIT ?").run(.integer(Int64(limit))) { row in
                rows.append((try Column.id(row, 0), try Column.id(row, 1)))
            }
            return rows
        }
    }

    /// The rows of some files, whole.
    public func rows(_ ids: some Sequence<NodeID>, in folder: NodeID) throws(IndexError) -> [NodeID: ContentRow] {
        try reading { db in
            guard try ProjectIndex.hasTable(db) else { return [:] }
            let statement = try db.makeStatement(sql: "SELECT stamp, flags, pairs, problem FROM record WHERE collection = ? AND id = ?")
            var result: [NodeID: ContentRow] = [:]
            for id in ids {
                try statement.run(.id(folder), .id(id)) { row in
                    guard let stamp = ContentStamp(Column.bytes(row, 0)) else { throw Malformed() }
                    let flags = Column.integer(row, 1)
                    result[id] = ContentRow(
                        id: id, folder: folder, stamp: stamp, isRacy: flags & Flag.racy != 0,
                        content: flags & Flag.content != 0 ? Array(Column.bytes(row, 2)) : nil,
                        problem: flags & Flag.problem != 0 ? ContentProblem(Column.bytes(row, 3)) : nil, isInBreach: flags & Flag.breach != 0)
                }
            }
            return result
        }
    }

    /// Writes rows and takes others away, in one transaction.
    public func writeRows(_ rows: [ContentRow], removing gone: [(folder: NodeID, id: NodeID)] = []) throws(IndexError) {
        guard !rows.isEmpty || !gone.isEmpty else { return }
        try writing { db in
            if try !ProjectIndex.hasTable(db) {
                try db.execute(sql: ProjectIndex.rowTable)
            }
            if try !db.holdsIndex(ProjectIndex.faults) {
                try db.execute(sql: ProjectIndex.faultIndex)
            }
            let remove = try db.makeStatement(sql: "DELETE FROM record WHERE collection = ? AND id = ?")
            for row in gone { try remove.run(.id(row.folder), .id(row.id)) }
            let insert = try db.makeStatement(
                sql: "INSERT OR REPLACE INTO record (collection, id, stamp, flags, pairs, problem) VALUES (?, ?, ?, ?, ?, ?)")
            for row in rows {
                let flags = (row.problem == nil ? 0 : Flag.problem) | (row.content == nil ? 0 : Flag.content) | (row.isRacy ? Flag.racy : 0)
                    | (row.isInBreach ? Flag.breach : 0)
                try row.stamp.bytes.withUnsafeBytes { stamp in
                    try (row.content ?? []).withUnsafeBytes { content in
                        try (row.problem?.bytes ?? []).withUnsafeBytes { problem in
                            try insert.run(
                                .id(row.folder), .id(row.id), .bytes(stamp), .integer(flags), .bytes(content.orEmpty), .bytes(problem.orEmpty))
                        }
                    }
                }
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// SQLite takes a blob without an address for NULL.
    fileprivate var orEmpty: UnsafeRawBufferPointer {
        baseAddress == nil ? UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: 1), count: 0) : self
    }
}

extension Database {
    /// Whether there is a table, also one that another process has made just now: GRDB's own answer is remembered, and does not
    /// know of that.
    func holdsTable(_ name: String) throws -> Bool { try holds("table", name) }

    /// The same of an index of a table.
    fileprivate func holdsIndex(_ name: String) throws -> Bool { try holds("index", name) }

    private func holds(_ type: String, _ name: String) throws -> Bool {
        try Bool.fetchOne(self, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = ? AND name = ?)", arguments: [type, name]) ?? false
    }
}
