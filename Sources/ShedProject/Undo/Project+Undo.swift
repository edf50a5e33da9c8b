import ShedDisk
import ShedModel

extension Project {
    /// What was done to the project and can be looked at, the newest first: not what was interrupted before anything was done.
    /// - Parameter limit: so many at most.
    public func undoEntries(limit: Int) throws(ShedError) -> [UndoEntry] {
        guard let journal = undo.journal else { return [] }
        do throws(DiskError) {
            var entries: [UndoEntry] = []
            for number in try journal.numbers().reversed() where !undo.neverDone.contains(number) {
                guard entries.count < limit else { break }
                if let entry = try journal.entry(number), !entry.isVoid, !entry.isEmpty { entries.append(entry) }
            }
            return entries
        } catch { throw ShedError(error) }
    }

    /// Whether somebody, this process or another, changes the project at this moment.
    public var isBeingChanged: Bool { home.stateFolder.map { FileLock.isHeld($0.path + "/lock") } ?? false }

    /// The number of what a daemon did last by itself; `nil` where its last look at the project led to nothing that can be taken back.
    public var lastDone: Int? { undo.lastNumber }

    /// The number of what is being done now, or was since the actor was named; `nil` where that was nothing.
    public var currentEntry: Int? { undo.number }

    /// A deed that was interrupted, and that the next command which writes takes back, without its steps; `nil` where there is none, or
    /// somebody is at work just now.
    public var interruptedDeed: (number: Int, actor: String)? {
        guard transaction == nil, !isBeingChanged, let number = DeedMark(home)?.number, let entry = try? undo.journal?.entry(number) else { return nil }
        return (number, entry.actor)
    }

    /// The last thing that was done. Passed over is what was never done after all, as was seen when it was to be taken back or by
    /// ``settleUnderWay()``, what was interrupted before its first step, and what was interrupted and taken back without a word of anybody's.
    public func lastEntry() throws(ShedError) -> UndoEntry? {
        guard let journal = undo.journal else { return nil }
        do throws(DiskError) {
            var void: Set<Int> = []
            for number in try journal.numbers().reversed() where !void.contains(number) && !undo.neverDone.contains(number) {
                guard let entry = try journal.entry(number), !entry.isEmpty else { continue }
                guard entry.isPassedOver, let undone = entry.undoes else { return entry }
                void.insert(undone)
            }
            return nil
        } catch { throw ShedError(error) }
    }

    /// What a verb of this user's did last, without its steps, if that is one of the last 50 things: not what was interrupted before its
    /// first step.
    public func lastOwnEntry() throws(ShedError) -> UndoEntry? {
        let journal = undo.journal
        func isEmpty(_ head: UndoEntry) -> Bool { undo.neverDone.contains(head.number) || (try? journal?.entry(head.number))?.isEmpty ?? false }
        do throws(DiskError) { return try journal?.newest(of: 50) { $0.isOwn && !$0.isAutomatic && !isEmpty($0) } } catch { throw ShedError(error) }
    }

    /// An entry by its number.
    /// - Throws: ``ShedError`` of kind usage where there is none.
    public func undoEntry(_ number: Int) throws(ShedError) -> UndoEntry {
        do throws(DiskError) {
            if let entry = try undo.journal?.entry(number) { return entry.onDevice(of: home.root) }
        } catch { throw ShedError(error) }
        throw ShedError(.usage, .noSuchNumber(number: number), remedy: .undoListsAll)
    }

    /// What was taken back, and not done again since.
    public func takenBack() throws(ShedError) -> TakenBack {
        do throws(DiskError) {
            guard let links = try undo.journal?.links() else { return TakenBack() }
            let interrupted = links.interrupted.union([interruptedDeed?.number].compactMap(\.self))
            return TakenBack(whole: links.takenBack(), part: links.takenBackInPart(), void: links.void, interrupted: interrupted)
        } catch { throw ShedError(error) }
    }
}

extension Transaction {
    /// Takes an entry of the undo journal back: the last step first, and each thing only where it is as shed left it. That is an
    /// entry of its own, and so can be taken back. What is left can be taken back later.
    ///
    /// Interrupted, it is gone on with by the next call for the same entry, under the same number.
    /// - Throws: ``ShedError`` where nothing of it can be taken back, or all was already.
    public func undo(_ entry: UndoEntry, dryRun: Bool = false) throws(ShedError) -> Undone {
        // Another process may have been writing it when it was looked at.
        let entry = try project.undoEntry(entry.number)
        // Who takes back what was interrupted need not know that this was done a moment ago.
        if let endedDeed, endedDeed.entry.number == entry.number { return endedDeed }
        guard !dryRun, isWriting, let mark = DeedMark(home) else { return try takeBack(entry, dryRun: dryRun) }
        if entry.isOneDeed { try requireNoOtherDeed(mark, besides: entry.number) }
        // One that stands need not be written anew, which a disk that is full would refuse.
        if entry.isOneDeed, mark.number == nil {
            do throws(DiskError) { try mark.set(entry.number) } catch { throw ShedError.unnoted(error) }
        }
        let undone: Undone
        do throws(ShedError) { undone = try takeBack(entry, dryRun: false) } catch {
            // What may go well another time is not forgotten.
            if error.isForEver { mark.remove(of: entry.number) }
            throw error
        }
        mark.remove(of: entry.number)
        return undone
    }

