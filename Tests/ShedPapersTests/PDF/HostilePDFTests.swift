import Glibc
import ShedDisk
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedPapers

/// PDFs that mean harm. Whatever they are: an answer within the limits, the file untouched, nothing left, nothing written
/// but what was asked for.
@Suite("Hostile PDFs")
struct HostilePDFTests {
    private static func limits(seconds: Int) -> PDFLimits {
        let tool = ToolLimits(milliseconds: Int64(seconds) * 1_000, processorSeconds: seconds, memory: 1 << 30, fileSize: 256 << 20)
        return PDFLimits(pixels: 1_000_000, tool: tool, page: tool)
    }

    /// Does everything with a PDF that can be done, also where the first look says that it is damaged: a program may be
    /// given it all the same, where it is damaged in a way that the first look does not find.
    /// - Returns: the kind of error that the first step threw, or `nil` where it is in order.
    @discardableResult
    private static func tryAll(_ bench: Bench, _ bytes: [UInt8], seconds: Int = 20) throws -> PapersError.Kind? {
        let limits = limits(seconds: seconds)
        try bench.input.write("a.pdf", bytes, replacing: true)
        let tools = bench.tools(limits)
        let first = kind { _ = try PDFFacts(of: PDFFile("a.pdf", in: bench.input, limits: limits), tools) }
        if let file = try? PDFFile("a.pdf", in: bench.input, limits: limits) {
            let known = (try? PDFFacts(of: file, tools)) ?? PDFFacts(sizes: [PageSize(width: 595, height: 842)])
            // These may fail, but only in these ways.
            for step in [
                { _ = try PDFText.pages(of: file, known, tools) },
                { try PDFPages.extract([1], of: file, known, tools) { _ in bench.place("page.pdf") } },
                { try PDFPages.join([PDFPart(file, [1])], bookmarks: [PDFBookmark("a", page: 1)], tools, to: bench.place("joined.pdf")) },
                { try PDFImage.render(1, of: file, known, PDFImage.Options(), tools, to: bench.place("page.png")) },
                { try ContactSheet.pdf([ContactSheet.Cell(file, known, page: 1, caption: "")], ContactSheet.Options(), tools, to: bench.place("sheet.pdf")) },
            ] as [() throws -> Void] {
                do {
                    try step()
                } catch let error as PapersError {
                    #expect([.damaged, .failed, .outOfTime, .tooMuchWork, .tooLarge, .disk(.notFound)].contains(error.kind), "\(error)")
                }
            }
        }
        #expect(try bench.input.read("a.pdf", atMost: 64 << 20) == bytes)
        #expect(try bench.names(bench.work).isEmpty)
        #expect(try bench.names(bench.input) == ["a.pdf"])
        #expect(try bench.names(bench.directory).filter { !["stdout", "stderr"].contains($0) } == ["bin", "in", "out", "work"])
        let made = try bench.names(bench.output)
        #expect(Set(made).isSubset(of: ["joined.pdf", "page.pdf", "page.png", "sheet.pdf"]), "\(made)")
        for name in made { try bench.output.removeFile(Name(name)) }
        return first
    }

    private static let plain = TestPDF(pages: 3).bytes

    @Test func `scripts are not run and attached files not written`() throws {
        let bench = try Bench()
        var pdf = TestPDF([TestPDF.Page(["a"], entries: "/AA<</O<</S/Launch/F(/bin/touch)>>>>")])
        pdf.catalog = "/OpenAction<</S/JavaScript/JS(this.saveAs\\(\"/tmp/x\"\\))>>"
        #expect(try Self.tryAll(bench, pdf.bytes) == nil)
        try bench.directory.write("evil", Array("x".utf8), replacing: false)
        try bench.input.write("a.pdf", pdf.bytes, replacing: true)
        #expect(try bench.run("qpdf", "in/a.pdf", "--add-attachment", "evil", "--filename=../../evil", "--", "b.pdf").code == 0)
        let bytes = try bench.directory.read("b.pdf", atMost: 1 << 20)
        for name in ["evil", "b.pdf"] as [Name] { try bench.directory.removeFile(name) }
        #expect(try Self.tryAll(bench, bytes) == nil)
    }

