/// Node IDs in the order in which they came, each with its position: for lists that are kept beside it.
public struct IDPositions: Sendable {
    private var ids: ContiguousArray<NodeID> = []
    private var index = SlotIndex()

    public init() {}

    /// How many there are: the position of the next one.
    public var count: Int { ids.count }

    /// Makes room for this many in all.
    public mutating func reserveCapacity(_ count: Int) {
        ids.reserveCapacity(count)
        index.reserve(count) { [ids] in IDHash.of(ids[$0]) }
    }

    /// The position of an ID; `nil` for one that is not there.
    public subscript(id: NodeID) -> Int? { index.first(IDHash.of(id)) { ids[$0] == id } }

    /// The position of an ID, which is put in behind the others where it is not there yet.
    public mutating func insert(_ id: NodeID) -> (position: Int, isNew: Bool) {
        if let known = self[id] { return (known, false) }
        ids.append(id)
        index.insert(ids.count - 1) { [ids] in IDHash.of(ids[$0]) }
        return (ids.count - 1, true)
    }
}

/// Finds the places at which more than one of many things stand, by hashes: what it calls crowded is to be looked at more closely.
public struct PlaceTally: Sendable {
    /// Hashes of places, none of them 0, by open addressing.
    private var slots: [UInt64]
    private var mask: Int
    private var crowded: Set<UInt64> = []

    /// - Parameter count: of how many places it is told at most.
    public init(atMost count: Int) {
        var size = 8
        while size < count * 2 { size *= 2 }
        slots = Array(repeating: 0, count: size)
        mask = size - 1
    }

    /// Whether no place is crowded.
    public var isEmpty: Bool { crowded.isEmpty }

    /// Takes note of one thing at a place.
    /// - Returns: the hash of the place, never 0.
    public mutating func note(_ folder: NodeID, _ name: Name) -> UInt64 {
        let hash = name.bytes.withUnsafeBytes { UInt64(bitPattern: Int64(IDHash.of(folder, $0))) } | 1
        var slot = Int(truncatingIfNeeded: hash >> 1) & mask
        while slots[slot] != 0 {
            if slots[slot] == hash {
                crowded.insert(hash)
                return hash
            }
            slot = (slot + 1) & mask
        }
        slots[slot] = hash
        return hash
    }

    /// Whether another thing may stand at the place of this hash.
    public func isCrowded(_ hash: UInt64) -> Bool { hash != 0 && !crowded.isEmpty && crowded.contains(hash) }
}
