import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@testable import ShedWatch

/// Every test adds root 1 with watch 1, whose row is `root`.
@Suite(.waitsForPrograms) struct WatchTableTests {
    private var table = WatchTable()
    private let root: WatchTable.ID

    init() {
        root = table.addRoot(watch: 1, key: 1).id
    }

    private mutating func place(_ watch: Int32, _ parent: WatchTable.ID, _ name: Name) throws -> WatchTable.ID {
        let placed = table.place(watch: watch, in: parent, named: name)
        return try #require(placed).id
    }

    @Test mutating func `a path is made of the names on the way from the root`() throws {
        let draft = try place(2, root, "Draft")
        let poem = try place(3, draft, "Ode")
        #expect(table.path(of: poem) == "Draft/Ode")
        #expect(table.path(of: root) == .root)
        #expect(table.id(ofWatch: 3) == poem)
    }

    @Test mutating func `a move edits one row and takes along what is below it`() throws {
        let a = try place(2, root, "a")
        let b = try place(3, a, "b")
        let c = try place(4, b, "c")
        let outcome = table.place(watch: 2, in: root, named: "z")
        let moved = try #require(outcome)
        #expect(moved.isKnown && moved.id == a)
        #expect(table.path(of: c) == "z/b/c")
        #expect(table.child(of: root, named: "a") == nil)
    }

    @Test mutating func `a removed row takes what is below it out of the table, and names the watches`() throws {
        let a = try place(2, root, "a")
        _ = try place(3, a, "b")
        #expect(Set(table.remove(a).map(\.watch)) == [2, 3])
        #expect(table.count == 1)
        #expect(table.path(of: a) == nil)
        #expect(table.child(of: root, named: "a") == nil)
    }

    @Test func `a watch that is unknown is nil and no fault`() {
        var table = table
        #expect(table.id(ofWatch: 99) == nil)
        #expect(table.path(of: 99) == nil)
        #expect(table.standing(of: -1) == nil)
        #expect(table.drop(watch: 99) == nil)
        #expect(table.place(watch: 5, in: 99, named: "x") == nil)
    }

    @Test mutating func `a watch number that is used again stands for the new directory alone`() throws {
        let a = try place(2, root, "a")
        let below = try place(3, a, "below")
        let outcome = table.drop(watch: 2)
        let dropped = try #require(outcome)
        #expect(dropped.adrift == [below])
        let b = try place(2, root, "b")
        #expect(table.path(of: b) == "b")
        #expect(table.standing(of: below) == .adrift(top: below))
        #expect(table.subtree(of: b) == [b])
    }

    @Test mutating func `a new directory at a held place sets the former holder adrift`() throws {
        let old = try place(2, root, "a")
        let outcome = table.place(watch: 3, in: root, named: "a")
        let placed = try #require(outcome)
        #expect(placed.adrift == [old])
        #expect(table.path(of: old) == nil)
        #expect(table.path(of: placed.id) == "a")
    }

    @Test mutating func `a directory that went into what was below it makes no loop`() throws {
        let a = try place(2, root, "a")
        let b = try place(3, a, "b")
        let c = try place(4, b, "c")
        let outcome = table.place(watch: 2, in: c, named: "a")
        let placed = try #require(outcome)
        #expect(placed.adrift == [b])
        #expect(table.path(of: a) == nil)
        #expect(table.standing(of: a) == .adrift(top: b))
        #expect(table.subtree(of: b) == [b, c, a])
        _ = try place(3, root, "b")
        #expect(table.path(of: a) == "b/c/a")
    }

    @Test mutating func `a root is never placed in another tree, nor a directory in itself`() throws {
        let other = table.addRoot(watch: 7, key: 2).id
        #expect(table.place(watch: 7, in: root, named: "x") == nil)
        let a = try place(2, root, "a")
        #expect(table.place(watch: 2, in: a, named: "a") == nil)
        #expect(table.path(of: other) == .root)
    }

    @Test mutating func `a new root takes its directory out of the tree around it`() throws {
        let inner = try place(2, root, "inner")
        _ = try place(3, inner, "below")
        let added = table.addRoot(watch: 2, key: 2)
        #expect(Set(added.removed.map(\.watch)) == [2, 3])
        #expect(table.standing(of: added.id) == .below(2, isHidden: false))
        #expect(table.child(of: root, named: "inner") == nil)
    }

    @Test mutating func `what is below a name with a dot is known to be hidden`() throws {
        let sidecar = try place(2, root, ".shed")
        let batches = try place(3, sidecar, "ops")
        #expect(table.standing(of: batches) == .below(1, isHidden: true))
        #expect(table.standing(of: root) == .below(1, isHidden: false))
    }

    @Test func `whatever is placed, dropped and removed, the table stays a forest`() {
        var random = SeededRandom(42)
        var table = WatchTable()
        let root = table.addRoot(watch: 0, key: 1).id
        for _ in 0..<20_000 {
            let watch = Int32(random.next() % 40)
            let parent = table.id(ofWatch: Int32(random.next() % 40)) ?? root
            let name = Name("n\(random.next() % 6)")
            switch random.next() % 8 {
            case 0: if watch != 0 { _ = table.drop(watch: watch) }
            case 1: if watch != 0, let id = table.id(ofWatch: watch) { table.remove(id) }
            case 2: if let id = table.id(ofWatch: watch) { table.setAdrift(id) }
            default: _ = table.place(watch: watch, in: parent, named: name)
            }
            for watch in Int32(0)..<40 {
                guard let id = table.id(ofWatch: watch), let path = table.path(of: id) else { continue }
                let found = path.names.reduce(Optional(root)) { id, name in id.flatMap { table.child(of: $0, named: name) } }
                #expect(found == id)
            }
            #expect(table.subtree(of: root).count <= table.count)
        }
    }
}
