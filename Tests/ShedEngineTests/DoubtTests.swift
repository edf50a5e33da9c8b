import ShedModel
import Testing
@testable import ShedEngine

/// Deletions are believed only once they are confirmed.
struct `What vanished` {
    @Test func `is doubted first and missing once it is confirmed`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try shelf.shell("echo a > 'My Poems/Draft/a.txt'")
        _ = try project.reconcile()
        let id = try project.find("Draft/a.txt").node.id
        try shelf.shell("rm 'My Poems/Draft/a.txt'")

        var errand = Errand()
        errand.believesVanished = false
        let doubted = try project.reconcile(errand)
        #expect(doubted.doubted == ["Draft"])
        #expect(doubted.changes.isEmpty)
        #expect(try project.status().changes.map(\.kind) == [.removed])

        try shelf.shell("echo b > 'My Poems/Draft/a.txt'")
        #expect(try project.reconcile(errand).doubted.isEmpty)
        #expect(try project.find("Draft/a.txt").node.id == id)

        try shelf.shell("rm 'My Poems/Draft/a.txt'")
        let confirmed = try project.reconcile()
        #expect(confirmed.vanished == [id])
        #expect(try project.status().missing.map(\.id) == [id])
    }
}

struct `The clocks` {
    @Test func `tell sleep and being set from ordinary time`() {
        let second: Int64 = 1_000_000_000
        var jumps = ClockJumps(.init(awake: 0, sinceBoot: 0, date: 100 * second))
        #expect(jumps.check(.init(awake: 60 * second, sinceBoot: 60 * second, date: 160 * second)) == nil)
        #expect(jumps.check(.init(awake: 61 * second, sinceBoot: 3_661 * second, date: 3_761 * second)) == .init(slept: 3_600_000_000_000, stepped: 0))
        #expect(jumps.check(.init(awake: 62 * second, sinceBoot: 3_662 * second, date: 162 * second)) == .init(slept: 0, stepped: -3_600 * second))
        #expect(jumps.check(.init(awake: 63 * second, sinceBoot: 3_663 * second, date: 163 * second + second / 2)) == nil)
    }
}
