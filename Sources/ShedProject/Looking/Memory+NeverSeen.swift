import ShedModel

extension Memory {
    /// Whether the batches have a place for a node that this machine has never seen on disk: its file has not arrived, went before it looked, or
    /// came under a name by which nobody knew it.
    func neverSaw(_ id: NodeID, _ model: Model) -> Bool {
        guard let node = model.nodes[id], node.type != .project, node.place != nil else { return false }
        return seen[id] == nil && missing[id] == nil
    }

    /// Whether it is one that somebody may look for: nobody said that it is gone. Of a folder that was removed nothing says so, so of folders only
    /// those with a role are.
    func lacks(_ id: NodeID, _ model: Model) -> Bool {
        guard let node = model.nodes[id], neverSaw(id, model), !node.type.isDirectory || node.role != nil else { return false }
        return node.details?.content == nil && node.details?.forgotten == nil
    }
}
