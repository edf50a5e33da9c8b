import ShedModel

/// Nodes that a verb has moved on the disk and that no walk has taken in yet.
struct MovedNodes {
    /// By where they are now.
    private(set) var places: [RelativePath: NodeID] = [:]
    private var ids: Set<NodeID> = []

    var isEmpty: Bool { places.isEmpty }

    mutating func insert(_ id: NodeID, at path: RelativePath) {
        places[path] = id
        ids.insert(id)
    }

    /// Whether a node, or a folder that it stands in by the model, is one of them.
    func hold(_ id: NodeID, _ model: Model) -> Bool {
        guard !ids.isEmpty else { return false }
        var current = model.resolve(id)
        var steps = 0
        while !ids.contains(current) {
            guard let parent = model.nodes[current]?.place?.parent, steps < model.nodes.count else { return false }
            current = model.resolve(parent)
            steps += 1
        }
        return true
    }
}
