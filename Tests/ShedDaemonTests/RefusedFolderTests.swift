import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSchedule
import Testing

@testable import ShedDaemon
@testable import ShedProject

/// What comes into a known folder that stands where it may not, also deep in it.
@Suite(.serialized, .waitsInTurn) struct `A known folder that was moved where it may not be` {
    @Test func `is looked into with all its folders when it is judged`() throws {
        let bench = try WatchedShelf()
        let (shelf, watched) = (bench.shelf, bench.watched)
        try shelf.shell("mkdir 'My Poems/Collections/D'")
        try watched.project.change { try $0.allow(.both, in: "Collections/D") }
        try shelf.shell("cd 'My Poems/Collections'; mkdir D/E; echo 1 > D/E/1.txt")
        func look() throws -> Outcome {
            let directories = try watched.takeDirtyDirectories(isSecondLook: true)
            return try watched.project.reconcile(.daemonLook(.init(in: directories, believesVanished: false)))
        }
        _ = try look()
        #expect(watched.withRejected(["Draft"]) == [.root, "Draft"])
        try shelf.shell("cd 'My Poems'; mv Collections/D Draft/D")
        #expect(try look().reports.map(\.path) == ["Draft/D"])
        #expect(watched.withRejected(["Draft"]) == [.root, "Draft", "Draft/D", "Draft/D/E"])
        #expect(watched.withRejected(["Ready"]) == [.root, "Ready"])
        let outcome = try watched.project.reconcile(.sync())
        #expect(outcome.reports.isEmpty && watched.withRejected(["Draft"]) == [.root, "Draft"])
        #expect(try watched.project.asKnown.find("Collections/D/E/1.txt").path == "Collections/D/E/1.txt")
    }
}
