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
        #expect(moves.isEmpty)
        TestFile.write("[a](Gone.md)\n", to: "\(watched.shelf.path)/My Poems/Draft/o.md")
        try watched.look()
        for (most, expected) in [(1, nil), (100, 1)] as [(Int, Int?)] {
            var bounded = HandMoves(within: LinkBudget(documents: most, bytes: 1 << 20))
            bounded.take(outcome([("Draft/Gone.md", "Draft/A.md")]))
            #expect(try bounded.step(watched.watched.project) == expected && bounded.isEmpty, "\(most)")
        }
        var bounded = HandMoves(within: LinkBudget(documents: 100, bytes: 10))
        bounded.take(outcome([("Draft/Gone.md", "Draft/A.md")]))
        #expect(try bounded.step(watched.watched.project) == nil && bounded.isEmpty)
    }

    @Test func `is looked into for the names by which notes were linked to, too`() throws {
        let watched = try WatchedShelf()
        let root = "\(watched.shelf.path)/My Poems"
        TestFile.write("Rain\n", to: "\(root)/Draft/Hail.md")
        for number in 0..<100 { TestFile.write("[[Rain]] [[rain.md#x]] [[Hail]] [[Later]] [a](Rain.md)\n", to: "\(root)/Draft/\(number).md") }
        try watched.look()
        var moves = HandMoves()
        moves.take(outcome([("Draft/Rain.md", "Draft/Hail.md")]))
        #expect(try moves.step(watched.watched.project) == nil && !moves.isEmpty)
        #expect(try moves.step(watched.watched.project) == 300 && moves.isEmpty)
    }

    private func ways(_ moves: HandMoves) -> [String] { moves.moves.map { "\($0.from) \($0.to)" }.sorted() }

    private func outcome(_ changes: [(UInt64, RelativePath, RelativePath)], _ type: NodeType = .file) -> Outcome {
        var outcome = Outcome()
        outcome.changes = changes.map { Change(.moved, id: NodeID(high: 1, low: $0.0), path: $0.2, from: $0.1, type: type) }
        return outcome
    }

    @Test func `is followed by node, and with the folders that it is in`() {
        var moves = HandMoves()
        moves.take(outcome([(1, "A", "B"), (2, "B", "C")]))
        #expect(ways(moves) == ["A B", "B C"])
        moves.take(outcome([(1, "B", "C"), (2, "C", "B")]))
        // The second is where it was.
        #expect(ways(moves) == ["A C"])
        moves = HandMoves()
        moves.take(outcome([(1, "X/a", "Y/a")]))
        moves.take(outcome([(2, "Y", "Z")], .folder))
        moves.take(outcome([(3, "Z/b", "W/b")]))
        #expect(ways(moves) == ["X/a Z/a", "Y Z", "Y/b W/b"])
    }

    @Test func `is no more than so much, and the first of it`() {
        var moves = HandMoves()
        let all = (0..<10_100).map { (UInt64($0), RelativePath(["A", Name("\($0)")]), RelativePath(["B", Name("\($0)")])) }
        moves.take(outcome(Array(all[..<10_050])))
        #expect(moves.moves.count == 10_000)
        moves.take(outcome(Array(all[10_050...])))
        #expect(moves.moves.count == 10_000)
        #expect(Set(moves.moves.map(\.from)) == Set(all[..<10_000].map(\.1)))
        // Where some come back there is room again.
        moves.take(outcome([(0, "B/0", "A/0")]))
        moves.take(outcome([all[10_099]]))
        #expect(Set(moves.moves.map(\.from)) == Set(all[1..<10_000].map(\.1) + [all[10_099].1]))
    }

    @Test func `is not what a verb moved, but follows that`() {
        var moves = HandMoves()
        var own = outcome([(1, "A", "B")])
        own.isOfOwnDoing = true
        moves.take(own)
        #expect(moves.isEmpty)
        moves.take(outcome([(1, "B", "C")]))
        own = outcome([(1, "C", "D"), (2, "E", "F")])
        own.isOfOwnDoing = true
        moves.take(own)
        #expect(ways(moves) == ["B D"])
    }

    @Test func `is announced with what became of links that were mended by themselves, in every language`() {
        let told = Announcement(ofMendedLinks: [.mendedLinks(count: 2, documents: 1), .linksLeft(path: "Draft/n.md", reason: .hasOtherNames)], in: "My Poems")
        #expect(told.summary.english == "My Poems: links since something was moved")
        #expect(told.lines.count == 2 && told.lines.first?.english == "2 links in 1 file mended")
        for language in Catalogue.languages { #expect(Catalogue.of(language).text(told.summary).hasPrefix("My Poems"), "\(language)") }
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
