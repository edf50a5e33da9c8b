import ShedModel
import ShedReconcile
import ShedSimulatedDisk
import Testing

/// Which node is this? (Documentation/Identity.md)
@Suite struct IdentityTests {
    /// A project with two poems in Draft, and a folder of three in Collections.
    func world(birth: Bool = true, inodes: Bool = true) -> World {
        var world = World()
        world.disk.hasBirth = birth
        world.facts.trustsInodes = inodes
        world.disk.create("Draft/a.txt", "alpha")
        world.disk.create("Draft/b.txt", "beta beta")
        world.disk.mkdir("Collections/First")
        for name in ["one", "two", "three"] { world.disk.create(RelativePath(["Collections", "First", Name(name)]), name) }
        world.sync()
        return world
    }

    /// The IDs before and after an edit, by path.
    func follow(
        _ world: inout World, _ edit: (inout SimulatedDisk) -> Void
    ) -> (before: (RelativePath) -> NodeID?, after: (RelativePath) -> NodeID?) {
        let old = world
        edit(&world.disk)
        world.sync()
        let new = world
        return ({ old.id($0) }, { new.id($0) })
    }

    // MARK: Rule 1

    @Test func `a move that a command made is what the command says, whatever the evidence`() {
        var world = world()
        let id = world.id("Draft/a.txt")
        world.disk.delete("Draft/a.txt")
        world.disk.create("Draft/c.txt", "rewritten")
        world.request = .afterVerb(.init(moved: ["Draft/c.txt": id ?? World.project]))
        world.sync()
        world.request = .sync()
        world.sync()
        #expect(id != nil && world.id("Draft/c.txt") == id)
    }

    @Test func `a move that a command made but that is not on disk counts for nothing`() {
        var world = world()
        let id = world.id("Draft/a.txt")
        world.request = .afterVerb(.init(moved: ["Draft/nowhere.txt": id ?? World.project, "Draft": id ?? World.project]))
        world.sync()
        world.request = .sync()
        world.sync()
        #expect(id != nil && world.id("Draft/a.txt") == id)
    }

    // MARK: Rules 2 and 3

    @Test func `a renamed and a moved file keep their IDs`() {
        var world = world()
        let ids = follow(&world) {
            $0.rename("Draft/a.txt", to: "Draft/c.txt")
            $0.rename("Draft/b.txt", to: "Ready/b.txt")
        }
        #expect(ids.after("Draft/c.txt") == ids.before("Draft/a.txt"))
        #expect(ids.after("Ready/b.txt") == ids.before("Draft/b.txt"))
    }

    @Test func `a renamed folder keeps its ID, and so does what is in it, without an operation of its own`() {
        var world = world()
        let before = world
        world.disk.rename("Collections/First", to: "Magazines/Last")
        let plans = world.sync()
        #expect(plans[0].operations.count == 1)
        #expect(world.id("Magazines/Last") == before.id("Collections/First"))
        #expect(world.id("Magazines/Last/two") == before.id("Collections/First/two"))
    }

    @Test func `two files that swapped names swap their IDs with them`() {
        var world = world()
        let ids = follow(&world) { $0.swap("Draft/a.txt", "Draft/b.txt") }
        #expect(ids.after("Draft/a.txt") == ids.before("Draft/b.txt"))
        #expect(ids.after("Draft/b.txt") == ids.before("Draft/a.txt"))
    }

    @Test func `a file whose old name another file bears now has moved all the same`() {
        var world = world()
        let ids = follow(&world) {
            $0.rename("Draft/a.txt", to: "Draft/old version.txt")
            $0.create("Draft/a.txt", "a new one")
        }
        #expect(ids.after("Draft/old version.txt") == ids.before("Draft/a.txt"))
        #expect(ids.after("Draft/a.txt") != nil && ids.after("Draft/a.txt") != ids.before("Draft/a.txt"))
    }

    @Test(arguments: ["a.txt.bak", "a.bak", "a.txt.orig", "a.txt.old"] as [Name])
    func `a file whose old content went to a backup name stays at its path`(backup: Name) {
        var world = world()
        let ids = follow(&world) { $0.saveWithBackup("Draft/a.txt", "a new one", backup: backup) }
        #expect(ids.after("Draft/a.txt") == ids.before("Draft/a.txt"))
        let copy = ids.after(RelativePath(["Draft", backup]))
        #expect(copy != nil && copy != ids.before("Draft/a.txt"))
    }

