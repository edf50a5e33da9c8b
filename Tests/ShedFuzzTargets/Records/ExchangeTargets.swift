import ShedModel
import ShedRecords

extension FuzzTarget {
    static let exchangeCSV = exchange(.csv, words: ["\r\n", "\"\"", ";", "\t", "id,", ","], ["id,Title,Year\r\n\(FuzzReader.id(1)),Ode,1944\r\n,\"a \"\"b\"\"\r\nc\",\r\n", "a;b\n1;2\n", "a\n\n\"\"\n"])
    static let exchangeRecfile = exchange(.recfile, words: ["%rec: ", "%shed_collection: ", "Id: ", "+ ", "\n+", "\\\n", "# "], ["%rec: Books\n\nId: \(FuzzReader.id(1))\nTitle: Ode\n+ two\n\nTitle: b\\\nc\n"])
    static let exchangeJSON = exchange(.json, words: ["\"records\":[", "\"keyValuePairs\":{", "\"id\":\"", "\"name\":\"", "\"collection\":{"], ["{\"id\":\"\(FuzzReader.id(9))\",\"name\":\"n\",\"records\":[{\"id\":\"\(FuzzReader.id(1))\",\"keyValuePairs\":{\"a\":\"1\"}}]}", "[{\"a\":\"1\"},{}]"])
    static let exchangeLines = exchange(.jsonLines, words: ["{\"id\":\"", "\"keyValuePairs\":{", "}\n{"], ["{\"id\":\"\(FuzzReader.id(1))\",\"keyValuePairs\":{\"a\":\"1\"}}\n{\"a\":\"b\"}\n"])
    static let exchangeXML = exchange(.xml, words: ["<collection", "<record id=\"", "<pair key=\"", "encoding=\"base64\"", "<?xml version=\"1.0\"", "</pair>", "&#0;", "<!DOCTYPE a>"], ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<collection name=\"n\"><record id=\"\(FuzzReader.id(1))\"><pair key=\"a\">1 &amp; 2</pair></record></collection>"])

    /// A whole import: the first byte says how it is read. What is read can be written, and is read again as it was.
    private static func exchange(_ format: ExchangeFormat, words: [String], _ texts: [String]) -> FuzzTarget {
        var seeds: [[UInt8]] = []
        for text in texts { for options in [0, 6] as [UInt8] { seeds.append([options] + Array(text.utf8)) } }
        var wide: [UInt8] = [0, 0xff, 0xfe]
        for unit in (texts.first ?? "").utf16 { wide += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
        seeds.append(wide)
        let sample = try? export(format, [IdentifiedRecord(id: FuzzReader.id(1), record: Record([Pair("a", "1\n"), Pair("e\u{301}", "\u{1f600}")]))], CollectionHead(id: FuzzReader.id(9), name: "n"), ExchangeOptions())
        if let sample { seeds.append([0] + sample) }
        return FuzzTarget("exchange-\(format.rawValue)", words: words, seeds: seeds) { input throws(BrokenInvariant) in
            let (options, bytes) = (options(input.first ?? 0), Array(input.dropFirst()))
            _ = ExchangeFormat(beginning: bytes)
            let whole = read(format, bytes, options, chunk: .max)
            let piecemeal = read(format, bytes, options, chunk: 1)
            try require(whole?.records == piecemeal?.records && whole?.head == piecemeal?.head, "an import that comes byte by byte is another one")
            guard let whole, let written = try? export(format, whole.records, whole.head, plain) else { return }
            guard let back = read(format, written, plain, chunk: .max) else { throw BrokenInvariant(description: "what was imported is written so that it cannot be read") }
            try require(back.records.count == whole.records.count, "records are lost")
            for (left, right) in zip(back.records, whole.records) {
                try require(left.id == right.id && (format == .csv ? left.record.hasSamePairs(as: right.record) : left.record == right.record), "a record comes back otherwise")
            }
            try require((try? export(format, back.records, back.head, plain)) == written, "an import is written otherwise again")
        }
    }

    private static let plain = ExchangeOptions()

    private static func options(_ byte: UInt8) -> ExchangeOptions {
        var options = ExchangeOptions(
            idColumn: byte & 32 == 0 ? nil : "a", hasIDs: byte & 1 == 0, separator: CSVSeparator.allCases[Int(byte >> 1) % 3], isSeparatorChosen: byte & 16 != 0)
        options.readsValuesAsText = byte & 8 != 0
        options.encoding = byte & 64 == 0 ? nil : TextEncoding.allCases[Int(byte >> 2) % TextEncoding.allCases.count]
        return options
    }

    private static func read(_ format: ExchangeFormat, _ bytes: [UInt8], _ options: ExchangeOptions, chunk: Int) -> (records: [IdentifiedRecord], head: CollectionHead)? {
        guard var reader = format.reader(of: bytes.source(chunk: chunk), options: options) else { return nil }
        var records: [IdentifiedRecord] = []
        do throws(RecordsError) { while let record = try reader.next() { records.append(record) } } catch { return nil }
        return (records, reader.collection)
    }

    private static func export(_ format: ExchangeFormat, _ records: [IdentifiedRecord], _ head: CollectionHead, _ options: ExchangeOptions) throws(RecordsError) -> [UInt8] {
        var union = ColumnUnion()
        for record in records { union.add(record.record) }
        var writer = format.writer(columns: union.columns, options: options)
        var bytes: [UInt8] = []
        try writer.begin(head, to: &bytes)
        for record in records { try writer.append(record, to: &bytes) }
        try writer.finish(to: &bytes)
        return bytes
    }
}
