import ShedIndex
import ShedModel

/// Finds the folder of each directory by its place alone.
enum QuickBinding {
    /// `nil` where a directory is not known, or one that is known is not there: something moved.
    static func folders(_ records: [FolderRecord], _ snapshot: Snapshot, project: NodeID) -> [Node?]? {
        var byPlace: [Place: Node] = [:]
        byPlace.reserveCapacity(records.count)
        var root = Node(id: project, type: .project)
        var present = 0
        for record in records {
            if record.node.id == project {
                root = record.node
            } else if let place = record.node.place, record.sighting != nil, record.missingSince == nil {
                byPlace[place] = record.node
                present += 1
            }
        }
        var folders: [Node?] = [root]
        folders.reserveCapacity(snapshot.directories.count)
        for position in snapshot.directories.indices.dropFirst() {
            let directory = snapshot.directories[position]
            if directory.state == .foreign {
                folders.append(nil)
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
