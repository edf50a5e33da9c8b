/// What is a mark in Markdown and has to be a character.
enum MarkdownText {
    /// A new line within a paragraph.
    static let lineBreak = "\\\n"

    /// A paragraph whose lines are parted by ``lineBreak``: none of them begins with a mark, and the first and the last are not empty.
    static func lines(_ text: String) -> String {
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        var written = lines.enumerated().map { place, line in
            escapedStart(ForeignText.trimmedBlanks(Substring(place + 1 < lines.count ? line.dropLast() : line)))
        }[...]
        while written.first?.isEmpty == true { written.removeFirst() }
        while written.last?.isEmpty == true { written.removeLast() }
        return written.joined(separator: lineBreak)
    }

    /// The words of a heading: signs at its end would belong to its mark, but for those that stand behind a word (CommonMark, 4.2).
    static func heading(_ text: String) -> String {
        guard text.utf8.last == UInt8(ascii: "#") else { return text }
        let before = text.utf8.last { $0 != UInt8(ascii: "#") }
        return before == nil || before == 0x20 || before == 0x09 ? text.dropLast() + "\\#" : text
    }

    /// Where a link leads, so that it is read as the same address: with percent signs what no address holds, and between angle brackets where
    /// round ones would end it.
    static func address(_ address: String) -> String {
        var out = ""
        var rest = address.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "<", ">", "\\", "\"", "`": percent(scalar, &out)
            case ";" where endsEntity(out): percent(scalar, &out)
            case _ where scalar.properties.isWhitespace || isUnseen(scalar): percent(scalar, &out)
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out.contains { $0 == "(" || $0 == ")" } ? "<\(out)>" : out
    }

    private static func percent(_ scalar: Unicode.Scalar, _ out: inout String) {
        for byte in String(Character(scalar)).utf8 { out += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }
    }

    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool { [.control, .format].contains(scalar.properties.generalCategory) }

    /// Whether a semicolon would make a character of what stands before it, as in `&copy;`.
    private static func endsEntity(_ text: String) -> Bool {
        let last = text.utf8.suffix(40).last { $0 == UInt8(ascii: "&") || !($0 == UInt8(ascii: "#") || $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)) }
        return last == UInt8(ascii: "&") && text.utf8.last != last
    }

    static func needsEscape(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
        switch scalar {
        case "\\": next.map { isPunctuation($0) } ?? true
        case "*", "`": true
        case "_": !(isWord(previous) && isWord(next))
        case "~": next == "~" || previous == "~"
        case "%": next == "%" || previous == "%"
        case "[": next == "^" || next == "["
        // A link, or what says where links lead, which is not shown.
        case "]": next == "(" || next == ":" || next == "["
        case "<": next.map { $0 == "/" || $0 == "!" || $0 == "?" || $0.properties.isAlphabetic } ?? false
        case "&": next.map { $0 == "#" || $0.properties.isAlphabetic } ?? false
        default: false
        }
    }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && scalar.value > 0x20 && !isWord(scalar) }

    static func isWord(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// A paragraph whose beginning would be a mark: a heading, a quotation, an item, a rule.
    static func escapedStart(_ text: String) -> String {
        guard let first = text.unicodeScalars.first else { return text }
        switch first {
        case "#", ">", "+", "=", "|": return "\\" + text
        case "-":
            // A dash before speech is none; a hyphen with a blank behind is.
            let rest = text.unicodeScalars.dropFirst()
            return rest.first == " " || rest.first == "-" || rest.isEmpty ? "\\" + text : text
        case "0"..."9":
            let digits = text.prefix { $0.isASCII && $0.isNumber }
            let rest = text[digits.endIndex...]
            guard digits.count <= 9, let sign = rest.first, sign == "." || sign == ")", rest.dropFirst().first.map({ $0 == " " }) ?? true else { return text }
            return "\(digits)\\\(rest)"
        default: return text
        }
    }
}

/// A part of a line: one character, or what is Markdown already.
enum MarkdownPiece {
    /// - Parameter isMark: whether it would be a mark wherever it stands.
    case scalar(Unicode.Scalar, RTFPiece.Style, isMark: Bool = false)
    case raw(String)

    /// With which it begins.
    var first: Unicode.Scalar? {
        switch self {
        case .scalar(let scalar, _, _): scalar
        case .raw(let text): text.unicodeScalars.first
        }
    }

    /// With which it ends.
    var last: Unicode.Scalar? {
        switch self {
        case .scalar(let scalar, _, _): scalar
        case .raw(let text): text.unicodeScalars.last
        }
    }

    /// Whether a link or a note begins.
    private var isBracket: Bool { if case .raw = self { first == "[" } else { false } }

    /// All of them: no character makes a mark with what stands beside it.
    static func written(_ pieces: [MarkdownPiece]) -> String {
        var emphasis = MarkdownEmphasis()
        for (place, piece) in pieces.enumerated() {
            switch piece {
            case .raw(let text): emphasis.raw(text)
            case .scalar(let scalar, let style, let isMark):
                let previous = place > 0 ? pieces[place - 1] : nil
                let next = place + 1 < pieces.count ? pieces[place + 1] : nil
                // Before a bracket that is text it needs none: that one gets its own where it has to.
                let isImage = scalar == "!" && next?.isBracket == true
                let isEscaped = isMark || isImage || MarkdownText.needsEscape(scalar, after: previous?.last, before: next?.first)
                emphasis.put(scalar, style: style, escaped: isEscaped)
            }
        }
        return emphasis.finished
    }
}
