/// A table of a TOML document. Keys are told apart by their bytes: `String` takes two spellings of one character for the
/// same, TOML does not.
public struct TOMLTable: Sendable {
    /// A key with its value.
    public struct Entry: Hashable, Sendable {
        public let key: String
        /// Where the key stands for the first time; of a table also as a part of a longer name.
        public let position: TOMLPosition
        public let value: TOMLValue
    }

    /// In the order of the document.
    public let entries: [Entry]
    /// Where the table's header or brace stands.
    public let position: TOMLPosition
    /// Which entry comes when, by the bytes of the keys.
    private let order: [Int]

    /// - Parameter sorted: by the bytes of the keys, which occur once.
    init(sorted: [Entry], position: TOMLPosition) {
        let places = sorted.indices.sorted { sorted[$0].position < sorted[$1].position }
        entries = places.map { sorted[$0] }
        var order = Array(repeating: 0, count: sorted.count)
        for (number, place) in places.enumerated() { order[place] = number }
        self.order = order
        self.position = position
    }

    public var count: Int { entries.count }

    /// In the order of the keys' bytes.
    public var sortedEntries: [Entry] { order.map { entries[$0] } }

    /// The entry of a key. Takes the logarithm of the table's size.
    public func entry(_ key: String) -> Entry? {
        var range = order.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let entry = entries[order[middle]]
            if entry.key.utf8.elementsEqual(key.utf8) { return entry }
            let isAfter = entry.key.utf8.lexicographicallyPrecedes(key.utf8)
            range = isAfter ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    public subscript(key: String) -> TOMLValue? { entry(key)?.value }

    /// A key that is none of those that a table of its sort may have: the first by the bytes.
    public func unknownKey(besides known: [String]) -> String? { sortedEntries.first { !known.contains($0.key) }?.key }
}

/// Two tables are equal if they have the same keys with the same values, in whatever order and place.
extension TOMLTable: Hashable {
    public static func == (left: TOMLTable, right: TOMLTable) -> Bool {
        left.count == right.count && zip(left.sortedEntries, right.sortedEntries).allSatisfy {
            $0.key.utf8.elementsEqual($1.key.utf8) && $0.value == $1.value
        }
    }

    public func hash(into hasher: inout Hasher) {
        for entry in sortedEntries {
            hasher.combine(entry.key)
            hasher.combine(entry.value)
        }
    }
}
