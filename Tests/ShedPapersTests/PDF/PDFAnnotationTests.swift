import ShedModel
import ShedTestSupport
import Testing

@testable import ShedPapers

@Suite("The annotations of a PDF") struct PDFAnnotationTests {
    private func pages(_ entries: [String], _ limits: PDFLimits = PDFLimits()) throws -> [[PDFAnnotation]] {
        let bench = try Bench()
        let file = try bench.pdf(TestPDF(entries.map { TestPDF.Page(["text"], entries: $0) }))
        return try PDFAnnotation.pages(of: file, bench.tools(limits))
    }

    private static func note(_ text: String, _ more: String = "/T(Ann)") -> String { "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents\(text)\(more)>>" }

    @Test func `come page by page, with sort, author and text`() throws {
        let found = try pages([
            "/Annots[\(Self.note("(Look \\(here\\)\\r\\n  again)")) <</Subtype/Highlight/Contents<FEFF00E9>>> <</Subtype/Ink/Contents(4 0 R)>>]", "", "/Annots 99 0 R",
            "/Annots[<</Subtype/Link/Contents(a)>> <</Subtype/Popup>> <</Subtype/Widget/T(b)>> 98 0 R null 7 <<>> <</Subtype(Text)>> <</Subtype/Text/Contents/Name/T[1]>>]",
        ])
        #expect(found == [
            [
                PDFAnnotation(sort: "Text", author: "Ann", text: "Look (here)\nagain"), PDFAnnotation(sort: "Highlight", author: nil, text: "\u{e9}"),
                PDFAnnotation(sort: "Ink", author: nil, text: "4 0 R"),
            ], [], [], [PDFAnnotation(sort: "Text", author: nil, text: "")],
        ])
    }

    @Test func `are bounded in number, in length and in what they hold`() throws {
        let long = String(repeating: "a", count: 70_000)
        let many = String(repeating: Self.note("(x)", ""), count: PDFAnnotation.most + 5)
        let found = try pages(["/Annots[\(Self.note("(\(long))", "/T<FEFF0061000A001B005B\(String(repeating: "0061", count: 300))>"))]", "/Annots[\(many)]"])
        #expect(found[0].map(\.text.utf8.count) == [PDFAnnotation.longest])
        #expect(found[0].first?.author?.hasPrefix("a [aa") == true && found[0].first?.author?.utf8.count ?? 1_000 <= 200)
        #expect(found[1].count == PDFAnnotation.most)
        #expect(kind { _ = try pages(["/Annots[\(many)]"], PDFLimits(text: 1_000)) } == .tooLarge)
    }

    @Test func `that cannot be read are an error, not none`() throws {
        let bench = try Bench()
        let file = try bench.pdf(Array("%PDF-1.7\nnothing".utf8))
        #expect(kind { _ = try PDFAnnotation.pages(of: file, bench.tools) } == .damaged)
        let deep = String(repeating: "[", count: 80) + String(repeating: "]", count: 80)
        #expect(kind { _ = try pages(["/Deep \(deep)/Annots[\(Self.note("(x)"))]"]) } == .failed)
    }
}
