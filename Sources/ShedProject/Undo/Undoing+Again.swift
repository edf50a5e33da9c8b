import ShedDisk
import ShedModel

/// What an entry did again that had been taken back: the one that did it first, and which of its steps that is.
struct FirstDoing {
    let entry: UndoEntry
    let steps: Set<Int>

    /// `nil` for an entry that does nothing again, or where the first one is not kept any more.
    init?(of again: UndoEntry, in journal: UndoJournal) throws(DiskError) {
        var (entry, left) = (again, Set<Int>())
        repeat {
            guard let undoing = try entry.undoes.flatMap({ number throws(DiskError) in try journal.entry(number) }),
                let first = try undoing.undoes.flatMap({ number throws(DiskError) in try journal.entry(number) }), first.number < entry.number
            else { return nil }
            (entry, left) = (first, undoing.left)
        } while entry.undoes != nil
        let steps = entry.steps.indices.filter { if case .made = entry.steps[$0] { !left.contains($0) } else { false } }
        guard !steps.isEmpty else { return nil }
        self.entry = entry
        self.steps = Set(steps)
    }
}

extension Undoing {
    /// What was made first by an entry, was put back by the one that is taken back, and stands elsewhere by now, is taken back from
    /// there: the second one only says where it had put it, with what it lay in.
    mutating func takeBackMoved(of first: FirstDoing) throws(ShedError) {
        // What is left of it is taken back later, and that with it.
        guard left.isEmpty else { return }
        var other = Undoing(transaction, first.entry, only: first.steps, after: nil, dryRun: dryRun)
        try other.run()
        // Nothing was moved yet in a dry run.
        let told = Set(dryRun ? things.map { $0.from ?? $0.path } : [])
        // What stays where it was made first is not elsewhere.
        let places = Set(first.steps.compactMap { if case .made(let made) = first.entry.steps[$0] { made.path } else { nil } })
        for var thing in other.things where thing.deed != .already && !told.holds(thing.from ?? thing.path) {
            if thing.deed == .left, places.contains(thing.path) { continue }
            thing.step = nil
            _ = add(thing)
            if thing.deed == .left { leaveAlong() }
        }
    }
}
