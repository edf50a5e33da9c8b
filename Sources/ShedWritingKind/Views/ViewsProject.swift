import ShedDisk
import ShedModel
import ShedProject
import ShedReconcile
import ShedRules
import ShedWriting

/// Keeps the folder All of an opened project filled with links to the files of Draft, Ready, Set Aside and Published.
///
/// Which links there are to be follows from the model. Whatever was done under the project's lock, the links of the nodes that it
/// touched follow before the lock is let go (``keepUp(in:)``), by what the ``LinkBook`` says of them; all are compared with the disk
/// where that is not enough: after a change by somebody else, in All itself, or of folders, and when a person asks for order.
final class ViewsProject: ProjectKind {
    unowned let project: Project
    /// The nodes of which something became known since the links were last right.
    private var touched: Set<NodeID> = []
    /// Whether it is not known by which state of the project the links were last right.
    private var isUnsure = true
    /// Whether all links are to be compared with the disk.
    var isWhole = false
    /// The same, unless nothing was changed in the view's folder since all were right.
    var isAsked = false
    /// Whether a person asks for order, or everything has been quiet: what vanished from All comes back, also while a daemon watches,
    /// which else would fill a folder that somebody is about to remove.
    var isOrdered = false
    /// Files in place of links, under the lock that is held, which are no edits since a program has open to write to it what they are of.
    var overOpen: [RelativePath: RelativePath] = [:]
    /// What the book begins with, as long as nobody else has written there.
    private var summary: LinkBook.Summary?

    /// More nodes at once are no change of single ones.
    private static let mostTouched = 2_000

    init(_ project: Project) { self.project = project }

    /// Whether the project's template has the folder.
    var hasView: Bool { project.home.template.folder(.all) != nil }
    var bookFile: LinkBookFile? { project.home.stateFolder.flatMap { LinkBookFile(in: $0.path) } }
    var isOn: Bool { project.home.configuration.settings.views }

    // MARK: What happened

    func modelChanged(_ change: ModelChange) {
        guard hasView else { return }
        switch change {
        case .everything:
            (isUnsure, touched) = (true, [])
            // By what was loaded the links are right or not; what is changed from now on is told. Asked after a change it would be too late.
            if isOn, let state = project.store.state, let file = bookFile { _ = knownSummary(file, state) }
        case .nodes(let ids, .model), .nodes(let ids, .sightings):
            if touched.count + ids.count > ViewsProject.mostTouched { isWhole = true } else { touched.formUnion(ids) }
        case .nodes(_, .hashes): break
        }
    }

    // MARK: Looking

    func view(at folder: RelativePath) -> (any FolderView)? {
        guard hasView, folder.names.count == 1, let state = project.store.state ?? (try? project.asKnown.load()),
            let view = AllView(project.home, state, right: isOn ? rightDigest(state) : nil, looks: true), view.path == folder
        else { return nil }
        return view
    }

    /// The digest of All at which all links were right, and the view's, if that was by what is known now.
    private func rightDigest(_ state: ProjectState) -> UInt64? {
        guard let known = lastKnown(bookFile), !known.isUnable, !known.hasOthers, known.basis == ViewsProject.batches(state),
            known.present == ViewsProject.present(state)
        else { return nil }
        return known.digest
    }

    /// As long as this is so, there is nothing in All but links of its own.
    var settledFolders: [SettledFolder] {
        guard hasView, isOn, let known = lastKnown(bookFile)?.settled else { return [] }
        return [known]
    }

    // MARK: Keeping up

    func keepUp(in transaction: Transaction) {
        defer { isOrdered = false }
        guard hasView, let state = project.store.state, state.incomplete.isEmpty, !state.memory.isEmpty, let file = bookFile else { return }
        guard isOn else { return turnOff(state, file) }
        guard let view = AllView(project.home, state) else { return takeLeave(state, file) }
        let known = knownSummary(file, state)
        let own = try? view.handle.ownEvidence()
        let isElsewhere = known.map { $0.folder != own?.inode } ?? true
        if hasChanged(view, known, state) || isElsewhere { isWhole = true }
        // What could not be done is tried again, whether or not anything has changed there.
        if known?.basis == 0 { isWhole = true }
        if !isSettled(known, own), isAsked || mayBeSettled(known, view) { isWhole = true }
        isAsked = false
        guard isWhole || !touched.isEmpty else { return }
        // Where no link can be made, a person's asking has it tried once more.
        if known?.isUnable == true, !isElsewhere, !isOrdered { return forgetChanges() }
        let book = file.read()
        var keeper = LinkKeeper(view, state, book)
        // Where links stand that could not be taken away.
        var formerInode: UInt64?
        if isElsewhere, let book, let former = formerFolder(book, state) {
            formerInode = takeAway(from: former, file) ? nil : book.summary.folder
            if formerInode != nil { keeper.fail() }
            keeper.book.summary.isMoved = true
        }
        if isWhole || book == nil || !keeper.follow(touched) { keeper.followAll() }
        keeper.book.summary.basis = keeper.hasFailed ? 0 : ViewsProject.batches(state)
        keeper.book.summary.present = ViewsProject.present(state)
        keeper.book.summary.folder = formerInode ?? own?.inode ?? 0
        keeper.book.summary.stamp = nil
        if keeper.hasChangedBook { file.write(keeper.book) }
        forgetChanges()
        // Else the next command would look at what was done here; it does where this fails.
        try? transaction.noteLinks(in: view.id, digestChange: keeper.digestChange)
        if keeper.digestChange != 0 { project.hasSetLinks = true }
        // Last, when the time that what was done bears is likely to be over.
        keeper.settle()
        file.write(keeper.book.summary)
        summary = keeper.book.summary
        Interruption.point("view-kept")
    }

