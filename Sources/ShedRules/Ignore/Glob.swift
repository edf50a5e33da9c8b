/// A shell pattern for one name: literal bytes, `?`, `*` and bracket expressions, as git's wildmatch reads them.
struct Glob: Sendable {
    enum Token: Hashable, Sendable {
        case literal(UInt8)
        /// `?`: any byte.
        case one
        /// `*`: any bytes, none included.
        case star
        /// `[…]`
        case set(ByteSet)
    }

    /// No two stars stand side by side.
    var tokens: [Token]
    /// Whether it was written as nothing but two or more stars.
    var isDoubleStar: Bool
}

/// A set of bytes, 256 bits.
struct ByteSet: Hashable, Sendable {
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    func contains(_ byte: UInt8) -> Bool {
        let word = switch byte >> 6 {
        case 0: words.0
        case 1: words.1
        case 2: words.2
        default: words.3
        }
        return word >> UInt64(byte & 63) & 1 == 1
    }

    mutating func insert(_ byte: UInt8) {
        let bit: UInt64 = 1 << UInt64(byte & 63)
        switch byte >> 6 {
        case 0: words.0 |= bit
        case 1: words.1 |= bit
        case 2: words.2 |= bit
        default: words.3 |= bit
        }
    }

    var inverted: ByteSet {
        var result = self
        result.words = (~words.0, ~words.1, ~words.2, ~words.3)
        return result
    }

    static func == (left: ByteSet, right: ByteSet) -> Bool { left.words == right.words }

    func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}
