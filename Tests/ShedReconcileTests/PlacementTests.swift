import ShedModel
import ShedReconcile
import ShedRules
import ShedSimulatedDisk
import ShedTestSupport
import Testing

/// What may stand where, and what becomes of what may not.
@Suite struct PlacementTests {
    private func world(_ edit: (inout SimulatedDisk) -> Void) -> World {
        var world = World()
        world.facts.watchedSince = 0
        edit(&world.disk)
        world.sync()
        return world
    }

    @Test(arguments: ["Draft/Ode.txt", "Songs/Ode.txt", "Collections/First/Ode.txt"] as [RelativePath])
    func `a file may be added where files are accepted`(path: RelativePath) {
        let world = world {
            $0.mkdir(path.parent)
            $0.create(path, "O")
        }
        #expect(world.id(path) != nil)
        #expect(!world.disk.exists("Rejected"))
    }

    @Test(arguments: [
        ("Ode.txt", "file-at-root"), ("Ready/Ode.txt", "closed-folder"), ("All/Ode.txt", "closed-folder"),
        ("Trash/Ode.txt", "closed-folder"), ("Collections/Ode.txt", "wrong-type"), ("Draft/ ", "blank-name"),
    ] as [(RelativePath, String)])
    func `a file that may not stand there goes to Rejected, and why is kept`(path: RelativePath, rule: String) throws {
        let world = world { $0.create(path, "O") }
        let name = try #require(path.last)
        let node = try #require(world.node(RelativePath(["Rejected", name])))
        #expect(!world.disk.exists(path))
        #expect(node.details?.rejection?.rule.raw == rule)
        #expect(node.details?.rejection?.origin == path)
        #expect(node.details?.rejection?.known == false)
    }

    @Test(arguments: ["Draft/Love", "Ready/Love", "Songs/Love", "Collections/First/Love"] as [RelativePath])
    func `a folder may not be added where folders are not accepted`(path: RelativePath) {
        let world = world {
            $0.mkdir(path.parent)
            $0.mkdir(path)
        }
        #expect(!world.disk.exists(path))
        #expect(world.disk.paths.contains { $0.last == "Love" && $0.names.first == "Rejected" })
    }

    @Test func `of an added tree only the topmost disallowed parts go, under their relative path`() {
        let world = world {
            $0.mkdir("MyBook")
            $0.create("MyBook/one.txt", "1")
            $0.mkdir("MyBook/images")
            $0.create("MyBook/images/a.png", "a")
            $0.mkdir("MyBook/sounds")
        }
        #expect(world.id("MyBook/one.txt") != nil)
        #expect(!world.disk.exists("MyBook/images"))
        #expect(world.id("Rejected/MyBook/images/a.png") != nil)
        #expect(world.node("Rejected/MyBook/images")?.details?.rejection?.origin == "MyBook/images")
        #expect(world.node("Rejected/MyBook/sounds")?.details?.rejection != nil)
        #expect(world.node("Rejected/MyBook")?.type == .folder)
    }

    @Test func `names that are taken in Rejected are numbered`() {
        var world = world { $0.create("Ode.txt", "1") }
        world.disk.create("Ode.txt", "2")
        world.disk.create("Ready/Ode.txt", "3")
        world.sync()
        #expect(Set(world.disk.paths.filter { $0.parent == "Rejected" }.compactMap(\.last?.text)) == ["Ode.txt", "Ode (2).txt", "Ode (3).txt"])
    }

    @Test func `a file and a folder of one name that go to Rejected at once do not meet`() {
        let world = world {
            $0.create("MyBook", "a file")
            $0.mkdir("mybook")
            $0.mkdir("mybook/images")
        }
        #expect(world.disk.paths.filter { $0.isInside("Rejected") } == ["Rejected", "Rejected/MyBook", "Rejected/mybook (2)", "Rejected/mybook (2)/images"])
        #expect(world.disk.contents[Array("a file".utf8)] == 1)
    }

    @Test(arguments: ["Ready", "Published", "Magazines/The Review", "Songs"] as [RelativePath])
    func `a known file may be moved into folders that fill by moves and that accept files`(folder: RelativePath) {
        var world = world {
            $0.create("Draft/Ode.txt", "O")
            $0.mkdir("Magazines/The Review")
            $0.mkdir("Songs")
        }
        let id = world.id("Draft/Ode.txt")
        world.disk.rename("Draft/Ode.txt", to: folder.appending(Name("Ode.txt")))
        world.sync()
        #expect(id != nil && world.id(folder.appending(Name("Ode.txt"))) == id)
    }

