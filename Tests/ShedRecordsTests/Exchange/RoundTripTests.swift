import ShedTestSupport
import ShedModel
import ShedRecords
import Testing

@Suite("A round trip through an exchange format")
struct RoundTripTests {
    /// Seeds of one run.
    private static let seeds = UInt64(environmentNumber("SHED_TORTURE") == 1 ? 20_000 : 400)

    @Test(arguments: ExchangeFormat.readable) func `gives the same records, and the same bytes again`(format: ExchangeFormat) throws {
        for seed in 1...RoundTripTests.seeds {
            var random = RandomExchange(seed, holdsNUL: format != .csv)
            let (head, records) = random.collection()
            let bytes = try format.export(records, of: head)
            let chunk = [Int.max, 1, 7, 64].randomElement(using: &random.random) ?? 1
            let back = try format.imported(bytes, chunk: chunk)
            #expect(back.notes == [])
            #expect(back.records.map(\.id) == records.map(\.id), "seed \(seed)")
            if format == .csv {
                #expect(zip(back.records, records).allSatisfy { $0.record.hasSamePairs(as: $1.record) }, "seed \(seed)")
            } else {
                #expect(back.records.map(\.record) == records.map(\.record), "seed \(seed)")
            }
            if format != .csv, format != .jsonLines {
                #expect(back.collection.id == head.id)
                #expect(back.collection.name.map { Array($0.utf8) } == head.name.map { Array($0.utf8) }, "seed \(seed)")
            }
            #expect(try format.export(back.records, of: head) == bytes, "seed \(seed)")
        }
    }

    @Test(arguments: CSVSeparator.allCases) func `works with every separator of CSV`(separator: CSVSeparator) throws {
        let options = ExchangeOptions(idColumn: "Number", separator: separator)
        for seed in 1...40 as ClosedRange<UInt64> {
            var random = RandomExchange(seed, holdsNUL: false)
            let (head, records) = random.collection()
            let bytes = try ExchangeFormat.csv.export(records, of: head, options: options)
            let back = try ExchangeFormat.csv.imported(bytes, options: options)
            #expect(zip(back.records, records).allSatisfy { $0.id == $1.id && $0.record.hasSamePairs(as: $1.record) }, "seed \(seed)")
        }
    }

    @Test(arguments: ExchangeFormat.readable) func `keeps a record without an ID a new one`(format: ExchangeFormat) throws {
        let record = IdentifiedRecord(id: nil, record: Record([Pair("a", "1")]))
        let bytes = try format.export([record], of: CollectionHead())
        #expect(try format.imported(bytes).content == [record])
    }

    @Test(arguments: [ExchangeFormat.csv, .recfile]) func `leaves IDs out where that is wanted`(format: ExchangeFormat) throws {
        let options = ExchangeOptions(hasIDs: false)
        let records = [IdentifiedRecord(id: NodeID(high: 1, low: 2), record: Record([Pair("id", "7"), Pair("Id", "8")]))]
        let bytes = try format.export(records, of: CollectionHead(name: "n"), options: options)
        #expect(try format.imported(bytes, options: options).content == [IdentifiedRecord(id: nil, record: records[0].record)])
    }

    @Test func `refuses what a format cannot hold`() throws {
        let nul = [IdentifiedRecord(id: nil, record: Record([Pair("a", "x\0")]))]
        #expect(throws: RecordsError.self) { try ExchangeFormat.csv.export(nul, of: CollectionHead()) }
        let empty = [IdentifiedRecord(id: nil, record: Record())]
        #expect(throws: RecordsError.self) { try ExchangeFormat.recfile.export(empty, of: CollectionHead()) }
        #expect(try ExchangeFormat.csv.imported(ExchangeFormat.csv.export(empty, of: CollectionHead())).content == empty)
        #expect(throws: RecordsError.self) { try ExchangeFormat.csv.export(empty, of: CollectionHead(), options: ExchangeOptions(hasIDs: false)) }
    }
}
