import ShedModel
import ShedReconcile
import ShedSimulatedDisk
import Testing

/// What is missing, what is not known, and what was only touched.
extension IdentityTests {
    // MARK: Rule 7

    @Test func `a vanished node is missing, and what it contained is kept`() throws {
        var world = world()
        let id = try #require(world.id("Draft/a.txt"))
        world.disk.delete("Draft/a.txt")
        let plans = world.sync()
        #expect(plans[0].changes.map(\.kind) == [.removed])
        #expect(world.memory.missing[id] != nil)
        #expect(world.model[id]?.details?.content?.hash == SimulatedDisk.hash(Array("alpha".utf8)))
    }

    @Test(arguments: [(1, true), (8, false)])
    func `a missing node comes back by its path alone within settings return, and not after`(days: Int64, comesBack: Bool) {
        var world = world()
        let id = world.id("Draft/a.txt")
        world.disk.delete("Draft/a.txt")
        world.sync()
        world.later = days * 86_400_000
        world.disk.create("Draft/a.txt", "quite another text")
        world.sync()
        #expect((world.id("Draft/a.txt") == id) == comesBack)
        #expect(world.id("Draft/a.txt") != nil)
    }

    @Test func `a missing node comes back by its content long after, at any path`() throws {
        var world = world()
        let id = try #require(world.id("Draft/a.txt"))
        world.disk.delete("Draft/a.txt")
        world.sync()
        world.later = 100 * 86_400_000
        world.disk.create("Draft/from the backup.txt", "alpha")
        world.sync()
        #expect(world.id("Draft/from the backup.txt") == id)
        #expect(world.model[id]?.details?.content == nil)
    }

    /// Of “TODO” many files are full.
    @Test(arguments: [
        ("Songs/new.txt", "a line that nobody else has written yet", true), ("Songs/new.txt", "TODO", false), ("Songs/short.txt", "TODO", true), ("Draft/new.txt", "TODO", true),
    ] as [(RelativePath, String, Bool)])
    func `a missing node whose content many may have comes back under its name or in its folder alone`(path: RelativePath, text: String, isBack: Bool) throws {
        var world = world()
        world.disk.mkdir("Songs")
        world.disk.create("Draft/short.txt", text)
        world.sync()
        let id = try #require(world.id("Draft/short.txt"))
        world.disk.delete("Draft/short.txt")
        world.sync()
        world.disk.create(path, text)
        world.sync()
        #expect((world.id(path) == id) == isBack)
    }

    /// It was only passing, and what it held stands elsewhere: a copy of that, made later, is no such file.
    @Test func `what a kind knows by its place alone comes back by that, and not by what it held`() throws {
        var world = world()
        world.fields = FieldTraits(bindsToPlace: { $0 == "passing" && $1 == .bool(true) })
        let text = "a line that nobody else has written yet"
        world.disk.create("Draft/passing.txt", text)
        world.sync()
        let id = try #require(world.id("Draft/passing.txt"))
        world.model.apply(Operation(id, [.other("passing", .bool(true))]))
        // In the look in which it vanishes, and later.
        world.disk.delete("Draft/passing.txt")
        for path in ["Draft/copy.txt", "Draft/another.txt"] as [RelativePath] {
            world.disk.create(path, text)
            world.sync()
            #expect(world.id(path) != nil && world.id(path) != id && world.memory.missing[id] != nil, "\(path)")
        }
        #expect(world.model[id]?.details?.content == nil)
        world.disk.create("Draft/passing.txt", text)
        world.sync()
        #expect(world.id("Draft/passing.txt") == id)
    }

    @Test func `what a person gave up does not come back by its path`() throws {
        var world = world()
        let id = try #require(world.id("Draft/a.txt"))
        world.model.apply(Operation(id, [.forgotten(5)]))
        world.disk.delete("Draft/a.txt")
        world.sync()
        #expect(world.model[id]?.details?.content == nil)
        world.disk.create("Draft/a.txt", "something else")
        world.sync()
        #expect(world.id("Draft/a.txt") != id)
    }

    @Test func `a clone that never saw the disk knows the nodes by their paths`() {
        var world = world()
        let old = world
        world.memory = Memory()
        world.sync()
        for path in world.disk.paths { #expect(world.id(path) == old.id(path)) }
    }

    // MARK: What is not known

    @Test func `what is in a directory that cannot be read is unknown, never deleted`() {
        var world = world()
        let old = world
        world.disk.setReadable("Collections/First", false)
        let plans = world.sync()
        #expect(plans[0].isEmpty && plans[0].changes.isEmpty && plans[0].gone.vanished.isEmpty)
        world.disk.rename("Collections/First", to: "Magazines/First")
        world.sync()
        world.disk.setReadable("Magazines/First", true)
        world.sync()
        #expect(world.id("Magazines/First/one") == old.id("Collections/First/one"))
    }

    @Test func `a scan of some directories leaves the rest alone`() {
        var world = world()
        let old = world
        world.disk.delete("Draft/a.txt")
        world.disk.delete("Collections/First")
        let plan = world.round(only: ["Draft"])
        #expect(plan.changes.map(\.path) == ["Draft/a.txt"])
        #expect(world.id("Collections/First/one") == old.id("Collections/First/one"))
    }

    @Test func `a file that moved between two scans of some directories keeps its ID`() {
        var world = world()
        let id = world.id("Draft/a.txt")
        world.disk.rename("Draft/a.txt", to: "Ready/a.txt")
        world.round(only: ["Draft"])
        world.round(only: ["Ready"])
        #expect(world.sync().count == 1)
        #expect(id != nil && world.id("Ready/a.txt") == id)
    }

    @Test func `a known file goes home to a folder that this scan did not look at`() {
        var world = world()
        let id = world.id("Collections/First/one")
        world.disk.rename("Collections/First/one", to: "All/one")
        world.round(only: ["All"])
        world.sync()
        #expect(id != nil && world.id("Collections/First/one") == id)
    }

    // MARK: Content

    @Test func `a touched file is not modified where its content is known, a written one is`() {
        var world = world()
        world.disk.setModified("Draft/a.txt", world.disk.clock)
        world.disk.write("Draft/b.txt", "other wor")
        #expect(world.plan().changes.map(\.path) == ["Draft/b.txt"])
        #expect(world.plan().isEmpty)
    }

    @Test func `a hash that may be stale is not trusted until it was taken again`() throws {
        var world = world()
        let id = try #require(world.id("Draft/a.txt"))
        let old = try #require(world.memory.seen[id])
        world.memory.record(Sighting(evidence: old.evidence, hash: SimulatedDisk.hash([1]), isRacy: true), of: id)
        #expect(world.plan().changes.map(\.kind) == [.modified])
        world.sync()
        #expect(world.memory.seen[id]?.hash == SimulatedDisk.hash(Array("alpha".utf8)))
        #expect(world.plan().changes.isEmpty)
    }
}
