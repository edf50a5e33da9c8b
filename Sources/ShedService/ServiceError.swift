import ShedDisk

/// Something about the service that could not be done: what, where, and what a person can do about it.
public struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable {
        /// The machine or the disk is not as it must be.
        case environment
        /// A file stands there that a person made or changed.
        case refused
    }

    public var kind: Kind
    /// What happened, one sentence without a full stop at its end.
    public var message: String
    /// What a person can do, one sentence.
    public var remedy: String

    public init(_ kind: Kind, _ message: String, remedy: String) {
        self.kind = kind
        self.message = message
        self.remedy = remedy
    }

    init(_ error: DiskError) {
        self.init(.environment, "cannot \(error.action) \(error.path): \(error.reason)", remedy: error.remedy)
    }

    public var description: String { "\(message). \(remedy)" }
}
