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
