import Glibc
import ShedModel
import ShedPapers
import ShedTestSupport
import Testing

@testable import ShedEngine

/// What `stats` counts.
@Suite("Statistics") struct StatisticsTests {
    private static func counts(_ statistics: Statistics) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: statistics.counts.map { ($0.key, $0.number) })
    }

    @Test func `count bundles, pages, tags and values of a papers project`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try shelf.papers()
        try work.bundle("Calculus", [.display: TestPDF(pages: 3), .ocr: TestPDF(pages: 3)])
        try work.bundle("Algebra", [.display: TestPDF(pages: 2)])
        try work.page("Docs/Finals/Integration/01 Calculus p1.pdf", of: "Calculus", number: 1)
        try work.page("Docs/Finals/Integration/02 Calculus p2.pdf", of: "Calculus", number: 2)
        try work.page("Docs/Mocks/Series/01 Calculus p3.pdf", of: "Calculus", number: 3)
        unlink("\(work.root)/Docs/Mocks/Series/01 Calculus p3.pdf")
        let project = work.project
        try project.takeInPapers()
        _ = try project.makeTag("hard", colour: nil, scope: nil)
        _ = try project.addTag("hard", to: ["Docs/Finals/Integration/01 Calculus p1.pdf", "Docs/Finals"])
        _ = try project.makeVariable("score", options: nil, scope: nil)
        _ = try project.makeVariable("state", options: ["open", "done"], scope: nil)
        _ = try project.setVariable("score", to: "4", of: ["Docs/Finals", "Docs/Mocks"])
        _ = try project.setVariable("score", to: "7", of: ["Bundles/Calculus"])
        _ = try project.setVariable("state", to: "done", of: ["Docs/Finals"])
        let statistics = try project.statistics()
        #expect(
            Self.counts(statistics) == [
                "bundles": 2, "bundlePages": 5, "docs": 2, "groups": 2, "pages": 2, "missingPages": 1, "versions": 2, "texts": 0, "textsQueued": 1,
                "unusedBundles": 1,
            ])
        #expect(statistics.tags.map { "\($0.tag.title) \($0.number)" } == ["hard 2"])
        // Of two pages; the tagged doc is none, nor are the bundles' files.
        #expect(statistics.taggedSort == "pages" && statistics.tagged == 1 && statistics.untagged == 1)
        let score = try #require(statistics.values.first { $0.variable.name == "score" })
        #expect(score.mean == 5 && score.smallest == 4 && score.largest == 7 && score.count == 3)
        #expect(score.numbers.map { "\($0.value) \($0.number)" } == ["4 2", "7 1"])
        let state = try #require(statistics.values.first { $0.variable.name == "state" })
        #expect(state.mean == nil && state.numbers.map { "\($0.value) \($0.number)" } == ["open 0", "done 1"])
    }

    @Test func `count what other kinds hold, without Trash and Rejected`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let poems = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo a > Draft/a.txt; echo b > Draft/b.txt; mkdir Collections/Book; echo x > Collections/Book/x.txt; echo stray > stray.txt")
        _ = try poems.reconcile()
        _ = try poems.trash(["Draft/b.txt"])
        let statistics = try poems.statistics()
        #expect(Self.counts(statistics) == ["folders": 1, "files": 2])
        #expect(statistics.taggedSort == "files and folders" && statistics.untagged == 3)
        let library = try shelf.project("records", named: "Library")
        try shelf.shell("cd Library; mkdir Books; echo '{\"A\":\"b\"}' > Books/one.json")
        _ = try library.reconcile()
        #expect(try Self.counts(library.statistics()) == ["collections": 1, "records": 1])
    }
}
