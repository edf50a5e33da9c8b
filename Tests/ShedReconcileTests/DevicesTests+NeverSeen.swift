import ShedModel
import ShedReconcile
import ShedSimulatedDisk
import ShedTestSupport
import Testing

extension `Beside other devices` {
    /// A folder of another device, of which this one has the batch alone: with three files and a folder with one, and what they hold.
    private struct Novel {
        let folder = NodeID(high: 99, low: 1)
        let pictures = NodeID(high: 99, low: 2)
        let texts: [(id: NodeID, name: Name)] = (3...5).map { (NodeID(high: 99, low: $0), Name("\($0).txt")) }
        let picture = NodeID(high: 99, low: 6)

        static func text(_ name: Name) -> String { "the text of \(name), long enough to be known again by it" }

        func fold(into world: inout World, in parent: NodeID) {
            world.model.apply(Operation(folder, [.type(.folder), .accepts(.both), .place(Place(parent: parent, name: "Novel"))]))
            world.model.apply(Operation(pictures, [.type(.folder), .place(Place(parent: folder, name: "Pictures"))]))
            world.model.apply(Operation(picture, [.type(.file), .place(Place(parent: pictures, name: "p.txt"))]))
            for (id, name) in texts { world.model.apply(Operation(id, [.type(.file), .place(Place(parent: folder, name: name))])) }
        }

        func bring(to path: RelativePath, in world: inout World) {
            let inner = path.appending(Name("Pictures"))
            for folder in [path, inner] { world.disk.mkdir(folder) }
            for (id, name) in texts + [(picture, Name("p.txt"))] {
                let folder = id == picture ? inner : path
                world.disk.create(folder.appending(name), Novel.text(name))
                guard let hash = world.disk.hash(of: folder.appending(name)) else { continue }
                world.hints[id] = FileContent(size: Int64(Novel.text(name).utf8.count), hash: hash)
            }
        }
    }

    // MARK: Folders that were never seen

    @Test(arguments: [false, true])
    func `a folder that was renamed before this device ever saw it is known by what was in it, and keeps what it accepts`(isFirstLook: Bool) throws {
        var world = world()
        world.facts.isReplicaActive = false
        let novel = Novel()
        let collections = try #require(world.id("Collections"))
        novel.fold(into: &world, in: collections)
        novel.bring(to: "Collections/Roman", in: &world)
        if isFirstLook { world.memory = Memory() }
        let operations = world.round().operations
        #expect(operations == [Operation(novel.folder, [.place(Place(parent: collections, name: "Roman"))])])
        #expect(world.id("Collections/Roman") == novel.folder && world.id("Collections/Roman/Pictures") == novel.pictures)
        #expect(novel.texts.allSatisfy { world.id(RelativePath(["Collections", "Roman", $0.name])) == $0.id })
        #expect(world.round().isEmpty)
    }

    @Test func `a folder with a role that was renamed before this device ever saw it keeps the role`() throws {
        var world = World(folders: false)
        let novel = Novel()
        novel.fold(into: &world, in: World.project)
        world.model.apply(Operation(novel.folder, [.role(.draft)]))
        novel.bring(to: "Poems", in: &world)
        #expect(world.round().operations == [Operation(novel.folder, [.place(Place(parent: World.project, name: "Poems"))])])
        #expect(world.folder(.draft) == "Poems")
    }

    @Test(arguments: [Role.trash, .rejected])
    func `no folder becomes one from which things are thrown away by what somebody wrote of what that holds`(role: Role) throws {
        var world = World(folders: false)
        let novel = Novel()
        novel.fold(into: &world, in: World.project)
        world.model.apply(Operation(novel.folder, [.role(role)]))
        novel.bring(to: "Mine", in: &world)
        world.round()
        #expect(try #require(world.node("Mine")).role == nil && world.id("Mine") != novel.folder)
    }

