import Glibc
import ShedCheck
import ShedDisk
import ShedModel
import ShedPapers
import ShedPapersKindTestSupport
import ShedProject
import ShedProjectTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

@testable import ShedPapersKind

/// What `repair` puts right, with real PDFs and the real qpdf.
@Suite("A repair", .waitsForPrograms) struct RepairTests {
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
        let shelf = try Shelf(kinds: [PapersKind()])
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
        let shelf = try Shelf(kinds: [PapersKind()])
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

    /// With protected copies of all three variants.
    private static func variants(_ shelf: Shelf) throws -> PaperWork {
        let work = try shelf.papers()
        try work.bundle("Calculus", [.display: TestPDF(pages: 3), .ocr: TestPDF(pages: 4), .original: TestPDF(pages: 5)])
        try work.page(page, of: "Calculus", number: 2)
        try work.project.sync()
        #expect(try shelf.shell("ls P/.shed/store | wc -l") == "3\n")
        #expect(try work.project.repair(dryRun: true).isEmpty)
        return work
    }

    @Test func `makes protected copies of all variants anew`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try Self.variants(shelf)
        let whole = try Self.hashes(shelf)
        try shelf.shell("cd P/.shed/store; for f in *; do chmod u+w $f; printf x | dd of=$f bs=1 seek=40 conv=notrunc 2>/dev/null; done")
        let all = Array(repeating: "copy Bundles/Calculus", count: 3)
        #expect(try Self.lines(work.project.repair(dryRun: true)) == all.map { $0 + " possible" })
        #expect(try work.project.check().filter { $0.rule == "altered-copy" }.isEmpty, "it looks at names and sizes alone")
        #expect(try Self.lines(work.project.repair(dryRun: false)) == all.map { $0 + " done" })
        try shelf.shell("rm -f P/.shed/store/altered-*")
        #expect(try Self.hashes(shelf) == whole)
        try shelf.shell("rm -r P/.shed/store")
        #expect(try work.project.check().count { $0.rule == "altered-copy" } == 3)
        #expect(try work.project.repair(dryRun: false).allSatisfy(\.isDone))
        #expect(try Self.hashes(shelf) == whole)
    }

    @Test(arguments: [PDFVariant.ocr, .original], ["truncate -s -30", "sh -c 'echo garbage >\"$0\"'", "sh -c 'rm \"$0\"; ln -s display.pdf \"$0\"'", "sh -c 'rm \"$0\"; mkdir \"$0\"; echo x >\"$0\"/x'"])
    func `puts back a damaged variant that no page is made from, and keeps what stood there`(variant: PDFVariant, damage: String) throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try Self.variants(shelf)
        let whole = try Self.hashes(shelf)
        let path = "Bundles/Calculus/\(variant.fileName)"
        let id = try work.project.id(RelativePath(["Bundles", "Calculus", Name(variant.fileName)]))
        try shelf.shell("cd P; \(damage) \(path)")
        #expect(try Self.lines(work.project.repair(dryRun: true)) == ["\(variant.rawValue) \(path) possible"])
        #expect(try Self.lines(work.project.repair(dryRun: false)) == ["\(variant.rawValue) \(path) done"])
        #expect(try Self.hashes(shelf) == whole)
        #expect(try shelf.shell("ls -A P/Rejected") == "\(variant.fileName)\n")
        // A link has no ID, there neither.
        let listed = damage.contains("ln -s") ? [] : [RelativePath(["Rejected", Name(variant.fileName)])]
        #expect(try work.project.status().rejected.map(\.path) == listed)
        #expect(try work.project.repair(dryRun: true).isEmpty)
        #expect(try work.project.id(RelativePath(["Bundles", "Calculus", Name(variant.fileName)])) == id)
        // Without a copy it is lost, and is left as it is.
        try shelf.shell("cd P; truncate -s -30 \(path); rm -r .shed/store")
        let repairs = try work.project.repair(dryRun: false)
        #expect(Self.lines(repairs).contains("\(variant.rawValue) \(path) lost"), "\(Self.lines(repairs))")
    }

    @Test func `leaves a sound file that somebody put there, and the lack of one, to a sync`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try Self.variants(shelf)
        try work.write(TestPDF(pages: 2).bytes, "Bundles/Calculus/ocr.pdf")
        unlink("\(work.root)/Bundles/Calculus/original.pdf")
        #expect(try work.project.repair(dryRun: false).isEmpty)
        #expect(TestFile.read("\(work.root)/Bundles/Calculus/ocr.pdf") == TestPDF(pages: 2).bytes)
    }

    @Test func `brings a bundle back with all its variants`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try Self.variants(shelf)
        let whole = try Self.hashes(shelf)
        let bundle = try work.project.id("Bundles/Calculus")
        try shelf.shell("rm -r P/Bundles/Calculus")
        let repairs = try work.project.repair(dryRun: false)
        #expect(Self.lines(repairs) == ["display Bundles/Calculus/display.pdf done"])
        #expect(repairs.first?.remedy.contains("display.pdf, ocr.pdf, original.pdf") == true)
        #expect(try Self.hashes(shelf) == whole)
        #expect(try work.project.id("Bundles/Calculus") == bundle)
        #expect(try work.project.sync().hasFindings == false)
        #expect(try work.project.repair(dryRun: true).isEmpty)
    }

    @Test func `says what is lost where the content is nowhere`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let (work, _) = try Self.project(shelf)
        try shelf.shell("rm -r P/.shed/store; rm P/Bundles/Calculus/display.pdf '\(work.root)/\(Self.page)'")
        let repairs = try work.project.repair(dryRun: false)
        #expect(Self.lines(repairs) == ["copy Bundles/Calculus lost", "display Bundles/Calculus/display.pdf lost", "page \(Self.page) lost"])
        #expect(repairs.allSatisfy { $0.remedy.utf8.count > 20 })
    }

    @Test func `makes page files anew that are missing or altered, as the same pages`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let (work, page) = try Self.project(shelf)
        let whole = try Self.hashes(shelf)
        unlink("\(work.root)/\(Self.page)")
        try work.project.sync()
        // Nothing else brings it back.
        try work.project.sync()
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

    @Test func `forgets a damaged text`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try shelf.papers()
        try work.bundle("Calculus", [.display: TestPDF(pages: 1), .ocr: TestPDF(pages: 1)])
        try work.takeTexts()
        try shelf.shell("truncate -s -1 P/.shed/text/*.text")
        #expect(try Self.lines(work.project.repair(dryRun: false)) == ["text Bundles/Calculus done"])
        #expect(try work.project.asKnown.textJobs().count == 1)
    }

    @Test func `finds nothing in projects of other kinds, of which it is said what is the matter with batches`() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        let poems = try shelf.project()
        #expect(try poems.repair(dryRun: true).isEmpty)
        try shelf.shell("cd 'My Poems'/.shed/ops; mkdir -p 0123456789abcdef; echo torn > 0123456789abcdef/0000000000000001-0123456789abcdef-0000000000000000.jsonl; mkdir stray")
        let again = try shelf.reopen(poems)
        _ = try again.refresh()
        let findings = try again.checkSidecar()
        #expect(findings.contains { $0.severity != .note } && findings.allSatisfy { $0.path.isInside(".shed") })
        #expect(try again.write { transaction throws(ShedError) in try transaction.repair(dryRun: true) }.isEmpty)
    }
}

extension Project {
    /// As the verb `repair`, of a project whose sidecar is in order.
    fileprivate func repair(dryRun: Bool) throws -> [Repair] {
        let repairs = try write { transaction throws(ShedError) in try transaction.repair(dryRun: dryRun) }
        #expect(try checkSidecar().allSatisfy { $0.severity == .note })
        return repairs
    }
}
