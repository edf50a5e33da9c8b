import ShedRecords
import ShedTestSupport
import Testing

@Suite("The text of a record")
struct RecordTextTests {
    @Test func `is read and written`() throws {
        let text = """
            {
              "Title": "Ficciones",
              "caf\u{e9}": "a \\"quoted\\" \\\\ and / \\u0001\\n",
              "": ""
            }

            """
        let record = try RecordText.parse(Array(text.utf8))
        #expect(record.pairs == [Pair("Title", "Ficciones"), Pair("caf\u{e9}", "a \"quoted\" \\ and / \u{1}\n"), Pair("", "")])
        #expect(RecordText.encode(record) == Array(text.utf8))
        #expect(RecordText.encode(record, sorted: true) == RecordText.encode(record.sorted))
        #expect(RecordText.encode(Record()) == Array("{}\n".utf8))
    }

    @Test func `is read in any spelling of JSON`() throws {
        let text = " \r\n\t{\"a\" :\t\"\\u00e9\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\"\r\n,\"\\u0062\": \"e\u{301}\" } \n"
        let record = try RecordText.parse(Array(text.utf8))
        #expect(record.pairs == [Pair("a", "\u{e9}\u{1f600}/\u{8}\u{c}\n\r\t"), Pair("b", "e\u{301}")])
        #expect(try RecordText.parse(Array("{}".utf8)).pairs.isEmpty)
        #expect(try RecordText.parse(Array("{\"caf\u{e9}\": \"1\", \"cafe\u{301}\": \"2\"}".utf8)).pairs.count == 2)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        var text: [UInt8]
        var line: Int
        var column: Int
        var message: String
        var remedy: String
        var testDescription: String { message }

        init(_ text: String, _ line: Int, _ column: Int, _ message: String, _ remedy: String = "") {
            self.init(Array(text.utf8), line, column, message, remedy)
        }

        init(_ text: [UInt8], _ line: Int, _ column: Int, _ message: String, _ remedy: String = "") {
            (self.text, self.line, self.column, self.message, self.remedy) = (text, line, column, message, remedy)
        }
    }

    static let faults: [Fault] = [
        Fault("", 1, 1, "the file is empty", "Write {} for a record without pairs."),
        Fault(" \n ", 1, 1, "the file is empty"),
        Fault("\u{feff}{}", 1, 1, "the file begins with a byte order mark", "Save it as UTF-8 without a byte order mark."),
        Fault("\n[]", 2, 1, "the file holds an array, not an object"),
        Fault("\"a\"", 1, 1, "the file holds a text, not an object"),
        Fault("12", 1, 1, "the file holds a number, not an object"),
        Fault("hello", 1, 1, "the file holds “h”, not an object"),
        Fault("{\n  \"Year\": 1940\n}", 2, 11, "the value of “Year” is a number, not a text", "Put it in quotes: \"1940\"."),
        Fault("{\"a\": true}", 1, 7, "the value of “a” is a boolean, not a text", "Put it in quotes: \"true\"."),
        Fault("{\"a\": null}", 1, 7, "the value of “a” is null, not a text", "Put it in quotes: \"null\"."),
        Fault("{\"a\": -1.5e3,\"b\":\"\"}", 1, 7, "the value of “a” is a number, not a text", "Put it in quotes: \"-1.5e3\"."),
        Fault("{\"a\": [\"b\"]}", 1, 7, "the value of “a” is an array, not a text", "Records are flat: write one text, in double quotes."),
        Fault("{\"a\": {\"b\": \"c\"}}", 1, 7, "the value of “a” is an object, not a text"),
        Fault("{\"a\": ,}", 1, 7, "the value of “a” is missing or not in double quotes", "Remove the comma."),
        Fault("{\"a\": 'b'}", 1, 7, "the value of “a” is missing or not in double quotes", "Use double quotes: ' is no quotation mark in JSON."),
        Fault("{a: \"b\"}", 1, 2, "a key must be a text in double quotes", "Write it as \"key\"."),
        Fault("{ // no\n}", 1, 3, "a key must be a text in double quotes", "Remove the comment: JSON has none."),
        Fault("{\"a\" \"b\"}", 1, 6, "a colon is missing behind the key “a”"),
        Fault("{\"a\": \"b\" \"c\": \"d\"}", 1, 11, "a comma or } is missing"),
        Fault("{\"a\": \"b\",\n}", 2, 1, "a comma stands before the }", "Remove the comma."),
        Fault("{,}", 1, 2, "a key must be a text in double quotes", "Remove the comma."),
        Fault("{\n\"a\": \"1\",\n\"b\": \"2\",\n\"\\u0061\": \"3\"}", 4, 1, "the key “a” stands twice, first on line 2", "Keep one of the two."),
        Fault("{\"a\": \"\\ud800\"}", 1, 8, "\\ud800 is half a surrogate pair and no character in the value of “a”"),
        Fault("{\"a\": \"\\udc00\\ud800\"}", 1, 8, "\\udc00 is half a surrogate pair and no character in the value of “a”"),
        Fault("{\"a\": \"x\\ud800\\u0041\"}", 1, 9, "\\ud800 is half a surrogate pair and no character in the value of “a”"),
        Fault("{\"\\ud800\": \"\"}", 1, 3, "\\ud800 is half a surrogate pair and no character in a key"),
        Fault("{\"a\": \"\\x\"}", 1, 8, "“\\x” is no escape in the value of “a”", "Write a backslash as \\\\."),
        Fault("{\"a\": \"\\u12\"}", 1, 8, "\\u must be followed by four digits 0-9 or a-f in the value of “a”"),
        Fault("{\"a\": \"b\u{0}\"}", 1, 9, "a NUL byte stands in the value of “a”", "Remove it, or write it as \\u0000."),
        Fault("{\"a\": \"b\nc\"}", 1, 9, "a line break stands in the value of “a”", "Write it as \\n, or close the quotation marks."),
        Fault("{\"a\": \"\t\"}", 1, 8, "a tab stands in the value of “a”", "Write it as \\t."),
        Fault("{\"a\u{1}\": \"\"}", 1, 4, "a control character, \\u{1}, stands in a key", "Remove it, or write it as \\u0001."),
        Fault(Array("{\"a\": \"b".utf8) + [0xff] + Array("\"}".utf8), 1, 9, "a byte that is not UTF-8 (0xff) stands in the value of “a”"),
        Fault(Array("{\"a\": \"\\n".utf8) + [0xc0, 0x80] + Array("\"}".utf8), 1, 10, "a byte that is not UTF-8 (0xc0) stands in the value of “a”"),
        Fault(Array("{\"".utf8) + [0xed, 0xa0, 0x80] + Array("\":\"\"}".utf8), 1, 3, "a byte that is not UTF-8 (0xed) stands in a key"),
        Fault("{} {}", 1, 4, "something follows the object", "Remove what stands behind the closing }."),
        Fault("{}\n\n\u{0}", 3, 1, "something follows the object"),
        Fault("{", 1, 2, "the text ends too early", "Close it with }."),
        Fault("{\n\"a", 2, 3, "the text ends too early"),
        Fault("{\"a\"", 1, 5, "the text ends too early, in the pair of “a”"),
        Fault("{\"a\":", 1, 6, "the text ends too early, in the pair of “a”"),
        Fault("{\"a\":\"b\\", 1, 9, "the text ends too early, in the pair of “a”"),
        Fault("{\"a\":\"b\"", 1, 9, "the text ends too early"),
    ]

