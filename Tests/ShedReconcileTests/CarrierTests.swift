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

    @Test(arguments: [true, false])
    func `what may be another device's folder for what it refused waits for its batch, and nothing in it is judged`(isExplained: Bool) throws {
        var world = world()
        world.facts.isReplicaActive = true
        world.disk.mkdir("Rejected")
        world.disk.mkdir("Rejected/Part1")
        world.disk.create("Rejected/Part1/one.txt", "1")
        let plan = world.round()
        #expect(plan.reports.map(\.rule.name) == ["carrier-arrival"] && plan.reports.map(\.path) == ["Rejected"])
        #expect(plan.moves.isEmpty && world.id("Rejected") == nil)
        let rejected = NodeID(high: 9, low: 1)
        if isExplained {
            world.model.apply(Operation(rejected, [.type(.folder), .role(.rejected), .accepts(.nothing), .place(Place(parent: World.project, name: "Rejected"))]))
        } else {
            world.later = world.settings.grace
        }
        world.sync()
        // Where nothing explains it, it is a person's own in the end.
        #expect(world.disk.exists("Rejected/Part1/one.txt") && !world.disk.exists("Rejected (shed)"))
        #expect(world.id("Rejected") != nil && isExplained == (world.id("Rejected") == rejected))
    }

    @Test func `what stands in a folder that waits is not taken in either: what comes back to its place is what it was`() throws {
        var world = world()
        world.model.apply(Operation(try #require(world.id("Draft")), [.accepts(.both)]))
        world.disk.mkdir("Draft/Part1")
        world.disk.create("Draft/Part1/one.txt", "1")
        world.sync()
        let (folder, file) = (try #require(world.id("Draft/Part1")), try #require(world.id("Draft/Part1/one.txt")))
        world.facts.isReplicaActive = true
        // A sync engine makes what was moved anew, and removes the old: there, and back again.
        world.disk.mkdir("Rejected")
        for (from, to) in [("Draft/Part1", "Rejected/Part1"), ("Rejected/Part1", "Draft/Part1")] as [(RelativePath, RelativePath)] {
            world.disk.mkdir(to)
            world.disk.create(to.appending(Name("one.txt")), "1")
            world.sync()
            world.disk.delete(from)
            world.sync()
        }
        #expect(world.id("Draft/Part1") == folder && world.id("Draft/Part1/one.txt") == file)
        #expect(world.id("Rejected") == nil)
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
        world.later = world.settings.longQuiet
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

/// The first look at a project of which this machine remembers nothing: a clone, a copy, a lost index.
@Suite struct `A first look` {
    /// A project in which somebody without shed has put what is not allowed.
    private func world() -> World {
        var world = World()
        world.disk.create("Draft/known.txt", "K")
        world.disk.create("old.txt", "R")
        world.sync()
        world.disk.mkdir("Draft/Part1")
        world.disk.create("Draft/fine.txt", "1")
        world.disk.create("Ready/fin.txt", "F")
        world.disk.create("root.txt", "r")
        world.memory = Memory()
        return world
    }

    @Test(arguments: [WalkRequest.sync(), .refresh(), .sync(.init(rejectsAll: true)), .sweep, .daemonLook(.init(in: nil, believesVanished: true))])
    func `says what the sidecar does not know and does not allow, and moves none of it`(_ request: WalkRequest) throws {
        var world = world()
        world.request = request
        let plan = world.round()
        #expect(plan.moves.isEmpty && plan.removals.isEmpty)
        #expect(plan.reports.map(\.path) == ["Draft/Part1", "Ready/fin.txt", "root.txt"])
        #expect(plan.reports.map(\.rule.name) == ["wrong-type", "unexplained-addition", "file-at-root"])
        #expect(plan.reports.map(\.delay) == [.earlier, nil, .earlier])
        #expect(plan.reports.allSatisfy { $0.message.contains("“shed accept \($0.path)”") })
        #expect(world.id("Draft/fine.txt") != nil && world.node("Ready/fin.txt")?.details?.unexplained != nil)
        #expect(world.id("Draft/Part1") == nil && world.id("root.txt") == nil)
        // It stays so until a person decides.
        #expect(world.plan().reports.count == 3 || request.judges)
        world.request = .sync()
        world.sync()
        #expect(world.disk.exists("Rejected/Part1") && world.disk.exists("Rejected/root.txt") && world.disk.exists("Ready/fin.txt"))
    }

    @Test func `is over after one round, also where an empty folder for what was refused could go`() {
        var world = World()
        world.disk.create("x.txt", "x")
        world.sync()
        world.disk.rename("Rejected/x.txt", to: "Draft/x.txt")
        world.disk.mkdir("Draft/Part1")
        world.memory = Memory()
        let plan = world.plan()
        #expect(plan.moves.isEmpty && plan.removals.isEmpty && plan.reports.map(\.path) == ["Draft/Part1"])
    }

    @Test func `judges where a person says so at once`() {
        var world = world()
        world.request = .sync(.init(overridesWaiting: true))
        world.sync()
        #expect(world.disk.exists("Rejected/Part1") && world.disk.exists("Rejected/root.txt") && world.disk.exists("Ready/fin.txt"))
    }

    @Test func `leaves to a carrier what it may have brought`() {
        var world = world()
        world.facts.hasCarrier = true
        #expect(world.round().reports.map(\.rule.name) == ["carrier-arrival", "unexplained-addition", "carrier-arrival"])
        #expect(world.plan().moves.isEmpty)
        world.later = world.settings.grace
        #expect(world.plan().moves.map(\.from) == ["Draft/Part1", "root.txt"])
    }

    @Test func `takes everything in where the sidecar says nothing yet`() {
        var world = world()
        world.model = Model(project: World.project)
        let plan = world.round()
        #expect(plan.moves.isEmpty && plan.reports.isEmpty && world.id("Draft/Part1") != nil && world.id("root.txt") != nil)
    }
}

/// A batch that comes after something was refused, and explains it.
@Suite struct `A batch that comes later` {
    /// What the batch makes known.
    private let part = NodeID(high: 9, low: 1)
    private let inner = NodeID(high: 9, low: 2)

    /// A world in which the folder `Draft/Part1` was refused.
    private func world() throws -> (world: World, refused: NodeID) {
        var world = World()
        world.facts.watchedSince = 0
        world.disk.mkdir("Draft/Part1")
        world.disk.create("Draft/Part1/one.txt", "1")
        world.disk.create("Draft/Part1/mine.txt", "M")
        world.sync()
        world.sync()
        return (world, try #require(world.id("Rejected/Part1")))
    }

    /// The batch: the folder, and a file in it.
    private func deliver(to world: inout World, _ refused: NodeID, at folder: RelativePath = "Draft") throws {
        let home = try #require(world.id(folder))
        world.model.apply(Operation(part, [.type(.folder), .place(Place(parent: home, name: "Part1")), .accepts(.files)]))
        world.model.apply(Operation(inner, [.type(.file), .place(Place(parent: part, name: "one.txt"))]))
        world.memory.unsettled.rejections[refused]?.explanation = part
    }

    @Test func `takes the refusal back: it goes where it belongs, with the batch's IDs`() throws {
        var (world, refused) = try world()
        let (one, mine) = (try #require(world.id("Rejected/Part1/one.txt")), try #require(world.id("Rejected/Part1/mine.txt")))
        try deliver(to: &world, refused)
        let plans = world.sync()
        #expect(plans[0].moves.map(\.purpose) == [.takeBack] && plans[0].moves.map(\.to) == ["Draft/Part1"])
        #expect(world.id("Draft/Part1") == part && world.id("Draft/Part1/one.txt") == inner && world.id("Draft/Part1/mine.txt") == mine)
        #expect(world.model.resolve(refused) == part && world.model.resolve(one) == inner)
        #expect(world.node("Draft/Part1")?.details?.rejection == nil)
        #expect(world.memory.unsettled.rejections.isEmpty && !world.disk.exists("Rejected"))
    }

    @Test func `has a place elsewhere for it`() throws {
        var (world, refused) = try world()
        try deliver(to: &world, refused, at: "Collections")
        world.sync()
        #expect(world.id("Collections/Part1") == part && !world.disk.exists("Rejected"))
    }

    @Test func `allows what stood there: it goes back with the ID that it has`() throws {
        var (world, refused) = try world()
        world.memory.unsettled.rejections[refused]?.explanation = refused
        #expect(world.plan().moves.isEmpty)
        world.model.apply(Operation(try #require(world.id("Draft")), [.accepts(.both)]))
        world.sync()
        #expect(world.id("Draft/Part1") == refused && world.node("Draft/Part1")?.details?.rejection == nil)
        #expect(!world.disk.exists("Rejected"))
    }

    @Test(arguments: ["the folder", "a file in it", "a new file in it", "its name", "a taken place", "a torn batch", "an open file"])
    func `leaves in Rejected what somebody touched, uses, or what cannot go back`(what: String) throws {
        var (world, refused) = try world()
        try deliver(to: &world, refused)
        switch what {
        case "the folder": world.disk.setModified("Rejected/Part1", 1)
        case "a file in it": world.disk.write("Rejected/Part1/one.txt", "2")
        case "a new file in it": world.disk.create("Rejected/Part1/new.txt", "N")
        case "its name": world.disk.rename("Rejected/Part1", to: "Rejected/Part2")
        case "a taken place": world.disk.create("Draft/part1", "other")
        case "a torn batch": world.facts.incomplete = ["a batch is torn"]
        default: break
        }
        var situation = world.situation()
        if what == "an open file" {
            for index in situation.snapshot.entries.indices { situation.answers.uses[index] = .process(FileUser(process: 1, name: Array("ed".utf8))) }
        }
        var ids = world.ids
        #expect(World.plan(&situation, world.disk, ids: &ids).moves.isEmpty)
    }

    @Test func `says to a walk that judges nothing where the next one has to look, and one that looks there takes it back`() throws {
        var (world, refused) = try world()
        try deliver(to: &world, refused)
        world.request = .daemonLook(.init(in: nil, believesVanished: true))
        let plan = world.plan()
        #expect(plan.moves.isEmpty && plan.explained == ["Draft", "Rejected", "Rejected/Part1"])
        world.request = .daemonJudging(.init(in: plan.explained.union([.root]), busy: []))
        #expect(world.plan(only: ["Draft", "Rejected", .root]).moves.isEmpty)
        #expect(world.plan(only: plan.explained.union([.root])).moves.map(\.to) == ["Draft/Part1"])
    }
}
