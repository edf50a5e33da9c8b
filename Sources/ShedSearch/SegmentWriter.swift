import GRDB
import GRDBSQLite

/// Writes a segment of an FTS5 index: its terms in their order with the rows that have them, in the pages that FTS5 itself would write.
///
/// FTS5 takes one row after the other, looks up each of its terms in a table of its own, and merges what it wrote before again and again,
/// which took most of the time of indexing. Terms of a thousand files that are sorted at once are a segment as they are. Its form is
/// that of the file format, which all versions since 3.9 read (“%_data” and “%_idx” in ext/fts5/fts5_index.c of SQLite): of `detail=none`,
/// without prefix indexes. No list is long enough here to need an index of its own (``most``).
struct SegmentWriter {
    /// No segment has more files: so no list goes over so many pages that FTS5 wants an index of it (FTS5_MIN_DLIDX_SIZE).
    static let most = 8_000
    /// What FTS5 puts before terms that stand in the index itself, and in none of its prefixes (FTS5_MAIN_PREFIX).
    private static let mainPrefix = UInt8(ascii: "0")

    private let data: Statement
    private let index: Statement
    private let segment: Int64
    /// A page has so many bytes, or a few more.
    private let pageSize: Int

    private var page = Page()
    private var term: [UInt8] = []
    /// What is to be written of the page that the next terms are found on.
    private var key: (term: [UInt8], page: Int64) = ([], 1)

    /// What is being filled.
    private struct Page {
        var number: Int64 = 1
        var bytes: [UInt8] = [0, 0, 0, 0]
        /// Where terms begin, each as the distance from the one before.
        var places: [UInt8] = []
        var lastPlace = 0
        var hasTerm = false
        var hasRow = false

        /// As it will be written.
        var size: Int { bytes.count + places.count }

        mutating func put(_ value: Int, at position: Int) {
            bytes[position] = UInt8(truncatingIfNeeded: value >> 8)
            bytes[position + 1] = UInt8(truncatingIfNeeded: value)
        }

        mutating func clear() {
            bytes.removeAll(keepingCapacity: true)
            bytes += [0, 0, 0, 0]
            places.removeAll(keepingCapacity: true)
            (lastPlace, number, hasTerm, hasRow) = (0, number + 1, false, false)
        }
    }

    /// - Parameter segment: its number.
    init(_ db: Database, segment: Int64, pageSize: Int) throws {
        data = try db.makeStatement(sql: "REPLACE INTO words_data(id, block) VALUES(?, ?)")
        index = try db.makeStatement(sql: "INSERT INTO words_idx(segid, term, pgno) VALUES(?, ?, ?)")
        (self.segment, self.pageSize) = (segment, pageSize)
    }

    /// Adds a term that comes behind all others, with its rows in their order.
    mutating func add(_ text: UnsafeBufferPointer<UInt8>, _ rows: UnsafeBufferPointer<Int64>) throws {
        try begin(text)
        var last: Int64 = 0
        for row in rows {
            if page.hasRow {
                SegmentWriter.append(UInt64(row - last), to: &page.bytes)
            } else {
                // The first one of a page on which a list goes on stands there whole, and the page says where.
                page.put(page.bytes.count, at: 0)
                SegmentWriter.append(UInt64(row), to: &page.bytes)
                page.hasRow = true
            }
            last = row
            if page.size >= pageSize { try flush() }
        }
    }

    private mutating func begin(_ text: UnsafeBufferPointer<UInt8>) throws {
        let size = text.count + 1
        if page.size + size + 2 >= pageSize, page.bytes.count > 4 { try flush() }
        SegmentWriter.append(UInt64(page.bytes.count - page.lastPlace), to: &page.places)
        page.lastPlace = page.bytes.count
        var shared = 0
        func byte(_ position: Int) -> UInt8 { position == 0 ? SegmentWriter.mainPrefix : text[position - 1] }
        while shared < min(term.count, size), term[shared] == byte(shared) { shared += 1 }
        if page.hasTerm {
            SegmentWriter.append(UInt64(shared), to: &page.bytes)
        } else {
            if page.number > 1 {
                try writeKey()
                key = ((0...shared).map(byte), page.number)
            }
            shared = 0
        }
        SegmentWriter.append(UInt64(size - shared), to: &page.bytes)
        for position in shared..<size { page.bytes.append(byte(position)) }
        term.removeAll(keepingCapacity: true)
        term.append(SegmentWriter.mainPrefix)
        term.append(contentsOf: text)
        (page.hasTerm, page.hasRow) = (true, true)
    }

    private mutating func flush() throws {
        page.put(page.bytes.count, at: 2)
        if page.hasTerm { page.bytes += page.places }
        try SegmentWriter.write(page.bytes, to: segment << 37 + page.number, data)
        page.clear()
    }

    private mutating func writeKey() throws {
        let sqlite = index.sqliteStatement
        defer { sqlite3_reset(sqlite) }
        let code = key.term.withUnsafeBytes { term in
            sqlite3_bind_int64(sqlite, 1, segment)
            // An empty one is a blob too, and no null.
            if term.isEmpty { sqlite3_bind_zeroblob(sqlite, 2, 0) } else { sqlite3_bind_blob(sqlite, 2, term.baseAddress, CInt(term.count), nil) }
            sqlite3_bind_int64(sqlite, 3, key.page << 1)
            return sqlite3_step(sqlite)
        }
        guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    /// Ends the segment.
    /// - Returns: the number of its last page.
    mutating func finish() throws -> Int64 {
        if page.bytes.count > 4 { try flush() }
        if page.number > 1 { try writeKey() }
        return page.number - 1
    }

    static func write(_ block: [UInt8], to row: Int64, _ data: Statement) throws {
        let sqlite = data.sqliteStatement
        defer { sqlite3_reset(sqlite) }
        let code = block.withUnsafeBytes { block in
            sqlite3_bind_int64(sqlite, 1, row)
            sqlite3_bind_blob(sqlite, 2, block.baseAddress, CInt(block.count), nil)
            return sqlite3_step(sqlite)
        }
        guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    /// As SQLite writes numbers that are not below 0: seven bits a byte, the highest first. Those of nine bytes are none of ours.
    static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        if value < 0x80 { return bytes.append(UInt8(value)) }
        var shift = 49
        while value >> UInt64(shift) == 0 { shift -= 7 }
        while shift > 0 {
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)) | 0x80)
            shift -= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: value) & 0x7f)
    }
}
