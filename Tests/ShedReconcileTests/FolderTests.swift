import ShedModel
import ShedReconcile
import ShedSimulatedDisk
import ShedTestSupport
import Testing

/// Roles, Trash and the folder for what is refused.
@Suite struct FolderTests {
    private func world(_ edit: (inout SimulatedDisk) -> Void = { _ in }) -> World {
        var world = World()
        world.facts.watchedSince = 0
        edit(&world.disk)
        world.sync()
        return world
    }

    // MARK: Roles

    @Test func `a renamed template folder keeps its role`() {
        var world = world()
        world.disk.rename("Draft", to: "Work in progress")
        world.disk.create("Work in progress/Ode.txt", "O")
        world.sync()
        #expect(world.folder(.draft) == "Work in progress")
        #expect(world.id("Work in progress/Ode.txt") != nil)
    }

    @Test(arguments: ["Draft", "Entwürfe", "DRAFT"] as [RelativePath])
    func `a new root folder that bears the name of a missing role in any language takes it`(name: RelativePath) {
        var world = world()
        world.disk.delete("Draft")
        world.sync()
        #expect(world.folder(.draft) == nil)
        world.later = 30 * 86_400_000
        world.disk.mkdir(name)
        world.disk.create(name.appending(Name("Ode.txt")), "O")
        world.sync()
        #expect(world.folder(.draft) == name)
        #expect(world.node(name)?.accepts == .files)
    }

    @Test func `a new root folder that bears the name of a role that is there is an ordinary one`() {
        var world = world()
        world.disk.rename("Ready", to: "Done")
        world.disk.mkdir("Ready")
        world.sync()
        #expect(world.folder(.ready) == "Done")
        #expect(world.node("Ready")?.role == nil && world.node("Ready")?.accepts == .files)
    }

    @Test func `a role that was thrown away is taken by a new folder, and the old one is an ordinary folder when it is back`() {
        var world = world { $0.create("Draft/Ode.txt", "O") }
        let old = world.id("Draft")
        world.disk.rename("Draft", to: "Trash/Draft")
        world.sync()
        #expect(world.node("Trash/Draft")?.role == .draft)
        world.disk.mkdir("Draft")
        world.sync()
        #expect(world.folder(.draft) == "Draft" && world.id("Draft") != old)
        world.disk.rename("Trash/Draft", to: "Old drafts")
        world.sync()
        #expect(old != nil && world.id("Old drafts") == old)
        #expect(world.node("Old drafts")?.role == nil && world.id("Old drafts/Ode.txt") != nil)
    }

    @Test func `a folder that took the role of Trash fills as Trash at once`() {
        var world = world { $0.create("Draft/Ode.txt", "O") }
        let (id, draft) = (world.id("Draft/Ode.txt"), world.id("Draft"))
        world.disk.delete("Trash")
        world.sync()
        world.later = 30 * 86_400_000
        world.disk.mkdir("Papierkorb")
        world.disk.rename("Draft/Ode.txt", to: "Papierkorb/Ode.txt")
        world.sync()
        #expect(world.folder(.trash) == "Papierkorb")
        #expect(id != nil && world.id("Papierkorb/Ode.txt") == id)
        #expect(world.node("Papierkorb/Ode.txt")?.details?.origin?.parent == draft)
    }

    // MARK: Trash

    @Test func `Trash takes any known node and remembers where it came from until it leaves`() {
        var world = world {
            $0.create("Draft/Ode.txt", "O")
            $0.mkdir("Collections/First")
            $0.create("Collections/First/x", "x")
        }
        let places = (world.node("Draft/Ode.txt")?.place, world.node("Collections/First")?.place)
        world.disk.rename("Draft/Ode.txt", to: "Trash/Ode.txt")
        world.disk.rename("Collections/First", to: "Trash/First")
        world.sync()
        #expect(world.node("Trash/Ode.txt")?.details?.origin == places.0)
        #expect(world.node("Trash/First")?.details?.origin == places.1)
        #expect(world.node("Trash/First/x")?.details?.origin == nil)
        world.disk.rename("Trash/Ode.txt", to: "Trash/First/Ode.txt")
        world.sync()
        #expect(world.node("Trash/First/Ode.txt")?.details?.origin == places.0)
        world.disk.rename("Trash/First/Ode.txt", to: "Draft/Ode.txt")
        world.sync()
        #expect(world.node("Draft/Ode.txt")?.place == places.0)
        #expect(world.node("Draft/Ode.txt")?.details == nil)
    }

