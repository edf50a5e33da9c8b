import ShedDisk
import ShedModel
import ShedProject
import ShedReconcile
import ShedRules
import ShedWriting

/// Keeps the links to pieces in the folders of Collections as the project has them: the pieces that a person has put there are fields of
/// the folder (``FolderGuests``), and the links follow from these. What people do to links by hand changes the fields in turn
/// (`CollectionsProject+Hands`).
///
/// All links of a folder are compared with the disk when something changed there, or when what they follow from is another than it was.
final class CollectionsProject: ProjectKind {
    unowned let project: Project
    /// What each folder's book begins with, as this process last knew it; `nil`: nobody looked.
    private var summaries: [NodeID: LinkBook.Summary]?
    /// The nodes of which something became known since the links were last right.
    private var touched: Set<NodeID> = []
    /// The folders in which what people did to links was last looked at, and as they were then.
    var looked: [NodeID: UInt64] = [:]
    /// Of which folders it may be decided now what people did.
    var quiet = Quiet.none
    /// The folders of which that was decided, under the lock that is held.
    var decided: Set<NodeID> = []
    /// Those in which an editor holds a file that stands in place of a link.
    var postponed: Set<NodeID> = []
    /// Files that came, under the lock that is held: they may stand in place of links.
    var arrived: Set<NodeID> = [] { didSet { arrivedByFolder = nil } }
    /// The same by the folders in which they stand, as long as nothing is known to have changed.
    private var arrivedByFolder: [NodeID: [NodeID]]?
    /// Those of them that stay as they are.
    var refused: Set<NodeID> = []
    /// Files of which it was written down that they stand in place of links, before the walk that found them was committed.
    var noted: Set<NodeID> = []
    /// What was moved, under the lock that is held.
    var moved: Set<NodeID> = []
    /// Those that gave way to links: that they are gone is told by nobody, whichever walk sees it.
    var givenWay: Set<NodeID> = []
    /// The folder that was last asked for, as long as nothing is known to have changed.
    private var cached: (path: RelativePath, view: CollectionView?)?

    enum Quiet {
        case none
        case all
        case only(Set<RelativePath>)

        func holds(_ path: RelativePath) -> Bool {
            switch self {
            case .none: false
            case .all: true
            case .only(let paths): paths.contains(path)
            }
        }
    }

    init(_ project: Project) { self.project = project }

    /// Whether the project's template has the folder.
    var hasCollections: Bool { project.home.template.folder(.collections) != nil }

    // MARK: Books

    private static let prefix = Array("links-".utf8)

    func bookFile(of folder: NodeID) -> LinkBookFile? { CollectionsProject.bookFile(of: folder, project.home) }

    static func bookFile(of folder: NodeID, _ home: ProjectHome) -> LinkBookFile? {
        home.stateFolder.flatMap { LinkBookFile(in: $0.path, Name(bytes: prefix + "\(folder)".utf8)) }
    }

    /// The folders of which there are books, with what each begins with.
    private func readSummaries() -> [NodeID: LinkBook.Summary] {
        guard let path = project.home.stateFolder?.path, let entries = try? DirectoryHandle(path: path).list(atMost: 1_000_000) else { return [:] }
        var found: [NodeID: LinkBook.Summary] = [:]
        for entry in entries where entry.name.bytes.starts(with: CollectionsProject.prefix) {
            guard let id = NodeID(String(decoding: entry.name.bytes.dropFirst(CollectionsProject.prefix.count), as: UTF8.self)) else { continue }
            found[id] = bookFile(of: id)?.readSummary() ?? LinkBook.Summary()
        }
        return found
    }

    func knownSummaries() -> [NodeID: LinkBook.Summary] {
        if let summaries { return summaries }
        let read = readSummaries()
        summaries = read
        return read
    }

    // MARK: What happened

    func modelChanged(_ change: ModelChange) {
        guard hasCollections else { return }
        (cached, arrivedByFolder) = (nil, nil)
        switch change {
        // Another process may have written the books too.
        case .everything: (summaries, touched) = (nil, [])
        case .nodes(let ids, .model), .nodes(let ids, .sightings): touched.formUnion(ids)
        case .nodes(_, .hashes): break
        }
    }

    func walked(_ outcome: Outcome) {
        guard hasCollections else { return }
        for change in outcome.changes where hasCome(change) {
            if let id = change.id { arrived.insert(id) }
        }
        // What was moved is told of like anything else.
        for change in outcome.changes where change.kind == .moved {
            guard let id = change.id else { continue }
            givenWay.remove(id)
            moved.insert(id)
        }
    }

    // MARK: Looking

