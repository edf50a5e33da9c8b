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

    /// Whether every file in a folder that accepts nothing is known: one that is not may be an addition, or moved.
    func explainsClosedFolders(_ template: Template) -> Bool {
        for (position, folder) in folders.enumerated() {
            guard let folder, position > 0, folder.role != .rejected, template.facts(of: folder, label: "").accepts == .nothing else { continue }
            for entry in snapshot.directories[position].entries where snapshot.entries[entry].kind == .file && node(entry) == nil { return false }
        }
        return true
    }
}
