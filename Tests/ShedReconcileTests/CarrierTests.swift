import ShedModel
import ShedReconcile
import ShedTestSupport
import Testing

/// What a sync engine or git may have brought, and what came before anybody watched.
@Suite struct `What a carrier brings` {
    /// A world that a daemon watches.
    private func world() -> World {
        var world = World()
        world.facts.watchedSince = 0
        return world
    }

    @Test func `while another device writes, a new folder waits, whoever made it, and a file is judged as ever`() {
        var world = world()
        world.facts.isReplicaActive = true
        world.disk.mkdir("Draft/Part1")
        world.disk.create("Draft/Part1/one.txt", "1")
        world.disk.create("Ready/fin.txt", "F")
        let plan = world.round()
        #expect(plan.reports.map(\.rule.name) == ["carrier-arrival"] && plan.reports.map(\.path) == ["Draft/Part1"])
        #expect(world.disk.exists("Draft/Part1/one.txt") && world.disk.exists("Rejected/fin.txt"))
        world.later = world.settings.grace
        world.sync()
        #expect(world.id("Rejected/Part1") != nil)
    }

    @Test func `a known folder waits too before it is put back`() {
        var world = world()
        world.disk.mkdir("Songs")
        world.sync()
        world.facts.isReplicaActive = true
        world.disk.rename("Songs", to: "Draft/Songs")
        #expect(world.round().moves.isEmpty)
        world.facts.isReplicaActive = false
        world.later = world.settings.grace
        #expect(world.round().moves.map(\.purpose) == [.putBack])
    }

    @Test func `what git's files explain waits, and they are asked only about what is refused`() {
        var world = world()
        world.facts.hasGit = true
        world.disk.create("Draft/fine.txt", "1")
        world.disk.create("Ready/fin.txt", "F")
        world.disk.create("Ready/mine.txt", "M")
        world.broughtByGit = ["Ready/fin.txt"]
        let plan = world.plan()
        #expect(plan.wants.git.count == 1)
        #expect(plan.reports.map(\.path) == ["Ready/fin.txt"])
        #expect(plan.moves.map(\.from) == ["Ready/mine.txt"])
    }

    @Test func `of what stands there while git holds its lock, nothing is moved, and what came since waits on when it has ended`() {
        var world = world()
        world.disk.create("Ready/before.txt", "B")
        world.facts.isDuringGit = true
        world.facts.gitSince = world.disk.clock + 1
        world.disk.create("Ready/fin.txt", "F")
        let plan = world.round()
        #expect(plan.moves.isEmpty && plan.reports.map(\.rule.name) == ["closed-folder", "carrier-arrival"])
        world.facts.isDuringGit = false
        world.round()
        #expect(world.disk.exists("Rejected/before.txt") && world.disk.exists("Ready/fin.txt"))
        world.later = world.settings.grace
        world.sync()
        #expect(world.disk.exists("Rejected/fin.txt"))
    }

    @Test func `what came before the daemon was ready is left by it, also when it was changed since, and sync judges it`() {
        var world = world()
        world.disk.mkdir("Draft/Part1")
        world.disk.create("Ode.txt", "O")
        var earlier = EarlierArrivals()
        earlier.paths = ["Draft/Part1", "Ode.txt"]
        world.disk.create("late.txt", "L")
        // Something came into it.
        world.disk.setModified("Draft/Part1", world.disk.clock)
        world.facts.earlier = earlier
        world.later = world.settings.folderQuiet
        world.request = .daemonJudging(.init(in: [.root, "Draft"], busy: []))
        let plan = world.plan()
        #expect(plan.moves.map(\.from) == ["late.txt"])
        #expect(plan.reports.map(\.path) == ["Draft/Part1", "Ode.txt"] && plan.reports.allSatisfy { $0.delay == .earlier })
        world.facts.earlier?.isReady = false
        #expect(world.plan().moves.isEmpty)
        world.request = .sync()
        #expect(world.plan().moves.count == 3)
    }
}