    @Test(arguments: ["All/Ode.txt", "Ode.txt", "Collections/Ode.txt"] as [RelativePath])
    func `a known file that was moved where it may not be goes home`(target: RelativePath) {
        var world = world { $0.create("Draft/Ode.txt", "O") }
        let id = world.id("Draft/Ode.txt")
        world.disk.rename("Draft/Ode.txt", to: target)
        let plans = world.sync()
        #expect(plans[0].moves.map(\.purpose) == [.putBack])
        #expect(id != nil && world.id("Draft/Ode.txt") == id)
        #expect(world.disk.exists("Draft/Ode.txt"))
    }

    @Test func `a known file whose home is taken goes to Rejected with its ID`() {
        var world = world { $0.create("Draft/Ode.txt", "O") }
        let id = world.id("Draft/Ode.txt")
        world.disk.rename("Draft/Ode.txt", to: "All/Ode.txt")
        world.disk.create("Draft/ode.txt", "new")
        world.sync()
        #expect(id != nil && world.id("Rejected/Ode.txt") == id)
        #expect(world.node("Rejected/Ode.txt")?.details?.rejection?.known == true)
        #expect(world.node("Rejected/Ode.txt")?.details?.rejection?.origin == "All/Ode.txt")
    }

    /// A daemon judges with only the folder in sight in which the refused one stands.
    @Test func `a known file whose home was taken by what is known by now goes to Rejected also when its home is out of sight`() {
        var world = world {
            $0.create("Draft/Ode.txt", "O")
            $0.mkdir("Rejected")
        }
        let id = world.id("Draft/Ode.txt")
        world.disk.rename("Draft/Ode.txt", to: "All/Ode.txt")
        world.disk.create("Draft/Ode.txt", "new")
        world.request = .refresh()
        world.round()
        world.request = .sync()
        let plan = world.round(only: ["All", "Rejected", .root])
        #expect(plan.moves.map(\.purpose) == [.reject])
        // “Rejected” is the person's own folder here.
        #expect(id != nil && world.id("Rejected (shed)/Ode.txt") == id)
    }

    @Test func `known files inside a disallowed new folder go home first`() {
        var world = world {
            $0.create("Draft/a.txt", "A")
            $0.create("Draft/b.txt", "B")
        }
        let ids = (world.id("Draft/a.txt"), world.id("Draft/b.txt"))
        world.disk.mkdir("Draft/Love")
        world.disk.rename("Draft/a.txt", to: "Draft/Love/a.txt")
        world.disk.rename("Draft/b.txt", to: "Draft/Love/b.txt")
        world.disk.create("Draft/Love/c.txt", "C")
        world.sync()
        #expect(world.id("Draft/a.txt") == ids.0 && world.id("Draft/b.txt") == ids.1)
        #expect(world.disk.exists("Rejected/Love/c.txt") && !world.disk.exists("Draft/Love"))
    }

    @Test func `a known user folder may be moved into any folder that accepts folders, a template folder may not`() {
        var world = world { $0.mkdir("Songs") }
        let id = world.id("Songs")
        world.disk.rename("Songs", to: "Collections/Songs")
        world.disk.rename("Draft", to: "Collections/Draft")
        world.sync()
        #expect(id != nil && world.id("Collections/Songs") == id)
        #expect(world.node("Draft")?.role == .draft)
    }

    @Test func `of two new names that collide the first in byte order stays`() {
        let world = world {
            $0.create("Draft/ode.txt", "low")
            $0.create("Draft/Ode.txt", "high")
        }
        #expect(world.id("Draft/Ode.txt") != nil)
        #expect(world.node("Rejected/ode.txt")?.details?.rejection?.rule == "name-collision")
    }

    @Test func `a new name that collides with one that was here goes, whatever the byte order`() {
        var world = world { $0.create("Draft/ode.txt", "low") }
        world.disk.create("Draft/Ode.txt", "high")
        world.disk.create("Draft/e\u{301}", "decomposed")
        world.disk.create("Draft/\u{e9}", "composed")
        world.sync()
        #expect(world.id("Draft/ode.txt") != nil)
        #expect(world.id("Rejected/Ode.txt") != nil)
        #expect(world.id("Draft/e\u{301}") != nil && world.id("Rejected/\u{e9}") != nil)
    }

    @Test func `a rename to a name that collides is undone`() {
        var world = world {
            $0.create("Draft/Ode.txt", "1")
            $0.create("Draft/Elegy.txt", "2")
        }
        world.disk.rename("Draft/Elegy.txt", to: "Draft/ODE.TXT")
        world.sync()
        #expect(world.disk.exists("Draft/Elegy.txt") && !world.disk.exists("Draft/ODE.TXT"))
    }

    @Test func `what is refused leaves its name to the next`() {
        let world = world {
            $0.mkdir("Draft/Ode")
            $0.create("Draft/ode", "text")
        }
        #expect(world.id("Draft/ode") != nil)
        #expect(world.id("Rejected/Ode") != nil)
    }

