/// A manuscript as an OpenDocument text from which pages are laid out. Raw HTML in texts is text, and links lead to the web or nowhere.
struct ManuscriptPrint {
    private let manuscript: Manuscript
    private let given: [String: PrintImage]
    private let look: ManuscriptLook
    private var text = PrintText()
    private var notes: [Label: Int] = [:]
    private var noteCount = 0
    /// The names in the package, by the paths as the texts have them.
    private var names: [String: String] = [:]
    private var images: [(name: String, image: PrintImage)] = []

    /// - Parameter images: those that there are, by their paths as the texts have them.
    init(_ manuscript: Manuscript, images: [String: PrintImage]) {
        (self.manuscript, given, look) = (manuscript, images, ManuscriptLook(manuscript))
    }

    /// - Returns: `nil` for more than a package can hold.
    func bytes() -> [UInt8]? {
        var writer = self
        writer.write()
        let manuscript = manuscript
        return PrintDocument(
            title: manuscript.title, author: manuscript.author, language: manuscript.profile.language, styles: look.styles, text: writer.text, images: writer.images
        ).bytes()
    }

    private mutating func write() {
        let profile = manuscript.profile
        if profile.hasTitlePage {
            writeTitlePage()
            text.pending = .body
        }
        for (number, chapter) in manuscript.chapters.enumerated() {
            if profile.startsChaptersOnPages, number > 0 { text.pending = .page }
            write(chapter, isOnNewPage: text.pending != nil || (number == 0 && profile.startsChaptersOnPages))
        }
        if !profile.end.isEmpty { text.paragraph("End", profile.end) }
        text.end()
    }

    private mutating func writeTitlePage() {
        let profile = manuscript.profile
        let words = manuscript.aboutWords
        text.pending = .title
        if look.saysContact {
            let contact = (manuscript.author.map { [$0] } ?? []) + profile.contact
            text.paragraph("Contact_First", (contact.first ?? "") + (words.map { "\t\($0)" } ?? ""))
            for line in contact.dropFirst() { text.paragraph("Contact", line) }
        }
        text.paragraph("Title", manuscript.title)
        if let author = manuscript.author { text.paragraph("Author", author) }
    }

    private mutating func write(_ chapter: Manuscript.Chapter, isOnNewPage: Bool) {
        notes = [:]
        var isFirst = true
        if let heading = chapter.heading {
            text.begin(isOnNewPage ? "Chapter" : "Chapter_On", heading: 1)
            text.write(Array(heading.utf8))
            text.end()
        }
        for (position, blocks) in MarkdownBlocks.chapter(chapter.texts).enumerated() {
            if position > 0, !manuscript.profile.separator.isEmpty { writeSeparator() }
            isFirst = true
            for block in blocks.blocks {
                write(block, blocks, Place(isFirst: isFirst))
                if case .paragraph = block { isFirst = false } else { isFirst = true }
            }
        }
    }

    private mutating func writeSeparator() { text.paragraph("Separator", manuscript.profile.separator.isEmpty ? "* * *" : manuscript.profile.separator) }

    // MARK: Blocks

    /// Where a block stands.
    private struct Place {
        /// How deep in lists and quotations.
        var depth = 0
        var isInNote = false
        /// Whether it follows no other paragraph.
        var isFirst = false
        /// What stands before its first paragraph, in a list.
        var mark: String?

        /// Deeper is not indented further.
        static let deepest = 6
        var inner: Place { Place(depth: min(depth + 1, Place.deepest), isInNote: isInNote) }
    }

