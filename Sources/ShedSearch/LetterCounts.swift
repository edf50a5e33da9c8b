/// How many words of a text begin with each letter. One thread's own.
struct LetterCounts {
    /// By the scalar, below U+10000.
    private var counts = [UInt32](repeating: 0, count: 0x1_0000)
    private var seen: [UInt32] = []
    /// Others, by their UTF-8 as ``TermCounter`` has it.
    private var rare: [UInt64: UInt32] = [:]

    /// - Parameter head: the first eight bytes of a term, which is UTF-8, the first one in the lowest.
    @inline(__always)
    mutating func add(_ head: UInt64, _ count: UInt32) {
        let lead = UInt32(truncatingIfNeeded: head & 0xff)
        func next(_ byte: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: head >> (8 * byte)) & 0x3f }
        switch lead {
        case 0..<0x80: add(scalar: lead, count)
        case 0..<0xe0: add(scalar: (lead & 0x1f) << 6 | next(1), count)
        case 0..<0xf0: add(scalar: (lead & 0x0f) << 12 | next(1) << 6 | next(2), count)
        default: rare[head & 0xffff_ffff, default: 0] &+= count
        }
    }

    @inline(__always)
    private mutating func add(scalar: UInt32, _ count: UInt32) {
        if counts[Int(scalar)] == 0 { seen.append(scalar) }
        counts[Int(scalar)] &+= count
    }

    /// Writes them behind the terms, a space behind each, and forgets them.
    mutating func write(into tokens: inout [UInt8]) {
        for value in seen {
            guard let scalar = Unicode.Scalar(value) else { continue }
            LetterCounts.write(UTF8.encode(scalar).map(Array.init) ?? [], counts[Int(value)], into: &tokens)
            counts[Int(value)] = 0
        }
        for (head, count) in rare { LetterCounts.write((0..<4).map { UInt8(truncatingIfNeeded: head >> (8 * $0)) }, count, into: &tokens) }
        seen.removeAll(keepingCapacity: true)
        rare = [:]
    }

    private static func write(_ letter: [UInt8], _ count: UInt32, into tokens: inout [UInt8]) {
        tokens.append(TermFrequency.mark)
        tokens += letter
        tokens.append(TermFrequency.mark)
        tokens.append(TermFrequency.digit(of: count))
        tokens.append(0x20)
    }
}
