import ShedModel
import ShedProject
import ShedReconcile

/// Files that stand in place of links in collections come into the project before it is decided what they are, since their folder takes
/// files. Nobody is told of one until then: it gives way to the link, and nothing came, or it stays, and then it is told.
extension CollectionsProject {
    func passing(_ changes: [Change]) -> Set<RelativePath> {
        guard hasCollections else { return [] }
        var passing: Set<RelativePath> = []
        var came: [RelativePath: [Change]] = [:]
        for change in changes where change.path.names.count > 2 && change.type == .file {
            if change.kind == .removed, change.id.map(givenWay.contains) == true { passing.insert(change.path) }
            if change.kind == .added && !change.isCarried || change.kind == .modified { came[change.path.parent, default: []].append(change) }
        }
        guard !came.isEmpty, let state = project.store.state, let folders = CollectionFolders(project.home, state) else { return passing }
        lazy var pieces = PieceFolders(project.home, state)
        for (path, changes) in came {
            guard let folder = folders.folder(at: path, in: state), folder.hasDetails, let book = bookFile(of: folder.id)?.read() else { continue }
            let known = Set(book.records.lazy.filter(\.isStranger).map(\.id))
            let undecided = changes.filter { $0.kind == .added || $0.id.map(known.contains) == true }
            let strangers = known.union(undecided.compactMap(\.id))
            guard !undecided.isEmpty, let view = CollectionView(folder, path, project.home, state, pieces, strangers: strangers), !view.isEmpty else { continue }
            let names = Set(undecided.compactMap(\.path.last))
            passing.formUnion(view.links(lastSeenIn: book.records, named: names, state).keys.map(path.appending))
        }
        return passing
    }

    /// Tells of files that stay where they stand in place of links, now that this is decided.
    func tell(ofFiles paths: [RelativePath], _ outcome: inout Outcome, _ transaction: Transaction) throws(ShedError) {
        let known = Set(outcome.changes.map(\.path))
        for path in paths where !known.contains(path) {
            guard let placed = try? transaction.find(path, try transaction.load()) else { continue }
            outcome.changes.append(Change(.added, id: placed.node.id, path: path, type: .file))
            transaction.record(.added, placed)
            guard placed.node.details?.other[CollectionsProject.passingField] != nil else { continue }
            try transaction.commitFollowing([Operation(placed.node.id, [.other(CollectionsProject.passingField, .null)])])
        }
    }

    /// Says of the node of a file that it stood in place of a link for a while, and gave way to it. The next such file is the same node.
    static let passingField = "over-link"

    /// Whether a node is such a file, in a collection. Whoever wrote the sidecar may have said it of anything.
    func isPassing(_ id: NodeID, _ state: ProjectState) -> Bool { state.model.nodes[id]?.details?.other[CollectionsProject.passingField]?.value == .bool(true) }

    /// Takes files that gave way to links out of what is missing.
    func leaveOutPassing(_ missing: inout [Status.Missing], in folders: CollectionFolders, _ state: ProjectState) {
        missing.removeAll { item in isPassing(item.id, state) && item.path.map { folders.folder(at: $0.parent, in: state) != nil } == true }
    }
}
