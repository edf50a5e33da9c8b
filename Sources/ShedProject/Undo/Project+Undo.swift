import ShedDisk
import ShedModel

extension Project {
    /// What was done to the project and can be looked at, the newest first.
    /// - Parameter limit: so many at most.
    public func undoEntries(limit: Int) throws(ShedError) -> [UndoEntry] {
        guard let journal = undo.journal else { return [] }
        do throws(DiskError) {
            var entries: [UndoEntry] = []
            for number in try journal.numbers().reversed() {
                guard entries.count < limit else { break }
                if let entry = try journal.entry(number) { entries.append(entry) }
            }
            return entries
        } catch { throw ShedError(error) }
    }

    /// Whether somebody, this process or another, changes the project at this moment.
    public var isBeingChanged: Bool { home.stateFolder.map { FileLock.isHeld($0.path + "/lock") } ?? false }

    /// The number of what a daemon did last by itself; `nil` where its last look at the project led to nothing that can be taken back.
    public var lastDone: Int? { undo.lastNumber }

    /// The last thing that was done: what was never done after all, as was seen when it was to be taken back, is passed over.
    public func lastEntry() throws(ShedError) -> UndoEntry? {
        guard let journal = undo.journal else { return nil }
        do throws(DiskError) {
            var void: Set<Int> = []
            for number in try journal.numbers().reversed() where !void.contains(number) {
                guard let entry = try journal.entry(number) else { continue }
                guard let undone = entry.undoes, entry.isFinished, entry.steps.isEmpty else { return entry }
                void.insert(undone)
            }
            return nil
        } catch { throw ShedError(error) }
    }

    /// What a verb of this user's did last, without its steps, if that is one of the last 50 things.
    public func lastOwnEntry() throws(ShedError) -> UndoEntry? {
        do throws(DiskError) { return try undo.journal?.newest(of: 50, where: \.isOwn) } catch { throw ShedError(error) }
    }

    /// An entry by its number.
    /// - Throws: ``ShedError`` of kind usage where there is none.
    public func undoEntry(_ number: Int) throws(ShedError) -> UndoEntry {
        do throws(DiskError) {
            if let entry = try undo.journal?.entry(number) { return entry }
        } catch { throw ShedError(error) }
        throw ShedError(.usage, .noSuchNumber(number: number), remedy: .undoListsAll)
    }

    /// The entries that were taken back, and not done again since, each with the one that took it back.
    public func takenBack() throws(ShedError) -> [Int: Int] {
        do throws(DiskError) { return try undo.journal?.takenBack() ?? [:] } catch { throw ShedError(error) }
    }
}

extension Transaction {
    /// Takes an entry of the undo journal back: the last step first, and each thing only where it is as shed left it. That is an
    /// entry of its own, and so can be taken back.
    ///
    /// Interrupted, it is gone on with by the next call for the same entry, under the same number.
    /// - Throws: ``ShedError`` where nothing of it can be taken back, or it was already.
    public func undo(_ entry: UndoEntry, dryRun: Bool = false) throws(ShedError) -> Undone {
        // Another process may have been writing it when it was looked at.
        var entry = try project.undoEntry(entry.number)
        if let other = try project.takenBack()[entry.number] {
            throw ShedError(.refused, .takenBackAlready(number: entry.number, other: other), remedy: .undoNumberAgain(number: other))
        }
        do throws(DiskError) {
            // Files are as that one left them which did it again.
            if let last = try project.undo.journal?.last(doing: entry.number), last != entry.number, let again = try project.undo.journal?.entry(last) { entry = again }
        } catch { throw ShedError(error) }
        if let obstacle = entry.obstacle {
            throw ShedError(.refused, .cannotTakeBack(number: entry.number, verb: ShedError.shown(entry.actor), why: obstacle), remedy: .undoListsPossible)
        }
        let interrupted: UndoEntry?
        do throws(DiskError) { interrupted = try project.undo.journal?.interrupted(undoing: entry.number) } catch { throw ShedError(error) }
        if !dryRun {
            try requireWriting()
            project.undo.beginUndoing(entry.number, in: interrupted?.number)
        }
        var undoing = Undoing(self, entry, after: interrupted, dryRun: dryRun)
        do throws(ShedError) { try undoing.run() } catch {
            project.undo.close()
            throw error
        }
        var undone = Undone(entry: entry, number: dryRun ? nil : project.undo.number, things: undoing.things)
        if !dryRun {
            // What an interrupted one did is in no history yet.
            let hasBegun = interrupted.map { !$0.steps.isEmpty } ?? false
            if hasBegun || undone.things.contains(where: { $0.deed != .left }) { record(undone: entry) }
            // That there was nothing to take back is noted too, or it would be the last thing that was done for ever.
            do throws(DiskError) {
                if let number = undone.number, let newest = try project.undo.journal?.numbers().last { undone.isNewest = number == newest }
                try project.undo.finishUndoing(isVoid: undone.things.isEmpty)
            } catch { throw ShedError(error) }
        }
        return undone
    }
}
