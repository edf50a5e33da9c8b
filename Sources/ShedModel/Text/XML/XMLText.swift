/// Text in XML 1.0 (fifth edition).
public enum XMLText {
    /// Whether XML can hold a character (production 2, `Char`).
    public static func canHold(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0a, 0x0d, 0x20...0xd7ff, 0xe000...0xfffd, 0x10000...0x10ffff: true
        default: false
        }
    }

    /// Whether XML can hold every character of a text. The bytes must be UTF-8.
    public static func canHold(_ bytes: [UInt8]) -> Bool {
        for position in bytes.indices {
            let byte = bytes[position]
            if byte < 0x20, byte != 0x09, byte != 0x0a, byte != 0x0d { return false }
            // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
            if byte >= 0xbe, byte <= 0xbf, position >= 2, bytes[position - 1] == 0xbf, bytes[position - 2] == 0xef { return false }
        }
        return true
    }

    /// Appends text that XML can hold so that a reader gives the same: a carriage return, and in an attribute every kind of
    /// white space but the blank, as a reference.
    public static func append(_ text: some Collection<UInt8>, isAttribute: Bool, to bytes: inout [UInt8]) {
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

    /// The same as a text of its own.
    public static func escape(_ text: String, isAttribute: Bool = false) -> String {
        var bytes: [UInt8] = []
        append(text.utf8, isAttribute: isAttribute, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Any text as one of an element or an attribute: with a blank for each character that XML cannot hold.
    public static func escapeCleaned(_ text: String) -> String {
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { clean.append(canHold(scalar) ? scalar : " ") }
        return escape(String(clean), isAttribute: true)
    }

    /// What one of XML's own entities stands for.
    public static func character(of entity: String) -> UInt8? {
        switch entity {
        case "amp": UInt8(ascii: "&")
        case "lt": UInt8(ascii: "<")
        case "gt": UInt8(ascii: ">")
        case "quot": UInt8(ascii: "\"")
        case "apos": UInt8(ascii: "'")
        default: nil
        }
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 }

    /// As much of production 5, `Name`, as is ASCII.
    static func isName(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: ":"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
        default: false
        }
    }
}
