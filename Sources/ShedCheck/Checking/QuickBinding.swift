import ShedIndex
import ShedModel

/// Finds the folder of each directory by its place alone.
struct QuickBinding {
    private var byPlace: [Place: Node] = [:]
    private var root: Node

    init(_ records: [FolderRecord], project: NodeID) {
        root = Node(id: project, type: .project)
        byPlace.reserveCapacity(records.count)
        for record in records {
            if record.node.id == project {
                root = record.node
            } else if let place = record.node.place, record.sighting != nil, record.missingSince == nil {
                byPlace[place] = record.node
            }
        }
    }

    /// `nil` where a directory is not known: something moved.
    func folders(_ snapshot: Snapshot) -> [Node?]? {
        var folders: [Node?] = [root]
        folders.reserveCapacity(snapshot.directories.count)
        for position in snapshot.directories.indices.dropFirst() {
            let directory = snapshot.directories[position]
            if directory.state == .foreign {
                // Known or not: a project in this one is none of its folders.
                folders.append(folders[Int(directory.parent)].flatMap { byPlace[Place(parent: $0.id, name: snapshot.name(of: Int(directory.entry)))] })
                continue
            }
            guard let parent = folders[Int(directory.parent)],
                let node = byPlace[Place(parent: parent.id, name: snapshot.name(of: Int(directory.entry)))]
            else { return nil }
            folders.append(node)
        }
        return folders
    }
}
