import ShedModel

/// What the index keeps beside the nodes.
public struct IndexMeta: Hashable, Sendable {
    public var project: NodeID
    /// How often the index was written. Set by the index: what a caller puts here is not written.
    public internal(set) var generation: UInt64
    /// The time part of the last stamp that the replica's clock gave or observed.
    public var clock: UInt64
    /// The batches that the indexed state is the fold of, in the caller's order.
    public var batches: [FoldedBatch]
    /// The IDs of the batches that no other batch names as parent.
    public var heads: [[UInt8]]
    /// Fields that were set by stamps from the future.
    public var future: [FutureField]
    /// Arrivals that wait for what explains them, by path, and when they were first seen (milliseconds since 1970).
    public var pending: [RelativePath: Int64]
    /// Nodes that another device has moved, and where they stood here.
    public var awaited: [NodeID: Awaited]
    /// IDs that turned out to be second names of other nodes.
    public var aliases: [NodeID: NodeID]
    /// Moves that a command began, in the caller's order.
    public var intents: [Intent]
    /// Tags, their groups, and variables, in the order of kind and ID; `nil` in an index of an earlier version, which did
    /// not fold them.
    public var labels: [LabelRecord]?
    /// Anything else, by name.
    public var extra: [String: [UInt8]]

    /// Counts as what the index holds, where only something beside it was written.
    public mutating func takeGeneration(of written: IndexMeta) { generation = written.generation }

    public init(
        project: NodeID, clock: UInt64 = 0, batches: [FoldedBatch] = [], heads: [[UInt8]] = [],
        future: [FutureField] = []
    ) {
        self.project = project
        self.clock = clock
        self.batches = batches
        self.heads = heads
        self.future = future
        generation = 0
        pending = [:]
        awaited = [:]
        aliases = [:]
        intents = []
        labels = []
        extra = [:]
    }
}

/// A batch file of the sidecar that is folded into the indexed state, with the evidence that it is the same file.
public struct FoldedBatch: Hashable, Sendable {
    /// The directory below `ops` that the file stands in.
    public var directory: Name
    public var name: Name
    /// In bytes.
    public var size: Int64
    /// In nanoseconds since 1970.
    public var modified: Int64
    public var inode: UInt64
    /// The batch's ID, 32 bytes.
    public var id: [UInt8]

    public init(directory: Name, name: Name, size: Int64, modified: Int64, inode: UInt64, id: [UInt8]) {
        self.directory = directory
        self.name = name
        self.size = size
        self.modified = modified
        self.inode = inode
        self.id = id
    }
}

/// A field whose present value was set by a stamp more than a day ahead.
public struct FutureField: Hashable, Sendable {
    public var id: NodeID
    /// The field's name in the sidecar.
    public var field: String
    public var stamp: Stamp

    public init(id: NodeID, field: String, stamp: Stamp) {
        self.id = id
        self.field = field
        self.stamp = stamp
    }
}

/// A move that a command is about to make, written down before it is made.
public struct Intent: Hashable, Sendable {
    public var node: NodeID
    public var from: RelativePath
    public var to: RelativePath
    /// Which file is to move.
    public var identity: FileIdentity
    /// Whatever the caller needs to finish or to drop it; opaque here.
    public var operation: [UInt8]

    public init(node: NodeID, from: RelativePath, to: RelativePath, identity: FileIdentity, operation: [UInt8]) {
        self.node = node
        self.from = from
        self.to = to
        self.identity = identity
        self.operation = operation
    }
}
