import ShedModel

/// A document of novelWriter as Markdown: its own sorts of headings, comments, references and shortcodes are said in what Markdown has. All
/// else is text, and so is what Markdown alone would take for a mark.
struct NovelWriterText {
    private enum Line {
        case blank
        case text
        /// A heading, a comment, a footnote.
        case apart
    }

    private let title: String
    private var losses = ForeignLosses()
    private var out: [String] = []
    private var last = Line.blank
    private var isBehindNote = false
    /// Goes on from line to line of a paragraph.
    private var spans = NovelWriterSpans()

    /// - Parameter losses: what it cannot say is counted there.
    static func markdown(_ text: String, title: String, _ losses: inout ForeignLosses) -> String {
        var lines = ForeignText.lines(text)[...]
        // What novelWriter writes there for itself.
        while let first = lines.first, first.hasPrefix("%%~") { lines.removeFirst() }
        var writer = NovelWriterText(title: title)
        for line in joined(lines) { writer.take(line) }
        // So many texts lose something, however often each does.
        if writer.losses[.styles] > 0 || writer.spans.losesStyles { losses.add(.styles, at: title) }
        while let last = writer.out.last, last.isEmpty { writer.out.removeLast() }
        return writer.out.isEmpty ? "" : writer.out.joined(separator: "\n") + "\n"
    }

    private init(title: String) { self.title = title }

    /// Lines, where `[br]` at the end of one of text takes in the end of the line behind it.
    private static func joined(_ lines: ArraySlice<Substring>) -> [String] {
        var joined: [String] = []
        var parts: [Substring] = []
        var isOpen = false
        for line in lines {
            if !isOpen || sort(line) != .text {
                if !parts.isEmpty { joined.append(parts.joined()) }
                parts = []
            }
            let isText = !parts.isEmpty || sort(line) == .text
            parts.append(line)
            isOpen = isText && line.suffix(4).lowercased() == NovelWriterSpans.lineBreak && !line.dropLast(4).hasSuffix("\\")
        }
        if !parts.isEmpty { joined.append(parts.joined()) }
        return joined
    }

    private static func sort(_ line: Substring) -> Line {
        if line.allSatisfy(\.isWhitespace) { return .blank }
        if line.hasPrefix("%") || line.hasPrefix("@") && line.contains(":") || heading(line) != nil || isSpace(line) { return .apart }
        return .text
    }

    /// A line that stands for room on the page.
    private static func isSpace(_ line: Substring) -> Bool {
        let plain = ForeignText.trimmed(line.prefix(80)).lowercased()
        return line.hasPrefix("[") && (plain == "[newpage]" || plain == "[new page]" || plain == "[vspace]" || plain.hasPrefix("[vspace:") && plain.hasSuffix("]"))
    }

    private mutating func take(_ line: String) {
        let line = line[...]
        let sort = NovelWriterText.sort(line)
        if sort != .text { spans.end() }
        switch sort {
        case .blank: out.append("")
        case .text:
            let text = MarkdownText.lines(spans.written(aligned(line)))
            // Of nothing but marks.
            guard !text.isEmpty else { return }
            if last == .text {
                out[out.count - 1] += "\\"
            } else if isBehindNote, last == .apart {
                // It would be part of the footnote.
                out.append("")
            }
            out.append(text)
        case .apart:
            // Novels end a paragraph there, too.
            if last == .text { out.append("") }
            out.append(apart(line))
        }
        last = sort
    }

    private mutating func apart(_ line: Substring) -> String {
        isBehindNote = false
        if NovelWriterText.isSpace(line) {
            losses.add(.styles, at: title)
            return ""
        }
        if let (mark, text) = NovelWriterText.heading(line) { return mark + NovelWriterText.plain(text) }
        return line.hasPrefix("%") ? comment(line) : ForeignText.comment(String(line))
    }

    /// Headings that are numbered otherwise, or hidden at times, are those of their level.
    private static func heading(_ line: Substring) -> (mark: String, text: Substring)? {
        for (mark, heading) in [("# ", "# "), ("#! ", "# "), ("## ", "## "), ("##! ", "## "), ("### ", "### "), ("###! ", "### "), ("#### ", "#### ")]
        where line.hasPrefix(mark) { return (heading, line.dropFirst(mark.count)) }
        return nil
    }

    /// The words of a heading, in which novelWriter knows no marks.
    private static func plain(_ text: Substring) -> String {
        let scalars = Array(ForeignText.trimmed(text).unicodeScalars)
        var emphasis = MarkdownEmphasis()
        for (place, scalar) in scalars.enumerated() {
            let next = place + 1 < scalars.count ? scalars[place + 1] : nil
            emphasis.put(scalar, style: [], escaped: MarkdownText.needsEscape(scalar, after: place > 0 ? scalars[place - 1] : nil, before: next))
        }
        return MarkdownText.heading(emphasis.finished)
    }

    private mutating func comment(_ line: Substring) -> String {
        let rest = ForeignText.trimmed(line.drop { $0 == "%" || $0 == "~" })
        let note = "footnote."
        guard rest.lowercased().hasPrefix(note), let colon = rest.firstIndex(of: ":") else { return ForeignText.comment(String(rest)) }
        let key = rest[rest.index(rest.startIndex, offsetBy: note.count)..<colon]
        isBehindNote = true
        var words = NovelWriterSpans()
        let text = words.written(ForeignText.trimmed(rest[rest.index(after: colon)...])).replacing(MarkdownText.lineBreak, with: " ")
        if words.losesStyles { losses.add(.styles, at: title) }
        return "[^\(ForeignText.trimmed(key))]: \(MarkdownText.lines(text))"
    }

    /// A line without the signs that push it to one side.
    private mutating func aligned(_ line: Substring) -> Substring {
        var text = line
        for mark in [">>", ">"] where text.hasPrefix(mark) {
            text = text.dropFirst(mark.count)
            break
        }
        for mark in ["<<", "<"] where text.hasSuffix(mark) {
            text = text.dropLast(mark.count)
            break
        }
        if text.count != line.count { losses.add(.styles, at: title) }
        return text
    }
}
