import ShedModel

/// Text of a page as it is kept and searched.
enum PlainText {
    /// The text of bytes that a program wrote: what is not UTF-8 is replaced (U+FFFD); every sort of line end becomes a
    /// line feed, several spaces of any sort become one; controls, soft hyphens and byte order marks are left
    /// out, and so are spaces at both ends of lines, empty lines at both ends, and of several empty lines all but one.
    /// - Parameter limit: how many bytes of the input count; a character that is cut is left out.
    static func normalised(_ bytes: some Collection<UInt8>, atMost limit: Int) -> String {
        var text = String(decoding: bytes.prefix(limit), as: UTF8.self).unicodeScalars
        if bytes.count > limit, text.last == "\u{fffd}" { text.removeLast() }
        var result = String.UnicodeScalarView()
        var spaces = 0
        var feeds = 0
        var last: Unicode.Scalar = " "
        for scalar in text {
            defer { last = scalar }
            switch scalar {
            case "\n" where last == "\r": continue
            case "\n", "\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}":
                feeds += 1
                spaces = 0
            case "\t", " ", "\u{a0}", "\u{2000}"..."\u{200a}", "\u{202f}", "\u{205f}", "\u{3000}": spaces += 1
            case "\u{ad}", "\u{feff}", "\0"..."\u{1f}", "\u{7f}"..."\u{9f}": continue
            default:
                if feeds > 0, !result.isEmpty { result.add(repeatElement("\n", count: min(feeds, 2))) }
                // What a line is indented by says nothing here.
                if feeds == 0, !result.isEmpty, spaces > 0 { result.append(" ") }
                (feeds, spaces) = (0, 0)
                result.append(scalar)
            }
        }
        return String(result)
    }
}
