/// The pairs of a record while they are changed, each with where it came from.
struct PairList {
    struct Item {
        var pair: Pair
        /// Which pair of the record it was; `nil` for a new one.
        var origin: Int?
        var keepsKey = true
        var keepsValue = true
    }

    private(set) var items: [Item]
    private let isSorted: Bool
    /// All keys that it has or had: so a new one is not looked for among thousands.
    private var known: Set<String>

    init(_ record: Record, sorted: Bool?) {
        items = record.pairs.enumerated().map { Item(pair: $1, origin: $0) }
        known = Set(record.pairs.map(\.key))
        isSorted = sorted ?? (record.pairs.count > 1 && record.isSorted)
    }

    private func position(of key: String) -> Int? {
        // Keys are told apart by their bytes. Those of the same bytes are equal as strings too.
        known.contains(key) ? items.firstIndex { $0.pair.key.utf8.elementsEqual(key.utf8) } : nil
    }

    mutating func apply(_ change: RecordChange) throws(RecordsError) {
        switch change {
        case .set(let key, let value):
            guard let position = position(of: key) else {
                return insert(Item(pair: Pair(key, value), origin: nil, keepsKey: false, keepsValue: false))
            }
            guard !items[position].pair.value.utf8.elementsEqual(value.utf8) else { return }
            items[position].pair.value = value
            items[position].keepsValue = false
        case .unset(let key):
            if let position = position(of: key) { items.remove(at: position) }
        case .rename(let key, let other):
            guard let position = position(of: key), !key.utf8.elementsEqual(other.utf8) else { return }
            guard self.position(of: other) == nil else {
                throw RecordsError(
                    "\(RecordReader.shown(key)) cannot be renamed: the record has a key \(RecordReader.shown(other)) already",
                    remedy: "Unset one of the two first.")
            }
            known.insert(other)
            items[position].pair.key = other
            items[position].keepsKey = false
            if isSorted { insert(items.remove(at: position)) }
        }
    }

    private mutating func insert(_ item: Item) {
        known.insert(item.pair.key)
        let place = isSorted ? items.firstIndex { item.pair.key.utf8.lexicographicallyPrecedes($0.pair.key.utf8) } : nil
        items.insert(item, at: place ?? items.count)
    }
}