    @Test func `a file that was renamed to a backup name and not replaced has moved`() {
        var world = world()
        let ids = follow(&world) { $0.rename("Draft/a.txt", to: "Draft/a.txt.bak") }
        #expect(ids.after("Draft/a.txt.bak") == ids.before("Draft/a.txt"))
    }

    @Test func `a file that swapped its name with its backup has swapped`() {
        var world = world()
        world.disk.create("Draft/a.txt.bak", "older")
        world.sync()
        let ids = follow(&world) { $0.swap("Draft/a.txt", "Draft/a.txt.bak") }
        #expect(ids.after("Draft/a.txt.bak") == ids.before("Draft/a.txt"))
        #expect(ids.after("Draft/a.txt") == ids.before("Draft/a.txt.bak"))
    }

    @Test(arguments: [
        "a.sync-conflict-20240131-120000-ABCDEFG.txt", "a (conflicted copy 2024-01-31 120000).txt", "a.Conflict.txt", "a.txt.conflict1",
    ] as [Name])
    func `a file that a sync program renamed to a conflict copy stays at its path, where another came`(name: Name) {
        var world = world()
        let ids = follow(&world) { $0.saveWithBackup("Draft/a.txt", "the other device's", backup: name) }
        #expect(ids.after("Draft/a.txt") == ids.before("Draft/a.txt"))
        let copy = ids.after(RelativePath(["Draft", name]))
        #expect(copy != nil && copy != ids.before("Draft/a.txt"))
    }

    @Test(arguments: [true, false])
    func `a conflict copy is a new file also before what won has come`(isSeen: Bool) {
        var world = world()
        let name: RelativePath = "Draft/a.sync-conflict-20240131-120000-ABCDEFG.txt"
        if isSeen { world.facts.sightings.renamed[name] = ["Draft/a.txt"] }
        let first = follow(&world) { $0.rename("Draft/a.txt", to: name) }
        #expect(first.after(name) != nil && first.after(name) != first.before("Draft/a.txt") && first.after("Draft/a.txt") == nil)
        world.facts.sightings.renamed = [:]
        let ids = follow(&world) { $0.create("Draft/a.txt", "the other device's") }
        #expect(ids.after("Draft/a.txt") == first.before("Draft/a.txt") && ids.after(name) == first.after(name))
    }

    @Test func `a file that swapped its name with its conflict copy has swapped, and a person's name is a name`() {
        var world = world()
        let name: RelativePath = "Draft/a.sync-conflict-20240131-120000-ABCDEFG.txt"
        world.disk.create(name, "older")
        world.sync()
        let ids = follow(&world) {
            $0.swap("Draft/a.txt", name)
            $0.rename("Draft/b.txt", to: "Draft/b.Conflict.txt")
        }
        #expect(ids.after(name) == ids.before("Draft/a.txt") && ids.after("Draft/a.txt") == ids.before(name))
        #expect(ids.after("Draft/b.Conflict.txt") == ids.before("Draft/b.txt"))
    }

    @Test func `of a file with several names the path decides`() {
        var world = world()
        let ids = follow(&world) { $0.link("Draft/a.txt", to: "Draft/A twin.txt") }
        #expect(ids.after("Draft/a.txt") == ids.before("Draft/a.txt"))
        #expect(ids.after("Draft/A twin.txt") != ids.before("Draft/a.txt"))
        let twin = world.id("Draft/A twin.txt")
        let again = follow(&world) { $0.delete("Draft/A twin.txt") }
        #expect(again.after("Draft/a.txt") == ids.before("Draft/a.txt"))
        #expect(twin != nil && world.model[twin ?? World.project]?.place?.name == "A twin.txt")
    }

    @Test func `an inode that is used again by another file is not the same file`() {
        var world = world()
        world.disk.reusesInodes = true
        let number = world.disk.evidence(at: "Draft/a.txt")?.inode
        let ids = follow(&world) {
            $0.delete("Draft/a.txt")
            $0.create("Draft/new.txt", "something else")
        }
        #expect(world.disk.evidence(at: "Draft/new.txt")?.inode == number)
        #expect(ids.after("Draft/new.txt") != ids.before("Draft/a.txt"))
    }

