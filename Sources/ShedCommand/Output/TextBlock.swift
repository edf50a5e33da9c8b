import ShedModel

/// Text of a user's file, made safe for a terminal.
package enum TextBlock {
    /// Its lines, with controls escaped.
    package static func lines(_ text: String) -> [String] {
        if !text.isEmpty, text.utf8.withContiguousStorageIfAvailable(EscapedText.isSurelySafe) == true { return [text] }
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { line in
                let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
                return line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map { safe(Array($0)) }.joined(separator: "\t")
            }
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    private static func safe(_ bytes: [UInt8]) -> String {
        // Only steering characters are escaped: a backslash in a text is a backslash.
        let text = String(decoding: bytes, as: UTF8.self)
        return text.unicodeScalars.contains(where: EscapedText.isUnsafe) ? EscapedText.escape(bytes) : text
    }
}
