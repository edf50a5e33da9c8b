/// A plain text as Markdown that shows it as it stands: nothing in it means anything, its lines stay lines, and what they are indented by
/// stays too, as verse needs it.
package enum PlainText {
    /// - Parameter text: with lines that end in a line feed.
    package static func markdown(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count + text.count / 8)
        var position = 0
        while let line = SourceText.line(of: text, at: position) {
            var bytes = text[line.range]
            while let last = bytes.last, last == 0x20 || last == 0x09 { bytes = bytes.dropLast() }
            let indent = MarkdownLine.indent(bytes)
            for _ in 0..<min(indent, 40) where !bytes.isEmpty { result += [0xc2, 0xa0] }
            append(bytes.drop { $0 == 0x20 || $0 == 0x09 }, to: &result)
            let next = SourceText.line(of: text, at: line.next)
            // Two spaces break a line within a paragraph.
            if !bytes.isEmpty, let next, !MarkdownLine.isBlank(text[next.range]) { result += [0x20, 0x20] }
            result.append(0x0a)
            position = line.next
        }
        return result
    }

    /// The Markdown of a plain text without the title that it begins with, where that says no more than a name does. A line that no blank one
    /// follows is the first of a verse.
    /// - Parameter text: as ``markdown(_:)`` makes it.
    package static func withoutTitle(_ text: [UInt8], saying name: String) -> [UInt8] {
        var position = 0
        while let line = SourceText.line(of: text, at: position), MarkdownLine.isBlank(text[line.range]) { position = line.next }
        guard let line = SourceText.line(of: text, at: position), let next = SourceText.line(of: text, at: line.next), MarkdownLine.isBlank(text[next.range])
        else { return text }
        let said = String(decoding: SourceText.trimmed(text[line.range]).filter { $0 != UInt8(ascii: "\\") }, as: UTF8.self)
        return said.lowercased() == name.lowercased() ? Array(text[next.next...]) : text
    }

    private static func append(_ line: ArraySlice<UInt8>, to result: inout [UInt8]) {
        let first = line.startIndex
        var digits = true
        for (position, byte) in zip(line.indices, line) {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"),
                UInt8(ascii: "&"), UInt8(ascii: "~"), UInt8(ascii: "|"), UInt8(ascii: "$"):
                result.append(UInt8(ascii: "\\"))
            case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "%"), UInt8(ascii: ":"), UInt8(ascii: "@"):
                if position == first { result.append(UInt8(ascii: "\\")) }
            case UInt8(ascii: "."), UInt8(ascii: ")"):
                // What would be a list.
                if digits, position > first { result.append(UInt8(ascii: "\\")) }
            default: break
            }
            digits = digits && byte >= 0x30 && byte <= 0x39
            result.append(byte)
        }
    }
}
