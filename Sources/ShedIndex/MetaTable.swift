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

    func intents() throws -> [Intent] {
        try value(.intents) { reader throws(Malformed) in try reader.intents() } ?? []
    }

    /// Everything in one pass; `nil` if the index was never written.
    func meta() throws -> IndexMeta? {
        var meta = IndexMeta(project: ProjectIndex.nowhere)
        meta.labels = nil
        meta.isDated = false
        var missing = Set(MetaKey.allCases)
        var extra: [UInt8]?
        var rules: (number: UInt64, heads: [[UInt8]])?
        var (names, counts): ([StandingFolders.Told], [StandingFolders.Told]) = ([], [])
        var keys = RisingKeys<BytesKey>()
        try db.cachedStatement(sql: "SELECT key, value FROM meta").run { row in
            try keys.take(BytesKey(bytes: Array(Column.bytes(row, 0))))
            let name = Column.text(row, 0)
            guard let key = MetaKey(rawValue: name) else {
                if name == EarlierRows.extra { extra = Array(Column.bytes(row, 1)) }
                return
            }
            var reader = try Packet.open(Column.bytes(row, 1), key: PacketKey(meta: name))
            switch key {
            case .generation: meta.generation = try reader.fixed()
            case .totals: return
            case .foldRules: rules = try reader.foldRules()
            case .standingNames: names = try reader.toldOfStanding()
            case .standingCounts: counts = try reader.toldOfStanding()
            default: try reader.meta(key, into: &meta)
            }
            try reader.finish()
            missing.remove(key)
        }
        guard meta.generation > 0 else { return nil }
        // An earlier version that folds other batches writes their heads, and leaves this as it was.
        if let rules, rules.heads == meta.fold.heads { meta.fold.rules = rules.number }
        meta.fold.standing.note(names, counts)
        meta.fold.unkept.settle(meta.fold.standing.digest)
        // They came with later versions; an index without them is of an earlier one.
        missing.subtract([
            .totals, .incomingMoves, .waitingMoves, .incomingNodes, .labels, .dated, .refused, .pairs, .lastOfOthers, .rejections, .standing, .outplaced,
            .hints, .forks, .foldRules, .standingNames, .standingCounts, .unkept, .told,
        ])
        if let extra {
            try extra.withUnsafeBytes { bytes in
                var reader = try Packet.open(bytes, key: PacketKey(meta: EarlierRows.extra))
                try EarlierRows.extra(&reader, into: &meta)
                try reader.finish()
            }
            missing.subtract([.fold, .doubled, .gaps, .leftover, .kindData])
        }
        guard missing.isEmpty else { throw Malformed() }
        return meta
    }

    private func value<Value>(
        _ key: MetaKey, _ body: (inout ByteReader) throws(Malformed) -> Value
    ) throws -> Value? {
        try value(key.rawValue, body)
    }

    func value<Value>(_ key: String, _ body: (inout ByteReader) throws(Malformed) -> Value) throws -> Value? {
        var value: Value?
        try db.cachedStatement(sql: "SELECT value FROM meta WHERE key = ?").run(.text(key)) { row in
            var reader = try Packet.open(Column.bytes(row, 0), key: PacketKey(meta: key))
            value = try body(&reader)
            try reader.finish()
        }
        return value
    }

    /// Writes a caller's meta.
    /// - Parameter known: what the table holds, so that only what differs from it is encoded; `nil`: everything is, and
    ///   values whose bytes are the same stay as they are.
    /// - Returns: how many rows were written.
    @discardableResult
    func write(_ meta: IndexMeta, since known: IndexMeta?) throws -> Int {
        var written = 0
        for key in MetaKey.ofCaller {
            if let known, key.isSame(in: known, meta) { continue }
            // Without them it stays an index of an earlier version.
            if key == .labels && meta.labels == nil || key == .dated && !meta.isDated { continue }
            written += try write(key) { $0.meta(key, of: meta) }
        }
        return written
    }

    /// - Returns: how many rows were written.
    func write(_ totals: Totals) throws -> Int {
        try write(.totals) {
            $0.count(totals.folders)
            $0.count(totals.files)
        }
    }

    /// - Returns: how many rows were written.
    func write(_ intents: [Intent]) throws -> Int {
        try write(.intents) { $0.intents(intents) }
    }

    /// - Returns: how many rows were written.
    func write(_ told: [NodeID: ToldChange]) throws -> Int {
        try write(.told) { $0.told(told) }
    }

    /// Counts one write. A number that ran over begins again at 1: 0 means never written.
    func raiseGeneration(_ generation: UInt64) throws -> UInt64 {
        let next = max(generation &+ 1, 1)
        _ = try write(.generation) { $0.fixed(next) }
        return next
    }

    /// Writes a row, unless it has these bytes already.
    private func write(_ key: MetaKey, _ body: (inout ByteWriter) -> Void) throws -> Int {
        var writer = ByteWriter()
        Packet.begin(&writer)
        body(&writer)
        Packet.seal(&writer, key: PacketKey(meta: key.rawValue))
        let bytes = writer.written
        var isSame = false
        try db.cachedStatement(sql: "SELECT value FROM meta WHERE key = ?").run(.text(key.rawValue)) { row in
            isSame = Column.bytes(row, 0).elementsEqual(bytes)
        }
        if isSame { return 0 }
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)")
            .run(.text(key.rawValue), .bytes(bytes))
        return 1
    }
}
