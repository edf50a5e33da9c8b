import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile
import ShedSidecar

extension ProjectReader {
    /// A change of several files that is still to be filled. Needs no lock: nothing of the project changes meanwhile.
    package func stageChange() throws(ShedError) -> StagedChange {
        var lastError: DiskError?
        for _ in 1...3 {
            do throws(DiskError) { return StagedChange(in: try StagingFolder(root, home.replica, id: newID()), home.stateFolder.map(StagingSeals.init(in:))) } catch {
                lastError = error
                guard error.code == .changed || error.code == .notFound else { break }
            }
        }
        throw lastError.map(ShedError.init) ?? ShedError(.environment, "nothing could be staged in .shed")
    }

    /// Gives up a change that was not begun to be carried out; one that was is finished by the next walk.
    package func discard(_ change: StagedChange) {
        guard !change.isBegun else { return }
        try? change.folder.remove()
    }
}

/// What became of changes that an interrupted process began.
struct FinishedChanges {
    /// Those that are in the project now.
    var made: [StagedChange] = []
    /// Those that were taken back, where the walk has still to learn which file stands for which: until then their journals say it.
    var takenBack: [StagedChange] = []
    /// Files that stand in the places of others now, those also of what was taken back.
    var replacements: [FileIdentity: FileIdentity] = [:]
}

extension ShedError {
    /// Whether a change was not made, and nothing of it, since somebody had changed what it was to replace. Another try may go well.
    package var isConflict: Bool { kind == .refused && advice == .changedBySomebody }
}

extension ShedError {
    /// The same of a staged change all of which stands in the project, whatever could not be done with it then: the staging journal tells
    /// the next walk of it. Of nothing else: who asks takes it for done.
    fileprivate var inPlace: ShedError {
        guard kind == .environment, absence == nil, !isInPlace else { return self }
        var error = self
        error.isInPlace = true
        error.words = .standsUntaken(reason: words)
        return error
    }
}

extension Transaction {
    /// Puts a filled change into the project, and takes it in: all of it or nothing.
    /// - Parameters:
    ///   - scope: what is looked at then.
    ///   - told: where it puts what the caller tells the history itself.
    ///   - remade: why another file stands now where one stood: a sentence by path.
    package func carryOut(
        _ change: StagedChange, scope: WalkScope = .changed, told: Set<RelativePath> = [], remade: [RelativePath: Message] = [:]
    ) throws(ShedError) {
        try requireWriting()
        // What settles by itself keeps to what was scanned.
        if !isSettling {
            var entered = EnteredFolders()
            do throws(ShedError) { for place in change.places { try requireEntered(place, &entered) } } catch {
                discard(change)
                throw error
            }
        }
        let ending: StagedChange.Ending
        var change = change
        do throws(DiskError) { try prepare(&change) } catch {
            discard(change)
            retractChange()
            throw Transaction.untouched(error)
        }
        do throws(DiskError) { ending = try change.carryOut(in: root) } catch {
            var fault = ShedError(.environment, error.words, remedy: .nextCommandFinishes)
            fault.isPassing = error.isPassing
            throw fault
        }
        if case .takenBack(let error) = ending {
            if change.isUntouched { retractChange() }
            let stays = change.staying(in: root)
            var refusal = Transaction.untouched(error)
            do throws(ShedError) {
                try settle(change, keeping: change.stranded(in: root), isTakenBack: true)
                if !stays.assigned.isEmpty { try takeIn(.afterStaging(.init(assigned: stays.assigned, told: told, scope: scope))) }
                try concludeTakenBack(change)
                if let folder = stays.assigned.keys.min() { refusal.words = .disturbedInPart(reason: error.words, path: "\(folder)") }
            } catch { refusal = error }
            refusal.leavesPart = !stays.assigned.isEmpty
            throw refusal
        }
        notePlaced(change)
        do throws(ShedError) {
            try takeIn(.afterStaging(.init(
                assigned: change.assigned, told: told, remade: remade, rewritten: change.rewritten, derived: change.derived, scope: scope)))
            Interruption.point("taken-in")
            try conclude(change)
        } catch { throw error.inPlace }
        if change.unkept > 0 { project.deedNews.append(.undoLacksRoom(count: change.unkept)) }
    }

