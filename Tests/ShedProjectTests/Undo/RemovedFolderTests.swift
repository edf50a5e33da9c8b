import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSupport
import Testing

@testable import ShedProject

/// What an undo had taken away when its process was killed, before it could say that nobody misses it.
@Suite struct `Folders that an interrupted undo has taken away` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        project.actor = "add"
        try project.change { transaction in
            try transaction.make(.folder, at: "Collections/New")
            try transaction.walk(.afterVerb())
        }
    }

    /// Does something while no batch can be written any more once it is to be said.
    private func hindered(_ body: () throws -> Void) rethrows {
        let batches = shelf.path + "/My Poems/.shed/ops"
        defer {
            unlink(batches)
            rename(batches + "-away", batches)
        }
        try Interruption.$visitor.withValue({ (point: String) in
            guard point == "folders-removed", rename(batches, batches + "-away") == 0 else { return }
            close(open(batches, O_CREAT | O_WRONLY, 0o644))
        }) { try body() }
    }

    @Test func `are given up by a later command, where the next one cannot say it`() throws {
        let entry = try #require(try project.lastEntry())
        project.actor = "undo"
        #expect(throws: ShedError.self) {
            try hindered { _ = try project.write { transaction throws(ShedError) in try transaction.undo(entry) } }
        }
        let folder = try #require(project.home.stateFolder)
        let number = try #require(try project.undo.journal?.numbers().last)
        try #require(number > entry.number && access(shelf.path + "/My Poems/Collections/New", F_OK) != 0)
        // As a process leaves it that is killed.
        UnderWay(in: folder).set([number])
        let next = try shelf.reopen(project)
        try hindered { try next.change { _ in } }
        #expect(UnderWay(in: folder).numbers == [number])
        let last = try shelf.reopen(project)
        try last.change { _ in }
        #expect(UnderWay(in: folder).numbers.isEmpty)
        #expect(try last.settledStatus(all: true).missing.isEmpty)
    }
}
