/// Reads the globs between the slashes of a pattern, as `wildmatch.c` of git does.
struct GlobParser {
    private let text: [UInt8]
    private var position = 0
    private var globs: [Glob] = []
    private var tokens: [Glob.Token] = []
    private var stars = 0

    private init(_ text: [UInt8]) { self.text = text }

    /// The globs, one for each part between slashes; `nil` if the pattern is malformed and matches nothing: a
    /// backslash at its end, a bracket that does not close, an unknown class.
    static func parse(_ text: ArraySlice<UInt8>) -> [Glob]? {
        var parser = GlobParser(Array(text))
        while let byte = parser.next() {
            switch byte {
            case UInt8(ascii: "\\"):
                guard let literal = parser.next() else { return nil }
                parser.append(literal)
            case UInt8(ascii: "?"): parser.tokens.append(.one)
            case UInt8(ascii: "*"):
                parser.stars += 1
                if parser.tokens.last != .star { parser.tokens.append(.star) }
            case UInt8(ascii: "["):
                guard let set = parser.set() else { return nil }
                parser.tokens.append(.set(set))
            default: parser.append(byte)
            }
        }
        parser.endGlob()
        return parser.globs
    }

    private mutating func next() -> UInt8? {
        guard position < text.count else { return nil }
        defer { position += 1 }
        return text[position]
    }

    private mutating func append(_ literal: UInt8) {
        if literal == UInt8(ascii: "/") { endGlob() } else { tokens.append(.literal(literal)) }
    }

    private mutating func endGlob() {
        globs.append(Glob(tokens: tokens, isDoubleStar: tokens == [.star] && stars > 1))
        tokens = []
        stars = 0
    }

    /// Reads a bracket expression whose `[` was read. The first byte after it, a `]` too, belongs to the set.
    private mutating func set() -> ByteSet? {
        var set = ByteSet()
        guard var byte = next() else { return nil }
        let isNegated = byte == UInt8(ascii: "!") || byte == UInt8(ascii: "^")
        if isNegated {
            guard let first = next() else { return nil }
            byte = first
        }
        // What a `-` that follows would count from.
        var before: UInt8?
        repeat {
            if byte == UInt8(ascii: "\\") {
                guard let literal = next() else { return nil }
                set.insert(literal)
                before = literal
            } else if byte == UInt8(ascii: "-"), let first = before, let peek = peek, peek != UInt8(ascii: "]") {
                guard let last = rangeEnd() else { return nil }
                if first <= last { for byte in first...last { set.insert(byte) } }
                before = nil
            } else if byte == UInt8(ascii: "["), peek == UInt8(ascii: ":") {
                guard let isClass = insertClass(into: &set) else { return nil }
                before = isClass ? nil : byte
            } else {
                set.insert(byte)
                before = byte
            }
            guard let following = next() else { return nil }
            byte = following
        } while byte != UInt8(ascii: "]")
        return isNegated ? set.inverted : set
    }

    private var peek: UInt8? { position < text.count ? text[position] : nil }

    private mutating func rangeEnd() -> UInt8? {
        guard let last = next() else { return nil }
        return last == UInt8(ascii: "\\") ? next() : last
    }

    /// Reads `:alpha:]` after a `[` within brackets.
    /// - Returns: `false` if it is no class and `[` stands for itself; `nil` if the pattern is malformed.
    private mutating func insertClass(into set: inout ByteSet) -> Bool? {
        let start = position + 1
        guard let end = text[min(start, text.count)...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
        guard end > start, text[end - 1] == UInt8(ascii: ":") else {
            set.insert(UInt8(ascii: "["))
            return false
        }
        guard let test = GlobParser.classes[String(decoding: text[start..<(end - 1)], as: UTF8.self)] else { return nil }
        for byte in 0..<(0x80 as UInt8) where test(byte) { set.insert(byte) }
        position = end + 1
        return true
    }

    private static let classes: [String: @Sendable (UInt8) -> Bool] = [
        "alnum": { $0.isAlphanumeric },
        "alpha": { $0.isAlphanumeric && !$0.isDigit },
        "blank": { $0 == 0x20 || $0 == 0x09 },
        "cntrl": { $0 < 0x20 || $0 == 0x7f },
        "digit": { $0.isDigit },
        "graph": { $0 > 0x20 && $0 < 0x7f },
        "lower": { $0 &- UInt8(ascii: "a") < 26 },
        "print": { $0 >= 0x20 && $0 < 0x7f },
        "punct": { $0 > 0x20 && $0 < 0x7f && !$0.isAlphanumeric },
        "space": { $0 == 0x20 || (0x09...0x0d).contains($0) },
        "upper": { $0 &- UInt8(ascii: "A") < 26 },
        "xdigit": { $0.isDigit || ($0 | 0x20) &- UInt8(ascii: "a") < 6 },
    ]
}
