import ShedModel
import ShedReconcile
import ShedTestSupport
import Testing

/// What a program adds to a file that it does not keep open.
@Suite struct `A file that grows` {
    /// As a program keeps a log: it opens and closes the file each time.
    @Test func `is not cut in two by a daemon`() {
        var world = World()
        let (quiet, longest) = (world.settings.quiet, world.settings.longQuiet)
        world.request = .daemonJudging(.init(in: [.root], busy: []))
        world.disk.create("notes.txt", "x")
        // What was written in one go waits no longer than it did, nor what was made elsewhere.
        #expect(world.plan().moves.map(\.from) == ["notes.txt"])
        world.disk.clock += (longest + 1) * 1_000_000
        #expect(world.plan().moves.map(\.from) == ["notes.txt"])
        for _ in 0..<3 {
            world.disk.clock += (quiet + 1) * 1_000_000
            world.disk.write("notes.txt", "x and \(world.disk.clock)")
            let plan = world.plan()
            #expect(plan.moves.isEmpty && plan.reports.map(\.delay) == [.beingWritten])
            #expect(plan.reports.allSatisfy { $0.message.contains("“shed sync”") })
        }
        world.later = longest
        #expect(world.plan().moves.isEmpty)
        world.later = longest + 2
        #expect(world.plan().moves.map(\.from) == ["notes.txt"])
        // Who asks for it has it judged at once; and a time that somebody has set says nothing.
        world.later = 0
        var asked = world
        asked.request = .sync()
        #expect(asked.plan().moves.map(\.from) == ["notes.txt"])
        for time in [Int64.max, 0, Int64.min] {
            world.disk.setModified("notes.txt", time)
            #expect(world.plan().moves.map(\.from) == ["notes.txt"])
        }
    }

    @Test func `is not put back under the program that writes it on`() {
        var world = World()
        world.disk.create("Draft/log.txt", "x")
        world.sync()
        world.request = .daemonJudging(.init(in: [.root, "Draft", "Collections"], busy: []))
        world.disk.rename("Draft/log.txt", to: "Collections/log.txt")
        #expect(world.plan().moves.map(\.to) == ["Draft/log.txt"])
        for _ in 0..<2 {
            world.disk.write("Collections/log.txt", "x and \(world.disk.clock)")
            let plan = world.round()
            #expect(plan.moves.isEmpty && plan.reports.map(\.delay) == [.beingWritten])
        }
        world.later = world.settings.longQuiet + 1
        #expect(world.plan().moves.map(\.to) == ["Draft/log.txt"])
        world.later = 0
        world.request = .sync()
        #expect(world.plan().moves.map(\.to) == ["Draft/log.txt"])
    }

    @Test func `is not put back either where somebody has looked since it was written to, by itself or in a folder that was moved`() {
        for (home, moved) in [("Draft/log.txt", "Collections/log.txt"), ("Songs/log.txt", "Draft/Songs/log.txt")] as [(RelativePath, RelativePath)] {
            var world = World()
            if home.parent == "Songs" { world.disk.mkdir("Songs") }
            world.disk.create(home, "x")
            world.sync()
            if home.parent == "Songs" { world.disk.rename("Songs", to: "Draft/Songs") } else { world.disk.rename(home, to: moved) }
            for _ in 0..<2 {
                world.disk.write(moved, "x and \(world.disk.clock)")
                world.request = .daemonLook(.init(in: nil, believesVanished: false))
                #expect(world.round().moves.isEmpty)
                world.request = .daemonJudging(.init(in: [.root, "Draft", "Draft/Songs", "Collections"], busy: []))
                #expect(world.round().moves.isEmpty)
            }
            world.later = world.settings.longQuiet + 1
            #expect(world.plan().moves.map(\.to) == [home.parent == "Songs" ? "Songs" : home])
        }
    }
}
