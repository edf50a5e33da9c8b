/// What of a Markdown text is no prose: code, and comments. In time linear to the text, whatever it holds.
///
/// Code are fenced blocks, indented blocks behind a blank line, and code spans within a paragraph (CommonMark 0.31, sections 4.4,
/// 4.5, 6.1). Comments are `<!-- … -->`, and `%%…%%` as Obsidian has it. A comment that does not end is none.
struct MarkdownSpans {
    enum Sort {
        case code, comment, note
    }

    struct Span {
        var range: Range<Int>
        var sort: Sort
    }

    /// In their order; none overlaps another.
    private(set) var all: [Span] = []

    private let text: [UInt8]
    private var position = 0
    /// Whether no comment, or note, ends behind where one was looked for.
    private var (lacksComment, lacksNote) = (false, false)
    /// Where the paragraph ends that a run of backticks of a length found no other end in, by its length.
    private var withoutPartner = Array(repeating: -1, count: MarkdownSpans.longestRun + 1)
    private var paragraphEnd = -1

    /// Longer runs of backticks begin no code span: of each length one look through a paragraph is made.
    private static let longestRun = 16

    init(_ text: [UInt8]) {
        self.text = text
        var isAfterBlank = true
        while position < text.count {
            let isBlank = takeLine(isAfterBlank: isAfterBlank)
            isAfterBlank = isBlank
        }
    }

    /// - Returns: whether the line was blank, or code.
    private mutating func takeLine(isAfterBlank: Bool) -> Bool {
        guard let line = SourceText.line(of: text, at: position) else { return true }
        if let fence = MarkdownLine.fence(text[line.range]) {
            takeFence(fence, from: line)
            return true
        }
        if MarkdownLine.isBlank(text[line.range]) {
            position = line.next
            return true
        }
        if isAfterBlank, MarkdownLine.isIndented(text[line.range]), !isInList(line.range.lowerBound) {
            add(line.range.lowerBound..<line.next, .code)
            position = line.next
            return true
        }
        takeProse(to: line.next)
        return false
    }

    /// Whether what stands above an indented line is a list, so that it is more likely a part of that.
    private func isInList(_ start: Int) -> Bool {
        if let last = all.last, last.sort == .code, last.range.upperBound == start { return false }
        var end = start
        // The last line above that is not blank; blank lines are passed over a few at a time.
        for _ in 0..<4 {
            guard end > 0 else { return false }
            let lineEnd = end - 1
            let begin = text[..<lineEnd].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
            let line = text[begin..<lineEnd]
            if let last = all.last, last.sort == .code, last.range.contains(begin) { return false }
            if !MarkdownLine.isBlank(line) {
                return MarkdownLine.isIndented(line) || MarkdownLine.isListItem(line) || MarkdownLine.footnoteLabel(line) != nil
            }
            end = begin
        }
        return false
    }

    private mutating func takeFence(_ fence: MarkdownLine.Fence, from line: (range: Range<Int>, next: Int)) {
        var end = line.next
        while let next = SourceText.line(of: text, at: end) {
            end = next.next
            if MarkdownLine.closes(fence, text[next.range]) { break }
        }
        add(line.range.lowerBound..<end, .code)
        position = end
    }

    /// Goes through a line, and on where a comment or code span goes beyond it.
    private mutating func takeProse(to end: Int) {
        var end = end
        while position < end {
            switch text[position] {
            case UInt8(ascii: "\\"): position += position + 1 < text.count && text[position + 1] == 0x0a ? 1 : 2
            case UInt8(ascii: "`"): takeBackticks()
            case UInt8(ascii: "<") where starts("<!--") && !lacksComment:
                if !takeComment("-->", after: 4, .comment) { lacksComment = true }
            case UInt8(ascii: "%") where starts("%%") && !lacksNote:
                if !takeComment("%%", after: 2, .note) { lacksNote = true }
            default: position = ByteScan.first(of: MarkdownSpans.signs, in: text, from: position + 1, to: end)
            }
            // Behind what goes over several lines the rest of the last one is prose too.
            if position > end { end = text[min(position, text.count)...].firstIndex(of: 0x0a).map { $0 + 1 } ?? text.count }
        }
        position = min(max(position, end), text.count)
    }

    /// What may begin something, or stands before what else might.
    private static let signs = ByteScan.Signs(UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "<"), UInt8(ascii: "%"))

    private func starts(_ sign: StaticString, at place: Int? = nil) -> Bool {
        let place = place ?? position
        guard place + sign.utf8CodeUnitCount <= text.count else { return false }
        return sign.withUTF8Buffer { sign in sign.indices.allSatisfy { text[place + $0] == sign[$0] } }
    }

    /// - Returns: whether it ends.
    private mutating func takeComment(_ sign: StaticString, after length: Int, _ sort: Sort) -> Bool {
        var end = position + length
        while end < text.count {
            if starts(sign, at: end) {
                let stop = end + sign.utf8CodeUnitCount
                add(position..<stop, sort)
                position = stop
                return true
            }
            end += 1
        }
        position += length
        return false
    }

    private mutating func takeBackticks() {
        let start = position
        while position < text.count, text[position] == UInt8(ascii: "`") { position += 1 }
        let length = position - start
        guard length <= MarkdownSpans.longestRun else { return }
        if start >= paragraphEnd { paragraphEnd = MarkdownLine.paragraphEnd(text, from: start) }
        guard withoutPartner[length] < paragraphEnd else { return }
        var place = position
        while place < paragraphEnd {
            guard text[place] == UInt8(ascii: "`") else {
                place += 1
                continue
            }
            let begin = place
            while place < paragraphEnd, text[place] == UInt8(ascii: "`") { place += 1 }
            if place - begin == length {
                add(start..<place, .code)
                position = place
                return
            }
        }
        withoutPartner[length] = paragraphEnd
    }

    private mutating func add(_ range: Range<Int>, _ sort: Sort) { all.append(Span(range: range, sort: sort)) }

    /// Whether it is a comment that parts lists (``MarkdownLine/isDivider(_:)``).
    static func isDivider(_ span: Span, in text: [UInt8]) -> Bool {
        guard span.sort == .comment, MarkdownLine.isDivider(text[span.range]), !text[span.range].contains(0x0a) else { return false }
        let isBare = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let (before, behind) = (text[..<span.range.lowerBound].last { !isBare($0) }, text[span.range.upperBound...].first { !isBare($0) })
        return (before ?? 0x0a) == 0x0a && (behind ?? 0x0a) == 0x0a
    }

    /// A text with a word in place of each comment that parts lists, for a reader to whom no comment is one: in a paragraph of its own, since
    /// that reader would take it into the one above.
    static func dividing(_ text: [UInt8], by word: String) -> [UInt8] {
        guard text.contains(UInt8(ascii: "<")) else { return text }
        var result: [UInt8] = []
        var position = 0
        for span in MarkdownSpans(text).all where isDivider(span, in: text) {
            result += text[position..<span.range.lowerBound]
            let indent = Array(result.reversed().prefix { $0 == 0x20 || $0 == 0x09 }.reversed())
            result.removeLast(indent.count)
            result += [0x0a] + indent + word.utf8 + [0x0a]
            position = span.range.upperBound
        }
        return position == 0 ? text : result + text[position...]
    }
}
