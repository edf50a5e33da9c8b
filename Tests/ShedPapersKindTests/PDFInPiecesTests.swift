import Glibc
import ShedModel
import ShedPapersKindTestSupport
import ShedProject
import ShedProjectTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

@testable import ShedPapersKind

/// A program opens a PDF, appends to it and closes it, again and again, while a daemon judges by a clock that the test sets.
@Suite(.waitsForPrograms) struct `A PDF that comes in pieces` {
    private let shelf: Shelf
    private let work: PaperWork
    private var project: Project { work.project }

    init() throws {
        shelf = try Shelf(kinds: [PapersKind()])
        work = try shelf.papers()
    }

    /// The most time, in milliseconds, that a daemon waits for the rest.
    private var longest: Int64 { project.home.configuration.settings.longQuiet }

    private func append(_ bytes: some Sequence<UInt8>, _ path: String) throws {
        let file = try #require(fopen("\(work.root)/\(path)", "ae"))
        let bytes = Array(bytes)
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    private func read(_ path: String) -> [UInt8] { TestFile.read("\(work.root)/\(path)") }

    /// What a daemon does some time after a file was last written to.
    private func judge(_ path: RelativePath, after time: Int64) throws -> Outcome {
        try project.judge([path.parent, .root, "Bundles"], at: try project.changeTime(of: path) + time)
    }

    private func expectWaiting(_ path: RelativePath, after time: Int64) throws {
        let outcome = try judge(path, after: time)
        #expect(outcome.moves.isEmpty && outcome.failures.isEmpty)
        #expect(outcome.reports.map { "\($0.path) \($0.rule.name)" } == ["\(path) waiting-pdf"])
        #expect(outcome.reports.first?.message.hasPrefix("Its end is missing") == true)
    }

    @Test(arguments: ["Bundles/Slow.pdf", "Docs/Finals/Sets/Slow.pdf"]) func `waits for its end, and is taken at once then`(path: String) throws {
        if path.hasPrefix("Docs") { try shelf.shell("mkdir -p P/Docs/Finals/Sets") }
        try project.sync()
        let whole = TestPDF(pages: 2).bytes
        let third = whole.count / 3
        for piece in [whole[..<third], whole[third..<2 * third]] {
            try append(piece, path)
            try expectWaiting(path.path, after: 0)
            try expectWaiting(path.path, after: longest)
        }
        try append(whole[(2 * third)...], path)
        let outcome = try judge(path.path, after: 0)
        #expect(outcome.reports.isEmpty && outcome.moves.isEmpty && outcome.failures.isEmpty)
        #expect(read("Bundles/Slow/display.pdf") == whole)
        #expect(try shelf.shell("cd P; test -e Rejected || find Docs -type f | wc -l") == (path.hasPrefix("Docs") ? "2\n" : "0\n"))
    }

    @Test func `is reported as what it is when the rest does not come, and keeps what came`() throws {
        let half = Array(TestPDF(pages: 2).bytes.prefix(600))
        try append(half, "Bundles/Half.pdf")
        try expectWaiting("Bundles/Half.pdf", after: longest)
        let outcome = try judge("Bundles/Half.pdf", after: longest + 1)
        #expect(outcome.moves.map { "\($0.to) \($0.refusal.rule.name)" } == ["Rejected/Half.pdf not-a-pdf"])
        #expect(read("Rejected/Half.pdf") == half)
    }

    @Test func `is judged at once where somebody asks for it, and where it is none`() throws {
        try append(TestPDF(pages: 2).bytes.prefix(600), "Bundles/Half.pdf")
        #expect(try project.sync().moves.map(\.to) == ["Rejected/Half.pdf"])
        try append("a letter".utf8, "Bundles/Letter.pdf")
        #expect(try judge("Bundles/Letter.pdf", after: 0).moves.map(\.to) == ["Rejected/Letter.pdf"])
    }

    @Test func `is not put back from the copy as the display variant of a bundle in use`() throws {
        let page: RelativePath = "Docs/Finals/Sets/01 Calculus p1.pdf"
        try work.bundle("Calculus", [.display: TestPDF(pages: 2)])
        try work.page(page, of: "Calculus", number: 1)
        let path: RelativePath = "Bundles/Calculus/display.pdf"
        let whole = TestPDF([TestPDF.Page(["New 1"]), TestPDF.Page(["New 2"])]).bytes
        try work.write(Array(whole.prefix(600)), "\(path)")
        try expectWaiting(path, after: longest)
        try append(whole.dropFirst(600), "\(path)")
        let outcome = try judge(path, after: longest + 1)
        #expect(outcome.reports.isEmpty && outcome.moves.isEmpty)
        #expect(read("\(path)") == whole)
        #expect(try shelf.shell("cd P; pdftotext '\(page)' - | head -1; ls -d Rejected 2> /dev/null || true") == "New 1\n")
    }

    @Test func `goes to Rejected whole where it was written into a page`() throws {
        let page: RelativePath = "Docs/Finals/Sets/01 Calculus p1.pdf"
        try work.bundle("Calculus", [.display: TestPDF(pages: 2)])
        try work.page(page, of: "Calculus", number: 1)
        let (made, whole) = (read("\(page)"), TestPDF([TestPDF.Page(["Mine"])]).bytes)
        try work.write(Array(whole.prefix(600)), "\(page)")
        try expectWaiting(page, after: longest)
        try append(whole.dropFirst(600), "\(page)")
        #expect(try judge(page, after: longest).moves.map(\.to) == ["Rejected/01 Calculus p1.pdf"])
        #expect(read("Rejected/01 Calculus p1.pdf") == whole && read("\(page)") == made)
    }
}
