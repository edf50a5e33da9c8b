import ShedModel
import ShedReconcile
import ShedRules

/// A scan as the custom rules see it: with the roles and IDs that a sync would find.
struct SnapshotFolders: FolderTree {
    private let snapshot: Snapshot
    /// The node of an entry.
    private let node: (Int) -> Node?
    /// The ID of an entry's node, where it has one already.
    private let known: (Int) -> NodeID?
    private let project: NodeID
    private var judged: [Bool] = []

    init(snapshot: Snapshot, binding: [NodeID?], model: Model, known: Model) {
        self.snapshot = snapshot
        node = { binding[$0].flatMap { model.nodes[$0] } }
        self.known = { binding[$0].flatMap { known.nodes[$0]?.id } }
        project = model.project
        for folder in snapshot.directories.indices {
            let state = snapshot.directories[folder].state
            let isInside = folder == 0 || judged[parent(ofFolder: folder)]
            // Trash and Rejected stand at the root; elsewhere a folder that had the role is one like others.
            let isOutside = folder > 0 && parent(ofFolder: folder) == 0 && [.trash, .rejected].contains(role(ofFolder: folder))
            judged.append(isInside && !isOutside && (state == .read || state == .partial))
        }
    }

    var folderCount: Int { snapshot.directories.count }

    func parent(ofFolder folder: Int) -> Int { Int(snapshot.directories[folder].parent) }

    func path(ofFolder folder: Int) -> RelativePath { snapshot.path(ofDirectory: folder) }

    func role(ofFolder folder: Int) -> Role? { folder == 0 ? nil : node(Int(snapshot.directories[folder].entry))?.role }

    func id(ofFolder folder: Int) -> NodeID? { folder == 0 ? project : known(Int(snapshot.directories[folder].entry)) }

    func isJudged(folder: Int) -> Bool { judged[folder] }

    func entries(ofFolder folder: Int) -> [FolderEntry] {
        snapshot.sortedEntries(of: folder).compactMap { entry in
            snapshot.entries[entry].kind.nodeType.map { FolderEntry(name: snapshot.name(of: entry), type: $0, id: known(entry)) }
        }
    }
}

extension Project {
    /// The project's folders, as a sync would take them in. Writes nothing.
    func folderTree() throws(ShedError) -> SnapshotFolders {
        var errand = Errand()
        errand.hashing = 0
        errand.overridesWaiting = true
        let (situation, plan, facts) = try preview(errand)
        var model = facts.model
        for operation in plan.operations { model.apply(operation) }
        return SnapshotFolders(snapshot: situation.snapshot, binding: plan.binding, model: model, known: facts.model)
    }
}