    /// That a change could not be made, and nothing of it was.
    private static func untouched(_ error: DiskError) -> ShedError {
        if error.code == .beingWritten {
            var refusal = ShedError(.refused, .disturbed(reason: error.words))
            refusal.tellsOfWriter = true
            return refusal
        }
        guard error.code == .changed || error.code == .exists else {
            var fault = ShedError(error)
            fault.words = .disturbed(reason: fault.words)
            return fault
        }
        return ShedError(.refused, .disturbed(reason: error.words), remedy: .changedBySomebody)
    }

    /// Writes down what a filled change will do: for who takes it back one day, and then for who finishes it.
    package func prepare(_ change: inout StagedChange) throws(DiskError) {
        change.unkept = try noteUndo(of: change)
        try change.seal(in: root)
    }

    /// Ends a change whose files were taken in: says in the sidecar what goes along with it, and removes its staging folder.
    func conclude(_ change: StagedChange) throws(ShedError) {
        try commit(change.operations, undo: .nothing)
        Interruption.point("said")
        do throws(ShedError) { try clear(change, keeping: change.unexpected) } catch {
            // Else each command that fails at the same place would say it once more.
            try? change.noteSaid()
            throw error
        }
    }

    /// Ends a change that an interrupted process began, and has told where what it refused is: nobody was told then.
    func concludeInterrupted(_ change: StagedChange) throws(ShedError) {
        let kept = Set(change.unexpected.map(\.name))
        try conclude(change)
        record(finished: change)
        let refused = change.entries.filter { $0.replaced != nil && $0.rejecting != nil && !kept.contains($0.name) }
        guard !refused.isEmpty else { return }
        let places = latestRefusals(of: Set(refused.map(\.target)), in: try load())
        for entry in refused {
            guard let place = places[Refused(path: entry.target, rule: entry.rejecting ?? "")] else { continue }
            project.deedNews.append(.putByInterrupted(path: "\(entry.target)", place: "\(place)"))
        }
    }

    /// What was refused, and by which rule.
    private struct Refused: Hashable {
        var path: RelativePath
        var rule: String
    }

    /// Where what stood at some paths and was refused last is now; without what is not there any more.
    private func latestRefusals(of paths: Set<RelativePath>, in state: ProjectState) -> [Refused: RelativePath] {
        var latest: [Refused: (time: Int64, id: NodeID)] = [:]
        for id in state.model.detailed {
            guard let rejection = state.model.nodes[id]?.details?.rejection, paths.contains(rejection.origin) else { continue }
            let refused = Refused(path: rejection.origin, rule: rejection.rule.raw)
            if let other = latest[refused], other >= (rejection.time, id) { continue }
            latest[refused] = (rejection.time, id)
        }
        return latest.compactMapValues { found in
            // Also where the folder is gone.
            guard let path = state.model.path(of: found.id), let name = path.last, let folder = try? root.openDirectory(at: path.parent),
                case .some = try? folder.kind(of: name)
            else { return nil }
            return path
        }
    }

    /// Removes the staging folder with what was replaced.
    /// - Parameters:
    ///   - kept: what must not go with it: each is put at the project's root, where the rules say what becomes of it.
    ///   - isTakenBack: whether the change was, and not made.
    package func clear(_ change: StagedChange, keeping kept: [StagedEntry], isTakenBack: Bool = false) throws(ShedError) {
        try settle(change, keeping: kept, isTakenBack: isTakenBack)
        try remove(change)
    }

    /// Puts aside what goes to Rejected, and gives back what is kept.
    private func settle(_ change: StagedChange, keeping kept: [StagedEntry], isTakenBack: Bool) throws(ShedError) {
        do {
            let names = Set(kept.map(\.name))
            var aside: [PutAsideFile] = []
            defer { project.undo.notePutAside(aside) }
            for entry in change.rejected where !names.contains(entry.name) {
                let to = try putAside(change.folder.path.appending(entry.name), as: entry.target, by: entry.rejecting ?? "")
                if let replaced = entry.replaced { aside.append(PutAsideFile(identity: replaced.identity, to: to)) }
            }
        } catch { throw ShedError(error) }
        try giveBack(kept, of: change, isTakenBack: isTakenBack)
    }

