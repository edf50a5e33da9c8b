import ShedModel
import ShedPapers
import ShedPapersKindTestSupport
import ShedProject
import ShedProjectTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

@testable import ShedPapersKind

/// What a page shows, and what a bundle shows in pages, is not taken over from a conflict copy.
@Suite("Conflict copies of pages", .waitsForPrograms) struct ConflictingPageTests {
    @Test func `cannot take the place of what the project made, or of what pages show`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try shelf.papers()
        _ = try work.bundle("Calculus", [.display: TestPDF(pages: 3), .ocr: TestPDF(pages: 3)])
        _ = try work.bundle("Algebra", [.display: TestPDF(pages: 1)])
        _ = try work.page("Docs/Finals/Integration/01 Calculus p1.pdf", of: "Calculus", number: 1)
        for path: RelativePath in ["Docs/Finals/Integration/01 Calculus p1.pdf", "Bundles/Calculus/display.pdf"] {
            let placed = try work.project.find(path)
            #expect { try work.project.asKnown.mayBe(.rewriting(placed)) } throws: { ($0 as? ShedError)?.kind == .refused }
        }
        for path: RelativePath in ["Bundles/Calculus/ocr.pdf", "Bundles/Algebra/display.pdf"] {
            let placed = try work.project.find(path)
            #expect(throws: Never.self) { try work.project.asKnown.mayBe(.rewriting(placed)) }
        }
    }

    @Test func `are made no pages of beside the page, and are once they have a name of their own`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try shelf.papers()
        _ = try work.bundle("Calculus", [.display: TestPDF(pages: 3)])
        let page = try work.page("Docs/Finals/Integration/01 Calculus p1.pdf", of: "Calculus", number: 1)
        try work.write(TestPDF(pages: 1).bytes, "Docs/Finals/Integration/01 Calculus p1.sync-conflict-20240131-120000-ABCDEFG.pdf")
        try work.project.sync()
        #expect(try work.project.id("Docs/Finals/Integration/01 Calculus p1.pdf") == page)
        #expect(try work.project.asKnown.papers().bundles.count == 1)
        let copy: RelativePath = "Docs/Finals/Integration/01 Calculus p1.sync-conflict-20240131-120000-ABCDEFG.pdf"
        #expect(try work.project.asKnown.papers().model.nodes[#require(try work.project.id(copy))]?.pageReference == nil)
        #expect(try work.project.asKnown.conflictCopies().map(\.original?.path) == ["Docs/Finals/Integration/01 Calculus p1.pdf"])
        try work.project.change { transaction in _ = try transaction.resolve(transaction.conflict(at: copy), keeping: .both) }
        try work.project.sync()
        #expect(try work.project.asKnown.papers().bundles.count == 2)
    }
}
