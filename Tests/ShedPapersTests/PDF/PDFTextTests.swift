import ShedTestSupport
import Testing

@testable import ShedPapers

@Suite("The text that a PDF carries")
struct PDFTextTests {
    private func text(_ pdf: TestPDF, _ limits: PDFLimits = PDFLimits()) throws -> [String] {
        let bench = try Bench()
        let file = try bench.pdf(pdf)
        return try PDFText.pages(of: file, PDFFacts(of: file, bench.tools), bench.tools(limits))
    }

    @Test func `comes page by page, also from empty pages`() throws {
        let pdf = TestPDF([TestPDF.Page(["One", "and a half"]), TestPDF.Page(), TestPDF.Page(["Three \u{e9}t\u{e9}"]), TestPDF.Page()])
        #expect(try text(pdf) == ["One\nand a half", "", "Three \u{e9}t\u{e9}", ""])
    }

    @Test func `stays on its page where a page holds form feeds`() throws {
        var pdf = TestPDF([TestPDF.Page(["A#B", "C"]), TestPDF.Page(["D"]), TestPDF.Page(["#"])])
        pdf.letters = ["<41> <0041>", "<42> <0042>", "<43> <0043>", "<44> <0044>", "<23> <000C>"]
        let pages = try text(pdf)
        #expect(pages.map { $0.filter(\.isLetter) } == ["ABC", "D", ""])
    }

    @Test func `is cut where a page holds too much, and refused where all do`() throws {
        let pdf = TestPDF([TestPDF.Page(["abc\u{e9}\u{e9}"]), TestPDF.Page(["second"])])
        #expect(try text(pdf, PDFLimits(pageText: 6)) == ["abc\u{e9}", "second"])
        #expect(kind { _ = try text(pdf, PDFLimits(text: 10)) } == .tooLarge)
    }

    @Test(arguments: [
        ("a\r\nb\rc\nd", "a\nb\nc\nd"), ("  a \t b\u{a0}\u{3000}c  \n\n\n\n  d\n\n", "a b c\n\nd"), ("a\u{ad}b\u{feff}c\0d\u{7}e", "abcde"),
        ("", ""), (" \n ", ""), ("a\u{2028}b\u{85}c\u{c}", "a\nb\nc"),
    ])
    func `is put into one form`(input: String, output: String) {
        #expect(PlainText.normalised(Array(input.utf8), atMost: 1_000) == output)
    }

    @Test func `that is not UTF-8 is mended`() {
        #expect(PlainText.normalised([0x61, 0xff, 0x62], atMost: 10) == "a\u{fffd}b")
        #expect(PlainText.normalised(Array("ab\u{e9}".utf8), atMost: 3) == "ab", "a character that is cut")
    }

    @Test func `is split at form feeds, exactly`() {
        #expect(PDFText.split(Array("a\u{c}\u{c}b\u{c}".utf8), pages: 3)?.map { String(decoding: $0, as: UTF8.self) } == ["a", "", "b"])
        #expect(PDFText.split(Array("a\u{c}b".utf8), pages: 1) == nil)
        #expect(PDFText.split(Array("a\u{c}b\u{c}".utf8), pages: 1) == nil)
        #expect(PDFText.split([], pages: 1) == nil)
    }

    @Test(arguments: [("", TextSource.recognition), ("12", .recognition), ("\u{fffd} - 3", .recognition), ("p. 12", .layer), ("漢", .layer)])
    func `counts where it has a letter`(text: String, source: TextSource) { #expect(TextSource(layer: text) == source) }

    private static let files: [(layers: [String], sources: [TextSource])] = [
        (["Snap", "Snap", "Snap\nOwn"], [.recognition, .recognition, .layer]), (["One\nSnap\n1", "Snap\n2"], [.layer, .recognition]),
        // Not on all, not on several, and not the same.
        (["Snap", "Snap", ""], [.layer, .layer, .recognition]), (["Snap"], [.layer]), (["Page 1", "Page 2"], [.layer, .layer]), ([], []),
    ]

    @Test(arguments: files.indices) func `does not count where it is a line that stands on every page`(number: Int) {
        #expect(TextSource.sources(of: Self.files[number].layers) == Self.files[number].sources)
    }
}
