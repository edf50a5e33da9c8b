/// One change of a record.
public enum RecordChange: Hashable, Sendable {
    /// Sets the value of a key, whether it is there or not.
    case set(String, String)
    /// Removes a pair; without effect where it is not there.
    case unset(String)
    /// Gives a pair another key; without effect where it is not there, refused where the other key is.
    case rename(String, to: String)
}

extension Record {
    /// The record after changes, in their order.
    /// - Parameter sorted: whether a new or renamed pair goes before the first whose key is greater (by bytes), not last or
    ///   where it stood; without it, whether the keys, two at least, are in that order now.
    /// - Throws: if a pair is renamed to a key that is there.
    public func applying(_ changes: [RecordChange], sorted: Bool? = nil) throws(RecordsError) -> Record {
        var list = PairList(self, sorted: sorted)
        for change in changes { try list.apply(change) }
        return Record(unique: list.items.map(\.pair))
    }

    /// Whether the keys stand in the order of their bytes.
    public var isSorted: Bool {
        zip(pairs, pairs.dropFirst()).allSatisfy { !$1.key.utf8.lexicographicallyPrecedes($0.key.utf8) }
    }
}
