import GRDB
import ShedModel

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

    func clock() throws -> UInt64 {
        try value(.clock) { reader throws(Malformed) in try reader.fixed() } ?? 0
    }

    func meta() throws -> IndexMeta? {
        let generation = try generation()
        guard generation > 0 else { return nil }
        var meta = IndexMeta(project: ProjectIndex.nowhere)
        meta.labels = nil
        meta.generation = generation
        for key in MetaKey.ofCaller {
            let found: Void? = try value(key) { reader throws(Malformed) in try reader.meta(key, into: &meta) }
            // They came with later versions; an index without them is of an earlier one.
            if found == nil, key != .awaited, key != .labels { throw Malformed() }
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
