/// Splits Markdown into the passages in which links may stand: without code, fences and comments (CommonMark, 4 and 5).
struct MarkdownBlocks {
    private enum Container {
        case quote
        /// - Parameter columns: so far what is in it is indented.
        case item(columns: Int)
        /// The text of a footnote, as GFM and Pandoc have it: what goes on is indented by four columns.
        case footnote
    }

    /// What goes on over lines and holds no links.
    private enum Open {
        case fence(mark: UInt8, length: Int)
        case html(MarkdownStart.HTMLEnd)
    }

    /// So many stand in one another; a deeper one counts as text. What a line costs depends on it.
    private static let deepest = 64

    private let text: [UInt8]
    private var containers: [Container] = []
    private var open: Open?
    private var passage = MarkdownPassage()

    init(_ text: [UInt8]) { self.text = text }

    /// Hands on each passage, in their order.
    func forEach(_ body: (MarkdownPassage) -> Void) {
        var blocks = self
        var start = blocks.behindFrontMatter
        while start < text.count {
            let (line, next) = MarkdownBlocks.line(of: text, at: start)
            blocks.take(line, body)
            start = next
        }
        blocks.finish(body)
    }

    /// The line at a position without its end, and where the next one begins.
    static func line(of text: [UInt8], at start: Int) -> (line: Range<Int>, next: Int) {
        let end = text[start...].firstIndex { $0 == 0x0a || $0 == 0x0d } ?? text.count
        guard end < text.count else { return (start..<end, end) }
        let isPair = text[end] == 0x0d && end + 1 < text.count && text[end + 1] == 0x0a
        return (start..<end, end + (isPair ? 2 : 1))
    }

    /// Where the text begins behind a byte order mark and what generators of sites keep at the top, between `---` or `+++`.
    private var behindFrontMatter: Int {
        let start = text.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        guard start < text.count else { return start }
        let (first, next) = MarkdownBlocks.line(of: text, at: start)
        let marks: [[UInt8]] = [Array("---".utf8), Array("+++".utf8)]
        guard let mark = marks.first(where: { MarkdownBlocks.trimmed(text[first]).elementsEqual($0) }) else { return start }
        var position = next
        while position < text.count {
            let (line, next) = MarkdownBlocks.line(of: text, at: position)
            let content = MarkdownBlocks.trimmed(text[line])
            if content.elementsEqual(mark) || mark[0] == UInt8(ascii: "-") && content.elementsEqual("...".utf8) { return next }
            position = next
        }
        return start
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.dropLast(bytes.reversed().prefix(while: HTMLTag.isBlank).count)
    }

    private mutating func finish(_ body: (MarkdownPassage) -> Void) {
        if !passage.lines.isEmpty { body(passage) }
        passage = MarkdownPassage()
    }

    // MARK: Lines

    private mutating func take(_ line: Range<Int>, _ body: (MarkdownPassage) -> Void) {
        var cursor = MarkdownCursor(text, line)
        let matched = matchContainers(&cursor)
        if let open {
            if matched == containers.count, go(on: open, cursor, body) { return }
            if matched < containers.count { end(open, body) }
        }
        if cursor.isBlank {
            finish(body)
            containers.removeLast(containers.count - matched)
            return
        }
        let isParagraph = !passage.lines.isEmpty
        var inner = Array(containers.prefix(matched))
        let begins = openContainers(&cursor, &inner, interrupts: isParagraph && matched == containers.count)
        if begins {
            finish(body)
            containers = inner
        }
        takeLeaf(cursor, isLazy: !begins && matched < containers.count, inner, body)
    }

    /// Takes what the containers that are open put before a line.
    /// - Returns: how many of them go on.
    private func matchContainers(_ cursor: inout MarkdownCursor) -> Int {
        for (number, container) in containers.enumerated() {
            let indent = cursor.indent
            switch container {
            case .quote:
                guard indent.columns <= 3, indent.position < cursor.end, text[indent.position] == UInt8(ascii: ">") else { return number }
                MarkdownBlocks.takeQuote(&cursor, indent.columns)
            case .item(let columns):
                if indent.position == cursor.end { continue }
                guard indent.columns >= columns else { return number }
                cursor.takeBlanks(columns)
            case .footnote:
                if indent.position == cursor.end { continue }
                guard indent.columns >= 4 else { return number }
                cursor.takeBlanks(4)
            }
        }
        return containers.count
    }

