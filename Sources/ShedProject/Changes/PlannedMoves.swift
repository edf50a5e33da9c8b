import ShedDisk
import ShedModel

/// Moves that a verb has decided on and not made yet.
struct PlannedMoves {
    private(set) var moves: [(placed: PlacedNode, to: RelativePath)] = []
    /// Of the places that things are moved to, or stay at, those where they may stand by exception alone.
    var accepted: Set<RelativePath> = []
    private var ids: Set<NodeID> = []

    var isEmpty: Bool { moves.isEmpty && accepted.isEmpty }

    /// - Parameter isException: whether it may stand there by exception alone.
    mutating func append(_ placed: PlacedNode, to path: RelativePath, isException: Bool) {
        moves.append((placed, path))
        ids.insert(placed.node.id)
        if isException { accepted.insert(path) }
    }

    /// Whether a node, or a folder that it stands in by the model, is one of them.
    func hold(_ id: NodeID, _ model: Model) -> Bool {
        guard !ids.isEmpty else { return false }
        var current = model.resolve(id)
        var steps = 0
        while !ids.contains(current) {
            guard let parent = model.nodes[current]?.place?.parent, steps <= RelativePath.deepest else { return false }
            current = model.resolve(parent)
            steps += 1
        }
        return true
    }
}
