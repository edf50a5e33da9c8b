import ShedModel
import ShedTestSupport
import Testing

@Suite struct `Places in an order` {
    @Test func `sort as their texts do, and are read as they are written`() {
        let texts = ["A00000000000000000000000001", "Yzz", "Z0", "Zz", "ZzV", "a0", "a01", "a0V", "a1", "az", "b00", "zzzzzzzzzzzzzzzzzzzzzzzzzzz"]
        let keys = texts.compactMap { OrderKey($0) }
        #expect(keys.map(\.description) == texts)
        #expect(keys.sorted() == keys)
    }

    @Test(arguments: [
        "", "a", "b0", "0", "é", "a0é", "a 0", "a00", "a10", "a0V0", "-1", "\u{0}a0", "a0\n", "A00000000000000000000000000", "a0" + String(repeating: "V", count: 63),
    ]) func `what is no key is none`(text: String) { #expect(OrderKey(text) == nil) }

    @Test func `count on at both ends, in few digits`() throws {
        var (last, first) = (OrderKey.first, OrderKey.first)
        for _ in 1...10_000 {
            let (next, former) = (try #require(OrderKey.between(last, nil)), try #require(OrderKey.between(nil, first)))
            #expect(last < next && former < first && OrderKey(next.description) == next && OrderKey(former.description) == former)
            (last, first) = (next, former)
        }
        #expect(last.description.utf8.count <= 4 && first.description.utf8.count <= 4)
        let keys = try #require(OrderKey.keys(10_000))
        #expect(keys.count == 10_000 && zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 } && keys.allSatisfy { $0.description.utf8.count <= 4 })
        let between = try #require(OrderKey.keys(10_000, after: keys[7], before: keys[8]))
        #expect(([keys[7]] + between + [keys[8]]).isAscending && between.allSatisfy { $0.description.utf8.count <= 8 })
        #expect(try #require(OrderKey.keys(3, before: .first)).isAscending)
    }

    @Test func `end only where no digits are left`() throws {
        let (least, greatest) = (try #require(OrderKey("A00000000000000000000000001")), try #require(OrderKey("zzzzzzzzzzzzzzzzzzzzzzzzzzz")))
        let (below, above) = (try #require(OrderKey.between(nil, least)), try #require(OrderKey.between(greatest, nil)))
        #expect(below < least && greatest < above && OrderKey(below.description) == below && OrderKey(above.description) == above)
        #expect(try #require(OrderKey.between(nil, below)) < below)
        #expect(OrderKey.between(.first, .first) == nil && OrderKey.between(greatest, least) == nil && OrderKey.keys(2, after: .first, before: .first) == nil)
    }

    @Test(arguments: 0..<40 as Range<UInt64>) func `there is room between any two, until they are too long`(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var keys: [OrderKey] = [.first]
        for _ in 0..<400 {
            let gap = seed % 2 == 0 ? Int.random(in: 0...keys.count, using: &random) : min(keys.count, Int(seed % 5) + Int.random(in: 0...1, using: &random))
            let (left, right) = (gap > 0 ? keys[gap - 1] : nil, gap < keys.count ? keys[gap] : nil)
            guard let key = OrderKey.between(left, right) else {
                // Each digit has room for five halves.
                #expect(keys.count > 250)
                break
            }
            #expect(left.map { $0 < key } ?? true && right.map { key < $0 } ?? true, "seed \(seed)")
            #expect(OrderKey(key.description) == key, "seed \(seed)")
            keys.insert(key, at: gap)
        }
        #expect(keys.isAscending)
    }

    // MARK: Sequences

    private static func item(_ id: UInt64, _ key: String?) -> OrderKey.Item {
        OrderKey.Item(id: NodeID(high: 1, low: id), key: key.flatMap { OrderKey($0) })
    }

    /// The items with the keys that they get.
    private static func arranged(_ items: [OrderKey.Item]) -> [OrderKey.Item] {
        let new = OrderKey.ascending(items)
        return items.indices.map { OrderKey.Item(id: items[$0].id, key: new[$0] ?? items[$0].key) }
    }

    @Test func `change as few keys as can be`() {
        #expect(OrderKey.ascending([]).isEmpty)
        #expect(OrderKey.ascending([Self.item(1, "a5")]).isEmpty)
        #expect(OrderKey.ascending([Self.item(1, nil)]) == [0: .first])
        #expect(OrderKey.ascending([Self.item(1, "a0"), Self.item(2, "a0"), Self.item(3, "a1")]).isEmpty)
        // The last goes to the front.
        #expect(Set(OrderKey.ascending([Self.item(9, "a9"), Self.item(1, "a1"), Self.item(2, "a2"), Self.item(3, "a3")]).keys) == [0])
        // Behind the last.
        #expect(OrderKey.ascending([Self.item(1, "a1"), Self.item(2, "a2"), Self.item(3, nil)]) == [2: OrderKey("a3")!])
        // Nothing goes between two of one key: the second of them gives way.
        #expect(Set(OrderKey.ascending([Self.item(1, "a1"), Self.item(5, nil), Self.item(2, "a1"), Self.item(3, "a2")]).keys) == [1, 2])
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func `give any sequence its order, and then nothing is left to be done`(seed: UInt64) {
        var random = SeededRandom(seed)
        let longest = "a0" + String(repeating: "V", count: 62)
        let choice = ["a0", "a1", "a2", "a2V", "Zz", "b00", longest, longest.dropLast() + "W", nil]
        let items = (0..<UInt64.random(in: 1...30, using: &random)).shuffled(using: &random).map { Self.item($0, (choice.randomElement(using: &random) ?? nil).map { String($0) }) }
        let arranged = Self.arranged(items)
        #expect(zip(arranged, arranged.dropFirst()).allSatisfy { $0.precedes($1) } && arranged.allSatisfy { $0.key != nil }, "seed \(seed)")
        #expect(arranged.allSatisfy { item in item.key.map { OrderKey($0.description) == $0 } == true }, "seed \(seed)")
        #expect(OrderKey.ascending(arranged).isEmpty, "seed \(seed)")
    }
}

extension [OrderKey] {
    fileprivate var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
