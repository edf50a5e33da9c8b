import ShedModel

extension Memory {
    /// Where the file of a node stands that another device has moved and that has not come from its old place yet; `nil` for any other.
    func placeAwaitedFrom(_ id: NodeID, _ model: Model) -> RelativePath? {
        guard let move = unsettled.incomingMoves[id], seen[id]?.evidence.identity == move.identity else { return nil }
        return model.path(of: model.resolve(move.place.parent))?.appending(move.place.name)
    }
}
