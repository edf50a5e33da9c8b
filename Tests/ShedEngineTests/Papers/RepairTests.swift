import Glibc
import ShedDisk
import ShedModel
import ShedPapers
import ShedTestSupport
import Testing

@testable import ShedEngine

/// What `repair` puts right, with real PDFs and the real qpdf.
@Suite("A repair") struct RepairTests {
    private static let page: RelativePath = "Docs/Finals/Integration/01 Calculus p2.pdf"

    private static func project(_ shelf: Shelf) throws -> (work: PaperWork, page: NodeID) {
        let work = try shelf.papers()
        try work.bundle("Calculus", [.display: TestPDF(pages: 3)])
        let page = try work.page(page, of: "Calculus", number: 2)
        #expect(try work.project.repair(dryRun: true).isEmpty)
        return (work, page)
    }

    private static func lines(_ repairs: [Repair]) -> [String] {
        repairs.map { "\($0.sort.rawValue) \($0.path) \($0.isDone ? "done" : $0.isPossible ? "possible" : "lost")\($0.failure.map { ": \($0)" } ?? "")" }
    }

    private static func hashes(_ shelf: Shelf) throws -> String {
        try shelf.shell("cd P && find Bundles Docs .shed/store -type f -exec sha256sum {} + | sort -k 2")
    }

    @Test func `makes damaged and missing protected copies anew from the bundle`() throws {
        let shelf = try Shelf()
        let (work, _) = try Self.project(shelf)
        let whole = try Self.hashes(shelf)
        for damage in ["rm P/.shed/store/*", "f=$(ls P/.shed/store/*); chmod u+w $f; printf x | dd of=$f bs=1 seek=40 conv=notrunc 2>/dev/null", "rm -r P/.shed/store"] {
            try shelf.shell(damage)
            #expect(try Self.lines(work.project.repair(dryRun: true)) == ["copy Bundles/Calculus possible"])
            #expect(try Self.hashes(shelf) != whole)
            #expect(try Self.lines(work.project.repair(dryRun: false)) == ["copy Bundles/Calculus done"])
            // What stood in its place is kept until nobody needs it.
            try shelf.shell("rm -f P/.shed/store/altered-*")
            #expect(try Self.hashes(shelf) == whole)
            #expect(try work.project.repair(dryRun: true).isEmpty)
        }
    }

    @Test func `puts back the display variant of a bundle in use, and keeps what stood there`() throws {
        let shelf = try Shelf()
        let (work, _) = try Self.project(shelf)
        let whole = try Self.hashes(shelf)
        let bundle = try work.project.id("Bundles/Calculus")
        try work.write(TestPDF(pages: 1).bytes, "Bundles/Calculus/display.pdf")
        #expect(try Self.lines(work.project.repair(dryRun: true)) == ["display Bundles/Calculus/display.pdf possible"])
        #expect(try Self.lines(work.project.repair(dryRun: false)) == ["display Bundles/Calculus/display.pdf done"])
        #expect(try Self.hashes(shelf) == whole)
        #expect(TestFile.read("\(work.root)/Rejected/display.pdf") == TestPDF(pages: 1).bytes)
        #expect(try work.project.status().rejected.map(\.path) == ["Rejected/display.pdf"])
        try shelf.shell("rm -r P/Bundles/Calculus")
        #expect(try Self.lines(work.project.repair(dryRun: false)) == ["display Bundles/Calculus/display.pdf done"])
        #expect(try Self.hashes(shelf) == whole)
        #expect(try work.project.id("Bundles/Calculus") == bundle)
        #expect(try work.project.repair(dryRun: true).isEmpty)
    }

    @Test func `says what is lost where the content is nowhere`() throws {
        let shelf = try Shelf()
        let (work, _) = try Self.project(shelf)
        try shelf.shell("rm -r P/.shed/store; rm P/Bundles/Calculus/display.pdf '\(work.root)/\(Self.page)'")
        let repairs = try work.project.repair(dryRun: false)
        #expect(Self.lines(repairs) == ["copy Bundles/Calculus lost", "display Bundles/Calculus/display.pdf lost", "page \(Self.page) lost"])
        #expect(repairs.allSatisfy { $0.remedy.utf8.count > 20 })
    }

    @Test func `makes page files anew that are missing or altered, as the same pages`() throws {
        let shelf = try Shelf()
        let (work, page) = try Self.project(shelf)
        let whole = try Self.hashes(shelf)
        unlink("\(work.root)/\(Self.page)")
        _ = try work.project.reconcile()
        // Nothing else brings it back.
        _ = try work.project.reconcile()
        #expect(access("\(work.root)/\(Self.page)", F_OK) != 0)
        #expect(try Self.lines(work.project.repair(dryRun: false)) == ["page \(Self.page) done"])
        #expect(try Self.hashes(shelf) == whole)
        #expect(try work.project.id(Self.page) == page)
        // Overwritten in place, with the same size.
        let size = TestFile.read("\(work.root)/\(Self.page)").count
        try shelf.shell("f='\(work.root)/\(Self.page)'; chmod u+w \"$f\"; printf x | dd of=\"$f\" bs=1 seek=\(size - 20) conv=notrunc 2>/dev/null")
        #expect(try Self.lines(work.project.repair(dryRun: false)) == ["page \(Self.page) done"])
        #expect(try Self.hashes(shelf) == whole)
        #expect(try work.project.id(Self.page) == page)
        #expect(TestFile.read("\(work.root)/Rejected/01 Calculus p2.pdf").count == size)
        // From the protected copy, where the bundle is gone too.
        try shelf.shell("rm -r P/Bundles/Calculus '\(work.root)/\(Self.page)'")
        #expect(try Self.lines(work.project.repair(dryRun: false)) == ["display Bundles/Calculus/display.pdf done", "page \(Self.page) done"])
        #expect(try Self.hashes(shelf) == whole)
    }

    @Test func `forgets a damaged text, and says what is the matter with batches in any project`() throws {
        let shelf = try Shelf()
        let work = try shelf.papers()
        try work.bundle("Calculus", [.display: TestPDF(pages: 1), .ocr: TestPDF(pages: 1)])
        try work.takeTexts()
        try shelf.shell("truncate -s -1 P/.shed/text/*.text")
        #expect(try Self.lines(work.project.repair(dryRun: false)) == ["text Bundles/Calculus done"])
        #expect(try work.project.textJobs().count == 1)
        let poems = try shelf.project()
        #expect(try poems.repair(dryRun: true).isEmpty)
        try shelf.shell("cd 'My Poems'/.shed/ops; mkdir -p 0123456789abcdef; echo torn > 0123456789abcdef/0000000000000001-0123456789abcdef-0000000000000000.jsonl; mkdir stray")
        let repairs = try shelf.reopen(poems).repair(dryRun: true)
        #expect(!repairs.isEmpty && repairs.allSatisfy { $0.sort == .sidecar && !$0.isPossible })
    }
}
