import ShedModel
import ShedTestSupport
import Testing

@testable import ShedPapers

/// By what the beginning of a PDF is told from a whole one.
struct `The end of a PDF` {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func isBeginning(_ bytes: [UInt8]) throws -> Bool {
        try bench.input.write("a.pdf", bytes, replacing: true)
        return try bench.input.file("a.pdf").isBeginningOfPDF()
    }

    @Test func `is missing in each beginning of it, and in none with the whole of it`() throws {
        let whole = TestPDF(pages: 2).bytes
        #expect(try !isBeginning(whole) && !isBeginning(whole + [0x0d, 0x0a, 0, 0, 0]))
        #expect(try isBeginning([]))
        let last = whole.count - (whole.last == 0x0a ? 1 : 0)
        for count in stride(from: 5, to: last, by: 7) + [last - 1] { #expect(try isBeginning(Array(whole[..<count])), "\(count)") }
        #expect(try !isBeginning(Array(whole[..<last])))
        // What stands before the header moves all places, of which some programs take no account.
        #expect(try !isBeginning(Array("mail header\n".utf8) + whole))
    }

    @Test func `is missing where the first of two parts ends, as one that is saved in parts has it`() throws {
        let whole = TestPDF(pages: 2).bytes
        let more = Array("9 0 obj\n<</Type/Annot>>\nendobj\n".utf8)
        #expect(try isBeginning(whole + more))
        // So it is in a PDF that is made to be shown while it comes.
        try bench.pdf(TestPDF(pages: 3))
        #expect(try bench.run("qpdf", "--linearize", "in/a.pdf", "in/b.pdf").code == 0)
        let linear = TestFile.read("\(bench.path)/in/b.pdf")
        let first = try #require(linear.indices.first { linear[$0...].starts(with: "%%EOF".utf8) }) + 5
        #expect(first < linear.count - 100)
        #expect(try isBeginning(Array(linear[..<first])) && !isBeginning(linear))
    }

    @Test func `leads nowhere in a damaged one, and is not sought in what is none`() throws {
        let whole = String(decoding: TestPDF(pages: 1).bytes, as: UTF8.self)
        for place in ["12", "0", "99999999", "9223372036854775807", "92233720368547758070", ""] {
            let end = "startxref\n\(place)\n%%EOF\n"
            #expect(try isBeginning(Array((whole + end).utf8)), "\(place)")
        }
        #expect(try isBeginning(Array("%PDF-1.7\n%%EOF".utf8)) && !isBeginning(Array("x".utf8)) && !isBeginning(Array("<html>".utf8)))
    }
}
