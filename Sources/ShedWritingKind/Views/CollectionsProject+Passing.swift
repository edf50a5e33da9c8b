import ShedModel
import ShedProject
import ShedReconcile

/// Files that stand in place of links in collections come into the project before it is decided what they are, since their folder takes
/// files. Nobody is told of one until then: it gives way to the link, and nothing came, or it stays, and then it is told.
extension CollectionsProject {
    /// Interrupted between the commit and what follows it, shed would take such a file for one that a person has put there beside the link.
    func coming(_ changes: [Change]) {
        guard hasCollections else { return }
        noted = []
        let came = changes.filter(hasCome)
        for (folder, changes) in inPlaceOfLinks(Dictionary(grouping: came, by: \.path.parent)) {
            let strangers = Dictionary(changes.compactMap { change in change.id.flatMap { id in change.path.last.map { ($0, id) } } }) { $1 }
            noteStrangers(strangers, in: folder)
            noted.formUnion(strangers.values)
        }
    }

    func passing(_ changes: [Change]) -> Set<RelativePath> {
        guard hasCollections else { return [] }
        var passing: Set<RelativePath> = []
        var came: [RelativePath: [Change]] = [:]
        var gone: Set<NodeID>?
        for change in changes where change.path.names.count > 2 && change.type == .file {
            if change.kind == .removed, let id = change.id, givenWay.contains(id) || gaveWay(id, &gone) { passing.insert(change.path) }
            if hasCome(change) || change.kind == .modified { came[change.path.parent, default: []].append(change) }
        }
        for (_, changes) in inPlaceOfLinks(came) {
            passing.formUnion(changes.map(\.path))
            noted.subtract(changes.compactMap(\.id))
        }
        // No link has the names of these now: they are told of like any other, once.
        refused.formUnion(noted)
        noted = []
        return passing
    }

    /// Whether a file came that may stand in place of a link: a new one, or one that a program made beside the link a moment ago, and renamed
    /// to the link's name, where somebody looked in between (`sed -i`, `perl -pi`).
    func hasCome(_ change: Change) -> Bool {
        guard !change.isCarried, change.type == .file, change.path.names.count > 2 else { return false }
        switch change.kind {
        case .added: return true
        case .removed, .modified: return false
        case .moved:
            guard change.from?.parent == change.path.parent, let id = change.id, let state = project.store.state ?? (try? project.asKnown.load()) else { return false }
            return state.model.nodes[id]?.mayBeSaving(at: project.home.surroundings.now()) == true
        }
    }

    /// Those of some files that came, or were changed, which stand in place of links and of which nobody has been told.
    /// - Parameter came: by their folders.
    private func inPlaceOfLinks(_ came: [RelativePath: [Change]]) -> [(folder: NodeID, changes: [Change])] {
        guard !came.isEmpty, let state = project.store.state, let folders = CollectionFolders(project.home, state) else { return [] }
        lazy var pieces = PieceFolders(project.home, state)
        var found: [(folder: NodeID, changes: [Change])] = []
        for (path, changes) in came {
            guard let folder = folders.folder(at: path, in: state), folder.hasDetails, let book = bookFile(of: folder.id)?.read() else { continue }
            let known = Set(book.records.lazy.filter(\.isStranger).map(\.id))
            let undecided = changes.filter { $0.kind != .modified || $0.id.map(known.contains) == true }
            let strangers = known.union(undecided.compactMap(\.id))
            guard !undecided.isEmpty, let view = CollectionView(folder, path, project.home, state, pieces, strangers: strangers), !view.isEmpty else { continue }
            let links = view.links(lastSeenIn: book.records, named: Set(undecided.compactMap(\.path.last)), state)
            found.append((folder.id, undecided.filter { change in change.path.last.map { links[$0] != nil } == true }))
        }
        return found
    }

    /// Whether a file that is gone was about to give way to a link when another process was killed.
    /// - Parameter known: those that this machine has written down; read where there is something to ask.
    private func gaveWay(_ id: NodeID, _ known: inout Set<NodeID>?) -> Bool {
        guard let state = project.store.state, isPassing(id, state) else { return false }
        let all = known ?? GaveWayFile(project.home)?.read() ?? []
        known = all
        return all.contains(id)
    }

    /// Tells of files that stay where they stand in place of links, now that this is decided.
    func tell(ofFiles paths: [RelativePath], _ outcome: inout Outcome, _ transaction: Transaction) throws(ShedError) {
        let known = Set(outcome.changes.map(\.path))
        var unmarked: [NodeID] = []
        defer { if !unmarked.isEmpty { GaveWayFile(project.home)?.remove(unmarked) } }
        for path in paths where !known.contains(path) {
            guard let placed = try? transaction.find(path, try transaction.load()) else { continue }
            givenWay.remove(placed.node.id)
            outcome.changes.append(Change(.added, id: placed.node.id, path: path, type: .file))
            transaction.record(.added, placed)
            guard placed.node.details?.other[CollectionsProject.passingField] != nil else { continue }
            try transaction.commitFollowing([Operation(placed.node.id, [.other(CollectionsProject.passingField, .null)])])
            unmarked.append(placed.node.id)
        }
    }

