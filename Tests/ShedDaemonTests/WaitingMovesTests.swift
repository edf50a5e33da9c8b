import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSchedule
import Testing

@testable import ShedDaemon
@testable import ShedProject

/// Known files and folders that were moved where they may not be, and wait there.
@Suite(.serialized, .waitsInTurn) final class `What was moved where it may not be and waits` {
    private let bench: WatchedShelf
    private var shelf: Shelf { bench.shelf }
    private var watched: WatchedProject { bench.watched }

    init() throws {
        bench = try WatchedShelf()
        try shelf.shell("cd 'My Poems'; mkdir Songs; echo one > Songs/1.txt; echo a > Draft/a.txt")
        try bench.look()
    }

    @Test func `is the same when it is saved anew by a rename, however often it was looked at`() throws {
        let before = try bench.id("Draft/a.txt")
        try shelf.shell("cd 'My Poems'; mv Draft/a.txt Collections/")
        #expect(try bench.look().reports.map(\.path) == ["Collections/a.txt"])
        for text in ["wholly other", "and once more"] {
            try shelf.shell("cd 'My Poems/Collections'; echo '\(text)' > .new; mv .new a.txt")
            #expect(try bench.look().changes.isEmpty)
        }
        let outcome = try watched.project.reconcile(.sync())
        #expect(outcome.moves.map(\.to) == ["Draft/a.txt"] && outcome.moves.map(\.node) == [before])
        #expect(watched.project.store.state?.memory.unsettled.waitingMoves.isEmpty == true)
    }

    @Test func `has not vanished where another part of the project is looked at, or judged`() throws {
        try shelf.shell("cd 'My Poems'; mv Songs Draft/Songs; mv Draft/a.txt Collections/")
        #expect(Set(try bench.look().reports.map(\.path)) == ["Draft/Songs", "Collections/a.txt"])
        for request in [
            WalkRequest.daemonJudging(.init(in: [.root, "Ready", "Draft"], busy: ["Draft", "Collections"])),
            .daemonLook(.init(in: [.root, "Draft"], believesVanished: true)),
        ] {
            let outcome = try watched.project.reconcile(request)
            #expect(!outcome.changes.contains { $0.kind == .removed } && outcome.moves.isEmpty)
        }
        #expect(watched.project.store.state?.memory.missing.isEmpty == true)
    }

    @Test func `waits as the node that it was joined to meanwhile on another device`() throws {
        try shelf.shell("cd 'My Poems'; echo b > Draft/b.txt; touch .stignore")
        try bench.look()
        let (first, second) = (try bench.id("Draft/a.txt"), try bench.id("Draft/b.txt"))
        try shelf.shell("cd 'My Poems'; rm Draft/b.txt")
        _ = try watched.project.reconcile(.sync())
        try shelf.shell("cp -a 'My Poems' Copy")
        let copy = try shelf.trusted("Copy", on: shelf.elsewhere(), as: .trustAsReplica)
        try copy.write { transaction throws(ShedError) in try transaction.relink("Draft/a.txt", to: second) }
        func waiting(_ project: Project) throws -> [RelativePath: NodeID] { try project.load().memory.unsettled.waitingMoves.mapValues(\.node) }
        try shelf.shell("cd 'My Poems'; mv Draft/a.txt Collections/")
        try bench.look()
        #expect(try waiting(watched.project) == ["Collections/a.txt": first])
        try shelf.shell("cp -an Copy/.shed/ops/. 'My Poems/.shed/ops/'")
        #expect(try waiting(shelf.reopen(watched.project, purpose: .look)) == ["Collections/a.txt": second])
    }

    @Test func `waits no more once it is home, gone or thrown away`() throws {
        func places() -> Set<RelativePath>? { watched.project.store.state.map { Set($0.memory.unsettled.waitingMoves.keys) } }
        for end in ["mv Collections/a.txt Draft/", "rm Collections/a.txt", "mv Collections/a.txt Trash/"] {
            try shelf.shell("cd 'My Poems'; rm -f Trash/a.txt Draft/a.txt; echo a > Draft/a.txt")
            try bench.look()
            try shelf.shell("cd 'My Poems'; mv Draft/a.txt Collections/")
            try bench.look()
            #expect(places() == ["Collections/a.txt"])
            try shelf.shell("cd 'My Poems'; \(end)")
            try bench.look()
            _ = try watched.project.reconcile(.daemonLook(.init(in: watched.pending.doubted, believesVanished: true)))
            #expect(places() == [])
        }
    }
}
