/// A manuscript as one Markdown text.
struct ManuscriptMarkdown {
    private let manuscript: Manuscript
    /// What marks, in what pandoc reads, where a page begins and where separators stand; `nil`: the text is for people.
    private let mark: String?
    private var output: [UInt8] = []

    init(_ manuscript: Manuscript, mark: String? = nil) { (self.manuscript, self.mark) = (manuscript, mark) }

    func bytes() -> [UInt8] {
        var writer = self
        writer.write()
        return writer.output
    }

    private mutating func write() {
        let profile = manuscript.profile
        output.reserveCapacity(manuscript.chapters.reduce(1_000) { $0 + $1.texts.reduce(200) { $0 + $1.count + 10 } })
        if profile.titlePage.isWanted, mark == nil { writeMatter() }
        for (number, chapter) in manuscript.chapters.enumerated() {
            // Markdown itself has no pages.
            if let mark, number > 0 ? profile.breaks.startsChaptersOnPages : profile.titlePage.isWanted { block(PandocMark.page.word(mark)) }
            if let heading = chapter.heading { block("# " + ManuscriptMarkdown.escaped(heading)) }
            for (position, text) in chapter.texts.enumerated() {
                if position > 0, !profile.breaks.separator.isEmpty { block(separator) }
                block(mark.map { PandocTables.bounded(MarkdownSpans.dividing(text, by: PandocMark.divider.word($0))) } ?? text)
            }
        }
        if !profile.breaks.end.isEmpty { block(mark.map(PandocMark.end.word) ?? ManuscriptMarkdown.escaped(profile.breaks.end)) }
    }

    /// The title page as front matter, which pandoc, Obsidian and site generators read.
    private mutating func writeMatter() {
        var lines = ["---", "title: \(ManuscriptMarkdown.quoted(manuscript.title))"]
        if let author = manuscript.author { lines.append("author: \(ManuscriptMarkdown.quoted(author))") }
        if let words = manuscript.aboutWords { lines.append("words: \(ManuscriptMarkdown.quoted(words))") }
        if !manuscript.profile.titlePage.contact.isEmpty {
            lines.append("contact:")
            lines += manuscript.profile.titlePage.contact.map { "  - \(ManuscriptMarkdown.quoted($0))" }
        }
        lines += ["lang: \(manuscript.profile.work.language)", "---"]
        block(lines.joined(separator: "\n"))
    }

    private mutating func block(_ text: String) { block(Array(text.utf8)) }

    /// Adds a block, with a blank line before it.
    private mutating func block(_ text: [UInt8]) { SourceText.add(text, to: &output) }

    private var separator: String {
        if let mark { return PandocMark.separator.word(mark) }
        let separator = manuscript.profile.breaks.separator
        return MarkdownLine.isBreak(Array(separator.utf8)[...]) ? separator : ManuscriptMarkdown.escaped(separator)
    }

    /// A text in which nothing means anything to Markdown.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if "\\`*_{}[]<>#~|&$".unicodeScalars.contains(scalar) { result.append("\\") }
            result.unicodeScalars.append(scalar)
        }
        // What would begin a list, a heading's underline or a quotation.
        if let first = text.first, "+-=>".contains(first) { return "\\" + result }
        let digits = result.prefix { $0.isASCII && $0.isNumber }
        if !digits.isEmpty, let next = result.dropFirst(digits.count).first, next == "." || next == ")" {
            return digits + "\\" + result.dropFirst(digits.count)
        }
        return result
    }

    /// A text in the quotation marks of YAML.
    static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: " ") + "\""
    }
}

extension Manuscript {
    /// The text that pandoc reads: without front matter, and with paragraphs of one word where a page begins and where separators stand.
    /// - Parameter mark: what these words begin with, and no other.
    package func pandocSource(mark: String) -> [UInt8] { ManuscriptMarkdown(self, mark: mark).bytes() }
}
