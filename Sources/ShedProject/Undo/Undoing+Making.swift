import ShedDisk
import ShedModel

extension Undoing {
    // MARK: What was made

    /// Takes back what was made from where it is now: moved or renamed, by whomever, it is what was made all the same.
    mutating func takeBack(_ made: UndoStep.Made) throws(ShedError) {
        guard self.made.isDecisive(made), !self.made.isTakenAlong(made) else { return }
        var standing = try standing(made)
        if gathered.isTouched(standing?.path ?? made.path) {
            guard !dryRun else { return try foresee(made, standing) }
            try flush()
            standing = try self.standing(made)
        }
        guard let (path, there) = standing else { return pass(made.path, .isGoneAlready) }
        if self.made.isKeptAlong(path) { return leaveAlong() }
        let id = try state().node(at: path)
        // There a person has put it already, or an undo that was interrupted.
        if path != made.path, try isInTrash(path), try !isInTrash(made.path) { return pass(made.path, .isGoneAlready, id) }
        guard isSame(there, at: path, made) else {
            // A folder is what it is whatever is done in it: this is another one, of somebody else's.
            if made.isFolder, let identity = made.identity, identity.birth != 0, there.birth != 0, there.identity != identity {
                return pass(made.path, .isGoneAlready)
            }
            return leave(path, .changedSinceMade, id)
        }
        // Without a time of birth another folder may have its inode by now, and a file of several names may be a person's by this one.
        if path != made.path, made.isFolder ? there.birth == 0 : there.links > 1 { return leave(made.path, .elsewhere(path), id) }
        do throws(ShedError) { try transaction.mayBe(.leaving([path])) } catch {
            guard error.kind == .refused else { throw error }
            guard !dryRun, !gathered.isEmpty else {
                if made.isFolder { self.made.keep(whole: path) }
                return leave(path, .failed(error.words), id)
            }
            // What was gathered may be what stands in the way, and may change where this one is.
            try flush()
            return try takeBack(made)
        }
        if made.isFolder { try takeBack(folder: path, id) } else { throwAway(path, id) }
    }

    /// Says of a folder, in which something is done before, that it goes: where all that is in it was made along with it.
    private mutating func foresee(_ made: UndoStep.Made, _ standing: (path: RelativePath, evidence: Evidence)?) throws(ShedError) {
        guard made.isFolder, let (path, there) = standing, isSame(there, at: path, made), !self.made.isKeptAlong(path) else { return }
        if case .others = try contents(of: path) { return }
        _ = add(UndoneThing(deed: .removed, id: try state().node(at: path), path: path))
        gathered.touch([path])
    }

    private mutating func takeBack(folder path: RelativePath, _ id: NodeID?) throws(ShedError) {
        let isTrash = try id.flatMap { id throws(ShedError) in try state().model.nodes[id]?.role } == .trash
        switch try contents(of: path) {
        // What was made along with it goes there.
        case .nothing where isTrash && things.contains(where: { $0.deed == .trashed }): pass(path, .filled, id)
        case .nothing: gathered.remove(path, id, add(UndoneThing(deed: .removed, id: id, path: path)))
        case .ours(let files):
            made.take(whole: path, with: files)
            throwAway(path, id)
        case .others:
            // Trash that was made for what was thrown away stays for what else is there by now.
            if isTrash { return pass(path, .filled, id) }
            leave(path, .filled, id)
        }
    }

    /// Where something stands that was made, or what has its place by now; `nil` where it is gone.
    private mutating func standing(_ made: UndoStep.Made) throws(ShedError) -> (path: RelativePath, evidence: Evidence)? {
        let there = evidence(at: made.path)
        guard let identity = made.identity, there?.identity != identity else { return there.map { (made.path, $0) } }
        let state = try state()
        if !made.isFolder { followContents() }
        for identity in [identity] + self.made.heirs(of: identity) {
            if let there, there.identity == identity { return (made.path, there) }
            if let id = self.made.node(of: identity, in: state), state.memory.isPresent(id), let path = state.model.path(of: id),
                let now = evidence(at: path), now.identity == identity
            {
                return (path, now)
            }
        }
        return there.map { (made.path, $0) }
    }

    /// Has it asked which other files shed has written since in place of those that were made. That reads the journal, so it is asked
    /// only where one of them is not there.
    private mutating func followContents() {
        guard !made.knowsHeirs else { return }
        let heirs = (try? transaction.project.undo.journal?.replacements(since: entry.number)) ?? []
        made.know(heirs: heirs.map { $0.onDevice(of: transaction.root) })
    }

    private func evidence(at path: RelativePath) -> Evidence? {
        guard let name = path.last else { return nil }
        return (try? transaction.root.openDirectory(at: path.parent)).flatMap { try? $0.evidence(of: name) }
    }

    private mutating func isInTrash(_ path: RelativePath) throws(ShedError) -> Bool {
        guard let trash = try transaction.folder(with: .trash, state()) else { return false }
        return path != trash && path.isInside(trash)
    }

    private mutating func throwAway(_ path: RelativePath, _ id: NodeID?) {
        gathered.throwAway(path, add(UndoneThing(deed: .trashed, id: id, path: path, from: path)))
    }

    /// Whether a file or folder is the one that was made, and as it was made.
    private func isSame(_ there: Evidence, at path: RelativePath, _ made: UndoStep.Made) -> Bool {
        // A power cut came before it was said which file it is: it was made right then, or not at all.
        guard let identity = made.identity else {
            let then = made.time - 2_000...made.time + 10_000
            return there.birth != 0 && then.contains(there.birth / 1_000_000) && (made.isFolder || then.contains(there.modified / 1_000_000))
        }
        // What shed has written into it since is nobody else's change.
        if there.identity == identity, made.isFolder { return true }
        let own = made.written.map { WrittenFile(identity: identity, written: $0, changed: made.changed, hash: made.hash) }
        guard let file = there.identity == identity ? own : self.made.heir(there.identity, of: identity), let name = path.last,
            let directory = try? transaction.root.openDirectory(at: path.parent)
        else { return false }
        // It goes to Trash whole, so that nothing is lost where nobody knows: it may have been renamed.
        return file.likeness(there, named: name, in: directory) != .differs
    }

    private enum Contents {
        /// But for links of a view that shows all of its folders.
        case nothing
        /// What was made along with it, and a view's links, and nothing else.
        case ours([FileIdentity])
        case others
    }

    private mutating func contents(of path: RelativePath) throws(ShedError) -> Contents {
        var files: [FileIdentity] = []
        var hasChosenLinks = false
        var folders = [path]
        do throws(DiskError) {
            while let folder = folders.popLast() {
                let directory = try transaction.root.openDirectory(at: folder)
                let links = transaction.project.kind.view(at: folder)
                for entry in try directory.list(atMost: 10_000_000) {
                    // A view's links are nobody's, and go as soon as it is no view any more.
                    if entry.kind == .link, links?.target(ofLink: entry.name) != nil {
                        // What people have chosen goes along to Trash.
                        hasChosenLinks = hasChosenLinks || links?.guests != nil
                        continue
                    }
                    let path = folder.appending(entry.name)
                    guard let there = try directory.evidence(of: entry.name) else { return .others }
                    if made.made(there.identity, at: path) == nil { followContents() }
                    guard let made = made.made(there.identity, at: path), isSame(there, at: path, made) else { return .others }
                    if made.isFolder { folders.append(path) }
                    files.append(there.identity)
                }
            }
        } catch { throw ShedError(error) }
        return files.isEmpty && !hasChosenLinks ? .nothing : .ours(files)
    }
}
