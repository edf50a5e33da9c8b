@testable import ShedRecords
import ShedTestSupport
import Testing

@Suite("A schema")
struct SchemaTests {
    static let booksText = """
        # Our books.
        title = "Title"
        follow-title = true
        other-keys = false
        sort-keys = false

        [key.Title]
        required = true
        unique = true
        [key.Year]  # of print
        type = "integer"
        minimum = 1400
        maximum = "2100"
        [key.Price]
        type = "number"
        minimum = 0.5
        [key.Bought]
        type = "date"
        minimum = "1990-06"
        maximum = "2030"
        [key.Status]
        type = "one-of"
        values = ["read", "lent"]
        default = "read"
        [key.Signed]
        type = "boolean"
        [key."Web page"]
        type = "url"
        [key.ISBN]
        pattern = "\\\\d{9}[\\\\dX]|\\\\d{13}"
        [key.Author]
        type = "record"
        collection = "Authors"

        [template.novel]
        Status = "lent"
        Year = "2000"
        """

    static func books() throws -> Schema { try Schema.parse(Array(booksText.utf8)) }

    @Test func `is read`() throws {
        let schema = try Self.books()
        #expect(schema.title == "Title")
        #expect(schema.followsTitle && !schema.allowsOtherKeys)
        #expect(schema.sortsKeys == false)
        #expect(schema.keys.map(\.name) == ["Title", "Year", "Price", "Bought", "Status", "Signed", "Web page", "ISBN", "Author"])
        #expect(schema.keys.map(\.type) == [.text, .integer, .number, .date, .oneOf, .boolean, .url, .text, .record])
        #expect(schema.keys.map(\.isRequired) == [true] + [Bool](repeating: false, count: 8))
        #expect(schema.key(named: "web PAGE")?.name == "Web page")
        #expect(schema.key(named: "pages") == nil)
        #expect(try schema.draft().pairs == [Pair("Status", "read")])
        #expect(try schema.draft(template: "novel").pairs == [Pair("Status", "lent"), Pair("Year", "2000")])
        let error = #expect(throws: RecordsError.self) { try schema.draft(template: "play") }
        #expect(error?.remedy == "There are “novel”.")
        #expect(try Schema.parse([]) == Schema())
    }

    @Test func `is written as it reads`() throws {
        let schema = try Self.books()
        #expect(try Schema.parse(schema.encode()) == schema)
        #expect(try Schema.parse(Schema().encode()) == Schema())
        var strange = Schema()
        strange.keys = [SchemaKey("a.\"b\"\\\n\u{e9}"), SchemaKey("", .boolean)]
        strange.templates = [SchemaTemplate(name: "x y", record: Record([Pair("k\t\u{1}", "\u{7f}\r\n\"\"\"")]))]
        #expect(try Schema.parse(strange.encode()) == strange)
    }

