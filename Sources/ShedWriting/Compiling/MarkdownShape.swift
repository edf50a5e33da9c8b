/// What a Markdown text consists of, as far as whoever puts texts together asks.
package enum MarkdownShape {
    /// Whether there is nothing in it that is seen.
    package static func isBlank(_ text: [UInt8]) -> Bool { MarkdownLine.isBlank(text[...]) }

    /// Whether there is nothing in it but thematic breaks.
    package static func isOnlyBreaks(_ text: [UInt8]) -> Bool {
        text.split(separator: 0x0a).allSatisfy { MarkdownLine.isBlank($0) || MarkdownLine.isBreak($0) }
    }
}