    /// The folder at the root that was the view's before another one got the role: its links are taken out by the book, which is to know
    /// of the other's from now on.
    private func formerFolder(_ book: LinkBook, _ state: ProjectState) -> DirectoryHandle? {
        guard book.summary.folder != 0 else { return nil }
        for id in state.model.presentChildren(of: project.home.id) {
            guard let node = state.model.nodes[id], node.type.isDirectory, let name = node.place?.name,
                let handle = try? project.home.root.openDirectory(at: RelativePath([name])), (try? handle.ownEvidence().inode) == book.summary.folder
            else { continue }
            return handle
        }
        return nil
    }

    private func forgetChanges() { (touched, isWhole) = ([], false) }

    /// What was last known to be right, whoever wrote it.
    func lastKnown(_ file: LinkBookFile?) -> LinkBook.Summary? { (isUnsure ? nil : summary) ?? file?.readSummary() }

    /// What was last known to be right; `nil` where that was by another state of the project.
    private func knownSummary(_ file: LinkBookFile, _ state: ProjectState) -> LinkBook.Summary? {
        guard isUnsure || summary == nil else { return summary }
        summary = file.readSummary()
        isUnsure = false
        if summary?.basis != ViewsProject.batches(state) || summary?.present != ViewsProject.present(state) { isWhole = true }
        return summary
    }

    /// Whether somebody has changed something in All.
    func hasChanged(_ view: AllView, _ known: LinkBook.Summary?, _ state: ProjectState) -> Bool {
        guard project.changeSource == nil || isOrdered, let digest = state.digests[view.id]?.value else { return false }
        return digest != known?.digest
    }

    /// Whether nothing was made, taken away or replaced in All since all in it was known.
    private func isSettled(_ known: LinkBook.Summary?, _ own: Evidence?) -> Bool { own.flatMap { known?.settled?.isSame(as: $0) } == true }

    /// Whether it need not be listed any more once all is compared: what was done there may have been of no account, such as a lock that
    /// an editor has put there and taken away. A daemon does that when it sweeps.
    private func mayBeSettled(_ known: LinkBook.Summary?, _ view: AllView) -> Bool {
        project.changeSource == nil && known.map { !$0.hasOthers && !$0.isMixed } == true && view.handle.settledEvidence() != nil
    }

    /// A link that vanished from All comes back once all is quiet. So does one in whose place a file stands: whether that is an edit is
    /// not for git to bring word of, and if an editor's lock was beside it, it was not decided when it came.
    func waits(after outcome: Outcome) -> Set<RelativePath> {
        guard hasView, isOn, let state = project.store.state, let view = AllView(project.home, state) else { return [] }
        if outcome.reports.contains(where: { $0.rule.name == CarrierArrival.info.name && $0.path.parent == view.path }) { return [view.path] }
        guard let digest = state.digests[view.id]?.value, let known = lastKnown(bookFile), digest != known.digest else { return [] }
        return [view.path]
    }

    /// Which batches the model is the fold of, as a number.
    static func batches(_ state: ProjectState) -> UInt64 {
        var hash = FNV()
        for head in state.meta.fold.heads.map({ Name(bytes: $0) }).sorted() { hash.add(head.bytes) }
        // 0 is said where something failed.
        return max(hash.value, 1)
    }

    static func present(_ state: ProjectState) -> UInt64 { UInt64(state.memory.seen.count) << 32 ^ UInt64(state.memory.missing.count) }

    /// The setting takes shed's own links away, and nothing else.
    private func turnOff(_ state: ProjectState, _ file: LinkBookFile) {
        forgetChanges()
        (summary, isUnsure) = (nil, true)
        guard file.isThere else { return }
        // Until all are gone the book has to say whose they are: it is tried again.
        if let view = AllView(project.home, state), !takeAway(from: view.handle, file) { return }
        file.remove()
    }

    /// Somebody has deleted the folder, or moved it away, as to Trash, where its links would lead nowhere: the view is off.
    private func takeLeave(_ state: ProjectState, _ file: LinkBookFile) {
        forgetChanges()
        (summary, isUnsure) = (nil, true)
        guard file.isThere else { return }
        for id in state.model.roleBearers.sorted() where state.model.nodes[id]?.role == .all && state.memory.isPresent(id) {
            if let path = state.model.path(of: id), let handle = try? project.home.root.openDirectory(at: path), !takeAway(from: handle, file) { return }
        }
        file.remove()
    }

    func takeLinks(outOf folder: RelativePath) {
        guard let state = project.store.state, let view = AllView(project.home, state), view.path == folder, let entries = view.entries() else { return }
        var links = LinkFolder(view.handle)
        for entry in entries where entry.kind == .link {
            guard let text = try? view.handle.readLink(entry.name), view.target(of: text) != nil else { continue }
            links.takeAway(entry.name, text)
        }
    }

    /// - Returns: whether none of them is left there.
    private func takeAway(from handle: DirectoryHandle, _ file: LinkBookFile) -> Bool {
        var folder = LinkFolder(handle)
        for record in file.read()?.records ?? [] { if let name = record.name { folder.takeAway(name, record.text) } }
        return !folder.hasFailed
    }
}
