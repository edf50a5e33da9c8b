import ShedModel
import ShedReconcile
import ShedSimulatedDisk
import ShedTestSupport
import Testing

/// What one device makes of what others say and carriers bring (Documentation/Identity.md, “Why devices come to agree”).
@Suite struct `Beside other devices` {
    private static let copy: RelativePath = "Draft/a.sync-conflict-20240131-120000-ABCDEFG.txt"

    func world() -> World {
        var world = World()
        world.disk.create("Draft/a.txt", "alpha, the first of all letters")
        world.disk.create("Draft/b.txt", "beta, the second of all letters")
        world.sync()
        world.facts.watchedSince = 0
        world.facts.isReplicaActive = true
        return world
    }

    /// Folds a batch of another device that moves what was seen at a path.
    func move(_ path: RelativePath, to folder: RelativePath, as name: Name, in world: inout World) throws -> NodeID {
        let id = try #require(world.id(path))
        let parent = try #require(world.id(folder))
        let place = try #require(world.model[id]?.place)
        let identity = try #require(world.memory.seen[id]?.evidence.identity)
        world.memory.unsettled.incomingMoves[id] = IncomingMove(place: place, identity: identity, since: world.disk.clock / 1_000_000 + world.later)
        world.model.apply(Operation(id, [.place(Place(parent: parent, name: name))]))
        return id
    }

    // MARK: Moves of others

    @Test func `what another device has moved stays where it stands, and nothing is written, as long as nothing stands at its new place`() throws {
        var world = world()
        let id = try move("Draft/a.txt", to: "Ready", as: "a.txt", in: &world)
        for _ in 0..<3 {
            world.later += 2 * world.settings.grace
            let plan = world.round()
            #expect(plan.isEmpty && plan.gone.vanished.isEmpty)
            #expect(world.model.path(of: id) == "Ready/a.txt" && world.memory.isPresent(id))
        }
        world.disk.create("Ready/a.txt", "alpha, the first of all letters")
        world.sync()
        #expect(world.id("Ready/a.txt") == id)
        // What was never taken away is a copy.
        #expect(world.id("Draft/a.txt") != nil && world.id("Draft/a.txt") != id)
        #expect(world.round().isEmpty)
    }

    @Test func `what a person moves here meanwhile is that file, and is said`() throws {
        var world = world()
        let id = try move("Draft/a.txt", to: "Ready", as: "a.txt", in: &world)
        world.later += 2 * world.settings.grace
        world.round()
        world.disk.rename("Draft/a.txt", to: "Published/a.txt")
        #expect(world.round().operations.contains { $0.id == id && $0.set.contains { if case .place = $0 { true } else { false } } })
        #expect(world.id("Published/a.txt") == id)
    }

    @Test func `what has gone from its old place before it came to the new one is not missing`() throws {
        var world = world()
        let id = try move("Draft/a.txt", to: "Ready", as: "a.txt", in: &world)
        world.disk.delete("Draft/a.txt")
        let plan = world.round()
        #expect(plan.gone.elsewhere == [id] && plan.operations.isEmpty && world.memory.missing[id] == nil)
        world.later += 30 * 86_400_000
        world.disk.create("Ready/a.txt", "alpha")
        world.sync()
        #expect(world.id("Ready/a.txt") == id)
    }

