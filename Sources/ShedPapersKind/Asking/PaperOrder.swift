import ShedModel

/// The order of a doc's page groups, or of a group's pages.
///
/// It is that of the field `order`. A number before a name is how a person sets that field with a file manager: where numbers say
/// otherwise, they count, until the field says the same (``PapersView/newOrder(in:)``). What has no place in the order yet stands where its number
/// is, or behind all others, by name.
struct PaperOrder {
    struct Item {
        var id: NodeID
        var name: Name
        /// The number before its name, if that is one.
        var number: Int?
        /// Its field `order`.
        var key: OrderKey?

        var place: OrderKey.Item { OrderKey.Item(id: id, key: key) }
    }

    /// Positions of the items, in their order.
    let positions: [Int]

    init(_ items: [Item]) { positions = PaperOrder.positions(of: items) }

    private static func positions(of items: [Item]) -> [Int] {
        let numbered = numberedPositions(of: items)
        let others = items.indices.filter { items[$0].number == nil }
        let placed = others.filter { items[$0].key != nil }.sorted { items[$0].place.precedes(items[$1].place) }
        let rest = byName(others.filter { items[$0].key == nil }, items)
        if placed.isEmpty { return numbered + rest }
        return merged(numbered, placed, items) + rest
    }

    /// By number; of one number, by `order`, then by name.
    private static func numberedPositions(of items: [Item]) -> [Int] {
        let numbered = items.indices.filter { items[$0].number != nil }
        let ties = Dictionary(numbered.map { (items[$0].number, 1) }, uniquingKeysWith: +)
        // What a name is sorted by is costly, and needed only where nothing else tells.
        let ranked = numbered.map { position in
            let item = items[position]
            return (position: position, item: item, name: ties[item.number] == 1 || item.key != nil ? nil : NaturalKey(item.name))
        }
        return ranked.sorted { left, right in
            if let first = left.item.number, let second = right.item.number, first != second { return first < second }
            switch (left.name, right.name) {
            case (nil, nil): return left.item.place.precedes(right.item.place)
            case (nil, .some): return true
            case (.some, nil): return false
            case (let first?, let second?): return first != second ? first < second : (left.item.name, left.item.id) < (right.item.name, right.item.id)
            }
        }.map(\.position)
    }

    private static func byName(_ positions: [Int], _ items: [Item]) -> [Int] {
        positions.map { (position: $0, key: NaturalKey(items[$0].name)) }.sorted { left, right in
            let (a, b) = (items[left.position], items[right.position])
            return left.key != right.key ? left.key < right.key : (a.name, a.id) < (b.name, b.id)
        }.map(\.position)
    }

    /// What has numbers with what has none: the former in the order of their numbers, and each that is not also in its place by
    /// `order` right behind the one before it.
    private static func merged(_ numbered: [Int], _ placed: [Int], _ items: [Item]) -> [Int] {
        let kept = OrderKey.longestAscending(numbered.map { items[$0].place })
        var result: [Int] = []
        var next = 0
        func addPlaced(before item: OrderKey.Item) {
            while next < placed.count, items[placed[next]].place.precedes(item) {
                result.append(placed[next])
                next += 1
            }
        }
        var start = 0
        for (count, position) in kept.enumerated() {
            addPlaced(before: items[numbered[position]].place)
            let end = count + 1 < kept.count ? kept[count + 1] : numbered.count
            result += numbered[start..<end]
            start = end
        }
        return (kept.isEmpty ? numbered : result) + placed[next...]
    }
}

extension PapersView {
    /// The values of `order` that have to be written so that they alone give the order of groups and pages.
    /// - Parameter folders: docs and groups, by their paths; `nil`: all.
    func newOrder(in folders: Set<RelativePath>? = nil) -> [NodeID: OrderKey] {
        var new: [NodeID: OrderKey] = [:]
        func add(_ items: [PaperOrder.Item]) {
            for (position, key) in OrderKey.ascending(items.map(\.place)) { new[items[position].id] = key }
        }
        for doc in docs {
            if folders?.contains(doc.path) ?? true { add(doc.groups.map(\.orderItem)) }
            for group in doc.groups where folders?.contains(group.path) ?? true { add(group.pages.map(\.orderItem)) }
        }
        return new
    }
}
