import ShedModel

/// Gathers the pairs of one record, each key once, within ``ExchangeLimits``.
struct RecordBuilder {
    private var pairs: [Pair] = []
    private var keys: Set<[UInt8]> = []
    private var size = 0

    /// From how many pairs on keys are looked up by their hash.
    private static let few = 12

    /// Bytes that may still be added.
    var room: Int { ExchangeLimits.largestRecord - size }
    var isEmpty: Bool { pairs.isEmpty }

    /// Adds a pair.
    /// - Parameter line: where it stands, for the error.
    mutating func add(_ key: String, _ value: String, line: Int) throws(RecordsError) {
        try check(key, line: line)
        if pairs.count == RecordBuilder.few { keys = Set(pairs.map { Array($0.key.utf8) }) }
        let isNew =
            pairs.count < RecordBuilder.few
            ? !pairs.contains { $0.key.hasSameBytes(as: key) } : keys.insert(Array(key.utf8)).inserted
        guard isNew else {
            throw RecordsError("the key “\(key.shown)” occurs twice in one record", line: line, remedy: "Remove one of the two.")
        }
        try append(Pair(key, value), line: line)
    }

    /// Adds a pair whose key is known to be new and not too long.
    mutating func append(_ pair: Pair, line: Int) throws(RecordsError) {
        size += pair.key.utf8.count + pair.value.utf8.count
        guard size <= ExchangeLimits.largestRecord else { throw RecordBuilder.tooLarge(line: line) }
        guard pairs.count < ExchangeLimits.mostPairs else {
            throw RecordsError("a record has more than \(ExchangeLimits.mostPairs) pairs", line: line, remedy: "Split the record.")
        }
        pairs.append(pair)
    }

    /// The record, and the builder is empty again.
    mutating func take() -> Record {
        defer { self = RecordBuilder() }
        return Record(unique: pairs)
    }

    private func check(_ key: String, line: Int) throws(RecordsError) {
        guard key.utf8.count <= ExchangeLimits.longestKey else { throw RecordBuilder.longKey(line: line) }
    }

    static func tooLarge(line: Int) -> RecordsError {
        RecordsError("a record has more than 1 MiB", line: line, remedy: "Keep long texts in files of their own.")
    }

    static func longKey(line: Int) -> RecordsError {
        RecordsError("a key has more than \(ExchangeLimits.longestKey) bytes", line: line, remedy: "Give it a shorter key.")
    }
}

extension String {
    /// As it can stand in a message: on one line, 60 characters at most.
    var shown: String { EscapedText.beginning(self) }
}
