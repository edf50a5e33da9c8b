import ShedModel
import ShedReconcile
import ShedRules
import ShedSimulatedDisk
import Testing

/// Batches that say of files what no device has done.
@Suite struct `What a batch says of places that cannot be` {
    /// `Collections/Book`, in which is a file; by a batch the folder is a second name of that file.
    private func world() throws -> (world: World, file: NodeID) {
        var world = World()
        world.disk.mkdir("Collections/Book")
        world.sync()
        let book = try #require(world.id("Collections/Book"))
        world.model.apply(Operation(book, [.accepts(.files)]))
        world.disk.create("Collections/Book/in.txt", "a text of its own")
        world.sync()
        let file = try #require(world.id("Collections/Book/in.txt"))
        let (place, identity) = (try #require(world.model[file]?.place), try #require(world.memory.seen[file]?.evidence.identity))
        world.facts.watchedSince = 0
        world.facts.isReplicaActive = true
        // As it is folded: the memory goes over to what the folder is a second name of.
        world.model.apply(Operation(book, [.alias(file)]))
        world.memory.unsettled.incomingMoves[file] = IncomingMove(place: place, identity: identity, since: world.disk.clock / 1_000_000)
        return (world, file)
    }

    @Test func `a move out of a folder that is a file by now is not awaited, and told at no look`() throws {
        var (world, file) = try world()
        var told: [Int] = []
        for _ in 0..<4 {
            world.later += 2 * world.settings.grace
            told.append(world.round().changes.count { $0.kind == .moved })
        }
        #expect(told.suffix(3) == [0, 0, 0])
        #expect(world.memory.unsettled.incomingMoves[file] == nil)
        #expect(world.disk.exists("Collections/Book/in.txt"))
    }

    // MARK: What was refused

    private let part = NodeID(high: 9, low: 1)

    /// A world in which the folder `Draft/Part1` was refused, which a batch has in a folder by some name.
    private func refused(to folder: RelativePath, as name: Name, _ more: [Field] = []) throws -> World {
        var world = World()
        world.facts.watchedSince = 0
        world.disk.mkdir("Draft/Part1")
        world.disk.create("Draft/Part1/one.txt", "1")
        world.sync()
        world.sync()
        let (refused, home) = (try #require(world.id("Rejected/Part1")), try #require(world.id(folder)))
        world.model.apply(Operation(part, [.type(.folder), .place(Place(parent: home, name: name)), .accepts(.files)] + more))
        world.memory.unsettled.rejections[refused]?.explanation = part
        return world
    }

    @Test(arguments: [("All", "Part1"), ("Collections", ".Trash-1000")] as [(RelativePath, Name)])
    func `what was refused is taken back neither into a view nor under a name that is never a node's`(folder: RelativePath, name: Name) throws {
        var world = try refused(to: folder, as: name)
        for _ in 0..<3 { #expect(world.round().moves.isEmpty) }
        #expect(world.disk.exists("Rejected/Part1/one.txt") && !world.disk.exists(folder.appending(name)))
    }

    @Test func `what a person has let stand in a view is taken back into it`() throws {
        var world = try refused(to: "All", as: "Part1", [.exception(true)])
        world.sync()
        #expect(world.disk.exists("All/Part1/one.txt"))
    }
}
