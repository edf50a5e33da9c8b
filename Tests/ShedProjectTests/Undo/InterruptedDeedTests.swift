import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSupport
import Testing

@testable import ShedProject

/// What is several things and one deed, and was left half done by a process that was killed: a mark says so.
@Suite struct `A deed that was interrupted` {
    private let shelf: Shelf
    private let project: Project
    private let entry: UndoEntry

    init() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo a > Draft/a.txt; echo b > Draft/b.txt")
        try project.sync()
        let draft = try #require(try project.id("Draft"))
        let (first, second) = (try #require(try project.id("Draft/a.txt")), try #require(try project.id("Draft/b.txt")))
        try project.commit([Operation(draft, [FolderGuests.field(first, nil)]), Operation(second, [.note("of b")])])
        let entry = try #require(try project.lastEntry())
        try #require(entry.isOneDeed)
        try #require(DeedMark(project.home)).set(entry.number)
        (self.shelf, self.project, self.entry) = (shelf, project, entry)
    }

    /// Does something while no batch can be written any more once a step of a taking back was written down.
    private func hindered(_ body: () throws -> Void) rethrows {
        let batches = shelf.path + "/My Poems/.shed/ops"
        defer {
            unlink(batches)
            rename(batches + "-away", batches)
        }
        try Interruption.$visitor.withValue({ (point: String) in
            guard point == "undo-noted", rename(batches, batches + "-away") == 0 else { return }
            close(open(batches, O_CREAT | O_WRONLY, 0o644))
        }) { try body() }
    }

    private func opened(at time: Int64) throws -> Project {
        let project = try shelf.reopen(project)
        project.home.surroundings.now = { time }
        return project
    }

    private func note(_ project: Project) throws -> String? { try project.find("Draft/b.txt").node.details?.note }