    @Test(arguments: [
        ("Year = 1", 1, "Year", "is no key here"), ("title = 1", 1, "title", "must be a text"), ("\nother-keys = \"yes\"", 2, "other-keys", "must be true or false"),
        ("follow-title = true", 1, "follow-title", "needs a title"), ("title = \"T\"\nother-keys = false", 1, "title", "names no key of the schema"),
        ("key = 1", 1, "key", "must hold tables"), ("[key]\nYear = 1", 2, "key.Year", "must be a table"),
        ("[key.Year]\n\ntpye = \"integer\"", 3, "key.Year.tpye", "is no key here"), ("[key.Year]\ntype = \"int\"", 2, "key.Year.type", "is no type"),
        ("[key.a]\nrequired = 1", 2, "key.a.required", "must be true or false"), ("[key.a]\nvalues = [\"x\"]", 2, "key.a.values", "is for the type one-of"),
        ("[key.a]\ntype = \"one-of\"", 2, "key.a.type", "needs values"), ("[key.a]\ntype = \"one-of\"\nvalues = [1]", 3, "key.a.values", "must be a list of texts"),
        ("[key.a]\ntype = \"one-of\"\nvalues = [\n\"x\",\n\"x\"]", 3, "key.a.values", "holds a value twice, or an empty one"),
        ("[key.a]\nminimum = 1", 2, "key.a.minimum", "is for numbers, integers and dates"),
        ("[key.a]\ntype = \"integer\"\nminimum = 1.5", 3, "key.a.minimum", "is not a whole number"),
        ("[key.a]\ntype = \"date\"\nminimum = 1990-01-01", 3, "key.a.minimum", "must be a number, or a date in quotation marks"),
        ("[key.a]\ntype = \"integer\"\nminimum = 2\nmaximum = 1", 4, "key.a.maximum", "is less than the minimum"),
        ("[key.a]\ntype = \"record\"", 2, "key.a.type", "needs a collection"), ("[key.a]\ncollection = \"B\"", 2, "key.a.collection", "is for the type record"),
        ("[key.a]\ntype = \"integer\"\ndefault = \"x\"", 3, "key.a.default", "does not fit: “a” is “x”, not a whole number"),
        ("[key.a]\nunique = true\ndefault = \"x\"", 3, "key.a.default", "would stand twice, since the key is unique"),
        ("[key.a]\npattern = \"(\"", 2, "key.a.pattern", "does not read: the pattern is wrong at byte 2: a ( is not closed"),
        ("[key.a]\ntype = \"integer\"\n[template.t]\na = \"x\"", 4, "template.t.a", "does not fit: “a” is “x”, not a whole number"),
        ("other-keys = false\n[template.t]\nb = \"x\"", 3, "template.t.b", "names no key of the schema"),
        ("[template.t]\nb = 1", 2, "template.t.b", "must be a text"),
        ("key = { \"a b\" = { type = 1 } }", 1, "key.a b.type", "must be a text"), ("[key.\"a\\u0062\"]\r\ntype = 1", 2, "key.ab.type", "must be a text"),
        ("[[key.a]]", 1, "key.a", "must be a table"),
    ] as [(String, Int, String, String)])
    func `has its faults told with line and key`(text: String, line: Int, key: String, message: String) {
        let error = #expect(throws: RecordsError.self) { try Schema.parse(Array(text.utf8)) }
        #expect(error?.message == "“\(key)” \(message)")
        #expect(error?.line == line)
        #expect(error?.remedy.isEmpty == false)
    }

    @Test func `is bounded, and refuses what is no TOML`() {
        let texts: [([UInt8], Int?)] = [
            (Array("a = ".utf8), 1), (Array("\n[=]".utf8), 2), (Array("\n\n\"".utf8) + [0xff], 3), (Array("# \u{0}".utf8), 1),
            (Array("\n[key.\"a\\u0000b\"]".utf8), 2), ([UInt8](repeating: UInt8(ascii: "\n"), count: Schema.largest + 1), nil),
            (Array(("a = " + String(repeating: "[", count: 100_000)).utf8), 1),
        ]
        for (text, line) in texts {
            let error = #expect(throws: RecordsError.self) { try Schema.parse(text) }
            #expect(error?.line == line)
        }
        let many = (0...Schema.most).map { "[key.k\($0)]\n" }.joined()
        #expect(throws: RecordsError.self) { try Schema.parse(Array(many.utf8)) }
    }

