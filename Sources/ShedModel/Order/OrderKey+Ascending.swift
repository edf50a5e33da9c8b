extension OrderKey {
    /// Something in an order, by what decides its place: its key, and where two have one, its ID.
    public struct Item: Hashable, Sendable {
        public var id: NodeID
        /// `nil`: it never got one.
        public var key: OrderKey?

        public init(id: NodeID, key: OrderKey?) {
            self.id = id
            self.key = key
        }

        /// Whether it comes before another one, as far as both have a key.
        public func precedes(_ other: Item) -> Bool {
            guard let key, let otherKey = other.key else { return false }
            return key != otherKey ? key < otherKey : id < other.id
        }
    }

    /// The keys that things have to get so that their keys give the order in which they are named here. As many as can keep
    /// theirs; all get new ones where there is no room between two.
    ///
    /// A function of what is given, so that two devices that find the same say the same. Costs as much as sorting does.
    /// - Returns: the new keys by position; empty where all are in order.
    public static func ascending(_ items: [Item]) -> [Int: OrderKey] {
        if zip(items, items.dropFirst()).allSatisfy({ $0.precedes($1) }), items.count != 1 || items[0].key != nil { return [:] }
        let kept = longestAscending(items)
        var new: [Int: OrderKey] = [:]
        var open: [Int] = []
        var last: OrderKey?
        var next = kept.startIndex
        func fill(before right: OrderKey?) -> Bool {
            guard let keys = OrderKey.keys(open.count, after: last, before: right) else { return false }
            for (position, key) in zip(open, keys) { new[position] = key }
            open = []
            return true
        }
        for position in items.indices {
            guard next < kept.endIndex, kept[next] == position, let key = items[position].key else {
                open.append(position)
                continue
            }
            next += 1
            // Nothing goes between two of one key.
            if !open.isEmpty, let last, last == key {
                open.append(position)
            } else {
                guard open.isEmpty || fill(before: key) else { return anew(items.count) }
                last = key
            }
        }
        return open.isEmpty || fill(before: nil) ? new : anew(items.count)
    }

    private static func anew(_ count: Int) -> [Int: OrderKey] {
        Dictionary(uniqueKeysWithValues: (keys(count) ?? []).enumerated().map { ($0.offset, $0.element) })
    }

    /// The positions of a longest run of things that have keys and are in their order, by sorting them into piles.
    public static func longestAscending(_ items: [Item]) -> [Int] {
        var piles: [Int] = []
        var before = [Int?](repeating: nil, count: items.count)
        for position in items.indices where items[position].key != nil {
            var (low, high) = (0, piles.count)
            while low < high {
                let middle = (low + high) / 2
                if items[piles[middle]].precedes(items[position]) { low = middle + 1 } else { high = middle }
            }
            before[position] = low > 0 ? piles[low - 1] : nil
            if low == piles.count { piles.append(position) } else { piles[low] = position }
        }
        var result: [Int] = []
        var current = piles.last
        while let position = current {
            result.append(position)
            current = before[position]
        }
        return result.reversed()
    }
}
