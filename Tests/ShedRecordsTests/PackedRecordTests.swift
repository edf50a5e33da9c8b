import ShedRecords
import ShedTestSupport
import Testing

@Suite("A packed record")
struct PackedRecordTests {
    private static func view<Result>(_ bytes: [UInt8], _ body: (PackedRecord?) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes { try body(PackedRecord.view($0)) }
    }

    @Test func `gives back what was packed`() throws {
        var random = SeededRandom(11)
        let long = Record([Pair(String(repeating: "k", count: 300), String(repeating: "v", count: 70_000))])
        for record in (0..<300).map({ _ in RandomRecords.record(using: &random) }) + [long, Record()] {
            try Self.view(PackedRecord.pack(record)) { view in
                let view = try #require(view)
                #expect(view.count == record.pairs.count)
                #expect(view.record() == record)
                #expect(view.map { String(decoding: $0.key, as: UTF8.self) } == record.pairs.map(\.key))
                for pair in record.pairs { #expect(view.value(of: pair.key).map(Array.init) == Array(pair.value.utf8)) }
                #expect(view.value(of: "no such key") == nil)
            }
        }
    }

    @Test func `is nothing when it is cut, or longer, or of another version`() {
        let bytes = PackedRecord.pack(Record([Pair("a", "1"), Pair("b", String(repeating: "x", count: 200))]))
        for length in 0..<bytes.count { #expect(Self.view(Array(bytes[..<length])) { $0 == nil }) }
        #expect(Self.view(bytes + [0]) { $0 == nil })
        #expect(Self.view([2] + bytes.dropFirst()) { $0 == nil })
        #expect(Self.view([1, 0xff, 0xff, 0xff, 0xff, 0x0f]) { $0 == nil })
        #expect(Self.view([1, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]) { $0 == nil })
    }

    @Test func `is never read beyond its bytes, whatever they are`() throws {
        var random = SeededRandom(12)
        let query = try Query.parse("year > 1940 and * ~ x or caf\u{e9} !~ \"e\u{301}\"")
        var whole = 0
        for _ in 0..<3_000 {
            var bytes = PackedRecord.pack(RandomRecords.record(using: &random))
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            Self.view(bytes) { view in
                guard let view else { return }
                whole += 1
                _ = query.matches(QueryRow(record: view))
                if let record = view.record() { #expect(PackedRecord.pack(record).count <= bytes.count) }
            }
        }
        #expect(whole > 100)
    }
}
