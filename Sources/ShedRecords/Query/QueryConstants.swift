import ShedModel

/// Texts, as a query holds them: in one pool, with what they read as.
struct QueryConstants: Sendable {
    struct Constant: Sendable {
        var text: Range<Int>
        /// Without case and accents.
        var folded: Range<Int>
        var number: RecordNumber?
        var date: RecordDate?
        var boolean: Bool?
    }

    /// What a key means.
    enum Source: Hashable, Sendable { case pair, id, name, modified }

    struct Key: Sendable {
        var source: Source
        var text: Range<Int>
        var folded: Range<Int>
    }

    private(set) var pool: [UInt8] = []
    private(set) var constants: [Constant] = []
    private(set) var keys: [Key] = []
    private(set) var labels: [QueryLabel] = []
    private var keyNumbers: [KeyBytes: Int] = [:]

    private mutating func store(_ bytes: some Collection<UInt8>) -> Range<Int> {
        let start = pool.count
        pool.append(contentsOf: bytes)
        return start..<pool.count
    }

    mutating func add(constant text: String) -> Int {
        let stored = store(text.utf8)
        let constant = Constant(
            text: stored, folded: store(TextFolding.fold(text)), number: RecordNumber(text), date: RecordDate(text),
            boolean: RecordBoolean.read(text))
        constants.append(constant)
        return constants.count - 1
    }

    /// The number of a key, which is the same for the same key.
    mutating func add(key: String, _ source: Source) -> Int {
        // A pair's key may be written as a pseudo key is.
        let name = KeyBytes(source == .pair ? "." + key : key)
        if let number = keyNumbers[name] { return number }
        let stored = store(key.utf8)
        keys.append(Key(source: source, text: stored, folded: store(TextFolding.fold(key))))
        keyNumbers[name] = keys.count - 1
        return keys.count - 1
    }

    /// The number of what is asked of tags or values; `nil` if it would be one too many.
    mutating func add(label: QueryLabel) -> Int? {
        if let number = labels.firstIndex(of: label) { return number }
        guard labels.count < UInt64.bitWidth else { return nil }
        labels.append(label)
        return labels.count - 1
    }
}
