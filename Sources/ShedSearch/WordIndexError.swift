import GRDB

/// Why the index of words could not be used. It is a cache: then texts are read.
public struct WordIndexError: Error, Hashable, Sendable {
    /// What sort of failure it is, for callers that decide by it.
    public enum Code: Hashable, Sendable {
        /// It is damaged, or none of ours: it is to be thrown away.
        case corrupt
        /// Another version of shed made it: it is to be thrown away, and nothing is wrong.
        case outdated
        /// It cannot be used just now, or not written.
        case unusable
    }

    public let code: Code

    init(_ code: Code) { self.code = code }

    init(_ error: any Error) {
        guard let error = error as? DatabaseError else {
            code = .unusable
            return
        }
        switch error.resultCode {
        // SQLITE_ERROR too: the statements are fixed, so only a damaged schema makes one fail. Only a bound interrupts (``StepBound``).
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_SCHEMA, .SQLITE_MISMATCH, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_INTERRUPT, .SQLITE_TOOBIG: code = .corrupt
        default: code = .unusable
        }
    }
}