    @Test func `cross-references, page trees and forms that lead back to themselves end`() throws {
        let bench = try Bench()
        let size = try #require(Self.plain.firstIndex(of: "\nxref\n")) + 1
        // The table's predecessor is the table itself.
        try Self.tryAll(bench, try #require(Self.plain.replacing("/Info 5 0 R", by: "/Info 5 0 R/Prev \(size)")))
        let looped = try #require(Self.plain.replacing("/Kids[", by: "/Kids[2 0 R "))
        #expect(try Self.tryAll(bench, looped) == .damaged)
        var form = TestPDF([TestPDF.Page(["a"])])
        form.title = "x)/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>/Y("
        try Self.tryAll(bench, form.bytes)
        try Self.tryAll(bench, try #require(form.bytes.replacing("/Font<</F 3 0 R>>", by: "/XObject<</F 4 0 R>>")))
    }

    @Test func `pages of any size are drawn within the limits`() throws {
        let bench = try Bench()
        let vast = "9" + String(repeating: "0", count: 307)
        for box in ["[0 0 100000000 100000000]", "[0 0 \(vast) \(vast)]", "[0 0 \(vast) 1]", "[0 0 1e38 1]", "[-1e9 -1e9 1e9 1e9]", "[0 0 0 0]", "[0 0 1e-9 1e-9]", "[9 9 1 1]", "[0 0]", "[/a /b]", "null"] {
            try Self.tryAll(bench, TestPDF([TestPDF.Page(["a"], box: box)]).bytes)
        }
    }

    @Test(arguments: [9e307, .infinity, .nan, 1e-300, 0, -1])
    func `a size that no page has is the nearest that one may have`(length: Double) {
        for size in [PageSize(width: length, height: 1), PageSize(width: 1, height: length), PageSize(width: length, height: length)] {
            #expect((PageSize.smallest...PageSize.largest).contains(size.width) && (PageSize.smallest...PageSize.largest).contains(size.height))
            #expect(PDFImage.scale(size, PDFImage.Options(resolution: 2_400), pixels: 1_000_000).count == 2)
        }
    }

    @Test func `pictures that claim to be huge, and arrays nested without end, are no more than an error`() throws {
        let bench = try Bench()
        let picture = TestPDF.Picture(width: 60_000, height: 60_000, greys: [0])
        // pdftoppm reads on for minutes: here it is the limit that ends it.
        try Self.tryAll(bench, TestPDF([TestPDF.Page(picture: picture)]).bytes, seconds: 3)
        let deep = String(repeating: "[", count: 200_000)
        try Self.tryAll(bench, TestPDF([TestPDF.Page(["a"], entries: "/X\(deep)")]).bytes)
    }

    @Test func `what is a PDF and something else is read as the PDF`() throws {
        let bench = try Bench()
        let page = "<html><script>1</script><!--\n"
        let first = try Self.tryAll(bench, Array(page.utf8) + Self.plain + Array("\n--></html>".utf8))
        #expect(first == nil || first == .damaged)
        #expect(try Self.tryAll(bench, [UInt8](repeating: 0x20, count: 2_000) + Self.plain) == .notPDF)
        #expect(try Self.tryAll(bench, Array("%PDF-1.7\n".utf8)) == .damaged)
    }

    @Test func `mutated files give an answer, by a seed`() throws {
        let bench = try Bench()
        try bench.pdf(Self.plain)
        #expect(try bench.run("qpdf", "--object-streams=generate", "in/a.pdf", "packed.pdf").code == 0)
        let packed = try bench.directory.read("packed.pdf", atMost: 1 << 20)
        try bench.directory.removeFile("packed.pdf")
        for seed in 0..<UInt64(isTorture ? 200 : 20) {
            try Self.tryAll(bench, Self.mutated(seed % 2 == 0 ? Self.plain : packed, seed))
        }
    }

    private static func mutated(_ bytes: [UInt8], _ seed: UInt64) -> [UInt8] {
        var random = SeededRandom(seed)
        var bytes = bytes
        for _ in 0...Int.random(in: 0..<8, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 1..<60, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0..<bytes.count, using: &random))
            // Numbers are what a PDF hangs together by.
            default: for position in place..<end where (0x30...0x39).contains(bytes[position]) { bytes[position] = UInt8.random(in: 0x30...0x39, using: &random) }
            }
            if bytes.isEmpty { break }
        }
        return bytes
    }
}

extension [UInt8] {
    /// Where a text first occurs.
    func firstIndex(of text: String) -> Int? { indices.first { self[$0...].starts(with: text.utf8) } }
}
