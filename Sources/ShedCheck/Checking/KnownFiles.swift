import ShedIndex
import ShedModel
import ShedProject
import ShedRules

/// The files that this machine knows, folder by folder where a rule asks.
final class KnownFiles {
    private let source: Source
    private let snapshot: Snapshot
    private let folders: [Node?]
    private var read: [NodeID: [Name: Node]] = [:]

    enum Source {
        /// Read for each folder.
        case index(ProjectIndex)
        case state(ProjectState)
    }

    init(_ source: Source, snapshot: Snapshot, folders: [Node?]) {
        self.source = source
        self.snapshot = snapshot
        self.folders = folders
    }

    func node(_ entry: Int) -> Node? {
        guard let folder = folders[Int(snapshot.entries[entry].parent)] else { return nil }
        return files(in: folder.id)[snapshot.name(of: entry)]
    }

    private func files(in folder: NodeID) -> [Name: Node] {
        if let known = read[folder] { return known }
        var files: [Name: Node] = [:]
        func add(_ node: Node) { if let name = node.place?.name { files[name] = node } }
        switch source {
        case .index(let index):
            for record in (try? index.files(in: folder)) ?? [] where record.missingSince == nil && record.sighting != nil { add(record.node) }
        case .state(let state):
            for id in state.model.children(of: folder) where state.memory.isPresent(id) {
                if let node = state.model.nodes[id], !node.type.isDirectory { add(node) }
            }
        }
        read[folder] = files
        return files
    }

    /// The directories of folders that accept nothing. A file in them that is not known may be an addition, or moved.
    func closedFolders(_ rules: ProjectRules) -> [Int] {
        folders.indices.dropFirst().filter { position in
            guard let folder = folders[position], folder.role != .rejected else { return false }
            return rules.facts(of: folder, label: "").accepts == .nothing
        }
    }

    /// Whether every file in a directory is known.
    func areKnown(in directory: Int) -> Bool {
        snapshot.directories[directory].entries.allSatisfy { snapshot.entries[$0].kind != .file || node($0) != nil }
    }
}
