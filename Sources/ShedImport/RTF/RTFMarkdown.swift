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
            writer.out += "[^\(number)]: \(writer.line(document.footnotes.indices.contains(place) ? document.footnotes[place] : []))\n"
        }
        return writer.out
    }

    private mutating func paragraphs(_ pieces: [RTFPiece]) {
        // What stood before the last one: items of one list stand together.
        var last = ""
        for paragraph in pieces.split(whereSeparator: { $0.mark == .paragraph }) {
            let (prefix, rest) = RTFMarkdown.start(of: paragraph)
            let text = written(rest, isLine: !prefix.isEmpty)
            guard !text.isEmpty else { continue }
            if !out.isEmpty, prefix.isEmpty || prefix.hasPrefix("#") || prefix != last { out += "\n" }
            last = prefix
            out += prefix + (prefix.isEmpty ? MarkdownText.escapedStart(text) : text) + "\n"
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
        for (position, piece) in zip(pieces.indices, pieces) {
            if piece.link != link {
                endLink(link)
                link = piece.link
                if address(link) != nil { emphasis.raw("[") }
            }
            guard let scalar = piece.scalar else {
                mark(piece.mark, isLine: isLine)
                continue
            }
            let next = position + 1 < pieces.endIndex ? pieces[position + 1].scalar : nil
            let previous = position > pieces.startIndex ? pieces[position - 1].scalar : nil
            emphasis.put(scalar, style: piece.style, escaped: MarkdownText.needsEscape(scalar, after: previous, before: next))
        }
        endLink(link)
        return emphasis.finished
    }

    private mutating func mark(_ mark: RTFPiece.Mark?, isLine: Bool) {
        switch mark {
        case .line: emphasis.raw(isLine ? " " : "\\\n")
        case .paragraph: emphasis.raw(" ")
        case .footnote(let place):
            // Within one note another is told by its number alone.
            notes.append(place)
            emphasis.raw("[^\(notes.count)]")
        case .comment(let place):
            guard document.comments.indices.contains(place) else { return }
            let words = document.comments[place].compactMap { piece in piece.scalar ?? (piece.mark == .paragraph || piece.mark == .line ? "\n" : nil) }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: words)
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
        let address = document.links[Int(link) - 1]
        let lower = address.lowercased()
        guard ["http://", "https://", "mailto:"].contains(where: lower.hasPrefix), address.utf8.count <= 2_000 else { return nil }
        let isPlain = address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !"<>()[]\\".utf8.contains($0) }
        return isPlain ? address : nil
    }
}

/// Writes characters with emphasis so that marks never stand beside blanks.
struct MarkdownEmphasis {
    private var out = ""
    /// Marks that are open, the outermost first.
    private var open: [RTFPiece.Style] = []
    /// Blanks that are not written yet.
    private var blanks = ""

    private static func mark(_ style: RTFPiece.Style) -> String {
        switch style {
        case .bold: "**"
        case .italic: "*"
        default: "~~"
        }
    }

    mutating func put(_ scalar: Unicode.Scalar, style: RTFPiece.Style, escaped: Bool) {
        if scalar == " " || scalar == "\t" {
            if scalar == " " || blanks.isEmpty { blanks = blanks.isEmpty ? " " : blanks }
            return
        }
        turn(to: style)
        if escaped { out += "\\" }
        out.unicodeScalars.append(scalar)
    }

    /// What is Markdown already; stands outside of all emphasis.
    mutating func raw(_ text: String) {
        turn(to: [])
        out += text
    }

    private mutating func turn(to style: RTFPiece.Style) {
        if let first = open.firstIndex(where: { !style.contains($0) }) {
            for closed in open[first...].reversed() { out += MarkdownEmphasis.mark(closed) }
            open.removeSubrange(first...)
        }
        if !out.isEmpty { out += blanks }
        blanks = ""
        for mark in [RTFPiece.Style.bold, .italic, .struck] where style.contains(mark) && !open.contains(mark) {
            out += MarkdownEmphasis.mark(mark)
            open.append(mark)
        }
    }

    /// All of it, with what is open closed, and no blanks at its ends.
    var finished: String {
        var last = self
        last.blanks = ""
        last.turn(to: [])
        return last.out
    }
}

/// What is a mark in Markdown and has to be a character.
enum MarkdownText {
    static func needsEscape(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
        switch scalar {
        case "\\": next.map { isPunctuation($0) } ?? true
        case "*", "`": true
        case "_": !(isWord(previous) && isWord(next))
        case "~": next == "~" || previous == "~"
        case "%": next == "%" || previous == "%"
        case "[": next == "^" || next == "["
        case "]": next == "("
        case "<": next.map { $0 == "/" || $0 == "!" || $0 == "?" || $0.properties.isAlphabetic } ?? false
        case "&": next.map { $0 == "#" || $0.properties.isAlphabetic } ?? false
        default: false
        }
    }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && scalar.value > 0x20 && !isWord(scalar) }

    private static func isWord(_ scalar: Unicode.Scalar?) -> Bool {
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
