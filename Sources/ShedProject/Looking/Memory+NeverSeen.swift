import ShedModel
import ShedReconcile

extension Memory {
    /// Whether the batches have a place for a node that this machine has never seen on disk: its file has not arrived, went before it looked, or
    /// came under a name by which nobody knew it.
    func neverSaw(_ id: NodeID, _ model: Model) -> Bool {
        guard let node = model.nodes[id], node.type != .project, node.place != nil else { return false }
        return seen[id] == nil && missing[id] == nil
    }
}
