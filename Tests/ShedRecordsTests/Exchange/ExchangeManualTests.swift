import ShedModel
import ShedRecords
import ShedTestSupport
import Testing

/// The examples of Documentation/Exchange.md: fenced blocks, each after a comment that names its format.
@Suite("The manual of the exchange formats")
struct ExchangeManualTests {
    private static func example(_ format: ExchangeFormat) -> [UInt8] {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
        let text = String(decoding: TestFile.read("\(root)/Documentation/Exchange.md"), as: UTF8.self)
        guard let start = text.firstRange(of: "<!-- example: \(format.rawValue) -->\n"), let open = text[start.upperBound...].firstIndex(of: "\n"),
            let end = text[open...].firstRange(of: "\n```\n")
        else { return [] }
        return Array(text[text.index(after: open)..<end.lowerBound].utf8) + [0x0a]
    }

    @Test(arguments: ExchangeFormat.allCases) func `shows what is written`(format: ExchangeFormat) throws {
        var bytes = try format.export(Sample.records, of: Sample.collection)
        if format == .csv { bytes.removeAll { $0 == 0x0d } }
        #expect(String(decoding: ExchangeManualTests.example(format), as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
    }

    @Test(arguments: ExchangeFormat.readable) func `shows what can be read`(format: ExchangeFormat) throws {
        #expect(try format.imported(ExchangeManualTests.example(format)).content == Sample.records)
    }
}

@Suite("A format of exchange")
struct ExchangeFormatTests {
    @Test func `is told by a file's name`() {
        let formats = ["Books-export.json", "a.JSONL", "a.ndjson", "a.Csv", "a.tsv", "a.xml", "a.rec", "a.md", "json", "a.txt"]
            .map { ExchangeFormat(fileName: Name($0)) }
        #expect(formats == [.json, .jsonLines, .jsonLines, .csv, .csv, .xml, .recfile, .markdown, nil, nil])
    }

    @Test func `gathers columns as they first appear`() {
        var union = ColumnUnion()
        for keys in [["b", "a"], ["a"], ["b", "c", "caf\u{e9}"], ["cafe\u{301}", "a"]] { union.add(Record(keys.map { Pair($0, "") })) }
        #expect(union.columns.map { Array($0.utf8) } == ["b", "a", "c", "caf\u{e9}", "cafe\u{301}"].map { Array($0.utf8) })
    }
}
