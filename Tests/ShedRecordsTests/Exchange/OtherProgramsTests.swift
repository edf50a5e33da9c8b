import ShedModel
import ShedRecords
import ShedTestSupport
import Testing

/// Other programs read what shed writes, and shed reads what they write.
@Suite("Other programs and exchange formats")
struct OtherProgramsTests {
    /// Prints the records of a file as lines of hexadecimal UTF-8: `id`, then `key=value` each, one record a line.
    private static let python = """
        import base64, csv, io, json, sys
        import xml.etree.ElementTree as tree
        def show(id, pairs):
            print(" ".join([(id or "").lower()] + [k.encode().hex() + "=" + v.encode().hex() for k, v in pairs]))
        def unique(pairs):
            assert len(dict(pairs)) == len(pairs)
            return dict(pairs)
        def from_json(data):
            whole = json.loads(data, object_pairs_hook=unique)
            for record in whole["records"]:
                show(record.get("id"), record["keyValuePairs"].items())
        def from_csv(data):
            rows = csv.reader(io.StringIO(data.decode(), newline=""), strict=True)
            header = next(rows)
            for row in rows:
                show(row[0], [(k, v) for k, v in zip(header[1:], row[1:], strict=True) if v])
        def from_xml(data):
            def text(value, encoding):
                return base64.b64decode(value, validate=True).decode() if encoding == "base64" else value
            for record in tree.fromstring(data):
                assert record.tag == "record" and not set(record.attrib) - {"id"}
                show(record.get("id"), [(text(p.get("key"), p.get("keyEncoding")), text(p.text or "", p.get("encoding"))) for p in record])
        formats = {"json": from_json, "csv": from_csv, "xml": from_xml}
        for line in open(sys.argv[2]):
            try:
                formats[sys.argv[1]](bytes.fromhex(line))
            except Exception as error:
                print("error")
            print(".")
        """

