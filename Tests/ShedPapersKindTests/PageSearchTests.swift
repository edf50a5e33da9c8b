import Glibc
import ShedModel
import ShedPapers
import ShedPapersKindTestSupport
import ShedProject
import ShedProjectTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

@testable import ShedPapersKind

/// What `find` finds in the text of bundles.
@Suite("A search through pages", .waitsForPrograms) struct PageSearchTests {
    private static let exam = TestPDF([
        TestPDF.Page(["The fundamental", "theorem of CALCULUS"]), TestPDF.Page(["Integration by parts"]), TestPDF.Page(["Caf\u{e9} and calculus"]),
    ])

    private static func project(_ shelf: Shelf) throws -> PaperWork {
        let work = try shelf.papers()
        try work.bundle("Calculus", [.display: exam, .ocr: exam])
        try work.takeTexts()
        return work
    }

    private static func found(_ work: PaperWork, _ change: (inout Search) -> Void) throws -> [String] {
        var search = Search()
        change(&search)
        return try work.project.listing().search(search).pages.map { hit in
            let pages = hit.pages.map { "\($0.path)" }.joined(separator: " + ")
            return "\(hit.number.map(String.init) ?? "-"): \(pages.isEmpty ? "\(hit.path)" : pages)"
        }
    }

    @Test func `finds phrases over the end of a line, whatever the case and the accents, and marks them`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try Self.project(shelf)
        #expect(try Self.found(work) { $0.texts = ["FUNDAMENTAL theorem"] } == ["1: Bundles/Calculus"])
        #expect(try Self.found(work) { $0.texts = ["calculus"] } == ["1: Bundles/Calculus", "3: Bundles/Calculus"])
        #expect(try Self.found(work) { $0.texts = ["calculus", "CAFÉ"] } == ["3: Bundles/Calculus"])
        for word in ["cafe", "CAFE\u{301}", "c\u{e4}f\u{e8}"] { #expect(try Self.found(work) { $0.texts = [word] } == ["3: Bundles/Calculus"], "\(word)") }
        #expect(try Self.found(work) { $0.texts = ["th\u{e9}orem"] } == ["1: Bundles/Calculus"])
        #expect(try Self.found(work) { $0.texts = ["caf\u{f8}"] }.isEmpty)
        #expect(try Self.found(work) { $0.texts = ["calculus", "parts"] }.isEmpty)
        #expect(try Self.found(work) { $0.texts = ["calculus"]; $0.limit = 1 }.count == 1)
        var search = Search()
        search.texts = ["fundamental theorem"]
        let hit = try #require(try work.project.listing().search(search).pages.first)
        #expect(hit.excerpt == "The fundamental theorem of CALCULUS")
        #expect(hit.marks == [4..<23])
        search.texts = ["cafe and"]
        let accented = try #require(try work.project.listing().search(search).pages.first)
        #expect(accented.marks == [0..<9])
    }

    @Test func `names the pages that show it, by the page mapping`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try Self.project(shelf)
        try work.page("Docs/Finals/Integration/01 Calculus p2.pdf", of: "Calculus", number: 2)
        try work.page("Docs/Finals/Again/01 Calculus p2.pdf", of: "Calculus", number: 2)
        let both = "Docs/Finals/Integration/01 Calculus p2.pdf + Docs/Finals/Again/01 Calculus p2.pdf"
        #expect(try Self.found(work) { $0.texts = ["parts"] } == ["2: \(both)"])
        #expect(try Self.found(work) { $0.phrases = ["parts"] } == ["2: \(both)"])
        // Page 3 of the OCR variant belongs to page 2, and page 2 to none.
        try work.map("Calculus", .ocr, [1, 3])
        #expect(try Self.found(work) { $0.texts = ["and calculus"] } == ["2: \(both)"])
        #expect(try Self.found(work) { $0.texts = ["parts"] } == ["-: Bundles/Calculus"])
        // A page whose file is gone shows nothing.
        unlink("\(work.root)/Docs/Finals/Again/01 Calculus p2.pdf")
        #expect(try Self.found(work) { $0.texts = ["and calculus"] } == ["2: Docs/Finals/Integration/01 Calculus p2.pdf"])
    }

    @Test func `heeds folders, tags and values of pages and bundles`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try Self.project(shelf)
        try work.page("Docs/Finals/Integration/01 Calculus p1.pdf", of: "Calculus", number: 1)
        try work.page("Docs/Finals/Other/01 Calculus p1.pdf", of: "Calculus", number: 1)
        try work.project.write { transaction throws(ShedError) in
            _ = try transaction.makeTag("hard", colour: nil, scope: .all)
            _ = try transaction.addTag("hard", to: ["Docs/Finals/Integration/01 Calculus p1.pdf"])
        }
        let one = "1: Docs/Finals/Integration/01 Calculus p1.pdf"
        #expect(try Self.found(work) { $0.texts = ["calculus"]; $0.marks.tags = ["hard"] } == [one])
        #expect(try Self.found(work) { $0.texts = ["calculus"]; $0.folder = "Docs/Finals/Integration" } == [one])
        try work.project.write { transaction throws(ShedError) in
            _ = try transaction.makeVariable("year", options: nil, scope: .all)
            _ = try transaction.setVariable("year", to: "2023", of: ["Bundles/Calculus"])
        }
        let both = "1: Docs/Finals/Integration/01 Calculus p1.pdf + Docs/Finals/Other/01 Calculus p1.pdf"
        #expect(try Self.found(work) { $0.texts = ["calculus"]; $0.marks.values = ["year>=2023"] } == [both, "3: Bundles/Calculus"])
        #expect(try Self.found(work) { $0.texts = ["calculus"]; $0.marks.values = ["year<2023"] }.isEmpty)
    }

    @Test func `looks into no PDF, and finds other files beside`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try Self.project(shelf)
        #expect(try Self.found(work) { $0.texts = ["integration"] } == ["2: Bundles/Calculus"])
        var search = Search()
        search.texts = ["obj"]
        let result = try work.project.listing().search(search)
        #expect(result.hits.isEmpty && result.pages.isEmpty && result.notText == 0)
    }
}

extension SearchResult {
    /// What was found in pages of bundles.
    var pages: [PageHit] { contents.compactMap { $0 as? PageHit } }
}