    @Test func `what a person puts into a folder of their own does not make that one which another device made for it`() throws {
        var world = world()
        world.facts.isReplicaActive = false
        let folder = NodeID(high: 99, low: 1)
        let collections = try #require(world.id("Collections"))
        world.hints[NodeID(high: 99, low: 7)] = FileContent(size: 5, hash: try #require(world.disk.hash(of: "Draft/a.txt")))
        world.model.apply(Operation(folder, [.type(.folder), .place(Place(parent: collections, name: "Theirs"))]))
        let id = try move("Draft/a.txt", to: "Draft", as: "a.txt", in: &world)
        world.model.apply(Operation(id, [.place(Place(parent: folder, name: "a.txt"))]))
        world.disk.mkdir("Collections/Mine")
        world.disk.rename("Draft/a.txt", to: "Collections/Mine/a.txt")
        world.sync()
        #expect(world.id("Collections/Mine/a.txt") == id && world.id("Collections/Mine") != folder && world.id("Collections/Mine") != nil)
    }

    @Test func `a folder that vanished is one that another device made side by side for more than half of what was in it`() throws {
        var world = world()
        world.disk.mkdir("Collections/Old")
        for name in ["x.txt", "y.txt"] as [Name] { world.disk.create(RelativePath(["Collections", "Old", name]), Novel.text(name)) }
        world.facts.isReplicaActive = false
        world.sync()
        world.facts.isReplicaActive = true
        let known = try #require(world.id("Collections/Old"))
        let (collections, made) = (try #require(world.id("Collections")), NodeID(high: 99, low: 1))
        world.model.apply(Operation(made, [.type(.folder), .place(Place(parent: collections, name: "New"))]))
        world.disk.mkdir("Collections/New")
        for (low, name) in [(2, "x.txt"), (3, "y.txt")] as [(UInt64, Name)] {
            world.model.apply(Operation(NodeID(high: 99, low: low), [.type(.file), .place(Place(parent: made, name: name))]))
            world.disk.delete(RelativePath(["Collections", "Old", name]))
            world.disk.create(RelativePath(["Collections", "New", name]), Novel.text(name))
        }
        world.disk.delete("Collections/Old")
        var situation = world.situation()
        var (plan, ids) = (Plan(), world.ids)
        for _ in 0..<4 {
            plan = World.plan(&situation, world.disk, ids: &ids)
            situation.answers.twins.formUnion(plan.wants.twins)
        }
        let targets = Dictionary(uniqueKeysWithValues: plan.operations.compactMap { operation in operation.aliasTarget.map { (operation.id, $0) } })
        #expect(targets[made] == known && targets.count == 3, "\(targets) \(plan.wants.twins) \(plan.changes)")
        let entry = try #require(situation.snapshot.entry(at: "Collections/New"))
        #expect(plan.binding[entry] == known && plan.gone.vanished.isEmpty)
    }

    // MARK: Files that were never read

    @Test func `a file that was seen and never read is known by what its device said that it holds, as long as it is as it came`() throws {
        for isEdited in [false, true] {
            var world = world()
            world.hashesAll = false
            let (id, draft) = (NodeID(high: 99, low: 1), try #require(world.id("Draft")))
            world.model.apply(Operation(id, [.type(.file), .place(Place(parent: draft, name: "poem.txt"))]))
            let text = "what the other device has written"
            world.disk.create("Draft/poem.txt", text)
            world.hints[id] = FileContent(size: Int64(text.utf8.count), hash: try #require(world.disk.hash(of: "Draft/poem.txt")))
            world.round()
            #expect(world.memory.seen[id]?.hash == nil && world.memory.tellsNothing(of: id))
            if isEdited {
                world.disk.write("Draft/poem.txt", "what THIS device has written of it")
                world.round()
            }
            #expect(world.memory.tellsNothing(of: id) != isEdited)
            world.disk.delete("Draft/poem.txt")
            world.disk.create("Published/ode.txt", text)
            world.round()
            #expect((world.id("Published/ode.txt") == id) != isEdited)
        }
    }

    // MARK: Who yields

    @Test func `what has not come to its new place when the grace is over is missing here, and is still awaited there`() throws {
        var world = world()
        let id = try move("Draft/a.txt", to: "Ready", as: "a.txt", in: &world)
        let (draft, other) = (try #require(world.id("Draft")), NodeID(high: 99, low: 1))
        world.model.apply(Operation(other, [.type(.file), .place(Place(parent: draft, name: "a.txt"))]))
        world.later += 2 * world.settings.grace
        for _ in 0..<3 { #expect(world.round().isEmpty) }
        #expect(world.id("Draft/a.txt") == other && world.memory.missing[id] != nil && !world.memory.isPresent(id))
        #expect(world.memory.seen[id]?.hash == world.disk.hash(of: "Draft/a.txt"))
        // The very file is another's now.
        world.disk.rename("Draft/a.txt", to: "Published/a.txt")
        world.sync()
        #expect(world.id("Published/a.txt") == other && world.memory.missing[id] != nil)
        world.later += 30 * 86_400_000
        world.disk.create("Ready/a.txt", "alpha, at last")
        world.sync()
        #expect(world.id("Ready/a.txt") == id && world.memory.missing[id] == nil)
    }

    @Test func `what has given way is missing from the look on that finds it, and nothing is written`() throws {
        var world = world()
        let id = try move("Draft/a.txt", to: "Ready", as: "a.txt", in: &world)
        let (draft, other) = (try #require(world.id("Draft")), NodeID(high: 99, low: 1))
        world.model.apply(Operation(other, [.type(.file), .place(Place(parent: draft, name: "a.txt"))]))
        #expect(world.round().isEmpty && world.memory.isPresent(id) && world.memory.missing[id] == nil)
        world.later += 2 * world.settings.grace
        #expect(world.round().isEmpty && world.memory.missing[id] != nil && world.id("Draft/a.txt") == other)
        let memory = world.memory
        #expect(memory.unsettled.incomingMoves.isEmpty && world.round().isEmpty && world.memory.unsettled == memory.unsettled)
        #expect(world.memory.missing[id] == memory.missing[id] && world.memory.seen[id] == memory.seen[id])
    }

    // MARK: What was refused and comes back

    @Test(arguments: ["the same", "newer", "more", "less"])
    func `what was refused and comes back as it was is reported, and neither moved nor given an ID`(what: String) throws {
        var world = world()
        world.facts.isReplicaActive = false
        world.facts.hasCarrier = true
        world.request = .sync(.init(overridesWaiting: true))
        func bring() {
            world.disk.mkdir("Draft/Folder")
            world.disk.create("Draft/Folder/x.txt", "the text x, of some length")
            world.disk.create("Draft/Folder/y.txt", "the text y, of some length")
        }
        bring()
        world.sync()
        #expect(world.id("Rejected/Folder/x.txt") != nil && world.id("Draft/Folder") == nil)
        bring()
        switch what {
        case "newer": world.disk.write("Draft/Folder/x.txt", "the text x, of SOME length")
        case "more": world.disk.create("Draft/Folder/z.txt", "the text z, of some length")
        case "less": world.disk.delete("Draft/Folder/y.txt")
        default: break
        }
        let plan = world.round()
        let isBack = what == "the same"
        #expect(plan.moves.isEmpty == isBack && plan.operations.isEmpty)
        #expect(plan.reports.map(\.path) == (isBack ? ["Draft/Folder"] : []))
        #expect((world.id("Rejected/Folder (2)") == nil) == isBack)
        if isBack {
            world.request = .sync()
            #expect(world.round().reports.map(\.path) == ["Draft/Folder"])
            world.disk.delete("Draft/Folder/x.txt")
            world.disk.delete("Draft/Folder/y.txt")
            world.disk.delete("Draft/Folder")
            #expect(world.round().reports.isEmpty)
        }
    }

    /// The other device may never have had anything to write.
    @Test(arguments: [true, false], [true, false])
    func `what comes back with its times was brought, also where nothing tells of a carrier, and what is made anew was not`(keepsTimes: Bool, isEmpty: Bool) throws {
        var world = world()
        world.facts.isReplicaActive = false
        world.request = .sync(.init(overridesWaiting: true))
        world.disk.mkdir("Draft/Folder")
        if !isEmpty {
            world.disk.mkdir("Draft/Folder/Inner")
            world.disk.create("Draft/Folder/Inner/x.txt", "the text x, of some length")
        }
        world.sync()
        #expect(world.id(isEmpty ? "Rejected/Folder" : "Rejected/Folder/Inner/x.txt") != nil)
        // An empty folder is made as quickly as it is brought.
        let isBack = keepsTimes && !isEmpty
        for _ in 0..<3 {
            if !world.disk.exists("Draft/Folder") { world.disk.copy("Rejected/Folder", to: "Draft/Folder", keepsTimes: keepsTimes) }
            #expect(world.round().reports.map(\.path) == (isBack ? ["Draft/Folder"] : []))
        }
        #expect(world.disk.exists("Rejected/Folder (4)") != isBack && world.disk.exists("Rejected/Folder (2)") != isBack)
    }
}
