import ShedIndex
import ShedModel

/// The files that the index knows, read folder by folder where a rule asks.
final class KnownFiles {
    private let index: ProjectIndex
    private let snapshot: Snapshot
    private let folders: [Node?]
    private var read: [NodeID: [Name: Node]] = [:]

    init(index: ProjectIndex, snapshot: Snapshot, folders: [Node?]) {
        self.index = index
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
        for record in (try? index.files(in: folder)) ?? [] where record.missingSince == nil && record.sighting != nil {
            if let name = record.node.place?.name { files[name] = record.node }
        }
        read[folder] = files
        return files
    }

    /// The directories of folders that accept nothing. A file in them that is not known may be an addition, or moved.
    func closedFolders(_ template: Template) -> [Int] {
        folders.indices.dropFirst().filter { position in
            guard let folder = folders[position], folder.role != .rejected else { return false }
            return template.facts(of: folder, label: "").accepts == .nothing
        }
    }

    /// Whether every file in a directory is known.
    func areKnown(in directory: Int) -> Bool {
        snapshot.directories[directory].entries.allSatisfy { snapshot.entries[$0].kind != .file || node($0) != nil }
    }
}
