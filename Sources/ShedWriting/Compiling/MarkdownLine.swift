/// What a line of Markdown is by how it begins (CommonMark 0.31, section 4 and 5).
enum MarkdownLine {
    struct Fence {
        var sign: UInt8
        var length: Int
        var indent: Int
        /// What stands behind it.
        var info: ArraySlice<UInt8>
    }

    /// So many spaces the line begins with; a tab goes to the next multiple of four.
    static func indent(_ line: ArraySlice<UInt8>) -> Int {
        var indent = 0
        for byte in line {
            if byte == 0x20 { indent += 1 } else if byte == 0x09 { indent += 4 - indent % 4 } else { break }
        }
        return indent
    }

    static func isBlank(_ line: ArraySlice<UInt8>) -> Bool { line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0a } }

    static func isIndented(_ line: ArraySlice<UInt8>) -> Bool { indent(line) >= 4 }

    static func isText(_ byte: UInt8) -> Bool { byte != 0x20 && byte != 0x09 && byte != 0x0a }

    /// The line without what it is indented by; `nil` where that is four columns or more.
    static func flush(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard indent(line) < 4 else { return nil }
        return line.drop { $0 == 0x20 || $0 == 0x09 }
    }

    static func fence(_ line: ArraySlice<UInt8>) -> Fence? {
        guard let flush = flush(line), let sign = flush.first, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
        let rest = flush.drop { $0 == sign }
        let length = flush.count - rest.count
        guard length >= 3, sign != UInt8(ascii: "`") || !rest.contains(sign) else { return nil }
        return Fence(sign: sign, length: length, indent: indent(line), info: SourceText.trimmed(rest))
    }

    static func closes(_ fence: Fence, _ line: ArraySlice<UInt8>) -> Bool {
        guard let flush = flush(line) else { return false }
        let rest = flush.drop { $0 == fence.sign }
        return flush.count - rest.count >= fence.length && isBlank(rest)
    }

    /// The level of an ATX heading, and where its text begins.
    static func heading(_ line: ArraySlice<UInt8>) -> (level: Int, text: ArraySlice<UInt8>)? {
        guard let flush = flush(line), flush.first == UInt8(ascii: "#") else { return nil }
        let rest = flush.drop { $0 == UInt8(ascii: "#") }
        let level = flush.count - rest.count
        guard level <= 6, rest.first.map({ !isText($0) }) ?? true else { return nil }
        return (level, rest)
    }

    /// The text of an ATX heading without the signs that close it: a space stands before them.
    static func unclosed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let trimmed = SourceText.trimmed(text)
        let signs = trimmed.reversed().prefix { $0 == UInt8(ascii: "#") }.count
        let rest = trimmed.dropLast(signs)
        return signs == 0 || rest.last.map({ !isText($0) }) ?? true ? SourceText.trimmed(rest) : trimmed
    }

    /// The level of a heading that a line underlines.
    static func underline(_ line: ArraySlice<UInt8>) -> Int? {
        guard let flush = flush(line) else { return nil }
        let trimmed = SourceText.trimmed(flush)
        guard let sign = trimmed.first, sign == UInt8(ascii: "=") || sign == UInt8(ascii: "-"), trimmed.allSatisfy({ $0 == sign }) else { return nil }
        return sign == UInt8(ascii: "=") ? 1 : 2
    }

    static func isBreak(_ line: ArraySlice<UInt8>) -> Bool {
        guard let flush = flush(line), let sign = flush.first, [UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(sign) else { return false }
        var count = 0
        for byte in flush where isText(byte) {
            guard byte == sign else { return false }
            count += 1
        }
        return count >= 3
    }

    /// The mark of a list's item: how many columns it takes with the space behind it, and its number where it has one.
    static func listMark(_ line: ArraySlice<UInt8>) -> (width: Int, number: Int?, sign: UInt8)? {
        guard let flush = flush(line), let first = flush.first, !isBreak(line) else { return nil }
        var rest = flush
        var number: Int?
        var sign = first
        if [UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+")].contains(first) {
            rest = rest.dropFirst()
        } else {
            let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            guard (1...9).contains(digits.count), let end = rest.dropFirst(digits.count).first, end == UInt8(ascii: ".") || end == UInt8(ascii: ")") else { return nil }
            number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            sign = end
            rest = rest.dropFirst(digits.count + 1)
        }
        guard let space = rest.first, space == 0x20 || space == 0x09 else { return nil }
        let spaces = rest.prefix { $0 == 0x20 }.count
        let mark = flush.count - rest.count
        return (indent(line) + mark + ((1...4).contains(spaces) ? spaces : 1), number, sign)
    }

    /// Whether a line holds a comment that says nothing, and nothing else: it parts what Markdown would take for one list (CommonMark 0.31, 5.3).
    static func isDivider(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.first(where: isText) == UInt8(ascii: "<") else { return false }
        let text = SourceText.trimmed(line)
        let (start, end) = ("<!--".utf8, "-->".utf8)
        guard text.count >= start.count + end.count, text.starts(with: start), text.suffix(end.count).elementsEqual(end) else { return false }
        return isBlank(text.dropFirst(start.count).dropLast(end.count))
    }

    static func isListItem(_ line: ArraySlice<UInt8>) -> Bool { listMark(line) != nil }

    static func isQuote(_ line: ArraySlice<UInt8>) -> Bool { flush(line)?.first == UInt8(ascii: ">") }

    /// The label of a footnote that a line defines.
    static func footnoteLabel(_ line: ArraySlice<UInt8>) -> Range<Int>? {
        guard let label = label(line), line[label.lowerBound] == UInt8(ascii: "^"), label.count > 1 else { return nil }
        return label.lowerBound + 1..<label.upperBound
    }

    /// The label that a line defines, as `[label]:` does: with the caret of a footnote's.
    static func label(_ line: ArraySlice<UInt8>) -> Range<Int>? {
        guard let flush = flush(line), flush.first == UInt8(ascii: "[") else { return nil }
        let inner = flush.dropFirst()
        guard let end = inner.prefix(Label.longest + 1).firstIndex(where: { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "[") }),
            inner[end] == UInt8(ascii: "]"), end > inner.startIndex, inner.index(after: end) < inner.endIndex,
            inner[inner.index(after: end)] == UInt8(ascii: ":")
        else { return nil }
        return inner.startIndex..<end
    }

    /// Where the paragraph ends that a position lies in: at a blank line, or where fenced code begins.
    static func paragraphEnd(_ text: [UInt8], from position: Int) -> Int {
        var end = position
        while let line = SourceText.line(of: text, at: end) {
            if end > position, isBlank(text[line.range]) || fence(text[line.range]) != nil { return end }
            end = line.next
        }
        return text.count
    }
}

/// A label of a footnote or a link's target, as two of them are compared: case and runs of space aside.
struct Label: Hashable {
    let text: String

    /// In bytes, as CommonMark has it.
    static let longest = 999

    init(_ bytes: ArraySlice<UInt8>) {
        // Nearly all are plain, and a book has thousands.
        guard bytes.contains(where: { $0 <= 0x20 || $0 >= 0x80 || (0x41...0x5a).contains($0) }) else {
            text = String(decoding: bytes, as: UTF8.self)
            return
        }
        text = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\t" || $0 == "\n" }.joined(separator: " ").lowercased()
    }
}
