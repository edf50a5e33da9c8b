import ShedMessages
import ShedProject

/// What a verb knows of the lines of a list that it read from standard input, for what it says of one that names nothing.
final class ListedLines {
    /// Whether any of them has what may be an escape of shed's own in it.
    private var hasEscapes = false

    private static let backslash = UInt8(ascii: "\\")

    /// Takes note of lines.
    func note(_ lines: [[UInt8]]) {
        if lines.contains(where: { $0.contains(ListedLines.backslash) }) { hasEscapes = true }
    }

    /// An error, with what helps where a name stands escaped in a line, so that nothing is called that.
    func explained(_ error: ShedError) -> ShedError {
        guard hasEscapes, let name = error.unknown, name.contains(ListedLines.backslash) else { return error }
        var error = error
        error.advice = .linesEscapeNames
        return error
    }
}
