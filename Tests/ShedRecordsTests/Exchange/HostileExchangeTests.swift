import ShedModel
import ShedRecords
import ShedTestSupport
import Testing

/// A gigabyte: something at the start, and then one thing again and again.
private final class Flood {
    private let start: [UInt8]
    private let unit: [UInt8]
    private(set) var given = 0

    init(_ start: String, _ unit: String) {
        self.start = Array(start.utf8)
        self.unit = Array(unit.utf8)
    }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        if given == 0, !start.isEmpty {
            buffer.copyBytes(from: start)
            given = start.count
            return given
        }
        guard given < 1 << 30, unit.count <= buffer.count else { return 0 }
        buffer.copyBytes(from: unit)
        // What is there already is put behind itself, so that it doubles.
        let whole = buffer.count / unit.count * unit.count
        var count = unit.count
        while count < whole {
            let more = min(count, whole - count)
            UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<more]))
            count += more
        }
        given += count
        return count
    }
}

@Suite("A hostile import")
struct HostileExchangeTests {
    /// None may read on to the end: what is held of a record is bounded, so the error comes within some mebibytes.
    @Test(arguments: [
        (ExchangeFormat.json, "", "["), (.json, "", "{\"a\":"), (.json, "{\"records\":[{\"keyValuePairs\":{\"a\":\"", "x"), (.json, "{\"", "x"),
        (.json, "{\"records\":[{\"keyValuePairs\":{\"", "x"), (.json, "{\"name\":\"", "x"), (.jsonLines, "", "["), (.jsonLines, "{\"a\":\"", "\\u0041"),
        (.csv, "a,b\n1,\"", "xxxxxxx\n"), (.csv, "a,b\n1,", "x"), (.csv, "", "x"), (.csv, "", ","), (.csv, "", "a,\"\","), (.xml, "<collection>", "<a>"),
        (.xml, "<collection a='", "x"), (.xml, "<", "x"), (.xml, "<collection", " a='1'"), (.xml, "<!--", "x"), (.xml, "<?", "x"), (.xml, "<?p ", "x"),
        (.xml, "<collection><record><pair key='a'>", "x"), (.xml, "<collection><record><pair key='a'>", "&amp;"),
        (.xml, "<collection><record><pair key='a'>", "]"), (.xml, "<collection><record><pair key='a'><![CDATA[", "x"),
        (.xml, "<collection><record><pair key='a'>", "\r\n"), (.recfile, "", "x"), (.recfile, "A: ", "x"), (.recfile, "A: 1\n", "+ x\n"), (.recfile, "A: ", "x\\\n"),
    ]) func `of a gigabyte is given up early`(format: ExchangeFormat, start: String, unit: String) {
        let flood = Flood(start, unit)
        #expect(throws: RecordsError.self) { try format.imported(from: { buffer in flood.fill(buffer) }) }
        #expect(flood.given < 24 << 20)
    }

    @Test func `with more pairs than a record may have is refused`() {
        let pairs = (0...10_000).map { "\"k\($0)\":\"\"" }.joined(separator: ",")
        #expect(ExchangeFormat.json.fault("[{\(pairs)}]")?.message.contains("more than 10000 pairs") == true)
        let fields = (0...10_000).map { "k\($0):\n" }.joined()
        #expect(ExchangeFormat.recfile.fault(fields)?.message.contains("more than 10000 pairs") == true)
    }

    @Test func `may have a record of exactly the largest size`() throws {
        for format in ExchangeFormat.readable {
            let record = IdentifiedRecord(id: Sample.records[0].id, record: Record([Pair("k", String(repeating: "x", count: ExchangeLimits.largestRecord - 1))]))
            #expect(try format.imported(format.export([record], of: Sample.collection)).content == [record], "\(format)")
            let larger = IdentifiedRecord(id: record.id, record: Record([Pair("k", String(repeating: "x", count: ExchangeLimits.largestRecord))]))
            #expect(format.fault(try format.export([larger], of: Sample.collection))?.message.contains("1 MiB") == true, "\(format)")
        }
    }

    /// JSON and XML say where they end. A CSV file or a recfile that is cut between two lines looks whole.
    @Test(arguments: ExchangeFormat.readable) func `that was cut off is not taken for whole`(format: ExchangeFormat) throws {
        let bytes = try format.export(Sample.records, of: Sample.collection)
        let whole = try format.imported(bytes)
        #expect(whole.content == Sample.records)
        for end in bytes.indices.dropLast() {
            let cut = Array(bytes[..<end])
            guard let back = try? format.imported(cut) else { continue }
            switch format {
            case .json, .xml: #expect(end == bytes.count - 1, "cut at \(end)")
            case .jsonLines:
                #expect(end == 0 || bytes[end] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\n"), "cut at \(end)")
                #expect(back.records == Array(whole.records.prefix(back.records.count)))
            case .csv, .recfile:
                // The last line may be whole without its end, so a person is told of it.
                #expect(back.notes.count == (end == 0 || bytes[end - 1] == UInt8(ascii: "\n") ? 0 : 1), "cut at \(end)")
                if back.notes.isEmpty, format == .csv { #expect(back.records == Array(whole.records.prefix(back.records.count))) }
            case .markdown: break
            }
        }
    }

    /// Whatever is accepted comes back from an export of it: nothing is misread in two ways.
    @Test(arguments: ExchangeFormat.readable) func `of random bytes is an error or a whole collection`(format: ExchangeFormat) throws {
        let rounds = environmentNumber("SHED_TORTURE") == 1 ? 100_000 : 2_000
        let bytes = try format.export(Sample.records, of: Sample.collection)
        var random = SeededRandom(5)
        var accepted = 0
        for round in 0..<rounds {
            let mutated = mutate(bytes, &random)
            let result = try? format.imported(mutated, chunk: [1, 16, .max].randomElement(using: &random) ?? 1)
            #expect(result == (try? format.imported(mutated)), "round \(round)")
            guard let result else { continue }
            accepted += 1
            guard let again = try? format.export(result.records, of: result.collection) else { continue }
            let back = try format.imported(again)
            #expect(zip(back.records, result.records).allSatisfy { $0.id == $1.id && $0.record.hasSamePairs(as: $1.record) }, "round \(round)")
            #expect(back.records.count == result.records.count, "round \(round)")
        }
        #expect(accepted > 0 && accepted < rounds)
    }
}

/// The bytes with one to three changes, of bytes that mean something in one of the formats or of any.
func mutate(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    let telling = Array("\"\\,:{}[]<>&;/!?-=#+%'_ \n\r\t\0x0id".utf8) + [0xc3, 0xff, 0xef]
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let byte = telling.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        case 2: bytes.remove(at: place)
        case 3: bytes.removeSubrange(place..<min(place + 12, bytes.count))
        default: bytes.insert(contentsOf: bytes[place..<min(place + 40, bytes.count)], at: Int.random(in: 0...bytes.count, using: &random))
        }
    }
    return bytes
}
