/// What a Markdown text consists of, as far as whoever puts texts together asks.
package enum MarkdownShape {
    /// Whether there is nothing in it that is seen.
    package static func isBlank(_ text: [UInt8]) -> Bool { MarkdownLine.isBlank(text[...]) }

    /// Whether there is nothing in it but thematic breaks.
    package static func isOnlyBreaks(_ text: [UInt8]) -> Bool {
        text.split(separator: 0x0a).allSatisfy { MarkdownLine.isBlank($0) || MarkdownLine.isBreak($0) }
    }

    /// Whether there is nothing in it but what footnotes and links say: definitions, with what goes on below those of footnotes.
    package static func isOnlyDefinitions(_ text: [UInt8]) -> Bool {
        // What follows a footnote's line belongs to it: up to a blank line, and after that what is indented.
        var (holdsAny, isInNote, isAfterBlank) = (false, false, true)
        for line in text.split(separator: 0x0a, omittingEmptySubsequences: false) {
            if MarkdownLine.isBlank(line) {
                isAfterBlank = true
                continue
            }
            if MarkdownLine.label(line) != nil {
                (holdsAny, isInNote) = (true, MarkdownLine.footnoteLabel(line) != nil)
            } else {
                guard isInNote, !isAfterBlank || MarkdownLine.isIndented(line) else { return false }
            }
            isAfterBlank = false
        }
        return holdsAny
    }

    /// A text without the heading that it begins with, where that says no more than a name does: what the chapter's own heading says
    /// already.
    package static func withoutHeading(_ text: [UInt8], saying name: String) -> [UInt8] {
        var position = 0
        while let line = SourceText.line(of: text, at: position), MarkdownLine.isBlank(text[line.range]) { position = line.next }
        guard let line = SourceText.line(of: text, at: position), let heading = MarkdownLine.heading(text[line.range]) else { return text }
        // As it was written, or with signs of Markdown that stand for themselves.
        let plain = String(decoding: MarkdownLine.unclosed(heading.text).filter { $0 != UInt8(ascii: "\\") }, as: UTF8.self)
        return plain.lowercased() == name.lowercased() ? Array(text[line.next...]) : text
    }
}
