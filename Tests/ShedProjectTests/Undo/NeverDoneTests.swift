import Glibc
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

/// What was written down of something that was taken back before it was done, or never begun.
@Suite struct `An entry of which nothing was done` {
    private let shelf: Shelf
    private let project: Project
    private let id: NodeID

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo a > Draft/a.txt; echo b > Draft/b.txt")
        try project.sync()
        id = try #require(try project.id("Draft/a.txt"))
        project.actor = "before"
        try project.commit([Operation(try #require(try project.id("Draft/b.txt")), [.note("of b")])])
        project.actor = "test"
    }

    /// A change of two files and of what is known of one, as it is written down.
    private func noted(_ transaction: Transaction) throws -> StagedChange {
        var change = try transaction.stageChange()
        let folder = try transaction.root.openDirectory(at: "Draft")
        let there = try #require(try folder.evidence(of: "a.txt"))
        try change.write(Array("b\n".utf8), to: "Draft/a.txt", replacing: (there, folder))
        try change.makeFolder(for: "Collections/New")
        change.operations = [Operation(id, [.note("of a")])]
        _ = try transaction.noteUndo(of: change)
        return change
    }

    @Test func `goes with what it kept, where the change was taken back`() throws {
        let before = try #require(try project.lastEntry()).number
        let journal = try #require(project.undo.journal)
        let steps = try project.change { transaction in
            let change = try noted(transaction)
            let number = try #require(project.undo.number)
            project.undo.close()
            let count = try journal.entry(number)?.steps.count
            // So that this stays only where what stands before it does.
            transaction.retractUndone(change)
            transaction.discard(change)
            return count
        }
        #expect(steps == 3)
        #expect(try journal.numbers().last == before && project.lastEntry()?.number == before)
        #expect(access(journal.path + "/\(before + 1).kept", F_OK) != 0)
    }

    @Test(arguments: [false, true]) func `keeps what was done before in the same one`(isOpen: Bool) throws {
        try project.change { transaction in
            try transaction.commit([Operation(id, [.note("first")])])
            let change = try noted(transaction)
            if !isOpen { project.undo.close() }
            transaction.retractUndone(change)
            transaction.discard(change)
        }
        let entry = try #require(try project.lastEntry())
        #expect(entry.actor == "test" && entry.steps.count == 1)
        _ = try project.write { transaction throws(ShedError) in try transaction.undo(entry) }
        #expect(try project.find("Draft/a.txt").node.details?.note == nil)
    }

    @Test func `is found in what was left of a change that never came to a journal`() throws {
        let before = try project.lastEntry()?.number
        try project.change { transaction in
            let change = try noted(transaction)
            project.undo.close()
            transaction.retractUndone(change.folder)
            transaction.discard(change)
        }
        #expect(try project.lastEntry()?.number == before)
    }

    @Test func `is none where something of it is in the project, or was`() throws {
        let change = try project.change { transaction in
            var change = try transaction.stageChange()
            let folder = try transaction.root.openDirectory(at: "Draft")
            let there = try #require(try folder.evidence(of: "a.txt"))
            try change.write(Array("b\n".utf8), to: "Draft/a.txt", replacing: (there, folder))
            try transaction.carryOut(change)
            return change
        }
        let entry = try #require(try project.lastEntry())
        try project.change { transaction in transaction.retractUndone(change) }
        #expect(try project.lastEntry()?.number == entry.number)
        // What an undo has replaced lies in its staging folder, and is the file that the entry told of.
        project.actor = "undo"
        try project.change { transaction in
            let undoing = try transaction.stageChange()
            let folder = try transaction.root.openDirectory(at: "Draft")
            try folder.rename("a.txt", to: undoing.folder.directory, as: "0", expecting: nil)
            let file = try #require(try undoing.folder.directory.evidence(of: "0")).identity
            let other = FileIdentity(device: 1, inode: 1, birth: 1)
            try project.undo.note([.replaced(.init(path: "Draft/a.txt", old: file, mode: 0o644, new: other, isRejected: false))])
            project.undo.close()
            transaction.retractUndone(undoing.folder)
            try undoing.folder.directory.rename("0", to: folder, as: "a.txt", expecting: nil)
            transaction.discard(undoing)
        }
        #expect(try project.undo.journal?.entry(entry.number)?.steps.isEmpty == false)
    }

    // MARK: Under way

    private func leave(_ numbers: [Int]) throws { UnderWay(in: try #require(project.home.stateFolder)).set(numbers) }

    private func number(writing steps: [UndoStep]) throws -> Int {
        let number = try project.change { _ in
            try project.undo.note(steps)
            return try #require(project.undo.number)
        }
        project.actor = "later"
        return number
    }

    private var setting: UndoStep { .set(before: Operation(id, [.note(nil)]), after: Operation(id, [.note("never")])) }

    @Test func `goes where it was under way when its process ended, and is passed over by who only looks`() throws {
        let before = try project.lastEntry()?.number
        let number = try number(writing: [setting])
        let mark = try #require(project.home.stateFolder).path + "/doing"
        #expect(project.undo.leftUnderWay.isEmpty && access(mark, F_OK) != 0)
        // Nobody knows of an entry by itself that its process was killed.
        try project.write { _ throws(ShedError) in }
        #expect(try project.lastEntry()?.number == number)
        try leave([number])
        let looked = try shelf.reopen(project, purpose: .look)
        looked.settleUnderWay()
        #expect(try looked.lastEntry()?.number == before && looked.undoEntries(limit: 9).map(\.number) == [before].compactMap(\.self))
        #expect(try project.lastEntry()?.number == number)
        project.settleUnderWay()
        #expect(try project.lastEntry()?.number == before && project.undo.journal?.entry(number) == nil)
        #expect(project.undo.leftUnderWay.isEmpty)
    }

    @Test func `stays where something was done of it`() throws {
        try project.commit([Operation(id, [.note("of a")])])
        let number = try #require(try project.lastEntry()).number
        project.actor = "later"
        try leave([number])
        project.settleUnderWay()
        #expect(try project.lastEntry()?.number == number && project.undo.leftUnderWay.isEmpty)
    }

    @Test func `of the project's name is one as long as it has another`() throws {
        func naming(_ name: Name?) -> UndoStep {
            var deed = UndoStep.Final(reason: "renamed", words: nil)
            deed.name = name
            return .final(deed)
        }
        let (other, own, unknown) = try (number(writing: [naming("Verses")]), number(writing: [naming("My Poems")]), number(writing: [naming(nil)]))
        try leave([other, own, unknown])
        project.settleUnderWay()
        #expect(try project.undo.journal?.numbers().suffix(2) == [own, unknown])
        #expect(try project.undo.journal?.entry(own)?.steps == [naming("My Poems")])
    }

    @Test func `is nothing that a deed waits for`() throws {
        let number = try number(writing: [setting])
        try leave([number])
        try #require(DeedMark(project.home)).set(number)
        project.settleUnderWay()
        #expect(try project.undo.journal?.entry(number) != nil)
    }
}
