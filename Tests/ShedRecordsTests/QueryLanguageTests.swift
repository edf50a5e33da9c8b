import ShedModel
import ShedRecords
import ShedTestSupport
import Testing

@Suite("The language of queries")
struct QueryLanguageTests {
    static let schema = """
        other-keys = true
        [key.Count]
        type = "integer"
        [key.Price]
        type = "number"
        [key.Day]
        type = "date"
        [key.Lent]
        type = "boolean"
        [key.Note]
        type = "text"
        [key.Status]
        type = "one-of"
        values = ["read", "lent"]
        [key."two words"]
        type = "url"
        """

    static func matches(_ query: String, _ pairs: [Pair], schema: String? = nil, name: String = "Ficciones", tags: Set<String> = []) throws -> Bool {
        let schema = try schema.map { try Schema.parse(Array($0.utf8)) }
        let query = try Query.parse(query, schema: schema)
        var bits: UInt64 = 0
        for (number, label) in query.labels.enumerated() where tags.contains(where: { label == .tag($0) || label == .value($0) }) { bits |= 1 << UInt64(number) }
        let bytes = PackedRecord.pack(Record(pairs))
        return try bytes.withUnsafeBytes { bytes in
            let record = try #require(PackedRecord.view(bytes))
            return Array(name.utf8).withUnsafeBufferPointer {
                query.matches(
                    QueryRow(record: record, id: NodeID("01a1fdbe-023a-7f47-9234-b91421635f47"), name: $0, modified: 86_400, labels: bits))
            }
        }
    }

    /// Every operator with every type: a value, and which operators hold with the constant.
    struct Row: Sendable, CustomTestStringConvertible {
        var key: String
        var value: String
        var constant: String
        /// Of `= != < <= > >=`, `in`, `not in`, `~`, `!~`.
        var holds: Set<String>
        var testDescription: String { "\(key) = \(value), asked for \(constant)" }

        init(_ key: String, _ value: String, _ constant: String, _ holds: String) {
            (self.key, self.value, self.constant) = (key, value, constant)
            self.holds = Set(holds.split(separator: "|").map(String.init))
        }
    }

    static let less = "!=|<|<=|not in"
    static let equal = "=|<=|>=|in"
    static let greater = "!=|>|>=|not in"

    static let rows: [Row] = [
        Row("Count", "9", "10", less + "|!~"), Row("Count", "10", "10", equal + "|~"), Row("Count", "100", "10", greater + "|~"),
        Row("Count", "10", "9.5", greater + "|!~"), Row("Count", "1.5", "1", "~"), Row("Count", "ten", "10", "!~"), Row("Count", "", "10", "!~"),
        Row("Count", "9007199254740993", "9007199254740992", greater + "|!~"),
        Row("Price", "9.5", "10", less + "|!~"), Row("Price", "1e1", "10.0", equal + "|!~"), Row("Price", "-3", "-3.5", greater + "|!~"),
        Row("Price", "3,5", "3", "~"),
        Row("Day", "1939-12-31", "1940", less + "|!~"), Row("Day", "1940-05-03", "1940", equal + "|~"), Row("Day", "1941", "1940", greater + "|!~"),
        Row("Day", "1940", "1940-05", less + "|!~"), Row("Day", "1940-05-03T23:59:59Z", "1940-05-03", equal + "|~"),
        Row("Day", "1940-05-04T00:30+01:00", "1940-05-03", equal + "|!~"), Row("Day", "May 1940", "1940", "~"), Row("Day", "1940-02-30", "1940", "~"),
        Row("Lent", "Yes", "true", "=|in|!~"), Row("Lent", "no", "yes", "!=|not in|!~"), Row("Lent", "maybe", "no", "!~"),
        Row("Note", "Borges", "Borges", equal + "|~"), Row("Note", "borges", "Borges", greater + "|~"), Row("Note", "Bor", "Borges", less + "|!~"),
        Row("Note", "100", "20", less + "|!~"), Row("Note", "\u{c9}tude", "etude", greater + "|~"), Row("Note", "", "a", less + "|!~"),
        Row("Note", "e\u{301}", "\u{e9}", less + "|~"),
        Row("Status", "read", "lent", greater + "|!~"), Row("Status", "lent", "lent", equal + "|~"),
        Row("two words", "https://a.org", "https://a.org", equal + "|~"),
        // Not in the schema: by their looks.
        Row("other", "9", "10", less + "|!~"), Row("other", "1e1", "10", equal + "|!~"), Row("other", "ten", "10", greater + "|!~"),
        Row("other", "1940-05", "1940", equal + "|~"), Row("other", "1940", "1940-01-15", less + "|!~"), Row("other", "010", "10", less + "|~"),
        Row("other", "b", "a", greater + "|!~"), Row("other", "yes", "true", greater + "|!~"),
    ]

