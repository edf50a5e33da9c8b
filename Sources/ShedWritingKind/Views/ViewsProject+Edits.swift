import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedReconcile
import ShedRules
import ShedWriting

/// Files that stand in place of links.
///
/// One that holds the link's text (git without links leaves such), or what its target holds (`cp -rL`, zip, FAT), is replaced by the
/// link. Any other one is an edit of the target, if this machine saw the link standing and the target is as it was then: the target
/// gets its content, and what that held before is kept for `undo`. All else is refused like everything that people put into All.
extension ViewsProject {
    /// Edits of larger files, and of more of them at once, are refused: what was there before is to be kept.
    private static let most = (size: 64 << 20 as Int64, total: 128 << 20 as Int64)
    /// So many entries are looked at.
    static let mostEntries = 10_000_000

    func prepare(for request: WalkRequest, in transaction: Transaction) throws(ShedError) -> Outcome {
        var outcome = Outcome()
        guard hasView, isOn else { return outcome }
        switch request {
        case .sync, .sweep: (isWhole, isOrdered) = (true, true)
        case .daemonJudging: break
        case .refresh, .afterVerb, .afterStaging, .adopt, .daemonLook: return outcome
        }
        if case .sweep = request { return outcome }
        // Before the index is open nothing is known of what this machine saw.
        try project.store.writableIndex()
        guard let state = project.store.state ?? (try? transaction.load()), let view = AllView(project.home, state) else { return outcome }
        if case .daemonJudging(let judging) = request {
            // While others are judged, somebody may be about to remove the folder.
            guard judging.directories.contains(view.path), !judging.busy.contains(view.path) else { return outcome }
            isOrdered = true
        }
        guard let entries = try? view.handle.list(atMost: ViewsProject.mostEntries) else { return outcome }
        var files = entries.lazy.filter { $0.kind == .file && !$0.name.isHidden }.map(\.name).filter { state.node(at: view.path.appending($0)) == nil }.sorted()
        guard !files.isEmpty else { return outcome }
        if case .daemonJudging = request {
            let locked = Set(entries.lazy.compactMap { EditorLock.locks($0.name) })
            files.removeAll(where: locked.contains)
        }
        isWhole = true
        // What was interrupted is finished, and what was done elsewhere known, before anything is decided.
        outcome = try transaction.walk(.refresh())
        for target in try settle(files, in: view, overridesWaiting: request.overridesWaiting, transaction) {
            outcome.changes.append(Change(.modified, id: try transaction.load().node(at: target), path: target, type: .file))
        }
        return outcome
    }

    /// - Returns: the files that were edited.
    private func settle(_ files: [Name], in view: AllView, overridesWaiting: Bool, _ transaction: Transaction) throws(ShedError) -> [RelativePath] {
        var changed: [RelativePath] = []
        guard let links = links(named: files, in: view, try transaction.load()) else { return changed }
        let users = overridesWaiting || links.isEmpty ? nil : OpenPaths(below: project.home.path, of: links.keys.map { view.path.appending($0) })
        var edited: Int64 = 0
        let known = identitiesOfNodes(try transaction.load())
        for name in files {
            guard let link = links[name], users?.user(of: view.path.appending(name)) == nil, let target = view.target(of: link.text),
                let file = StandingFile(view.handle, name), !known.contains(file.evidence.identity)
            else { continue }
            var folder = LinkFolder(view.handle)
            switch fate(of: file, link, view.file(at: target), edited) {
            case .refused: continue
            case .link: break
            case .edit(let there):
                edited += there.evidence.size
                guard let saved = try save(file, to: target, there, link: view.path.appending(name), transaction) else { continue }
                changed.append(target)
                guard saved == file.evidence else { continue }
            }
            _ = folder.replace(name, file.evidence, by: link.text)
        }
        return changed
    }

    /// What becomes of a file in place of a link.
    private enum Fate {
        /// The link takes its place.
        case link
        /// The target gets what it holds.
        case edit(StandingFile)
        case refused
    }

    /// - Parameters:
    ///   - there: the link's target.
    ///   - edited: how much is written over already.
    private func fate(of file: StandingFile, _ link: LinkBook.Record, _ there: StandingFile?, _ edited: Int64) -> Fate {
        if file.holds(link.text) { return .link }
        guard let there else { return .refused }
        if file.isEqual(to: there) { return .link }
        guard let seen = link.seen, seen == LinkBook.Seen(there.evidence), max(file.evidence.size, there.evidence.size) <= ViewsProject.most.size,
            edited + there.evidence.size <= ViewsProject.most.total
        else { return .refused }
        return .edit(there)
    }

