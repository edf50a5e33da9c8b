import Glibc
import ShedDisk
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedPapers

@Suite("Pages taken out of a PDF")
struct ExtractedPageTests {
    @discardableResult
    private func extract(_ bench: Bench, _ file: PDFFile, _ pages: [Int], _ prefix: String = "") throws -> [PDFPages.Extracted] {
        try PDFPages.extract(pages, of: file, PDFFacts(of: file, bench.tools), bench.tools) { page in
            Destination(bench.output, Name("\(prefix)\(page).pdf"), mode: 0o444)
        }
    }

    private func text(_ bench: Bench, _ name: Name) throws -> [String] {
        let file = try PDFFile(name, in: bench.output, limits: PDFLimits())
        return try PDFText.pages(of: file, PDFFacts(of: file, bench.tools), bench.tools)
    }

    @Test func `are PDFs of one page each, read-only, made by one run`() throws {
        let bench = try Bench()
        try bench.program("qpdf", "echo >>$bench/runs; exec /usr/bin/qpdf \"$@\"")
        let file = try bench.pdf(TestPDF(pages: 120))
        let made = try extract(bench, file, [100, 7, 8, 7, 120] + Array(20...30))
        #expect(made.map(\.page) == [7, 8] + Array(20...30) + [100, 120])
        for page in made {
            let name = Name("\(page.page).pdf")
            #expect(try text(bench, name) == ["Page \(page.page)"])
            let file = try bench.output.file(name)
            #expect(file.evidence.mode & 0o777 == 0o444)
            #expect(try file.hash() == page.hash)
            #expect(file.size == page.size)
        }
        #expect(try bench.names(bench.work).isEmpty)
        let runs = try bench.directory.read("runs", atMost: 1_000).count
        #expect(runs == 2 + made.count, "one to look through, one to extract; and one for each of the results above")
    }

    @Test func `have the same bytes whatever the file is called and whichever others are made`() throws {
        let bench = try Bench()
        let bytes = TestPDF(pages: 30).bytes
        let alone = try extract(bench, try bench.pdf(bytes), [17], "alone")
        let among = try extract(bench, try bench.pdf(bytes, "other name.pdf"), Array(1...30), "among")
        #expect(alone[0].hash == among[16].hash)
        #expect(try bench.made("alone17.pdf") == bench.made("among17.pdf"))
        #expect(Set(among.map(\.hash)).count == 30)
    }

    @Test func `leave behind what belongs to the document, and keep what belongs to the page`() throws {
        let bench = try Bench()
        let note = "/Annots[<</Type/Annot/Subtype/Text/Rect[1 1 20 20]/Contents(remember)>>]/Rotate 90"
        var pdf = TestPDF([TestPDF.Page(["a"], entries: note), TestPDF.Page(["secret"])])
        pdf.catalog = "/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>"
        pdf.title = "Secret title"
        try bench.pdf(pdf, "plain.pdf")
        try bench.input.write("attached.txt", Array("attached".utf8), replacing: false)
        #expect(try bench.run("qpdf", "in/plain.pdf", "--add-attachment", "in/attached.txt", "--", "in/a.pdf").code == 0)
        let file = try PDFFile("a.pdf", in: bench.input, limits: PDFLimits())
        try extract(bench, file, [1])
        #expect(try bench.run("qpdf", "--qdf", "--object-streams=disable", "out/1.pdf", "out/plain.pdf").code == 0)
        let text = String(decoding: try bench.made("plain.pdf"), as: UTF8.self)
        #expect(text.contains("(remember)"))
        #expect(text.contains("/Rotate 90"))
        for word in ["JavaScript", "EmbeddedFile", "attached", "Secret", "secret"] { #expect(!text.contains(word), "\(word)") }
    }

    @Test func `keep their form fields`() throws {
        let bench = try Bench()
        var pdf = TestPDF([TestPDF.Page(["a"], entries: "/Annots[6 0 R]")])
        pdf.catalog = "/AcroForm<</Fields[6 0 R]/DA(/F 12 Tf)>>"
        // Object 6 is the first that a page adds: its content. So the field is put in its place by hand.
        var bytes = pdf.bytes
        let field = "<</Type/Annot/Subtype/Widget/FT/Tx/T(answer)/V(42)/Rect[1 1 90 20]>>"
        bytes = try #require(bytes.replacing("<</Title(Test)>>", by: field + " "))
        bytes = try #require(bytes.replacing("/Annots[6 0 R]", by: "/Annots[5 0 R]"))
        bytes = try #require(bytes.replacing("/Fields[6 0 R]", by: "/Fields[5 0 R]"))
        try bench.pdf(bytes, "raw.pdf")
        #expect([0, 3].contains(try bench.run("qpdf", "in/raw.pdf", "in/a.pdf").code))
        try extract(bench, try PDFFile("a.pdf", in: bench.input, limits: PDFLimits()), [1])
        #expect(try bench.run("qpdf", "--qdf", "--object-streams=disable", "out/1.pdf", "out/plain.pdf").code == 0)
        let text = String(decoding: try bench.made("plain.pdf"), as: UTF8.self)
        #expect(text.contains("/AcroForm"))
        #expect(text.contains("(answer)"))
    }

    @Test func `are made all or none`() throws {
        let bench = try Bench()
        let file = try bench.pdf(TestPDF(pages: 5))
        try bench.output.write("3.pdf", Array("mine".utf8), replacing: false)
        #expect(kind { _ = try extract(bench, file, [1, 2, 3, 4]) } == .disk(.exists))
        #expect(try bench.names(bench.output) == ["3.pdf"])
        #expect(try bench.made("3.pdf") == Array("mine".utf8))
        #expect(kind { _ = try extract(bench, file, [1, 6]) } == .noSuchPage)
        #expect(kind { _ = try extract(bench, file, [0]) } == .noSuchPage)
        #expect(try bench.names(bench.output) == ["3.pdf"])
        #expect(try extract(bench, file, []).isEmpty)
    }
}

extension [UInt8] {
    /// The bytes with one occurrence of a text replaced; `nil` where there is none.
    func replacing(_ old: String, by new: String) -> [UInt8]? {
        let wanted = Array(old.utf8)
        guard let start = indices.first(where: { self[$0...].starts(with: wanted) }) else { return nil }
        return Array(self[..<start]) + Array(new.utf8) + Array(self[(start + wanted.count)...])
    }
}
