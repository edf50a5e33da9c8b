import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedReconcile
import ShedRules
import ShedWriting

/// What people do by hand to the links in collections, and files that stand in place of them. Both are decided when the project is put
/// in order: by `sync`, or by a daemon once all is quiet there.
///
/// A link to a piece that somebody has made is one more member. A link that this machine saw standing, and that is gone from a folder
/// which is still the same directory, was taken out: no text is lost by that, and `undo` takes it back. Where it may be the work of a
/// program that carries trees, and not a person's, the links come back instead.
extension CollectionsProject {
    // MARK: Links

    func settling(after request: WalkRequest, _ outcome: Outcome, in transaction: Transaction) throws(ShedError) -> (any Settling)? {
        guard hasCollections, case let state = try transaction.load(), let folders = CollectionFolders(project.home, state) else { return nil }
        // What cannot be told yet is asked again.
        guard state.incomplete.isEmpty, !project.home.gitIsAtWork else { return nil }
        var hands = hands(in: folders, state) { quiet.holds($0) }
        for hand in hands {
            decided.insert(hand.folder.id)
            looked[hand.folder.id] = postponed.contains(hand.folder.id) ? nil : state.digests[hand.folder.id]?.value
        }
        hands.removeAll(where: \.isEmpty)
        return hands.isEmpty ? nil : HandSettling(transaction, hands.sorted { $0.path < $1.path })
    }

    /// What people did to links, in those folders of which that is to be told, and can be.
    func hands(in folders: CollectionFolders, _ state: ProjectState, where isMeant: (RelativePath) -> Bool) -> [Hands] {
        let pieces = PieceFolders(project.home, state)
        var hands: [Hands] = []
        for (id, path) in folders.all(in: state) where isMeant(path) && state.memory.unsettled.incomingMoves[id] == nil {
            if let folder = state.model.nodes[id], let found = self.hands(in: folder, path, state, pieces) { hands.append(found) }
        }
        // Who removes all links that there are is rather a program that carries none. So may be who removes the only one of a folder that is
        // looked at alone: what stands in other folders proves nothing, since there it may have come back a moment ago. A link that stands
        // in another folder now was moved there.
        let (seen, gone) = (hands.reduce(0) { $0 + $1.seen }, hands.reduce(0) { $0 + $1.gone })
        if gone == seen {
            let moved = Set(hands.lazy.flatMap(\.added).map(\.id))
            for position in hands.indices { hands[position].ended.removeAll { !moved.contains($0.id) } }
        }
        return hands
    }

    /// What a person did to the links of a folder.
    struct Hands {
        var folder: Node
        var path: RelativePath
        /// Pieces to which links were made.
        var added: [LinkNames.Target] = []
        /// Pieces whose links were taken away.
        var ended: [LinkNames.Target] = []
        /// How many links this machine saw standing.
        var seen = 0
        /// How many of these are gone.
        var gone = 0
        /// How many of these lead to pieces that are in the collection.
        var missing = 0
        /// How many links stand there by other names than this machine saw.
        var renamed = 0

        var isEmpty: Bool { added.isEmpty && ended.isEmpty && missing == 0 }
    }

    /// - Returns: `nil` where that cannot be told.
    private func hands(in folder: Node, _ path: RelativePath, _ state: ProjectState, _ pieces: PieceFolders) -> Hands? {
        let book = bookFile(of: folder.id)?.read()
        guard let view = CollectionView(folder, path, project.home, state, pieces), let entries = view.entries() else { return nil }
        let records = (book?.records ?? []).filter { !$0.isStranger }
        let own = Dictionary(records.compactMap { record in record.name.map { ($0, record.text) } }) { $1 }
        var hands = Hands(folder: folder, path: path)
        var (texts, names): (Set<[UInt8]>, Set<Name>) = ([], [])
        var leadsNowhere = false
        var added: Set<NodeID> = []
        for entry in entries {
            // What shed was doing when it was interrupted comes to its end first.
            if LinkFolder.former(entry.name) != nil { return nil }
            guard !entry.name.isHidden else { continue }
            names.insert(entry.name)
            guard entry.kind == .link, let text = try? view.handle.readLink(entry.name) else { continue }
            texts.insert(text)
            guard let target = view.meant(by: text), pieces.holds(target) else { continue }
            let isOwn = own[entry.name] == text
            guard let id = state.node(at: target), let piece = pieces.piece(id, in: state), piece.path == target, view.file(at: target) != nil else {
                // What it leads to may still be on its way.
                if !isOwn { leadsNowhere = true }
                continue
            }
            if !isOwn, !view.shows(id), added.insert(id).inserted { hands.added.append(piece) }
        }
        hands.added = Array(hands.added.sorted { $0.path < $1.path }.prefix(max(0, FolderGuests.most - view.targets(in: state).count)))
        guard let book, book.summary.folder == (try? view.handle.ownEvidence().inode), !book.summary.isUnable, !leadsNowhere else { return hands }
        let seen = records.filter { $0.seen != nil }
        let gone = seen.filter { record in record.name.map { !names.contains($0) } ?? false && !texts.contains(record.text) }
        (hands.seen, hands.gone) = (seen.count, gone.count)
        hands.renamed = seen.count { record in record.name.map { !names.contains($0) } ?? false && texts.contains(record.text) && view.shows(record.id) }
        hands.missing = gone.count { view.shows($0.id) }
        // The same of all links of one folder, but for a single one, of which those tell that are looked at with it.
        guard gone.count < seen.count || seen.count == 1 else { return hands }
        hands.ended = gone.compactMap { view.target($0.id, in: state) }
        return hands
    }

