/// What is wrong with a record, a schema, a query or a file that is imported: what, where, and what to do.
public struct RecordsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence without a full stop.
    public var message: String
    /// From 1; `nil` where it is not about a line.
    public var line: Int?
    /// In bytes from the line's start, from 1.
    public var column: Int?
    /// What the person can do; may be empty.
    public var remedy: String
    /// Whether it is that a key stands twice.
    public var isDoubledKey = false
    /// Whether it is that a record's text ends before the record does: the rest may be on its way.
    public var isEarlyEnd = false

    public init(_ message: String, line: Int? = nil, column: Int? = nil, remedy: String = "") {
        self.message = message
        self.line = line
        self.column = column
        self.remedy = remedy
    }

    public var description: String {
        guard let line else { return message }
        return "line \(line)" + (column.map { ", column \($0)" } ?? "") + ": " + message
    }
}
