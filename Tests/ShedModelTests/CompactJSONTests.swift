import ShedModel
import Testing

@Suite struct CompactJSONTests {
    @Test func `a value comes back as it was`() {
        let value: JSONValue = ["bundle": "a", "number": 4, "list": [1, nil, "é \"quoted\""]]
        #expect(CompactJSON(value).value == value)
        #expect(CompactJSON(value) == CompactJSON(compact: value.compact))
    }

    @Test(arguments: ["", "{", "{\"bundle\":", "nothing"]) func `a text that is none is null`(text: String) {
        #expect(CompactJSON(compact: Array(text.utf8)).value == .null)
        #expect(CompactJSON(compact: Array(text.utf8)).leadingString(of: "bundle") == nil)
    }

    @Test func `the first member's string is found without the rest`() {
        #expect(CompactJSON(["bundle": "abc", "number": 4]).leadingString(of: "bundle") == "abc")
        #expect(CompactJSON(["bundle": ""]).leadingString(of: "bundle") == "")
        #expect(CompactJSON(compact: Array("{\"bundle\":\"abc\"".utf8)).leadingString(of: "bundle") == "abc")
    }

    @Test func `no other member is taken for it, and no text with an escape`() {
        #expect(CompactJSON(["number": 4, "bundle": "abc"]).leadingString(of: "bundle") == nil)
        #expect(CompactJSON(["bundles": "abc"]).leadingString(of: "bundle") == nil)
        #expect(CompactJSON(["bundle": 4]).leadingString(of: "bundle") == nil)
        #expect(CompactJSON(["bundle": "a\"b"]).leadingString(of: "bundle") == nil)
        #expect(CompactJSON("bundle").leadingString(of: "bundle") == nil)
        #expect(CompactJSON(compact: Array("{\"bundle\":\"abc".utf8)).leadingString(of: "bundle") == nil)
    }

    @Test(arguments: ["0", "-0", "7", "-7", "999999999999999999", "-99999999999999999", "9223372036854775807", "-9223372036854775808"])
    func `whole numbers are read as they are written`(text: String) throws {
        #expect(try JSONParser.parse(Array(text.utf8)) == .integer(#require(Int64(text))))
    }
}