    @Test func `a collision in Trash sends no node back`() {
        var world = world {
            $0.create("Draft/Ode.txt", "1")
            $0.create("Draft/Elegy.txt", "2")
        }
        world.disk.rename("Draft/Ode.txt", to: "Trash/Ode.txt")
        world.disk.rename("Draft/Elegy.txt", to: "Trash/ODE.txt")
        world.sync()
        #expect(world.id("Trash/Ode.txt") != nil && world.id("Trash/ODE.txt") != nil)
    }

    // MARK: What nobody saw

    @Test func `a conflict copy that nobody saw come is told as that: how it came is known`() {
        var world = World()
        world.disk.create("Ready/Ode.sync-conflict-20240131-120000-ABCDEFG.txt", "O")
        #expect(world.sync()[0].reports.map(\.rule.name) == ["conflict-copy"])
        #expect(world.node("Ready/Ode.sync-conflict-20240131-120000-ABCDEFG.txt")?.details?.unexplained == nil)
    }

    @Test(arguments: ["Ready/Ode.txt", "Trash/Ode.txt"] as [RelativePath])
    func `a file that nobody saw come into a folder that fills by moves is taken in and reported until it is accepted or moved`(
        path: RelativePath
    ) {
        var world = World()
        world.disk.create(path, "O")
        let plans = world.sync()
        #expect(plans[0].reports.map(\.rule.name) == ["unexplained-addition"])
        #expect(world.plan().reports.map(\.rule.name) == ["unexplained-addition"])
        var accepted = world
        accepted.request = .afterVerb(.init(accepted: [path]))
        accepted.round()
        accepted.request = .sync()
        #expect(accepted.plan().reports.isEmpty && accepted.plan().isEmpty)
        world.disk.rename(path, to: "Draft/Ode.txt")
        world.sync()
        #expect(world.plan().reports.isEmpty && world.node("Draft/Ode.txt")?.details == nil)
    }

    @Test func `a folder that nobody saw come into Ready is refused all the same, and so is a file in a view`() {
        var world = World()
        world.disk.mkdir("Ready/Love")
        world.disk.create("All/Ode.txt", "O")
        world.sync()
        #expect(world.id("Rejected/Love") != nil && world.id("Rejected/Ode.txt") != nil)
    }

    // MARK: Carriers and a sidecar that is not whole

    @Test func `what a carrier may have brought waits until its time is over`() {
        var world = World()
        world.facts.hasCarrier = true
        world.disk.create("Ode.txt", "O")
        let plan = world.round()
        #expect(plan.isEmpty && plan.reports.map(\.rule.name) == ["carrier-arrival"])
        world.later = world.settings.grace - 1_000
        #expect(world.round().isEmpty)
        var hasty = world
        hasty.request = .sync(.init(overridesWaiting: true))
        #expect(hasty.round().moves.count == 1)
        world.later = world.settings.grace
        world.sync()
        #expect(world.id("Rejected/Ode.txt") != nil)
        #expect(world.memory.unsettled.pending.isEmpty)
    }

    @Test func `what a person does beside a carrier is judged as ever`() {
        var world = World()
        world.facts.hasCarrier = true
        world.facts.watchedSince = 0
        world.disk.create("Ode.txt", "O")
        world.disk.create("carried.txt", "C")
        world.facts.sightings.carried = ["carried.txt"]
        world.round()
        #expect(!world.disk.exists("Ode.txt") && world.disk.exists("carried.txt"))
    }

    @Test func `what waits and is moved away waits no longer`() {
        var world = World()
        world.facts.isDuringGit = true
        world.disk.create("Ode.txt", "O")
        world.round()
        #expect(world.memory.unsettled.pending.count == 1)
        world.disk.rename("Ode.txt", to: "Draft/Ode.txt")
        world.sync()
        #expect(world.memory.unsettled.pending.isEmpty && world.id("Draft/Ode.txt") != nil)
    }

    @Test(arguments: [false, true])
    func `while the sidecar is not whole nothing is minted and nothing moves`(isFirstScan: Bool) {
        var world = world { $0.create("Draft/known.txt", "K") }
        if isFirstScan { world.memory = Memory() }
        world.facts.incomplete = ["a batch is torn"]
        world.disk.create("Draft/Ode.txt", "O")
        if !isFirstScan { world.disk.rename("Draft/known.txt", to: "All/known.txt") }
        let plan = world.round()
        #expect(plan.isEmpty && !plan.reports.isEmpty)
        #expect(world.id("Draft/Ode.txt") == nil)
        world.request = .sync(.init(overridesWaiting: true))
        world.sync()
        #expect(world.id("Draft/Ode.txt") != nil && world.id("Draft/known.txt") != nil)
    }

