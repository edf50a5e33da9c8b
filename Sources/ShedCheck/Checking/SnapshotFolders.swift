import ShedModel
import ShedRules

/// A scan as the custom rules see it: with the roles and IDs that a sync would find.
struct SnapshotFolders: FolderTree {
    private let snapshot: Snapshot
    /// The role of each directory.
    private let roles: [Role?]
    /// The ID of an entry's node, where it has one already.
    private let known: (Int) -> NodeID?
    private let project: NodeID
    private var judged: [Bool] = []

    /// With every entry bound.
    init(snapshot: Snapshot, binding: [NodeID?], model: Model, known: Model) {
        let roles = snapshot.directories.map { directory in
            directory.entry < 0 ? nil : binding[Int(directory.entry)].flatMap { model.nodes[$0]?.role }
        }
        self.init(snapshot: snapshot, roles: roles, project: model.project) { binding[$0].flatMap { known.nodes[$0]?.id } }
    }

    /// With the folders known, and files looked up where something is found.
    init(snapshot: Snapshot, folders: [Node?], project: NodeID, file: @escaping (Int) -> NodeID?) {
        self.init(snapshot: snapshot, roles: folders.map { $0?.role }, project: project) { entry in
            let child = snapshot.entries[entry].directory
            return child >= 0 ? folders[Int(child)]?.id : file(entry)
        }
    }

    private init(snapshot: Snapshot, roles: [Role?], project: NodeID, known: @escaping (Int) -> NodeID?) {
        self.snapshot = snapshot
        self.roles = roles
        self.known = known
        self.project = project
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

    func role(ofFolder folder: Int) -> Role? { folder == 0 ? nil : roles[folder] }

    func id(ofFolder folder: Int) -> NodeID? { folder == 0 ? project : known(Int(snapshot.directories[folder].entry)) }

    func isJudged(folder: Int) -> Bool { judged[folder] }

    func entries(ofFolder folder: Int) -> [FolderEntry] {
        snapshot.directories[folder].entries.compactMap { entry in
            snapshot.entries[entry].kind.nodeType.map { FolderEntry(name: snapshot.name(of: entry), type: $0, number: entry) }
        }
    }

    func id(of entry: FolderEntry) -> NodeID? { known(entry.number) }
}
