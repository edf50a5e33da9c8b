/// The nodes that were last seen in one folder: first those that may be there, then those that are known to be missing, else in no
/// order. Taking one out costs the same however many there are.
struct ChildList: Sendable {
    private(set) var ids: [NodeID] = []
    /// How many of ``ids``, from the first on, are not known to be missing.
    private(set) var presentCount = 0
    /// The positions in ``ids``; made when first needed, then kept up.
    private var index: SlotIndex?

    /// Those that are not known to be missing.
    var present: ArraySlice<NodeID> { ids[..<presentCount] }

    mutating func append(_ id: NodeID, isMissing: Bool = false) {
        ids.append(id)
        index?.insert(ids.count - 1, hash: ChildList.hash(ids))
        guard !isMissing else { return }
        swap(presentCount, ids.count - 1)
        presentCount += 1
    }

    /// Takes a node out, where it is in the list.
    /// - Returns: whether it was known to be missing.
    @discardableResult
    mutating func remove(_ id: NodeID) -> Bool {
        guard var position = position(of: id) else { return false }
        let isMissing = position >= presentCount
        if !isMissing {
            presentCount -= 1
            swap(position, presentCount)
            position = presentCount
        }
        swap(position, ids.count - 1)
        index?.remove(ids.count - 1, hash: ChildList.hash(ids))
        ids.removeLast()
        return isMissing
    }

    /// - Returns: whether that is news.
    mutating func setMissing(_ id: NodeID, _ isMissing: Bool) -> Bool {
        guard isMissing || presentCount < ids.count, let position = position(of: id), isMissing != (position >= presentCount) else { return false }
        if isMissing { presentCount -= 1 }
        swap(position, presentCount)
        if !isMissing { presentCount += 1 }
        return true
    }

    private mutating func swap(_ first: Int, _ second: Int) {
        guard first != second else { return }
        if index != nil {
            let hash = ChildList.hash(ids)
            index?.swap(first, second, hash: hash)
        }
        ids.swapAt(first, second)
    }

    private mutating func position(of id: NodeID) -> Int? {
        if index == nil {
            var made = SlotIndex()
            made.reserve(ids.count, hash: ChildList.hash(ids))
            for position in ids.indices { made.insert(position, hash: ChildList.hash(ids)) }
            index = made
        }
        return index?.first(IDHash.of(id)) { ids[$0] == id }
    }

    private static func hash(_ ids: [NodeID]) -> (Int) -> Int { { IDHash.of(ids[$0]) } }
}
