import ShedModel
import ShedRecords
import Testing

@Suite("CSV")
struct CSVExchangeTests {
    @Test func `tells an absent key from an empty value`() throws {
        let records = [
            IdentifiedRecord(id: Sample.records[0].id, record: Record([Pair("a", ""), Pair("b", "1+1")])),
            IdentifiedRecord(id: Sample.records[1].id, record: Record([Pair("c", "-1"), Pair("id", "7")])),
        ]
        let text = try String(decoding: ExchangeFormat.csv.export(records, of: CollectionHead()), as: UTF8.self)
        #expect(text == """
            id,a,b,c,id_\r
            0190b5c8-7d5e-7c3a-9f21-3b6c1f0e4a11,"",1+1,,\r
            0190b5c8-7d5e-7c3a-9f21-3b6c1f0e4a12,,,-1,7\r\n
            """)
        #expect(try ExchangeFormat.csv.imported(text).content == records)
    }

    @Test(arguments: [
        ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"), ("+1+1", "'+1+1"), ("-5+HYPERLINK(1)", "'-5+HYPERLINK(1)"), ("@SUM(1)", "'@SUM(1)"), (" =1", "' =1"),
        ("\t=1", "'\t=1"), ("\r=1", "\"'\r=1\""), ("＝1", "'＝1"), ("'=1", "''=1"), ("''-1", "'''-1"), ("-", "'-"), ("+49 30", "'+49 30"),
        // Numbers, and what is no formula.
        ("-5", "-5"), ("+1,234.50", "\"+1,234.50\""), ("-1e-3", "-1e-3"), ("-3%", "-3%"), ("'", "'"), ("'tis", "'tis"), ("1-1", "1-1"),
    ]) func `holds no formula, and gives every value back`(value: String, cell: String) throws {
        let record = IdentifiedRecord(id: nil, record: Record([Pair("a", "x"), Pair(value, value)]))
        var options = ExchangeOptions(hasIDs: false)
        let bytes = try ExchangeFormat.csv.export([record], of: CollectionHead(), options: options)
        #expect(String(decoding: bytes, as: UTF8.self) == "a,\(cell)\r\nx,\(cell)\r\n")
        #expect(try ExchangeFormat.csv.imported(bytes, options: options).content == [record])
        options.formulas = .keep
        let kept = try ExchangeFormat.csv.export([record], of: CollectionHead(), options: options)
        #expect(String(decoding: kept, as: UTF8.self).hasPrefix("a,\(value)") || String(decoding: kept, as: UTF8.self).hasPrefix("a,\"\(value)"))
        #expect(try ExchangeFormat.csv.imported(kept, options: options).content == [record])
    }

    @Test func `is read with line feeds, a byte order mark, empty lines and fields of several lines`() throws {
        let back = try ExchangeFormat.csv.imported("\u{feff}a,b\n1,\"two\r\n\"\"lines\"\"\"\n\n,\n\"\",x")
        #expect(back.content.map(\.record.pairs) == [[Pair("a", "1"), Pair("b", "two\r\n\"lines\"")], [], [Pair("a", ""), Pair("b", "x")]])
        #expect(back.records.map(\.line) == [2, 5, 6])
        #expect(back.notes.map(\.line) == [6])
    }

    @Test func `takes the column that a person names for IDs, or none`() throws {
        let text = "id,Key\n7,0190b5c8-7d5e-7c3a-9f21-3b6c1f0e4a11\n"
        #expect(ExchangeFormat.csv.fault(text)?.line == 2)
        #expect(try ExchangeFormat.csv.imported(text, options: ExchangeOptions(idColumn: "Key")).content
            == [IdentifiedRecord(id: Sample.records[0].id, record: Record([Pair("id", "7")]))])
        #expect(try ExchangeFormat.csv.imported(text, options: ExchangeOptions(hasIDs: false)).records[0].id == nil)
        #expect(ExchangeFormat.csv.fault(text, options: ExchangeOptions(idColumn: "Nr"))?.message == "no column is called “Nr”")
    }

    @Test(arguments: [
        ("", 1, "is empty"), ("a,b\n1\n", 2, "1 field, the header 2"), ("a\n\n1,2\n", 3, "2 fields, the header 1"), ("a,a\n", 1, "two columns are called “a”"),
        ("a,\n", 1, "column 2 has no name"), ("a\nx\"y\n", 2, "inside of a field without"), ("a\n\"x\"y\n", 2, "text behind a quotation mark"),
        ("a,b\n1,2\n1,\"x\n\n\ny", 3, "no partner"), ("a\rb", 1, "carriage return"), ("a\nx\0\n", 2, "NUL"), ("a\n\"x\0\"\n", 2, "NUL"),
        ("id,a\n../x.json,1\n", 2, "“../x.json” is no UUID"),
    ]) func `is refused where it is wrong`(text: String, line: Int, message: String) {
        let fault = ExchangeFormat.csv.fault(text)
        #expect(fault?.line == line)
        #expect(fault?.message.contains(message) == true, "\(fault?.message ?? "no error")")
    }

    @Test(arguments: [("Title;Year\nA;1\n", CSVSeparator.comma, "semicolon"), ("Title\tYear\nA\t1\n", .comma, "tab"), ("Title,Year\nA,1\n", .tab, "comma")])
    func `refuses a header that speaks for another separator, unless a person named this one`(text: String, supposed: CSVSeparator, other: String) throws {
        let fault = ExchangeFormat.csv.fault(text, options: ExchangeOptions(separator: supposed))
        #expect(fault?.line == 1 && fault?.message == "the header has no \(supposed), but a \(other)")
        #expect(fault?.remedy.contains("--separator \(other)") == true)
        #expect(try ExchangeFormat.csv.imported(text, options: ExchangeOptions(separator: supposed, isSeparatorChosen: true)).content.map(\.record.pairs.count) == [1])
        // In quotation marks it is one column, and so it is written.
        let single = IdentifiedRecord(id: nil, record: Record([Pair("a;b", "1")]))
        let options = ExchangeOptions(hasIDs: false)
        let written = try ExchangeFormat.csv.export([single], of: CollectionHead(), options: options)
        #expect(String(decoding: written, as: UTF8.self) == "\"a;b\"\r\n1\r\n")
        #expect(try ExchangeFormat.csv.imported(written, options: options).content == [single])
    }

    @Test func `tells columns apart that only look alike`() throws {
        #expect(try ExchangeFormat.csv.imported("caf\u{e9},cafe\u{301}\n1,2\n").records[0].record.pairs.count == 2)
    }

    @Test func `is refused where it is not UTF-8`() {
        #expect(ExchangeFormat.csv.fault(Array("a\n".utf8) + [0xe9, 0x0a])?.line == 2)
    }
}
