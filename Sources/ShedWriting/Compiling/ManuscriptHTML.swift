/// A manuscript as one HTML page that loads nothing: its styles stand in it, images are files beside it or nothing. Raw HTML in texts is
/// shown as text; no link runs anything (``LinkPath``).
struct ManuscriptHTML {
    private let manuscript: Manuscript
    private var output: [UInt8] = []
    private var notes: [(blocks: [MarkdownBlocks.Block], of: MarkdownBlocks)] = []
    private var numbers: [Label: Int] = [:]
    /// Whether a line that stands alone is one of verse.
    private var isPoem = false
    /// So many cells were put into tables whose rows have fewer than the head.
    private var filled = 0

    /// As many as cmark-gfm fills in: what is filled in costs a text nothing.
    private static let mostFilled = 0x80000

    init(_ manuscript: Manuscript) { self.manuscript = manuscript }

    func bytes() -> [UInt8] {
        var writer = self
        writer.write()
        return writer.output
    }

    private mutating func write() {
        let profile = manuscript.profile
        add("<!DOCTYPE html>\n<html lang=\"\(HTMLText.escaped(profile.work.language))\">\n<head>\n<meta charset=\"utf-8\">\n")
        add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        add("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:\">\n")
        add("<title>\(HTMLText.escaped(manuscript.title))</title>\n")
        if let author = manuscript.author { add("<meta name=\"author\" content=\"\(HTMLText.escaped(author))\">\n") }
        add("<style>\n\(HTMLStyle.text(profile, head: manuscript.runningHead))</style>\n</head>\n<body>\n")
        if profile.titlePage.isWanted { writeTitlePage() }
        for chapter in manuscript.chapters { write(chapter) }
        if !profile.breaks.end.isEmpty { add("<p class=\"end\">\(HTMLText.escaped(profile.breaks.end))</p>\n") }
        writeNotes()
        add("</body>\n</html>\n")
    }

    private mutating func writeTitlePage() {
        add("<header class=\"title-page\">\n")
        let contact = (manuscript.author.map { [$0] } ?? []) + manuscript.profile.titlePage.contact
        if !contact.isEmpty { add("<address>\(contact.map(HTMLText.escaped).joined(separator: "<br>\n"))</address>\n") }
        if let words = manuscript.aboutWords { add("<p class=\"words\">\(HTMLText.escaped(words))</p>\n") }
        add("<h1>\(HTMLText.escaped(manuscript.title))</h1>\n")
        if let author = manuscript.author { add("<p class=\"author\">\(HTMLText.escaped(author))</p>\n") }
        add("</header>\n")
    }

    private mutating func write(_ chapter: Manuscript.Chapter) {
        add("<section class=\"chapter\">\n")
        if let heading = chapter.heading { add("<h1>\(HTMLText.escaped(heading))</h1>\n") }
        numbers = [:]
        for (position, blocks) in MarkdownBlocks.chapter(chapter.texts).enumerated() {
            if position > 0 { writeSeparator() }
            isPoem = blocks.isPoem
            for block in blocks.blocks { write(block, blocks) }
        }
        isPoem = false
        add("</section>\n")
    }

    private mutating func writeSeparator() {
        let separator = manuscript.profile.breaks.separator
        if !separator.isEmpty { add("<p class=\"separator\">\(HTMLText.escaped(separator))</p>\n") }
    }

    private mutating func writeNotes() {
        guard !notes.isEmpty else { return }
        add("<section class=\"notes\">\n<ol>\n")
        var next = 0
        while next < notes.count, next < ManuscriptHTML.mostNotes {
            let note = notes[next]
            next += 1
            add("<li id=\"note-\(next)\">\n")
            numbers = [:]
            for block in note.blocks { write(block, note.of, callsNotes: false) }
            add("<a href=\"#call-\(next)\">↩</a></li>\n")
        }
        add("</ol>\n</section>\n")
    }

    private static let mostNotes = 100_000

    private mutating func add(_ text: String) { output += text.utf8 }

    private mutating func write(_ block: MarkdownBlocks.Block, _ blocks: MarkdownBlocks, callsNotes: Bool = true, isTight: Bool = false) {
        guard output.count <= manuscript.mostBytes else { return }
        switch block {
        case .paragraph(let text):
            if !isTight { add(isPoem || MarkdownBlocks.keepsLines(text) ? "<p class=\"verse\">" : "<p>") }
            writeInlines(text, blocks, callsNotes)
            add(isTight ? "\n" : "</p>\n")
        case .heading(let level, let text):
            add("<h\(level)>")
            writeInlines(text, blocks, callsNotes)
            add("</h\(level)>\n")
        case .code(let text):
            add("<pre><code>")
            HTMLText.append(text[...], to: &output)
            add("\n</code></pre>\n")
        case .quote(let inner):
            add("<blockquote>\n")
            for block in inner { write(block, blocks, callsNotes: callsNotes) }
            add("</blockquote>\n")
        case .list(let start, let items, let isTight):
            add(start.map { $0 == 1 ? "<ol>\n" : "<ol start=\"\($0)\">\n" } ?? "<ul>\n")
            for item in items {
                add("<li>")
                for block in item { write(block, blocks, callsNotes: callsNotes, isTight: isTight) }
                add("</li>\n")
            }
            add(start == nil ? "</ul>\n" : "</ol>\n")
        case .table(let table): write(table, blocks, callsNotes)
        // A break in a text is one between scenes.
        case .rule: if manuscript.profile.breaks.separator.isEmpty { add("<hr>\n") } else { writeSeparator() }
        }
    }