    /// What Python makes of each document: the lines for its records, or one, “error”, at the end.
    private func pythonReads(_ documents: [[UInt8]], as format: ExchangeFormat) throws -> [[String]] {
        let shop = try Workshop()
        shop.write(Array(OtherProgramsTests.python.utf8), to: "read.py")
        shop.write(documents.flatMap { Array(Hexadecimal.string(of: $0).utf8) + [0x0a] }, to: "documents")
        let result = try shop.run("python3", ["read.py", format.rawValue, "documents"])
        #expect(result.code == 0, "\(result.err)")
        var read: [[String]] = [[]]
        for line in result.text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "." { read.append([]) } else { read[read.count - 1].append(String(line)) }
        }
        #expect(read.count == documents.count + 1)
        return read.dropLast()
    }

    private func line(_ record: IdentifiedRecord, isTable: Bool = false, columns: [String] = []) -> String {
        var pairs = record.record.pairs
        if isTable {
            // A table has the columns' order, and Python does not tell "" from nothing.
            pairs = columns.compactMap { key in record.record[key].flatMap { $0.isEmpty ? nil : Pair(key, $0) } }
        }
        return ([record.id?.description ?? ""] + pairs.map { pair in
            let key = isTable && pair.key.utf8.starts(with: "id".utf8) && pair.key.utf8.dropFirst(2).allSatisfy { $0 == UInt8(ascii: "_") } ? pair.key + "_" : pair.key
            return Hexadecimal.string(of: key.utf8) + "=" + Hexadecimal.string(of: pair.value.utf8)
        }).joined(separator: " ")
    }

    @Test(.enabled(if: Workshop.has("python3"), "needs python3"), arguments: [ExchangeFormat.json, .csv, .xml])
    func `Python reads what shed writes`(format: ExchangeFormat) throws {
        var documents: [[UInt8]] = []
        var expected: [[String]] = []
        for seed in 1...200 as ClosedRange<UInt64> {
            var random = RandomExchange(seed, holdsNUL: format != .csv)
            let (head, records) = random.collection()
            var union = ColumnUnion()
            for record in records { union.add(record.record) }
            // Python takes no apostrophe off.
            var options = ExchangeOptions()
            options.formulas = .keep
            documents.append(try format.export(records, of: head, options: options))
            expected.append(records.map { line($0, isTable: format == .csv, columns: union.columns) })
        }
        #expect(try pythonReads(documents, as: format) == expected)
    }

    /// Of a broken document shed accepts nothing that Python's strict readers (expat for XML) do not, and reads it alike.
    @Test(.enabled(if: Workshop.has("python3"), "needs python3"), arguments: [ExchangeFormat.json, .xml])
    func `shed accepts no more than Python does`(format: ExchangeFormat) throws {
        let sample = try format.export(Sample.records, of: Sample.collection)
        var random = SeededRandom(9)
        var documents: [[UInt8]] = []
        for _ in 0..<(environmentNumber("SHED_TORTURE") == 1 ? 50_000 : 3_000) { documents.append(mutate(sample, &random)) }
        let read = try pythonReads(documents, as: format)
        var accepted = 0
        for (document, python) in zip(documents, read) {
            guard let mine = try? format.imported(document) else { continue }
            accepted += 1
            #expect(mine.records.map { line($0) } == python, "\(String(decoding: document, as: UTF8.self))")
        }
        #expect(accepted > 0)
    }

    @Test(.enabled(if: Workshop.has("xmllint"), "needs libxml2-utils")) func `xmllint finds the XML well formed`() throws {
        let shop = try Workshop()
        var random = RandomExchange(3, holdsNUL: true)
        let names = (1...50).map { "\($0).xml" }
        for name in names {
            let (head, records) = random.collection()
            shop.write(try ExchangeFormat.xml.export(records, of: head), to: name)
        }
        let result = try shop.run("xmllint", ["--noout"] + names)
        #expect(result.code == 0, "\(result.err)")
    }

    @Test(.enabled(if: Workshop.has("recsel"), "needs recutils")) func `recutils finds every value in what shed writes`() throws {
        let shop = try Workshop()
        var random = RandomExchange(4, holdsNUL: false)
        var records: [IdentifiedRecord] = []
        for _ in 0..<12 {
            var record = random.record(keys: ["Title", "Note", "Year of print", "é", "Id"])
            record.record = Record(record.record.pairs.map { Pair($0.key, withoutBackslashes($0.value)) })
            records.append(record)
        }
        shop.write(try ExchangeFormat.recfile.export(records, of: Sample.collection), to: "books.rec")
        let fixed = try shop.run("recfix", ["--check", "books.rec"])
        #expect(fixed.code == 0, "\(fixed.err)")
        #expect(try shop.run("recinf", ["books.rec"]).text == "12 Books\n")
        let fields = ["Title": "Title", "Note": "Note", "Year of print": "Year_x20_of_x20_print", "é": "U_xe9_", "Id": "U_x49_d"]
        for record in records {
            for pair in record.record.pairs {
                let result = try shop.run("recsel", ["-t", "Books", "-e", "Id = '\(record.id?.description ?? "")'", "-P", fields[pair.key] ?? "", "books.rec"])
                #expect(result.out == Array(pair.value.utf8) + [0x0a], "\(pair)")
            }
        }
    }

    /// Without backslashes, which at the end of a line would be written as an escape that recutils does not know.
    private func withoutBackslashes(_ text: String) -> String {
        String(decoding: text.utf8.filter { $0 != UInt8(ascii: "\\") }, as: UTF8.self)
    }

    @Test(.enabled(if: Workshop.has("recins"), "needs recutils")) func `a recfile that recutils wrote to is imported`() throws {
        let shop = try Workshop()
        shop.write(try ExchangeFormat.recfile.export(Sample.records, of: Sample.collection), to: "books.rec")
        let inserted = try shop.run("recins", ["-t", "Books", "-f", "Title", "-v", "Pedro\n\nPáramo", "-f", "Year", "-v", " 1955 ", "books.rec"])
        #expect(inserted.code == 0, "\(inserted.err)")
        let back = try ExchangeFormat.recfile.imported(TestFile.read("\(shop.directory)/books.rec"))
        #expect(back.collection == Sample.collection)
        #expect(back.content == Sample.records + [IdentifiedRecord(id: nil, record: Record([Pair("Title", "Pedro\n\nPáramo"), Pair("Year", " 1955 ")]))])
        shop.write([], to: "new.rec")
        #expect(try shop.run("recins", ["-f", "A", "-v", "1", "new.rec"]).code == 0)
        #expect(try ExchangeFormat.recfile.imported(TestFile.read("\(shop.directory)/new.rec")).content == [IdentifiedRecord(id: nil, record: Record([Pair("A", "1")]))])
    }
}
