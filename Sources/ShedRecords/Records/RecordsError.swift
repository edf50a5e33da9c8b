import ShedMessages

/// What is wrong with a record, a schema, a query or a file that is imported: what, where, and what to do.
public struct RecordsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence without a full stop. Of queries and lists of keys it is in the catalogues, else in English.
    public var words: Message
    /// From 1; `nil` where it is not about a line.
    public var line: Int?
    /// In bytes from the line's start, from 1.
    public var column: Int?
    /// What the person can do; may be empty.
    public var advice: Message
    /// Whether it is that a key stands twice.
    public var isDoubledKey = false
    /// Whether it is that a record's text ends before the record does: the rest may be on its way.
    public var isEarlyEnd = false

    public init(_ words: Message, line: Int? = nil, column: Int? = nil, remedy advice: Message) {
        self.words = words
        self.line = line
        self.column = column
        self.advice = advice
    }

    /// - Parameters:
    ///   - message: a sentence that is in no catalogue.
    ///   - remedy: another.
    public init(_ message: String, line: Int? = nil, column: Int? = nil, remedy: String = "") {
        self.init(.verbatim(message), line: line, column: column, remedy: .verbatim(remedy))
    }

    /// The sentence in English.
    public var message: String { words.english }

    /// What the person can do, in English.
    public var remedy: String { advice.english }

    public var description: String {
        guard let line else { return message }
        return "line \(line)" + (column.map { ", column \($0)" } ?? "") + ": " + message
    }
}