    /// What `sync` will make of a file in place of a link.
    struct Settlement {
        /// What the link leads to.
        let target: RelativePath
        /// Whether the target gets what the file holds.
        let isEdit: Bool
    }

    /// What `sync` will make of files in place of links, by their names; of those alone that it will not refuse.
    func settlement(of files: [Name], in view: AllView, _ state: ProjectState) -> [Name: Settlement] {
        let files = files.filter { state.node(at: view.path.appending($0)) == nil }
        guard !files.isEmpty, let links = links(named: files, in: view, state) else { return [:] }
        let known = identitiesOfNodes(state)
        var settled: [Name: Settlement] = [:]
        var edited: Int64 = 0
        for name in files {
            guard let link = links[name], let target = view.target(of: link.text), let file = StandingFile(view.handle, name),
                !known.contains(file.evidence.identity)
            else { continue }
            switch fate(of: file, link, view.file(at: target), edited) {
            case .refused: continue
            case .link: settled[name] = Settlement(target: target, isEdit: false)
            case .edit(let there):
                edited += there.evidence.size
                settled[name] = Settlement(target: target, isEdit: true)
            }
        }
        return settled
    }

    /// Has the status tell what `sync` will make of files in place of links: they are not refused, as the rules alone have it.
    func foretell(_ status: inout Status, in view: AllView, _ state: ProjectState) {
        let settled = settlement(of: status.wouldMove.filter { $0.from.parent == view.path }.compactMap(\.from.last), in: view, state)
        guard !settled.isEmpty else { return }
        for (_, fate) in settled.sorted(by: { $0.key < $1.key }) where fate.isEdit {
            status.changes.append(Change(.modified, id: state.node(at: fate.target), path: fate.target, type: .file))
        }
        let paths = Set(settled.keys.map { view.path.appending($0) })
        status.changes.removeAll { paths.contains($0.path) }
        status.wouldMove.removeAll { paths.contains($0.from) }
        status.reports.removeAll { paths.contains($0.path) }
    }

    /// The files of nodes. One of them that was moved over a link is no edit; the rules say where it goes.
    private func identitiesOfNodes(_ state: ProjectState) -> Set<FileIdentity> { Set(state.memory.seen.values.lazy.map(\.evidence.identity)) }

    /// The links in whose places files stand, as they were last seen.
    /// - Returns: `nil` while the sidecar is not whole.
    private func links(named files: [Name], in view: AllView, _ state: ProjectState) -> [Name: LinkBook.Record]? {
        guard state.incomplete.isEmpty else { return nil }
        let keeper = LinkKeeper(view, state, nil)
        let known = Dictionary((bookFile?.read()?.records ?? []).map { ($0.id, $0) }) { $1 }
        let all = LinkKeeper.links(to: keeper.targets(), known: known)
        let wanted = Set(files)
        var result: [Name: LinkBook.Record] = [:]
        for link in all.values {
            guard let name = link.name, wanted.contains(name) else { continue }
            var link = link
            if let old = known[link.id], old.name == name, old.text == link.text { link.seen = old.seen }
            result[name] = link
        }
        return result
    }

    /// Puts what a file holds into its target, and takes that in.
    /// - Returns: how the file was when it was read; `nil` where that was not done, since somebody changes one of the two.
    private func save(
        _ file: StandingFile, to target: RelativePath, _ there: StandingFile, link: RelativePath, _ transaction: Transaction
    ) throws(ShedError) -> Evidence? {
        var change = try transaction.stageChange()
        let evidence: Evidence
        do throws(DiskError) {
            let read = try file.directory.readWithEvidence(file.name, atMost: Int(ViewsProject.most.size))
            evidence = read.evidence
            guard evidence.identity == file.evidence.identity else { throw DiskError(.changed, action: "read", path: "\(link)") }
            try change.write(read.bytes, to: target, replacing: (there.evidence, there.directory))
        } catch {
            transaction.discard(change)
            return nil
        }
        do throws(ShedError) {
            try transaction.carryOut(change, scope: .directories(change.places), remade: [target: .savedOverLink(link: "\(link)")])
        } catch {
            // Where the target's folder may not be written to, for one, nothing was done: the file is refused, and the rest is put in order.
            // What was begun is finished by the next walk.
            guard !change.isBegun else { throw error }
            return nil
        }
        Interruption.point("edit-taken-over")
        return evidence
    }
}

extension WalkRequest {
    /// Whether a person wants what is in use judged as well.
    fileprivate var overridesWaiting: Bool {
        guard case .sync(let options) = self else { return false }
        return options.overridesWaiting
    }
}