    private mutating func write(_ block: MarkdownBlocks.Block, _ blocks: MarkdownBlocks, _ place: Place) {
        switch block {
        case .paragraph(let source):
            let items = MarkdownInlines(source, in: blocks).items
            begin(isFigure(items) ? "Figure" : place.depth == 0 ? place.isFirst ? "First" : "Body" : "Left_\(place.depth)", place)
            writeInlines(items, blocks, place)
            text.end()
        case .heading(let level, let source):
            if place.isInNote || place.depth > 0 { begin("Left_\(place.depth)", place) } else { text.begin("Heading_\(min(max(level, 1), 6))", heading: min(max(level, 1), 6)) }
            writeInlines(MarkdownInlines(source, in: blocks).items, blocks, place)
            text.end()
        case .code(let source):
            begin("Code_\(place.depth)", place)
            text.write(source, keepsSpaces: true)
            text.end()
        case .quote(let inner):
            for block in inner { write(block, blocks, place.inner) }
        case .list(let start, let items, _):
            for (number, item) in items.enumerated() {
                var inside = place.inner
                inside.mark = start.map { "\($0.addingReportingOverflow(number).partialValue)." } ?? "•"
                if item.isEmpty { begin("Left_\(inside.depth)", inside) }
                for block in item {
                    write(block, blocks, inside)
                    inside.mark = nil
                }
            }
        case .rule: if place.isInNote { begin("Left_0", place) } else { writeSeparator() }
        }
    }

    private mutating func begin(_ style: String, _ place: Place) {
        if place.isInNote { text.begin(place.mark == nil ? "Footnote" : "Footnote_Item") } else { text.begin(place.mark == nil ? style : "Item_\(max(place.depth, 1))") }
        guard let mark = place.mark else { return }
        text.write(Array("\(mark)\t".utf8), keepsSpaces: true)
    }

    /// Whether a paragraph is nothing but an image that is there.
    private func isFigure(_ items: [MarkdownInlines.Item]) -> Bool {
        guard items.count == 1, case .image(let path, _) = items[0] else { return false }
        return given[String(decoding: path, as: UTF8.self)] != nil
    }

    // MARK: Inlines

    private mutating func writeInlines(_ items: [MarkdownInlines.Item], _ blocks: MarkdownBlocks, _ place: Place) {
        var links: [Bool] = []
        for item in items {
            switch item {
            case .text(let source): text.write(source)
            case .code(let source):
                text.span("Code_Span")
                text.write(source, keepsSpaces: true)
                text.endSpan("Code_Span")
            case .open(let mark): text.span(mark == .strong ? "Strong" : "Emphasis")
            case .close(let mark): text.endSpan(mark == .strong ? "Strong" : "Emphasis")
            case .link(let path):
                // One that leads to a file beside it would lead to where it was laid out.
                links.append(LinkPath.isWeb(path))
                if links.last == true { text.link(path) }
            case .linkEnd: if links.popLast() == true { text.endLink() }
            case .image(let path, let words): if !addImage(path) { text.write(words) }
            case .note(let label): if !place.isInNote { addNote(label, blocks) }
            case .lineBreak: text.lineBreak()
            }
        }
    }

    /// - Returns: whether there is such an image.
    private mutating func addImage(_ path: [UInt8]) -> Bool {
        let path = String(decoding: path, as: UTF8.self)
        guard let image = given[path] else { return false }
        let name = names[path] ?? "\(images.count)\(image.ending)"
        if names[path] == nil {
            names[path] = name
            images.append((name, image))
        }
        let page = look.styles.page
        // Room for a line below it.
        let (width, height) = image.shown(atMost: page.textWidth, page.textHeight * 0.8)
        text.raw("<draw:frame text:anchor-type=\"as-char\" svg:width=\"\(PrintStyles.inches(width))\" svg:height=\"\(PrintStyles.inches(height))\">")
        text.raw("<draw:image xlink:href=\"Pictures/\(name)\" xlink:type=\"simple\" xlink:show=\"embed\" xlink:actuate=\"onLoad\"/></draw:frame>")
        return true
    }

    private mutating func addNote(_ label: Label, _ blocks: MarkdownBlocks) {
        if let number = notes[label] {
            return text.raw("<text:span text:style-name=\"Note_Call\"><text:note-ref text:note-class=\"footnote\" text:reference-format=\"text\" text:ref-name=\"note\(number)\">\(number)</text:note-ref></text:span>")
        }
        noteCount += 1
        let number = noteCount
        notes[label] = number
        let outer = text.beginInner(
            "<text:note text:id=\"note\(number)\" text:note-class=\"footnote\"><text:note-citation>\(number)</text:note-citation><text:note-body>\n")
        let parts = blocks.notes[label] ?? []
        if parts.isEmpty { text.begin("Footnote") }
        for part in parts { write(part, blocks, Place(isInNote: true)) }
        text.endInner(outer, "</text:note-body></text:note>")
    }
}
