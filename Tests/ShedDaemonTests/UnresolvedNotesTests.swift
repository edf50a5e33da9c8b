import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedReconcile
import ShedRules
import ShedTestSchedule
import ShedTestSupport
import Testing

@testable import ShedDaemon

/// What a daemon goes on saying of what stands where it may not.
@Suite(.waitsForPrograms) struct `What is unresolved in a watched project` {
    private static func outcome(_ messages: [(RelativePath, String)]) -> Outcome {
        var outcome = Outcome()
        outcome.reports = messages.map { Report(rule: BulkAddition.info, path: $0.0, id: nil, message: $0.1) }
        outcome.unsettled = messages.map { Change(.added, id: nil, path: $0.0, type: .file) }
        return outcome
    }

    @Test func `is told to the log once for each content`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        let root = project.home.root
        let path = try #require(String(validating: project.home.path, as: UTF8.self)) + "/a.pdf"
        TestFile.write("one", to: path)
        func outcome(_ reason: String = "It is damaged.") -> Outcome {
            var outcome = Self.outcome([("a.pdf", reason), ("gone.pdf", "It is gone.")])
            outcome.failures = [("a.pdf", .verbatim("it fails"))]
            return outcome
        }
        var told = ToldReports()
        func count(_ outcome: Outcome) -> [Int] {
            let new = told.untold(outcome, root)
            return [new.reports.count, new.failures.count, new.unsettled.count]
        }
        #expect(count(outcome()) == [2, 1, 2])
        #expect(count(outcome()) == [0, 0, 2])
        #expect(count(outcome("It is something else.")) == [1, 0, 2])
        TestFile.write("another one", to: path)
        #expect(count(outcome()) == [1, 1, 2])
        #expect(count(outcome()) == [0, 0, 2])
    }

    @Test func `is told once, as it was said last, also where the walk looked elsewhere`() throws {
        let shelf = try Shelf()
        let root = try shelf.project().home.root
        var notes = UnresolvedNotes()
        notes.take(Self.outcome([("Draft", "three"), ("Ready/a.txt", "one")]), scanned: nil, root)
        for message in ["four", "five"] { notes.take(Self.outcome([("Draft", message)]), scanned: ["Draft"], root) }
        #expect(notes.reports.map(\.message) == ["five", "one"])
        #expect(notes.changes.map(\.path) == ["Draft", "Ready/a.txt"])
        // What a walk looked at and says nothing of is settled.
        notes.take(Outcome(), scanned: ["Ready"], root)
        #expect(notes.reports.map(\.message) == ["five"])
        notes.take(Outcome(), scanned: nil, root)
        #expect(notes.reports.isEmpty && notes.changes.isEmpty)
    }

    /// Each event makes the daemon look, and a look does not ask who has what open.
    @Test func `says for what it waits until a walk that judges says otherwise`() throws {
        let root = try Shelf().project().home.root
        var (notes, outcome) = (UnresolvedNotes(), Self.outcome([("Ready/a.txt", "It waits.")]))
        outcome.reports[0].delay = .beingWritten
        notes.take(outcome, scanned: nil, root)
        for scanned in [["Ready"], nil] as [Set<RelativePath>?] {
            notes.take(Self.outcome([("Ready/a.txt", "It may not.")]), scanned: scanned, isJudged: false, root)
            #expect(notes.reports.map(\.message) == ["It waits."])
        }
        outcome.reports[0].delay = .duringGit
        outcome.reports[0].words = .verbatim("It waits for git.")
        notes.take(outcome, scanned: nil, isJudged: false, root)
        #expect(notes.reports.map(\.message) == ["It waits for git."])
        notes.take(Self.outcome([("Ready/a.txt", "It may not.")]), scanned: ["Ready"], root)
        #expect(notes.reports.map(\.message) == ["It may not."])
        notes.take(Outcome(), scanned: ["Ready"], isJudged: false, root)
        #expect(notes.reports.isEmpty)
    }
}
