import ShedModel
import ShedReconcile
import ShedSimulatedDisk
import ShedTestSupport
import Testing

extension `Beside other devices` {
    // MARK: One path, two IDs

    @Test func `a path is whom the batches have there last, whatever was seen here, and nobody writes`() throws {
        var world = world()
        let (id, other) = (try #require(world.id("Draft/a.txt")), NodeID(high: 99, low: 1))
        let draft = try #require(world.id("Draft"))
        world.model.apply(Operation(other, [.type(.file), .place(Place(parent: draft, name: "a.txt"))]))
        world.model.outplaced = [id]
        let plan = world.round()
        #expect(!plan.operations.contains { $0.id == other })
        #expect(world.id("Draft/a.txt") == other)
        #expect(world.round().isEmpty)
    }

    /// Of two devices that have two files the other way round, each says `--now` before it has heard of the other's.
    @Test(arguments: [false, true]) func `with --now a path is whom the batches have there last: two that say so at the same time say the same`(isThis: Bool) throws {
        var world = World()
        for name in ["Draft/a.txt", "Draft/b.txt"] as [RelativePath] { world.disk.create(name, "one text, of some length, that stands at two places") }
        world.sync()
        let draft = try #require(world.id("Draft"))
        let (a, b) = (try #require(world.id("Draft/a.txt")), try #require(world.id("Draft/b.txt")))
        // The batches have both at a.txt, `owner` last: it is here, or at b.txt.
        let (owner, other) = isThis ? (a, b) : (b, a)
        let identity = try #require(world.memory.seen[b]?.evidence.identity)
        world.model.apply(Operation(b, [.place(Place(parent: draft, name: "a.txt"))]))
        world.memory.unsettled.incomingMoves[b] = IncomingMove(place: Place(parent: draft, name: "b.txt"), identity: identity, since: world.disk.clock / 1_000_000)
        world.model.outplaced = [other]
        world.request = .sync(.init(overridesWaiting: true))
        let plan = world.round()
        #expect(plan.operations.filter { $0.set.contains { if case .place = $0 { true } else { false } } } == [Operation(other, [.place(Place(parent: draft, name: "b.txt"))])])
        #expect(world.id("Draft/a.txt") == owner && world.id("Draft/b.txt") == other)
        #expect(world.round().isEmpty)
    }

    @Test func `so is a folder, with what they have in it, and what they do not have there goes along`() throws {
        var world = World()
        world.disk.mkdir("Collections/P")
        world.disk.create("Collections/P/x.txt", "the text x, of some length")
        world.disk.create("Collections/P/y.txt", "the text y, of some length")
        world.sync()
        let (id, inner) = (try #require(world.id("Collections/P")), try #require(world.id("Collections/P/y.txt")))
        let collections = try #require(world.id("Collections"))
        let (other, otherInner) = (NodeID(high: 99, low: 1), NodeID(high: 99, low: 2))
        world.model.apply(Operation(other, [.type(.folder), .place(Place(parent: collections, name: "P"))]))
        world.model.apply(Operation(otherInner, [.type(.file), .place(Place(parent: other, name: "x.txt"))]))
        world.model.outplaced = [id]
        #expect(!world.round().operations.contains { [other, otherInner].contains($0.id) })
        #expect(world.id("Collections/P") == other && world.id("Collections/P/x.txt") == otherInner && world.id("Collections/P/y.txt") == inner)
        #expect(world.round().isEmpty)
    }

    @Test func `one that is known to be gone owns no path`() throws {
        var world = world()
        let (id, other) = (try #require(world.id("Draft/a.txt")), NodeID(high: 99, low: 1))
        let draft = try #require(world.id("Draft"))
        world.model.apply(Operation(other, [.type(.file), .place(Place(parent: draft, name: "a.txt")), .content(ContentRecord(hash: try #require(world.disk.hash(of: "Draft/b.txt")), size: 4, since: 1))]))
        world.model.outplaced = [id]
        #expect(world.round().isEmpty && world.id("Draft/a.txt") == id)
    }

    @Test func `who sees that the owner of a path is gone, and another file in its place, says so once`() throws {
        var world = world()
        let (id, other) = (try #require(world.id("Draft/a.txt")), NodeID(high: 99, low: 1))
        let draft = try #require(world.id("Draft"))
        world.model.apply(Operation(other, [.type(.file), .place(Place(parent: draft, name: "a.txt"))]))
        world.model.outplaced = [id]
        world.memory.missing[other] = 1
        #expect(world.round().operations == [Operation(id, [.place(Place(parent: draft, name: "a.txt"))])])
        world.model.outplaced = [other]
        #expect(world.round().isEmpty && world.id("Draft/a.txt") == id)
    }

    @Test func `who has moved a known node to where another device made an ID for it says that both are one, with what is in it`() throws {
        for neverMoved in [true, false] {
            var world = world()
            let (folder, made, inner, tag) = (try #require(world.id("Collections")), NodeID(high: 99, low: 1), NodeID(high: 99, low: 2), NodeID(high: 98, low: 1))
            world.disk.mkdir("Collections/Part")
            world.disk.rename("Draft/a.txt", to: "Collections/Part/a.txt")
            world.sync()
            let (part, file) = (try #require(world.id("Collections/Part")), try #require(world.id("Collections/Part/a.txt")))
            world.disk.rename("Collections/Part", to: "Collections/Section")
            let type = try #require(world.model[part]?.type)
            world.model.apply(Operation(made, [.type(type), .place(Place(parent: folder, name: "Section"))]))
            world.model.apply(Operation(inner, [.type(.file), .place(Place(parent: made, name: "a.txt")), .tag(tag, true)]))
            var situation = world.situation()
            if neverMoved { situation.answers.neverMoved = [made, inner] }
            var ids = world.ids
            let plan = World.plan(&situation, world.disk, ids: &ids)
            let place = Operation(part, [.place(Place(parent: folder, name: "Section"))])
            guard neverMoved else {
                // What was moved is a document of its own.
                #expect(plan.operations.first == place && plan.wants.moved == [made, inner])
                continue
            }
            #expect(Array(plan.operations.prefix(4)) == [Operation(made, [.alias(part)]), Operation(file, [.tag(tag, true)]), Operation(inner, [.alias(file)]), place])
            for operation in plan.operations { world.model.apply(operation) }
            world.memory.absorb(plan, of: situation, done: [])
            #expect(world.round().isEmpty && world.id("Collections/Section") == part && world.id("Collections/Section/a.txt") == file)
        }
    }

    @Test func `what another device made is nobody else where this one has seen it, and where nobody moved anything there`() throws {
        var world = world()
        let (folder, made) = (try #require(world.id("Draft")), NodeID(high: 99, low: 1))
        world.disk.rename("Draft/a.txt", to: "Draft/c.txt")
        world.model.apply(Operation(made, [.type(.file), .place(Place(parent: folder, name: "c.txt"))]))
        let other = try #require(world.id("Draft/b.txt"))
        var sighting = try #require(world.memory.seen[other])
        sighting.evidence.inode = 4711
        world.memory.record(sighting, of: made)
        #expect(world.plan().wants.moved.isEmpty)
        world.memory.forget(made)
        #expect(world.plan().wants.moved == [made])
        world.disk.rename("Draft/c.txt", to: "Draft/a.txt")
        #expect(world.plan().wants.moved.isEmpty)
    }

    @Test func `what vanished is what another device made side by side with it and holds the same, and moved there`() throws {
        let text = "delta, the fourth of all letters, and more than thirty-two bytes of it"
        for isBeside in [true, false] {
            var world = world()
            world.facts.hasCarrier = true
            world.disk.create("Draft/d.txt", text)
            world.hashesAll = true
            world.sync()
            let (folder, known, made) = (try #require(world.id("Draft")), try #require(world.id("Draft/d.txt")), NodeID(high: 99, low: 1))
            world.disk.delete("Draft/d.txt")
            world.disk.create("Draft/e.txt", text)
            let place = Place(parent: folder, name: "e.txt")
            world.model.apply(Operation(made, [.type(.file), .place(place)]))
            var situation = world.situation()
            if isBeside { situation.answers.twins = [Twin(made: made, known: known)] }
            var ids = world.ids
            let plan = World.plan(&situation, world.disk, ids: &ids)
            guard isBeside else {
                #expect(plan.wants.twins.contains(Twin(made: made, known: known)) && plan.gone.vanished == [known])
                #expect(Set(plan.wants.twins.map(\.question)) == [.made, .insteadOf] && plan.wants.twins.allSatisfy { $0.made == made && $0.known == known })
                continue
            }
            #expect(plan.operations.first == Operation(made, [.alias(known)]) && plan.gone.vanished.isEmpty)
            #expect(plan.operations.contains { $0.id == known && $0.set.contains(.place(place)) })
        }
    }
}