    // MARK: Files in place of links

    func prepare(for request: WalkRequest, in transaction: Transaction) throws(ShedError) -> Outcome {
        var outcome = Outcome()
        guard hasCollections else { return outcome }
        switch request {
        case .sync: quiet = .all
        case .daemonJudging(let judging): quiet = .only(judging.directories.subtracting(judging.busy))
        case .sweep, .refresh, .afterVerb, .afterStaging, .adopt, .daemonLook: return outcome
        }
        // Before the index is open nothing is known of what this machine saw.
        try project.store.writableIndex()
        guard let state = project.store.state ?? (try? transaction.load()), let folders = CollectionFolders(project.home, state) else { return outcome }
        let isJudging = if case .daemonJudging = request { true } else { false }
        var candidates: [(id: NodeID, path: RelativePath)] = []
        var untold: [(id: NodeID, path: RelativePath)] = []
        var locked: [RelativePath: Name] = [:]
        for (id, path) in folders.all(in: state) where quiet.holds(path) {
            let files = files(id, path, state, besideLocks: isJudging)
            noteDisplaced(by: files.folders, in: id)
            if !files.locked.isEmpty { postponed.insert(id) }
            for (name, lock) in files.locked { locked[path.appending(name)] = lock }
            if !files.free.isEmpty { candidates.append((id, path)) }
            if let folder = state.model.nodes[id], !self.untold(in: folder, path, state).isEmpty { untold.append((id, path)) }
        }
        outcome.locked = locked
        guard !candidates.isEmpty || !untold.isEmpty else { return outcome }
        // What was interrupted is finished, and what was done elsewhere known, before anything is decided.
        outcome = try transaction.walk(.refresh())
        outcome.locked = locked
        var replaced: Set<RelativePath> = []
        for (id, path) in candidates {
            let state = try transaction.load()
            let files = files(id, path, state, besideLocks: isJudging).free
            guard state.incomplete.isEmpty, let folder = state.model.nodes[id], let view = view(of: folder, path, state) else { continue }
            noteStrangers(view.strangers.filter { view.links[$0.key] != nil }, in: folder.id)
            let over = FilesOverLinks(project: project, view: view.view, links: view.links, known: [])
            let foreseen = over.foresee(files, overridesWaiting: request.overridesWaiting)
            try mark(foreseen.keys.sorted().compactMap { state.node(at: path.appending($0)) }, state, transaction)
            let settled = try over.settle(files, overridesWaiting: request.overridesWaiting, transaction)
            for name in settled.refused { if let id = view.strangers[name] { refused.insert(id) } }
            try tell(ofFiles: settled.refused.map(path.appending), &outcome, transaction)
            replaced.formUnion(settled.replaced.map(path.appending))
            for target in settled.edited { outcome.changes.append(Change(.modified, id: try transaction.load().node(at: target), path: target, type: .file)) }
        }
        for (id, path) in untold {
            let state = try transaction.load()
            guard state.incomplete.isEmpty, let folder = state.model.nodes[id] else { continue }
            let files = self.untold(in: folder, path, state)
            refused.formUnion(files.values)
            try tell(ofFiles: files.keys.sorted().map(path.appending), &outcome, transaction)
        }
        return try takeIn(replaced, after: outcome, transaction)
    }

    /// Writes down which files stand in place of links: interrupted, shed takes none of them for a file that a person has put there.
    func noteStrangers(_ strangers: [Name: NodeID], in folder: NodeID) {
        guard !strangers.isEmpty, let file = bookFile(of: folder) else { return }
        var book = file.read() ?? LinkBook()
        book.replace(strangers.sorted { $0.value < $1.value }.map { LinkBook.Record(stranger: $0.value, $0.key) })
        file.write(book)
    }

    /// Writes down that folders stand in place of links: that these are gone is nobody's taking pieces out, and once the folders are, which the
    /// rules say, the links are set anew. Interrupted in between, too.
    private func noteDisplaced(by folders: [Name], in folder: NodeID) {
        guard !folders.isEmpty, let file = bookFile(of: folder), var book = file.read() else { return }
        let names = Set(folders)
        let displaced = book.records.filter { record in !record.isStranger && record.seen != nil && record.name.map(names.contains) == true }
        guard !displaced.isEmpty else { return }
        book.replace(displaced.map { LinkBook.Record(id: $0.id, key: $0.key, seen: nil, name: $0.name, text: $0.text) })
        file.write(book)
    }

