import Logging
import ShedModel
import ShedSidecar

/// One record of the log as one line: `message key=value key="a value"`.
///
/// Names of files go into it, so everything is made safe: no line breaks, no controls, nothing that is not UTF-8. A
/// value with a space, a quotation mark, an equals sign or a backslash in it stands in quotation marks.
enum LogLine {
    /// How long a value may be, in characters; the rest is cut.
    private static let longestValue = 1_000

    static func text(_ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata, _ form: LogForm, at now: Int64) -> String {
        var line =
            switch form {
            case .plain: "\(Timestamp.text(now)) \(level.rawValue) "
            case .journal: "<\(priority(of: level))>"
            }
        line += safe(message)
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { line += " \(bare(key))=\(quoted("\(value)"))" }
        return line
    }

    private static func safe(_ text: String) -> String {
        let text = EscapedText.escape(Array(text.utf8))
        return text.count > longestValue ? text.prefix(longestValue) + "…" : text
    }

    /// A key: letters, digits, `-`, `_` and `.`.
    private static func bare(_ key: String) -> String {
        String(String.UnicodeScalarView(key.unicodeScalars.map { isPlain($0) ? $0 : "_" }))
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
        default: false
        }
    }

    private static func quoted(_ text: String) -> String {
        let needsQuotes = text.isEmpty || text.unicodeScalars.contains { " \"=\\".unicodeScalars.contains($0) || EscapedText.isUnsafe($0) }
        let text = safe(text)
        guard needsQuotes else { return text }
        var result = "\""
        for character in text.unicodeScalars {
            if character == "\"" || character == "\\" { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(character)
        }
        return result + "\""
    }

    /// The priority of syslog(3).
    private static func priority(of level: Logger.Level) -> Int {
        switch level {
        case .critical: 2
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }
}
