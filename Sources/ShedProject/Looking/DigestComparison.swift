import ShedIndex
import ShedModel

/// Compares a scan with the folder records of the index, directory by directory.
struct DigestComparison {
    private var byPlace: [Place: FolderRecord] = [:]
    private var root: FolderRecord?
    private var present = 0

    /// - Parameter resolve: the node that an ID stands for, aliases followed.
    init(records: [FolderRecord], project: NodeID, resolve: (NodeID) -> NodeID) {
        byPlace.reserveCapacity(records.count)
        for record in records {
            if record.node.id == project {
                root = record
            } else if let place = record.node.place, record.sighting != nil, record.missingSince == nil {
                byPlace[Place(parent: resolve(place.parent), name: place.name)] = record
                present += 1
            }
        }
    }

    /// The directories that have not the digest that the index knows, new ones among them.
    /// - Returns: `nil` where there are more than so many, one cannot be read, or one is gone and the directory that it stood
    ///   in has not changed.
    func differing(in snapshot: Snapshot, atMost most: Int) -> Set<RelativePath>? {
        guard let root else { return nil }
        var nodes: [NodeID?] = Array(repeating: nil, count: snapshot.directories.count)
        nodes[0] = root.node.id
        var differing: Set<RelativePath> = []
        var changed: Set<NodeID> = []
        for position in snapshot.directories.indices {
            let directory = snapshot.directories[position]
            guard directory.state == .read else { return nil }
            var record: FolderRecord? = root
            if position > 0 {
                let place = nodes[Int(directory.parent)].map { Place(parent: $0, name: snapshot.name(of: Int(directory.entry))) }
                record = place.flatMap { byPlace[$0] }
                nodes[position] = record?.node.id
            }
            if let digest = record?.digest, digest.value == directory.digest, !digest.isRacy { continue }
            guard differing.count < most else { return nil }
            differing.insert(snapshot.path(ofDirectory: position))
            if let id = record?.node.id { changed.insert(id) }
        }
        let standing = Set(nodes.compactMap(\.self))
        guard standing.count - 1 < present else { return differing }
        for (place, record) in byPlace where !standing.contains(record.node.id) {
            guard changed.contains(place.parent) || !standing.contains(place.parent) else { return nil }
        }
        return differing
    }
}
