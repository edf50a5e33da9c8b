import ShedModel
import ShedPapers
import ShedPapersKindTestSupport
import ShedProject
import ShedProjectTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

@testable import ShedPapersKind

/// An earlier shed made a page anew from another display variant, and wrote no version then.
@Suite("Display variants that no version names", .waitsForPrograms) struct EarlierDisplayTests {
    private let shelf: Shelf
    private let work: PaperWork
    private let bundle: NodeID
    private let page: NodeID
    /// Of a display variant between two others, of which there is a protected copy.
    private let middle: ContentHash

    init() throws {
        shelf = try Shelf(kinds: [PapersKind()])
        work = try shelf.papers()
        bundle = try work.bundle("Calculus", [.display: TestPDF(pages: 3)])
        page = try work.page("Docs/Finals/Integration/01 Calculus p2.pdf", of: "Calculus", number: 2)
        let digits = try shelf.shell("printf middle > m; h=$(sha256sum < m | head -c 64); mv m P/.shed/store/$h; printf $h")
        middle = try #require(ContentHash(digits))
    }

    private func node() throws -> Node { try #require(try work.project.asKnown.papers().model.nodes[page]) }

    /// Says what an earlier shed said of a page that it made anew.
    private func say(source: ContentHash) throws {
        let (reference, file) = (try #require(try node().pageReference), try #require(try node().pageFile))
        try work.project.commit([Operation(page, [reference.field, PageFile(hash: file.hash, size: file.size, source: source).field])])
    }

    private func versions() throws -> [DisplayVersion] {
        let view = try work.project.asKnown.papers()
        return try work.project.asKnown.displayVersions(of: #require(view.bundle(bundle)), in: view)
    }

    @Test func `are kept, and listed`() throws {
        let first = try #require(try node().pageFile?.source)
        try say(source: middle)
        try say(source: first)
        #expect(try node().pageVersions.map(\.source) == [first])
        #expect(try versions().map(\.hash) == [first, middle])
        #expect(try versions().map(\.isKept) == [true, true])
        #expect(try versions().map(\.isCurrent) == [true, false])
        #expect(try versions().last?.numbers == [2])
        #expect(try work.project.write { transaction throws(ShedError) in try transaction.prune([], dryRun: false) }.isEmpty)
        try work.project.commit([Operation(page, [.forgotten(0)])])
        try shelf.shell("rm -r P/Docs/Finals")
        try work.project.sync()
        let pruned = try work.project.write { transaction throws(ShedError) in try transaction.prune([], dryRun: true) }
        #expect(pruned.contains { $0.path.last == Name(middle.description) })
    }

    @Test func `are named when another takes their place`() throws {
        let first = try #require(try node().pageFile?.source)
        try say(source: middle)
        try work.write(TestPDF(pages: 4).bytes, "Bundles/Calculus/display.pdf")
        try work.project.sync()
        let last = try #require(try node().pageFile?.source)
        #expect(last != middle && last != first)
        #expect(try node().pageVersions.map(\.source) == [first, middle, last])
        #expect(try node().pageVersions.map(\.cause) == [.created, .remade, .remade])
        #expect(try versions().map(\.hash) == [first, middle, last])
    }

    @Test func `are one version where two devices wrote it`() throws {
        let version = try #require(try node().pageVersions.first)
        func remade(_ time: Int64, _ source: ContentHash) -> PageVersion {
            PageVersion(id: work.project.asKnown.newID(), time: version.time + time, cause: .remade, reference: version.reference, source: source)
        }
        let first = try #require(version.source)
        let all = [remade(1, middle), remade(2, middle), remade(3, first), remade(4, middle)]
        try work.project.commit([Operation(page, all.map(\.field))])
        #expect(try node().pageVersions.map(\.source) == [first, middle, first, middle])
    }
}