    private static func takeQuote(_ cursor: inout MarkdownCursor, _ columns: Int) {
        cursor.takeBlanks(columns)
        cursor.take(1)
        cursor.takeBlanks(1)
    }

    /// - Returns: whether the line opened any.
    private func openContainers(_ cursor: inout MarkdownCursor, _ containers: inout [Container], interrupts: Bool) -> Bool {
        var begins = false
        while containers.count < MarkdownBlocks.deepest {
            let (columns, position) = cursor.indent
            guard columns <= 3, position < cursor.end else { break }
            if text[position] == UInt8(ascii: ">") {
                MarkdownBlocks.takeQuote(&cursor, columns)
                containers.append(.quote)
                begins = true
                continue
            }
            let rest = text[position..<cursor.end]
            if let width = MarkdownStart.footnote(rest) {
                cursor.takeBlanks(columns)
                cursor.take(width)
                containers.append(.footnote)
                begins = true
                continue
            }
            let isParagraph = !begins && !passage.lines.isEmpty
            guard !MarkdownStart.isThematicBreak(rest), let width = MarkdownStart.marker(rest, interrupts: interrupts && isParagraph) else { break }
            cursor.takeBlanks(columns)
            cursor.take(width)
            let behind = cursor.indent
            // More than four belong to code in it.
            let gap = behind.position == cursor.end || behind.columns > 4 ? 1 : behind.columns
            cursor.takeBlanks(gap)
            containers.append(.item(columns: columns + width + gap))
            begins = true
        }
        return begins
    }

    /// - Parameter inner: the containers that the line is in, where it is no lazy line of a paragraph.
    private mutating func takeLeaf(_ cursor: MarkdownCursor, isLazy: Bool, _ inner: [Container], _ body: (MarkdownPassage) -> Void) {
        let (columns, position) = cursor.indent
        guard position < cursor.end else { return }
        let rest = text[position..<cursor.end]
        let isParagraph = !passage.lines.isEmpty
        let line = position..<cursor.end
        if columns >= 4 {
            // Code, unless a paragraph goes on.
            if isParagraph { passage.lines.append(line) } else { containers = inner }
            return
        }
        func begin(_ blocks: inout MarkdownBlocks) {
            blocks.finish(body)
            blocks.containers = inner
        }
        if let fence = MarkdownStart.fence(rest) {
            begin(&self)
            open = .fence(mark: fence.mark, length: fence.length)
        } else if MarkdownStart.isHeading(rest) {
            begin(&self)
            body(MarkdownPassage(lines: [line]))
        } else if let end = MarkdownStart.html(rest, interrupts: isParagraph) {
            begin(&self)
            open = .html(end)
            _ = go(on: .html(end), cursor, body)
        } else if isParagraph && !isLazy && MarkdownStart.isUnderline(rest) || MarkdownStart.isThematicBreak(rest) {
            begin(&self)
        } else if isLazy, case .footnote? = containers.last, MarkdownInlines.isDefinition(rest) {
            begin(&self)
            passage.lines.append(line)
        } else {
            if !isParagraph { containers = inner }
            passage.lines.append(line)
        }
    }

    // MARK: What goes on over lines

    /// - Returns: whether the line belongs to what is open.
    private mutating func go(on open: Open, _ cursor: MarkdownCursor, _ body: (MarkdownPassage) -> Void) -> Bool {
        switch open {
        case .fence(let mark, let length):
            if cursor.indent.columns <= 3, MarkdownStart.closes(cursor.rest, mark: mark, length: length) { self.open = nil }
        case .html(.text(let wanted)):
            if MarkdownBlocks.contains(cursor.rest, wanted) { self.open = nil }
        case .html(.blankLine):
            if cursor.isBlank {
                end(open, body)
            } else {
                passage.isHTML = true
                passage.lines.append(cursor.position..<cursor.end)
            }
        }
        return true
    }

    private mutating func end(_ open: Open, _ body: (MarkdownPassage) -> Void) {
        self.open = nil
        if case .html(.blankLine) = open { finish(body) }
    }

    private static func contains(_ bytes: ArraySlice<UInt8>, _ wanted: [UInt8]) -> Bool {
        var rest = bytes
        while let start = rest.firstIndex(of: wanted[0]) {
            rest = rest[start...]
            if rest.count >= wanted.count, zip(rest, wanted).allSatisfy({ HTMLLinks.lowered($0) == $1 }) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
