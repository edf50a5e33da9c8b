import ShedRecords
import Testing

@Suite("A record")
struct RecordTests {
    @Test func `keeps its pairs in their order`() {
        var record = Record([Pair("b", "1"), Pair("a", "2")])
        record["c"] = "3"
        record["b"] = "4"
        record["a"] = nil
        #expect(record.pairs == [Pair("b", "4"), Pair("c", "3")])
        #expect(record.sorted == record)
    }

    @Test func `tells keys apart that only look alike`() {
        let record = Record([Pair("caf\u{e9}", "1"), Pair("cafe\u{301}", "2")])
        #expect(record.pairs.count == 2)
        #expect(record["caf\u{e9}"] == "1")
        #expect(record["cafe\u{301}"] == "2")
    }
}
