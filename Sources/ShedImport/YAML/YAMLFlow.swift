import ShedModel

/// A text in quotation marks.
enum YAMLQuoted {
    /// - Parameter text: from its first quotation mark on.
    /// - Returns: the text and what stands behind it; `nil` where it does not end here.
    static func read(_ text: Substring, _ quote: Character, _ line: Int, _ path: RelativePath) throws(ForeignError) -> (String, Substring)? {
        var out = String.UnicodeScalarView()
        var scalars = text.unicodeScalars.dropFirst()
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "'" where quote == "'":
                guard scalars.first == "'" else { return (String(out), Substring(scalars)) }
                scalars.removeFirst()
                out.append("'")
            case "\"" where quote == "\"": return (String(out), Substring(scalars))
            case "\\" where quote == "\"":
                guard let sign = scalars.popFirst() else { return nil }
                guard let value = escape(sign, &scalars) else { throw ForeignError(.malformed(line: line), path) }
                out.append(value)
            default: out.append(scalar)
            }
        }
        return nil
    }

    private static func escape(_ sign: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
        switch sign {
        case "0": return "\0"
        case "a": return "\u{7}"
        case "b": return "\u{8}"
        case "t", "\t": return "\t"
        case "n": return "\n"
        case "v": return "\u{b}"
        case "f": return "\u{c}"
        case "r": return "\r"
        case "e": return "\u{1b}"
        case " ", "\"", "/", "\\": return sign
        case "N": return "\u{85}"
        case "_": return "\u{a0}"
        case "L": return "\u{2028}"
        case "P": return "\u{2029}"
        case "x": return number(2, &rest)
        case "u":
            let first = rest
            if let scalar = number(4, &rest) { return scalar }
            // Two halves of one character, as programs write them that know UTF-16 alone.
            rest = first
            guard let high = unit(&rest), (0xd800...0xdbff).contains(high), rest.popFirst() == "\\", rest.popFirst() == "u",
                let low = unit(&rest), (0xdc00...0xdfff).contains(low)
            else { return nil }
            return Unicode.Scalar(0x10000 + (high - 0xd800) << 10 + (low - 0xdc00))
        case "U": return number(8, &rest)
        default: return nil
        }
    }

    private static func unit(_ rest: inout Substring.UnicodeScalarView) -> UInt32? {
        let digits = String(rest.prefix(4))
        guard digits.utf8.count == 4, let value = UInt32(digits, radix: 16) else { return nil }
        rest = rest.dropFirst(4)
        return value
    }

    private static func number(_ count: Int, _ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
        let digits = String(rest.prefix(count))
        guard digits.utf8.count == count, let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else { return nil }
        rest = rest.dropFirst(count)
        return scalar
    }

    static func endsInBackslash(_ text: String) -> Bool {
        text.unicodeScalars.reversed().prefix { $0 == "\\" }.count % 2 == 1
    }
}

/// A list or a mapping in brackets.
struct YAMLFlow {
    private var rest: Substring
    private let line: Int
    private let path: RelativePath
    private let depth: Int
    private var count = 0

    init(_ text: String, _ line: Int, _ path: RelativePath, _ depth: Int) {
        (rest, self.line, self.path, self.depth) = (text[...], line, path, depth)
    }

    private var fault: ForeignError { ForeignError(.malformed(line: line), path) }

    /// - Returns: `nil` where it does not end here.
    mutating func whole() throws(ForeignError) -> YAMLValue? {
        guard let value = try value(depth) else { return nil }
        guard YAMLReader.withoutComment(Substring(" " + String(rest))).isEmpty else { throw fault }
        return value
    }

    private mutating func skipBlanks() { rest = rest.drop { $0.isWhitespace } }

    private mutating func value(_ depth: Int) throws(ForeignError) -> YAMLValue? {
        guard depth <= YAMLReader.deepest else { throw ForeignError(.tooDeep(most: YAMLReader.deepest), path) }
        count += 1
        guard count <= ForeignLimits.values else { throw ForeignError(.tooMany(most: ForeignLimits.values), path) }
        skipBlanks()
        switch rest.first {
        case nil: return nil
        case "[":
            rest.removeFirst()
            return try list(depth)
        case "{":
            rest.removeFirst()
            return try map(depth)
        case "\"", "'":
            guard let quote = rest.first, let (text, behind) = try YAMLQuoted.read(rest, quote, line, path) else { return nil }
            rest = behind
            return .text(text)
        case "&", "*", "!", "|", ">", "%", "@", "`": throw ForeignError(.beyondSubset(line: line), path)
        default:
            let text = plain()
            return ["", "~", "null"].contains(text) ? .null : .text(text)
        }
    }

    /// Up to a comma, a bracket or a colon with a blank behind.
    private mutating func plain() -> String {
        var end = rest.startIndex
        while end < rest.endIndex, !",[]{}".contains(rest[end]) {
            let next = rest.index(after: end)
            if rest[end] == ":", next == rest.endIndex || rest[next].isWhitespace || ",[]{}".contains(rest[next]) { break }
            end = next
        }
        let text = String(ForeignText.trimmed(rest[..<end]))
        rest = rest[end...]
        return text
    }

    private mutating func list(_ depth: Int) throws(ForeignError) -> YAMLValue? {
        var values: [YAMLValue] = []
        while true {
            skipBlanks()
            guard let sign = rest.first else { return nil }
            if sign == "]" {
                rest.removeFirst()
                return .list(values)
            }
            guard let value = try value(depth + 1) else { return nil }
            values.append(value)
            skipBlanks()
            switch rest.first {
            case nil: return nil
            case ",": rest.removeFirst()
            case "]": continue
            default: throw fault
            }
        }
    }

    private mutating func map(_ depth: Int) throws(ForeignError) -> YAMLValue? {
        var pairs: [YAMLPair] = []
        var known: Set<String> = []
        while true {
            skipBlanks()
            guard let sign = rest.first else { return nil }
            if sign == "}" {
                rest.removeFirst()
                return .map(pairs)
            }
            guard let key = try value(depth + 1) else { return nil }
            guard case .text(let name) = key, known.insert(name).inserted else { throw fault }
            skipBlanks()
            guard let behind = rest.first else { return nil }
            var value = YAMLValue.null
            if behind == ":" {
                rest.removeFirst()
                guard let given = try self.value(depth + 1) else { return nil }
                value = given
            }
            pairs.append(YAMLPair(key: name, value: value))
            skipBlanks()
            switch rest.first {
            case nil: return nil
            case ",": rest.removeFirst()
            case "}": continue
            default: throw fault
            }
        }
    }
}
