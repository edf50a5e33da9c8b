import ShedModel
import ShedProject
import ShedReconcile

/// What the parts of an opened project settle after one walk, one part after the other. A part is asked once those before it are done,
/// and so finds what they have left.
final class SettlingInTurn: Settling {
    /// What a part settles, and how many moves the outcome had when it began.
    private struct Turn {
        var settling: any Settling
        var start: Int
    }

    private let ask: (any ProjectKind, Outcome) throws(ShedError) -> (any Settling)?
    private var waiting: ArraySlice<any ProjectKind>
    private var turns: [Turn] = []

    /// - Parameter ask: what a part has to settle after what was done so far.
    /// - Returns: `nil` where no part has anything.
    init?(_ parts: [any ProjectKind], after outcome: Outcome, _ ask: @escaping (any ProjectKind, Outcome) throws(ShedError) -> (any Settling)?) throws(ShedError) {
        (self.ask, waiting) = (ask, parts[...])
        guard try begin(after: outcome) else { return nil }
    }

    /// - Returns: `false` where nobody is left who has anything.
    private func begin(after outcome: Outcome) throws(ShedError) -> Bool {
        while let part = waiting.popFirst() {
            guard let settling = try ask(part, outcome) else { continue }
            turns.append(Turn(settling: settling, start: outcome.moves.count))
            return true
        }
        return false
    }

    func step(_ outcome: inout Outcome) throws(ShedError) -> Bool {
        guard let turn = turns.last else { return false }
        if try turn.settling.step(&outcome) { return true }
        return try begin(after: outcome)
    }

    func entries(for moves: ArraySlice<Move>) -> [HistoryEntry] {
        var entries: [HistoryEntry] = []
        for (number, turn) in turns.enumerated() {
            let end = number + 1 < turns.count ? turns[number + 1].start : moves.endIndex
            let range = max(turn.start, moves.startIndex)..<max(end, turn.start, moves.startIndex)
            entries += turn.settling.entries(for: moves[range.clamped(to: moves.indices)])
        }
        return entries
    }

    func end(_ outcome: inout Outcome) {
        for turn in turns { turn.settling.end(&outcome) }
    }
}
