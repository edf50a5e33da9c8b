import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSchedule
import ShedWatch
import Testing

@testable import ShedDaemon
@testable import ShedProject

/// Asks a watched project, and may fail right after it was answered.
private final class Failing: ChangeSource {
    let watched: WatchedProject
    var fails = false

    init(_ watched: WatchedProject) { self.watched = watched }

    func takeDirtyDirectories(isSecondLook: Bool) throws(ShedError) -> Set<RelativePath>? {
        let taken = try watched.takeDirtyDirectories(isSecondLook: isSecondLook)
        if fails { throw ShedError(.environment, "the walk fails") }
        return taken
    }

    func note(_ outcome: Outcome, scanned: Set<RelativePath>?, isJudged: Bool) { watched.note(outcome, scanned: scanned, isJudged: isJudged) }

    var isSidecarQuiet: Bool {
        get { watched.isSidecarQuiet }
        set { watched.isSidecarQuiet = newValue }
    }
    var since: Int64 { watched.since }
    var sightings: WatchSightings { watched.sightings }
    var unresolved: [Report] { watched.unresolved }
    var unsettled: [Change] { watched.unsettled }
    var health: WatchHealth { watched.health }
}

/// A walk that fails after it was told where to look.
@Suite(.serialized, .waitsInTurn) final class `A walk of a verb that fails in a daemon` {
    private let bench: WatchedShelf
    private var shelf: Shelf { bench.shelf }
    private var watched: WatchedProject { bench.watched }
    private let failing: Failing
    private var project: Project { watched.project }

    init() throws {
        bench = try WatchedShelf()
        failing = Failing(bench.watched)
        try project.walk(.daemonLook(.init(in: nil, believesVanished: true)))
        _ = try project.refresh()
        project.changeSource = failing
    }

    private func fail() {
        failing.fails = true
        #expect(throws: ShedError.self) { try project.refresh() }
        failing.fails = false
    }

    @Test func `has the next one look where it was to look`() throws {
        try shelf.shell("echo a > 'My Poems/Draft/a.txt'")
        fail()
        try shelf.shell("echo b > 'My Poems/Research/b.txt'")
        #expect(try Set(project.refresh().outcome.changes.map(\.path)) == ["Draft/a.txt", "Research/b.txt"])
        // Once that is done, nobody looks there again, but into All, which got a link just then.
        #expect(try watched.takeDirtyDirectories()?.subtracting(["All"]) == [])
    }

    @Test func `and fails again forgets nothing of what the first was told`() throws {
        try shelf.shell("echo a > 'My Poems/Draft/a.txt'")
        fail()
        try shelf.shell("echo b > 'My Poems/Research/b.txt'")
        fail()
        #expect(try watched.takeDirtyDirectories() == ["Draft", "Research"])
    }

    @Test func `leaves what another walk did not look at`() throws {
        try shelf.shell("cd 'My Poems'; echo a > Draft/a.txt; echo b > Research/b.txt")
        fail()
        try project.walk(.daemonLook(.init(in: ["Draft"], believesVanished: true)))
        // And All, which got a link to what it did look at.
        #expect(try watched.takeDirtyDirectories()?.subtracting(["All"]) == ["Research"])
    }

    @Test func `has everything looked at, where everything was to be looked at`() throws {
        try shelf.shell("echo 'quiet = \"3 s\"' > 'My Poems/.shed/settings.toml'")
        #expect(try watched.takeDirtyDirectories() == nil)
        #expect(try watched.takeDirtyDirectories() == nil)
    }

    @Test func `is not told of the same a second time by itself`() throws {
        try shelf.shell("echo a > 'My Poems/Draft/a.txt'")
        #expect(try watched.takeDirtyDirectories() == ["Draft"])
        #expect(try watched.takeDirtyDirectories(isSecondLook: true) == [])
        #expect(try watched.takeDirtyDirectories() == ["Draft"])
    }
}
