import ShedModel
import ShedRecords
import Testing

@Suite("The order of records")
struct OrderTests {
    /// The names of records, sorted; each is given by its name and its pairs.
    private func sorted(_ order: String, _ records: [(String, [Pair])], schema: String? = nil) throws -> [String] {
        let schema = try schema.map { try Schema.parse(Array($0.utf8)) }
        var sorter = OrderSorter<String>(try Order.parse(order, schema: schema))
        try Self.add(records, to: &sorter)
        return sorter.sorted()
    }

    private static func add(_ records: [(String, [Pair])], to sorter: inout OrderSorter<String>) throws {
        for (name, pairs) in records {
            try PackedRecord.pack(Record(pairs)).withUnsafeBytes { bytes in
                let view = try #require(PackedRecord.view(bytes))
                _ = Array(name.utf8).withUnsafeBufferPointer { stem in sorter.add(QueryRow(record: view, name: stem)) { name } }
            }
        }
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

    @Test func `keeps the first alone where no others are wanted, and tells which these are`() throws {
        let records = (0..<2_000).map { ("r\($0 * 7_919 % 2_000)", [Pair("a", "\($0 * 104_729 % 500)")]) }
        let all = try sorted("-a", records)
        for limit in [0, 1, 7, 300, 1_999, 5_000] {
            var sorter = OrderSorter<String>(try Order.parse("-a"), limit: limit)
            try Self.add(records, to: &sorter)
            #expect(sorter.sorted() == Array(all.prefix(limit)), "\(limit)")
        }
    }

    @Test(arguments: [nil, 2] as [Int?]) func `is one over several collections`(limit: Int?) throws {
        func sorted(_ order: String, _ collections: [(schema: String, records: [(String, [Pair])])]) throws -> [String] {
            let orders = try collections.map { try Order.parse(order, schema: $0.schema.isEmpty ? nil : Schema.parse(Array($0.schema.utf8))) }
            let sorters = try zip(Order.united(orders), collections).map { order, collection in
                var sorter = OrderSorter<String>(order, limit: limit)
                try Self.add(collection.records, to: &sorter)
                return sorter
            }
            var all = try #require(sorters.first)
            for sorter in sorters.dropFirst() { all.add(sorter) }
            return all.sorted()
        }
        func first(_ names: [String]) -> [String] { Array(names.prefix(limit ?? .max)) }
        let integer = "[key.n]\ntype = \"integer\"\n"
        let text = "[key.n]\n"
        let status = "[key.N]\ntype = \"one-of\"\nvalues = [\"open\", \"closed\"]\n"
        let otherStatus = "[key.n]\ntype = \"one-of\"\nvalues = [\"closed\", \"open\"]\n"
        let left = Self.records("n", ["10", "9"])
        let right = Self.records("n", ["b", "11", "9.5"])
        // What one has as integers is that in all that say nothing of it.
        #expect(try sorted("n", [(integer, left), ("", right)]) == first(["9", "10", "11", "9.5", "b"]))
        // Where it is a number in one and a text in the other, looks decide in both.
        #expect(try sorted("n", [(integer, left), (text, right)]) == first(["9", "9.5", "10", "11", "b"]))
        #expect(try sorted("-n", [(text, left), (integer, right)]) == first(["11", "10", "9.5", "9", "b"]))
        #expect(try sorted("n", [(text, left), (text, right)]) == first(["10", "11", "9", "9.5", "b"]))
        let states = Self.records("n", ["closed", "open"])
        let others = Self.records("n", ["other"])
        #expect(try sorted("n", [(status, states), ("", others)]) == first(["open", "closed", "other"]))
        #expect(try sorted("n", [(otherStatus, states), (status, others)]) == first(["closed", "open", "other"]))
        // What is equal stands by name, and of one name as the collections do.
        let equal = [("x", [Pair("n", "1")]), ("y", [Pair("n", "1")])]
        #expect(try sorted("n", [("", [("y", [Pair("n", "1")])]), ("", equal)]) == first(["x", "y", "y"]))
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
