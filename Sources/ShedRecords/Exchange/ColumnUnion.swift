/// Gathers the keys of all records, each once, in the order in which they first appear.
public struct ColumnUnion: Sendable {
    public private(set) var columns: [String] = []
    private var seen: Set<[UInt8]> = []

    public init() {}

    public mutating func add(_ record: Record) {
        for (position, pair) in record.pairs.enumerated() {
            // Most records have the columns of the ones before them, in their order.
            if position < columns.count, columns[position].hasSameBytes(as: pair.key) { continue }
            if seen.insert(Array(pair.key.utf8)).inserted { columns.append(pair.key) }
        }
    }
}

extension String {
    /// Whether both are the same bytes of UTF-8. `==` also merges what Unicode calls canonically equivalent.
    func hasSameBytes(as other: String) -> Bool {
        // What is the same bytes is also the same text, and “==” is quick to say no.
        utf8.count == other.utf8.count && self == other && utf8.elementsEqual(other.utf8)
    }
}
