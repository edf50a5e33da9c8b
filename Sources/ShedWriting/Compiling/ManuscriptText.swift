/// A manuscript as plain text: paragraphs wrapped, emphasis between underscores, footnotes at the end.
struct ManuscriptText {
    private let manuscript: Manuscript
    /// As bytes, so that a mark can be put in without a copy of all before it.
    private var output: [UInt8] = []
    private var notes: [(number: Int, blocks: [MarkdownBlocks.Block], of: MarkdownBlocks)] = []
    private var numbers: [Label: Int] = [:]

    init(_ manuscript: Manuscript) { self.manuscript = manuscript }

    func bytes() -> [UInt8] {
        var writer = self
        writer.write()
        return writer.output
    }

    private var phrases: CompileWords { CompileWords(manuscript.profile.work.language) }

    private var width: Int { manuscript.profile.pages.width }

    private mutating func write() {
        let profile = manuscript.profile
        if profile.titlePage.isWanted { writeTitlePage() }
        for (number, chapter) in manuscript.chapters.enumerated() {
            if profile.breaks.startsChaptersOnPages, number > 0 || profile.titlePage.isWanted { add("\n\u{0c}") }
            if let heading = chapter.heading { paragraph(centred(heading)) }
            numbers = [:]
            for (position, blocks) in MarkdownBlocks.chapter(chapter.texts).enumerated() {
                if position > 0, !profile.breaks.separator.isEmpty { paragraph(centred(profile.breaks.separator)) }
                for block in blocks.blocks { write(block, blocks, indent: "") }
            }
        }
        if !profile.breaks.end.isEmpty { paragraph(centred(profile.breaks.end)) }
        writeNotes()
    }

    private mutating func writeTitlePage() {
        var head = profileHead
        // At the right of the first line.
        if let words = manuscript.aboutWords {
            let first = head.isEmpty ? "" : head.removeFirst()
            head.insert(first + String(repeating: " ", count: max(2, (width == 0 ? 72 : width) - first.count - words.count)) + words, at: 0)
        }
        for line in head { add(line + "\n") }
        add("\n\n\n")
        add(centred(manuscript.title.uppercased()) + "\n")
        if let author = manuscript.author { add("\n" + centred(phrases.by(author)) + "\n") }
    }

    private var profileHead: [String] { (manuscript.author.map { [$0] } ?? []) + manuscript.profile.titlePage.contact }

    private mutating func writeNotes() {
        guard !notes.isEmpty else { return }
        paragraph(centred(phrases.notes))
        // A note may have notes of its own, which come behind the others.
        var next = 0
        while next < notes.count, next < ManuscriptText.mostNotes {
            let note = notes[next]
            next += 1
            numbers = [:]
            paragraph("[\(note.number)]")
            for block in note.blocks { write(block, note.of, indent: "    ", callsNotes: false) }
        }
    }

    private static let mostNotes = 100_000

    private func centred(_ text: String) -> String {
        let room = (width == 0 ? 72 : width) - text.count
        return room > 1 ? String(repeating: " ", count: room / 2) + text : text
    }

    private mutating func add(_ text: String) { output += text.utf8 }

    private mutating func paragraph(_ text: String) {
        if !output.isEmpty, output.last != 0x0c { output.append(0x0a) }
        add(text + "\n")
    }

    private mutating func write(_ block: MarkdownBlocks.Block, _ blocks: MarkdownBlocks, indent: String, callsNotes: Bool = true) {
        guard output.count <= manuscript.mostBytes else { return }
        switch block {
        case .paragraph(let text): paragraph(wrapped(words(of: text, blocks, callsNotes), indent))
        case .heading(_, let text): paragraph(indent + words(of: text, blocks, callsNotes).replacing("\n", with: " "))
        case .code(let text):
            paragraph(String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map { indent + "    " + $0 }.joined(separator: "\n"))
        case .quote(let inner): for block in inner { write(block, blocks, indent: indent + "    ", callsNotes: callsNotes) }
        case .list(let start, let items, _):
            for (position, item) in items.enumerated() {
                let mark = start.map { "\($0 &+ position). " } ?? "- "
                for (part, block) in item.enumerated() {
                    let before = output.count
                    write(block, blocks, indent: indent + String(repeating: " ", count: mark.count), callsNotes: callsNotes)
                    if part == 0 { mend(from: before, indent, mark) }
                }
            }
        case .table(let table): write(table, blocks, indent, callsNotes)
        case .rule: paragraph(centred(manuscript.profile.breaks.separator.isEmpty ? "* * *" : manuscript.profile.breaks.separator))
        }
    }

