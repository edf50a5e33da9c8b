/// The values of front matter: what a line `key: value` says, and how a text is written so that it is read again as it was.
enum FrontMatterScalar {
    /// The text that a value stands for.
    /// - Parameters:
    ///   - first: what stands behind the colon.
    ///   - further: the lines that go on with it, without their ends.
    static func text(_ first: String, further: [String]) -> String {
        let value = trimmed(first[...])
        let start = value.utf8.first
        if further.isEmpty, start != UInt8(ascii: "\""), start != UInt8(ascii: "'"), start != UInt8(ascii: "|"), start != UInt8(ascii: ">") { return String(value) }
        let isBlock = value.first.map { "|>".contains($0) } == true && value.utf8.count <= 3
        let lines = further.map { trimmed($0[...]) }
        if isBlock || value.isEmpty { return String(lines.joined(separator: "\n")) }
        if let quoted = quoted(value) { return quoted }
        return ([value] + lines.filter { !$0.isEmpty }).joined(separator: " ")
    }

    /// A plain value without the remark behind it: for values in which none can stand.
    static func withoutRemark(_ value: String) -> String { String(trimmed(split(value).value)) }

    /// What stands behind ` #` in a line's value, with the blanks before it; empty where there is none.
    static func remark(of first: String) -> String {
        let value = trimmed(first[...])
        guard value.first != "\"", value.first != "'" else { return "" }
        return String(split(first).remark)
    }

    private static func split(_ text: String) -> (value: Substring, remark: Substring) {
        let bytes = text.utf8
        var end = bytes.startIndex
        var isBlank = false
        for place in bytes.indices {
            if isBlank, bytes[place] == UInt8(ascii: "#") { return (text[..<end], text[end...]) }
            isBlank = FrontMatter.isBlank(bytes[place])
            if !isBlank { end = bytes.index(after: place) }
        }
        return (text[...], "")
    }

    /// The text between quotes; `nil` where a value is not quoted, or not to its end.
    private static func quoted(_ value: Substring) -> String? {
        guard let quote = value.unicodeScalars.first, quote == "\"" || quote == "'" else { return nil }
        var result = String.UnicodeScalarView()
        var rest = value.unicodeScalars.dropFirst()
        while let scalar = rest.popFirst() {
            if scalar == quote {
                // Two single quotes are one.
                guard quote == "'", rest.first == "'" else { return isOver(rest) ? String(result) : nil }
                rest.removeFirst()
                result.append("'")
            } else if scalar == "\\", quote == "\"" {
                guard let escape = rest.popFirst() else { return nil }
                result.append(unescaped(escape, &rest))
            } else {
                result.append(scalar)
            }
        }
        return nil
    }

    private static func isOver(_ rest: Substring.UnicodeScalarView) -> Bool {
        let rest = rest.drop { $0 == " " || $0 == "\t" }
        return rest.isEmpty || rest.first == "#"
    }

    private static func unescaped(_ escape: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar {
        switch escape {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "x", "u":
            let digits = rest.prefix(escape == "x" ? 2 : 4)
            guard digits.count == (escape == "x" ? 2 : 4), digits.allSatisfy(\.properties.isASCIIHexDigit),
                let number = UInt32(String(Substring(digits)), radix: 16), let scalar = Unicode.Scalar(number)
            else { return escape }
            rest.removeFirst(digits.count)
            return scalar
        default: return escape
        }
    }

    // MARK: Writing

    /// A text as a value on one line.
    static func written(_ text: String) -> String { isPlain(text) ? text : "\"" + text.unicodeScalars.map(escaped).joined() + "\"" }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\t": return "\\t"
        case "\r": return "\\r"
        default:
            guard isControl(scalar) else { return String(scalar) }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029 || scalar.value == 0xfeff
    }

    /// Whether other readers of front matter (YAML 1.2, 7.3.3) would also take it for just this text.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last, !"!&*-?|>%@`\"'#{}[],:~".unicodeScalars.contains(first),
            !first.properties.isWhitespace, !last.properties.isWhitespace, last != ":"
        else { return false }
        var before: Unicode.Scalar = "a"
        for scalar in text.unicodeScalars {
            if isControl(scalar) || before == ":" && scalar.properties.isWhitespace || before.properties.isWhitespace && scalar == "#" { return false }
            before = scalar
        }
        return true
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var bytes = text.utf8.drop(while: FrontMatter.isBlank)
        while let last = bytes.last, FrontMatter.isBlank(last) { bytes.removeLast() }
        return Substring(bytes)
    }
}
