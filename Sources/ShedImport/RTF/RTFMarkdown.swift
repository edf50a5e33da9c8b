import ShedModel

/// An RTF text as Markdown: paragraphs with a blank line between, emphasis, headings, items of lists, links to the web, footnotes as
/// `[^1]`, comments as `<!-- … -->`. What would be marks of Markdown and is text gets a backslash.
struct RTFMarkdown {
    private var out = ""
    private var emphasis = MarkdownEmphasis()
    private let document: RTFDocument
    private var notes: [Int] = []

    private init(_ document: RTFDocument) { self.document = document }

    /// - Returns: the text, with a line end behind its last line; empty where there is none.
    static func make(_ document: RTFDocument) -> String {
        var writer = RTFMarkdown(document)
        writer.paragraphs(document.text)
        var number = 0
        // A note may hold a note; each is written once.
        while number < writer.notes.count, number < RTFReader.most {
            let place = writer.notes[number]
            number += 1
            if !writer.out.isEmpty { writer.out += "\n" }
            let note = writer.line(document.footnotes.indices.contains(place) ? document.footnotes[place] : [])
            writer.out += "[^\(number)]: \(MarkdownText.lines(note))\n"
        }
        return writer.out
    }

    /// The same of a text without marks; each of its lines is a paragraph.
    static func make(plain text: String) -> String {
        var document = RTFDocument()
        document.text = text.unicodeScalars.map { ["\n", "\r"].contains($0) ? RTFPiece(.paragraph) : RTFPiece($0) }
        return make(document)
    }

    private mutating func paragraphs(_ pieces: [RTFPiece]) {
        // What stood before the last one: items of one list stand together.
        var last = ""
        for paragraph in pieces.split(whereSeparator: { $0.mark == .paragraph }) {
            let (prefix, rest) = RTFMarkdown.start(of: paragraph)
            let written = written(rest, isLine: !prefix.isEmpty)
            let text = prefix.hasPrefix("#") ? MarkdownText.heading(written) : MarkdownText.lines(written)
            guard !text.isEmpty else { continue }
            if !out.isEmpty, prefix.isEmpty || prefix.hasPrefix("#") || prefix != last { out += "\n" }
            last = prefix
            out += prefix + text + "\n"
        }
    }

    /// What stands before a paragraph, and where its text begins: blanks before it would make it code.
    private static func start(of paragraph: ArraySlice<RTFPiece>) -> (prefix: String, text: ArraySlice<RTFPiece>) {
        var prefix = ""
        var rest = paragraph
        while let first = rest.first {
            switch first.mark {
            case .bullet: prefix = "- "
            case .number: prefix = "1. "
            case .heading(let level): prefix = String(repeating: "#", count: min(max(level, 1), 6)) + " "
            case .line: break
            case nil where first.scalar?.properties.isWhitespace == true: break
            default: return (prefix, rest)
            }
            rest = rest.dropFirst()
        }
        return (prefix, rest)
    }

    /// All of it in one line.
    private mutating func line(_ pieces: [RTFPiece]) -> String { written(pieces[...], isLine: true) }

    private mutating func written(_ pieces: ArraySlice<RTFPiece>, isLine: Bool) -> String {
        emphasis = MarkdownEmphasis()
        var link: UInt32 = 0
        var isInLink = false
        for (position, piece) in zip(pieces.indices, pieces) {
            if piece.link != link {
                endLink(link)
                link = piece.link
                isInLink = address(link) != nil
                if isInLink { emphasis.raw("[") }
            }
            guard let scalar = piece.scalar else {
                mark(piece.mark, isLine: isLine)
                continue
            }
            let next = position + 1 < pieces.endIndex ? pieces[position + 1].scalar : nil
            let previous = position > pieces.startIndex ? pieces[position - 1].scalar : nil
            let isBracket = (scalar == "[" || scalar == "]") && isInLink
            emphasis.put(scalar, style: piece.style, escaped: isBracket || MarkdownText.needsEscape(scalar, after: previous, before: next))
        }
        endLink(link)
        return emphasis.finished
    }

    private mutating func mark(_ mark: RTFPiece.Mark?, isLine: Bool) {
        switch mark {
        case .line: emphasis.raw(isLine ? " " : MarkdownText.lineBreak)
        case .paragraph: emphasis.raw(" ")
        case .footnote(let place):
            // Within one note another is told by its number alone.
            notes.append(place)
            emphasis.raw("[^\(notes.count)]")
        case .comment(let place):
            guard document.comments.indices.contains(place) else { return }
            let words = document.comments[place].compactMap { piece in piece.scalar ?? (piece.mark == .paragraph || piece.mark == .line ? "\n" : nil) }
            var text = String.UnicodeScalarView()
            text.add(words)
            emphasis.raw(ForeignText.comment(ForeignText.singleSpaced(String(text))))
        case .bullet, .number, .heading, nil: break
        }
    }

    private mutating func endLink(_ link: UInt32) {
        guard let address = address(link) else { return }
        emphasis.raw("](\(address))")
    }

    /// Where a link leads that can stand in Markdown.
    private func address(_ link: UInt32) -> String? {
        guard link > 0, Int(link) <= document.links.count else { return nil }
        return RTFMarkdown.address(document.links[Int(link) - 1])
    }

    /// An address of the web as Markdown has it; `nil` of any other, and of one that is too long.
    private static func address(_ address: String) -> String? {
        let lower = address.lowercased()
        guard ["http://", "https://", "mailto:"].contains(where: lower.hasPrefix), address.utf8.count <= 2_000 else { return nil }
        return MarkdownText.address(address)
    }

    /// How many links of a document its Markdown does not have; those that tie comments to words are none.
    static func lostLinks(of document: RTFDocument) -> Int {
        var shown: Set<UInt32> = []
        for pieces in [document.text] + document.footnotes {
            for piece in pieces where piece.link != 0 { shown.insert(piece.link) }
        }
        return document.links.enumerated().count { place, link in
            if link.lowercased().hasPrefix("scrivcmt:") { return false }
            return address(link) == nil || !shown.contains(UInt32(truncatingIfNeeded: place + 1))
        }
    }
}