    @Test(arguments: rows) func `has operators for every type`(row: Row) throws {
        for sign in ["=", "!=", "<", "<=", ">", ">=", "~", "!~", "in", "not in"] {
            let list = sign.hasSuffix("in") ? "(\"\(row.constant)\")" : "\"\(row.constant)\""
            let query = "`\(row.key)` \(sign) \(list)"
            if row.key == "Lent", ["<", "<=", ">", ">="].contains(sign) {
                #expect(throws: RecordsError.self) { try Self.matches(query, [Pair(row.key, row.value)], schema: Self.schema) }
                continue
            }
            #expect(try Self.matches(query, [Pair(row.key, row.value)], schema: Self.schema) == row.holds.contains(sign), "\(query)")
            // What is not there is neither equal nor unequal.
            #expect(try !Self.matches(query, [Pair("Another", row.value)], schema: Self.schema), "\(query)")
        }
    }

    static let book = [Pair("Title", "Ficciones"), Pair("Author", "Jorge Luis Borges"), Pair("year", "1944"), Pair("Year of print", "1962"), Pair("empty", "")]

    @Test(arguments: [
        ("Author = \"Jorge Luis Borges\"", true), ("author=\"Jorge Luis Borges\"", true), ("AUTHOR ~ 'borges'", true), ("year>1940 and year<1950", true),
        ("year>1940 AND NOT year<1950", false), ("not year > 1950", true), ("not not year > 1950", false), ("Not (year > 1950 or title ~ x)", true),
        // and binds tighter than or.
        ("year = 1944 or year = 1 and year = 2", true), ("(year = 1944 or year = 1) and year = 2", false), ("year = 1 and year = 2 or year = 1944", true),
        ("year in (1, 2, \"1944\")", true), ("year in (1,2)", false), ("year not in (1,2)", true), ("missing not in (1)", false),
        ("has empty", true), ("has missing", false), ("empty = ''", true), ("has `Year of print`", true), ("`year OF print` >= 1962", true),
        ("* ~ luis", true), ("* ~ \"x y\"", false), ("not * ~ luis", false), ("* = 1944.0", true), ("* = Luis", false),
        ("tag:lent", true), ("TAG:\"to buy/soon\"", true), ("tag:other", false), ("tag:lent and not tag:other", true),
        ("@name = Ficciones", true), ("@NAME ~ FICC", true), ("@id = 01A1FDBE-023A-7F47-9234-B91421635F47", true), ("@id ~ 01a1", true), ("@id = x", false),
        ("has @id and has @name and has @modified", true), ("@modified = 1970-01-02", true), ("@modified < 1970-01-02", false),
        ("@modified in (1969, 1970)", true), ("title !~ \"\\\"\"", true), ("`@id` = x", false), ("`a\\`b` = x", false), ("`and` = x", false),
        ("title = \"and\"", false), ("((((year = 1944))))", true), ("\n year\n=\n1944\n", true), ("year=-5", false),
    ] as [(String, Bool)])
    func `says what it says`(query: String, holds: Bool) throws {
        #expect(try Self.matches(query, Self.book, tags: ["lent", "to buy/soon"]) == holds)
    }

    @Test func `looks for the very key first`() throws {
        let pairs = [Pair("YEAR", "1"), Pair("Year", "2"), Pair("year", "3"), Pair("an\u{e9}e", "4"), Pair("anne\u{301}e", "5")]
        for (query, holds) in [("year = 3", true), ("Year = 2", true), ("yEAR = 1", true), ("anee = 4", true), ("`anne\u{301}e` = 5", true)] {
            #expect(try Self.matches(query, pairs) == holds, "\(query)")
        }
        // The schema's spelling is the one that is meant.
        #expect(try Self.matches("COUNT = 7", [Pair("COUNT", "x"), Pair("Count", "7")], schema: Self.schema))
    }

