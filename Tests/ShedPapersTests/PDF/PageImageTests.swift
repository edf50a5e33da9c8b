import ShedDisk
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedPapers

@Suite("Pages as pictures")
struct PageImageTests {
    /// Width and height that a PNG says it has (PNG 1.2, 11.2.2).
    private func size(_ bench: Bench, _ name: Name) throws -> [Int] {
        let bytes = try bench.made(name)
        try #require(bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        return [16, 20].map { start in bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
    }

    private func render(_ bench: Bench, _ page: TestPDF.Page, _ options: PDFImage.Options, _ limits: PDFLimits = PDFLimits()) throws -> [Int] {
        let file = try bench.pdf(TestPDF([page]))
        try PDFImage.render(1, of: file, PDFFacts(of: file, bench.tools), options, bench.tools(limits), to: bench.place("a.png"))
        return try size(bench, "a.png")
    }

    @Test func `have the size that the resolution says, of the crop box, turned`() throws {
        #expect(try render(Bench(), TestPDF.Page(box: "[0 0 144 72]"), PDFImage.Options(resolution: 100)) == [200, 100])
        let turned = TestPDF.Page(box: "[0 0 500 500]", entries: "/CropBox[0 0 144 72]/Rotate 90")
        #expect(try render(Bench(), turned, PDFImage.Options(resolution: 100, isGray: true)) == [100, 200])
    }

    @Test func `of huge pages are made smaller`() throws {
        for box in ["[0 0 100000000 100000000]", "[0 0 2000 1000]", "[0 0 3000000 3]"] {
            let size = try render(Bench(), TestPDF.Page(box: box), PDFImage.Options(resolution: 300), PDFLimits(pixels: 1_000_000))
            #expect(size[0] * size[1] <= 1_010_000, "\(box) \(size)")
            #expect(size[0] * size[1] > 0)
        }
    }

    @Test func `are made of pages that there are, and replace nothing`() throws {
        let bench = try Bench()
        let file = try bench.pdf(TestPDF(pages: 1))
        let facts = try PDFFacts(of: file, bench.tools)
        #expect(kind { try PDFImage.render(2, of: file, facts, PDFImage.Options(), bench.tools, to: bench.place("a.png")) } == .noSuchPage)
        try bench.output.write("a.png", [], replacing: false)
        #expect(kind { try PDFImage.render(1, of: file, facts, PDFImage.Options(), bench.tools, to: bench.place("a.png")) } == .disk(.exists))
        #expect(try bench.made("a.png").isEmpty)
    }

    private func cells(_ bench: Bench, _ count: Int) throws -> [ContactSheet.Cell] {
        let file = try bench.pdf(TestPDF(pages: count))
        let facts = try PDFFacts(of: file, bench.tools)
        return (1...count).map { ContactSheet.Cell(file, facts, page: $0, caption: "p\($0) \u{e9} \u{6f22} (") }
    }

    @Test func `stand beside each other on sheets of a PDF, with captions`() throws {
        let bench = try Bench()
        var cells = try cells(bench, 30)
        cells.swapAt(0, 29)
        try ContactSheet.pdf(cells, ContactSheet.Options(columns: 4, side: 100), bench.tools, to: bench.place("sheet.pdf"))
        let sheet = try PDFFile("sheet.pdf", in: bench.output, limits: PDFLimits())
        let facts = try PDFFacts(of: sheet, bench.tools)
        #expect(facts.pageCount == 2)
        let text = try PDFText.pages(of: sheet, facts, bench.tools).joined(separator: "\n")
        for page in 1...30 { #expect(text.contains("p\(page) \u{e9} ? (")) }
        let images = try bench.run("pdfimages", "-list", "out/sheet.pdf").text.split(separator: "\n").dropFirst(2)
        #expect(images.count == 30)
        #expect(images.allSatisfy { $0.contains(" jpeg ") })
    }

    @Test func `stand beside each other in one PNG`() throws {
        let bench = try Bench()
        try ContactSheet.png(cells(bench, 7), ContactSheet.Options(columns: 3, side: 200), bench.tools, to: bench.place("sheet.png"))
        let size = try size(bench, "sheet.png")
        #expect(size[0] > 400 && size[0] < 700, "three pictures of at most 200 × 154 pixels, and room between")
        #expect(size[1] > 600 && size[1] < 900)
    }

    @Test func `that cannot be drawn leave an empty frame`() throws {
        let bench = try Bench()
        let cells = try cells(bench, 2)
        try bench.program("pdftoppm", "for a; do last=$a; done; /usr/bin/pdftoppm \"$@\"; rm -f $last-1.jpg")
        try ContactSheet.pdf(cells, ContactSheet.Options(), bench.tools, to: bench.place("sheet.pdf"))
        #expect(try bench.run("pdfimages", "-list", "out/sheet.pdf").text.split(separator: "\n").dropFirst(2).count == 1)
        #expect(try bench.run("pdftotext", "out/sheet.pdf", "-").text.contains("p1 "))
    }

    @Test func `of no or too many pages are refused`() throws {
        let bench = try Bench()
        let cell = try cells(bench, 1)
        #expect(kind { try ContactSheet.pdf([], ContactSheet.Options(), bench.tools, to: bench.place("a.pdf")) } == .noPages)
        let many = [ContactSheet.Cell](repeating: cell[0], count: ContactSheet.mostInPNG + 1)
        #expect(kind { try ContactSheet.png(many, ContactSheet.Options(), bench.tools, to: bench.place("a.png")) } == .tooManyPages)
        #expect(try bench.names(bench.output).isEmpty)
    }

    @Test func `in JPEG say their size, or are not used`() {
        let head: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 1, 2, 3, 4, 3, 0, 0, 0, 0]
        let picture = JPEGPicture(head)
        #expect([picture?.height, picture?.width, picture?.components] == [258, 772, 3])
        for count in 0..<18 { #expect(JPEGPicture(Array(head.prefix(count))) == nil) }
        #expect(JPEGPicture([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]) == nil)
    }
}
