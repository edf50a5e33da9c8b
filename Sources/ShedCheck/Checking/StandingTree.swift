import ShedModel

/// A scan in which all that a model places stands in its place, and nothing else: nobody has to plan to know what is what.
struct StandingTree {
    let model: Model
    /// The folder of each directory.
    let folders: [Node?]
    /// Where the node of each entry is among the model's; -1 where it can be none.
    private let positions: [Int32]

    /// Costs one look at each entry and each node. Takes a scan that lists all, by names alone.
    /// - Returns: `nil` where anything else stands there than the model says, or less, or more than one node could be meant.
    init?(_ snapshot: Snapshot, _ model: Model) {
        var positions = [Int32](repeating: -1, count: snapshot.entries.count)
        var folders: [Node?] = [model.nodes[model.project]]
        folders.reserveCapacity(snapshot.directories.count)
        var groups = PlacedGroups(model) { StandingTree.stands($0, model) }
        var found = 0
        for number in snapshot.directories.indices {
            let directory = snapshot.directories[number]
            guard directory.state == .read, !directory.leavesOutFiles else { return nil }
            if number > 0 {
                guard let position = Int(exactly: positions[Int(directory.entry)]), position >= 0 else { return nil }
                folders.append(model.nodes.values[position])
            }
            guard let folder = folders[number]?.id else { return nil }
            groups.begin(with: folder)
            for entry in directory.entries {
                guard let type = snapshot.entries[entry].kind.nodeType else { continue }
                let position = snapshot.withName(of: entry) { name in
                    groups.take(name) ?? (groups.areDecided ? nil : StandingTree.only(named: name, in: folder, model))
                }
                guard let position, model.nodes.values[position].type.isDirectory == type.isDirectory else { return nil }
                positions[entry] = Int32(truncatingIfNeeded: position)
                found += 1
            }
        }
        guard found == groups.standing else { return nil }
        (self.model, self.folders, self.positions) = (model, folders, positions)
    }

    /// The node of an entry.
    func node(_ entry: Int) -> Node? {
        let position = Int(positions[entry])
        return position >= 0 ? model.nodes.values[position] : nil
    }

    /// Where the one node is that stands in a folder under a name.
    private static func only(named name: UnsafeBufferPointer<UInt8>, in folder: NodeID, _ model: Model) -> Int? {
        var found: Int?
        var count = 0
        model.forEachChild(of: folder, named: name) { position in
            count += 1
            found = position
        }
        guard count == 1, let found, stands(model.nodes.values[found], model) else { return nil }
        return found
    }

    /// Whether a node has a place, and nobody found it missing there, gave it up, or put another there later.
    private static func stands(_ node: Node, _ model: Model) -> Bool {
        guard node.place != nil, model.outplaced.isEmpty || !model.outplaced.contains(node.id) else { return false }
        guard node.hasDetails, let details = node.details else { return true }
        return details.forgotten == nil && details.content == nil
    }
}
