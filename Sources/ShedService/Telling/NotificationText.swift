import ShedModel

/// Makes text fit for a notification. Names of files are in it, so it may hold anything.
enum NotificationText {
    /// One line: controls and what steers the direction of text are escaped, the rest is as it was.
    /// - Parameter limit: of Unicode scalars; what is longer is cut and ends with `…`.
    static func line(_ text: String, atMost limit: Int) -> String {
        // Cut first: an escape is longer than what it stands for, and the text may be endless.
        let escaped = EscapedText.escape(Array(String(text.unicodeScalars.prefix(limit + 1)).utf8))
        guard escaped.unicodeScalars.count > limit else { return escaped }
        return String(escaped.unicodeScalars.prefix(limit - 1)) + "…"
    }

    /// With the characters escaped that begin markup in a body (Desktop Notifications Specification, “Markup”).
    static func withoutMarkup(_ text: String) -> String { XMLText.escape(text) }

    /// As a string in GVariant's text format, which is what gdbus(1) reads.
    static func variant(_ text: String) -> String {
        var result = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", "'":
                result += "\\"
                result.unicodeScalars.append(scalar)
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "'"
    }
}
