import ShedModel

/// Why a file is no record of a submission that can be read.
public struct SubmissionFault: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// What a record says stands in the file, and not between lines `---`.
        case noBeginning
        /// No line `---` ends the front matter, within so many bytes.
        case unclosed(limit: Int)
        /// The whole file has more bytes than are rewritten.
        case tooLarge(limit: Int)
        case notText
        /// The line has no `key:`.
        case noKey
        case doubledKey(String)
        /// The key's value is no day.
        case noDay(key: String, value: String)
        case noStatus(String)
        case noID(String)
        /// `file` is no name of a file in the same folder.
        case noFileName(String)
        /// Nothing says which piece was sent.
        case noPiece
    }

    public var reason: Reason
    /// From 1.
    public var line: Int

    public init(_ reason: Reason, line: Int) {
        self.reason = reason
        self.line = line
    }

    /// One sentence without its full stop; what the file holds is escaped in it.
    public var description: String {
        func shown(_ text: String) -> String { EscapedText.beginning(text) }
        return switch reason {
        case .noBeginning: "its front matter does not begin with a line “---”"
        case .unclosed(let limit): "its front matter is ended by no line “---” within \(limit) bytes"
        case .tooLarge(let limit): "it has more than \(limit) bytes"
        case .notText: "its front matter is no text in UTF-8"
        case .noKey: "a line of its front matter is no “key: value”"
        case .doubledKey(let key): "“\(shown(key))” stands twice in it"
        case .noDay(let key, let value): "“\(shown(key))” is “\(shown(value))”, which is no day such as 2026-11-22"
        case .noStatus(let value): "its status is “\(shown(value))”, and not out, accepted, rejected or withdrawn"
        case .noID(let value): "its piece-id is “\(shown(value))”, which is no ID"
        case .noFileName(let value): "its file is “\(shown(value))”, which is no name of a file beside it"
        case .noPiece: "it does not say which piece was sent: “piece” or “piece-id”"
        }
    }
}
