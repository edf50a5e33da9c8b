/// The keys that a file has had so far, to find one that stands twice.
struct KeyRegister {
    /// Up to as many keys each is compared with all before it.
    private static let few = 16
    private var offsets: [Int] = []
    private var numbers: [KeyBytes: Int] = [:]

    /// - Throws: if the key is among the pairs already, or is one too many.
    mutating func add(_ key: String, _ token: RecordToken, before pairs: [Pair], in reader: RecordReader) throws(RecordsError) {
        guard pairs.count < RecordText.mostPairs else {
            throw reader.fault(token.key.start, "there are more than \(RecordText.mostPairs) pairs", "Split the record.")
        }
        offsets.append(token.key.start)
        let first: Int?
        if pairs.count < KeyRegister.few {
            first = pairs.firstIndex { KeyBytes.areEqual($0.key, key) }
        } else {
            if numbers.isEmpty { for (number, pair) in pairs.enumerated() { numbers[KeyBytes(pair.key)] = number } }
            first = numbers.updateValue(pairs.count, forKey: KeyBytes(key))
        }
        guard let first else { return }
        var fault = reader.fault(
            token.key.start, "the key \(RecordReader.shown(key)) stands twice, first on line \(reader.line(at: offsets[first]))",
            "Keep one of the two.")
        fault.isDoubledKey = true
        throw fault
    }
}

/// A key as its bytes: `String` takes two spellings of one character for the same.
struct KeyBytes: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: KeyBytes, right: KeyBytes) -> Bool { areEqual(left.text, right.text) }

    static func areEqual(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
