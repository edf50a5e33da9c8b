import ShedDisk
import ShedModel

extension Undoing {
    // MARK: What was made

    mutating func takeBack(_ made: UndoStep.Made) throws(ShedError) {
        guard !whole.holds(made.path), self.made[made.path] == made else { return }
        if try settle(for: [made.path]) { return }
        guard let name = made.path.last, let folder = try? transaction.root.openDirectory(at: made.path.parent),
            let there = try? folder.evidence(of: name)
        else { return try missing(made) }
        let id = try state().node(at: made.path)
        guard isSame(there, made) else { return leave(made.path, .changedSinceMade, id) }
        try mayLeave(made.path)
        guard made.isFolder else { return throwAway(made.path, id) }
        switch try contents(of: made.path) {
        case .nothing: gathered.remove(made.path, id, add(UndoneThing(deed: .removed, id: id, path: made.path)))
        case .ours:
            whole.insert(made.path)
            throwAway(made.path, id)
        case .others:
            // Trash that was made for what was thrown away stays for what else is there by now.
            if try id.flatMap({ id throws(ShedError) in try state().model.nodes[id]?.role }) == .trash { return pass(made.path, .filled, id) }
            leave(made.path, .filled, id)
        }
    }

    /// What was made and does not stand where it was made: somebody moved it on, or it is gone.
    private mutating func missing(_ made: UndoStep.Made) throws(ShedError) {
        guard let identity = made.identity else { return pass(made.path, .isGoneAlready) }
        let state = try state()
        let seen = zip(state.memory.seen.keys, state.memory.seen.values).first { $1.evidence.identity == identity && state.memory.isPresent($0) }?.0
        guard let id = seen, let path = state.model.path(of: id), path != made.path else { return pass(made.path, .isGoneAlready) }
        leave(made.path, .elsewhere(path), id)
    }

    /// Asks the kind, once more after what was gathered is done where it refuses: that may be what stands in the way.
    private mutating func mayLeave(_ path: RelativePath) throws(ShedError) {
        do throws(ShedError) { try transaction.mayBe(.leaving([path])) } catch {
            guard !dryRun, !gathered.isEmpty else { throw error }
            try flush()
            try transaction.mayBe(.leaving([path]))
        }
    }

    private mutating func throwAway(_ path: RelativePath, _ id: NodeID?) {
        gathered.throwAway(path, add(UndoneThing(deed: .trashed, id: id, path: path, from: path)))
    }

    /// Whether a file or folder is the one that was made, and as it was made.
    private func isSame(_ there: Evidence, _ made: UndoStep.Made) -> Bool {
        // A power cut came before it was said which file it is.
        guard let identity = made.identity else { return there.birth != 0 && there.birth / 1_000_000 >= made.time - 2_000 }
        guard there.identity == identity else { return false }
        return made.isFolder || made.written == StagedEntry.Written(size: there.size, modified: there.modified)
    }

    private enum Contents {
        case nothing
        /// What was made along with it, and nothing else.
        case ours
        case others
    }

    private func contents(of path: RelativePath) throws(ShedError) -> Contents {
        var result = Contents.nothing
        var folders = [path]
        do throws(DiskError) {
            while let folder = folders.popLast() {
                let directory = try transaction.root.openDirectory(at: folder)
                for entry in try directory.list(atMost: 10_000_000) {
                    let path = folder.appending(entry.name)
                    guard let made = made[path], let there = try directory.evidence(of: entry.name), isSame(there, made) else { return .others }
                    if made.isFolder { folders.append(path) }
                    result = .ours
                }
            }
        } catch { throw ShedError(error) }
        return result
    }
}
