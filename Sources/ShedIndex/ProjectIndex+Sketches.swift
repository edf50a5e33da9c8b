import GRDB
import ShedModel

/// What a file was like when its content was last hashed.
public struct KnownSketch: Hashable, Sendable {
    public var id: NodeID
    public var hash: ContentHash
    public var sketch: ContentSketch

    public init(id: NodeID, hash: ContentHash, sketch: ContentSketch) {
        self.id = id
        self.hash = hash
        self.sketch = sketch
    }
}

/// Sketches of contents, a row a node, in a table of its own that is made when the first comes. Only looked at where something
/// vanished; a row counts for the content of its hash.
extension ProjectIndex {
    static let sketchTable = "CREATE TABLE sketch (id BLOB NOT NULL PRIMARY KEY, hash BLOB NOT NULL, marks BLOB NOT NULL) WITHOUT ROWID"

    private static func hasSketches(_ db: Database) throws -> Bool { try db.holdsTable("sketch") }

    /// Those that are known of some nodes.
    public func sketches(of ids: some Sequence<NodeID>) throws(IndexError) -> [NodeID: KnownSketch] {
        try reading { db in
            guard try ProjectIndex.hasSketches(db) else { return [:] }
            let statement = try db.makeStatement(sql: "SELECT hash, marks FROM sketch WHERE id = ?")
            var found: [NodeID: KnownSketch] = [:]
            for id in ids {
                try statement.run(.id(id)) { row in
                    guard let hash = ContentHash(bytes: Array(Column.bytes(row, 0))), let sketch = ContentSketch(bytes: Column.bytes(row, 1)) else { return }
                    found[id] = KnownSketch(id: id, hash: hash, sketch: sketch)
                }
            }
            return found
        }
    }

    /// Writes rows, each in place of the one before.
    public func write(_ sketches: [KnownSketch]) throws(IndexError) {
        guard !sketches.isEmpty else { return }
        try writing { db in
            if try !ProjectIndex.hasSketches(db) {
                try db.execute(sql: ProjectIndex.sketchTable)
            }
            let insert = try db.makeStatement(sql: "INSERT OR REPLACE INTO sketch (id, hash, marks) VALUES (?, ?, ?)")
            for known in sketches {
                try known.hash.bytes.withUnsafeBytes { hash in
                    try known.sketch.bytes.withUnsafeBytes { marks in try insert.run(.id(known.id), .bytes(hash), .bytes(marks)) }
                }
            }
        }
    }
}