    @Test(arguments: [
        ("Year", "1944", nil), ("Year", "", nil), ("Year", "1399", .minimum), ("Year", "2101", .maximum), ("Year", "1944.0", .type), ("Year", "x", .type),
        ("Year", "99999999999999999999", .type), ("Price", "0.5", nil), ("Price", "0.49", .minimum), ("Price", "1,5", .type),
        ("Bought", "1990-06", nil), ("Bought", "1990-05-31", .minimum), ("Bought", "2030-12-31", nil), ("Bought", "2031", .maximum), ("Bought", "soon", .type),
        ("Status", "lent", nil), ("Status", "Lent", .values), ("Signed", "Yes", nil), ("Signed", "1", .type), ("Web page", "https://a.org/\u{e9}", nil),
        ("Web page", "a.org", .type), ("Web page", "https:", .type), ("Web page", "https://a b", .type), ("Web page", "1a:b", .type),
        ("ISBN", "012345678X", nil), ("ISBN", "012345678", .pattern), ("ISBN", String(repeating: "1", count: 70_000), .pattern),
        ("Author", "anything", nil), ("Pages", "3", .unknownKey), ("year", "1944", .unknownKey), ("Title", "", .required),
    ] as [(String, String, SchemaProblem.Rule?)])
    func `tells of every value whether it fits`(key: String, value: String, rule: SchemaProblem.Rule?) throws {
        var record = Record([Pair("Title", "Ficciones")])
        record[key] = value
        let problems = try Self.books().check(record)
        #expect(problems.map(\.rule) == (rule.map { [$0] } ?? []))
        for problem in problems {
            #expect(problem.key == key)
            #expect(problem.message.hasPrefix("“\(key)” ") && !problem.remedy.isEmpty)
        }
    }

    @Test func `all patterns of a record together are no more work than one`() throws {
        let text = (1...15).map { "[key.k\($0)]\npattern = \"((a?){300})*\"\n" }.joined()
        let record = Record((1...15).map { Pair("k\($0)", String(repeating: "a", count: 60_000)) })
        let problems = try Schema.parse(Array(text.utf8)).check(record)
        #expect(problems.map(\.rule) == Array(repeating: .pattern, count: 15))
        #expect(problems.last?.message == "“k15” is too long for a pattern that can go on in so many ways")
    }

    @Test func `many records in one look are no more work than a few`() throws {
        let schema = try Schema.parse(Array("[key.k]\npattern = \"((a?){300})*\"\n[key.n]\npattern = \"[a-z]*\"\n".utf8))
        let record = Record([Pair("k", String(repeating: "a", count: 64_000))])
        let allowance = PatternAllowance()
        let count = 280
        for _ in 0..<count { #expect(schema.check(record, within: allowance).isEmpty) }
        #expect(allowance.uncheckedRecords == count && allowance.uncheckedKey == "k")
        // One character more than is allowed may cost each of the pattern's steps.
        #expect(allowance.left > -4_000 * count)
        // What is short is checked all the same.
        #expect(schema.check(Record([Pair("n", "abc")]), within: allowance).isEmpty)
        #expect(schema.check(Record([Pair("n", "ab1")]), within: allowance).map(\.rule) == [.pattern])
        #expect(allowance.uncheckedRecords == count)
    }

    @Test func `finds the values of many keys, and what is none of them`() throws {
        let text = "other-keys = false\n" + (1...100).map { "[key.K\($0)]\ntype = \"integer\"\nrequired = true\n" }.joined()
        var record = Record((1...100).map { Pair("K\($0)", "\($0)") })
        let schema = try Schema.parse(Array(text.utf8))
        #expect(schema.check(record).isEmpty)
        record["K7"] = "x"
        record["k8"] = "8"
        let problems = schema.check(record)
        #expect(problems.map(\.rule) == [.type, .unknownKey] && problems.map(\.key) == ["K7", "k8"] && problems[1].remedy == "Did you mean “K8”?")
    }

    @Test func `tells all faults of a record at once`() throws {
        let record = Record([Pair("Pages", "1"), Pair("Year", "x"), Pair("status", "read")])
        let problems = try Self.books().check(record)
        #expect(problems.map(\.rule) == [.required, .type, .unknownKey, .unknownKey])
        #expect(problems.map(\.message) == [
            "“Title” has no value", "“Year” is “x”, not a whole number", "“Pages” is no key of this collection", "“status” is no key of this collection",
        ])
        #expect(problems.map(\.remedy) == [
            "Give it a value.", "Write digits only, at most 9223372036854775807.", "Remove the pair, or add the key to the schema.", "Did you mean “Status”?",
        ])
    }
}
