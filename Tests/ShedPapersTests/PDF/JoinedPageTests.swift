import ShedDisk
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedPapers

@Suite("Pages put together")
struct JoinedPageTests {
    private func text(_ bench: Bench, _ name: Name) throws -> [String] {
        let file = try PDFFile(name, in: bench.output, limits: PDFLimits())
        return try PDFText.pages(of: file, PDFFacts(of: file, bench.tools), bench.tools)
    }

    private func outline(_ bench: Bench, _ name: String) throws -> JSONValue {
        let said = try bench.run("qpdf", "--json", "--json-key=outlines", "out/\(name)")
        return try #require(try JSONParser.parse(said.out)["outlines"])
    }

    @Test func `stand in the order wanted, with bookmarks`() throws {
        let bench = try Bench()
        let first = try bench.pdf(TestPDF(["a", "b", "c"].map { TestPDF.Page([$0]) }), "1.pdf")
        let second = try bench.pdf(TestPDF(["x", "y"].map { TestPDF.Page([$0]) }), "2.pdf")
        let bookmarks = [
            PDFBookmark("Int\u{e9}gration \u{222b}", page: 1, children: [PDFBookmark("deeper", page: 2), PDFBookmark("(\"\\", page: 3)]),
            PDFBookmark("Last", page: 4),
        ]
        let parts = [PDFPart(first, [3, 1]), PDFPart(second, [2]), PDFPart(first, [2, 2]), PDFPart(second, [])]
        try PDFPages.join(parts, bookmarks: bookmarks, bench.tools, to: bench.place("all.pdf"))
        #expect(try text(bench, "all.pdf") == ["c", "a", "y", "b", "b"])
        let top = try #require(try outline(bench, "all.pdf").array)
        #expect(top.map { $0["title"]?.string } == ["Int\u{e9}gration \u{222b}", "Last"])
        #expect(top.map { $0["destpageposfrom1"]?.integer } == [1, 4])
        #expect(top[0]["kids"]?.array?.map { $0["title"]?.string } == ["deeper", "(\"\\"])
        #expect(top[0]["kids"]?.array?.map { $0["destpageposfrom1"]?.integer } == [2, 3])
        #expect(try bench.run("qpdf", "--check", "out/all.pdf").code == 0)
    }

    @Test func `have the same bytes when they are put together again`() throws {
        let bench = try Bench()
        let file = try bench.pdf(TestPDF(pages: 4))
        for name in ["1.pdf", "2.pdf"] as [Name] {
            try PDFPages.join([PDFPart(file, [4, 2])], bookmarks: [PDFBookmark("a", page: 1)], bench.tools, to: bench.place(name))
        }
        #expect(try bench.made("1.pdf") == bench.made("2.pdf"))
        try PDFPages.join([PDFPart(file, [2, 4])], bench.tools, to: bench.place("3.pdf"))
        #expect(try outline(bench, "3.pdf") == [])
    }

    @Test func `can come from more files than one run takes`() throws {
        let bench = try Bench()
        let parts = try (0..<205).map { PDFPart(try bench.pdf(TestPDF([TestPDF.Page(["n\($0)"])]), Name("\($0).pdf")), [1]) }
        try PDFPages.join(parts, bookmarks: [PDFBookmark("end", page: 205)], bench.tools, to: bench.place("all.pdf"))
        #expect(try text(bench, "all.pdf") == (0..<205).map { "n\($0)" })
        #expect(try outline(bench, "all.pdf").array?.first?["destpageposfrom1"]?.integer == 205)
    }

    @Test func `that are none, too many, not there, or bookmarked wrongly make nothing`() throws {
        let bench = try Bench()
        let file = try bench.pdf(TestPDF(pages: 2))
        func join(_ pages: [Int], _ bookmarks: [PDFBookmark] = []) -> PapersError.Kind? {
            kind { try PDFPages.join([PDFPart(file, pages)], bookmarks: bookmarks, bench.tools(PDFLimits(joinedPages: 3)), to: bench.place("a.pdf")) }
        }
        #expect(join([]) == .noPages)
        #expect(join([1, 1, 1, 1]) == .tooManyPages)
        #expect(join([3]) == .damaged)
        #expect(join([1], [PDFBookmark("", page: 2)]) == .noSuchPage)
        #expect(join([1], [PDFBookmark("", page: 0)]) == .noSuchPage)
        var deep = PDFBookmark("", page: 1)
        for _ in 0..<16 { deep = PDFBookmark("", page: 1, children: [deep]) }
        #expect(join([1], [deep]) == .tooLarge)
        #expect(join([1], deep.children) == nil)
        #expect(join([1]) == .disk(.exists))
        #expect(try bench.names(bench.output) == ["a.pdf"])
    }
}