    func guests(of folder: Node, _ reader: some ProjectReader) throws(ShedError) -> [OrderKey.Item] {
        guard hasCollections, folder.hasDetails else { return [] }
        let state = try reader.load()
        guard let folders = CollectionFolders(project.home, state), let path = state.model.path(of: folder.id),
            folders.folder(at: path, in: state)?.id == folder.id
        else { return [] }
        let pieces = PieceFolders(project.home, state)
        return FolderGuests.named(by: folder, in: state.model) { pieces.piece($0, in: state) != nil }
    }

    func mayHaveGuests(_ folder: RelativePath) -> Bool {
        guard hasCollections, folder.names.count > 1, let state = project.store.state ?? (try? project.asKnown.load()) else { return false }
        return CollectionFolders(project.home, state)?.folder(at: folder, in: state) != nil
    }

    func view(at folder: RelativePath) -> (any FolderView)? { collection(at: folder) }

    /// What fills a folder with links to pieces; `nil` for every other folder.
    func collection(at path: RelativePath) -> CollectionView? {
        guard hasCollections, path.names.count > 1 else { return nil }
        if let cached, cached.path == path { return cached.view }
        guard let state = project.store.state ?? (try? project.asKnown.load()) else { return nil }
        let view = collection(at: path, state)
        if project.store.state != nil { cached = (path, view) }
        return view
    }

    private func collection(at path: RelativePath, _ state: ProjectState) -> CollectionView? {
        guard let folders = CollectionFolders(project.home, state), let folder = folders.folder(at: path, in: state), folder.hasDetails,
            var view = CollectionView(folder, path, project.home, state, PieceFolders(project.home, state)), !view.isEmpty
        else { return nil }
        if let known = knownSummaries()[folder.id], !known.isUnable, !known.hasOthers, known.basis == view.shape { view.right = known.digest }
        return view
    }

    func fillsFolders(below path: RelativePath, depth: Int) -> Bool {
        guard hasCollections, depth > max(0, 2 - path.names.count), !knownSummaries().isEmpty,
            let state = project.store.state ?? (try? project.asKnown.load()), let folders = CollectionFolders(project.home, state)
        else { return false }
        return path.isRoot || path == folders.root || path.isInside(folders.root)
    }

    // MARK: Keeping up

    func keepUp(in transaction: Transaction) {
        defer {
            (quiet, decided, postponed, arrived, refused, moved) = (.none, [], [], [], [], [])
            cached = nil
        }
        guard hasCollections, let state = project.store.state, state.incomplete.isEmpty, !state.memory.isEmpty, project.home.stateFolder != nil,
            let folders = CollectionFolders(project.home, state)
        else { return }
        let known = knownSummaries()
        lazy var pieces = PieceFolders(project.home, state)
        let all = folders.all(in: state)
        unmark(moved.filter { isPassing($0, state) && state.stands($0) && !isInCollection($0, folders, state) }, transaction)
        for (id, path) in all {
            unmark(filesIn: id, path, state, transaction)
            guard let folder = state.model.nodes[id], folder.hasDetails || known[id] != nil else { continue }
            keepUp(folder, at: path, known[id], state, pieces, in: transaction)
        }
        let there = Set(all.map(\.id))
        for id in known.keys.sorted() where !there.contains(id) { takeLeave(id, state, transaction) }
        touched = []
    }

    /// The files that came into a folder.
    private func arrived(in folder: NodeID, _ state: ProjectState) -> [NodeID] {
        guard !arrived.isEmpty else { return [] }
        if let arrivedByFolder { return arrivedByFolder[folder] ?? [] }
        var groups: [NodeID: [NodeID]] = [:]
        for id in arrived { if let place = state.model.nodes[id]?.place { groups[state.model.resolve(place.parent), default: []].append(id) } }
        arrivedByFolder = groups
        return groups[folder] ?? []
    }

    /// What stands in place of links in a folder, and is a node by now.
    func strangers(in folder: Node, _ book: LinkBook?, _ state: ProjectState) -> [Name: NodeID] {
        let ids = Set((book?.records ?? []).lazy.filter(\.isStranger).map(\.id)).union(arrived(in: folder.id, state)).subtracting(refused)
        var strangers: [Name: NodeID] = [:]
        for id in ids.sorted() {
            guard let node = state.model.nodes[id], !node.type.isDirectory, state.stands(id), let place = node.place,
                state.model.resolve(place.parent) == folder.id
            else { continue }
            strangers[place.name] = id
        }
        return strangers
    }

