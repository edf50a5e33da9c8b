/// A Markdown text as a tree of blocks: paragraphs, headings, quotations, lists, tables, code, breaks, footnotes. Raw HTML is text like any
/// other (``HTMLWriter``).
///
/// The part of CommonMark 0.31 that prose needs, with footnotes as pandoc and GitHub have them. It takes time linear to the text.
struct MarkdownBlocks {
    indirect enum Block {
        case paragraph([UInt8])
        case heading(level: Int, [UInt8])
        case code([UInt8])
        case quote([Block])
        /// `start` is `nil` for a list with bullets.
        case list(start: Int?, items: [[Block]], isTight: Bool)
        case table(MarkdownTable)
        case rule
    }

    struct Target {
        var path: [UInt8]
    }

    private(set) var blocks: [Block] = []
    private(set) var notes: [Label: [Block]] = [:]
    private(set) var targets: [Label: Target] = [:]
    /// What references to ``targets`` may still come to.
    let allowance: ReferenceAllowance

    /// What nests deeper is one paragraph.
    private static let deepest = 24

    init(_ text: [UInt8]) {
        allowance = ReferenceAllowance(for: text.count)
        var lines: [ArraySlice<UInt8>] = []
        var position = 0
        while let line = SourceText.line(of: text, at: position) {
            lines.append(text[line.range])
            position = line.next
        }
        blocks = parse(lines, 0)
    }

    /// The texts of a chapter: a note or target that one defines counts in all.
    static func chapter(_ texts: [[UInt8]]) -> [MarkdownBlocks] {
        var all = texts.map(MarkdownBlocks.init)
        guard all.count > 1, all.contains(where: { !$0.notes.isEmpty || !$0.targets.isEmpty }) else { return all }
        let notes = all.reduce(into: [Label: [Block]]()) { $0.merge($1.notes) { first, _ in first } }
        let targets = all.reduce(into: [Label: Target]()) { $0.merge($1.targets) { first, _ in first } }
        for position in all.indices { (all[position].notes, all[position].targets) = (notes, targets) }
        return all
    }

    private mutating func parse(_ lines: [ArraySlice<UInt8>], _ depth: Int) -> [Block] {
        guard depth <= MarkdownBlocks.deepest else { return [.paragraph(MarkdownBlocks.joined(lines[...]))] }
        var result: [Block] = []
        var position = 0
        while position < lines.count {
            let line = lines[position]
            if MarkdownLine.isBlank(line) {
                position += 1
            } else if MarkdownLine.isIndented(line) {
                result.append(.code(takeIndented(lines, &position)))
            } else if MarkdownLine.isDivider(line) {
                position += 1
            } else if let fence = MarkdownLine.fence(line) {
                result.append(.code(takeFenced(lines, fence, &position)))
            } else if let heading = MarkdownLine.heading(line) {
                result.append(.heading(level: heading.level, Array(MarkdownLine.unclosed(heading.text))))
                position += 1
            } else if MarkdownLine.isBreak(line) {
                result.append(.rule)
                position += 1
            } else if MarkdownLine.isQuote(line) {
                let inner = takeQuote(lines, &position)
                result.append(.quote(parse(inner, depth + 1)))
            } else if MarkdownLine.isListItem(line) {
                result.append(takeList(lines, &position, depth))
            } else if let label = MarkdownLine.label(line) {
                takeDefinition(label, lines, &position, depth, &result)
            } else if let table = MarkdownTable(lines, at: &position, ends: MarkdownBlocks.interrupts) {
                result.append(.table(table))
            } else {
                result.append(takeParagraph(lines, &position))
            }
        }
        return result
    }

    // MARK: Leaves

    private func takeIndented(_ lines: [ArraySlice<UInt8>], _ position: inout Int) -> [UInt8] {
        var end = position
        var next = position
        while next < lines.count, MarkdownLine.isIndented(lines[next]) || MarkdownLine.isBlank(lines[next]) {
            if !MarkdownLine.isBlank(lines[next]) { end = next + 1 }
            next += 1
        }
        defer { position = end }
        return Array(lines[position..<end].map { Array(MarkdownBlocks.dropColumns(4, of: $0)) }.joined(separator: [0x0a]))
    }

