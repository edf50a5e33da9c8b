/// What of a project's files has not come to its end, on this machine: it waits, is on its way, or was refused and may still be explained.
public struct Unsettled: Hashable, Sendable {
    /// Arrivals that wait for what explains them, by path, and when they were first seen (milliseconds since 1970).
    public var pending: [RelativePath: Int64] = [:]
    /// Where something was refused and moved to Rejected, and when (milliseconds since 1970): what comes to stand there soon after
    /// is likely to be saved by a program that still works on it.
    public var refused: [RelativePath: Int64] = [:]
    /// What was refused and moved to Rejected, by the node that it is there.
    public var rejections: [NodeID: RejectedItem] = [:]
    /// Nodes that another device has moved, by its batches, and whose files may still stand where they were here.
    public var incomingMoves: [NodeID: IncomingMove] = [:]
    /// Nodes that were moved where they may not be and wait there, by the path at which they stand.
    public var waitingMoves: [RelativePath: WaitingMove] = [:]
    /// Nodes that batches have brought which were not known here, until they are seen: what comes after its batch is news then.
    public var incomingNodes: Set<NodeID> = []

    public init() {}

    /// So long, and so many at most, are remembered in ``refused``: a day in milliseconds.
    private static let refusals = (time: 86_400_000 as Int64, most: 1_000)

    /// - Parameter now: in milliseconds since 1970.
    public mutating func noteRefused(_ paths: some Sequence<RelativePath>, at now: Int64) {
        refused = refused.filter { Unsettled.isRecent($0.value, now) }
        for path in paths { refused[path] = now }
        guard refused.count > Unsettled.refusals.most else { return }
        let latest = refused.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Unsettled.refusals.most)
        refused = Dictionary(uniqueKeysWithValues: latest.map { ($0.key, $0.value) })
    }

    /// Takes note of what was moved to Rejected. So many are remembered as in ``refused``: those with the latest IDs.
    public mutating func noteRejected(_ id: NodeID, _ identity: FileIdentity, isCarried: Bool) {
        rejections[id] = nil
        if rejections.count >= Unsettled.refusals.most, let oldest = rejections.keys.min() { rejections[oldest] = nil }
        rejections[id] = RejectedItem(identity: identity, isCarried: isCarried)
    }

    /// What waits where it may not be waits as the node whose second name it has by now.
    public mutating func resolveMoves(_ resolve: (NodeID) -> NodeID) {
        waitingMoves = waitingMoves.mapValues { WaitingMove(node: resolve($0.node), isSameFile: $0.isSameFile) }
    }

    /// Whether something was refused at a path within a day.
    public func wasRefused(_ path: RelativePath, now: Int64) -> Bool { refused[path].map { Unsettled.isRecent($0, now) } ?? false }

    /// A time to come, of a clock that was set back, is no recent one.
    private static func isRecent(_ time: Int64, _ now: Int64) -> Bool { (0..<refusals.time).contains(now &- time) }
}

/// Where a node stood when another device's batch said that it stands elsewhere. What carries the files may bring the new
/// place later than the batch, and take the old one away last.
public struct IncomingMove: Hashable, Sendable {
    /// Where it was last seen here.
    public var place: Place
    /// The file that it was there.
    public var identity: FileIdentity
    /// Since when, in milliseconds since 1970.
    public var since: Int64

    public init(place: Place, identity: FileIdentity, since: Int64) {
        self.place = place
        self.identity = identity
        self.since = since
    }
}

/// A node that was moved where it may not be and waits there.
public struct WaitingMove: Hashable, Sendable {
    public var node: NodeID
    /// Whether its very file was moved there, as people do, and not made anew, as sync programs do: then what is saved anew there
    /// is the same node still.
    public var isSameFile: Bool

    public init(node: NodeID, isSameFile: Bool) {
        self.node = node
        self.isSameFile = isSameFile
    }
}

/// Something that this machine has moved to Rejected, and that a batch may still explain.
public struct RejectedItem: Hashable, Sendable {
    /// The file that was moved.
    public var identity: FileIdentity
    /// Its last change of the inode (ctime), as the first scan after the move saw it; `nil` before that. What somebody touched since
    /// has a later one.
    public var changed: Int64?
    /// Whether a sync engine or git had brought it, as far as anything told.
    public var isCarried: Bool
    /// The node that it is, as a batch says that came later: itself where that only lets it stand where it stood, or elsewhere.
    public var explanation: NodeID?

    public init(identity: FileIdentity, isCarried: Bool, changed: Int64? = nil, explanation: NodeID? = nil) {
        self.identity = identity
        self.isCarried = isCarried
        self.changed = changed
        self.explanation = explanation
    }
}
