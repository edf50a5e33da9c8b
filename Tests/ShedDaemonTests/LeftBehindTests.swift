import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSchedule
import ShedThreads
import Testing

@testable import ShedDaemon
@testable import ShedProject

/// What still stands where another device has moved something away, which is at its new place by now.
@Suite(.serialized, .waitsInTurn) final class `What is left where another device has moved something` {
    private let bench: WatchedShelf
    private let shelf: Shelf
    private var watched: WatchedProject { bench.watched }
    /// How far the project's clock is ahead, in milliseconds.
    private let clock: Clock

    private final class Clock: Sendable {
        let ahead = Lock<Int64>(0)
    }

    init() throws {
        let clock = Clock()
        self.clock = clock
        shelf = try Shelf(now: { Surroundings.clock() + clock.ahead.withLock { $0 } })
        bench = try WatchedShelf(shelf, shelf.project())
        try shelf.shell("cd 'My Poems'; mkdir .stfolder; echo a poem of some length, by one of us > Draft/a.txt")
        try look()
        try shelf.shell("cp -a 'My Poems' Copy")
        let copy = try shelf.trusted("Copy", on: shelf.elsewhere(), as: .trustAsReplica)
        try shelf.shell("cd Copy; mv Draft/a.txt Ready/")
        try copy.sync()
        // The carrier brings the batch and the new place, and has not taken away the old one.
        try shelf.shell("cp -an Copy/.shed/ops/. 'My Poems/.shed/ops/'; cp Copy/Ready/a.txt 'My Poems/Ready/'")
        try look()
    }

    private func look() throws { _ = try bench.look() }

    private func id(_ path: RelativePath) throws -> NodeID? { try? watched.project.asKnown.find(path).node.id }

    @Test func `is told by status, and is looked at again when the grace is over, although nothing happens`() throws {
        let (new, old) = (try id("Ready/a.txt"), try id("Draft/a.txt"))
        #expect(new != nil && old == nil)
        let status = try watched.project.settledStatus(all: false)
        #expect(!status.isClean && status.reports.map(\.path) == ["Draft/a.txt"] && status.changes.map(\.path) == ["Draft/a.txt"])
        let grace = watched.project.home.configuration.settings.grace
        let due = try #require(watched.pending.graceDue["Draft"])
        #expect(due <= watched.clock.now() + UInt64(grace) * 1_000_000 + 1_000_000)
        clock.ahead.withLock { $0 = grace }
        watched.pending.endGrace(at: due)
        #expect(watched.pending.waiting.contains("Draft"))
        _ = try watched.project.reconcile(.daemonJudging(.init(in: watched.withRejected(watched.pending.waiting), busy: [])))
        #expect(try id("Draft/a.txt") != nil && watched.project.settledStatus(all: false).isClean)
    }

    @Test func `is told no more once it was taken away`() throws {
        try shelf.shell("rm 'My Poems/Draft/a.txt'")
        try look()
        let status = try watched.project.settledStatus(all: false)
        #expect(status.isClean && status.reports.isEmpty)
    }
}
