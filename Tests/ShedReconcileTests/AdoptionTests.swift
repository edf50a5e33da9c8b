import ShedModel
import ShedReconcile
import ShedSimulatedDisk
import ShedTestSupport
import Testing

/// What becomes of a tree that is adopted: what its folders accept, and what may come back to where it was.
@Suite struct `A tree that is adopted` {
    private func adopted(_ edit: (inout SimulatedDisk) -> Void) -> World {
        var world = World(folders: false)
        world.facts.watchedSince = 0
        edit(&world.disk)
        world.adopt()
        return world
    }

    private func folder(_ disk: inout SimulatedDisk, _ path: RelativePath, files: [Name] = [], folders: [Name] = []) {
        disk.mkdir(path)
        for name in files { disk.create(path.appending(name), "\(path)/\(name)") }
        for name in folders { disk.mkdir(path.appending(name)) }
    }

    @Test func `has folders that accept what they hold`() {
        var world = adopted { disk in
            folder(&disk, "Draft", files: ["a.txt"], folders: ["Deep"])
            folder(&disk, "Collections", files: ["loose.txt"])
            folder(&disk, "Ready", files: ["r.txt"], folders: ["Inner"])
            folder(&disk, "Poems", folders: ["2019", "2020"])
            folder(&disk, "Songs", files: ["s.txt"])
        }
        #expect(world.node("Draft")?.accepts == .both)
        #expect(world.node("Poems")?.accepts == .both)
        #expect(world.node("Songs")?.accepts == .files)
        // A folder of the template with one sort of things is for what it was made for; one that fills by moves goes on to.
        #expect(world.node("Collections")?.accepts == .folders)
        #expect(world.node("Ready")?.accepts == .nothing)
        world.disk.mkdir("Poems/2021")
        world.disk.mkdir("Draft/More")
        world.disk.mkdir("Songs/Inner")
        world.sync()
        #expect(world.disk.exists("Poems/2021") && world.disk.exists("Draft/More"))
        #expect(!world.disk.exists("Songs/Inner"))
    }

    @Test(arguments: ["sync", "look, and sync later"])
    func `has things that may come back to where they were`(_ way: String) {
        var world = adopted { disk in
            folder(&disk, "Draft", folders: ["Deep"])
            folder(&disk, "Songs", files: ["s.txt"])
            disk.create("root.txt", "r")
        }
        let ids = [world.id("root.txt"), world.id("Draft/Deep")]
        func take() {
            if way != "sync" {
                world.request = .daemonLook(.init(in: nil, believesVanished: true))
                world.round()
                world.request = .sync()
            }
            world.sync()
        }
        world.disk.rename("root.txt", to: "Songs/root.txt")
        world.disk.rename("Draft/Deep", to: "Deep")
        take()
        #expect([world.id("Songs/root.txt"), world.id("Deep")] == ids)
        world.disk.rename("Songs/root.txt", to: "root.txt")
        world.disk.rename("Deep", to: "Draft/Deep")
        take()
        #expect([world.id("root.txt"), world.id("Draft/Deep")] == ids)
        // They are there as they were: no exceptions that a person made.
        #expect(world.node("root.txt")?.details?.exception != true)
        // Nothing else may come there, nor these anywhere else.
        world.disk.rename("Songs/s.txt", to: "s.txt")
        world.disk.rename("root.txt", to: "Collections.txt")
        world.disk.rename("Draft/Deep", to: "Songs/Deep")
        take()
        #expect(world.disk.exists("Songs/s.txt") && world.disk.exists("Draft/Deep") && world.disk.exists("Collections.txt"))
    }

    @Test func `has exceptions that stay exceptions, by way of any other folder`() {
        var world = World()
        world.facts.watchedSince = 0
        world.disk.create("Draft/a.txt", "a")
        world.disk.mkdir("Collections/One")
        world.sync()
        world.disk.rename("Draft/a.txt", to: "a.txt")
        world.request = .afterVerb(.init(accepted: ["a.txt"]))
        world.round()
        world.request = .sync()
        let id = world.id("a.txt")
        #expect(world.node("a.txt")?.details?.exception == true)
        for place: RelativePath in ["Collections/One/a.txt", "Trash/a.txt", "Ready/b.txt"] {
            world.disk.rename(world.model.path(of: id ?? World.project) ?? .root, to: place)
            world.sync()
            #expect(world.id(place) == id && world.node(place)?.details?.exception != true)
        }
        world.disk.rename("Ready/b.txt", to: "b.txt")
        world.sync()
        #expect(world.id("b.txt") == id)
        #expect(world.node("b.txt")?.details?.exception == true)
    }

    @Test func `gives a role to the folder with the project's own name for it`() {
        var world = adopted { disk in
            for name: RelativePath in ["Fertig", "Ready", "Alle", "Papierkorb", "TRASH", "entwürfe"] { disk.mkdir(name) }
        }
        #expect(world.folder(Role(rawValue: "ready")) == "Ready")
        #expect(world.folder(Role(rawValue: "all")) == "Alle")
        #expect(world.folder(.trash) == "TRASH")
        #expect(world.folder(Role(rawValue: "draft")) == "entwürfe")
        // Later too.
        world.disk.mkdir("Magazines")
        world.disk.mkdir("Zeitschriften")
        world.sync()
        #expect(world.folder(Role(rawValue: "magazines")) == "Magazines")
    }

    @Test func `gives roles below the root where that is said, and none to another`() throws {
        var world = World(folders: false)
        world.facts.watchedSince = 0
        for name: RelativePath in ["Work", "Work/Draft", "Work/Collections", "Draft"] { world.disk.mkdir(name) }
        world.request = .adopt
        var situation = world.situation()
        situation.claims.roles = ["Work/Draft": Role(rawValue: "draft"), "Work/Collections": Role(rawValue: "collections")]
        let plan = World.plan(&situation, world.disk, ids: &world.ids)
        for operation in plan.operations { world.model.apply(operation) }
        world.memory.absorb(plan, of: situation, done: [])
        world.request = .sync()
        #expect(world.folder(Role(rawValue: "draft")) == "Work/Draft")
        #expect(world.node("Draft")?.role == nil)
        #expect(world.node("Work")?.accepts == .folders)
        #expect(world.node("Work/Draft")?.accepts == .files && world.node("Work/Collections")?.accepts == .folders)
        #expect(world.sync().last?.isEmpty == true)
        // A new folder of the name does not take what has its folder.
        world.disk.mkdir("Collections")
        world.disk.mkdir("Work/Collections/One")
        world.disk.mkdir("Work/Draft/One")
        world.sync()
        #expect(world.folder(Role(rawValue: "collections")) == "Work/Collections")
        #expect(world.disk.exists("Work/Collections/One") && !world.disk.exists("Work/Draft/One"))
        // It may go to the root, where it is at home, and back.
        world.disk.rename("Work/Draft", to: "Entwürfe")
        world.sync()
        #expect(world.folder(Role(rawValue: "draft")) == "Entwürfe")
        world.disk.rename("Entwürfe", to: "Work/Draft")
        world.sync()
        #expect(world.folder(Role(rawValue: "draft")) == "Work/Draft")
        #expect(world.node("Work/Draft")?.details?.exception == true)
    }
}