    @Test func `saving over an existing file is never an addition, in any folder, however the editor does it`() {
        var world = world { $0.create("Draft/Ode.txt", "1") }
        let id = world.id("Draft/Ode.txt")
        world.disk.rename("Draft/Ode.txt", to: "Ready/Ode.txt")
        world.sync()
        world.disk.saveAtomically("Ready/Ode.txt", "22")
        world.sync()
        world.disk.delete("Ready/Ode.txt")
        world.disk.create("Ready/Ode.txt", "333")
        world.sync()
        #expect(id != nil && world.id("Ready/Ode.txt") == id)
    }

    @Test func `rejection set to report leaves everything where it is and says so`() {
        var world = World()
        world.settings.rejection = .report
        world.disk.create("Ode.txt", "O")
        let plans = world.sync()
        #expect(plans[0].reports.map(\.rule.name) == ["file-at-root"])
        #expect(world.id("Ode.txt") != nil && world.disk.exists("Ode.txt"))
    }

    @Test func `verbs other than sync leave what is refused where it is, without an ID, and say so`() {
        var world = World()
        world.request = .refresh()
        world.disk.create("Ode.txt", "O")
        let plan = world.round()
        #expect(plan.isEmpty && plan.waiting.held.count == 1)
        #expect(plan.reports.map(\.rule.name) == ["file-at-root"])
        #expect(plan.changes.map(\.id) == [nil])
        world.request = .sync()
        world.sync()
        #expect(world.id("Rejected/Ode.txt") != nil)
    }

    @Test func `what is busy is not judged yet`() {
        var world = World()
        world.request = .daemonJudging(.init(in: [.root], busy: []))
        world.facts.busy = [.root]
        world.disk.create("Ode.txt", "O")
        #expect(world.round().isEmpty)
        world.facts.busy = []
        #expect(world.round().moves.count == 1)
    }

    /// Copies are slow, and people fill what they make.
    @Test func `a daemon leaves a new folder alone until nothing has come into it for five times as long`() {
        var world = World()
        world.request = .daemonJudging(.init(in: [.root, "Draft", "Collections"], busy: []))
        world.disk.mkdir("Draft/trip")
        world.disk.mkdir("Draft/trip/day")
        world.disk.create("Draft/trip/day/a.txt", "a")
        func isHeld(_ world: World) -> Bool { world.plan().moves.isEmpty && world.plan().waiting.held.count == 1 && world.plan().reports.map(\.path) == ["Draft/trip"] }
        #expect(isHeld(world))
        world.later = world.settings.longQuiet
        #expect(isHeld(world))
        // The file grows: neither folder changes by that.
        world.disk.write("Draft/trip/day/a.txt", "and more")
        #expect(isHeld(world))
        world.later += 1
        #expect(world.plan().moves.map(\.to) == ["Rejected/trip"])
        world.later = 0
        #expect(isHeld(world))
        // Who asks for it has it judged at once, and a file waits no longer than it did.
        world.request = .sync()
        #expect(world.plan().moves.map(\.to) == ["Rejected/trip"])
        world.request = .daemonJudging(.init(in: [.root, "Draft", "Collections"], busy: []))
        world.disk.create("Collections/a.txt", "x")
        #expect(world.plan().moves.map(\.to) == ["Rejected/a.txt"])
    }

    /// As rsync(1) does, which makes the folders of a tree first.
    @Test func `a daemon leaves a folder alone as long as another fills that came with it`() {
        var world = World()
        world.request = .daemonJudging(.init(in: ["Collections", "Collections/Book"], busy: []))
        for path in ["Collections/Book", "Collections/Book/Part 1", "Collections/Book/Part 2"] { world.disk.mkdir(RelativePath(stringLiteral: path)) }
        world.disk.clock += (world.settings.longQuiet + 1) * 1_000_000
        #expect(Set(world.plan().moves.map(\.from)) == ["Collections/Book/Part 1", "Collections/Book/Part 2"])
        world.disk.create("Collections/Book/Part 1/a.txt", "a")
        #expect(world.plan().moves.isEmpty && world.plan().waiting.held.count == 2)
        // In a folder that was there long ago what else comes says nothing of one that is new.
        world.disk.clock += 2 * 3_600_000 * 1_000_000
        world.disk.mkdir("Collections/Book/Part 3")
        world.disk.clock += (world.settings.longQuiet + 1) * 1_000_000
        world.disk.create("Collections/Book/a.txt", "a")
        #expect(world.plan().moves.map(\.from).contains("Collections/Book/Part 3"))
    }