    private func takeFenced(_ lines: [ArraySlice<UInt8>], _ fence: MarkdownLine.Fence, _ position: inout Int) -> [UInt8] {
        position += 1
        var inner: [[UInt8]] = []
        while position < lines.count {
            let line = lines[position]
            position += 1
            if MarkdownLine.closes(fence, line) { break }
            inner.append(Array(MarkdownBlocks.dropColumns(fence.indent, of: line)))
        }
        return Array(inner.joined(separator: [0x0a]))
    }

    private func takeParagraph(_ lines: [ArraySlice<UInt8>], _ position: inout Int) -> Block {
        let start = position
        position += 1
        while position < lines.count, !MarkdownLine.isBlank(lines[position]) {
            if let level = MarkdownLine.underline(lines[position]) {
                defer { position += 1 }
                return .heading(level: level, MarkdownBlocks.joined(lines[start..<position]))
            }
            if MarkdownBlocks.interrupts(lines[position]) { break }
            if position + 1 < lines.count, MarkdownTable.begins(lines[position], lines[position + 1]) { break }
            position += 1
        }
        return .paragraph(MarkdownBlocks.joined(lines[start..<position]))
    }

    /// Whether a paragraph has lines that are kept: two spaces or a backslash before a line feed.
    static func keepsLines(_ text: [UInt8]) -> Bool {
        text.indices.dropFirst().contains { place in
            guard text[place] == 0x0a else { return false }
            return text[place - 1] == UInt8(ascii: "\\") || place > 1 && text[place - 1] == 0x20 && text[place - 2] == 0x20
        }
    }

    /// Whether most paragraphs keep their lines; then a line that stands alone is one of verse too.
    var isPoem: Bool {
        let kept = blocks.compactMap { block -> Bool? in if case .paragraph(let text) = block { MarkdownBlocks.keepsLines(text) } else { nil } }
        let count = kept.count { $0 }
        return count > 0 && count * 2 >= kept.count
    }

    /// Whether a line ends the paragraph above it.
    private static func interrupts(_ line: ArraySlice<UInt8>) -> Bool {
        if MarkdownLine.fence(line) != nil || MarkdownLine.heading(line) != nil || MarkdownLine.isQuote(line) || MarkdownLine.isBreak(line) { return true }
        if MarkdownLine.footnoteLabel(line) != nil || MarkdownLine.flush(line).map(MarkdownLine.isDivider) == true { return true }
        guard let mark = MarkdownLine.listMark(line) else { return false }
        return mark.number ?? 1 == 1
    }

    /// Lines of a paragraph, each without the space before it; what stands behind tells of hard breaks.
    private static func joined(_ lines: ArraySlice<ArraySlice<UInt8>>) -> [UInt8] {
        var text = Array(lines.map { $0.drop { $0 == 0x20 || $0 == 0x09 } }.joined(separator: [0x0a]))
        while let last = text.last, !MarkdownLine.isText(last) { text.removeLast() }
        return text
    }

    /// A line without so many columns of the space that it begins with.
    private static func dropColumns(_ count: Int, of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var (line, column) = (line, 0)
        while column < count, let first = line.first, first == 0x20 || first == 0x09 {
            column += first == 0x20 ? 1 : 4 - column % 4
            line = line.dropFirst()
        }
        return line
    }

    // MARK: What holds others

    private func takeQuote(_ lines: [ArraySlice<UInt8>], _ position: inout Int) -> [ArraySlice<UInt8>] {
        var inner: [ArraySlice<UInt8>] = []
        var isLazy = false
        while position < lines.count {
            let line = lines[position]
            if let flush = MarkdownLine.flush(line), flush.first == UInt8(ascii: ">") {
                let rest = flush.dropFirst()
                inner.append(rest.first == 0x20 ? rest.dropFirst() : rest)
                isLazy = !MarkdownLine.isBlank(rest)
            } else {
                guard isLazy, !MarkdownLine.isBlank(line), !MarkdownBlocks.interrupts(line) else { break }
                inner.append(line)
            }
            position += 1
        }
        return inner
    }

