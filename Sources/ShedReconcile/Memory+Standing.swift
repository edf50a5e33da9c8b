import ShedModel

extension Memory {
    /// The node that was last seen at a path.
    ///
    /// Where the batches have one there whose file has not left its old place here yet, that is not it: of files that change places by other devices'
    /// batches each is what stood there before, as long as none has come.
    public func node(at path: RelativePath, _ model: Model) -> NodeID? {
        var current = model.project
        for name in path.names {
            guard let next = node(named: name, in: current, model) else { return nil }
            current = next
        }
        return current
    }

    /// The same of a name in a folder.
    public func node(named name: Name, in folder: NodeID, _ model: Model) -> NodeID? {
        let children = model.children(of: folder, named: name)
        if let first = children.first(where: { isPresent($0) && !isAwaited($0) }) { return first }
        guard let awaited = children.first(where: isPresent) else { return children.first { !model.outplaced.contains($0) } ?? children.min() }
        let stayed = unsettled.incomingMoves.filter { id, move in
            move.place.name == name && model.resolve(move.place.parent) == folder && isPresent(id) && isAwaited(id)
        }
        return stayed.keys.min() ?? awaited
    }

    /// Whether another device has moved a node, and its file stands where it was seen before that.
    private func isAwaited(_ id: NodeID) -> Bool {
        guard let move = unsettled.incomingMoves[id] else { return false }
        return seen[id]?.evidence.identity == move.identity
    }
}
