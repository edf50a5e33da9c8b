import GRDB
import GRDBSQLite

/// Which segments an FTS5 index consists of: its structure record (`fts5StructureDecode` in ext/fts5/fts5_index.c of SQLite).
struct SegmentList: Equatable {
    struct Segment: Equatable {
        var number: UInt64
        var first: UInt64
        var last: UInt64
    }

    struct Level: Equatable {
        /// How many of the segments are being merged.
        var merging: UInt64
        var segments: [Segment]
    }

    /// Where FTS5 keeps it.
    static let row: Int64 = 10
    /// FTS5_MAX_SEGMENT, less some that it may need itself to merge.
    private static let most = 1_900

    var cookie: [UInt8]
    var levels: [Level]
    /// How many pages were ever written.
    var written: UInt64

    /// - Returns: `nil` for what it does not know, such as the form of tables that contents can be deleted from.
    init?(_ bytes: [UInt8]) {
        var position = 4
        func number() -> UInt64? {
            var value: UInt64 = 0
            for _ in 0..<8 {
                guard position < bytes.count else { return nil }
                let byte = bytes[position]
                position += 1
                value = value << 7 | UInt64(byte & 0x7f)
                if byte < 0x80 { return value }
            }
            return nil
        }
        guard bytes.count >= 7, bytes[4] != 0xff, let count = number(), count <= 64, let total = number(), total <= 2_000, let written = number() else { return nil }
        cookie = Array(bytes[..<4])
        self.written = written
        levels = []
        for _ in 0..<count {
            guard let merging = number(), let size = number(), size <= total, merging <= size else { return nil }
            var segments: [Segment] = []
            for _ in 0..<size {
                guard let segment = number(), let first = number(), let last = number() else { return nil }
                segments.append(Segment(number: segment, first: first, last: last))
            }
            levels.append(Level(merging: merging, segments: segments))
        }
        guard position == bytes.count, levels.reduce(0, { $0 + $1.segments.count }) == total else { return nil }
    }

    var bytes: [UInt8] {
        var bytes = cookie
        func put(_ number: UInt64) { SegmentWriter.append(number, to: &bytes) }
        put(UInt64(levels.count))
        put(UInt64(levels.reduce(0) { $0 + $1.segments.count }))
        put(written)
        for level in levels {
            put(level.merging)
            put(UInt64(level.segments.count))
            for segment in level.segments { [segment.number, segment.first, segment.last].forEach(put) }
        }
        return bytes
    }

    /// A number that no segment has; `nil` where there are too many.
    var free: Int64? {
        let used = Set(levels.flatMap(\.segments).map(\.number))
        return (1...UInt64(SegmentList.most)).first { !used.contains($0) }.map { Int64($0) }
    }

    /// How many small ones there are.
    var small: Int { levels.first?.segments.count ?? 0 }

    /// Of so many pages a segment is large: it stands where FTS5 has put together small ones twice, so that it need not merge it with them.
    private static let large: Int64 = 200
    private static let largeLevel = 2

    /// Adds a segment that was just written. Which one is newer does not matter, since no row is in two of them.
    mutating func add(_ number: Int64, pages: Int64) {
        let level = pages > SegmentList.large ? SegmentList.largeLevel : 0
        while levels.count <= level { levels.append(Level(merging: 0, segments: [])) }
        levels[level].segments.append(Segment(number: UInt64(number), first: 1, last: UInt64(pages)))
        written += UInt64(pages)
    }
}

extension Database {
    /// Writes terms as a segment of the table `words`. This connection must not have asked FTS5 for anything: it keeps what it read of the
    /// structure, and finds out that it is another one only where another connection changed it.
    /// - Returns: how many small segments there are then; `nil` where that cannot be done, and nothing was written.
    func writeSegment(_ terms: TermLists, pageSize: Int) throws -> Int? {
        guard !terms.isEmpty else { return 0 }
        guard let block = try block(of: SegmentList.row), var list = SegmentList(block), let number = list.free else { return nil }
        var writer = try SegmentWriter(self, segment: number, pageSize: pageSize)
        try terms.forEach { term, rows in try writer.add(term, rows) }
        list.add(number, pages: try writer.finish())
        let data = try makeStatement(sql: "REPLACE INTO words_data(id, block) VALUES(?, ?)")
        try SegmentWriter.write(list.bytes, to: SegmentList.row, data)
        return list.small
    }

    /// What FTS5 keeps under a number.
    private func block(of row: Int64) throws -> [UInt8]? {
        let statement = try makeStatement(sql: "SELECT block FROM words_data WHERE id=?")
        let sqlite = statement.sqliteStatement
        defer { sqlite3_reset(sqlite) }
        sqlite3_bind_int64(sqlite, 1, row)
        switch sqlite3_step(sqlite) {
        case SQLITE_ROW:
            let start = sqlite3_column_blob(sqlite, 0)
            return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(sqlite, 0))))
        case SQLITE_DONE: return nil
        case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code))
        }
    }
}
