import ShedCheck
import ShedModel
import ShedReconcile
import ShedProjectTestSupport
import Testing

@testable import ShedProject

/// Deletions are believed only once they are confirmed.
struct `What vanished` {
    @Test func `is doubted first and missing once it is confirmed`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try shelf.shell("echo a > 'My Poems/Draft/a.txt'")
        try project.sync()
        let id = try project.find("Draft/a.txt").node.id
        try shelf.shell("rm 'My Poems/Draft/a.txt'")

        let look = WalkRequest.daemonLook(.init(in: nil, believesVanished: false))
        let doubted = try project.reconcile(look)
        #expect(doubted.doubted == ["Draft"])
        #expect(doubted.changes.isEmpty)
        #expect(try project.status().changes.map(\.kind) == [.removed])

        try shelf.shell("echo b > 'My Poems/Draft/a.txt'")
        #expect(try project.reconcile(look).doubted.isEmpty)
        #expect(try project.find("Draft/a.txt").node.id == id)

        try shelf.shell("rm 'My Poems/Draft/a.txt'")
        let confirmed = try project.sync()
        #expect(confirmed.vanished == [id])
        #expect(try project.status().missing.map(\.id) == [id])
    }
}