    @Test(arguments: faults) func `has its faults told with their place`(fault: Fault) {
        let error = #expect(throws: RecordsError.self) { try RecordText.parse(fault.text) }
        #expect(error?.message == fault.message)
        #expect(error?.line == fault.line)
        #expect(error?.column == fault.column)
        #expect(fault.remedy.isEmpty ? error?.remedy.isEmpty == false : error?.remedy == fault.remedy)
    }

    /// Programs that reserve space leave NUL behind what has come.
    @Test(arguments: ["", "{", "{\n\"a", "{\"a\"", "{\"a\":", "{\"a\":\"b\\", "{\"a\":\"b", "{\"a\":\"b\"", "{\"a\":\"b\",", "{}"])
    func `ends too early also where only NUL follows`(text: String) {
        for count in [1, 2, 4_000] {
            let rest = [UInt8](repeating: 0, count: count)
            let error = #expect(throws: RecordsError.self) { try RecordText.parse(Array(text.utf8) + rest) }
            #expect(error?.isEarlyEnd == true)
            let whole = #expect(throws: RecordsError.self) { try RecordText.parse(Array(text.utf8) + rest + Array("\"}".utf8)) }
            #expect(whole?.isEarlyEnd == false)
        }
    }

    @Test func `is bounded`() throws {
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        for text in [deep, Array("{\"a\":".utf8) + deep, Array(String(repeating: "{\"a\":", count: 100_000).utf8)] {
            #expect(throws: RecordsError.self) { try RecordText.parse(text) }
        }
        let pairs = (0..<RecordText.mostPairs).map { Pair("k\($0)", "v") }
        #expect(try RecordText.parse(RecordText.encode(Record(unique: pairs))).pairs == pairs)
        let tooMany = RecordText.encode(Record(unique: pairs + [Pair("one more", "")]))
        #expect(throws: RecordsError("there are more than 10000 pairs", line: 10_002, column: 3, remedy: "Split the record.")) {
            try RecordText.parse(tooMany)
        }
        let twice = RecordText.encode(Record(unique: pairs.dropLast() + [Pair("k17", "")]))
        var doubled = RecordsError("the key “k17” stands twice, first on line 19", line: 10_001, column: 3, remedy: "Keep one of the two.")
        doubled.isDoubledKey = true
        #expect(throws: doubled) {
            try RecordText.parse(twice)
        }
        let frame = RecordText.encode(Record([Pair("a", "")])).count
        let longest = Record([Pair("a", String(repeating: "x", count: RecordText.largest - frame))])
        #expect(try RecordText.parse(RecordText.encode(longest)) == longest)
        let tooLong = RecordText.encode(longest) + [0x20]
        let error = #expect(throws: RecordsError.self) { try RecordText.parse(tooLong) }
        #expect(error?.message == "the file has more than 1024 KiB")
    }

    @Test func `reads what it writes, whatever the pairs are`() throws {
        var random = SeededRandom(5)
        for _ in 0..<500 {
            let record = RandomRecords.record(using: &random)
            for sorted in [false, true] {
                let bytes = RecordText.encode(record, sorted: sorted)
                #expect(try RecordText.parse(bytes) == (sorted ? record.sorted : record))
            }
        }
    }

    @Test func `survives every cut and every changed byte`() throws {
        var random = SeededRandom(6)
        for _ in 0..<60 {
            let bytes = RandomRecords.text(of: RandomRecords.record(using: &random), using: &random)
            for length in 0..<bytes.count {
                guard let record = try? RecordText.parse(Array(bytes[..<length])) else { continue }
                // Only white space was cut away.
                #expect(try RecordText.parse(bytes) == record)
            }
            for _ in 0..<100 {
                var changed = bytes
                changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                guard let record = try? RecordText.parse(changed) else { continue }
                #expect(try RecordText.parse(RecordText.encode(record)) == record)
            }
        }
    }
}
