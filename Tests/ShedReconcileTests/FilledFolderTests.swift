import ShedModel
import ShedReconcile
import ShedTestSupport
import Testing

/// What comes into a folder after it was moved where it may not be.
@Suite struct `A folder that is filled where it was moved` {
    /// A program that fills it goes on under the name that it knows.
    @Test(arguments: ["Draft/Book", "Draft/Book/Part"] as [RelativePath])
    func `a daemon leaves a known folder that was moved alone as long as something comes into it`(filled: RelativePath) {
        var world = World()
        for path in ["Collections/Book", "Collections/Book/Part"] as [RelativePath] { world.disk.mkdir(path) }
        world.disk.create("Collections/Book/1.txt", "one")
        world.adopt()
        world.request = .daemonJudging(.init(in: [.root, "Draft", "Collections"], busy: []))
        world.disk.rename("Collections/Book", to: "Draft/Book")
        // What was only moved goes home as soon as all is quiet.
        #expect(world.plan().moves.map(\.to) == ["Collections/Book"])
        for name in ["2.txt", "3.txt"] as [Name] {
            world.disk.create(filled.appending(name), "\(name)")
            let plan = world.round()
            #expect(plan.moves.isEmpty && plan.reports.map(\.path) == ["Draft/Book"] && plan.reports.map(\.delay) == [.beingFilled])
        }
        world.later = world.settings.longQuiet
        #expect(world.plan().moves.isEmpty)
        world.later += 1
        #expect(world.plan().moves.map(\.to) == ["Collections/Book"])
        world.later = 0
        world.request = .sync()
        #expect(world.plan().moves.map(\.to) == ["Collections/Book"])
        world.sync()
        #expect(world.id("Collections/Book/1.txt") != nil)
    }
}
