import ShedModel

/// What the index keeps beside the nodes and the list of batches (``FoldedBatches``).
public struct IndexMeta: Hashable, Sendable {
    public var project: NodeID
    /// How often the index was written. Set by the index: what a caller puts here is not written.
    public internal(set) var generation: UInt64
    /// The time part of the last stamp that the replica's clock gave or observed.
    public var clock: UInt64
    /// What the last fold of the batches found.
    public var fold: FoldSummary
    /// As ``Memory/unsettled``; of what may be long, at most ``mostWaiting`` are written.
    public var unsettled = Unsettled()
    /// IDs that turned out to be second names of other nodes.
    public var aliases: [NodeID: NodeID]
    /// Moves that were about to be made, in the caller's order.
    public var intents: [Intent]
    /// Tags, their groups, and variables, in the order of kind and ID; `nil` in an index of an earlier version, which did
    /// not fold them.
    public var labels: [LabelRecord]?
    /// Whether nodes say when they were made and last changed; not in an index of an earlier version.
    public var isDated = true
    /// What the last walk left beside what it took in; `nil` where there is nothing to be said or done until something
    /// changes.
    public var leftover: Leftover?
    /// What vanished and what came at the same time, and is likely to be it; the newest last.
    public var pairs: [KnownPair]
    /// What was told since the sidecar is not whole, and nothing is saved that was seen; at most ``mostWaiting`` are written.
    public var told: [NodeID: ToldChange] = [:]
    /// What kinds of projects keep for themselves, each under keys of its own (`KIND.WHAT`); opaque here.
    public var kindData: [String: [UInt8]]

    /// Counts as what the index holds since a write.
    public mutating func takeGeneration(of writes: IndexWrites) { generation = writes.generation }

    /// So many entries of a list of what waits are kept.
    public static let mostWaiting = 10_000

    public init(project: NodeID, clock: UInt64 = 0, fold: FoldSummary = FoldSummary()) {
        self.project = project
        self.clock = clock
        self.fold = fold
        generation = 0
        aliases = [:]
        intents = []
        labels = []
        leftover = nil
        pairs = []
        kindData = [:]
    }
}

/// A node that vanished, and one that is likely to be it.
public struct KnownPair: Hashable, Sendable {
    public var missing: NodeID
    public var present: NodeID
    /// How much of their contents is in both, in percent; `nil` where the content of the missing one was never read.
    public var likeness: Int?

    public init(missing: NodeID, present: NodeID, likeness: Int?) {
        self.missing = missing
        self.present = present
        self.likeness = likeness
    }
}

/// What a walk leaves beside what it took in.
public enum Leftover: UInt8, Sendable {
    /// Something is refused, held back or doubted: the next walk looks at everything again.
    case work = 1
    /// Something is missing, was never seen or was rejected, or a conflict copy stands there, which has to be looked up.
    case news = 2
}

/// A move that is about to be made (a refused file goes to Rejected), written down before it is made.
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