    /// Says of the node of a file that it stood in place of a link for a while, and gave way to it. The next such file is the same node;
    /// one that stands there and in place of no link does not have it.
    static let passingField = "over-link"

    /// What it held is in the piece: a copy of that, made later, is no such file come back.
    static let passingTraits = FieldTraits(staysBehind: { $0 == passingField }, bindsToPlace: { $0 == passingField && $1 == .bool(true) })

    /// Whether a node is such a file, in a collection. Whoever wrote the sidecar may have said it of anything.
    func isPassing(_ id: NodeID, _ state: ProjectState) -> Bool { state.model.nodes[id]?.details?.other[CollectionsProject.passingField]?.value == .bool(true) }

    /// The files in a folder that stood in place of a link when they came and of which nobody was told, where no link has that name any
    /// more: the link went before it was decided what they are.
    func untold(in folder: Node, _ path: RelativePath, _ state: ProjectState) -> [Name: NodeID] {
        guard knownSummaries()[folder.id]?.digest == 0, let book = bookFile(of: folder.id)?.read() else { return [:] }
        let known = Set(book.records.lazy.filter(\.isStranger).map(\.id))
        guard !known.isEmpty else { return [:] }
        let links = view(of: folder, path, state)?.links ?? [:]
        return strangers(in: folder, book, state).filter { known.contains($0.value) && links[$0.key] == nil }
    }

    /// A person's file may be the node that once stood in place of a link: where no link has its name, it is one like any other from then
    /// on.
    func unmark(filesIn folder: NodeID, _ path: RelativePath, _ state: ProjectState, _ transaction: Transaction) {
        let marked = state.model.presentChildren(of: folder).filter { isPassing($0, state) && state.stands($0) }
        guard !marked.isEmpty, let node = state.model.nodes[folder] else { return }
        let links = view(of: node, path, state)?.links ?? [:]
        unmark(Set(marked.filter { id in state.model.nodes[id]?.place.map { links[$0.name] == nil } == true }), transaction)
    }

    /// Whether a node stands in a collection.
    func isInCollection(_ id: NodeID, _ folders: CollectionFolders, _ state: ProjectState) -> Bool {
        state.model.path(of: id).map { folders.folder(at: $0.parent, in: state) != nil } ?? false
    }

    /// Says of files that they are such as any: one that a person has moved elsewhere, for one.
    func unmark(_ real: Set<NodeID>, _ transaction: Transaction) {
        // Where it fails, the next command that meets it does it.
        guard !real.isEmpty, (try? transaction.commitFollowing(real.sorted().map { Operation($0, [.other(CollectionsProject.passingField, .null)]) })) != nil else { return }
        givenWay.subtract(real)
        GaveWayFile(project.home)?.remove(real.sorted())
    }

    func missed(_ missing: [Status.Missing]) -> [Status.Missing] {
        guard hasCollections, !missing.isEmpty, let state = project.store.state ?? (try? project.asKnown.load()) else { return missing }
        var passing = missing.filter { isPassing($0.id, state) }
        guard !passing.isEmpty else { return missing }
        // Those of which this machine knows it, and that nobody has put there anew since, are missed by none.
        let known = Set(passing.lazy.map(\.id)).intersection(GaveWayFile(project.home)?.read() ?? [])
        let missing = missing.filter { !known.contains($0.id) }
        passing.removeAll { known.contains($0.id) }
        guard !passing.isEmpty, let folders = CollectionFolders(project.home, state) else { return missing }
        // Others that gave way to links were none of the project's either: a link has their name now. Where none has, the sidecar says it of a
        // file that is missed, whoever wrote it there.
        var links: [RelativePath: Set<Name>] = [:]
        func isLink(_ path: RelativePath, _ name: Name) -> Bool {
            if links[path.parent] == nil {
                let folder = folders.folder(at: path.parent, in: state)
                links[path.parent] = Set((folder.flatMap { view(of: $0, path.parent, state)?.links } ?? [:]).keys)
            }
            return links[path.parent]?.contains(name) == true
        }
        let left = Set(passing.lazy.filter { item in item.path.flatMap { path in path.last.map { isLink(path, $0) } } == true }.map(\.id))
        return missing.filter { !left.contains($0.id) }
    }
}
