/// JSON strings as bytes (RFC 8259, section 7).
public enum JSONText {
    /// What is escaped.
    public enum Style: Sendable {
        /// DEL and the line separators too, which break line-based readers.
        case lines
        /// Nothing but what must be, as short as it can be.
        case least
    }

    /// Appends a quoted string. The bytes must be UTF-8.
    public static func append(_ text: some Collection<UInt8>, to bytes: inout [UInt8], style: Style = .lines) {
        bytes.append(UInt8(ascii: "\""))
        let isDone: Void? = text.withContiguousStorageIfAvailable { appendInside($0, to: &bytes, style) }
        if isDone == nil { Array(text).withUnsafeBufferPointer { appendInside($0, to: &bytes, style) } }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Most texts need no escape, and some have many megabytes: what needs none goes in whole stretches.
    private static func appendInside(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8], _ style: Style) {
        var start = 0
        while start < text.count {
            var end = start
            while end < text.count, !mayNeedEscape(text[end]) { end += 1 }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
            guard end < text.count else { return }
            start = end + appendCharacter(text[end...], to: &bytes, style)
        }
    }

    /// 0xe2 begins the line separators, and much else.
    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7f || byte == 0xe2
    }

    /// Appends the character that a text begins with, and returns how many bytes were taken.
    private static func appendCharacter(_ text: Slice<UnsafeBufferPointer<UInt8>>, to bytes: inout [UInt8], _ style: Style) -> Int {
        let byte = text[text.startIndex]
        if let letter = letter(of: byte), style == .least || byte != 0x08 && byte != 0x0c {
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(letter)
        } else if byte < 0x20 || byte == 0x7f && style == .lines {
            bytes += "\\u00".utf8
            Hexadecimal.append(UInt64(byte), digits: 2, to: &bytes)
        } else if style == .lines, text.starts(with: [0xe2, 0x80, 0xa8]) || text.starts(with: [0xe2, 0x80, 0xa9]) {
            bytes += (text[text.startIndex + 2] == 0xa8 ? "\\u2028" : "\\u2029").utf8
            return 3
        } else {
            bytes.append(byte)
        }
        return 1
    }

    /// What stands behind the backslash for a character that has a letter of its own.
    private static func letter(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
        case 0x08: UInt8(ascii: "b")
        case 0x09: UInt8(ascii: "t")
        case 0x0a: UInt8(ascii: "n")
        case 0x0c: UInt8(ascii: "f")
        case 0x0d: UInt8(ascii: "r")
        default: nil
        }
    }

    /// What a letter behind a backslash stands for; `nil` for `u`, and for what is no escape.
    public static func character(of letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "n"): 0x0a
        case UInt8(ascii: "f"): 0x0c
        case UInt8(ascii: "r"): 0x0d
        default: nil
        }
    }

    /// Whether a unit behind `\u` is the first half of a pair.
    public static func isLead(_ unit: UInt32) -> Bool { unit & 0xfffffc00 == 0xd800 }

    /// The character that a unit stands for, or two together; `nil` for half a pair, and two that are none.
    public static func scalar(_ unit: UInt32, _ trail: UInt32? = nil) -> Unicode.Scalar? {
        guard let trail else { return Unicode.Scalar(unit) }
        guard isLead(unit), trail & 0xfffffc00 == 0xdc00 else { return nil }
        return Unicode.Scalar(0x10000 + (unit & 0x3ff) << 10 + trail & 0x3ff)
    }
}
