import ShedTOML
import Testing

/// What a TOML document reads as.
@Suite struct TOMLTableTests {
    private func parse(_ text: String) throws(TOMLError) -> TOMLTable { try TOMLTable(parsing: Array(text.utf8)) }

    @Test(arguments: [
        ("\"a\\tb\"", .string("a\tb")), ("'a\\tb'", .string("a\\tb")), ("\"\"\"\na\nb\"\"\"", .string("a\nb")), ("\"\\u00e9\\U0001F4D6\"", .string("é📖")),
        ("\"\"\"\\\n  §\"\"\"", .string("§")), ("'é'", .string("é")), ("\"a\\u0000b\"", .string("a\0b")), ("\"\"", .string("")),
        ("0", .integer(0)), ("-9223372036854775808", .integer(.min)), ("0xff", .integer(255)), ("0b101", .integer(5)), ("1_000", .integer(1000)),
        ("1.5", .double(1.5)), ("-0.0", .double(-0.0)), ("1e3", .double(1000)), ("inf", .double(.infinity)), ("nan", .double(.nan)),
        ("true", .bool(true)), ("false", .bool(false)), ("1979-05-27", .dateTime("1979-05-27")), ("07:32:00", .dateTime("07:32:00")),
        ("1979-05-27T07:32:00.5+01:00", .dateTime("1979-05-27T07:32:00.5+01:00")), ("1979-05-27 07:32:00Z", .dateTime("1979-05-27T07:32:00Z")),
        ("[]", .array([])), ("[1, [\"a\",\n# a comment\ntrue],]", .array([.integer(1), .array([.string("a"), .bool(true)])])),
    ] as [(String, TOMLValue)])
    func `a value is read`(text: String, expected: TOMLValue) throws {
        #expect(try parse("v = \(text)")["v"] == expected)
        #expect(try parse("\u{feff}v=\(text) # end\r\n")["v"] == expected)
        #expect(try parse("v = [\(text)]")["v"]?.array == [expected])
        if !text.contains("\n") { #expect(try parse("v = {w.x = \(text)}")["v"]?.table?["w"]?.table?["x"] == expected) }
    }

    @Test func `keys come in the order of the document, and sorted where that is asked for`() throws {
        let table = try parse("b = 1\n\"a b\" = 2\n'c' = 3\n[z.y]\n[a]\n[z]\n[[l]]\n")
        #expect(table.entries.map(\.key) == ["b", "a b", "c", "z", "a", "l"])
        #expect(table.sortedEntries.map(\.key) == ["a", "a b", "b", "c", "l", "z"])
        for entry in table.entries { #expect(table.entry(entry.key) == entry) }
        #expect(table["d"] == nil && table[""] == nil)
        #expect(table.unknownKey(besides: ["z", "b", "c", "a"]) == "a b")
        #expect(table.unknownKey(besides: table.entries.map(\.key)) == nil)
        #expect(try parse("").count == 0)
        #expect(try parse("\u{feff}# nothing").entries.isEmpty)
    }

    @Test func `keys are told apart by their bytes`() throws {
        let table = try parse("\"é\" = 1\n\"e\u{301}\" = 2")
        #expect(table["é"] == .integer(1))
        #expect(table["e\u{301}"] == .integer(2))
    }

    @Test func `keys and tables know where they stand`() throws {
        let table = try parse("a = 0\r\n  b.c = \"é\" # x\n[d.e]\nf = { g = 1 }\n [[h]]\n[[h]]\ni = [{},\n  {}]\n[d]\n")
        func place(_ line: Int, _ column: Int) -> TOMLPosition { TOMLPosition(line: line, column: column) }
        #expect(table.entries.map(\.position) == [place(1, 1), place(2, 3), place(3, 2), place(5, 4)])
        let (d, h) = (try #require(table["d"]?.table), try #require(table["h"]?.array))
        #expect(d.position == place(9, 1))
        #expect(d.entry("e")?.position == place(3, 4))
        #expect(d["e"]?.table?["f"]?.table?.entry("g")?.position == place(4, 7))
        #expect(h.map { $0.table?.position } == [place(5, 2), place(6, 1)])
        #expect(h[1].table?["i"]?.array?.map { $0.table?.position } == [place(7, 6), place(8, 3)])
    }

    @Test func `tables are equal that say the same`() throws {
        let table = try parse("a = 1\nb = { c = nan }")
        #expect(try table == parse("b.c = nan # the same\n'a' = 1"))
        #expect(try table != parse("a = 1\nb = { c = 1.0 }"))
        #expect(try parse("a = 1") != parse("a = 1.0"))
        #expect(try Set([table, parse("a = 1\n[b]\nc = nan")]).count == 1)
    }

    @Test func `a value is nothing but its own sort`() throws {
        let table = try parse("s = 'x'\ni = 1\nd = 1.0\nb = true\nt = 07:32:00\na = ['x', 1]\nl = ['x']\n")
        for entry in table.entries {
            #expect((entry.value.string != nil) == (entry.key == "s"))
            #expect((entry.value.integer != nil) == (entry.key == "i"))
            #expect((entry.value.double != nil) == (entry.key == "d"))
            #expect((entry.value.bool != nil) == (entry.key == "b"))
            #expect((entry.value.array != nil) == (entry.key == "a" || entry.key == "l"))
            #expect((entry.value.strings != nil) == (entry.key == "l"))
            #expect(entry.value.table == nil)
        }
    }
}
