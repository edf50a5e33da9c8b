import ShedModel
import ShedTestSupport
import Testing

@testable import ShedPapers

extension Bench {
    /// A page as a scanner makes it: the lines as a picture with noise, 150 pixels an inch.
    func scan(_ lines: [String], seed: UInt64 = 1) throws -> TestPDF.Page {
        var text = TestPDF([TestPDF.Page(lines)])
        // Every Debian with fontconfig has it unless somebody chose another, and how well it is read is known.
        text.font = "DejaVuSans"
        let file = try pdf(text, "for the scan.pdf")
        let work = try tools.work()
        let options = PDFImage.Options(resolution: 150, isGray: true)
        try PDFImage.draw(1, of: file, PDFFacts(of: file, tools), options, [], tools, work, nil)
        var picture = try #require(TestPDF.Picture(pgm: try work.handle.read("page.pgm", atMost: 64 << 20)))
        var random = SeededRandom(seed)
        picture.addNoise(&random)
        try input.removeFile("for the scan.pdf")
        return TestPDF.Page(picture: picture)
    }
}
