/// Where an ``XMLLexer`` reads: bytes one after the other, and errors of the reader's own sort.
public protocol XMLSource {
    associatedtype Failure: Error

    /// Of the byte that is next, from 1.
    var line: Int { get }
    /// Of the byte that is next, from the beginning.
    var offset: Int { get }

    /// The byte that is next; `nil` at the end.
    mutating func peek() throws(Failure) -> UInt8?
    /// Goes behind the byte that ``peek()`` gave.
    mutating func advance()
    /// Appends bytes as long as they are ordinary; a line feed is not.
    /// - Returns: `false` where there were more than the limit.
    mutating func takeRun(to bytes: inout [UInt8], limit: Int, _ isOrdinary: (UInt8) -> Bool) throws(Failure) -> Bool

    /// Goes behind a byte order mark, if the source begins with one.
    /// - Returns: whether it is whole.
    mutating func skipByteOrderMark() throws(Failure) -> Bool

    /// An error about the place that is next, or about a line as a whole.
    func fault(_ message: String, line: Int?, remedy: String) -> Failure
    /// An error about a text that begins on a line.
    func fault(_ problem: XMLTextProblem, line: Int) -> Failure
    /// Bytes as text.
    /// - Throws: where they are not UTF-8.
    func text(_ bytes: [UInt8], line: Int) throws(Failure) -> String
}

/// What can be wrong with a text that is well-formed.
public enum XMLTextProblem: Sendable {
    case tooLong
    /// It holds a character that XML cannot.
    case unholdable
}

extension XMLSource {
    func fault(_ message: String, remedy: String = "") -> Failure { fault(message, line: nil, remedy: remedy) }

    /// The byte that is next, and goes behind it.
    mutating func read() throws(Failure) -> UInt8? {
        guard let byte = try peek() else { return nil }
        advance()
        return byte
    }

    /// Goes behind the byte if it is the next one.
    mutating func skip(_ byte: UInt8) throws(Failure) -> Bool {
        guard try peek() == byte else { return false }
        advance()
        return true
    }
}
