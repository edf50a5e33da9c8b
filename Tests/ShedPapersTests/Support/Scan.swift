import ShedModel
import ShedTestSupport
import Testing

@testable import ShedPapers

extension Bench {
    /// A page as a scanner makes it: the lines as a picture with noise, 150 pixels an inch.
    func scan(_ lines: [String], seed: UInt64 = 1) throws -> TestPDF.Page {
        let file = try pdf(TestPDF([TestPDF.Page(lines)]), "for the scan.pdf")
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
