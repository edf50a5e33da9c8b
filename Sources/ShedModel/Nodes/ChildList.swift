/// The nodes that were last seen in one folder, in no order. Taking one out costs the same however many there are.
struct ChildList: Sendable {
    private(set) var ids: [NodeID] = []
    /// The positions in ``ids``; made when first needed, then kept up.
    private var index: SlotIndex?

    mutating func append(_ id: NodeID) {
        ids.append(id)
        index?.insert(ids.count - 1, hash: ChildList.hash(ids))
    }

    /// Takes a node out, where it is in the list; the last takes its place.
    mutating func remove(_ id: NodeID) {
        if index == nil {
            var made = SlotIndex()
            made.reserve(ids.count, hash: ChildList.hash(ids))
            for position in ids.indices { made.insert(position, hash: ChildList.hash(ids)) }
            index = made
        }
        guard let position = index?.first(IDHash.of(id), where: { ids[$0] == id }) else { return }
        let last = ids.count - 1
        index?.remove(position, hash: ChildList.hash(ids))
        if position != last { index?.move(last, to: position, hash: IDHash.of(ids[last])) }
        ids.swapAt(position, last)
        ids.removeLast()
    }

    private static func hash(_ ids: [NodeID]) -> (Int) -> Int { { IDHash.of(ids[$0]) } }
}
