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

/// What `stats` counts.
@Suite("Statistics", .waitsForPrograms) struct StatisticsTests {
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
        try work.project.writePapers { transaction throws(ShedError) in
            _ = try transaction.makeTag("hard", colour: nil, scope: nil)
            _ = try transaction.addTag("hard", to: ["Docs/Finals/Integration/01 Calculus p1.pdf", "Docs/Finals"])
            _ = try transaction.makeVariable("score", options: nil, scope: nil)
            _ = try transaction.makeVariable("state", options: ["open", "done"], scope: nil)
            _ = try transaction.setVariable("score", to: "4", of: ["Docs/Finals", "Docs/Mocks"])
            _ = try transaction.setVariable("score", to: "7", of: ["Bundles/Calculus"])
            _ = try transaction.setVariable("state", to: "done", of: ["Docs/Finals"])
        }
        let statistics = try work.project.statistics()
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
}
