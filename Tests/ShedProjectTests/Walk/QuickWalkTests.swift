import ShedModel
import ShedProject
import ShedProjectTestSupport
import Testing

@Suite("A verb that comes when nothing happened")
struct QuickWalkTests {
    @Test func `loads neither model nor memory to find that out, and misses nothing that did happen`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try shelf.shell("echo a > 'My Poems/Draft/a.txt'")
        // A hash that was taken within two seconds of the change is not trusted, and then everything is looked at.
        try project.syncWithoutHashing()
        let quiet = try shelf.reopen(project)
        #expect(try quiet.refresh().outcome.changes.isEmpty)
        #expect(quiet.store.state == nil)

        try shelf.shell("echo b > 'My Poems/Draft/b.txt'")
        let busy = try shelf.reopen(project)
        #expect(try busy.refresh().outcome.changes.map(\.path) == ["Draft/b.txt"])
        #expect(busy.store.state != nil)

        // What waits, or is refused and left, has to be said again.
        try shelf.shell("echo x > 'My Poems/at root.txt'")
        let telling = try shelf.reopen(project)
        _ = try telling.refresh()
        let again = try shelf.reopen(project)
        _ = try again.refresh()
        #expect(again.unresolved.map(\.path) == telling.unresolved.map(\.path))
        #expect(again.unresolved.map(\.path) == ["at root.txt"])
    }
}