    // MARK: Rejected

    @Test func `Rejected is removed when it is empty and has the same ID when it is made again`() {
        var world = world { $0.create("Ode.txt", "O") }
        let id = world.id("Rejected")
        world.disk.rename("Rejected/Ode.txt", to: "Draft/Ode.txt")
        world.sync()
        #expect(!world.disk.exists("Rejected"))
        #expect(world.node("Draft/Ode.txt")?.details?.rejection == nil)
        world.disk.create("Elegy.txt", "E")
        world.sync()
        #expect(id != nil && world.id("Rejected") == id)
    }

    @Test func `where a person's own folder is called Rejected, the one of shed is called otherwise`() {
        var world = world { $0.mkdir("Rejected") }
        world.disk.create("Ode.txt", "O")
        world.sync()
        #expect(world.folder(.rejected) == "Rejected (shed)")
        #expect(world.node("Rejected")?.role == nil)
        #expect(world.id("Rejected (shed)/Ode.txt") != nil)
    }

    @Test func `a folder that a person calls Rejected after that of shed is gone is the person's own`() {
        var world = world { $0.create("Ode.txt", "O") }
        world.disk.delete("Rejected")
        world.sync()
        world.disk.mkdir("Rejected")
        world.disk.create("Rejected/mine.txt", "M")
        world.sync()
        #expect(world.node("Rejected")?.role == nil)
        #expect(world.id("Rejected/mine.txt") != nil)
    }

    @Test func `what is in Rejected is never judged`() {
        var world = world { $0.create("Ode.txt", "O") }
        world.disk.create("Rejected/ode.TXT", "o")
        world.disk.mkdir("Rejected/Deep")
        world.disk.mkdir("Rejected/Deep/Deeper")
        let plans = world.sync()
        #expect(plans[0].moves.isEmpty && world.id("Rejected/Deep/Deeper") != nil)
    }

    @Test func `what was refused before it belonged here is still new when it is dragged on`() {
        var world = world { $0.create("Ready/Ode.txt", "O") }
        let id = world.id("Rejected/Ode.txt")
        world.disk.rename("Rejected/Ode.txt", to: "Ready/Ode.txt")
        world.sync()
        #expect(id != nil && world.id("Rejected/Ode.txt") == id)
        #expect(world.node("Rejected/Ode.txt")?.details?.rejection?.origin == "Ready/Ode.txt")
        world.disk.rename("Rejected/Ode.txt", to: "Draft/Ode.txt")
        world.sync()
        #expect(world.id("Draft/Ode.txt") == id && world.node("Draft/Ode.txt")?.details == nil)
    }

    @Test func `what was refused keeps its ID where inodes are not stable`() {
        var world = World()
        world.facts.trustsInodes = false
        world.disk.mkdir("MyBook")
        world.disk.mkdir("MyBook/images")
        world.disk.create("MyBook/images/a.png", "")
        let plans = world.sync()
        let id = plans[0].moves.first?.node
        #expect(id != nil && world.id("Rejected/MyBook/images") == id)
    }

    @Test func `Rejected that was moved away comes home, and what is refused at the same time goes into it`() {
        var world = world { $0.create("Ode.txt", "O") }
        let id = world.id("Rejected")
        world.disk.rename("Rejected", to: "Draft/Rejected")
        world.disk.create("All/Elegy.txt", "E")
        world.sync()
        #expect(id != nil && world.id("Rejected") == id)
        #expect(world.id("Rejected/Ode.txt") != nil && world.id("Rejected/Elegy.txt") != nil)
    }

    @Test func `while Rejected cannot be read nothing moves into it`() {
        var world = world { $0.create("Ode.txt", "O") }
        world.disk.setReadable("Rejected", false)
        world.disk.create("Elegy.txt", "E")
        let plans = world.sync()
        #expect(plans[0].isEmpty)
        #expect(plans[0].reports.map(\.rule.name) == ["file-at-root", "unreadable-entry"])
        world.disk.setReadable("Rejected", true)
        world.sync()
        #expect(world.id("Rejected/Elegy.txt") != nil)
    }
}
