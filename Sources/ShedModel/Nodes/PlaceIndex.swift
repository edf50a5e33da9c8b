/// The nodes of a model by the folder that they were last seen in, and by their whole place.
///
/// Follows from the nodes: whoever changes the place of one takes it out before and puts it in after. A node is known by its ID and
/// its position among the nodes. Folders are those that parents stand for, aliases followed.
struct PlaceIndex: Sendable {
    private var lists: [NodeID: ChildList] = [:]
    /// The positions of the nodes that have a place, by its hash.
    private var byPlace = SlotIndex()
    /// Whether any node is known to be missing.
    var hasMissing: Bool { missingCount > 0 }
    private var missingCount = 0

    /// The hash of the place of the node at a position.
    typealias PlaceHash = (Int) -> Int

    subscript(folder: NodeID) -> ChildList? { lists[folder] }

    mutating func reserve(_ count: Int, _ hash: PlaceHash) { byPlace.reserve(count, hash: hash) }

    mutating func insert(_ id: NodeID, at position: Int, in folder: NodeID, isMissing: Bool, _ hash: PlaceHash) {
        lists[folder, default: ChildList()].append(id, isMissing: isMissing)
        if isMissing { missingCount += 1 }
        byPlace.insert(position, hash: hash)
    }

    /// - Returns: whether the node was known to be missing.
    mutating func remove(_ id: NodeID, at position: Int, from folder: NodeID, _ hash: PlaceHash) -> Bool {
        byPlace.remove(position, hash: hash)
        guard lists[folder]?.remove(id) == true else { return false }
        missingCount -= 1
        return true
    }

    /// A node that has a place stands elsewhere among the nodes.
    mutating func move(_ old: Int, to new: Int, hash: Int) { byPlace.move(old, to: new, hash: hash) }

    /// Takes all out that stand in a folder.
    mutating func removeAll(from folder: NodeID, at position: (NodeID) -> Int?, _ hash: PlaceHash) -> ChildList {
        guard let list = lists.removeValue(forKey: folder) else { return ChildList() }
        for id in list.ids { if let position = position(id) { byPlace.remove(position, hash: hash) } }
        missingCount -= list.ids.count - list.presentCount
        return list
    }

    /// Says of a node of a folder whether it is missing. A folder in which something may be there is not taken for missing.
    /// - Returns: whether that is news.
    mutating func setMissing(_ id: NodeID, in folder: NodeID, _ isMissing: Bool) -> Bool {
        if isMissing, lists[id]?.present.isEmpty == false { return false }
        guard lists[folder]?.setMissing(id, isMissing) == true else { return false }
        missingCount += isMissing ? 1 : -1
        return true
    }

    /// The first position of a node whose place has this hash, for which a condition holds. Costs no more than what is passed over.
    func first(_ hash: Int, where matches: (Int) -> Bool) -> Int? { byPlace.first(hash, where: matches) }

    /// Gives positions of nodes, those whose place has this hash among them.
    func forEach(_ hash: Int, _ body: (Int) -> Void) {
        _ = byPlace.first(hash) { position in
            body(position)
            return false
        }
    }
}
