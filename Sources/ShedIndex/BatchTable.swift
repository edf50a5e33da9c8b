import GRDB
import ShedModel

/// The table `batch`: a row for each file of the sidecar that is folded.
struct BatchTable {
    private let db: Database

    init(_ db: Database) { self.db = db }

    /// All rows; what an earlier shed wrote counts before them.
    func all() throws -> FoldedBatches {
        if let earlier = try EarlierRows(db).batches() { return earlier }
        guard try Layout.version(of: db) == Layout.version else { return FoldedBatches() }
        var batches: [FoldedBatch] = []
        var keys = RisingKeys<BytesKey>()
        try db.cachedStatement(sql: "SELECT path, record FROM batch").run { row in batches.append(try BatchTable.batch(row, &keys)) }
        return FoldedBatches(saved: batches)
    }

    /// The rows of what stands in a directory itself; `nil` in an index of an earlier version.
    func batches(in folder: RelativePath) throws -> [RelativePath: FoldedBatch]? {
        guard try Layout.version(of: db) == Layout.version, try !EarlierRows(db).stand() else { return nil }
        var batches: [RelativePath: FoldedBatch] = [:]
        var keys = RisingKeys<BytesKey>()
        let (first, end) = (folder.bytes + [UInt8(ascii: "/")], folder.bytes + [UInt8(ascii: "/") + 1])
        try first.withUnsafeBytes { first in
            try end.withUnsafeBytes { end in
                try db.cachedStatement(sql: "SELECT path, record FROM batch WHERE path > ? AND path < ?").run(.bytes(first), .bytes(end)) { row in
                    let batch = try BatchTable.batch(row, &keys)
                    if batch.path.parent == folder { batches[batch.path] = batch }
                }
            }
        }
        return batches
    }

    private static func batch(_ row: OpaquePointer, _ keys: inout RisingKeys<BytesKey>) throws -> FoldedBatch {
        let bytes = Array(Column.bytes(row, 0))
        try keys.take(BytesKey(bytes: bytes))
        guard let path = RelativePath(bytes: bytes) else { throw Malformed() }
        var reader = try Packet.open(Column.bytes(row, 1), key: PacketKey(batch: bytes))
        let batch = FoldedBatch(
            path: path, size: try reader.signed(), modified: try reader.signed(), inode: try reader.fixed(), id: try reader.data())
        try reader.finish()
        return batch
    }

    /// Writes all rows anew.
    /// - Returns: how many.
    @discardableResult
    func replace(with batches: FoldedBatches) throws -> Int {
        try db.execute(sql: "DELETE FROM batch")
        // In the order of the keys, so that pages are filled one after the other.
        for batch in batches.all { try insert(batch) }
        return batches.count
    }

    /// Writes and removes the rows that are not saved.
    func update(with batches: FoldedBatches, _ writes: inout IndexWrites) throws {
        for path in batches.unsaved.sorted() {
            if let batch = batches[path] {
                try insert(batch)
                writes.batchesWritten += 1
            } else {
                try path.bytes.withUnsafeBytes { try db.cachedStatement(sql: "DELETE FROM batch WHERE path = ?").run(.bytes($0)) }
                writes.batchesRemoved += 1
            }
        }
    }

    private func insert(_ batch: FoldedBatch) throws {
        let path = batch.path.bytes
        var writer = ByteWriter(capacity: 128)
        Packet.begin(&writer)
        writer.signed(batch.size)
        writer.signed(batch.modified)
        writer.fixed(batch.inode)
        writer.text(batch.id)
        Packet.seal(&writer, key: PacketKey(batch: path))
        let record = writer.written
        try path.withUnsafeBytes {
            try db.cachedStatement(sql: "INSERT OR REPLACE INTO batch (path, record) VALUES (?, ?)").run(.bytes($0), .bytes(record))
        }
    }
}