    /// All that stands of an entry.
    private func takeBack(_ entry: UndoEntry, dryRun: Bool) throws(ShedError) -> Undone {
        let links: UndoLinks
        do throws(DiskError) { links = try project.undo.journal?.links() ?? UndoLinks() } catch { throw ShedError(error) }
        let standing = links.standing(of: entry.number)
        guard !standing.isEmpty else {
            let other = links.takenBack()[entry.number] ?? entry.number
            throw ShedError(.refused, .takenBackAlready(number: entry.number, other: other), remedy: .undoNumberAgain(number: other))
        }
        var result = Undone(entry: entry)
        for (number, steps) in standing {
            let undone = try undo(number == entry.number ? entry : try project.undoEntry(number), steps, dryRun: dryRun)
            result.things += undone.things
            result.number = undone.number ?? result.number
            if let number = undone.number { result.numbers.append(number) }
            result.isNewest = undone.isNewest
        }
        // That some things are so already need not be said beside what was done, or could not be.
        if result.things.contains(where: { $0.deed != .already }) { result.things.removeAll { $0.deed == .already } }
        return result
    }

    /// - Parameter steps: the positions of those that are taken back; `nil`: all.
    private func undo(_ entry: UndoEntry, _ steps: Set<Int>?, dryRun: Bool) throws(ShedError) -> Undone {
        if let obstacle = entry.obstacle {
            throw ShedError(.refused, .cannotTakeBack(number: entry.number, verb: ShedError.shown(entry.actor), why: obstacle), remedy: .undoListsPossible)
        }
        let interrupted: UndoEntry?
        do throws(DiskError) { interrupted = try project.undo.journal?.interrupted(undoing: entry.number) } catch { throw ShedError(error) }
        if !dryRun {
            try requireWriting()
            project.undo.beginUndoing(entry.number, in: interrupted?.number, isAutomatic: isEndingDeed)
        }
        var undoing = Undoing(self, entry, only: steps, after: interrupted, dryRun: dryRun)
        do throws(ShedError) {
            try undoing.run()
            // Numbers that were being written are not gone on with: they were taken back.
            if !dryRun { try endNumbering() }
        } catch {
            project.undo.close()
            throw error
        }
        var undone = Undone(entry: entry, things: undoing.things)
        if !dryRun {
            do throws(DiskError) { try finish(&undone, undoing, after: interrupted) } catch { throw ShedError(error) }
        }
        return undone
    }

    /// Says in the journal and in the history what was taken back.
    private func finish(_ undone: inout Undone, _ undoing: Undoing, after interrupted: UndoEntry?) throws(DiskError) {
        guard let journal = project.undo.journal else { return project.undo.close() }
        // What an interrupted one did is in no history yet.
        let hasBegun = interrupted.map { !$0.steps.isEmpty } ?? false
        if hasBegun || undone.isAnythingDone { record(undone: undone.entry) }
        // Folders that were made for what then could not be moved into them stay.
        let hasMade = try project.undo.number.flatMap { number throws(DiskError) in try journal.entry(number) }?.hasMade ?? false
        guard undone.isAnythingDone || interrupted != nil || hasMade || undoing.mayHaveChanged else {
            // What was written down was not done.
            project.undo.abandon()
            project.undo.close()
            // That there was nothing to take back is noted, or it would be the last thing that was done for ever.
            guard undone.isWhole, try !journal.isNotedAsVoid(undone.entry.number) else { return }
            project.undo.beginUndoing(undone.entry.number, in: nil, isAutomatic: isEndingDeed)
            return try project.undo.finishUndoing(left: [], isVoid: true)
        }
        undone.number = project.undo.number
        if let number = undone.number, let newest = try journal.numbers().last {
            // An undo without a number passes over one that nobody asked for.
            let isAutomatic = try journal.entry(number)?.isAutomatic ?? false
            undone.isNewest = number == newest && !isAutomatic
        }
        try project.undo.finishUndoing(left: undoing.notTakenBack, isVoid: false)
    }
}
