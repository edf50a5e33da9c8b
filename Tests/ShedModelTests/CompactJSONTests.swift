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
        #expect(CompactJSON(compact: Array(text.utf8))["bundle"] == nil)
    }

    @Test func `a member is found as the whole value has it`() throws {
        let texts = [
            #"{"bundle":"abc","number":4}"#, #"{"number":4,"bundle":"abc"}"#, #"{"bundle":""}"#, #"{}"#, #"[]"#, #""bundle""#, #"4"#, #"{"bundle":4}"#,
            #"{"bundles":"abc","bundl":1}"#, #"{"a":{"bundle":"inner"},"b":["bundle",{"bundle":"x"}],"bundle":"outer"}"#,
            #"{"x":"a,\"bundle\":\"no\"","bundle":"a\"b"}"#, #"{"b\u0075ndle":"by escape"}"#, #"{"bundle":null}"#, #"{"bundle":[1,{"a":"]}"}],"z":true}"#,
            #"{"bundle":-1.5e3}"#, #"{"bundle":{"a":{}}}"#, #"{"x":"\\\\","bundle":"after"}"#,
        ]
        for text in texts {
            let json = CompactJSON(compact: Array(text.utf8))
            let whole = try JSONParser.parse(json.bytes)
            #expect(json["bundle"] == whole["bundle"], "\(text)")
            #expect(json["x"] == whole["x"], "\(text)")
        }
    }

    @Test func `a text that is cut anywhere is read without harm`() {
        let text = Array(#"{"x":"a\"","list":[1,{"b":"]"}],"bundle":"abc"}"#.utf8)
        for length in 0..<text.count {
            let found = CompactJSON(compact: Array(text[..<length]))["bundle"]
            #expect(found == nil || found == "abc", "\(length)")
        }
    }

    @Test(arguments: ["0", "-0", "7", "-7", "999999999999999999", "-99999999999999999", "9223372036854775807", "-9223372036854775808"])
    func `whole numbers are read as they are written`(text: String) throws {
        #expect(try JSONParser.parse(Array(text.utf8)) == .integer(#require(Int64(text))))
    }
}
