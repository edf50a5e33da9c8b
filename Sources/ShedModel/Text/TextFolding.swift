@_spi(_Unicode) import Swift

/// Text without case and without accents, for searches: `Ä` and `a` are the same, `STRASSE` and `Straße`, `Ode` and `ódé`.
///
/// Each character is decomposed canonically, lower-, upper- and again lower-cased by Unicode's full mappings, and loses the
/// marks above, below and across it. Marks that make another letter stay (Japanese voicing, Indic vowels and viramas), and
/// so do letters that do not decompose (`ø`, `ł`). Bytes that are no UTF-8 stay as they are.
public enum TextFolding {
    /// The folded text in UTF-8.
    public static func fold(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 8)
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte < 0x80 {
                result.append(lower(byte))
                position += 1
                continue
            }
            guard let (scalar, length) = scalar(bytes, position) else {
                result.append(byte)
                position += 1
                continue
            }
            append(scalar, to: &result)
            position += length
        }
        return result
    }

    /// The folded text in UTF-8.
    public static func fold(_ text: String) -> [UInt8] {
        var text = text
        return text.withUTF8 { fold($0) }
    }

    /// Whether the folded text holds a text that is folded already. The empty text is in every text.
    public static func contains(_ bytes: UnsafeBufferPointer<UInt8>, _ folded: UnsafeBufferPointer<UInt8>) -> Bool {
        if isASCII(bytes) { return find(folded, in: bytes) { lower($0) } }
        return withFolded(bytes) { find(folded, in: $0) { $0 } }
    }

    /// Whether the folded text is one that is folded already.
    public static func equals(_ bytes: UnsafeBufferPointer<UInt8>, _ folded: UnsafeBufferPointer<UInt8>) -> Bool {
        // A character of ASCII is folded to one, whatever follows: most texts differ there.
        if let first = bytes.first, first < 0x80, lower(first) != folded.first { return false }
        if isASCII(bytes) {
            guard bytes.count == folded.count else { return false }
            for position in 0..<bytes.count where lower(bytes[position]) != folded[position] { return false }
            return true
        }
        return withFolded(bytes) { $0.elementsEqual(folded) }
    }

    /// Folds a short text without a place of its own in memory.
    @inline(__always)
    private static func withFolded(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        guard bytes.count <= 1_024 else { return fold(bytes).withUnsafeBufferPointer(body) }
        let result = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * bytes.count) { buffer in
            fold(bytes, into: buffer).map { body(UnsafeBufferPointer(rebasing: buffer[..<$0])) }
        }
        return result ?? fold(bytes).withUnsafeBufferPointer(body)
    }

    /// Folds into a buffer.
    /// - Returns: how many bytes it came to; `nil` where there is no room, or a character is not in the table.
    private static func fold(_ bytes: UnsafeBufferPointer<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        let table = FoldingTable.shared
        var position = 0
        var count = 0
        while position < bytes.count {
            guard count < buffer.count else { return nil }
            let byte = bytes[position]
            if byte < 0x80 {
                buffer[count] = lower(byte)
                count += 1
                position += 1
                continue
            }
            guard let (scalar, length) = scalar(bytes, position), let entry = table.range(scalar), count + entry.count <= buffer.count
            else { return nil }
            for place in entry {
                buffer[count] = table.bytes[place]
                count += 1
            }
            position += length
        }
        return count
    }

    @inline(__always)
    private static func find(
        _ needle: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, _ map: (UInt8) -> UInt8
    ) -> Bool {
        guard let first = needle.first else { return true }
        guard bytes.count >= needle.count else { return false }
        search: for start in 0...bytes.count - needle.count where map(bytes[start]) == first {
            for offset in 1..<max(1, needle.count) where map(bytes[start + offset]) != needle[offset] { continue search }
            return true
        }
        return false
    }

    @inline(__always)
    private static func lower(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }

    @inline(__always)
    private static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var all: UInt8 = 0
        for byte in bytes { all |= byte }
        return all < 0x80
    }

    /// The character at a position and its length; `nil` where there is none.
    private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) -> (Unicode.Scalar, Int)? {
        let lead = bytes[position]
        let length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0
        guard length > 0, position + length <= bytes.count else { return nil }
        var value = UInt32(lead) & (0x7f >> UInt32(length))
        for offset in 1..<length {
            guard bytes[position + offset] & 0xc0 == 0x80 else { return nil }
            value = value << 6 | UInt32(bytes[position + offset] & 0x3f)
        }
        // Overlong forms are no characters; surrogates are none for `Unicode.Scalar` either.
        guard value >= (length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000), let scalar = Unicode.Scalar(value) else { return nil }
        return (scalar, length)
    }

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        // Han, Hangul's neighbours aside, and pictographs have neither case nor marks.
        if (0x3400..<0xa000).contains(scalar.value) || scalar.value >= 0x1f000 {
            bytes.append(contentsOf: Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter)
        } else if let range = FoldingTable.shared.range(scalar) {
            bytes.append(contentsOf: FoldingTable.shared.bytes[range])
        } else {
            bytes.append(contentsOf: folded(scalar))
        }
    }

    /// The folded form of one character, worked out.
    fileprivate static func folded(_ scalar: Unicode.Scalar) -> [UInt8] {
        var text = String(String.UnicodeScalarView(bare(String(scalar))))
        text = text.unicodeScalars.map(\.properties.lowercaseMapping).joined()
        text = text.unicodeScalars.map(\.properties.uppercaseMapping).joined()
        text = text.unicodeScalars.map(\.properties.lowercaseMapping).joined()
        return bare(text).flatMap { Array(Unicode.UTF8.encode($0) ?? Unicode.UTF8.encodedReplacementCharacter) }
    }

    /// Decomposed, without marks above, below and across letters. Source: Unicode Standard Annex 44, table 15.
    private static func bare(_ text: String) -> [Unicode.Scalar] {
        text._nfd.filter {
            let place = $0.properties.canonicalCombiningClass.rawValue
            return place < 200 && place != 1
        }
    }
}

/// The folded forms of the characters of the commonest scripts that have case or accents, worked out once.
private struct FoldingTable: Sendable {
    /// Latin to Hebrew; Vietnamese, old Greek and punctuation; kana.
    private static let ranges: [Range<UInt32>] = [0x80..<0x600, 0x1e00..<0x2100, 0x3000..<0x3100]
    static let shared = FoldingTable()

    private(set) var bytes: [UInt8] = []
    /// Where the form of each character begins, range by range.
    private var starts: [UInt32] = [0]

    init() {
        for range in FoldingTable.ranges {
            for value in range {
                if let scalar = Unicode.Scalar(value) { bytes.append(contentsOf: TextFolding.folded(scalar)) }
                starts.append(UInt32(bytes.count))
            }
        }
    }

    /// Where the folded form stands in the bytes; `nil` of a character that is not in the table.
    @inline(__always)
    func range(_ scalar: Unicode.Scalar) -> Range<Int>? {
        let place: UInt32
        switch scalar.value {
        case 0x80..<0x600: place = scalar.value - 0x80
        case 0x1e00..<0x2100: place = scalar.value - 0x1e00 + 0x580
        case 0x3000..<0x3100: place = scalar.value - 0x3000 + 0x880
        default: return nil
        }
        return Int(starts[Int(place)])..<Int(starts[Int(place) + 1])
    }
}