    private mutating func takeList(_ lines: [ArraySlice<UInt8>], _ position: inout Int, _ depth: Int) -> Block {
        let first = MarkdownLine.listMark(lines[position])
        var items: [[Block]] = []
        var isTight = true
        while position < lines.count, let mark = MarkdownLine.listMark(lines[position]), mark.sign == first?.sign {
            let (inner, hasBlank) = takeItem(lines, mark.width, &position)
            items.append(parse(inner, depth + 1))
            let goesOn = position < lines.count && MarkdownLine.listMark(lines[position])?.sign == mark.sign
            if hasBlank.within || hasBlank.behind && goesOn { isTight = false }
        }
        return .list(start: first?.number, items: items, isTight: isTight)
    }

    private func takeItem(
        _ lines: [ArraySlice<UInt8>], _ width: Int, _ position: inout Int
    ) -> (lines: [ArraySlice<UInt8>], hasBlank: (within: Bool, behind: Bool)) {
        let head = lines[position].drop { $0 == 0x20 || $0 == 0x09 }
        var inner = [head.drop { MarkdownLine.isText($0) }.drop { $0 == 0x20 || $0 == 0x09 }]
        position += 1
        var (blanks, hasBlank) = (0, false)
        while position < lines.count {
            let line = lines[position]
            if MarkdownLine.isBlank(line) {
                blanks += 1
            } else if MarkdownLine.indent(line) >= width {
                if blanks > 0 { hasBlank = true }
                inner += Array(repeating: [], count: blanks)
                blanks = 0
                inner.append(MarkdownBlocks.dropColumns(width, of: line))
            } else {
                guard blanks == 0, !MarkdownBlocks.interrupts(line), MarkdownLine.listMark(line) == nil else { break }
                inner.append(line)
            }
            position += 1
        }
        return (inner, (hasBlank, blanks > 0))
    }

    /// A footnote with all that belongs to it, or where a link leads. What defines neither is a paragraph.
    private mutating func takeDefinition(
        _ label: Range<Int>, _ lines: [ArraySlice<UInt8>], _ position: inout Int, _ depth: Int, _ result: inout [Block]
    ) {
        let line = lines[position]
        let rest = line[(label.upperBound + 2)...]
        guard line[label.lowerBound] == UInt8(ascii: "^"), label.count > 1 else {
            let path = SourceText.trimmed(rest).prefix { MarkdownLine.isText($0) }
            guard !path.isEmpty else { return result.append(takeParagraph(lines, &position)) }
            position += 1
            let key = Label(line[label])
            if targets[key] == nil {
                let isAngled = path.first == UInt8(ascii: "<") && path.last == UInt8(ascii: ">") && path.count > 1
                targets[key] = Target(path: Array(isAngled ? path.dropFirst().dropLast() : path))
            }
            return
        }
        var inner = [rest.drop { $0 == 0x20 || $0 == 0x09 }]
        position += 1
        var blanks = 0
        while position < lines.count {
            let line = lines[position]
            if MarkdownLine.isBlank(line) {
                blanks += 1
            } else if MarkdownLine.isIndented(line) {
                inner += Array(repeating: [], count: blanks)
                blanks = 0
                inner.append(MarkdownBlocks.dropColumns(4, of: line))
            } else {
                guard blanks == 0, !MarkdownBlocks.interrupts(line) else { break }
                inner.append(line)
            }
            position += 1
        }
        let key = Label(line[label])
        let blocks = parse(inner, depth + 1)
        if notes[key] == nil { notes[key] = blocks }
    }
}

/// How many bytes the references of one text may come to: each is a few bytes, and stands for a path of any length, so that they would
/// else come to the square of the text. Counts down as they are read.
final class ReferenceAllowance {
    private var left: Int

    /// - Parameter length: of the text, in bytes.
    init(for length: Int) { left = 4 * length + 20_000 }

    /// - Returns: whether one more may lead to a path of so many bytes.
    func take(_ length: Int) -> Bool {
        guard length <= left else { return false }
        left -= length
        return true
    }
}
