import ShedModel

/// An RTF text as Markdown: paragraphs with a blank line between, emphasis, headings, items of lists, links to the web, footnotes as
/// `[^1]`, comments as `<!-- … -->`. What would be marks of Markdown and is text gets a backslash.
struct RTFMarkdown {
    private var out = ""
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
            // Of a number what stands behind it.
            let sort = String(prefix.suffix(2))
            if !out.isEmpty, prefix.isEmpty || prefix.hasPrefix("#") || sort != last { out += "\n" }
            last = sort
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
        var parts: [MarkdownPiece] = []
        parts.reserveCapacity(pieces.count)
        var link: UInt32 = 0
        var end: String?
        for piece in pieces {
            if piece.link != link {
                if let end { parts.append(.raw(end)) }
                link = piece.link
                end = address(link).map { "](\($0))" }
                if end != nil { parts.append(.raw("[")) }
            }
            if let scalar = piece.scalar {
                parts.append(.scalar(scalar, piece.style, isMark: end != nil && (scalar == "[" || scalar == "]")))
            } else if let text = text(of: piece.mark, isLine: isLine), !text.isEmpty {
                parts.append(.raw(text))
            }
        }
        if let end { parts.append(.raw(end)) }
        return MarkdownPiece.written(parts)
    }

    /// What stands for a mark within a paragraph; `nil` where nothing does.
    private mutating func text(of mark: RTFPiece.Mark?, isLine: Bool) -> String? {
        switch mark {
        case .line: return isLine ? " " : MarkdownText.lineBreak
        case .paragraph: return " "
        case .footnote(let place):
            // Within one note another is told by its number alone.
            notes.append(place)
            return "[^\(notes.count)]"
        case .comment(let place):
            guard document.comments.indices.contains(place) else { return nil }
            let words = document.comments[place].compactMap { piece in piece.scalar ?? (piece.mark == .paragraph || piece.mark == .line ? "\n" : nil) }
            var text = String.UnicodeScalarView()
            text.add(words)
            return ForeignText.comment(ForeignText.singleSpaced(String(text)))
        case .bullet, .number, .heading, nil: return nil
        }
    }

    /// Where a link leads that can stand in Markdown.
    private func address(_ link: UInt32) -> String? {
        guard link > 0, Int(link) <= document.links.count else { return nil }
        return RTFMarkdown.address(document.links[Int(link) - 1])
    }

    /// An address of the web as Markdown has it; `nil` of any other, and of one that is too long.
    private static func address(_ address: String) -> String? {
        // Its length first: a link over many paragraphs is looked at in each of them.
        guard address.utf8.count <= 2_000 else { return nil }
        let lower = address.lowercased()
        guard ["http://", "https://", "mailto:"].contains(where: lower.hasPrefix) else { return nil }
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
