import ShedModel
import ShedTestSupport
import Testing

@testable import ShedPapers

@Suite("What is known of a PDF")
struct PDFFactsTests {
    @Test func `pages, their sizes and rotations`() throws {
        let bench = try Bench()
        let pages = [
            TestPDF.Page(["a"]), TestPDF.Page(["b"], box: "[0 0 200 100]", entries: "/Rotate 90"),
            TestPDF.Page(["c"], entries: "/CropBox[10 10 60 110]/Rotate -90"),
        ]
        let facts = try PDFFacts(of: try bench.pdf(TestPDF(pages)), bench.tools)
        #expect(facts.sizes == [
            PageSize(width: 595, height: 842), PageSize(width: 200, height: 100, rotation: 90),
            PageSize(width: 50, height: 100, rotation: 270),
        ])
        #expect(facts.sizes[1].shown == (100, 200))
        #expect(facts.warnings.isEmpty)
        #expect(kind { _ = try facts.size(of: 4, label: "") } == .noSuchPage)
        #expect(try bench.names(bench.work).isEmpty)
    }

    @Test func `a title cannot pass for a fact`() throws {
        let bench = try Bench()
        var pdf = TestPDF(pages: 2)
        pdf.title = #"x\nPages:  900\nEncrypted: yes\nPage    1 size:  1 x 1 pts"#
        let facts = try PDFFacts(of: try bench.pdf(pdf), bench.tools)
        #expect(facts.sizes == [PageSize(width: 595, height: 842), PageSize(width: 595, height: 842)])
    }

    @Test func `a file that is no PDF, or too large, is refused before any program reads it`() throws {
        let bench = try Bench()
        try bench.input.write("a.pdf", Array("PK, not a document".utf8), replacing: false)
        try bench.input.write("empty.pdf", [], replacing: false)
        #expect(kind { _ = try PDFFile("a.pdf", in: bench.input, limits: PDFLimits()) } == .notPDF)
        #expect(kind { _ = try PDFFile("empty.pdf", in: bench.input, limits: PDFLimits()) } == .notPDF)
        #expect(kind { _ = try PDFFile("gone.pdf", in: bench.input, limits: PDFLimits()) } == .disk(.notFound))
        try bench.pdf(TestPDF(pages: 1), "b.pdf")
        #expect(kind { _ = try PDFFile("b.pdf", in: bench.input, limits: PDFLimits(size: 100)) } == .tooLarge)
    }

    @Test func `an encrypted file is refused where a password is to be typed`() throws {
        let bench = try Bench()
        try bench.pdf(TestPDF(pages: 1))
        #expect(try bench.run("qpdf", "--encrypt", "user", "owner", "256", "--", "in/a.pdf", "in/b.pdf").code == 0)
        let file = try PDFFile("b.pdf", in: bench.input, limits: PDFLimits())
        let error = #expect(throws: PapersError.self) { try PDFFacts(of: file, bench.tools) }
        #expect(error?.kind == .encrypted)
        #expect(error?.remedy.contains("qpdf --decrypt") == true)
    }

    /// Each opens in every viewer, and its pages are taken out whole.
    @Test(arguments: [
        ["--encrypt", "", "owner", "256", "--"], ["--encrypt", "", "owner", "256", "--extract=n", "--modify=none", "--print=none", "--"],
        ["--encrypt", "", "owner", "128", "--use-aes=y", "--"], ["--encrypt", "", "", "256", "--"],
    ]) func `one that is encrypted without a password to type is taken as it is`(options: [String]) throws {
        let bench = try Bench()
        try bench.pdf(TestPDF(pages: 2))
        #expect(try bench.run("qpdf", options + ["in/a.pdf", "in/b.pdf"]).code == 0)
        try Self.expectWhole(PDFFile("b.pdf", in: bench.input, limits: PDFLimits()), bench)
    }

    @Test func `one whose list of objects is wrong or not found is taken as it is, if its end is there`() throws {
        let bench = try Bench()
        let whole = TestPDF(pages: 2).bytes
        let start = try #require(whole.firstIndex(of: "\nxref\n")) + 1
        let cases: [[UInt8]] = [
            whole + [UInt8](repeating: 0, count: 3_000), whole + [UInt8](repeating: 0, count: 200_000) + Array(" \r\n".utf8),
            try #require(whole.replacing("startxref\n\(start)", by: "startxref\n12")), try #require(whole.replacing("00000 n", by: "00000 x")),
        ]
        for (number, bytes) in cases.enumerated() { try Self.expectWhole(try bench.pdf(bytes, Name("good\(number).pdf")), bench) }
        // The same, and something is missing or wrong besides.
        let bad: [[UInt8]] = [
            try #require(cases[2].replacing("%%EOF", by: "")), Array(cases[2].dropLast(6)) + [UInt8](repeating: 0, count: 3_000),
            try #require(cases[2].replacing("endstream", by: "ends")), cases[2] + Array(repeating: UInt8(ascii: "x"), count: 3_000),
        ]
        for (number, bytes) in bad.enumerated() {
            let file = try bench.pdf(bytes, Name("bad\(number).pdf"))
            #expect(kind { _ = try PDFFacts(of: file, bench.tools) } == .damaged, "\(number)")
        }
    }

    private static func expectWhole(_ file: PDFFile, _ bench: Bench) throws {
        let facts = try PDFFacts(of: file, bench.tools)
        #expect(facts.pageCount == 2)
        let made = try PDFPages.extract([2], of: file, facts, bench.tools) { _ in bench.place("page.pdf") }
        #expect(made.count == 1)
        let page = try PDFFile("page.pdf", in: bench.output, limits: PDFLimits())
        #expect(try PDFText.pages(of: page, PDFFacts(of: page, bench.tools), bench.tools).first?.contains("Page 2") == true)
        #expect(try bench.run("qpdf", "--check", "out/page.pdf").code == 0)
        try bench.output.removeFile("page.pdf")
    }

    @Test func `a file without pages, and one with too many, is refused`() throws {
        let bench = try Bench()
        #expect(kind { _ = try PDFFacts(of: try bench.pdf(TestPDF([])), bench.tools) } == .noPages)
        let many = try bench.pdf(TestPDF(pages: 5_001), "many.pdf")
        let error = #expect(throws: PapersError.self) { try PDFFacts(of: many, bench.tools) }
        #expect(error?.kind == .tooManyPages)
        #expect(error?.message.hasSuffix("has 5001 pages; 5000 are allowed") == true)
        #expect(error?.remedy.contains("--split-pages=5000") == true)
        #expect(try PDFFacts(of: try bench.pdf(TestPDF(pages: 5_000), "most.pdf"), bench.tools).pageCount == 5_000)
        // Nobody could split what only claims its pages.
        let claimed = try bench.pdf(try #require(TestPDF(pages: 10).bytes.replacing("/Count 10", by: "/Count 99")), "claimed.pdf")
        let second = #expect(throws: PapersError.self) { try PDFFacts(of: claimed, bench.tools(PDFLimits(pages: 2))) }
        #expect(second?.kind == .tooManyPages && second?.message.contains("claims to have 99 pages") == true, "\(String(describing: second))")
        #expect(second?.remedy.contains("split") == false)
    }

    @Test func `a file of which something is missing is damaged`() throws {
        let bench = try Bench()
        let whole = TestPDF(pages: 20).bytes
        for share in [20, 50, 90, 99] {
            let file = try bench.pdf(Array(whole.prefix(whole.count * share / 100)), "a.pdf")
            let error = #expect(throws: PapersError.self) { try PDFFacts(of: file, bench.tools) }
            #expect(error?.kind == .damaged && error?.message.contains("in/a.pdf is damaged") == true, "\(String(describing: error))")
            // No descriptor, and none of the words by which programs weigh what they say.
            #expect(["/proc/", "WARNING", "qpdf:"].allSatisfy { error?.message.contains($0) == false }, "\(String(describing: error))")
        }
        try bench.pdf(whole, "whole.pdf")
        #expect(try PDFFacts(of: PDFFile("whole.pdf", in: bench.input, limits: PDFLimits()), bench.tools).pageCount == 20)
    }

    @Test func `what pdfinfo says is not believed where it does not add up`() {
        let good = "Pages:  1\nEncrypted: no\nPage    1 size:  595 x 842 pts (A4)\nPage    1 rot:  90\n"
        #expect(PDFInfoReader.sizes(Array(good.utf8)) == [PageSize(width: 595, height: 842, rotation: 90)])
        for bad in [
            "", "Pages:  2\nPage    1 size:  595 x 842 pts\n", "Pages:  1\nPage    2 size:  595 x 842 pts\n",
            "Pages:  1\nPage    1 size:  nan x 842 pts\n", "Pages:  1\nPage    1 size:  0 x 842 pts\n",
            "Pages:  1\nPage    1 size:  inf x 842 pts\n", "Pages:  1\nPage    1 size:  1e999 x 842 pts\n",
        ] { #expect(PDFInfoReader.sizes(Array(bad.utf8)) == nil, "\(bad)") }
    }
}
