import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSchedule
import Testing

@testable import ShedDaemon
@testable import ShedProject

/// A folder of a watched project in which a `.shed` comes, as out of an archive.
@Suite(.serialized, .waitsInTurn) struct `A folder of a watched project in which a sidecar comes` {
    @Test func `is looked at as a scan looks at it, and said to be hidden just as long as it is`() throws {
        let bench = try WatchedShelf()
        let (shelf, watched) = (bench.shelf, bench.watched)
        func look() throws -> Outcome {
            let directories = try watched.takeDirtyDirectories(isSecondLook: true)
            #expect(directories != nil)
            return try watched.project.reconcile(.daemonLook(.init(in: directories, believesVanished: true)))
        }
        var unresolved: [String] { watched.unresolvedNotes.reports.map { "\($0.path) \($0.rule.name)" } }
        try shelf.shell("echo a > 'My Poems/Draft/a.txt'")
        _ = try look()
        let known = try watched.project.asKnown.find("Draft/a.txt").node.id

        // One that makes no project of it hides nothing.
        try shelf.shell("cd 'My Poems'; mkdir -p Draft/.shed/ops")
        _ = try look()
        try shelf.shell("cd 'My Poems'; echo b > Draft/b.txt")
        #expect(try look().changes.map(\.path) == ["Draft/b.txt"])
        #expect(unresolved == [])

        // One that does is said, and what was known keeps its ID.
        try shelf.shell("cd 'My Poems'; echo '{}' > Draft/.shed/project.json")
        #expect(try look().changes.isEmpty)
        #expect(unresolved == ["Draft hidden-folder"])
        try shelf.shell("cd 'My Poems'; mv Draft/a.txt Draft/c.txt; echo d > Draft/d.txt")
        #expect(try look().changes.isEmpty)
        #expect(unresolved == ["Draft hidden-folder"])

        try shelf.shell("cd 'My Poems'; rm Draft/.shed/project.json")
        #expect(Set(try look().changes.map(\.path)) == ["Draft/c.txt", "Draft/d.txt"])
        #expect(unresolved == [])
        #expect(try watched.project.asKnown.find("Draft/c.txt").node.id == known)
    }
}
