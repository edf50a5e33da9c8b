/// The tokens of a TOML text, from its beginning. A byte order mark aside they are the whole text; what is malformed ends
/// in a token that is no word of TOML, or in a string that does not end.
public struct TOMLTokens: Sequence, IteratorProtocol {
    public enum Sort: Hashable, Sendable {
        /// Spaces and tabs.
        case blank
        case lineEnd
        /// Without the line's end.
        case comment
        /// With its quotation marks; it may go over several lines.
        case string
        /// A string that its line or the text ends; the last token.
        case openString
        /// One of `[]{}=,.`
        case mark(UInt8)
        /// All that stands between others.
        case word
    }

    public struct Token: Hashable, Sendable {
        public let sort: Sort
        /// Its bytes.
        public let range: Range<Int>
    }

    /// What a text may begin with.
    public static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    private let text: [UInt8]
    private var position: Int

    public init(_ text: [UInt8]) {
        self.text = text
        position = text.starts(with: TOMLTokens.byteOrderMark) ? TOMLTokens.byteOrderMark.count : 0
    }

    public mutating func next() -> Token? {
        guard position < text.count else { return nil }
        let start = position
        let sort = take()
        if sort == .openString { position = text.count }
        return Token(sort: sort, range: start..<position)
    }

    private var byte: UInt8? { position < text.count ? text[position] : nil }

    private mutating func take() -> Sort {
        let byte = text[position]
        switch byte {
        case 0x20, 0x09:
            skip { $0 == 0x20 || $0 == 0x09 }
            return .blank
        case 0x0a:
            position += 1
            return .lineEnd
        case 0x0d where isFollowed(by: 0x0a):
            position += 2
            return .lineEnd
        case UInt8(ascii: "#"):
            skip { $0 != 0x0a }
            if text[position - 1] == 0x0d, position < text.count { position -= 1 }
            return .comment
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            return skipString(byte) ? .string : .openString
        case _ where TOMLTokens.isMark(byte):
            position += 1
            return .mark(byte)
        default:
            position += 1
            skip { !TOMLTokens.endsWord($0) }
            return .word
        }
    }

    private mutating func skip(while isPart: (UInt8) -> Bool) {
        while position < text.count, isPart(text[position]) { position += 1 }
    }

    private func isFollowed(by byte: UInt8) -> Bool { position + 1 < text.count && text[position + 1] == byte }

    private static func isMark(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "."): true
        default: false
        }
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0a, 0x0d, UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: isMark(byte)
        }
    }

    private func isTriple(_ quote: UInt8) -> Bool {
        position + 2 < text.count && text[position] == quote && text[position + 1] == quote && text[position + 2] == quote
    }

    /// Goes behind a string; `false` if it does not end.
    private mutating func skipString(_ quote: UInt8) -> Bool {
        let isLong = isTriple(quote)
        position += isLong ? 3 : 1
        while let byte {
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                position = Swift.min(position + 2, text.count)
            } else if byte == quote, !isLong || isTriple(quote) {
                position += isLong ? 3 : 1
                // Up to two quotation marks may stand before the three that end it.
                if isLong { skip { $0 == quote } }
                return true
            } else if byte == 0x0a, !isLong {
                return false
            } else {
                position += 1
            }
        }
        return false
    }
}
