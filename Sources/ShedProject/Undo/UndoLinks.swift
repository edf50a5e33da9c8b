/// Which entries of the undo journal took which others back, wholly or in part. Numbers grow: an entry takes older ones back.
struct UndoLinks {
    private struct Undoing {
        var number: Int
        /// The positions of the other entry's steps that it did not take back.
        var left: Set<Int>
    }

    /// Those that took an entry back, by its number, the oldest first.
    private var undoings: [Int: [Undoing]] = [:]
    /// The entries of which nothing was left when they were to be taken back.
    private(set) var void: Set<Int> = []
    /// The entries that were taken back since they were interrupted.
    private(set) var interrupted: Set<Int> = []

    /// Entries are added the oldest first.
    mutating func add(_ number: Int, undoing undone: Int, left: Set<Int>) {
        // Something was left after all.
        void.remove(undone)
        undoings[undone, default: []].append(Undoing(number: number, left: left))
    }

    /// Takes note that of an entry nothing was left.
    mutating func add(void number: Int) { void.insert(number) }

    /// Takes note that an entry was interrupted, and taken back for that.
    mutating func add(interrupted number: Int) { interrupted.insert(number) }

    /// What of an entry was never taken back: the positions of its steps; `nil` for all.
    private func untouched(of number: Int) -> Set<Int>? {
        guard let undoings = undoings[number], let first = undoings.first else { return nil }
        return undoings.dropFirst().reduce(first.left) { $0.intersection($1.left) }
    }

    /// What stands now of what an entry did, the newest first: itself as far as it was never taken back, and the entries that did it
    /// again by taking back what had taken it back. Files are as that one left them which did it last.
    /// - Returns: numbers of entries, with the positions of the steps that count; `nil` for all.
    func standing(of number: Int) -> [(number: Int, steps: Set<Int>?)] {
        var result: [(number: Int, steps: Set<Int>?)] = []
        var waiting = [number]
        while let next = waiting.popLast() {
            let steps = untouched(of: next)
            if steps?.isEmpty != true { result.append((next, steps)) }
            for undoing in undoings[next] ?? [] { waiting += (undoings[undoing.number] ?? []).map(\.number) }
        }
        return result.sorted { $0.number > $1.number }
    }

    /// The entries that were taken back, and not done again since, each with the one that took it back.
    func takenBack() -> [Int: Int] { undone { !$0 } }

    /// The entries of which a part was taken back, and not done again since, each with the one that did so last.
    func takenBackInPart() -> [Int: Int] { undone { $0 } }

    private func undone(where isMeant: (_ stands: Bool) -> Bool) -> [Int: Int] {
        var falls: Set<Int> = []
        var result: [Int: Int] = [:]
        // The newest first: whether an entry stands depends on newer ones.
        for (number, undoings) in undoings.sorted(by: { $0.key > $1.key }) {
            let isDoneAgain = undoings.contains { undoing in (self.undoings[undoing.number] ?? []).contains { !falls.contains($0.number) } }
            let stands = isDoneAgain || untouched(of: number)?.isEmpty != true
            if !stands { falls.insert(number) }
            if isMeant(stands), let last = undoings.last(where: { !falls.contains($0.number) }) { result[number] = last.number }
        }
        return result
    }
}