    private mutating func write(_ table: MarkdownTable, _ blocks: MarkdownBlocks, _ callsNotes: Bool) {
        func row(_ cells: ArraySlice<[UInt8]>, _ name: String, _ writer: inout ManuscriptHTML) {
            writer.add("<tr>")
            let missing = table.alignments.count - cells.count
            // A browser shows a row that ends early as one whose last cells are empty.
            let filling = writer.filled + missing <= ManuscriptHTML.mostFilled ? missing : 0
            writer.filled += filling
            for (number, alignment) in table.alignments.prefix(cells.count + filling).enumerated() {
                writer.add("<\(name)\(alignment.map { " style=\"text-align: \($0.rawValue)\"" } ?? "")>")
                if number < cells.count { writer.writeInlines(cells[number], blocks, callsNotes) }
                writer.add("</\(name)>")
            }
            writer.add("</tr>\n")
        }
        add("<table>\n<thead>\n")
        row(table.head[...], "th", &self)
        add("</thead>\n")
        if !table.rows.isEmpty { add("<tbody>\n") }
        for line in table.rows where output.count <= manuscript.mostBytes { row(table.cells(in: line), "td", &self) }
        add(table.rows.isEmpty ? "</table>\n" : "</tbody>\n</table>\n")
    }

    private mutating func writeInlines(_ text: [UInt8], _ blocks: MarkdownBlocks, _ callsNotes: Bool) {
        var open: [Bool] = []
        for item in MarkdownInlines(text, in: blocks).items {
            switch item {
            case .text(let text): HTMLText.append(text[...], to: &output)
            case .code(let text):
                add("<code>")
                HTMLText.append(text[...], to: &output)
                add("</code>")
            case .open(let mark): add("<\(ManuscriptHTML.name(of: mark))>")
            case .close(let mark): add("</\(ManuscriptHTML.name(of: mark))>")
            case .link(let path):
                let isHarmless = LinkPath.isHarmless(path)
                open.append(isHarmless)
                if isHarmless { addAttribute("<a href=\"", path, "\">") }
            case .linkEnd: if open.popLast() == true { add("</a>") }
            case .image(let path, let words):
                if LinkPath.isLocal(path) {
                    addAttribute("<img src=\"", path, "\" alt=\"")
                    HTMLText.append(words[...], to: &output)
                    add("\">")
                } else {
                    HTMLText.append(words[...], to: &output)
                }
            case .note(let label): if callsNotes { addCall(of: label, blocks) }
            case .lineBreak: add("<br>\n")
            }
        }
    }

    private static func name(of mark: MarkdownInlines.Mark) -> String {
        switch mark {
        case .emphasis: "em"
        case .strong: "strong"
        case .strike: "del"
        }
    }

    private mutating func addAttribute(_ before: String, _ value: [UInt8], _ after: String) {
        add(before)
        // A space in an address would end it.
        HTMLText.append(Array(value.map { $0 == 0x20 ? Array("%20".utf8) : [$0] }.joined())[...], to: &output)
        add(after)
    }

    private mutating func addCall(of label: Label, _ blocks: MarkdownBlocks) {
        if let number = numbers[label] { return add("<sup><a href=\"#note-\(number)\">\(number)</a></sup>") }
        notes.append((blocks.notes[label] ?? [], blocks))
        let number = notes.count
        numbers[label] = number
        add("<sup><a id=\"call-\(number)\" href=\"#note-\(number)\">\(number)</a></sup>")
    }
}

/// Text of others in HTML.
enum HTMLText {
    static func append(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): output += Array("&amp;".utf8)
            case UInt8(ascii: "<"): output += Array("&lt;".utf8)
            case UInt8(ascii: ">"): output += Array("&gt;".utf8)
            case UInt8(ascii: "\""): output += Array("&quot;".utf8)
            case UInt8(ascii: "'"): output += Array("&#39;".utf8)
            case 0..<0x09, 0x0b..<0x20, 0x7f: continue
            default: output.append(byte)
            }
        }
    }

    static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(Array(text.utf8)[...], to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
