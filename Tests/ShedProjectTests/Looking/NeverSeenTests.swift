import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

/// What other devices know and this one never saw.
@Suite struct `What was never seen here` {
    private let shelf: Shelf
    private let project: Project
    private let there: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("mkdir 'My Poems/.stfolder'; cp -a 'My Poems' Copy")
        there = try shelf.trusted("Copy", on: shelf.elsewhere(), as: .trustAsReplica)
    }

    private func bring() throws { try shelf.shell("cp -a Copy/.shed/ops/. 'My Poems/.shed/ops/'") }

    @Test func `is counted by each status, until it is seen`() throws {
        #expect(try project.status(all: false).neverSeen == 0)
        TestFile.write("an ode\n", to: shelf.path + "/Copy/Draft/Ode.txt")
        try there.sync()
        try bring()
        #expect(try project.status(all: false).neverSeen == 1)
        // Also where nothing changed since.
        for _ in 1...2 {
            try project.sync()
            let status = try project.status(all: false)
            #expect(status.neverSeen == 1 && status.missing.isEmpty && status.isClean)
        }
        #expect(try project.status(all: true).missing.compactMap(\.path) == ["Draft/Ode.txt"])
        try shelf.shell("cp -a Copy/Draft/Ode.txt 'My Poems/Draft/'")
        #expect(try project.status(all: false).neverSeen == 0)
        try project.sync()
        #expect(try project.status(all: false).neverSeen == 0)
    }

    @Test func `is not what another device says was removed or thrown away, nor a folder of no role`() throws {
        try shelf.shell("cd Copy; mkdir Collections/Spring; echo 'longer than thirty-two bytes, to be known again' > Draft/Gone.txt; echo b > Draft/Away.txt")
        try there.sync()
        let unread = there.store.unhashedFiles()
        _ = try there.write(after: .nothing) { transaction throws(ShedError) in try transaction.hash(unread, savesAll: true) }
        try there.change { try $0.trash(["Draft/Away.txt"]) }
        try shelf.shell("cd Copy; rm Draft/Gone.txt; rmdir Collections/Spring")
        try there.sync()
        try bring()
        try project.sync()
        #expect(try project.status(all: false).neverSeen == 0)
    }

    /// Both batches come before anybody looks, nothing on the disk changes, and nobody waits.
    @Test func `what another has the place of is missing from the first look on, and likely what stands there`() throws {
        TestFile.write("grace = 0\n", to: shelf.path + "/My Poems/.shed/settings.toml")
        TestFile.write("an ode, long enough to be known again\n", to: shelf.path + "/My Poems/Draft/Ode.txt")
        let project = try shelf.reopen(project)
        try project.sync()
        let ode = try #require(try project.id("Draft/Ode.txt"))
        try shelf.shell("cp -a 'My Poems/.shed/ops/.' Copy/.shed/ops/; cp -a 'My Poems/Draft/Ode.txt' Copy/Draft/")
        try there.sync()
        try shelf.shell("cd Copy; mv Draft/Ode.txt Ready/")
        try there.sync()
        TestFile.write("another one\n", to: shelf.path + "/Copy/Draft/Ode.txt")
        try there.sync()
        try bring()
        #expect(try project.status(all: false).missing.map(\.id) == [ode])
        for _ in 1...2 {
            let pairs = try project.sync().likely
            let status = try project.status(all: false)
            #expect(status.missing.map(\.id) == [ode] && status.missing.first?.path == "Ready/Ode.txt" && status.isClean)
            #expect((status.likely + pairs).allSatisfy { $0.missing == ode && $0.path == "Draft/Ode.txt" } && status.likely.count == 1)
        }
        try shelf.shell("cp -a Copy/Ready/Ode.txt 'My Poems/Ready/'")
        try project.sync()
        #expect(try project.id("Ready/Ode.txt") == ode && project.status(all: false).missing.isEmpty)
    }

    /// Another device sees it first, as a clone that never saw what it was before.
    @Test func `what is renamed, edited and comes with the ID that another device made for it is likely what is gone`() throws {
        let lines = (1...20).map { "line \($0) of an ode\n" }.joined()
        TestFile.write(lines, to: shelf.path + "/My Poems/Draft/Ode.txt")
        try project.sync()
        let ode = try #require(try project.id("Draft/Ode.txt"))
        try shelf.shell("cp -a 'My Poems/.shed/ops/.' Copy/.shed/ops/; cp 'My Poems/Draft/Ode.txt' Copy/Draft/Elegy.txt; echo more >> Copy/Draft/Elegy.txt")
        try there.sync()
        let elegy = try #require(try there.id("Draft/Elegy.txt"))
        try bring()
        try shelf.shell("mv Copy/Draft/Elegy.txt 'My Poems/Draft/'; rm 'My Poems/Draft/Ode.txt'")
        let found = try project.sync().likely
        #expect(elegy != ode && found.map(\.missing) == [ode] && found.map(\.present) == [elegy] && found.first?.path == "Draft/Elegy.txt")
        #expect(try project.status(all: false).likely.map(\.missing) == [ode])
    }
}
