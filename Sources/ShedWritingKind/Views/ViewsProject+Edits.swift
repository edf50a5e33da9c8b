import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedReconcile
import ShedRules
import ShedWriting

/// What becomes of files that stand in place of links (``FilesOverLinks``). All else is refused like everything that people put into All.
extension ViewsProject {
    func prepare(for request: WalkRequest, in transaction: Transaction) throws(ShedError) -> Outcome {
        var outcome = Outcome()
        overOpen = [:]
        guard hasView, isOn else { return outcome }
        switch request {
        case .sync: (isAsked, isOrdered) = (true, true)
        case .sweep: (isWhole, isOrdered) = (true, true)
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
        // There is no file then.
        if let own = try? view.handle.ownEvidence(), settledFolders.contains(where: { $0.isSame(as: own) }) { return outcome }
        guard let entries = view.entries() else { return outcome }
        var files = entries.lazy.filter { $0.kind == .file && !$0.name.isHidden }.map(\.name).filter { state.node(at: view.path.appending($0)) == nil }.sorted()
        guard !files.isEmpty else { return outcome }
        if case .daemonJudging = request {
            let locks = LocksBeside(entries.lazy.map(\.name))
            files.removeAll { locks.lock(of: $0) != nil }
        }
        isWhole = true
        // What was interrupted is finished, and what was done elsewhere known, before anything is decided.
        outcome = try transaction.walk(.refresh())
        let taken = try transaction.load()
        guard let links = links(named: files, in: view, taken) else { return outcome }
        let over = FilesOverLinks(project: project, view: view, links: links, known: identitiesOfNodes(taken))
        let settled = try over.settle(files, overridesWaiting: request.overridesWaiting, transaction)
        for (name, target) in settled.open { overOpen[view.path.appending(name)] = target }
        for target in settled.edited {
            outcome.changes.append(Change(.modified, id: try transaction.load().node(at: target), path: target, type: .file))
        }
        return outcome
    }

    func reason(for move: Move) -> Message? {
        overOpen[move.from].map { .targetIsOpen(reason: move.refusal.words, target: "\($0)") }
    }

    /// What `sync` will make of files in place of links, by their names; of those alone that it will not refuse.
    func settlement(of files: [Name], in view: AllView, _ state: ProjectState) -> [Name: FilesOverLinks.Settlement] {
        let files = files.filter { state.node(at: view.path.appending($0)) == nil }
        guard !files.isEmpty, let links = links(named: files, in: view, state) else { return [:] }
        return FilesOverLinks(project: project, view: view, links: links, known: identitiesOfNodes(state)).foresee(files, overridesWaiting: false)
    }

    /// Has the status tell what `sync` will make of files in place of links: they are not refused, as the rules alone have it.
    /// - Returns: a line of each that is an edit.
    func foretell(_ status: inout Status, in view: AllView, _ state: ProjectState) -> [HandMadeLinks.Line] {
        // Where a daemon watches, nothing would be moved yet; nor where git or a sync engine may have brought it.
        let names = [ClosedFolder.info.name, CarrierArrival.info.name]
        let paths = Set(status.wouldMove.map(\.from) + status.reports.lazy.filter { names.contains($0.rule.name) }.map(\.path))
        let settled = settlement(of: paths.filter { $0.parent == view.path }.compactMap(\.last).sorted(), in: view, state)
        guard !settled.isEmpty else { return [] }
        var lines: [HandMadeLinks.Line] = []
        for (name, fate) in settled.sorted(by: { $0.key < $1.key }) where fate.isEdit {
            status.changes.append(Change(.modified, id: state.node(at: fate.target), path: fate.target, type: .file))
            lines.append(.init(deed: .edit, folder: view.path, path: fate.target, file: view.path.appending(name)))
        }
        let understood = Set(settled.keys.map { view.path.appending($0) })
        status.changes.removeAll { understood.contains($0.path) }
        status.wouldMove.removeAll { understood.contains($0.from) }
        status.reports.removeAll { understood.contains($0.path) }
        return lines
    }

    /// A file in place of a link that is not refused is nothing that a person has to know of, before or after.
    func worthTelling(_ reports: [Report]) -> [Report] {
        guard hasView, isOn, reports.contains(where: { $0.rule.name == ClosedFolder.info.name }), let state = project.store.state,
            let view = AllView(project.home, state)
        else { return reports }
        let isOfFile = { (report: Report) in report.rule.name == ClosedFolder.info.name && report.path.parent == view.path }
        let settled = settlement(of: reports.filter(isOfFile).compactMap(\.path.last), in: view, state)
        return settled.isEmpty ? reports : reports.filter { !isOfFile($0) || $0.path.last.map { settled[$0] == nil } ?? true }
    }

    /// The files of nodes. One of them that was moved over a link is no edit; the rules say where it goes.
    private func identitiesOfNodes(_ state: ProjectState) -> Set<FileIdentity> { Set(state.memory.seen.values.lazy.map(\.evidence.identity)) }

    /// The links in whose places files stand, as they were last seen.
    /// - Returns: `nil` while the sidecar is not whole.
    private func links(named files: [Name], in view: AllView, _ state: ProjectState) -> [Name: LinkBook.Record]? {
        guard state.incomplete.isEmpty else { return nil }
        return view.links(lastSeenIn: bookFile?.read()?.records ?? [], named: Set(files), state)
    }
}
