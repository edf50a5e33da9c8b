/// Looks for signs in texts, eight bytes at a time: most of a text is none of them.
enum ByteScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Four bytes that are looked for; one may stand there several times.
    struct Signs {
        fileprivate let patterns: (UInt64, UInt64, UInt64, UInt64)

        init(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
            patterns = (UInt64(first) &* ones, UInt64(second) &* ones, UInt64(third) &* ones, UInt64(fourth) &* ones)
        }

        /// Of eight bytes the first that is one of the signs, from 0; `nil` where none is.
        @inline(__always)
        fileprivate func place(in word: UInt64) -> Int? {
            let hits = (zeros(word ^ patterns.0) | zeros(word ^ patterns.1) | zeros(word ^ patterns.2) | zeros(word ^ patterns.3)) & highs
            return hits == 0 ? nil : hits.trailingZeroBitCount / 8
        }

        /// The highest bit of a byte is set where the byte is 0. It may be set above such a byte too, but below the first there is none.
        @inline(__always)
        private func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
    }

    /// Where the first of some signs stands; `end` where there is none.
    static func first(of signs: Signs, in text: [UInt8], from start: Int, to end: Int) -> Int {
        text.withUnsafeBytes { bytes in
            let end = min(end, bytes.count)
            var position = start
            while position + 8 <= end {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
                if let place = signs.place(in: word) { return position + place }
                position += 8
            }
            while position < end {
                if signs.place(in: UInt64(bytes[position]) &* ones) != nil { return position }
                position += 1
            }
            return max(start, end)
        }
    }
}