    @Test(arguments: [
        ("", 1, 1, "the query is empty"), ("  ", 1, 3, "the query is empty"), ("year >", 1, 7, "a value is missing before the end"),
        ("year", 1, 5, "a comparison is missing behind “year”"), ("year 1940", 1, 6, "a comparison is missing behind “year”"),
        ("year = 1 author = 2", 1, 10, "“and” or “or” is missing before “author”"), ("(year = 1", 1, 1, "a ( is not closed"),
        ("year = 1)", 1, 9, "a ) closes nothing"), ("year = \"x", 1, 8, "\" has no end"), ("`year = 1", 1, 1, "` has no end"),
        ("year ! 1", 1, 6, "! stands alone"), ("year = and", 1, 8, "a value is missing before “and”"), ("and", 1, 1, "a key is missing before “and”"),
        ("not", 1, 4, "a key is missing before the end"), ("has", 1, 4, "a key is missing before the end"), ("year in 1", 1, 9, "a ( is missing behind “in”"),
        ("year in ()", 1, 10, "a value is missing before )"), ("year in (1 2)", 1, 12, "a comma or ) is missing before “2”"),
        ("year not = 1", 1, 10, "a comparison is missing behind “year”"), ("* > 1", 1, 3, "* can be compared by ~ and = only"),
        ("tag: x", 1, 1, "tag: has no name"), ("var:", 1, 1, "var: has no name"), ("var:a >", 1, 8, "a value is missing before the end"), ("var:\"a=b\" = 1", 1, 11, "no variable that has one of = < > ! in its name can be asked for"), ("var:a ~ 1", 1, 7, "“and” or “or” is missing before ~"), ("@foo = 1", 1, 1, "there is no “@foo”"), ("@modified ~ 1", 1, 11, "@modified is a time and holds no text"),
        ("@modified = x", 1, 13, "“x” is not a date (1940, 1940-05 or 1940-05-03), as “@modified” is"), ("year = “x”", 1, 8, "“ is no quotation mark here"),
        ("year = \"\\q\"", 1, 9, "a backslash stands before nothing that it changes"), ("year = 1\nand 2 >\n", 3, 1, "a value is missing before the end"),
        ("Count = x", 1, 9, "“x” is not a number, as “Count” is"), ("Lent = 1", 1, 8, "“1” is not true or false, as “Lent” is"),
        ("Lent < true", 1, 6, "“Lent” is a boolean and has no order"), ("Count in (1, x)", 1, 14, "“x” is not a number, as “Count” is"),
        ("Status = reed", 1, 10, "“Status” is never “reed”"), ("Status != Read", 1, 11, "“Status” is never “Read”"),
        ("Status in (read, x)", 1, 18, "“Status” is never “x”"), ("`Status` not in (x)", 1, 18, "“Status” is never “x”"),
        ("year = \u{1}", 1, 8, "“\\u{1}” means nothing here"),
    ] as [(String, Int, Int, String)])
    func `tells what is wrong and where`(query: String, line: Int, column: Int, message: String) {
        let error = #expect(throws: RecordsError.self) { try Query.parse(query, schema: Schema.parse(Array(Self.schema.utf8))) }
        #expect(error?.message == message)
        #expect(error?.line == line)
        #expect(error?.column == column)
        #expect(error?.remedy.isEmpty == false)
    }

    @Test(arguments: ["Status = read", "Status = \"\"", "Status ~ reed", "Status > reed", "Status in (read, lent)", "status = lent"])
    func `takes what a one-of may be, and lists that where it is another`(query: String) throws {
        let schema = try Schema.parse(Array(Self.schema.utf8))
        _ = try Query.parse(query, schema: schema)
        let error = #expect(throws: RecordsError.self) { try Query.parse("Status = reed", schema: schema) }
        #expect(error?.remedy.contains("“read”, “lent”") == true)
    }

    @Test(arguments: [1, 3, 511, 512, 513, 1_024, 1_025, 5_000]) func `looks into texts of any length`(length: Int) throws {
        // The first grows when it is folded, the last is in no table.
        for letter in ["\u{149}", "\u{390}", "\u{e9}", "e", "\u{4e00}", "\u{10c80}"] {
            let value = String(repeating: letter, count: length) + "\u{c9}nd"
            #expect(try Self.matches("a ~ end", [Pair("a", value)]), "\(letter)")
            #expect(try Self.matches("a ~ \"\(letter)\u{e9}N\"", [Pair("a", value)]), "\(letter)")
            #expect(try Self.matches("a !~ ends", [Pair("a", value)]), "\(letter)")
            #expect(try Self.matches("a = \"\(value)\" and \(value) !~ x", [Pair("a", value), Pair(value.uppercased(), "y")]), "\(letter)")
        }
    }

