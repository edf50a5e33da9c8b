/// A hash index over the positions of a list that is kept elsewhere: four bytes a slot, open addressing with linear
/// probing.
///
/// The list's keys are not in it; whoever owns the list gives the hash of a position where it is asked for. Several
/// positions may have one hash; however many do, none stands further from where it belongs than ``longestProbe`` slots, and
/// what finds no slot there stands in a set beside them. So neither an entry more nor one less costs the number of its likes.
@usableFromInline
struct SlotIndex: Sendable {
    /// One more than a position; 0 where the slot is free.
    @usableFromInline var slots: [UInt32] = []
    /// Positions that found no free slot near enough, by their hash.
    @usableFromInline var crowded: [Int: Set<Int>] = [:]
    /// How many slots are used.
    private var used = 0

    private static let longestProbe = 128

    @inlinable var mask: Int { slots.count - 1 }

    /// How many slots a list of this length needs: at most three quarters of them are used.
    private static func slotCount(for count: Int) -> Int {
        var size = 8
        while size * 3 < count * 4 { size *= 2 }
        return size
    }

    /// Makes room. Built anew where it grows, so it needs the hash of every position that it holds.
    mutating func reserve(_ count: Int, hash: (Int) -> Int) {
        guard count * 4 > slots.count * 3 || slots.isEmpty else { return }
        let size = SlotIndex.slotCount(for: count)
        guard size > slots.count else { return }
        let old = slots
        slots = Array(repeating: 0, count: size)
        used = 0
        for slot in old where slot != 0 { place(slot, hash(Int(slot) - 1)) }
    }

    private mutating func place(_ slot: UInt32, _ hash: Int) {
        var index = hash & mask
        var free = SlotIndex.longestProbe
        while slots[index] != 0 {
            free -= 1
            guard free > 0 else {
                crowded[hash, default: []].insert(Int(slot) - 1)
                return
            }
            index = (index + 1) & mask
        }
        slots[index] = slot
        used += 1
    }

    /// The first position with this hash for which the condition holds.
    @inlinable @inline(__always)
    func first(_ hash: Int, where matches: (Int) -> Bool) -> Int? {
        guard !slots.isEmpty else { return nil }
        var index = hash & mask
        while true {
            let slot = slots[index]
            if slot == 0 { return crowded.isEmpty ? nil : crowded[hash]?.first(where: matches) }
            if matches(Int(slot) - 1) { return Int(slot) - 1 }
            index = (index + 1) & mask
        }
    }

    /// Adds a position. `hash` is asked of all positions where the index grows.
    mutating func insert(_ position: Int, hash: (Int) -> Int) {
        reserve(used + 1, hash: hash)
        place(UInt32(position) + 1, hash(position))
    }

    /// Takes a position out, while the list still has it.
    mutating func remove(_ position: Int, hash: (Int) -> Int) {
        guard var hole = slot(of: position, hash(position)) else {
            uncrowd(position, hash(position))
            return
        }
        slots[hole] = 0
        used -= 1
        // What stands behind the hole and could stand in it moves up, so that no probe ends too early.
        var index = (hole + 1) & mask
        while slots[index] != 0 {
            let home = hash(Int(slots[index]) - 1) & mask
            if (index - home) & mask >= (index - hole) & mask {
                slots[hole] = slots[index]
                slots[index] = 0
                hole = index
            }
            index = (index + 1) & mask
        }
    }

    private mutating func uncrowd(_ position: Int, _ hash: Int) {
        guard crowded[hash]?.remove(position) != nil, crowded[hash]?.isEmpty == true else { return }
        crowded[hash] = nil
    }

    /// An element moved in the list: from one position to another that is not in the index.
    mutating func move(_ old: Int, to new: Int, hash: Int) { put(new, for: old, at: slot(of: old, hash), hash) }

    /// Two elements that are in the index change places in the list.
    mutating func swap(_ first: Int, _ second: Int, hash: (Int) -> Int) {
        let hashes = (hash(first), hash(second))
        guard hashes.0 != hashes.1 else { return }
        let slots = (slot(of: first, hashes.0), slot(of: second, hashes.1))
        put(second, for: first, at: slots.0, hashes.0)
        put(first, for: second, at: slots.1, hashes.1)
    }

    /// - Parameter slot: where the old position stands; `nil` for one that is crowded.
    private mutating func put(_ new: Int, for old: Int, at slot: Int?, _ hash: Int) {
        if let slot {
            slots[slot] = UInt32(new) + 1
        } else if crowded[hash]?.remove(old) != nil {
            crowded[hash]?.insert(new)
        }
    }

    private func slot(of position: Int, _ hash: Int) -> Int? {
        guard !slots.isEmpty else { return nil }
        var index = hash & mask
        while slots[index] != 0 {
            if Int(slots[index]) - 1 == position { return index }
            index = (index + 1) & mask
        }
        return nil
    }
}