    @Test func `is not forgotten where an undo of it fails`() throws {
        #expect(throws: ShedError.self) {
            try hindered { _ = try project.write { transaction throws(ShedError) in try transaction.undo(entry) } }
        }
        #expect(DeedMark(project.home)?.number == entry.number)
        let again = try shelf.reopen(project)
        let outcome = try again.sync()
        #expect(outcome.remarks.count { $0.english.contains("was interrupted; what it had done is taken back") } == 1)
        #expect(DeedMark(again.home)?.isSet == false)
        #expect(try note(again) == nil)
    }

    @Test func `is forgotten where nothing of it can be taken back ever`() throws {
        try #require(DeedMark(project.home)).set(entry.number + 100)
        let remarks = try project.sync().remarks.map(\.english)
        #expect(remarks.count == 1 && remarks.allSatisfy { $0.contains("\(entry.number + 100)") }, "\(remarks)")
        #expect(DeedMark(project.home)?.isSet == false)
        #expect(try note(project) == "of b")
    }

    /// Who was told only that it is taken back would take that for all of it.
    @Test func `has told what of it was left as it is`() throws {
        let mark = try #require(DeedMark(project.home))
        // Somebody else's note came meanwhile.
        mark.remove()
        let other = try shelf.reopen(project)
        try other.commit([Operation(try #require(try other.id("Draft/b.txt")), [.note("of somebody")])])
        try mark.set(entry.number)
        let remarks = try shelf.reopen(project).sync().remarks.map(\.english)
        #expect(try note(project) == "of somebody")
        #expect(remarks.count == 2 && remarks.first?.contains("is taken back") == true && remarks.last?.contains("Draft/b.txt was left as it is") == true, "\(remarks)")
    }

    @Test func `has what was taken in before it told too`() throws {
        try shelf.shell("echo c > 'My Poems/Draft/c.txt'")
        let outcome = try shelf.reopen(project).sync()
        #expect(outcome.remarks.contains { $0.english.contains("is taken back") })
        #expect(outcome.changes.map(\.path) == ["Draft/c.txt"])
    }

    @Test func `has it told by who only takes in, too`() throws {
        try shelf.shell("echo c > 'My Poems/Draft/c.txt'")
        let outcome = try shelf.reopen(project).refresh().outcome
        #expect(outcome.changes.map(\.path) == ["Draft/c.txt"])
        #expect(DeedMark(project.home)?.isSet == false)
    }

    @Test func `is tried once a minute by one process, and why that fails is told once`() throws {
        let time = Surroundings.clock()
        let project = try opened(at: time)
        try hindered { try project.write(after: .nothing) { _ throws(ShedError) in } }
        #expect(project.deedHindrance?.time == time)
        // Nothing hinders it any more, and it is not tried.
        project.home.surroundings.now = { time + 59_999 }
        try project.write(after: .nothing) { _ throws(ShedError) in }
        let told = try (0..<2).map { _ in try project.sync().remarks.count { $0.english.contains("cannot be taken back yet") } }
        #expect(told == [1, 0])
        #expect(DeedMark(project.home)?.number == entry.number)
        project.home.surroundings.now = { time + 60_000 }
        try project.write(after: .nothing) { _ throws(ShedError) in }
        #expect(DeedMark(project.home)?.isSet == false && project.deedHindrance == nil)
        #expect(try note(project) == nil)
    }

    @Test func `keeps its mark, and no other deed begins, nor an undo of one`() throws {
        let time = Surroundings.clock()
        let project = try opened(at: time)
        try hindered { try project.write(after: .nothing) { _ throws(ShedError) in } }
        let id = try #require(try project.id("Draft/a.txt"))
        let error = #expect(throws: ShedError.self) {
            try project.write(after: .nothing) { transaction throws(ShedError) in
                try transaction.asOneDeed { () throws(ShedError) in try transaction.commit([Operation(id, [.note("of a")])]) }
            }
        }
        #expect(error?.kind == .environment && error?.message.contains("cannot be taken back yet") == true)
        #expect(try project.find("Draft/a.txt").node.details?.note == nil)
        #expect(DeedMark(project.home)?.number == entry.number)
    }

    @Test func `is not forgotten where its mark cannot be read, and no other deed begins`() throws {
        let mark = try #require(project.home.stateFolder).path + "/deed"
        // As nobody, where the suite runs as root: all but the mark is everybody's then.
        try shelf.shell("chmod -R a+rwX .")
        #expect(chmod(mark, 0) == 0)
        let again = try shelf.reopen(project)
        _ = try asNobody { try again.sync() }
        #expect(DeedMark(again.home)?.isSet == true)
        let error = #expect(throws: ShedError.self) {
            try asNobody { try again.write { transaction throws(ShedError) in try transaction.asOneDeed { () throws(ShedError) in } } }
        }
        #expect(error?.message.contains("/deed") == true, "\(error?.message ?? "")")
        #expect(chmod(mark, 0o600) == 0)
        #expect(DeedMark(again.home)?.number == entry.number)
        try shelf.reopen(project).sync()
        #expect(DeedMark(project.home)?.isSet == false)
        #expect(try note(try shelf.reopen(project)) == nil)
    }

    @Test func `leaves its number to no other entry, where nothing is left but the mark`() throws {
        let journal = try #require(project.undo.journal)
        unlink(journal.path + "/\(entry.number)")
        let writer = try UndoWriter(journal, by: "mv", undoes: nil) { 0 }
        #expect(writer.number == entry.number + 1)
        try #require(DeedMark(project.home)).set(.max)
        #expect(try UndoWriter(journal, by: "mv", undoes: nil) { 0 }.number == entry.number + 2)
        // Behind the greatest number there is none that anybody would find again.
        try #require(DeedMark(project.home)).set(UndoJournal.possible.upperBound - 1)
        #expect(try UndoWriter(journal, by: "mv", undoes: nil) { 0 }.number == entry.number + 3)
    }

    @Test func `is left alone by who only looks`() throws {
        let project = try shelf.reopen(project)
        project.leavesInterruptedDeeds = true
        _ = try project.refresh()
        #expect(DeedMark(project.home)?.number == entry.number && project.takeDeedNews().isEmpty)
        #expect(try project.status().interruptedDeed?.number == entry.number)
        project.actor = "test"
        _ = try project.refresh()
        #expect(DeedMark(project.home)?.isSet == false)
        #expect(project.takeDeedNews().map(\.english) == ["“\(entry.actor)” (\(entry.number)) was interrupted; what it had done is taken back"])
    }

    @Test func `is no step for undo once it was taken back, nor is what took it back`() throws {
        let project = try shelf.reopen(project)
        try project.sync()
        let former = try project.lastEntry()
        #expect(former?.number != entry.number && former?.undoes != entry.number)
        #expect(try project.takenBack().interrupted == [entry.number])
    }
}