    /// Puts what was replaced and is kept at the project's root, and tells of each: nobody would look for it there.
    private func giveBack(_ kept: [StagedEntry], of change: StagedChange, isTakenBack: Bool) throws(ShedError) {
        for entry in kept {
            let name = try freeName(entry.target.last ?? entry.name, in: .root, isFile: true)
            do throws(DiskError) { try give(entry, of: change, as: name, isCopy: isTakenBack && isFile(at: entry.target)) } catch { throw ShedError(error) }
            project.deedNews.append(.putBeside(path: "\(entry.target)", place: "\(RelativePath([name]))"))
        }
    }

    /// Ends a change that was taken back and that a walk has taken account of: says what is to be said of the folders that stay.
    func concludeTakenBack(_ change: StagedChange) throws(ShedError) {
        try commit(change.staying(in: root).operations, undo: .nothing)
        try remove(change)
    }

    /// Removes the staging folder of a change that has come to its end, with all that is in it.
    func remove(_ change: StagedChange) throws(ShedError) {
        do throws(DiskError) { try change.folder.remove() } catch { throw ShedError(error) }
        if let stateFolder = home.stateFolder { StagingSeals(in: stateFolder).remove(change.folder.name) }
    }

    /// Puts what a change replaced at the project's root.
    /// - Parameter isCopy: whether it comes as another file, since what stands in its place is to have the ID, which follows a file. Not where
    ///   some program may still write to it, which must go on writing to what is kept.
    private func give(_ entry: StagedEntry, of change: StagedChange, as name: Name, isCopy: Bool) throws(DiskError) {
        let staged = change.folder.directory
        if isCopy, let file = try? staged.file(entry.name), file.isBeingWritten == false, (try? root.copyWhole(file, as: name)) != nil {
            // Where shed is killed in between, it is put there once more.
            Interruption.point("given")
            return try staged.removeFile(entry.name)
        }
        try staged.rename(entry.name, to: root, as: name, expecting: nil)
    }

    private func isFile(at path: RelativePath) -> Bool {
        guard let name = path.last, let folder = try? root.openDirectory(at: path.parent) else { return false }
        return (try? folder.kind(of: name)) == .file
    }

    /// Finishes changes that were interrupted between the first and the last of their files. What this machine did not begin is left
    /// alone (``ProjectHome/leftChanges()`` tells of it), so that it stands in nobody's way.
    /// - Returns: those that are in the project now; once that was taken in, ``conclude(_:)`` ends them. And those that were taken back and
    ///   of which the walk must know; ``concludeTakenBack(_:)`` ends them then.
    func finishStaged() throws(ShedError) -> FinishedChanges {
        var result = FinishedChanges()
        var taken: [StagedChange] = []
        guard !isCarryingOut, let stateFolder = home.stateFolder else { return result }
        let seals = StagingSeals(in: stateFolder)
        do throws(DiskError) {
            let replicas = stateFolder.record.replicas
            var folders: [StagingFolder] = []
            for replica in replicas { folders += try StagingFolder.abandoned(in: root, replica) }
            for folder in folders {
                switch try StagedChange.abandoned(folder, seals) {
                // What cannot be removed stands in nobody's way.
                case .rubbish:
                    retractUndone(folder)
                    try? folder.remove()
                case .foreign: continue
                case .change(var change):
                    if try change.finish(in: root, ignoring: home.configuration.ignore) { result.made.append(change) } else { taken.append(change) }
                    result.replacements.merge(change.replacements(in: root)) { $1 }
                    change.removeEmptyFolders(in: root)
                }
            }
            if try !seals.areKept() { try seals.begin() }
            if let parents = StagingFolder.parents(in: root, replicas), !parents.isEmpty {
                seals.sweep { name in parents.allSatisfy { (try? $0.kind(of: name)) == .some(nil) } }
            }
        } catch { throw ShedError(error) }
        for change in taken {
            retractUndone(change)
            let stranded = change.stranded(in: root)
            let isDone = change.replacements(in: root).isEmpty && change.staying(in: root).assigned.isEmpty
            try settle(change, keeping: stranded, isTakenBack: true)
            if isDone { try remove(change) } else { result.takenBack.append(change) }
        }
        return result
    }
}
