import GRDB
import ShedModel
import ShedSQLite

/// The tables of an index file, and how a file of an earlier version becomes one of this.
///
/// Version 1 kept all batches in one row of `meta` and some of ``IndexMeta`` in a row of loose keys (``EarlierRows``).
/// Version 2 has the table `batch`. A shed that knows version 1 only takes a file of version 2 for none when it reads,
/// and empties it when it writes.
enum Layout {
    /// Raised with every change of the tables that an earlier shed would misunderstand (`PRAGMA user_version`).
    static let version: Int64 = 2
    /// The versions that can be read as they are.
    static let readable: ClosedRange<Int64> = 1...2

    static func version(of db: Database) throws -> Int64 {
        var version: Int64 = 0
        try db.cachedStatement(sql: "PRAGMA user_version").run { version = Column.integer($0, 0) }
        return version
    }

    /// Whether nothing has to be done before it is written.
    static func isCurrent(_ db: Database) throws -> Bool {
        try version(of: db) == version && !EarlierRows(db).stand()
    }

    /// Of all versions that can be read, with what comes to them when it is needed first.
    private static let schema = KnownSchema([
        folderTable, filesTable, metaTable, batchTable, ProjectIndex.rowTable, ProjectIndex.faultIndex, ProjectIndex.sketchTable,
        // It stays where a later version needed it.
        "CREATE TABLE sqlite_sequence(name,seq)",
    ])

    /// Nothing is asked of the tables of a file before this, once its version is one that can be read.
    static func requireOnlyOwnTables(_ db: Database) throws {
        guard try schema.isAll(of: db) else { throw Malformed() }
    }

    /// Makes it current, within a write transaction: takes over what an earlier version holds, and empties everything else.
    static func prepare(_ db: Database) throws {
        let found = try version(of: db)
        if !readable.contains(found) { try createTables(db) }
        // A file of a later version may have had a view besides, which is not emptied away.
        try requireOnlyOwnTables(db)
        if found == 1 { try db.execute(sql: batchTable) }
        if found != version { try db.execute(sql: "PRAGMA user_version=\(version)") }
        try EarlierRows(db).takeOver()
    }

    /// Empties in place rather than by deleting the file, which another process may have open.
    private static func createTables(_ db: Database) throws {
        let names = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
        for name in names { try db.execute(sql: "DROP TABLE \(name.quotedDatabaseIdentifier)") }
        for table in [folderTable, filesTable, metaTable, batchTable] { try db.execute(sql: table) }
    }

    private static let folderTable = "CREATE TABLE folder (id BLOB NOT NULL PRIMARY KEY, record BLOB NOT NULL) WITHOUT ROWID"
    private static let filesTable = """
        CREATE TABLE files (
            folder BLOB NOT NULL, chunk INTEGER NOT NULL, entries BLOB NOT NULL, PRIMARY KEY (folder, chunk)
        ) WITHOUT ROWID
        """
    private static let metaTable = "CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"
    private static let batchTable = "CREATE TABLE batch (path BLOB NOT NULL PRIMARY KEY, record BLOB NOT NULL) WITHOUT ROWID"
}

/// Two rows of `meta` as version 1 has them.
///
/// Where they stand, an earlier shed wrote last, and they count: also in a file of version 2, which an earlier shed may
/// have had open when it became one.
struct EarlierRows {
    static let batches = "batches"
    static let extra = "extra"

    /// The loose keys that this reads, or that nobody reads any more.
    private static let general: Set<String> = [
        "unsettled", "sequence", "others", "unknown", "doubled", "incomplete", "gaps", "missed", "absent", "waived", "format",
    ]

    private let db: Database

    init(_ db: Database) { self.db = db }

    func stand() throws -> Bool {
        var found = false
        try db.cachedStatement(sql: "SELECT 1 FROM meta WHERE key IN ('\(EarlierRows.batches)', '\(EarlierRows.extra)') LIMIT 1")
            .run { _ in found = true }
        return found
    }

    /// Puts what they hold where this version has it, and takes them away.
    fileprivate func takeOver() throws {
        guard try stand() else { return }
        let table = MetaTable(db)
        if let meta = try table.meta() {
            try table.write(meta, since: nil)
            if let batches = try batches() { try BatchTable(db).replace(with: batches) }
        }
        try db.execute(sql: "DELETE FROM meta WHERE key IN ('\(EarlierRows.batches)', '\(EarlierRows.extra)')")
    }

    /// `nil` where the row is not there.
    func batches() throws -> FoldedBatches? {
        try MetaTable(db).value(EarlierRows.batches) { reader throws(Malformed) in
            var batches: [FoldedBatch] = []
            for _ in 0..<(try reader.count(ofSize: 13)) { batches.append(try EarlierRows.batch(&reader)) }
            return FoldedBatches(saved: batches)
        }
    }

    /// The directory is that of a replica in `ops`, or for what stands in `ops` or `base` itself the name of that.
    private static func batch(_ reader: inout ByteReader) throws(Malformed) -> FoldedBatch {
        let (directory, name) = (Name(bytes: try reader.data()), Name(bytes: try reader.data()))
        return FoldedBatch(
            path: RelativePath((directory == "ops" || directory == "base" ? [] : ["ops"]) + [directory, name]),
            size: try reader.signed(), modified: try reader.signed(), inode: try reader.fixed(), id: try reader.data())
    }

    /// Reads the row of loose keys.
    static func extra(_ reader: inout ByteReader, into meta: inout IndexMeta) throws(Malformed) {
        var values: [String: [UInt8]] = [:]
        for _ in 0..<(try reader.count()) {
            let key = try reader.text()
            values[key] = try reader.data()
        }
        func text(_ key: String) -> String? { values[key].map { String(decoding: $0, as: UTF8.self) } }
        func lines(_ key: String) -> [String] { (text(key) ?? "").split(separator: "\n").map(String.init) }
        meta.leftover = values["unsettled"].map { $0.first.flatMap(Leftover.init) ?? .work }
        meta.fold.sequence = text("sequence").flatMap { UInt64($0) } ?? 0
        meta.fold.hasOtherReplicas = values["others"] != nil
        meta.fold.unknownOperations = text("unknown").flatMap { Int($0) } ?? 0
        meta.fold.doubled = lines("doubled").compactMap { line in
            let ids = line.split(separator: " ").compactMap { NodeID($0) }
            return ids.count == 2 ? DoubledIDs(older: ids[0], younger: ids[1]) : nil
        }
        meta.fold.gaps.reasons = lines("incomplete")
        meta.fold.gaps.namesBatches = values["incomplete"] == nil || values["gaps"] != nil
        meta.fold.gaps.absentParents = lines("missed").compactMap(Hexadecimal.bytes(of:))
        meta.fold.gaps.missingBatches = lines("absent").compactMap(Hexadecimal.bytes(of:))
        meta.fold.gaps.waived = lines("waived")
        // What is left was some kind's, under a key of its own.
        meta.kindData = values.filter { !EarlierRows.general.contains($0.key) }
    }
}