    @Test func `without birth times an inode counts only with the same size and time`() {
        var world = world(birth: false)
        world.disk.reusesInodes = true
        let ids = follow(&world) {
            $0.rename("Draft/b.txt", to: "Ready/b.txt")
            $0.delete("Draft/a.txt")
            $0.create("Draft/new.txt", "something else")
        }
        #expect(ids.after("Ready/b.txt") == ids.before("Draft/b.txt"))
        #expect(ids.after("Draft/new.txt") != ids.before("Draft/a.txt"))
    }

    @Test func `without birth times a folder is known by what is in it`() {
        var world = world(birth: false)
        let ids = follow(&world) { $0.rename("Collections/First", to: "Collections/Last") }
        #expect(ids.after("Collections/Last") == ids.before("Collections/First"))
        #expect(ids.after("Collections/Last/one") == ids.before("Collections/First/one"))
    }

    @Test func `where inodes are not stable only path and content count`() {
        var world = world(inodes: false)
        let ids = follow(&world) {
            $0.swap("Draft/a.txt", "Draft/b.txt")
            $0.rename("Collections/First/one", to: "Collections/First/eleven")
        }
        #expect(ids.after("Draft/a.txt") == ids.before("Draft/a.txt"))
        #expect(ids.after("Draft/b.txt") == ids.before("Draft/b.txt"))
        #expect(ids.after("Collections/First/eleven") == ids.before("Collections/First/one"))
    }

    @Test func `a folder that took its former child's place, and the child the folder's, keep their IDs`() {
        var world = world()
        world.disk.mkdir("Songs")
        world.model.apply(Operation(world.id("Collections/First") ?? World.project, [.accepts(.both)]))
        world.disk.mkdir("Collections/First/Inner")
        world.disk.create("Collections/First/Inner/x", "inner x")
        world.sync()
        let ids = follow(&world) {
            $0.rename("Collections/First/Inner", to: "Collections/Inner")
            $0.rename("Collections/First", to: "Magazines/First")
            $0.rename("Collections/Inner", to: "Collections/First")
        }
        #expect(ids.after("Collections/First") == ids.before("Collections/First/Inner"))
        #expect(ids.after("Collections/First/x") == ids.before("Collections/First/Inner/x"))
        #expect(ids.after("Magazines/First") == ids.before("Collections/First"))
    }

    // MARK: Rule 4

    @Test func `a node of another project that is here now keeps its ID and is still an addition`() {
        var world = world()
        let id = NodeID(high: 99, low: 99)
        let other = NodeID(high: 98, low: 98)
        world.disk.create("Draft/guest.txt", "guest")
        world.disk.create("Ready/guest.txt", "guest 2")
        let second = NodeID(high: 99, low: 100)
        world.immigrants = [
            "Draft/guest.txt": Immigrant(id: id, type: .file, project: other, details: NodeDetails(note: "from afar")),
            "Ready/guest.txt": Immigrant(id: second, type: .file, project: other),
        ]
        world.facts.watchedSince = 0
        world.round()
        world.immigrants = [:]
        world.sync()
        #expect(world.id("Draft/guest.txt") == id)
        #expect(world.node("Draft/guest.txt")?.details?.note == "from afar")
        #expect(world.id("Rejected/guest.txt") == second)
    }

    @Test func `a node of another project whose ID is taken here gets a new one`() {
        var world = world()
        let id = world.id("Draft/a.txt") ?? World.project
        world.disk.create("Draft/guest.txt", "guest")
        world.immigrants = ["Draft/guest.txt": Immigrant(id: id, type: .file, project: NodeID(high: 98, low: 98))]
        world.sync()
        #expect(world.id("Draft/a.txt") == id)
        #expect(world.id("Draft/guest.txt") != nil && world.id("Draft/guest.txt") != id)
    }

    // MARK: Rule 5

    @Test func `a file that was saved anew at its path is the same node`() {
        var world = world()
        let ids = follow(&world) {
            $0.saveAtomically("Draft/a.txt", "alpha, the second")
            $0.delete("Draft/b.txt")
            $0.create("Draft/b.txt", "all new")
        }
        #expect(ids.after("Draft/a.txt") == ids.before("Draft/a.txt"))
        #expect(ids.after("Draft/b.txt") == ids.before("Draft/b.txt"))
    }

