import ShedModel
import ShedProject
import ShedReconcile
import ShedRules
import Testing

@testable import ShedWritingKind

/// A part that settles in so many steps, each of which makes a move, and writes down when it was asked and what it did.
private final class Part: ProjectKind {
    let name: String
    let steps: Int
    let log: Log

    final class Log { var lines: [String] = [] }

    init(_ name: String, steps: Int, _ log: Log) { (self.name, self.steps, self.log) = (name, steps, log) }

    func begin(after outcome: Outcome) -> (any Settling)? {
        log.lines.append("\(name) asked after \(outcome.moves.count)")
        return steps == 0 ? nil : Work(self)
    }

    private final class Work: Settling {
        let part: Part
        var done = 0
        init(_ part: Part) { self.part = part }

        func step(_ outcome: inout Outcome) throws(ShedError) -> Bool {
            done += 1
            outcome.moves.append(
                Move(
                    node: NodeID(high: 0, low: 1), from: "Draft/a", to: "Draft/b", identity: FileIdentity(device: 1, inode: 1, birth: 0), purpose: .putBack,
                    refusal: Refusal(rule: EditedView.info, message: "It is a test.")))
            return done < part.steps
        }

        func entries(for moves: ArraySlice<Move>) -> [HistoryEntry] {
            part.log.lines.append("\(part.name) tells \(moves.startIndex)..<\(moves.endIndex)")
            return []
        }

        func end(_ outcome: inout Outcome) { part.log.lines.append("\(part.name) ended") }
    }
}

@Suite struct `What several parts settle` {
    @Test func `is settled one after the other, each after what those before it did`() throws {
        let log = Part.Log()
        let parts = [Part("a", steps: 2, log), Part("b", steps: 0, log), Part("c", steps: 1, log)]
        var outcome = Outcome()
        let settling = try #require(try SettlingInTurn(parts, after: outcome) { part, outcome in (part as? Part)?.begin(after: outcome) })
        while try settling.step(&outcome) {}
        _ = settling.entries(for: outcome.moves[...])
        settling.end(&outcome)
        #expect(
            log.lines == [
                "a asked after 0", "b asked after 2", "c asked after 2", "a tells 0..<2", "c tells 2..<3", "a ended", "c ended",
            ])
    }

    @Test func `is nothing where none has anything`() throws {
        let log = Part.Log()
        let settling = try SettlingInTurn([Part("a", steps: 0, log), Part("b", steps: 0, log)], after: Outcome()) { part, outcome in
            (part as? Part)?.begin(after: outcome)
        }
        #expect(settling == nil && log.lines.count == 2)
    }
}
