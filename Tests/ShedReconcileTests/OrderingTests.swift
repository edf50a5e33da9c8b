import ShedModel
import ShedReconcile
import ShedTestSupport
import Testing

/// The place that a plan gives to what comes into a folder whose things have an order.
@Suite struct OrderingTests {
    private static let sheet = NodeType.declare(NodeTypeTraits("ordering-sheet", isOrdered: true))
    private static let binder = NodeType.declare(
        NodeTypeTraits("ordering-binder", isDirectory: true, children: [.init("ordering-sheet", suffix: ".txt")]))

    /// Two folders of such things, empty.
    private func world() throws -> World {
        _ = Self.sheet
        var world = World()
        world.facts.watchedSince = 0
        for folder in ["One", "Two"] as [RelativePath] { world.disk.mkdir(folder) }
        world.sync()
        for folder in ["One", "Two"] as [RelativePath] { world.model.apply(Operation(try #require(world.id(folder)), [.type(Self.binder)])) }
        return world
    }

    private func order(_ world: World, _ folder: RelativePath) -> [String] {
        let children = world.id(folder).map { world.model.children(of: $0) } ?? []
        let placed = children.compactMap { world.model[$0] }.filter { $0.order != nil && world.memory.isPresent($0.id) }
        let sorted = placed.sorted { OrderKey.Item(id: $0.id, key: $0.order).precedes(.init(id: $1.id, key: $1.order)) }
        return sorted.compactMap { $0.place?.name.text }
    }

    @Test func `what is new comes last, and several as people sort names`() throws {
        var world = try world()
        world.disk.create("One/b.txt", "b")
        world.sync()
        #expect(world.node("One/b.txt")?.type == Self.sheet && world.node("One/b.txt")?.order == .first)
        for name in ["10 a", "9 a", "A"] { world.disk.create(RelativePath(["One", Name("\(name).txt")]), name) }
        world.disk.create("One/other.md", "no such thing")
        world.disk.create("Draft/Ode.txt", "O")
        world.sync()
        #expect(order(world, "One") == ["b.txt", "9 a.txt", "10 a.txt", "A.txt"])
        #expect(world.node("One/other.md")?.order == nil && world.node("Draft/Ode.txt")?.order == nil)
        // Saved, renamed, or looked at again, it stays where it is.
        world.disk.saveAtomically("One/b.txt", "bb")
        world.disk.rename("One/A.txt", to: "One/0.txt")
        world.sync()
        #expect(order(world, "One") == ["b.txt", "9 a.txt", "10 a.txt", "0.txt"])
        #expect(world.plan().operations.isEmpty)
    }

    @Test func `what moves to another folder comes last there, and what comes back from Trash keeps its place`() throws {
        var world = try world()
        for name in ["a", "b", "c"] { world.disk.create(RelativePath(["One", Name("\(name).txt")]), name) }
        world.disk.create("Two/z.txt", "z")
        world.sync()
        world.disk.rename("One/a.txt", to: "Two/a.txt")
        world.disk.rename("One/b.txt", to: "Trash/b.txt")
        world.sync()
        #expect(order(world, "One") == ["c.txt"] && order(world, "Two") == ["z.txt", "a.txt"])
        world.disk.rename("Trash/b.txt", to: "One/b.txt")
        world.sync()
        #expect(order(world, "One") == ["b.txt", "c.txt"])
        world.disk.rename("One/b.txt", to: "Trash/b.txt")
        world.sync()
        world.disk.rename("Trash/b.txt", to: "Two/b.txt")
        world.sync()
        #expect(order(world, "Two") == ["z.txt", "a.txt", "b.txt"])
    }

    @Test func `where something has no place, as an earlier shed left it, nothing is said of others`() throws {
        var world = try world()
        for name in ["a", "b"] { world.disk.create(RelativePath(["One", Name("\(name).txt")]), name) }
        world.sync()
        world.model.apply(Operation(try #require(world.id("One/a.txt")), [.order(nil)]))
        world.disk.create("One/c.txt", "c")
        world.sync()
        #expect(world.id("One/c.txt") != nil && order(world, "One") == ["b.txt"])
        // What is gone says nothing.
        world.disk.delete("One/a.txt")
        world.disk.delete("One/c.txt")
        world.sync()
        world.disk.create("One/d.txt", "d")
        world.sync()
        #expect(order(world, "One") == ["b.txt", "d.txt"])
    }
}
