import GRDB
import ShedModel

extension ProjectIndex {
    /// How often the index was written; 0 if it never was. Cheap: two processes compare it to see whether to load anew.
    public func generation() throws(IndexError) -> UInt64 {
        try reading { try MetaTable($0).generation() }
    }

    /// What the index keeps beside the nodes; `nil` if it was never written.
    public func meta() throws(IndexError) -> IndexMeta? {
        try reading { try MetaTable($0).meta() }
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
            try db.makeStatement(sql: "SELECT chunk, entries FROM files WHERE folder = ?").run(.id(folder)) { row in
                try Chunks.unpack(Column.bytes(row, 1), folder: folder, key: Column.integer(row, 0)) {
                    (record, reader) throws(Malformed) in
                    files.append(
                        FileRecord(
                            node: try reader.node(record), sighting: reader.sighting(record), missingSince: record.missing))
                }
            }
            return Chunks.sorted(files)
        }
    }

    /// Everything; `nil` if the index was never written.
    public func load() throws(IndexError) -> IndexContents? {
        try reading { db in
            let table = MetaTable(db)
            guard let meta = try table.meta() else { return nil }
            let totals = try table.totals()
            var contents = IndexContents(
                model: Model(project: meta.project), memory: Memory(), meta: meta, digests: [:])
            contents.memory.pending = meta.pending
            contents.model.reserve(totals.folders + totals.files)
            contents.memory.reserve(totals.folders + totals.files)
            contents.digests.reserveCapacity(totals.folders)
            let folders = try Self.folders(db, total: totals.folders)
            for folder in folders { contents.take(folder) }
            var files = 0
            try Self.forEachFile(db) { (record, reader) throws(Malformed) in
                files += 1
                contents.model.insert(try reader.node(record))
                if let sighting = reader.sighting(record) { contents.memory.record(sighting, of: record.id) }
                if let time = record.missing { contents.memory.missing[record.id] = time }
            }
            // A row that is gone, or one node in two rows: neither comes from a write that was whole.
            let root = folders.contains { $0.node.id == meta.project } ? 0 : 1
            guard folders.count == totals.folders, files == totals.files,
                contents.model.nodes.count == folders.count + files + root
            else { throw Malformed() }
            for (alias, target) in meta.aliases { contents.model.insertAlias(alias, of: target) }
            return contents
        }
    }

    /// Every node with what was seen of it: for comparing an index that was updated with one that was rebuilt.
    public func dump() throws(IndexError) -> [NodeID: FileRecord] {
        try load()?.nodes ?? [:]
    }

    static func folders(_ db: Database, total: Int) throws -> [FolderRecord] {
        var folders: [FolderRecord] = []
        folders.reserveCapacity(total)
        try db.makeStatement(sql: "SELECT id, record FROM folder ORDER BY id").run { row in
            folders.append(try FolderPacket.unpack(Column.bytes(row, 1), folder: try Column.id(row, 0)))
        }
        return folders
    }

    static func forEachFile(
        _ db: Database, _ body: (RawRecord, ByteReader) throws(Malformed) -> Void
    ) throws {
        try db.makeStatement(sql: "SELECT folder, chunk, entries FROM files").run { row in
            try Chunks.unpack(
                Column.bytes(row, 2), folder: try Column.id(row, 0), key: Column.integer(row, 1), body)
        }
    }
}

extension IndexContents {
    fileprivate mutating func take(_ folder: FolderRecord) {
        let id = folder.node.id
        model.insert(folder.node)
        if let sighting = folder.sighting { memory.record(sighting, of: id) }
        if let time = folder.missingSince { memory.missing[id] = time }
        if let digest = folder.digest { digests[id] = digest }
    }
}

/// The table `meta`.
struct MetaTable {
    private let db: Database

    init(_ db: Database) { self.db = db }

    func generation() throws -> UInt64 {
        try value(.generation) { reader throws(Malformed) in try reader.fixed() } ?? 0
    }

    func totals() throws -> Totals {
        try value(.totals) { reader throws(Malformed) in
            // A hostile number must not make room for itself.
            Totals(folders: min(try reader.number(), 1 << 24), files: min(try reader.number(), 1 << 28))
        } ?? Totals()
    }

    func meta() throws -> IndexMeta? {
        let generation = try generation()
        guard generation > 0 else { return nil }
        var meta = IndexMeta(project: ProjectIndex.nowhere)
        meta.generation = generation
        for key in MetaKey.ofCaller {
            let found: Void? = try value(key) { reader throws(Malformed) in try reader.meta(key, into: &meta) }
            if found == nil { throw Malformed() }
        }
        return meta
    }

    private func value<Value>(
        _ key: MetaKey, _ body: (inout ByteReader) throws(Malformed) -> Value
    ) throws -> Value? {
        var value: Value?
        try db.makeStatement(sql: "SELECT value FROM meta WHERE key = ?").run(.text(key.rawValue)) { row in
            var reader = try Packet.open(Column.bytes(row, 0), key: PacketKey(meta: key.rawValue))
            value = try body(&reader)
            try reader.finish()
        }
        return value
    }

    /// Writes a caller's meta; keys whose bytes are the same stay as they are.
    func write(_ meta: IndexMeta) throws {
        for key in MetaKey.ofCaller {
            try write(key) { $0.meta(key, of: meta) }
        }
    }

    func write(_ totals: Totals) throws {
        try write(.totals) {
            $0.count(totals.folders)
            $0.count(totals.files)
        }
    }

    /// Counts one write. A number that ran over begins again at 1: 0 means never written.
    func raiseGeneration() throws -> UInt64 {
        let next = max(try generation() &+ 1, 1)
        try write(.generation) { $0.fixed(next) }
        return next
    }

    private func write(_ key: MetaKey, _ body: (inout ByteWriter) -> Void) throws {
        var writer = ByteWriter()
        Packet.begin(&writer)
        body(&writer)
        Packet.seal(&writer, key: PacketKey(meta: key.rawValue))
        let bytes = writer.written
        var isSame = false
        try db.makeStatement(sql: "SELECT value FROM meta WHERE key = ?").run(.text(key.rawValue)) { row in
            isSame = Column.bytes(row, 0).elementsEqual(bytes)
        }
        if isSame { return }
        try db.makeStatement(sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)")
            .run(.text(key.rawValue), .bytes(bytes))
    }
}
