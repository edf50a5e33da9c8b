/// Text in XML 1.0 (fifth edition).
enum XMLText {
    /// Whether every character is one that an XML document can hold (production 2, `Char`). The bytes must be UTF-8.
    static func canHold(_ bytes: [UInt8]) -> Bool {
        for position in bytes.indices {
            let byte = bytes[position]
            if byte < 0x20, byte != 0x09, byte != 0x0a, byte != 0x0d { return false }
            // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
            if byte >= 0xbe, byte <= 0xbf, position >= 2, bytes[position - 1] == 0xbf, bytes[position - 2] == 0xef { return false }
        }
        return true
    }

    /// Whether XML can hold the character.
    static func canHold(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0a, 0x0d, 0x20...0xd7ff, 0xe000...0xfffd, 0x10000...0x10ffff: true
        default: false
        }
    }

    /// Appends text that XML can hold so that a reader gives the same: a carriage return, and in an attribute every kind of
    /// white space but the blank, as a reference.
    static func append(_ text: some Collection<UInt8>, isAttribute: Bool, to bytes: inout [UInt8]) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case 0x0d: bytes += "&#13;".utf8
            case UInt8(ascii: "\"") where isAttribute: bytes += "&quot;".utf8
            case 0x0a where isAttribute: bytes += "&#10;".utf8
            case 0x09 where isAttribute: bytes += "&#9;".utf8
            default: bytes.append(byte)
            }
        }
    }
}
