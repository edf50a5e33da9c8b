/// Looks at addresses: a scheme, a colon and something behind it, without white space or control characters. Source: RFC
/// 3986, section 3; characters beyond ASCII are allowed (RFC 3987).
enum RecordURL {
    static func isValid(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = text.utf8[..<colon]
        guard let first = scheme.first, isLetter(first), text.utf8.index(after: colon) < text.utf8.endIndex else { return false }
        let isScheme = scheme.allSatisfy {
            isLetter($0) || $0 &- UInt8(ascii: "0") < 10 || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
        return isScheme
            && !text.unicodeScalars.contains {
                $0.value <= 0x20 || $0.properties.isWhitespace || (0x7f..<0xa0).contains($0.value) || "<>\"{}|\\^`".unicodeScalars.contains($0)
            }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
}