    /// A program that has it open saves it at its old place again and again.
    @Test func `a daemon refuses a file once, and leaves what is written there again`() {
        var world = World()
        world.request = .daemonJudging(.init(in: [.root, "Ready"], busy: []))
        world.facts.watchedSince = 0
        world.disk.create("Ready/New poem.txt", "one")
        #expect(world.round().moves.map(\.to) == ["Rejected/New poem.txt"])
        world.disk.create("Ready/New poem.txt", "two")
        for _ in 0..<2 {
            let plan = world.round()
            #expect(plan.isEmpty && plan.reports.map(\.path) == ["Ready/New poem.txt"])
        }
        // Nothing else is meant by that, nor after a day, nor where a person asks.
        world.disk.create("Ready/Other.txt", "x")
        #expect(world.plan().moves.map(\.from) == ["Ready/Other.txt"])
        var later = world
        later.later = 86_400_000
        #expect(Set(later.plan().moves.map(\.from)) == ["Ready/Other.txt", "Ready/New poem.txt"])
        world.request = .sync()
        #expect(Set(world.plan().moves.map(\.to)) == ["Rejected/Other.txt", "Rejected/New poem (2).txt"])
    }

    @Test func `a time to come says nothing of a new folder, and a known one that was moved goes home at once`() {
        var world = World()
        world.disk.mkdir("Collections/Book")
        world.sync()
        world.request = .daemonJudging(.init(in: [.root, "Draft", "Collections"], busy: []))
        world.disk.rename("Collections/Book", to: "Draft/Book")
        #expect(world.plan().moves.map(\.to) == ["Collections/Book"])
        world.disk.rename("Draft/Book", to: "Collections/Book")
        world.disk.mkdir("Draft/trip")
        world.later = -3_600_000
        #expect(world.plan().moves.map(\.to) == ["Rejected/trip"])
    }

    @Test func `adoption and a first scan refuse nothing`() {
        var world = World(folders: false)
        world.disk.create("Ode.txt", "O")
        world.disk.mkdir("Draft")
        world.disk.mkdir("Draft/Love")
        world.disk.create("Draft/Love/x", "x")
        let plans = world.sync()
        #expect(plans[0].moves.isEmpty && plans[0].operations.count == 4)
        #expect(world.node("Draft")?.role == .draft)
        #expect(world.id("Draft/Love/x") != nil)
    }

    @Test func `more than settings bulk at once are reported, not moved, unless a person says so`() {
        var world = World()
        world.settings.bulk = 3
        for number in 1...4 { world.disk.create(RelativePath([Name("\(number).txt")]), "\(number)") }
        let plan = world.round()
        #expect(plan.moves.isEmpty && plan.waiting.held.count == 4)
        #expect(plan.reports.contains(Report(BulkHold(count: 4, limit: 3))))
        world.request = .sync(.init(rejectsAll: true))
        world.sync()
        #expect(world.disk.paths.filter { $0.parent == "Rejected" }.count == 4)
    }

    @Test(arguments: [
        (["Draft/a", "Draft/b"], "Draft"), (["Draft/a", "Draft/b", "x.txt"], nil), (["Draft/a", "Draft/b", "Ready/a"], nil),
    ] as [([RelativePath], RelativePath?)])
    func `what is too much at once could stay, where one folder would have to accept it`(paths: [RelativePath], folder: RelativePath?) throws {
        var world = World()
        world.settings.bulk = 1
        for path in paths { if path.names.count > 1 { world.disk.mkdir(path) } else { world.disk.create(path, "x") } }
        let report = try #require(world.round().reports.first { $0.hold != nil })
        #expect(report.hold?.folder == folder)
        #expect(report.message.contains("“shed sync --reject-all”"))
        #expect(report.message.contains("“shed allow Draft both”") == (folder != nil))
    }

    @Test func `what a person accepts stays, as an exception`() {
        var world = World()
        world.facts.watchedSince = 0
        world.disk.create("Ready/Ode.txt", "O")
        world.request = .afterVerb(.init(accepted: ["Ready/Ode.txt"]))
        world.round()
        world.request = .sync()
        world.sync()
        #expect(world.node("Ready/Ode.txt")?.details?.exception == true)
    }

    @Test func `a conflict copy of a sync engine is reported, never refused`() {
        let world = world { $0.create("Ready/Ode.sync-conflict-20240131-120000-ABCDEFG.txt", "O") }
        #expect(world.disk.exists("Ready/Ode.sync-conflict-20240131-120000-ABCDEFG.txt"))
    }

    @Test func `bytes that are not text are a name like any other`() {
        let name = Name(bytes: [0x4f, 0xff, 0xfe])
        let world = world {
            $0.create(RelativePath(["Draft", name]), "1")
            $0.create(RelativePath([name]), "2")
        }
        #expect(world.id(RelativePath(["Draft", name])) != nil)
        #expect(world.id(RelativePath(["Rejected", name])) != nil)
    }
}
