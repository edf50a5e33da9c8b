/// The last wall before a terminal, a log and the runner of a CI system: whatever a text holds, what is printed steers none of
/// them. Text of others is escaped where it is put into words (``EscapedText``, ``ForeignText``); what slipped through is escaped here.
///
/// It costs one look at each byte. Text without anything to escape comes out as it is, so a text that went through once does not
/// change any more.
public enum PrintedText {
    /// The sequences that shed colors with (ECMA-48, SGR).
    private static let colours = ["0", "1", "2", "31", "32", "33"].map { Array("\u{1b}[\($0)m".utf8) }

    /// How what must not be printed is written.
    private enum Form {
        /// Lines of text for people: line feeds and tabs stay. A carriage return before a line feed, of which nothing is seen, goes.
        case lines
        /// Words that go into lines with others: what must not begin a line is seen to where that is printed.
        case words
        /// The same on one line: tabs stay.
        case oneLine
        /// Strings of JSON, which a reader gives as they were. All that is escaped stands within strings.
        case json
    }

    /// Appends text for people, which may have several lines.
    /// - Parameter keepsColours: whether shed's own colors stay.
    public static func append(_ text: String, to bytes: inout [UInt8], keepsColours: Bool) {
        var text = text
        text.withUTF8 { escape($0, .lines, keepsColours: keepsColours, to: &bytes) }
    }

    /// Words as they can be put into a message. Line feeds and shed's own colors stay.
    public static func words(_ text: String) -> String { escaped(text, .words) }

    /// The same on one line.
    public static func oneLine(_ text: String) -> String { escaped(text, .oneLine) }

    private static func escaped(_ text: String, _ form: Form) -> String {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.indices.contains(where: { isSteering(bytes, at: $0) != nil }) else { return nil }
            var escaped: [UInt8] = []
            escape(bytes, form, keepsColours: true, to: &escaped)
            return String(decoding: escaped, as: UTF8.self)
        } ?? text
    }

    /// Appends JSON that is printed: the same values, in bytes that can be shown.
    public static func append(json: [UInt8], to bytes: inout [UInt8]) {
        json.withUnsafeBufferPointer { escape($0, .json, keepsColours: false, to: &bytes) }
    }

    /// - Parameter text: UTF-8.
    private static func escape(_ text: UnsafeBufferPointer<UInt8>, _ form: Form, keepsColours: Bool, to bytes: inout [UInt8]) {
        var start = 0
        var position = 0
        func take(_ length: Int, as escape: String) {
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<position]))
            bytes += escape.utf8
            position += length
            start = position
        }
        /// Two colons at the beginning of a line. However much white space is before them, it is looked over once: behind the next line feed
        /// it is that line's.
        func breakColons() {
            guard form == .lines, let colon = RunnerCommand.colons(atBeginningOf: text[position...].lazy.prefix { $0 != UInt8(ascii: "\n") }) else { return }
            // The white space is looked at like all else.
            colons = position + colon
        }
        var colons = -1
        breakColons()
        while position < text.count {
            let byte = text[position]
            // What is by far the most.
            if byte > UInt8(ascii: "#"), byte < 0x7f, position != colons {
                position += 1
            } else if position == colons {
                take(1, as: "\\x3a")
            } else if byte == UInt8(ascii: "#") {
                if form == .lines || form == .json, RunnerCommand.isMark(text, at: position) { take(1, as: form == .json ? "\\u0023" : "\\x23") } else { position += 1 }
            } else if keepsColours, byte == 0x1b, let colour = colours.first(where: { text[position...].starts(with: $0) }) {
                position += colour.count
            } else if let (scalar, length) = isSteering(text, at: position), mustGo(scalar, form) {
                let endsLine = (form == .lines || form == .words) && scalar == "\r" && position + 1 < text.count && text[position + 1] == UInt8(ascii: "\n")
                take(length, as: endsLine ? "" : form == .json ? jsonEscape(of: scalar) : EscapedText.written(scalar))
            } else {
                position += 1
                if byte == UInt8(ascii: "\n") { breakColons() }
            }
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }

    private static func mustGo(_ scalar: Unicode.Scalar, _ form: Form) -> Bool {
        switch scalar {
        case "\n": form == .oneLine
        case "\t": false
        default: true
        }
    }

    private static func jsonEscape(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }

    /// The scalar here, with its length, if it is one that ``EscapedText/isUnsafe(_:)`` names. All of them lie below U+10000.
    private static func isSteering(_ text: UnsafeBufferPointer<UInt8>, at position: Int) -> (Unicode.Scalar, Int)? {
        let byte = text[position]
        guard byte < 0x20 || byte >= 0x7f else { return nil }
        if byte < 0x80 { return (Unicode.Scalar(byte), 1) }
        let length: Int
        // No other byte begins one of them.
        switch byte {
        case 0xc2, 0xd8: length = 2
        case 0xe2, 0xef: length = 3
        default: return nil
        }
        guard position + length <= text.count else { return nil }
        var value = UInt32(byte) & (length == 2 ? 0x1f : 0x0f)
        for offset in 1..<length { value = value << 6 | UInt32(text[position + offset] & 0x3f) }
        guard let scalar = Unicode.Scalar(value), EscapedText.isUnsafe(scalar) else { return nil }
        return (scalar, length)
    }
}
