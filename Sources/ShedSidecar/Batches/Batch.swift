import ShedModel

/// An operation with the time at which it was made.
public struct StampedOperation: Hashable, Sendable {
    public var at: Stamp
    public var operation: Operation

    public init(_ at: Stamp, _ operation: Operation) {
        self.at = at
        self.operation = operation
    }
}

/// A line of a batch that speaks of something that this version does not know.
public struct UnusedOperation: Hashable, Sendable {
    /// Which of the batch's operation lines it is, from 0.
    public var position: Int
    public var at: Stamp
    /// The whole line, so that it can be written again.
    public var line: JSONObject

    public init(position: Int, at: Stamp, line: JSONObject) {
        self.position = position
        self.at = at
        self.line = line
    }
}

/// What one replica wrote in one go: an immutable set of operations.
public struct Batch: Hashable, Sendable {
    public struct Header: Hashable, Sendable {
        public var project: NodeID
        public var replica: ReplicaID
        /// Counts the batches of a replica. Two batches of one replica with the same number are a fork.
        public var sequence: UInt64
        /// The heads that the writer had folded, sorted.
        public var parents: [BatchID]
        /// Batches that others name as parents and that the writer did not have, sorted: it went on without them, and
        /// knew nothing of what is in them.
        public var without: [BatchID]

        public init(project: NodeID, replica: ReplicaID, sequence: UInt64, parents: [BatchID], without: [BatchID] = []) {
            self.project = project
            self.replica = replica
            self.sequence = sequence
            self.parents = parents
            self.without = without
        }
    }

    public let id: BatchID
    public let header: Header
    public let operations: [StampedOperation]
    public let unused: [UnusedOperation]

    init(id: BatchID, header: Header, operations: [StampedOperation], unused: [UnusedOperation]) {
        self.id = id
        self.header = header
        self.operations = operations
        self.unused = unused
    }

    /// Two batches are the same if their identities are, which their content makes.
    public static func == (left: Batch, right: Batch) -> Bool { left.id == right.id }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// The version of the format that is written and read.
    public static let format: Int64 = 1
    /// A greater file is not read: 256 MiB, in bytes.
    public static let largest = 256 << 20
    /// A longer line is not read: 1 MiB, in bytes, its end not counted.
    public static let longestLine = 1 << 20
    /// How many batches ``Header/parents`` names when it is written; a header is one line, and a hostile sidecar may have any number
    /// of batches that nobody names. The others go on to be heads, and are named by the next batches.
    public static let mostParents = 10_000
    /// How many batches ``Header/without`` names when it is written; a header is one line.
    public static let mostWithout = 1_000
}

/// Why a file is not, or not now, a batch of this project.
public enum BatchFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// It was cut short, changed or never finished: its checksum or its count is wrong, or it cannot be parsed.
    case torn(String)
    /// An intact batch of another project.
    case foreign(NodeID)
    /// Neither its name nor its content is that of a batch.
    case notABatch
    /// An intact header of a later version of the format.
    case unsupportedFormat(Int64)
    /// More than 256 MiB, a line of more than 1 MiB, or a base with more in it than is read (``BaseDecoder/mostItems``).
    case tooLarge
    /// It could not be read.
    case unreadable(String)

    public var description: String {
        switch self {
        case .torn(let reason): "it is torn: \(reason). Let the sync finish, or bring the file back from another device"
        case .foreign(let project): "it belongs to another project (\(project)) and is left alone"
        case .notABatch: "it is no batch and is left alone"
        case .unsupportedFormat(let format): "format \(format) was made by a newer shed; update shed"
        case .tooLarge: "it is larger than shed reads (256 MiB a file, 1 MiB a line, 4,194,304 entries of a base)"
        case .unreadable(let reason): "it cannot be read: \(reason)"
        }
    }

    /// Whether the file may hold operations of this project that are not folded because of the fault.
    public var hidesOperations: Bool {
        switch self {
        case .torn, .unsupportedFormat, .tooLarge, .unreadable: true
        case .foreign, .notABatch: false
        }
    }
}
