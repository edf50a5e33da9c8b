import ShedModel
import Testing
@testable import ShedEngine

/// Walks that look at some directories only, as the daemon's do.
struct `A walk over some directories` {
    private func errand(_ dirty: Set<RelativePath>) -> Errand {
        var errand = Errand()
        errand.dirty = dirty
        return errand
    }

    @Test func `takes in what changed deep in a folder that it sends home`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try shelf.shell("cd 'My Poems'; mkdir Collections/Book; echo a > Collections/Book/a.txt")
        try project.sync()
        try shelf.shell("cd 'My Poems'; mv Collections/Book Draft/; echo b > Draft/Book/b.txt")
        let outcome = try project.reconcile(errand([.root, "Draft", "Collections"]))
        #expect(outcome.moves.map(\.to) == ["Collections/Book"])
        _ = try project.find("Collections/Book/b.txt").node
        #expect(try shelf.reopen(project).status().isClean)
    }

    @Test func `sends to Rejected what cannot go home, since something unknown stands there`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo a > Draft/a.txt")
        try project.sync()
        let id = try project.find("Draft/a.txt").node.id
        try shelf.shell("cd 'My Poems'; mv Draft/a.txt Collections/; echo other > Draft/a.txt")
        // Draft was not looked at: as far as the walk knows its place is free.
        let outcome = try project.reconcile(errand([.root, "Collections"]))
        #expect(outcome.moves.map(\.to) == ["Rejected/a.txt"] && outcome.failures.isEmpty)
        #expect(try project.find("Rejected/a.txt").node.id == id)
        #expect(try shelf.shell("cd 'My Poems'; cat Draft/a.txt Rejected/a.txt") == "other\na\n")
    }
}
