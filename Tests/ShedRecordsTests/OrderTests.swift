import ShedModel
import ShedRecords
import Testing

@Suite("The order of records")
struct OrderTests {
    /// The names of records, sorted; each is given by its name and its pairs.
    private func sorted(_ order: String, _ records: [(String, [Pair])], schema: String? = nil) throws -> [String] {
        let schema = try schema.map { try Schema.parse(Array($0.utf8)) }
        var sorter = OrderSorter(try Order.parse(order, schema: schema))
        for (name, pairs) in records {
            try PackedRecord.pack(Record(pairs)).withUnsafeBytes { bytes in
                let view = try #require(PackedRecord.view(bytes))
                Array(name.utf8).withUnsafeBufferPointer { sorter.add(QueryRow(record: view, name: $0)) }
            }
        }
        return sorter.positions().map { records[$0].0 }
    }

    private static func records(_ key: String, _ values: [String]) -> [(String, [Pair])] { values.map { ($0, [Pair(key, $0)]) } }

    @Test func `is by looks where there is no schema`() throws {
        let values = ["b", "10", "2020-02", "9", "", "A", "\u{e1}b", "1e1", "2020-01-31", "a"]
        // Numbers, then dates, then texts; what is equal by name.
        #expect(try sorted("x", Self.records("x", values)) == ["9", "10", "1e1", "2020-01-31", "2020-02", "", "A", "a", "\u{e1}b", "b"])
        #expect(try sorted("-X", Self.records("x", ["9", "10", "b", "a"])) == ["10", "9", "b", "a"])
    }

    @Test func `is by type where there is one`() throws {
        let schema = """
            [key.n]
            type = "integer"
            [key.d]
            type = "date"
            [key.s]
            type = "one-of"
            values = ["new", "lent", "gone"]
            [key.b]
            type = "boolean"
            [key.t]
            """
        #expect(try sorted("n", Self.records("n", ["10", "x", "9", "1.5"]), schema: schema) == ["9", "10", "1.5", "x"])
        #expect(try sorted("-n", Self.records("n", ["10", "9", "x"]), schema: schema) == ["10", "9", "x"])
        #expect(try sorted("d", Self.records("d", ["1941", "1940-05-03", "1940", "10"]), schema: schema) == ["1940", "1940-05-03", "1941", "10"])
        #expect(try sorted("s", Self.records("s", ["gone", "lost", "lent", "new"]), schema: schema) == ["new", "lent", "gone", "lost"])
        #expect(try sorted("b", Self.records("b", ["yes", "no", "false"]), schema: schema) == ["false", "no", "yes"])
        #expect(try sorted("t", Self.records("t", ["9", "10", "b", "A"]), schema: schema) == ["10", "9", "A", "b"])
    }

    @Test func `has several keys, what is missing last, and ties by name`() throws {
        let records = [
            ("d", [Pair("a", "1"), Pair("b", "1")]), ("c", [Pair("a", "1"), Pair("b", "2")]), ("b", [Pair("b", "1")]), ("a", [Pair("b", "1")]),
            ("e", [Pair("a", "2")]),
        ]
        #expect(try sorted("a,-b", records) == ["c", "d", "e", "a", "b"])
        #expect(try sorted("-a, b", records) == ["e", "d", "c", "a", "b"])
        #expect(try sorted("-@name", records) == ["e", "d", "c", "b", "a"])
        #expect(try sorted("@modified,@id", records) == ["a", "b", "c", "d", "e"])
    }

    @Test func `is read from keys with commas between them`() throws {
        let order = try Order.parse(" year , -`a, \\`b` ,\"@id\",-@ID")
        #expect(order.terms.map(\.column) == [.key("year"), .key("a, `b"), .key("@id"), .id])
        #expect(order.terms.map(\.isDescending) == [false, true, false, true])
    }

    @Test(arguments: ["", "a,", ",a", "a,,b", "-", "`a", "`a` b", "@foo"]) func `has its faults told`(text: String) {
        #expect(throws: RecordsError.self) { try Order.parse(text) }
    }

    @Test func `of columns is that of the list`() throws {
        let schema = try Schema.parse(Array("[key.Year]".utf8))
        let columns = try Columns.parse("year, author,@id,@name,@modified,none", schema: schema)
        #expect(columns.columns == [.key("Year"), .key("author"), .id, .name, .modified, .key("none")])
        let values = try PackedRecord.pack(Record([Pair("Author", "Borges"), Pair("Year", "1944")])).withUnsafeBytes { bytes in
            let view = try #require(PackedRecord.view(bytes))
            return Array("Ficciones".utf8).withUnsafeBufferPointer {
                columns.values(of: QueryRow(record: view, id: NodeID(high: 0, low: 1), name: $0, modified: 5))
            }
        }
        #expect(values == ["1944", "Borges", "00000000-0000-0000-0000-000000000001", "Ficciones", "5", nil])
        #expect(throws: RecordsError.self) { try Columns.parse("a,@foo") }
    }
}