    private func keepUp(
        _ folder: Node, at path: RelativePath, _ known: LinkBook.Summary?, _ state: ProjectState, _ pieces: PieceFolders, in transaction: Transaction
    ) {
        guard let file = bookFile(of: folder.id) else { return }
        // The book is read only where something is to be done, but for files that have just come there.
        var book = known != nil && !arrived(in: folder.id, state).isEmpty ? file.read() : nil
        var strangers = strangers(in: folder, book, state)
        guard var view = CollectionView(folder, path, project.home, state, pieces, strangers: Set(strangers.values)),
            !view.isEmpty || known != nil
        else { return }
        var inode = (try? view.handle.ownEvidence().inode) ?? 0
        let isElsewhere = known?.folder != inode
        let isQuiet = quiet.holds(path)
        let hasChanged = (project.changeSource == nil || isQuiet) && state.digests[folder.id].map { $0.value != known?.digest } ?? false
        guard isElsewhere || hasChanged || known?.basis != view.shape || decided.contains(folder.id) || view.shows(anyOf: touched)
            || !strangers.isEmpty
        else { return }
        // Where no link can be made, a person's asking has it tried once more.
        if known?.isUnable == true, !isElsewhere, !isQuiet { return }
        if book == nil, known != nil {
            book = file.read()
            strangers = self.strangers(in: folder, book, state)
            view = CollectionView(folder, path, project.home, state, pieces, strangers: Set(strangers.values)) ?? view
        }
        var keeper = LinkKeeper(view, state, book)
        // In another directory than that in which they were seen, as the book itself has it, nobody has taken links out.
        keeper.leavesVanished = !decided.contains(folder.id) && book?.summary.folder == inode
        keeper.strangers = strangers
        // A link that is gone since shed was interrupted was taken out by nobody.
        if known != nil { keeper.willChange = file.forgetFolder }
        keeper.followAll()
        // What the book says was seen to stand is to stand after a power cut too.
        if keeper.book.summary.digest != known?.digest, (try? view.handle.sync()) == nil { inode = 0 }
        keeper.book.summary.basis = keeper.hasFailed ? 0 : view.shape
        keeper.book.summary.folder = inode
        if view.isEmpty, !keeper.hasFailed, !keeper.hasStrangers {
            file.remove()
            summaries?[folder.id] = nil
            looked[folder.id] = state.digests[folder.id].map { $0.value &+ keeper.digestChange }
        } else {
            // A daemon comes back for what is to be told.
            if view.isEmpty, keeper.hasStrangers { looked[folder.id] = nil }
            // Where links of shed's own were left, as on a full disk, without a book they would be a person's, who puts pieces in by them.
            let keeps = keeper.hasFailed
            if keeper.hasChangedBook { file.write(keeper.book, orKeep: keeps) } else { file.write(keeper.book.summary, orKeep: keeps) }
            summaries?[folder.id] = keeper.book.summary
        }
        // Else the next command would look at what was done here; it does where this fails.
        try? transaction.noteLinks(in: folder.id, digestChange: keeper.digestChange)
        if keeper.digestChange != 0 { project.hasSetLinks = true }
        Interruption.point("collection-kept")
    }

    /// The folder is none of Collections' any more: the links in it would lead nowhere, and are nobody's.
    private func takeLeave(_ id: NodeID, _ state: ProjectState, _ transaction: Transaction) {
        guard let file = bookFile(of: id) else { return }
        if state.memory.isPresent(id), let path = state.model.path(of: id) {
            // Until all are gone the book has to say whose they are: it is tried again.
            guard let handle = try? project.home.root.openDirectory(at: path), file.forgetFolder() else { return }
            var folder = LinkFolder(handle)
            let book = file.read()
            for record in book?.records ?? [] where !record.isStranger { if let name = record.name { folder.takeAway(name, record.text) } }
            guard !folder.hasFailed else { return }
            // What was set aside when something interrupted that is a link of shed's, and nobody would see it.
            for entry in handle.viewEntries() ?? [] where entry.kind == .link && LinkFolder.former(entry.name) != nil {
                try? handle.removeFile(entry.name)
            }
            // Files that stood in place of them are the folder's now.
            var told = Outcome()
            if let node = state.model.nodes[id] { try? tell(ofFiles: strangers(in: node, book, state).keys.sorted().map(path.appending), &told, transaction) }
        }
        file.remove()
        summaries?[id] = nil
    }

    // MARK: The daemon

    /// What people did to links in a folder is decided once all is quiet there.
    func waits(after outcome: Outcome) -> Set<RelativePath> {
        guard hasCollections, let state = project.store.state, let folders = CollectionFolders(project.home, state) else { return [] }
        let known = knownSummaries()
        var waiting: Set<RelativePath> = []
        for (id, path) in folders.all(in: state) {
            guard let digest = state.digests[id]?.value, digest != known[id]?.digest, digest != looked[id] else { continue }
            waiting.insert(path)
        }
        return waiting
    }
}
