import ShedModel
import ShedReconcile
import ShedSimulatedDisk
import ShedTestSupport
import Testing

extension Role {
    fileprivate static let (coast, maps) = (Role(rawValue: "coast"), Role(rawValue: "maps"))
}

/// Folders of a template that stand in others, and folders in which people nest as deep as they like.
@Suite struct InnerFolderTests {
    private static let template: Template = {
        func folder(_ role: String, _ accepts: Accepts, in parent: Role? = nil, children: Accepts? = nil, _ name: String) -> Template.Folder {
            var folder = Template.Folder(
                role: Role(rawValue: role), section: "", symbol: "", accepts: accepts, filling: role == "trash" ? .anything : .people, name: name, names: [name])
            folder.nesting = FolderNesting(parent: parent, children: children)
            return folder
        }
        return Template(
            kind: "atlas", language: .english, root: .folders,
            folders: [
                folder("world", .both, children: .both, "World"), folder("maps", .files, "Maps"), folder("coast", .files, in: .maps, "Coast"),
                folder("trash", .nothing, "Trash"),
            ])
    }()

    /// A project with all folders of the template.
    private func world() -> World {
        var world = World(Self.template, folders: false)
        world.facts.watchedSince = 0
        for path: RelativePath in ["World", "Maps", "Maps/Coast", "Trash"] { world.disk.mkdir(path) }
        world.adopt()
        world.sync()
        return world
    }

    @Test func `have their roles where the template has them, and are not misplaced there`() {
        let world = world()
        #expect(world.folder(.coast) == "Maps/Coast")
        #expect(world.node("Maps/Coast")?.details?.exception == true)
        #expect(world.plan().isEmpty)
    }

    @Test func `are made again by their name, also in a folder that takes files alone`() {
        var world = world()
        world.disk.delete("Maps/Coast")
        world.sync()
        #expect(world.folder(.coast) == nil)
        world.later = 30 * 86_400_000
        world.disk.mkdir("Maps/coast")
        world.disk.create("Maps/coast/a.txt", "a")
        world.sync()
        #expect(world.folder(.coast) == "Maps/coast" && world.node("Maps/coast/a.txt") != nil)
    }

    @Test func `take no role from a folder of that name elsewhere`() {
        var world = world()
        world.disk.delete("Maps/Coast")
        world.sync()
        world.later = 30 * 86_400_000
        world.disk.mkdir("Coast")
        world.disk.mkdir("World/Coast")
        world.sync()
        #expect(world.folder(.coast) == nil && world.node("Coast")?.role == nil && world.node("World/Coast")?.role == nil)
    }

    @Test func `may be moved to the root and back, and have their role there and here`() {
        var world = world()
        let id = world.id("Maps/Coast")
        world.disk.rename("Maps/Coast", to: "Coast")
        world.sync()
        #expect(world.folder(.coast) == "Coast" && world.id("Coast") == id)
        world.disk.rename("Coast", to: "Maps/Coast")
        world.sync()
        #expect(world.folder(.coast) == "Maps/Coast" && world.node("Maps/Coast")?.details?.exception == true)
        #expect(world.plan().isEmpty)
    }

    @Test func `go back where they are put into any other folder`() {
        var world = world()
        world.disk.rename("Maps/Coast", to: "World/Coast")
        world.sync()
        #expect(world.folder(.coast) == "Maps/Coast")
    }

    @Test func `whose children take both nest a hundred deep, all at once and one after the other`() {
        for isAtOnce in [true, false] {
            var world = world()
            var path: RelativePath = "World"
            for depth in 1...100 {
                path = path.appending(Name("d\(depth)"))
                world.disk.mkdir(path)
                world.disk.create(path.appending(Name("a.txt")), "\(depth)")
                if !isAtOnce, depth % 25 == 0 { world.sync() }
            }
            world.sync()
            #expect(world.node(path)?.accepts == .both, "\(isAtOnce)")
            #expect(world.node(path.appending(Name("a.txt"))) != nil && world.disk.snapshot(seed: 1).entry(at: "Rejected") == nil)
        }
    }

    @Test func `whose children take both leave other folders as they are`() {
        var world = world()
        world.disk.mkdir("Mine")
        world.disk.mkdir("Mine/Inner")
        world.sync()
        #expect(world.node("Mine")?.accepts == .files && world.node("Mine/Inner") == nil)
    }

    @Test func `a folder that leaves such a one still takes both`() {
        var world = world()
        world.disk.mkdir("World/A")
        world.sync()
        world.disk.rename("World/A", to: "A")
        world.disk.mkdir("A/B")
        world.disk.create("A/B/x.txt", "x")
        world.sync()
        #expect(world.node("A")?.accepts == .both && world.node("A/B")?.accepts == .both && world.node("A/B/x.txt") != nil)
    }
}
