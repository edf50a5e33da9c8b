import ShedModel
import ShedProjectTestSupport
import Testing

@testable import ShedProject

/// What follows from saying that a device will write no more.
@Suite struct `A device that is retired` {
    private let shelf: Shelf
    private let project: Project
    private let there: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("mkdir elsewhere; cp -a 'My Poems' elsewhere/; echo a > 'elsewhere/My Poems/Draft/a.txt'")
        there = try shelf.trusted("elsewhere/My Poems", on: shelf.elsewhere())
        try there.sync()
        try carry()
        try project.sync()
    }

    private func carry() throws {
        try shelf.shell("for d in Draft .shed/ops; do cp -an \"elsewhere/My Poems/$d/.\" \"My Poems/$d/\"; cp -an \"My Poems/$d/.\" \"elsewhere/My Poems/$d/\"; done")
    }

    private func device() throws -> Device {
        let other = try project.asKnown.devices().devices.first { !$0.isThis }
        return try #require(other)
    }

    private func retire(_ project: Project) throws {
        let device = try device()
        try project.change { try $0.retire(device) }
    }

    /// Whether another device is reckoned with, for this process and for one that begins.
    private func isAwaited() throws -> Bool {
        let now = project.home.surroundings.now()
        let (here, anew) = (try project.load().isReplicaActive(now: now), try shelf.reopen(project).load().isReplicaActive(now: now))
        #expect(here == anew)
        return here
    }

    @Test func `is not waited for, until that is taken back`() throws {
        #expect(try isAwaited())
        try retire(project)
        #expect(try !isAwaited())
        #expect(try device().retired != nil && device().wroteAgain == nil)
        // The index says it as well, once it is written.
        try shelf.shell("echo b > 'My Poems/Draft/b.txt'")
        try project.sync()
        #expect(try !isAwaited())
        let retirement = try project.undoEntries(limit: 10).first { entry in entry.steps.contains { step in if case .set = step { true } else { false } } }
        let entry = try #require(retirement)
        let undone = try project.write { transaction throws(ShedError) in try transaction.undo(entry) }
        #expect(undone.things.map(\.facts) == [[.devices]])
        #expect(try isAwaited())
        #expect(try device().retired == nil)
    }

    @Test func `counts when it writes again, and is waited for`() throws {
        try retire(project)
        try carry()
        try shelf.shell("echo c > 'elsewhere/My Poems/Draft/c.txt'")
        try there.sync()
        try carry()
        try project.sync()
        #expect(try device().wroteAgain != nil)
        #expect(try isAwaited())
        #expect(try project.id("Draft/c.txt") == there.id("Draft/c.txt"))
        // It can be said once more.
        try retire(project)
        #expect(try device().wroteAgain == nil && !isAwaited())
    }

    @Test func `is named with its ID where another is called so too`() throws {
        let device = try device()
        try project.change { transaction in
            try transaction.rename(device, to: "laptop")
            try transaction.rename(transaction.devices().devices[0], to: "desk")
        }
        #expect(try self.device().shown == "laptop")
        try project.change { try $0.rename(device, to: "desk") }
        #expect(try project.asKnown.devices().devices.map(\.shown) == project.asKnown.devices().devices.map { "desk (\($0.replica))" })
    }

    @Test func `is not this one, nor one that is retired already, and a dry run says nothing`() throws {
        let this = try project.asKnown.devices().devices.first { $0.isThis }
        let own = try #require(this)
        #expect(throws: ShedError.self) { try project.change { try $0.retire(own) } }
        let device = try device()
        try project.change { try $0.retire(device, dryRun: true) }
        #expect(try self.device().retired == nil)
        try retire(project)
        #expect(throws: ShedError.self) { try retire(project) }
    }

    @Test func `has a name, which is what this machine is told to say, with what is written anyway`() throws {
        project.home.surroundings.deviceName = "desk"
        let before = try project.home.sidecar.listing().batches.count
        try project.sync()
        #expect(try project.home.sidecar.listing().batches.count == before)
        try shelf.shell("echo b > 'My Poems/Draft/b.txt'")
        try project.sync()
        try shelf.shell("echo c > 'My Poems/Draft/c.txt'")
        try project.sync()
        let names = try project.asKnown.devices().devices.filter(\.isThis).map(\.name)
        #expect(names == ["desk"])
        // From the index and from the batches alike.
        #expect(try shelf.reopen(project).asKnown.devices().devices.first(where: \.isThis)?.name == "desk")
        let text = try shelf.shell("cat 'My Poems'/.shed/ops/*/*.jsonl | grep -c '\"device:'")
        #expect(text == "1\n")
        let stranger = try Project.open(containing: project.home.path, surroundings: shelf.elsewhere(), purpose: .look)
        #expect(try DeviceField.names(in: stranger.load().model.nodes[project.home.id]?.details).values.map(\.raw) == ["desk"])
    }
}
