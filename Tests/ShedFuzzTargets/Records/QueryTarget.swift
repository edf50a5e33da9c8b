import ShedModel
import ShedRecords

extension FuzzTarget {
    /// A query, and what logic makes of it: what finds the same must.
    static let query = FuzzTarget("query", words: ["and ", "or ", "not ", "in (", "has ", "tag:lent", "tag:g/n", "* ~ ", "@id", "@name", "@modified", "`a b`", " = ", " != ", " <= ", " >= ", " !~ ", "year", "Price", "Day", "Lent"], texts: [
        "author ~ borges and year > 1940", "year in (1941, 1944) or not (price = 1.5 and day >= 2020-02)", "`a b` = \"x\\n\" and has title and not tag:lent", "* ~ \"aires\" or @name = Ode or @modified > 2020", "lent = yes and year != -9223372036854775808",
    ]) { input throws(BrokenInvariant) in
        guard let text = String(validating: input, as: UTF8.self) else { return }
        for schema in [nil, plainSchema] as [Schema?] {
            let query: Query
            do throws(RecordsError) { query = try Query.parse(text, schema: schema) } catch {
                _ = Query.excerpt(of: text, at: error)
                continue
            }
            try check(text, query, schema)
        }
        _ = (try? Order.parse(text), try? Columns.parse(text))
        if let order = try? Order.parse(text, schema: plainSchema) { try checkSorting(order) }
    }

    private static let plainSchema = try? Schema.parse(Array(schemaText.utf8))

    private static let rows: [[UInt8]] = [
        Record([Pair("Title", "Ficciones"), Pair("Author", "Jorge Luis Borges"), Pair("Year", "1944"), Pair("Price", "-0.0"), Pair("Day", "2020-02-29"), Pair("Lent", "Yes"), Pair("a b", "x\n")]),
        Record([Pair("year", "9223372036854775807"), Pair("price", "1e308"), Pair("day", "0000-01-01T00:00+23:59"), Pair("lent", "?"), Pair("", "\0")]),
        Record([Pair("YEAR", "-9223372036854775808"), Pair("Year", "007"), Pair("Price", "NaN"), Pair("Day", "9999-12-31T23:59:59-23:59"), Pair("e\u{301}", "\u{e9}")]), Record(),
    ].map(PackedRecord.pack)

    private static func found(_ query: Query) -> [Bool] {
        let name = Array("Ode".utf8)
        return rows.enumerated().map { number, row in
            row.withUnsafeBytes { bytes in
                name.withUnsafeBufferPointer { name in
                    guard let record = PackedRecord.view(bytes) else { return false }
                    return query.matches(QueryRow(record: record, id: number == 3 ? nil : FuzzReader.id(number), name: name, modified: [0, 9_223_372_036, -9_223_372_037, nil][number], labels: UInt64(number) &* 0x5555))
                }
            }
        }
    }

    private static func check(_ text: String, _ query: Query, _ schema: Schema?) throws(BrokenInvariant) {
        let found = found(query)
        // At the bounds of length, depth and tags the longer query may be none.
        func other(_ text: String) -> [Bool]? { (try? Query.parse(text, schema: schema)).map(self.found) }
        if let denied = other("not (\(text)\n)") { try require(denied == found.map { !$0 }, "not a query finds something else than what it does not find") }
        if let both = other("(\(text)\n) and (\(text)\n)") { try require(both == found, "a query and itself find something else") }
        if let either = other("(\(text)\n) or not (\(text)\n)") { try require(either.allSatisfy(\.self), "a query or not does not find all") }
    }

    private static func checkSorting(_ order: Order) throws(BrokenInvariant) {
        func sorted(atMost limit: Int?) -> [Int] {
            var sorter = OrderSorter<Int>(order, limit: limit)
            for (number, row) in rows.enumerated() {
                row.withUnsafeBytes { bytes in if let record = PackedRecord.view(bytes) { _ = sorter.add(QueryRow(record: record, modified: 9_223_372_036)) { number } } }
            }
            return sorter.sorted()
        }
        let all = sorted(atMost: nil)
        try require(all.sorted() == Array(rows.indices), "sorting loses a record")
        try require(sorted(atMost: 3) == Array(all.prefix(3)), "the first records are others where only these are asked for")
    }
}
