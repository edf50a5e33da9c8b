import ShedModel
import ShedRecords
import Testing

@Suite("JSON of Folk's DB")
struct JSONExchangeTests {
    @Test func `is written as shed writes all JSON for people`() throws {
        for seed in 1...100 as ClosedRange<UInt64> {
            var random = RandomExchange(seed, holdsNUL: true)
            let (head, records) = random.collection()
            let whole: JSONValue = [
                "id": JSONValue(head.id?.description), "name": JSONValue(head.name),
                "records": .array(
                    records.map { record in
                        [
                            "id": JSONValue(record.id?.description),
                            "keyValuePairs": .object(JSONObject(record.record.pairs.map { .init($0.key, .string($0.value)) })),
                        ]
                    }),
            ]
            #expect(try ExchangeFormat.json.export(records, of: head) == whole.pretty)
        }
    }

    @Test func `is read with its members in any order and spacing`() throws {
        let text = """
            \u{feff} {"records" : [ {"keyValuePairs":{ "a" : "\\u00e9\\ud83d\\ude00\\/" , "b":""}, "id":"0190B5C8-7D5E-7C3A-9F21-3B6C1F0E4A11"} ,
            {"keyValuePairs":{}}],
            "name":"Books","id":"0190b5c8-7d5e-7c3a-9f21-3b6c1f0e4a10"}\n
            """
        let back = try ExchangeFormat.json.imported(text)
        #expect(back.collection == Sample.collection)
        #expect(back.records.map(\.line) == [1, 2])
        #expect(back.content == [
            IdentifiedRecord(id: Sample.records[0].id, record: Record([Pair("a", "é😀/"), Pair("b", "")])),
            IdentifiedRecord(id: nil, record: Record()),
        ])
    }

    @Test func `is also a list of objects, or one a line`() throws {
        let records = [
            IdentifiedRecord(id: nil, record: Record([Pair("id", "7"), Pair("a", "b")])), IdentifiedRecord(id: nil, record: Record()),
            IdentifiedRecord(id: Sample.records[0].id, record: Record([Pair("a", "c")])),
        ]
        let third = "{\"id\":\"0190b5c8-7d5e-7c3a-9f21-3b6c1f0e4a11\",\"keyValuePairs\":{\"a\":\"c\"}}"
        #expect(try ExchangeFormat.json.imported("[{\"id\":\"7\",\"a\":\"b\"},{},\(third)]").content == records)
        #expect(try ExchangeFormat.jsonLines.imported("{\"id\":\"7\",\"a\":\"b\"}\n{}\n\n\(third)").content == records)
        #expect(try ExchangeFormat.json.imported("[]").records == [])
        #expect(try ExchangeFormat.jsonLines.imported("").records == [])
    }

    @Test(arguments: [
        ("", 1, "is empty"), ("7", 1, "expected “{” or “[”"), ("{}", 1, "no “records”"), ("{\"records\":[]} x", 1, "something follows"),
        ("{\"records\":[],\"records\":[]}", 1, "“records” occurs twice"), ("{\"name\":\"a\",\n\"name\":\"b\",\"records\":[]}", 2, "“name” occurs twice"),
        ("{\"records\":[\n{\"id\":\"../x.json\",\"keyValuePairs\":{}}]}", 2, "“../x.json” is no UUID"),
        ("{\"id\":\"../x\",\"records\":[]}", 1, "is no UUID"), ("{\"records\":[{\"id\":\"\"}]}", 1, "no “keyValuePairs”"),
        ("{\"records\":[{\"keyValuePairs\":{\"a\":\"1\",\n\n\"a\":\"2\"}}]}", 3, "“a” occurs twice"),
        ("{\"records\":[{\"keyValuePairs\":{\"a\":1}}]}", 1, "the value of “a” is no text"),
        ("{\"records\":[{\"keyValuePairs\":{\"a\":null}}]}", 1, "the value of “a” is no text"),
        ("{\"records\":[{\"keyValuePairs\":{\"a\":{\"b\":\"c\"}}}]}", 1, "the value of “a” is no text"),
        ("{\"records\":[{\"keyValuePairs\":{\"a\":\"\\ud800\"}}]}", 1, "lone surrogate"),
        ("{\"records\":[{\"keyValuePairs\":{\"a\":\"\\ud800\\u0041\"}}]}", 1, "lone surrogate"),
        ("{\"records\":[{\"keyValuePairs\":{\"a\":\"\\udc00\"}}]}", 1, "lone surrogate"),
        ("{\"records\":[{\"keyValuePairs\":{\"a\":\"\0\"}}]}", 1, "control character"), ("{\"records\":[{\"keyValuePairs\":{\"a\":\"\n\"}}]}", 1, "control character"),
        ("{\"records\":[{\"keyValuePairs\":{},\"size\":\"1\"}]}", 1, "unknown member “size”"), ("{\"a\":\"b\"}", 1, "unknown member “a”"),
        ("{\"records\":[{\"keyValuePairs\":{}},]}", 1, "expected “{”"), ("{\"records\":[{\"keyValuePairs\":{}} {}]}", 1, "expected “,”"),
        ("[{\"keyValuePairs\":{},\"a\":\"b\"}]", 1, "unknown member “a”"), ("[{\"a\":\"b\",\"keyValuePairs\":{}}]", 1, "unknown member “a”"),
        ("[{\"a\":\"b\",}]", 1, "expected a name"), ("[{\"a\":\"\\x\"}]", 1, "unknown escape"), ("[{\"a\":\"\\u12g4\"}]", 1, "four hexadecimal"),
    ]) func `is refused where it is wrong`(text: String, line: Int, message: String) {
        let fault = ExchangeFormat.json.fault(text)
        #expect(fault?.line == line)
        #expect(fault?.message.contains(message) == true, "\(fault?.message ?? "no error")")
    }

    @Test func `is refused where it is not UTF-8`() {
        #expect(ExchangeFormat.json.fault(Array("[{\"a\":\"".utf8) + [0xff] + Array("\"}]".utf8))?.message == "text that is not UTF-8")
        #expect(ExchangeFormat.json.fault([0xff, 0xfe, 0x7b, 0])?.message.contains("ends before “}”") == true)
    }
}