    @Test func `survives every cut and every changed byte`() throws {
        var random = SeededRandom(13)
        let schema = try Schema.parse(Array(Self.schema.utf8))
        var read = 0
        for text in ["not (a = 'x\\n' or Count in (1,2)) and has `two words`", "@modified >= 1970 and tag:\"a b\" or * ~ caf\u{e9}"] {
            for _ in 0..<2_000 {
                var bytes = Array(text.utf8)
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: bytes.remove(at: place)
                    case 1: bytes.insert(Array("()`'\"=!~<>,*\\ @:".utf8).randomElement(using: &random) ?? 0, at: place)
                    default: bytes[place] = UInt8.random(in: 0..<128, using: &random)
                    }
                }
                let changed = String(decoding: bytes, as: UTF8.self)
                do throws(RecordsError) {
                    _ = try Query.parse(changed, schema: schema)
                    read += 1
                } catch { #expect(Query.excerpt(of: changed, at: error) != nil, "\(changed)") }
            }
        }
        #expect(read > 100 && read < 3_900)
    }

    @Test func `shows the place`() throws {
        let text = "title = \"\u{e9}\"\n  and\tyear ! 3"
        let error = try #require(throws: RecordsError.self) { try Query.parse(text) }
        #expect(Query.excerpt(of: text, at: error) == "  and year ! 3\n           ^")
        let long = String(repeating: "x", count: 500) + " = 1 2" + String(repeating: "y", count: 500)
        let second = try #require(throws: RecordsError.self) { try Query.parse(long) }
        let lines = try #require(Query.excerpt(of: long, at: second)).split(separator: "\n")
        #expect(lines[0].count == 120)
        #expect(lines[0][lines[0].index(lines[0].startIndex, offsetBy: lines[1].count - 1)] == "2")
        #expect(Query.excerpt(of: "", at: RecordsError("x", line: 2, column: 1)) == nil)
    }

    @Test func `refuses keys that a closed schema does not have`() throws {
        let closed = "other-keys = false\n[key.Year]\ntype = \"integer\""
        let error = #expect(throws: RecordsError.self) { try Self.matches("yaer > 1", [], schema: closed) }
        #expect(error?.remedy == "Its keys are “Year”. To ask all the same put it in backticks.")
        #expect(try Self.matches("`yaer` > 1", [Pair("yaer", "2")], schema: closed))
    }

    @Test(arguments: [
        ("var:rating", ["rating"]), ("VAR:rating >= 4", ["rating>=4"]), ("var:\"read on\"=open or var:a != 'x y'", ["read on=open", "a!=x y"]),
        ("var:a<1 and not var:a<1", ["a<1"]), ("`var:a` = 1", []),
    ] as [(String, [String])]) func `values of variables are asked for as find asks for them`(query: String, values: [String]) throws {
        #expect(try Query.parse(query).labels == values.map { .value($0) })
    }

    @Test func `a value of a variable counts like a tag`() throws {
        #expect(try Self.matches("var:rating>=4 and not tag:lent", [], tags: ["rating>=4"]))
        #expect(try !Self.matches("var:rating>=4 and not tag:lent", [], tags: ["rating>=4", "lent"]))
        #expect(try !Self.matches("var:rating>=4", [], tags: []))
    }

    @Test func `is bounded`() throws {
        let deep = String(repeating: "(", count: Query.deepest) + "a = 1" + String(repeating: ")", count: Query.deepest)
        #expect(try Self.matches(deep, [Pair("a", "1")]))
        #expect(throws: RecordsError.self) { try Query.parse("(\(deep))") }
        #expect(throws: RecordsError.self) { try Query.parse(String(repeating: "(", count: 60_000)) }
        #expect(try Self.matches(String(repeating: "not ", count: 16_000) + "a = 1", [Pair("a", "1")]))
        let wide = String(repeating: "a = 2 or ", count: 7_000) + "a = 1"
        #expect(try Self.matches(wide, [Pair("a", "1")]))
        #expect(throws: RecordsError.self) { try Query.parse("a = " + String(repeating: "x", count: Query.longest)) }
        let tags = (0..<64).map { "tag:t\($0)" }.joined(separator: " or ")
        #expect(try Query.parse(tags + " or tag:t63").labels.count == 64)
        #expect(throws: RecordsError.self) { try Query.parse(tags + " or tag:t64") }
    }
}
