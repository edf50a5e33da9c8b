import ShedModel

/// The JSON text of a record file: one object of texts, strictly as RFC 8259 has it, in UTF-8.
///
/// What does not fit is an error and never left out: a doubled key, a byte order mark, half a surrogate pair, anything
/// behind the object. The escape `\u0000` is a character like others; a control character that is not escaped is an error.
public enum RecordText {
    /// The longest file, in bytes.
    public static let largest = 1 << 20
    /// The most pairs in a file.
    public static let mostPairs = 10_000

    /// Reads a record. Time and memory grow with the length only, however deep the text nests.
    /// - Throws: what is wrong, with line and column (bytes, from 1).
    public static func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(RecordsError) -> Record {
        var reader = RecordReader(bytes)
        var pairs: [Pair] = []
        var keys = KeyRegister()
        try reader.open()
        while let token = try reader.nextPair() {
            let pair = Pair(try reader.text(token.key, of: nil), try reader.text(token.value, of: token.key))
            try keys.add(pair.key, token, before: pairs, in: reader)
            if pairs.isEmpty { pairs.reserveCapacity(8) }
            pairs.append(pair)
        }
        try reader.close()
        return Record(unique: pairs)
    }

    /// Reads a record.
    /// - Throws: what is wrong, with line and column (bytes, from 1).
    public static func parse(_ bytes: [UInt8]) throws(RecordsError) -> Record {
        try bytes.withUnsafeBufferPointer { (bytes) throws(RecordsError) in try parse(bytes) }
    }

    /// Writes a record: a pair a line, two spaces before it, a line feed at the end. Only quotation marks, backslashes and
    /// control characters are escaped.
    /// - Parameter sorted: whether the pairs stand in the order of their keys' bytes, not in their own.
    public static func encode(_ record: Record, sorted: Bool = false) -> [UInt8] {
        let pairs = sorted ? record.sorted.pairs : record.pairs
        guard !pairs.isEmpty else { return Array("{}\n".utf8) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pairs.reduce(4) { $0 + $1.key.utf8.count + $1.value.utf8.count + 12 })
        bytes.append(UInt8(ascii: "{"))
        for (number, pair) in pairs.enumerated() {
            bytes.append(contentsOf: number == 0 ? "\n  ".utf8 : ",\n  ".utf8)
            append(pair.key, to: &bytes)
            bytes.append(contentsOf: ": ".utf8)
            append(pair.value, to: &bytes)
        }
        bytes.append(contentsOf: "\n}\n".utf8)
        return bytes
    }

    /// Appends a text as a JSON string, with its quotation marks.
    static func append(_ text: String, to bytes: inout [UInt8]) { JSONText.append(text.utf8, to: &bytes, style: .least) }
}