    @Test func `a file where a folder stood is another node`() {
        var world = world()
        let ids = follow(&world) {
            $0.delete("Collections/First/one")
            $0.mkdir("Songs")
            $0.delete("Songs")
        }
        world.model.apply(Operation(world.id("Collections") ?? World.project, [.accepts(.both)]))
        let again = follow(&world) {
            $0.delete("Collections/First")
            $0.create("Collections/First", "a file")
        }
        #expect(again.after("Collections/First") != ids.before("Collections/First"))
        #expect(world.node("Collections/First")?.type == .file)
    }

    // MARK: Rule 6

    @Test func `a file that was copied elsewhere and deleted here has moved`() {
        var world = world()
        let ids = follow(&world) {
            $0.copy("Draft/a.txt", to: "Ready/elsewhere.txt")
            $0.delete("Draft/a.txt")
        }
        #expect(ids.after("Ready/elsewhere.txt") == ids.before("Draft/a.txt"))
    }

    @Test func `a copy gets a new ID`() {
        var world = world()
        let ids = follow(&world) { $0.copy("Draft/a.txt", to: "Draft/c.txt", keepsTimes: true) }
        #expect(ids.after("Draft/a.txt") == ids.before("Draft/a.txt"))
        #expect(ids.after("Draft/c.txt") != nil && ids.after("Draft/c.txt") != ids.before("Draft/a.txt"))
    }

    @Test func `where two files have the vanished content nothing is guessed`() {
        var world = world()
        let ids = follow(&world) {
            $0.copy("Draft/a.txt", to: "Draft/c.txt")
            $0.copy("Draft/a.txt", to: "Draft/d.txt")
            $0.delete("Draft/a.txt")
        }
        #expect(ids.after("Draft/c.txt") != ids.before("Draft/a.txt"))
        #expect(ids.after("Draft/d.txt") != ids.before("Draft/a.txt"))
    }

    @Test func `where two vanished files had the content nothing is guessed`() {
        var world = world()
        world.disk.create("Draft/a2.txt", "alpha")
        world.sync()
        let ids = follow(&world) {
            $0.copy("Draft/a.txt", to: "Draft/c.txt")
            $0.delete("Draft/a.txt")
            $0.delete("Draft/a2.txt")
        }
        #expect(![ids.before("Draft/a.txt"), ids.before("Draft/a2.txt")].contains(ids.after("Draft/c.txt")))
    }

    @Test func `empty files are never known by their content`() {
        var world = world()
        world.disk.create("Draft/empty.txt", "")
        world.sync()
        let ids = follow(&world) {
            $0.delete("Draft/empty.txt")
            $0.create("Draft/also empty.txt", "")
        }
        #expect(ids.after("Draft/also empty.txt") != ids.before("Draft/empty.txt"))
    }

    @Test func `a folder is the one that the strict majority of its children came from`() {
        var world = world()
        let ids = follow(&world) {
            $0.copy("Collections/First", to: "Collections/Copied")
            $0.delete("Collections/Copied/one")
            $0.delete("Collections/First")
        }
        #expect(ids.after("Collections/Copied") == ids.before("Collections/First"))
        #expect(ids.after("Collections/Copied/two") == ids.before("Collections/First/two"))
    }

    @Test func `half of the children are no majority`() {
        var world = world()
        world.disk.create("Collections/First/four", "four")
        world.sync()
        let ids = follow(&world) {
            $0.copy("Collections/First", to: "Collections/Copied")
            $0.delete("Collections/Copied/one")
            $0.delete("Collections/Copied/two")
            $0.delete("Collections/First")
        }
        #expect(ids.after("Collections/Copied") != nil && ids.after("Collections/Copied") != ids.before("Collections/First"))
        #expect(ids.after("Collections/Copied/three") == ids.before("Collections/First/three"))
    }

    @Test func `a plan asks for the contents that would decide, and for no others`() {
        var world = world()
        world.hashesAll = false
        world.disk.copy("Draft/a.txt", to: "Draft/same size.txt")
        world.disk.create("Draft/other size.txt", "another length")
        world.disk.delete("Draft/a.txt")
        let situation = world.situation()
        var ids = world.ids
        let plan = Plan.make(situation, ids: &ids)
        #expect(plan.wants.hashes.map { situation.snapshot.path(of: $0) } == ["Draft/same size.txt"])
    }
}