    /// Writes the rows of a table, a column below itself; where that is too wide, or is of too many rows, its cells between bars.
    private mutating func write(_ table: MarkdownTable, _ blocks: MarkdownBlocks, _ indent: String, _ callsNotes: Bool) {
        func texts(_ cells: ArraySlice<[UInt8]>, _ writer: inout ManuscriptText) -> [String] {
            cells.map { writer.words(of: $0, blocks, callsNotes).replacing("\n", with: " ") }
        }
        let head = texts(table.head[...], &self)
        var widths = head.map(\.count)
        let isSmall = table.rows.count <= ManuscriptText.mostPaddedRows
        if isSmall {
            for line in table.rows {
                for (column, text) in texts(table.cells(in: line), &self).enumerated() { widths[column] = max(widths[column], text.count) }
            }
        }
        let fits = isSmall && widths.reduce(0, { $0 + $1 + 2 }) - 2 <= (width == 0 ? 72 : width)
        func row(_ cells: [String]) -> String {
            guard fits else { return indent + cells.joined(separator: " | ") }
            let padded = zip(zip(cells, widths), table.alignments).map { cell, alignment in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return alignment == .right ? space + cell.0 : cell.0 + space
            }
            return indent + String(padded.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }
        paragraph(row(head))
        if fits { add(row(widths.map { String(repeating: "-", count: $0) }) + "\n") }
        for line in table.rows where output.count <= manuscript.mostBytes { add(row(texts(table.cells(in: line), &self)) + "\n") }
    }

    /// More rows are not padded: each may have far more spaces than it has letters.
    private static let mostPaddedRows = 100_000

    /// Puts the mark of a list's item in place of what its first line is indented by, which has as many bytes.
    private mutating func mend(from start: Int, _ indent: String, _ mark: String) {
        guard let line = output[start...].firstIndex(where: { $0 != 0x0a }) else { return }
        let place = line + indent.utf8.count
        let room = place..<place + mark.utf8.count
        guard room.upperBound <= output.count, output[line..<room.upperBound].allSatisfy({ $0 == 0x20 }) else { return }
        output.replaceSubrange(room, with: mark.utf8)
    }

    /// What a paragraph says; a line feed where it is broken.
    private mutating func words(of text: [UInt8], _ blocks: MarkdownBlocks, _ callsNotes: Bool) -> String {
        var result: [UInt8] = []
        var paths: [[UInt8]] = []
        for item in MarkdownInlines(text, in: blocks).items {
            switch item {
            case .text(let text): result += text.map { $0 == 0x0a ? 0x20 : $0 }
            case .code(let text): result += text
            case .open(.emphasis), .close(.emphasis): result.append(UInt8(ascii: "_"))
            case .open(.strong), .close(.strong): result.append(UInt8(ascii: "*"))
            case .open(.strike), .close(.strike): result += Array("~~".utf8)
            case .link(let path): paths.append(path)
            case .linkEnd:
                if let path = paths.popLast(), LinkPath.isWeb(path), !result.suffix(path.count).elementsEqual(path) { result += Array(" <".utf8) + path + Array(">".utf8) }
            case .image(_, let words): result += Array("[".utf8) + words + Array("]".utf8)
            case .note(let label): if callsNotes { result += Array("[\(number(of: label, blocks))]".utf8) }
            case .lineBreak: result.append(0x0a)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func number(of label: Label, _ blocks: MarkdownBlocks) -> Int {
        if let number = numbers[label] { return number }
        let number = notes.count + 1
        notes.append((number, blocks.notes[label] ?? [], blocks))
        numbers[label] = number
        return number
    }

    private func wrapped(_ text: String, _ indent: String) -> String {
        let room = max(20, width - indent.count)
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            guard width > 0 else { return indent + line }
            var result = indent
            var column = 0
            for word in line.split(separator: " ") {
                let length = word.unicodeScalars.count
                if column > 0, column + 1 + length > room {
                    result += "\n" + indent
                    column = 0
                }
                if column > 0 { result += " " }
                result += word
                column += length + (column > 0 ? 1 : 0)
            }
            return result
        }.joined(separator: "\n")
    }
}