    @Test(arguments: [false, true])
    func `files that changed places by the batches, and have the same inodes here, are what the batches say, and nothing is written`(isAtOnce: Bool) throws {
        var world = world()
        let first = try move("Draft/a.txt", to: "Draft", as: "b.txt", in: &world)
        let second = try #require(world.model.nodes.values.first { $0.place?.name == "b.txt" && $0.id != first }).id
        let identity = try #require(world.memory.seen[second]?.evidence.identity)
        let draft = try #require(world.id("Draft"))
        world.memory.unsettled.incomingMoves[second] = IncomingMove(place: Place(parent: draft, name: "b.txt"), identity: identity, since: world.disk.clock / 1_000_000)
        world.model.apply(Operation(second, [.place(Place(parent: draft, name: "a.txt"))]))
        if isAtOnce { world.request = .sync(.init(overridesWaiting: true)) } else { world.later += 2 * world.settings.grace }
        for _ in 0..<3 { #expect(world.round().isEmpty) }
        #expect(world.id("Draft/b.txt") == first && world.id("Draft/a.txt") == second)
    }

    @Test(arguments: [false, true])
    func `folders that changed places by the batches are what these say, and so is what is in them, and nothing is written`(isAtOnce: Bool) throws {
        var world = World()
        world.facts.watchedSince = 0
        world.facts.isReplicaActive = true
        for (folder, names) in [("P", ["x", "y"]), ("Q", ["x", "z"])] {
            world.disk.mkdir(RelativePath(stringLiteral: "Collections/\(folder)"))
            for name in names { world.disk.create(RelativePath(stringLiteral: "Collections/\(folder)/\(name).txt"), "the text \(name) of \(folder), of some length") }
        }
        world.sync()
        let collections = try #require(world.id("Collections"))
        let folders = (try #require(world.id("Collections/P")), try #require(world.id("Collections/Q")))
        let texts = try ["P/x", "P/y", "Q/x", "Q/z"].map { try #require(world.id(RelativePath(stringLiteral: "Collections/\($0).txt"))) }
        // As a sync program brings it: the folders stay, and what is in them changes.
        world.disk.write("Collections/P/x.txt", "the text x of Q, of some length")
        world.disk.write("Collections/Q/x.txt", "the text x of P, of some length")
        world.disk.delete("Collections/P/y.txt")
        world.disk.delete("Collections/Q/z.txt")
        world.disk.create("Collections/Q/y.txt", "the text y of P, of some length")
        world.disk.create("Collections/P/z.txt", "the text z of Q, of some length")
        for (id, old, new) in [(folders.0, "P", "Q"), (folders.1, "Q", "P")] as [(NodeID, Name, Name)] {
            let identity = try #require(world.memory.seen[id]?.evidence.identity)
            let since = world.disk.clock / 1_000_000
            world.memory.unsettled.incomingMoves[id] = IncomingMove(place: Place(parent: collections, name: old), identity: identity, since: since)
            world.model.apply(Operation(id, [.place(Place(parent: collections, name: new))]))
        }
        if isAtOnce { world.request = .sync(.init(overridesWaiting: true)) } else { world.later += 2 * world.settings.grace }
        for _ in 0..<3 { #expect(world.round().operations.isEmpty) }
        #expect(world.id("Collections/Q") == folders.0 && world.id("Collections/P") == folders.1)
        let found = ["Q/x", "Q/y", "P/x", "P/z"].map { world.id(RelativePath(stringLiteral: "Collections/\($0).txt")) }
        #expect(found == texts)
    }

    /// As a sync program brings it before the batch: each path has another file. They were read here, or are as they came, and their device has
    /// said what they held.
    @Test(arguments: [true, false])
    func `files that went round in a circle have gone with what they hold, and one that another took the place of has not`(isRead: Bool) throws {
        var world = World()
        world.facts.watchedSince = 0
        world.facts.isReplicaActive = true
        let names = ["a", "b", "c", "d", "e"]
        let path = { (name: String) in RelativePath(stringLiteral: "Draft/\(name).txt") }
        let text = { (name: String) in "the text \(name) by itself, of some length" }
        for name in names { world.disk.create(path(name), text(name)) }
        world.sync()
        let ids = try names.map { try #require(world.id(path($0))) }
        for id in isRead ? [] : ids {
            let seen = try #require(world.memory.seen[id])
            world.hints[id] = FileContent(size: seen.evidence.size, hash: try #require(seen.hash))
            world.memory.record(Sighting(evidence: seen.evidence, isSaid: true), of: id)
        }
        for (name, now) in zip(names, ["b", "c", "a", "x", "d"]) {
            world.disk.delete(path(name))
            world.disk.create(path(name), text(now))
        }
        for _ in 0..<3 { _ = world.round() }
        #expect(names.map { world.id(path($0)) } == [ids[1], ids[2], ids[0], ids[3], ids[4]])
    }

    @Test func `with --now a move that has come is one, and what is left at the old place is a copy: nobody takes the other's word back`() throws {
        var world = world()
        let id = try move("Draft/a.txt", to: "Ready", as: "a.txt", in: &world)
        world.disk.create("Ready/a.txt", "alpha, the first of all letters")
        world.request = .sync(.init(overridesWaiting: true))
        let plan = world.round()
        #expect(!plan.operations.contains { $0.id == id })
        #expect(world.id("Ready/a.txt") == id && world.id("Draft/a.txt") != nil && world.id("Draft/a.txt") != id)
        #expect(world.round().isEmpty)
    }

    @Test func `with --now what has not come is where it stands, also where the batches give its old place to another`() throws {
        var world = world()
        let (id, other) = (try move("Draft/a.txt", to: "Ready", as: "a.txt", in: &world), NodeID(high: 99, low: 1))
        let draft = try #require(world.id("Draft"))
        world.model.apply(Operation(other, [.type(.file), .place(Place(parent: draft, name: "a.txt"))]))
        world.request = .sync(.init(overridesWaiting: true))
        let plan = world.round()
        #expect(plan.gone.vanished.isEmpty && world.id("Draft/a.txt") == id)
        #expect(world.round().isEmpty)
    }

    /// As rsync without `--delete` does.
    @Test(arguments: [false, true]) func `what came along in a folder that another device moved is not what is left of it in the old one`(isNow: Bool) throws {
        var world = world()
        world.disk.mkdir("Collections/Book")
        world.disk.create("Collections/Book/one.txt", "one, which is in the book")
        world.sync()
        let one = try #require(world.id("Collections/Book/one.txt"))
        let book = try move("Collections/Book", to: "Collections", as: "Livre", in: &world)
        world.disk.mkdir("Collections/Livre")
        world.disk.create("Collections/Livre/one.txt", "one, which is in the book")
        if isNow { world.request = .sync(.init(overridesWaiting: true)) } else { world.later += 2 * world.settings.grace }
        world.sync()
        #expect(world.id("Collections/Livre") == book && world.id("Collections/Livre/one.txt") == one)
        #expect(world.id("Collections/Book") != nil && world.id("Collections/Book/one.txt") != one)
        #expect(world.round().isEmpty)
    }

    // MARK: Conflict copies

    @Test func `a conflict copy takes no ID, wherever the batches have its original by now`() throws {
        var world = world()
        let id = try move("Draft/a.txt", to: "Ready", as: "a.txt", in: &world)
        world.disk.rename("Draft/a.txt", to: Self.copy)
        world.sync()
        #expect(world.id(Self.copy) != nil && world.id(Self.copy) != id)
        world.disk.create("Ready/a.txt", "alpha, by the other device")
        world.sync()
        #expect(world.id("Ready/a.txt") == id && world.id(Self.copy) != id)
    }

    @Test func `who puts a conflict copy in its original's place keeps the original's ID`() throws {
        var world = world()
        let id = try #require(world.id("Draft/a.txt"))
        world.disk.create(Self.copy, "alpha, by the other device")
        world.sync()
        world.disk.delete("Draft/a.txt")
        world.disk.rename(Self.copy, to: "Draft/a.txt")
        world.sync()
        #expect(world.id("Draft/a.txt") == id)
    }

    // MARK: Races

    @Test func `what is edited where another device has moved it away is not refused`() throws {
        var world = world()
        world.disk.rename("Draft/a.txt", to: "Ready/a.txt")
        world.sync()
        let id = try move("Ready/a.txt", to: "Draft", as: "a.txt", in: &world)
        world.disk.create("Draft/a.txt", "alpha, the first of all letters")
        world.disk.write("Ready/a.txt", "alpha, edited here")
        world.sync()
        world.later += 2 * world.settings.grace
        world.sync()
        #expect(world.disk.exists("Ready/a.txt") && !world.disk.exists("Rejected"))
        #expect(world.id("Draft/a.txt") == id && world.id("Ready/a.txt") != nil)
    }

    @Test func `what a carrier brings back to where a known document stood is taken in, and else refused after the grace`() throws {
        for wasKnown in [true, false] {
            var world = world()
            world.facts.hasCarrier = true
            world.facts.watchedSince = nil
            world.settings.rejection = .move
            let ready = try #require(world.id("Ready"))
            world.disk.mkdir("Ready/Part")
            world.round()
            world.later += 2 * world.settings.grace
            var situation = world.situation()
            if wasKnown { situation.answers.formerPlaces = [Place(parent: ready, name: "Part")] }
            var ids = world.ids
            let plan = World.plan(&situation, world.disk, ids: &ids)
            #expect(plan.moves.isEmpty == wasKnown)
            #expect(plan.wants.places.isEmpty == wasKnown)
        }
    }

    // MARK: Roles

    @Test func `a folder of the template is that again by its path, however long it was gone`() throws {
        var world = world()
        let draft = try #require(world.id("Draft"))
        world.disk.delete("Draft")
        world.sync()
        world.later += 300 * 86_400_000
        world.disk.mkdir("Draft")
        world.sync()
        #expect(world.id("Draft") == draft && world.node("Draft")?.role == .draft)
    }

    @Test func `a device that never saw a template folder takes its role from nobody`() throws {
        var world = world()
        let ready = try #require(world.id("Ready"))
        world.disk.delete("Ready")
        world.memory.forget(ready)
        world.disk.mkdir("Fertig")
        world.sync()
        #expect(world.node("Fertig")?.role == .ready && world.model[ready]?.role == .ready)
    }

    // MARK: Hints

    @Test func `a file that was moved before this device ever saw it is known by what its device said that it holds`() throws {
        var world = world()
        let id = NodeID(high: 99, low: 1)
        let draft = try #require(world.id("Draft"))
        world.model.apply(Operation(id, [.type(.file), .place(Place(parent: draft, name: "new.txt"))]))
        world.disk.create("Draft/moved.txt", "what the other device has written")
        var situation = world.situation()
        situation.hints = [id: FileContent(size: 33, hash: try #require(world.disk.hash(of: "Draft/moved.txt")))]
        var ids = world.ids
        let plan = World.plan(&situation, world.disk, ids: &ids)
        #expect(plan.operations.map(\.id) == [id])
        // What is known by its place alone is not known again by that.
        var passing = world
        passing.fields = FieldTraits(bindsToPlace: { $0 == "passing" && $1 == .bool(true) })
        passing.model.apply(Operation(id, [.other("passing", .bool(true))]))
        var third = passing.situation()
        third.hints = situation.hints
        #expect(!World.plan(&third, passing.disk, ids: &ids).operations.contains { $0.id == id })
        // Where something stands at its place, that is it.
        world.disk.create("Draft/new.txt", "anything")
        var other = world.situation()
        other.hints = situation.hints
        let second = World.plan(&other, world.disk, ids: &ids)
        #expect(!second.operations.contains { $0.id == id })
    }

    @Test func `what files hold is said along with what is written, of those alone that were read anew`() throws {
        var world = world()
        world.disk.write("Draft/a.txt", "alpha, edited")
        let situation = world.situation()
        let plan = world.plan()
        #expect(plan.isEmpty)
        let hints = plan.hints(in: situation)
        #expect(hints.map(\.id) == [world.id("Draft/a.txt")])
        guard case .other(SeenContent.field, let value)? = hints.first?.set.first else {
            Issue.record("no hint")
            return
        }
        #expect(SeenContent.content(value)?.hash == world.disk.hash(of: "Draft/a.txt"))
        // Nothing was written: the next batch says it, whatever it is of.
        let id = try #require(world.id("Draft/a.txt"))
        world.memory.absorb(plan, of: situation, done: [])
        let tagging = Operation(id, [.tag(id, true)])
        #expect(world.memory.sayContents(beside: [tagging], world.model).map(\.id).contains(id))
        #expect(world.memory.sayContents(beside: [tagging], world.model).isEmpty)
        #expect(SeenContent.content(["sha256": "00", "size": 1]) == nil && SeenContent.content(["size": 1]) == nil)
    }
}
