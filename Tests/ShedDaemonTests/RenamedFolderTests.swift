import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSchedule
import ShedWatch
import Testing

@testable import ShedDaemon
@testable import ShedProject

/// What waits in a folder that is renamed waits in it still.
@Suite(.serialized, .waitsInTurn) final class `A folder that is renamed before a daemon looks into it again` {
    private let bench: WatchedShelf
    private var shelf: Shelf { bench.shelf }
    private var watched: WatchedProject { bench.watched }

    init() throws {
        bench = try WatchedShelf()
        try shelf.shell("mkdir 'My Poems/Collections/D'")
        try watched.project.change { try $0.allow(.both, in: "Collections/D") }
        try shelf.shell("cd 'My Poems/Collections'; mkdir D/E; echo 1 > D/1.txt; echo 2 > D/2.txt; echo 3 > D/E/3.txt")
        try look()
    }

    /// As the daemon looks after a burst.
    @discardableResult
    private func look() throws -> Outcome {
        let directories = try watched.takeDirtyDirectories(isSecondLook: true)
        return try watched.project.reconcile(.daemonLook(.init(in: directories.map { $0.union(watched.pending.waiting) }, believesVanished: false)))
    }

    @Test(arguments: ["mv D F", "mkdir G; mv D G/F; mv G/F .; rmdir G", "mv D H; mv H F"], ["2.txt", "E/3.txt"])
    func `loses what was deleted in it`(rename: String, file: String) throws {
        let path = RelativePath(stringLiteral: "Collections/F/" + file)
        try shelf.shell("rm 'My Poems/Collections/D/\(file)'")
        #expect(try look().changes.isEmpty)
        #expect(watched.pending.doubted == [RelativePath(stringLiteral: "Collections/D/" + file).parent])
        try shelf.shell("cd 'My Poems/Collections'; \(rename)")
        try look()
        #expect(watched.pending.doubted == [path.parent])
        let outcome = try watched.project.reconcile(.daemonLook(.init(in: watched.pending.doubted, believesVanished: true)))
        #expect(outcome.changes.map(\.kind) == [.removed] && outcome.changes.map(\.path) == [path])
    }

    @Test func `keeps waiting for what is refused in it, also where it goes on and comes back`() throws {
        try shelf.shell("mkdir 'My Poems/Collections/D/E/Refused'")
        try look()
        let waiting = watched.pending.waiting
        try #require(!waiting.isEmpty && waiting.allSatisfy { $0.isInside("Collections/D") })
        try shelf.shell("cd 'My Poems/Collections'; mv D F")
        try look()
        #expect(watched.pending.waiting == Set(waiting.map { RelativePath(["Collections", "F"] + $0.names.dropFirst(2)) }))
        try shelf.shell("cd 'My Poems/Collections'; mv F D")
        try look()
        #expect(watched.pending.waiting == waiting)
    }

    @Test func `is judged in it where a program was not done with something`() {
        var pending = PendingLooks()
        pending.leave(toWritersIn: ["a/b"])
        pending.follow(FolderRenames(["a": "z"]))
        pending.wait(for: [], scanned: nil, at: 0, quiet: 1)
        #expect(pending.waiting == ["z/b"] && pending.judgementDue == 1)
        pending.judged(["x"], at: 0, quiet: 1)
        #expect(pending.waiting == ["z/b"])
        pending.judged(["z/b"], at: 0, quiet: 1)
        #expect(pending.waiting.isEmpty && pending.judgementDue == nil)
    }

    @Test func `takes the innermost of several that were renamed`() {
        var pending = PendingLooks()
        pending.waiting = ["a", "a/b", "a/b/c", "x", "ab"]
        pending.follow(FolderRenames(["a": "z", "a/b": "y/b"]))
        #expect(pending.waiting == ["z", "y/b", "y/b/c", "x", "ab"])
    }
}
