import ShedModel
import ShedTestSupport
import Testing

@testable import ShedPapers

@Suite("Kept annotations") struct KeptAnnotationsTests {
    private static let pages = [
        [PDFAnnotation(sort: "Text", author: "Ann", text: "one"), PDFAnnotation(sort: "Highlight", author: nil, text: "")], [],
        [PDFAnnotation(sort: "FreeText", author: nil, text: "caf\u{e9}\ntwo")],
    ]

    @Test func `are those in which something is written, page by page`() throws {
        let file = KeptAnnotations(Self.pages).file
        let kept = try #require(KeptAnnotations(file: file))
        #expect(kept.file == file)
        #expect((1...4).map { kept.annotations(of: $0) } == [[Self.pages[0][0]], [], Self.pages[2], []])
        #expect(try #require(KeptAnnotations(file: KeptAnnotations([[], []]).file)).items.isEmpty)
    }

    @Test func `that were cut or altered, or that nobody wrote so, are none`() {
        let file = KeptAnnotations(Self.pages).file
        for cut in 1...file.count { #expect(KeptAnnotations(file: Array(file.dropLast(cut))) == nil, "\(cut)") }
        let text = String(decoding: file, as: UTF8.self)
        let wrong = [
            ("[1,\"Text\"", "[0,\"Text\""), ("[1,\"Text\"", "[4,\"Text\""), ("[1,\"Text\"", "[9223372036854775807,\"Text\""), ("\"Ann\",3", "\"Ann\",-3"),
            ("\"Ann\",3", "\"Ann\",9223372036854775807"), ("\"format\":1", "\"format\":2"), ("one", "two"), ("\"Text\"", "7"),
        ]
        for (good, bad) in wrong { #expect(KeptAnnotations(file: Array(text.replacing(good, with: bad).utf8)) == nil, "\(bad)") }
    }

    @Test func `have no controls and no end, whoever wrote them`() throws {
        let long = String(repeating: "a", count: PDFAnnotation.longest + 10)
        let hostile = PDFAnnotation(sort: "T\u{1b}[31m", author: String(repeating: "x", count: 300) + "\n", text: "\u{1b}[31mred\u{7}")
        let kept = try #require(KeptAnnotations(file: KeptAnnotations([[hostile, PDFAnnotation(sort: "Text", author: nil, text: long)]]).file))
        let read = kept.annotations(of: 1)
        #expect(read.map(\.sort) == ["T[31m", "Text"] && read[0].author?.utf8.count == 200)
        #expect(read[0].text == "[31mred" && read[1].text.utf8.count == PDFAnnotation.longest)
        let many = [[PDFAnnotation]](repeating: [PDFAnnotation](repeating: PDFAnnotation(sort: "Text", author: nil, text: "x"), count: 1_000), count: 12)
        #expect(KeptAnnotations(many).items.count == KeptAnnotations.most)
        let large = [[PDFAnnotation]](repeating: [PDFAnnotation(sort: "Text", author: nil, text: String(long.dropLast(10)))], count: 200)
        let bounded = KeptAnnotations(large)
        #expect(bounded.bytes.count <= KeptAnnotations.mostText && bounded.items.count > 100)
        #expect(KeptAnnotations(file: bounded.file)?.items.count == bounded.items.count)
    }
}
