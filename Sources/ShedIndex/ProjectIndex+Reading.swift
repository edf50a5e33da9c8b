import GRDB
import ShedModel

extension ProjectIndex {
    /// How often the index was written; 0 if it never was. Cheap: two processes compare it to see whether to load anew.
    public func generation() throws(IndexError) -> UInt64 {
        try reading { try MetaTable($0).generation() }
    }

    /// What the index keeps beside the nodes and the batches; `nil` if it was never written.
    public func meta() throws(IndexError) -> IndexMeta? {
        try remembering { try MetaTable($0).meta() } meta: { $0 }
    }

    /// The same with the list of the batches, of one generation. Costs as much as there are batches.
    public func metaAndBatches() throws(IndexError) -> (meta: IndexMeta, batches: FoldedBatches)? {
        try remembering { db in
            try MetaTable(db).meta().map { ($0, try BatchTable(db).all()) }
        } meta: { $0?.meta }
    }

    /// The batches and bases that stand in one directory of the sidecar itself, as they were folded. Costs as much as there are of these.
    /// - Returns: `nil` in an index of an earlier version.
    public func batches(in folder: RelativePath) throws(IndexError) -> [RelativePath: FoldedBatch]? {
        try reading { try BatchTable($0).batches(in: folder) }
    }

    /// The moves that were begun and not finished, if any.
    public func intents() throws(IndexError) -> [Intent] {
        try reading { try MetaTable($0).intents() }
    }

    /// Reads, and keeps the meta that was among it.
    func remembering<Value>(
        _ body: (Database) throws -> Value, meta: (Value) -> IndexMeta?
    ) throws(IndexError) -> Value {
        let value = try reading(body)
        if let meta = meta(value) { known.withLock { $0 = meta } }
        return value
    }

    /// All folders and the project itself, in the order of their IDs. Touches no file's row.
    public func folders() throws(IndexError) -> [FolderRecord] {
        try reading { db in
            let total = try MetaTable(db).totals().folders
            let folders = try Self.folders(db, total: total)
            guard folders.count == total else { throw Malformed() }
            return folders
        }
    }

    /// The files whose recorded place is in a folder, in the order of their names' bytes; empty for an unknown one.
    public func files(in folder: NodeID) throws(IndexError) -> [FileRecord] {
        try reading { db in
            var files: [FileRecord] = []
            var keys = RisingKeys<Int64>()
            try db.makeStatement(sql: "SELECT chunk, entries FROM files WHERE folder = ?").run(.id(folder)) { row in
                let key = Column.integer(row, 0)
                try keys.take(key)
                try Chunks.unpack(Column.bytes(row, 1), folder: folder, key: key) {
                    (record, reader) throws(Malformed) in
                    files.append(
                        FileRecord(
                            node: try reader.node(record), sighting: reader.sighting(record), missingSince: record.missing))
                }
            }
            return Chunks.sorted(files)
        }
    }

    /// The files that have tags or values. One pass over the packed rows; only these are made into nodes.
    public func labelledFiles() throws(IndexError) -> [Node] {
        try reading { db in
            var nodes: [Node] = []
            try Self.forEachFile(db) { (record, reader) throws(Malformed) in
                if record.flags.contains(.labels) { nodes.append(try reader.node(record)) }
            }
            return nodes
        }
    }

    /// Every node with what was seen of it: for comparing an index that was updated with one that was rebuilt.
    public func dump() throws(IndexError) -> [NodeID: FileRecord] {
        try load()?.nodes ?? [:]
    }

    static func folders(_ db: Database, total: Int) throws -> [FolderRecord] {
        var folders: [FolderRecord] = []
        folders.reserveCapacity(total)
        var keys = RisingKeys<NodeID>()
        try db.makeStatement(sql: "SELECT id, record FROM folder ORDER BY id").run { row in
            let id = try Column.id(row, 0)
            try keys.take(id)
            folders.append(try FolderPacket.unpack(Column.bytes(row, 1), folder: id))
        }
        return folders
    }

    static func forEachFile(
        _ db: Database, _ body: (RawRecord, ByteReader) throws(Malformed) -> Void
    ) throws {
        var keys = RisingKeys<ChunkKey>()
        try db.makeStatement(sql: "SELECT folder, chunk, entries FROM files").run { row in
            let key = ChunkKey(folder: try Column.id(row, 0), chunk: Column.integer(row, 1))
            try keys.take(key)
            try Chunks.unpack(Column.bytes(row, 2), folder: key.folder, key: key.chunk, body)
        }
    }
}
