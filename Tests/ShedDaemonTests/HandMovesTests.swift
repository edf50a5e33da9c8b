import ShedMessages
import ShedModel
import ShedReconcile
import ShedTestSchedule
import ShedTestSupport
import Testing

@testable import ShedDaemon
@testable import ShedProject

@Suite(.waitsForPrograms) struct `What was moved by hand` {
    private func outcome(_ moves: [(RelativePath, RelativePath)], isCarried: Bool = false, isAside: Bool = false) -> Outcome {
        var outcome = Outcome()
        outcome.changes = moves.enumerated().map { number, move in
            var change = Change(.moved, id: NodeID(high: 1, low: UInt64(number)), path: move.1, from: move.0, type: .file)
            (change.isCarried, change.isAside) = (isCarried, isAside)
            return change
        }
        return outcome
    }

    /// 100 documents with a link each are more than is read in a moment.
    @Test func `is followed from move to move, and looked into a few documents at a time`() throws {
        let watched = try WatchedShelf()
        let root = "\(watched.shelf.path)/My Poems"
        for number in 0..<100 { TestFile.write("[a](Ode.md) [b](Rain.md)\n", to: "\(root)/Draft/\(number).md") }
        TestFile.write("Rain\n", to: "\(root)/Draft/Rain.md")
        try watched.look()
        var moves = HandMoves()
        #expect(moves.isEmpty)
        moves.take(outcome([("Draft/Ode.md", "Draft/A.md"), ("Draft/Sea.md", "Draft/Sea.md")]))
        moves.take(outcome([("Draft/A.md", "Draft/B.md")]))
        #expect(!moves.isEmpty)
        var steps = 1
        var count = try moves.step(watched.watched.project)
        while count == nil, !moves.isEmpty {
            count = try moves.step(watched.watched.project)
            steps += 1
        }
        #expect(count == 100 && steps == 2 && moves.isEmpty)
    }

    @Test func `is nothing where a device's sidecar moved it, where it came back, and where there is too much`() throws {
        let watched = try WatchedShelf()
        TestFile.write("[a](Ode.md)\n", to: "\(watched.shelf.path)/My Poems/Draft/n.md")
        TestFile.write("Ode\n", to: "\(watched.shelf.path)/My Poems/Draft/Ode.md")
        try watched.look()
        var moves = HandMoves()
        moves.take(outcome([("Draft/Ode.md", "Draft/A.md")], isCarried: true))
        #expect(moves.isEmpty)
        moves.take(outcome([("Draft/Ode.md", "Trash/Ode.md")], isAside: true))
        #expect(moves.isEmpty)
        moves.take(outcome([("Draft/Ode.md", "Draft/A.md")]))
        moves.take(outcome([("Draft/A.md", "Draft/Ode.md")]))
        #expect(try moves.step(watched.watched.project) == 0 && moves.isEmpty)
        let many = (0..<20_000).map { (RelativePath(["Draft", Name("\($0).md")]), RelativePath(["Ready", Name("\($0).md")])) }
        moves.take(outcome(many))
        #expect(try moves.step(watched.watched.project) == 0 && moves.isEmpty)
    }

    @Test func `is announced with what to do, in every language`() {
        let one = Announcement(ofBrokenLinks: 1, in: "My Poems")
        #expect(one.summary.english == "My Poems: 1 link leads nowhere since something was moved")
        #expect(one.lines.map(\.english) == ["“shed fix-links” shows what it would mend, and asks"])
        for language in Catalogue.languages {
            let catalogue = Catalogue.of(language)
            #expect(catalogue.text(one.summary).hasPrefix("My Poems") && catalogue.text(one.lines[0]).contains("shed fix-links"), "\(language)")
        }
    }
}
