import ShedModel
import ShedOffice

extension FuzzTarget {
    static let ofOffice: [FuzzTarget] = [docx, odt, epub]

    private static let docx = FuzzTarget("office-docx", words: parts + ["<w:p>", "</w:p>", "<w:r>", "<w:t>", "<w:numId w:val=\"1\"/>", "word/document.xml"], seeds: [
        stored("word/document.xml", "<w:document><w:body><w:p><w:pPr><w:pStyle w:val=\"a\"/></w:pPr><w:r><w:t>one two</w:t></w:r></w:p></w:body></w:document>"),
    ], executions: 500) { input throws(BrokenInvariant) in try count(input, .docx) }

    private static let odt = FuzzTarget("office-odt", words: parts + ["<text:p>", "</text:p>", "<text:list>", "<text:s text:c=\"9\"/>", "content.xml"], seeds: [
        stored("content.xml", "<office:document-content><office:body><text:list><text:list-item><text:p>one two</text:p></text:list-item></text:list></office:body></office:document-content>"),
    ], executions: 500) { input throws(BrokenInvariant) in try count(input, .odt) }

    private static let epub = FuzzTarget("office-epub", words: ["<p>", "</p>", "<script>", "</script>", "<!--", "-->", "&amp;", "&#x41;", "<br/>", "'", "\""], seeds: [
        Array("<html><head><title>x</title></head><body><p class='a'>one &amp; two</p><!-- no --></body></html>".utf8),
    ], executions: 500) { input throws(BrokenInvariant) in
        guard let text = try? OfficeText.text(ArchiveSource(stored("a.xhtml", input)), .epub) else { return }
        try require(text.count <= input.count + 1, "the text is longer than what it is in")
        try require(String(validating: text, as: UTF8.self) != nil, "the text is no UTF-8")
        _ = try? OfficeText.text(ArchiveSource(input), .epub)
    }

    private static let parts = ["PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "<?xml version=\"1.0\"?>", "<!DOCTYPE a [", "&#65;", "<![CDATA["]

    private static func count(_ input: [UInt8], _ format: OfficeFormat) throws(BrokenInvariant) {
        // A checksum keeps most of what is made from being read: it is also read as XML alone.
        _ = try? OfficeWords.count(ArchiveSource(stored(format == .docx ? "word/document.xml" : "content.xml", input)), format)
        _ = try? OfficeText.text(ArchiveSource(stored(format == .docx ? "word/document.xml" : "content.xml", input)), .office(format))
        guard let words = try? OfficeWords.count(ArchiveSource(input), format) else { return }
        // Deflated, a byte can stand for a thousand; and something may count once for each section.
        try require(words >= 0 && words <= (input.count * 1_032 + 64) * (input.count + 1), "there are more words than bytes")
        try require((try? OfficeWords.count(ArchiveSource(input), format)) == words, "another count of the same document")
    }

    private static func stored(_ name: String, _ text: String) -> [UInt8] { stored(name, Array(text.utf8)) }

    /// An archive with one part, which is not packed.
    private static func stored(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        func little(_ numbers: [Int], _ width: Int) -> [UInt8] {
            numbers.flatMap { number in (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        }
        let sum = ~bytes.reduce(~0 as UInt32) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
        }
        let shared = little([20, 0, 0, 0, 0x21], 2) + little([Int(sum), bytes.count, bytes.count], 4)
        let file = little([0x0403_4b50], 4) + shared + little([name.utf8.count, 0], 2) + name.utf8 + bytes
        let list = little([0x0201_4b50], 4) + little([20], 2) + shared + little([name.utf8.count, 0, 0, 0, 0], 2) + little([0, 0], 4) + name.utf8
        return file + list + little([0x0605_4b50], 4) + little([0, 0, 1, 1], 2) + little([list.count, file.count], 4) + [0, 0]
    }
}