    /// Of so many at most it is remembered by one process.
    private static let mostGivenWay = 10_000

    /// Writes down which files are about to give way to links, before they do: interrupted, shed takes none of them for a file that somebody
    /// has removed, nor a copy of the piece for one that is back. One that stays all the same is told of, and no such file then.
    private func mark(_ passing: [NodeID], _ state: ProjectState, _ transaction: Transaction) throws(ShedError) {
        guard !passing.isEmpty else { return }
        GaveWayFile(project.home)?.add(passing)
        try transaction.commitFollowing(passing.filter { !isPassing($0, state) }.map { Operation($0, [.other(CollectionsProject.passingField, .bool(true))]) })
        if givenWay.count > CollectionsProject.mostGivenWay { givenWay = [] }
        givenWay.formUnion(passing)
    }

    /// Takes in that files gave way to links, of which nothing is told: they were no files of the project.
    private func takeIn(_ replaced: Set<RelativePath>, after outcome: Outcome, _ transaction: Transaction) throws(ShedError) -> Outcome {
        guard !replaced.isEmpty else { return outcome }
        var next = try transaction.walk(.refresh())
        next.follow(outcome)
        next.leaveOut(replaced)
        return next
    }

    /// A folder's view, with the links in whose places files may stand, as they were last seen, by name.
    func view(
        of folder: Node, _ path: RelativePath, _ state: ProjectState
    ) -> (view: CollectionView, links: [Name: LinkBook.Record], strangers: [Name: NodeID])? {
        let book = bookFile(of: folder.id)?.read()
        let strangers = strangers(in: folder, book, state)
        guard let view = CollectionView(folder, path, project.home, state, PieceFolders(project.home, state), strangers: Set(strangers.values)), !view.isEmpty
        else { return nil }
        return (view, view.links(lastSeenIn: book?.records ?? [], state), strangers)
    }

    /// The files that stand in place of links: those that nobody has taken in, and those that were when they came.
    /// - Parameter besideLocks: whether those stay that an editor holds.
    /// - Returns: those that may be understood now; by those that stay, the editors' locks; and the folders that stand in place of links.
    private func files(
        _ id: NodeID, _ path: RelativePath, _ state: ProjectState, besideLocks: Bool
    ) -> (free: [Name], locked: [Name: Name], folders: [Name]) {
        guard let folder = state.model.nodes[id], folder.hasDetails, let view = view(of: folder, path, state),
            let entries = view.view.entries()
        else { return ([], [:], []) }
        let displacing = entries.filter { !$0.name.isHidden && view.links[$0.name] != nil }
        let (files, folders) = (displacing.filter { $0.kind == .file }.map(\.name).sorted(), displacing.filter { $0.kind == .directory }.map(\.name))
        guard besideLocks, !files.isEmpty else { return (files, [:], folders) }
        let locks = LocksBeside(entries.lazy.map(\.name))
        let locked = Dictionary(files.lazy.compactMap { name in locks.lock(of: name).map { (name, $0) } }) { $1 }
        return (files.filter { locked[$0] == nil }, locked, folders)
    }
}

/// Takes up what people did to links, in one step.
private final class HandSettling: Settling {
    private let transaction: Transaction
    private let hands: [CollectionsProject.Hands]

    init(_ transaction: Transaction, _ hands: [CollectionsProject.Hands]) { (self.transaction, self.hands) = (transaction, hands) }

    func step(_ outcome: inout Outcome) throws(ShedError) -> Bool {
        for hand in hands {
            outcome.settled += try transaction.takeUp(hand.added.map(\.path), hand.ended.map(\.path), in: hand.path)
            // A person who wanted to empty it is to know why they came back.
            if hand.ended.isEmpty, hand.missing > 0 { outcome.settled.append(.linksCameBack(folder: "\(hand.path)")) }
        }
        return false
    }

    func entries(for moves: ArraySlice<Move>) -> [HistoryEntry] { [] }
    func end(_ outcome: inout Outcome) {}
}

extension Transaction {
    /// Takes up that pieces were put into a collection, and taken out of it, by hand.
    /// - Returns: what is told of it.
    fileprivate func takeUp(_ added: [RelativePath], _ ended: [RelativePath], in folder: RelativePath) throws(ShedError) -> [Message] {
        var told: [Message] = []
        // Not marked as one deed, which an interruption would have taken back: it is what a person did by hand, and taken back, the links
        // would be set as they were before that. What is left of it still stands there, and the next sync takes it up.
        let (new, left) = try takeUpDeed { () throws(ShedError) in (try admitByName(added, to: folder), try dismiss(ended, from: folder)) }
        for path in new { told.append(.collected(isDryRun: false, path: "\(path)", folder: "\(folder)")) }
        for path in left { told.append(.takenOut(isDryRun: false, path: "\(path)", folder: "\(folder)")) }
        return told
    }
}
