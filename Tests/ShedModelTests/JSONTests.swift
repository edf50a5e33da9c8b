import ShedModel
import Testing

private func parse(_ text: String) throws(JSONParser.Failure) -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

@Suite struct JSONParserTests {
    @Test(arguments: [
        ("null", .null), (" true ", .bool(true)), ("false", .bool(false)), ("0", .integer(0)), ("-0", .integer(0)),
        ("-12", .integer(-12)), ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .number(9223372036854775808)), ("1.5", .number(1.5)), ("1e2", .number(100)),
        ("1E-2", .number(0.01)), ("-0.0", .number(-0.0)), ("\"\"", ""), ("[]", []), ("{}", [:]),
        ("[1, [true], {\"a\" : null}]\r\n\t", [1, [true], ["a": nil]]),
        ("{\"b\":1,\"a\":{\"\":\"x\"}}", ["b": 1, "a": ["": "x"]]),
    ] as [(String, JSONValue)])
    func `a value is read`(text: String, expected: JSONValue) throws { #expect(try parse(text) == expected) }

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u0041\u00e9\u672C""#, "Aé本"),
        (#""\ud83d\udcd6x""#, "📖x"), (#""\uD834\uDD1E""#, "𝄞"), (#""\u0000""#, "\0"), ("\"é\u{2028}\u{7f}\"", "é\u{2028}\u{7f}"),
        (#""\udbff\udfff""#, "\u{10ffff}"), (#""a\\u0041""#, "a\\u0041"),
    ])
    func `a string's escapes are read`(text: String, expected: String) throws {
        #expect(try parse(text).string.map { Array($0.utf8) } == Array(expected.utf8))
    }

    @Test(arguments: [
        "", " ", "nul", "nulll", "True", "+1", "01", "-", "1.", ".5", "1e", "1e+", "0x1", "NaN", "Infinity", "1e999",
        "-1e999", "[", "[1", "[1,", "[1,]", "[,]", "[1 2]", "]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}",
        "{a:1}", "{1:1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "\"", "\"a", "\"\\", "\"\\\"", "\"a\nb\"", "\"\t\"", "\"\\x\"", "\"\\u12\"",
        "\"\\u12g4\"", "\"\\u+123\"", "\"\\ud800\"", "\"\\ud800x\"", "\"\\ud800\\n\"", "\"\\ud800\\ud800\"", "\"\\udc00\"",
        "'a'", "1 2", "{} {}", "// x\n1", "\u{feff}1", "\u{a0}1", "1\0",
    ])
    func `what is not JSON is refused`(text: String) {
        #expect(throws: JSONParser.Failure.self) { try parse(text) }
    }

    @Test(arguments: [
        [0x22, 0xff, 0x22], [0x22, 0xc0, 0x80, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22], [0x22, 0x5c, 0x6e, 0xff, 0x22],
        [0x22, 0xc3, 0x22], [0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d],
    ] as [[UInt8]])
    func `a string that is not UTF-8 is refused`(bytes: [UInt8]) {
        #expect(throws: JSONParser.Failure.self) { try JSONParser.parse(bytes) }
    }

    @Test(arguments: [("7", 1), ("[]", 1), ("[1,[2,{}],\"a\"]", 6), ("{\"a\":{\"b\":null},\"c\":[true]}", 5)])
    func `no more values are read than somebody says`(text: String, count: Int) throws {
        #expect(try JSONParser.parse(Array(text.utf8), most: count) == parse(text))
        #expect(throws: JSONParser.Failure.self) { try JSONParser.parse(Array(text.utf8), most: count - 1) }
    }

    @Test(arguments: [1, 2, 8, 9, 10, 40])
    func `a member that occurs twice is refused, however many there are`(count: Int) throws {
        let names = (0..<count).map { "\"k\($0)\":0" }
        #expect(try parse("{" + names.joined(separator: ",") + "}").object?.members.count == count)
        for twice in Set([0, count / 2, count - 1]) {
            let text = "{" + (names + ["\"k\(twice)\":1"]).joined(separator: ",") + "}"
            #expect(throws: JSONParser.Failure.self) { try parse(text) }
        }
    }

    @Test func `one name is the same however it is escaped`() {
        #expect(throws: JSONParser.Failure.self) { try parse(#"{"a":1,"\u0061":2}"#) }
    }

    @Test func `depth is bounded`() throws {
        func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        #expect(throws: Never.self) { try parse(nested(JSONParser.deepest)) }
        #expect(throws: JSONParser.Failure.self) { try parse(nested(JSONParser.deepest + 2)) }
        #expect(throws: JSONParser.Failure.self) { try parse(String(repeating: "{\"a\":", count: 100_000)) }
    }

    @Test func `the form for people is as long as what it holds, however deep it nests`() throws {
        func nested(_ depth: Int) -> JSONValue { (0..<depth).reduce(.integer(1)) { inner, _ in .array([inner]) } }
        let (some, more) = (nested(200).pretty.count, nested(400).pretty.count)
        #expect(more < 3 * some)
        #expect(try JSONParser.parse(nested(JSONParser.deepest / 2).pretty) == nested(JSONParser.deepest / 2))
        #expect(nested(2).pretty == Array("[\n  [\n    1\n  ]\n]\n".utf8))
        // The writer, which has no whole value, indents as deep and no deeper.
        var writer = JSONWriter()
        for _ in 0..<200 { writer.beginArray() }
        writer.value(1)
        for _ in 0..<200 { writer.end() }
        #expect(writer.bytes == nested(200).pretty)
    }

    @Test(arguments: [("[1,x]", 3), ("", 0), ("{\"a\":1} x", 8), ("\"\\q\"", 3), ("[1", 2)])
    func `a failure says at which byte`(text: String, offset: Int) {
        #expect(#expect(throws: JSONParser.Failure.self) { try parse(text) }?.offset == offset)
    }

    @Test func `every beginning of a text is refused or read, never trapped`() throws {
        let text = Array(#"{"aé":[1.5e3,-2,"\ud83d\udcd6",true,null],"b":{"c":"d\n"}}"#.utf8)
        for end in 0..<text.count {
            #expect(throws: JSONParser.Failure.self) { try JSONParser.parse(Array(text[..<end])) }
        }
        #expect(throws: Never.self) { try JSONParser.parse(text) }
    }
}

@Suite struct JSONWriterTests {
    private static let sample: JSONValue = [
        "b": [1, -2, .number(1.5), .number(1e100), .number(3), true, nil],
        "a": ["empty": [], "none": [:], "text": "é本📖 /\\\"\n\r\t\u{1}\u{7f}\u{2028}"],
        "": .integer(.min),
    ]

    @Test func `the compact form is one line`() {
        let bytes = JSONValue.object(["b": [1, "x/é"], "a": ["c": nil, "d": false]]).compact
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"b":[1,"x/é"],"a":{"c":null,"d":false}}"#)
        #expect(!Self.sample.compact.contains(UInt8(ascii: "\n")))
    }

    @Test func `the form for people is indented by two`() {
        let bytes = JSONValue.object(["b": [1, [:]], "a": [], "c": ["d": nil]]).pretty
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                {
                  "b": [
                    1,
                    {}
                  ],
                  "a": [],
                  "c": {
                    "d": null
                  }
                }

                """)
    }

    @Test func `a text that is written value by value is that of the whole value`() throws {
        var writer = JSONWriter()
        writer.beginObject()
        for member in Self.sample.object?.members ?? [] { writer.member(member) }
        writer.name("list")
        writer.beginArray()
        writer.value(Self.sample)
        writer.beginObject()
        writer.end()
        writer.end()
        var bytes = writer.take()
        writer.end()
        bytes += writer.take()
        let whole = JSONObject((Self.sample.object?.members ?? []) + [JSONObject.Member("list", [Self.sample, [:]])])
        #expect(bytes == JSONValue.object(whole).pretty)
        writer = JSONWriter()
        writer.beginArray()
        writer.end()
        #expect(writer.bytes == JSONValue.array([]).pretty)
    }

    @Test func `what is written is read again`() throws {
        #expect(try JSONParser.parse(Self.sample.compact) == Self.sample)
        #expect(try JSONParser.parse(Self.sample.pretty) == Self.sample)
    }

    @Test func `controls, quotes and line separators are escaped`() {
        let bytes = JSONValue.string("\"\\\n\r\t\0\u{1f}\u{7f}é\u{2028}\u{2029}\u{2027}").compact
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #""\"\\\n\r\t\u0000\u001f\u007fé\u2028\u2029"# + "\u{2027}\"")
    }

    @Test func `numbers keep their value`() throws {
        for number in [0.1, 1e-7, .leastNonzeroMagnitude, 1.7976931348623157e308, -2.5, 1e16, 123456789.125] {
            #expect(try JSONParser.parse(JSONValue.number(number).compact) == .number(number))
        }
        #expect(JSONValue.number(.nan).compact == Array("null".utf8))
        #expect(JSONValue.number(.infinity).compact == Array("null".utf8))
    }

    @Test func `members keep their order until they are sorted`() {
        var object: JSONObject = ["b": 1, "a": 2, "é": 3, "B": 4]
        object["b"] = 5
        object["c"] = 6
        object["a"] = nil
        #expect(object.members.map(\.name) == ["b", "é", "B", "c"])
        #expect(object["b"] == 5)
        #expect(object.sorted.members.map(\.name) == ["B", "b", "c", "é"])
    }
}

@Suite struct HexadecimalTests {
    @Test func `bytes and digits stand for each other`() {
        let bytes: [UInt8] = [0x00, 0x0f, 0xa5, 0xff]
        #expect(Hexadecimal.string(of: bytes) == "000fa5ff")
        #expect(Hexadecimal.bytes(of: "000fA5fF") == bytes)
        #expect(Hexadecimal.bytes(of: "") == [])
    }

    @Test(arguments: ["0", "0g", "é", " 0", "+1"])
    func `what is no pair of digits is refused`(text: String) { #expect(Hexadecimal.bytes(of: text) == nil) }

    @Test(arguments: [("0", 0), ("ff", 255), ("FFFFFFFFFFFFFFFF", .max), ("", nil), ("00000000000000000", nil), ("g", nil)])
    func `a number is at most sixteen digits`(text: String, value: UInt64?) {
        #expect(Hexadecimal.read(Array(text.utf8)) == value)
    }
}
