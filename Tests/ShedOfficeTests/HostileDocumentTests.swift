import ShedModel
import ShedOffice
import ShedTestSupport
import Testing

/// Documents that somebody made so that whoever reads them comes to harm.
@Suite struct `Hostile documents` {
    private static let text = "<w:p><w:r><w:t>one two</w:t></w:r></w:p>"

    private static func reason(_ zip: TestZip, _ format: OfficeFormat = .docx) -> String { reason(zip.bytes, format) }

    private static func reason(_ bytes: [UInt8], _ format: OfficeFormat = .docx) -> String {
        do throws(OfficeError) { return "\(try OfficeWords.count(ArchiveSource(bytes), format)) words" } catch { return error.reason }
    }

    @Test func `that claim more than is read are refused before anything is unpacked`() {
        for size in [65 << 20, 0xffff_fff0] {
            var zip = TestZip.docx(body: Self.text)
            zip.parts[0].size = size
            #expect(Self.reason(zip) == "holds more than 64 MiB")
        }
    }

    @Test func `of a few kilobytes that claim to hold megabytes are refused before anything is unpacked`() {
        var zip = TestZip.docx(body: Self.text)
        zip.parts[0].size = 9 << 20
        #expect(Self.reason(zip) == "unpacks to more than 200 times its size")
        // Much of one kind in few bytes is usual.
        zip.parts[0].size = 8 << 20
        #expect(Self.reason(zip) == "is damaged")
    }

    @Test func `that hold more or less than they claim are damaged`() {
        for (size, method) in [(10, 0), (10, 8), (1_000, 0), (1_000, 8)] {
            var zip = TestZip.docx(body: Self.text)
            (zip.parts[0].size, zip.parts[0].method) = (size, method)
            #expect(Self.reason(zip) == "is damaged")
        }
        var zip = TestZip.docx(body: Self.text)
        zip.parts[0].checksum = 1
        #expect(Self.reason(zip) == "is damaged")
    }

    @Test func `may not use the same bytes for several parts`() {
        var zip = TestZip.docx(body: Self.text)
        zip.parts.append(TestZip.Part(name: "other.xml", bytes: [1, 2, 3], offset: 0))
        #expect(Self.reason(zip) == "holds parts that overlap")
        zip.parts[1].offset = 0x7fff_ffff
        #expect(Self.reason(zip) == "holds parts that overlap")
        zip.parts[1] = TestZip.Part(name: "word/document.xml", bytes: [])
        #expect(Self.reason(zip) == "holds two parts of one name")
    }

    /// Where a part begins its own head says. The packed bytes of the first are then those of the second too.
    @Test func `may not use the same bytes for several parts by heads that are longer than they are`() {
        var zip = TestZip.docx(body: Self.text)
        zip.parts.insert(TestZip.Part(name: "a", bytes: [1, 2, 3], extra: 0), at: 0)
        #expect(Self.reason(zip) == "2 words")
        zip.parts[0].extra = 1
        #expect(Self.reason(zip) == "holds parts that overlap")
        (zip.parts[0].extra, zip.parts[1].extra) = (0, 1)
        #expect(Self.reason(zip) == "holds parts that overlap")
    }

    @Test func `reach nothing outside by their names`() {
        var zip = TestZip.docx(body: Self.text)
        zip.parts.append(TestZip.Part(name: "../../../../etc/passwd", bytes: Array("x".utf8)))
        let relations = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
            + "<Relationship Id=\"a\" Type=\"x/styles\" Target=\"../../../../etc/passwd\"/>"
            + "<Relationship Id=\"b\" Type=\"x/numbering\" Target=\"file:///etc/passwd\" TargetMode=\"External\"/></Relationships>"
        zip.parts.append(TestZip.Part(name: "word/_rels/document.xml.rels", bytes: Array(relations.utf8)))
        #expect(Self.reason(zip) == "2 words")
    }

    @Test func `declare no entities and name none`() {
        let root = "<w:document xmlns:w=\"x\"><w:body><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:body></w:document>"
        for xml in [
            "<!DOCTYPE w:document [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\">]>\(root)",
            "<!DOCTYPE w:document [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>\(root)", "<!DOCTYPE w:document SYSTEM \"http://x.example/a.dtd\">\(root)",
            root,
        ] { #expect(Self.reason(.docx(xml)) == "is damaged", "\(xml)") }
    }

    @Test func `nest no deeper than is read`() {
        for depth in [100_000, 3_000] {
            let body = String(repeating: "<w:x>", count: depth) + String(repeating: "</w:x>", count: depth)
            #expect(Self.reason(.docx(body: body)) == "nests too deeply")
        }
        let body = String(repeating: "<w:p>", count: 1_000) + String(repeating: "</w:p>", count: 1_000)
        #expect(Self.reason(.docx(body: body)) == "0 words")
        #expect(Self.reason(.docx(body: String(repeating: "<w:x>", count: 1_000))) == "is damaged")
    }

    @Test func `that are something else say what`() {
        #expect(Self.reason([]) == "is no zip archive, as such a document is")
        #expect(Self.reason(Array("PK\u{3}\u{4} and text".utf8)) == "is no zip archive, as such a document is")
        #expect(Self.reason(TestZip()) == "holds no text where such a document has it")
        #expect(Self.reason(.docx("<html/>")) == "holds no text where such a document has it")
        #expect(Self.reason(.docx(body: Self.text), .odt) == "holds no text where such a document has it")
        var zip = TestZip.docx(body: Self.text)
        zip.parts[0].flags = 1
        #expect(Self.reason(zip) == "is encrypted")
        (zip.parts[0].flags, zip.parts[0].method) = (0, 12)
        #expect(Self.reason(zip) == "is packed in a way that such documents are not")
        zip = TestZip.docx(body: Self.text)
        zip.count = 0xffff
        #expect(Self.reason(zip) == "is a zip archive of the large sort (ZIP64)")
        zip.count = 2
        #expect(Self.reason(zip) == "is damaged")
    }

    @Test func `that were cut or changed anywhere are borne`() {
        for (name, format) in [("footnotes.docx", OfficeFormat.docx), ("notes.odt", .odt)] {
            let whole = TestFile.read("\(`Words of documents`.folder)/\(name)")
            // What is behind the cut is missing: the list stands at the end.
            for length in whole.indices { #expect(!Self.reason(Array(whole[..<length]), format).hasSuffix("words")) }
            var random = SeededRandom(7)
            for position in whole.indices {
                var bytes = whole
                bytes[position] ^= UInt8.random(in: 1...255, using: &random)
                _ = Self.reason(bytes, format)
            }
        }
    }
}
