/// Thematic breaks next to scenes, which have separators of their own.
package enum SceneBreak {
    /// A Markdown text without the breaks that it begins or ends with.
    package static func without(_ text: [UInt8], atStart: Bool, atEnd: Bool) -> [UInt8] {
        guard atStart || atEnd else { return text }
        var lines = text.split(separator: 0x0a, omittingEmptySubsequences: false)[...]
        if atStart {
            while let first = lines.first, MarkdownLine.isBlank(first) || MarkdownLine.isBreak(first) { lines = lines.dropFirst() }
        }
        if atEnd {
            while let last = lines.last {
                // Hyphens below a text make a heading of it.
                let before = lines.dropLast().last
                guard MarkdownLine.isBlank(last) || MarkdownLine.isBreak(last) && before.map({ MarkdownLine.isBlank($0) }) ?? true else { break }
                lines = lines.dropLast()
            }
        }
        var result = Array(lines.joined(separator: [0x0a]))
        if !result.isEmpty { result.append(0x0a) }
        return result
    }
}
