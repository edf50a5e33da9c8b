/// The content of a record: pairs of text, in their order, each key once. Source: seed 003_6ce19f29fb5db44f.txt,
/// `KeyValueData.keyValuePairs`.
public struct Record: Hashable, Sendable {
    public private(set) var pairs: [Pair]

    /// Of pairs with the same key the last counts, at the first one's place.
    public init(_ pairs: [Pair] = []) {
        self.pairs = []
        self.pairs.reserveCapacity(pairs.count)
        for pair in pairs { self[pair.key] = pair.value }
    }

    /// Of pairs whose keys are known to differ.
    public init(unique pairs: [Pair]) { self.pairs = pairs }

    /// The value of a key, compared byte by byte. Setting `nil` removes the pair, setting a new key appends it.
    public subscript(key: String) -> String? {
        get { pairs.first { $0.key.utf8.elementsEqual(key.utf8) }?.value }
        set {
            let position = pairs.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
            switch (position, newValue) {
            case (let position?, let value?): pairs[position].value = value
            case (let position?, nil): pairs.remove(at: position)
            case (nil, let value?): pairs.append(Pair(key, value))
            case (nil, nil): break
            }
        }
    }

    /// The same pairs in the order of their keys' bytes.
    public var sorted: Record {
        Record(unique: pairs.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    }

    /// Whether both have the same pairs, whatever their order.
    public func hasSamePairs(as other: Record) -> Bool { sorted == other.sorted }
}
