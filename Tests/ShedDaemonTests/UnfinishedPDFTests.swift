import ShedModel
import ShedPapersKind
import ShedPapersKindTestSupport
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSchedule
import ShedTestSupport
import Testing

@testable import ShedDaemon
@testable import ShedProject

/// A copy over a PDF that the project knows breaks off while a daemon watches.
@Suite(.serialized, .waitsInTurn) final class `A known PDF of which the end is missing` {
    private static let display: RelativePath = "Bundles/Calculus/display.pdf"
    private static let page: RelativePath = "Docs/Finals/Sets/01 Calculus p1.pdf"
    private let bench: WatchedShelf
    private let work: PaperWork
    private var watched: WatchedProject { bench.watched }
    private var longest: Int64 { work.project.home.configuration.settings.longQuiet }

    init() throws {
        let shelf = try Shelf(kinds: [PapersKind()])
        work = try shelf.papers()
        try work.bundle("Calculus", [.display: TestPDF(pages: 2)])
        try work.page(Self.page, of: "Calculus", number: 1)
        bench = try WatchedShelf(shelf, work.project)
        try look(atAll: true)
    }

    /// As the daemon looks after a burst, or for what no event told.
    private func look(atAll: Bool) throws {
        let directories = try watched.takeDirtyDirectories(isSecondLook: true)
        let scope = atAll ? nil : directories.map { $0.union(watched.inSight) }
        _ = try work.project.reconcile(.daemonLook(.init(in: scope, believesVanished: false)))
    }

    /// As the daemon judges what waits, some time after a file was last written to.
    private func judge(_ path: RelativePath, after time: Int64) throws -> Outcome {
        let outcome = try work.project.judge(watched.withRejected(watched.pending.waiting), at: try work.project.changeTime(of: path) + time)
        watched.awaitWriters(outcome)
        return outcome
    }

    @Test(arguments: [display, page], [false, true])
    func `is judged in the end, wherever else is looked meanwhile`(path: RelativePath, looksAtAll: Bool) throws {
        try work.write(Array(TestPDF(pages: 2).bytes.prefix(600)), "\(path)")
        try look(atAll: false)
        #expect(watched.pending.waiting.contains(path.parent))
        let outcome = try judge(path, after: longest)
        #expect(outcome.moves.isEmpty && outcome.reports.map(\.path) == [path])
        for name in ["One", "Two"] {
            try bench.shelf.shell("mkdir P/Docs/\(name)")
            try look(atAll: looksAtAll)
            #expect(watched.pending.waiting.contains(path.parent) && watched.pending.judgementDue != nil)
        }
        #expect(try judge(path, after: longest + 1).moves.map(\.to) == [RelativePath(["Rejected", path.last ?? ""])])
        try look(atAll: false)
        _ = try judge(path, after: longest + 1)
        #expect(watched.pending.waiting.isEmpty)
    }
}
