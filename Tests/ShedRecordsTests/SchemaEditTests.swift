import ShedRecords
import ShedTestSupport
import Testing

@Suite("An edit of a schema")
struct SchemaEditTests {
    static let text = """
        # Our books.
        title = "Title" # names the file

        [key.Title]
        required = true

        # The year of print.
        [key.Year]
        type = "integer"   # a number
        minimum = 1400     # Gutenberg

        [template.novel]
        Genre = "novel"
        """

    static func edited(_ replacements: [(String, String)]) -> String {
        replacements.reduce(text) { text, pair in
            guard let range = text.firstRange(of: pair.0) else { return text }
            return text.replacingCharacters(pair.1, at: range)
        }
    }

    @Test(arguments: [
        ([.set(.key("Year"), "minimum", .integer(1500))], [("1400 ", "1500 ")]),
        ([.set(.key("Year"), "maximum", .integer(2100))], [("Gutenberg\n", "Gutenberg\nmaximum = 2100\n")]),
        ([.set(.key("Year"), "minimum", nil)], [("minimum = 1400     # Gutenberg", "# Gutenberg")]),
        ([.set(.key("Title"), "required", nil)], [("required = true\n", "")]),
        ([.set(.key("Title"), "unique", .flag(true)), .set(.collection, "follow-title", .flag(true))],
            [("required = true\n", "required = true\nunique = true\n"), ("names the file\n", "names the file\nfollow-title = true\n")]),
        ([.set(.key("Page count"), "type", .text("integer"))], [("\"novel\"", "\"novel\"\n\n[key.\"Page count\"]\ntype = \"integer\"\n")]),
        ([.set(.key("Year"), "type", .text("one-of")), .set(.key("Year"), "values", .texts(["a", "\"b\""])), .set(.key("Year"), "minimum", nil)],
            [("\"integer\"", "\"one-of\""), ("minimum = 1400     # Gutenberg\n", "# Gutenberg\nvalues = [\"a\", \"\\\"b\\\"\"]\n")]),
        ([.set(.template("novel"), "Genre", .text("n"))], [("= \"novel\"", "= \"n\"")]),
        ([.remove(.key("Year"))], [("[key.Year]\ntype = \"integer\"   # a number\nminimum = 1400     # Gutenberg\n", "# a number\n# Gutenberg\n")]),
        ([.remove(.key("Pages")), .set(.key("Pages"), "type", nil)], []),
    ] as [([SchemaEdit], [(String, String)])])
    func `changes its lines and no others`(edits: [SchemaEdit], replacements: [(String, String)]) throws {
        let result = try Schema.edit(Array(Self.text.utf8), edits)
        #expect(String(decoding: result, as: UTF8.self) == Self.edited(replacements))
    }

    @Test func `begins with an empty file`() throws {
        let edits: [SchemaEdit] = [.set(.key("Year"), "type", .text("integer")), .set(.key("Year"), "required", .flag(true)), .set(.collection, "other-keys", .flag(false))]
        let result = try Schema.edit([], edits)
        #expect(String(decoding: result, as: UTF8.self) == "other-keys = false\n[key.Year]\ntype = \"integer\"\nrequired = true\n")
    }

    @Test func `keeps CR LF`() throws {
        let result = try Schema.edit(Array("title = \"a\"\r\n[key.a]\r\ntype = \"text\"\r\n".utf8), [.set(.key("a"), "unique", .flag(true)), .set(.key("a"), "type", nil)])
        #expect(String(decoding: result, as: UTF8.self) == "title = \"a\"\r\n[key.a]\r\nunique = true\r\n")
    }

    @Test(arguments: ["key.Year.type = \"integer\"", "[key]\nYear = { type = \"integer\" }", "key = { Year = { type = \"integer\" } }", "[key]\nYear.type = \"integer\""])
    func `is refused where the line is written in another way`(text: String) throws {
        for edit in [SchemaEdit.set(.key("Year"), "type", .text("number")), .remove(.key("Year"))] {
            let error = #expect(throws: RecordsError.self) { try Schema.edit(Array(text.utf8), [edit]) }
            #expect(error?.message == "the schema says this in a way that shed does not change by itself")
        }
    }

    @Test func `is refused where the schema would be wrong`() {
        let text = Array(Self.text.utf8)
        #expect(throws: RecordsError.self) { try Schema.edit(text, [.set(.key("Year"), "type", .text("text"))]) }
        #expect(throws: RecordsError.self) { try Schema.edit(text, [.set(.key("Year"), "tpye", .text("text"))]) }
        #expect(throws: RecordsError.self) { try Schema.edit(text, [.set(.key("Year"), "default", .text("a\0b"))]) }
        #expect(throws: RecordsError.self) { try Schema.edit(Array("[key.a".utf8), [.remove(.key("a"))]) }
    }

    @Test func `changes nothing but what it should, whatever the file is`() throws {
        var random = SeededRandom(14)
        let edits: [SchemaEdit] = [
            .set(.key("Year"), "minimum", .integer(3)), .set(.key("Year"), "minimum", nil), .set(.collection, "sort-keys", .flag(true)),
            .set(.key("New"), "type", .text("url")), .remove(.key("Year")), .remove(.template("novel")),
        ]
        var changed = 0
        for _ in 0..<1_500 {
            var bytes = Array((SchemaTests.booksText + "\n" + Self.text.split(separator: "\n").dropFirst(6).joined(separator: "\n")).utf8)
            if Bool.random(using: &random) { bytes = Array(Self.text.utf8) }
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(Array("[]{}\"'=.,#\n\\ a".utf8).randomElement(using: &random) ?? 0, at: place)
                default: bytes[place] = UInt8.random(in: 0...255, using: &random)
                }
            }
            guard let before = try? Schema.parse(bytes), let edit = edits.randomElement(using: &random),
                let after = try? Schema.parse(Schema.edit(bytes, [edit]))
            else { continue }
            changed += 1
            func others(_ schema: Schema) -> Schema {
                var schema = schema
                schema.keys.removeAll { $0.name == "Year" || $0.name == "New" }
                schema.templates.removeAll { $0.name == "novel" }
                schema.sortsKeys = nil
                return schema
            }
            #expect(others(before) == others(after))
        }
        #expect(changed > 200)
    }

    @Test func `is not misled by brackets and marks in texts`() throws {
        let text = """
            title = '''
            [key.Year]
            # no comment'''
            [key.a] # [key.Year]
            pattern = "[#\\"]*" # the pattern
            default = "\\""
            """
        let result = try Schema.edit(Array(text.utf8), [.set(.key("a"), "pattern", nil), .set(.key("Year"), "type", .text("integer"))])
        let shown = String(decoding: result, as: UTF8.self)
        #expect(shown == text.replacingLine("pattern = \"[#\\\"]*\" # the pattern", with: "# the pattern") + "\n\n[key.Year]\ntype = \"integer\"\n")
    }
}

extension String {
    fileprivate func replacingCharacters(_ text: String, at range: Range<Index>) -> String { self[..<range.lowerBound] + text + self[range.upperBound...] }

    fileprivate func replacingLine(_ line: String, with other: String) -> String {
        split(separator: "\n", omittingEmptySubsequences: false).map { $0 == line ? other : String($0) }.joined(separator: "\n")
    }
}
