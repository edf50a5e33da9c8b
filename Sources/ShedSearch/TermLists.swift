/// The terms of many files, each with the numbers of the files that have it: what a segment is made of.
struct TermLists {
    private struct Slot {
        /// The term's first eight bytes, the first one in the lowest.
        var head: UInt64 = 0
        var hash: UInt32 = 0
        /// The term's number plus one; 0: the slot is free.
        var term: UInt32 = 0
    }

    private var slots = [Slot](repeating: Slot(), count: 1 << 14)
    private var arena: [UInt8] = []
    /// Where each term begins in the arena, and where the last one ends.
    private var starts: [UInt32] = [0]
    /// How many files have each term.
    private var counts: [UInt32] = []
    /// Of each pair the term, and which file it is.
    private var pairs: [UInt64] = []
    private var numbers: [Int64] = []

    /// How many terms there are, counted for each file.
    var count: Int { pairs.count }
    var isEmpty: Bool { pairs.isEmpty }

    /// Adds a file. Numbers must grow.
    mutating func add(_ number: Int64, _ terms: borrowing TermCounter) {
        let file = UInt64(numbers.count)
        numbers.append(number)
        terms.forEach { term, hash in
            let found = self.number(of: term, hash)
            counts[Int(found)] += 1
            pairs.append(UInt64(found) << 32 | file)
        }
    }

    private mutating func number(of term: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> UInt32 {
        let head = TermLists.head(term)
        let place = slots.withUnsafeBufferPointer { slots in
            let mask = slots.count - 1
            var place = Int(hash) & mask
            // Of terms of up to eight bytes the slot says all, since none holds a NUL: a look elsewhere would cost more than all else here.
            while slots[place].term > 0, slots[place].head != head || slots[place].hash != hash || term.count >= 8 && !isTerm(slots[place].term - 1, term) {
                place = (place + 1) & mask
            }
            return place
        }
        if slots[place].term > 0 { return slots[place].term - 1 }
        let number = UInt32(counts.count)
        arena.append(contentsOf: term)
        starts.append(UInt32(arena.count))
        counts.append(0)
        slots[place] = Slot(head: head, hash: hash, term: number + 1)
        if counts.count * 2 > slots.count { grow() }
        return number
    }

    @inline(__always)
    private static func head(_ term: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard let start = term.baseAddress else { return 0 }
        if term.count >= 8 { return UnsafeRawPointer(start).loadUnaligned(as: UInt64.self) }
        var head: UInt64 = 0
        for offset in 0..<term.count { head |= UInt64(term[offset]) << UInt64(8 * offset) }
        return head
    }

    private func isTerm(_ number: UInt32, _ term: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = Int(starts[Int(number)])
        guard Int(starts[Int(number) + 1]) - start == term.count else { return false }
        return arena.withUnsafeBufferPointer { arena in
            for offset in 0..<term.count where arena[start + offset] != term[offset] { return false }
            return true
        }
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(), count: old.count * 2)
        let mask = slots.count - 1
        for slot in old where slot.term > 0 {
            var place = Int(slot.hash) & mask
            while slots[place].term > 0 { place = (place + 1) & mask }
            slots[place] = slot
        }
    }

    /// Gives each term in the order of bytes, with the numbers of its files in theirs.
    func forEach(_ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<Int64>) throws -> Void) rethrows {
        // Pairs stand in the order of files: counted out by term, each term's stay so.
        var ends = [Int](repeating: 0, count: counts.count)
        var sum = 0
        for term in counts.indices {
            ends[term] = sum
            sum += Int(counts[term])
        }
        var lists = [Int64](repeating: 0, count: pairs.count)
        for pair in pairs {
            let term = Int(pair >> 32)
            lists[ends[term]] = numbers[Int(pair & 0xffff_ffff)]
            ends[term] += 1
        }
        try arena.withUnsafeBufferPointer { arena in
            try lists.withUnsafeBufferPointer { lists in
                for key in sorted(arena) {
                    let term = Int(key.term)
                    let list = lists[(ends[term] - Int(counts[term]))..<ends[term]]
                    try body(UnsafeBufferPointer(rebasing: arena[Int(starts[term])..<Int(starts[term + 1])]), UnsafeBufferPointer(rebasing: list))
                }
            }
        }
    }

    /// The first eight bytes of a term decide mostly.
    private struct SortKey {
        var head: UInt64
        var term: UInt32
    }

    private func sorted(_ arena: UnsafeBufferPointer<UInt8>) -> [SortKey] {
        var keys: [SortKey] = []
        keys.reserveCapacity(counts.count)
        for term in counts.indices {
            let (start, end) = (Int(starts[term]), Int(starts[term + 1]))
            var head: UInt64 = 0
            for offset in 0..<8 { head = head << 8 | (start + offset < end ? UInt64(arena[start + offset]) : 0) }
            keys.append(SortKey(head: head, term: UInt32(term)))
        }
        keys.sort { left, right in
            if left.head != right.head { return left.head < right.head }
            let (one, other) = (Int(left.term), Int(right.term))
            return arena[Int(starts[one])..<Int(starts[one + 1])].lexicographicallyPrecedes(arena[Int(starts[other])..<Int(starts[other + 1])])
        }
        return keys
    }
}
