/// What the file system says of one entry (statx(2)): the evidence by which a node is known again. Anybody can set times, and make
/// files of any size that hold nothing: what is made of such is within ``Nanoseconds/range``, and of no size below 0.
public struct Evidence: Hashable, Sendable {
    /// Major number in the upper, minor in the lower 32 bits.
    public var device: UInt64
    public var inode: UInt64
    /// Birth time in nanoseconds since 1970; 0 where the file system keeps none.
    public var birth: Int64
    /// In bytes.
    public var size: Int64
    /// Last change of content (mtime), in nanoseconds since 1970.
    public var modified: Int64
    /// Last change of the inode (ctime), in nanoseconds since 1970.
    public var changed: Int64
    /// Number of hard links.
    public var links: UInt32
    /// File type and permissions, as `st_mode`.
    public var mode: UInt32

    public init(
        device: UInt64 = 0, inode: UInt64 = 0, birth: Int64 = 0, size: Int64 = 0, modified: Int64 = 0,
        changed: Int64 = 0, links: UInt32 = 1, mode: UInt32 = 0
    ) {
        self.device = device
        self.inode = inode
        self.birth = Nanoseconds.bounded(birth)
        self.size = max(size, 0)
        self.modified = Nanoseconds.bounded(modified)
        self.changed = Nanoseconds.bounded(changed)
        self.links = links
        self.mode = mode
    }

    /// What says “the same file”: never the inode alone.
    public var identity: FileIdentity { FileIdentity(device: device, inode: inode, birth: birth) }

    /// Whether the inode changed less than some time ago; what comes, is written to or moved changes its own. Times to come say
    /// nothing: another machine's clock may have given them.
    /// - Parameters:
    ///   - duration: in milliseconds; with 0 nothing did.
    ///   - now: milliseconds since 1970.
    public func wasChanged(within duration: Int64, before now: Int64) -> Bool {
        Evidence.isRecent(changed, duration, now)
    }

    /// Whether the content changed less than some time ago, as far as nobody has set its time; else as ``wasChanged(within:before:)``.
    public func wasWritten(within duration: Int64, before now: Int64) -> Bool {
        Evidence.isRecent(changed, duration, now) && Evidence.isRecent(modified, duration, now)
    }

    private static func isRecent(_ time: Int64, _ duration: Int64, _ now: Int64) -> Bool {
        duration > 0 && time >= (now - duration) * 1_000_000 && time <= now * 1_000_000 + clockDifference
    }

    /// Whether the file may have changed just when it was looked at, so that its times would not show another change: they are within 2 s
    /// before that moment, or later.
    /// - Parameter moment: when it was looked at, in nanoseconds since 1970.
    public func isRacy(at moment: Int64) -> Bool { max(modified, changed) > moment - Evidence.racyWindow }

    /// In nanoseconds.
    private static let racyWindow: Int64 = 2_000_000_000

    /// By how much the clock of the file system may be ahead, in nanoseconds: it is read less exactly.
    private static let clockDifference: Int64 = 1_000_000_000

    /// Whether the content may differ from what the other evidence saw: size, mtime or ctime differ.
    public func differsInContent(from other: Evidence) -> Bool {
        size != other.size || modified != other.modified || changed != other.changed
    }
}

/// Which file this is, as far as the file system can say: device, inode and birth time.
public struct FileIdentity: Hashable, Sendable {
    public var device: UInt64
    public var inode: UInt64
    public var birth: Int64

    public init(device: UInt64, inode: UInt64, birth: Int64) {
        self.device = device
        self.inode = inode
        self.birth = birth
    }
}

/// What was seen of one node at the last scan.
public struct Sighting: Hashable, Sendable {
    public var evidence: Evidence
    /// The content's hash, if it was taken while the file stood still.
    public var hash: ContentHash?
    /// Whether the file could have changed in the tick in which it was seen, without its times showing it.
    public var isRacy: Bool

    public init(evidence: Evidence, hash: ContentHash? = nil, isRacy: Bool = false) {
        self.evidence = evidence
        self.hash = hash
        self.isRacy = isRacy
    }
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

/// What this machine remembers of the disk: the last scan. It can be lost without loss of any ID.
public struct Memory: Sendable {
    /// What was last seen of each node, also of those that are missing now.
    public private(set) var seen = IDTable<Sighting>()
    /// Nodes that were found missing, and when, in milliseconds since 1970.
    public var missing = IDTable<Int64>()
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
    /// The positions in ``seen`` by the file; built when first asked for, then kept up.
    private var byIdentity: SlotIndex?

    public init() {}

    /// Whether this machine has never scanned the project.
    public var isEmpty: Bool { seen.isEmpty && missing.isEmpty }

    /// So long, and so many at most, are remembered in ``refused``: a day in milliseconds.
    private static let refusals = (time: 86_400_000 as Int64, most: 1_000)

    /// - Parameter now: in milliseconds since 1970.
    public mutating func noteRefused(_ paths: some Sequence<RelativePath>, at now: Int64) {
        refused = refused.filter { Memory.isRecent($0.value, now) }
        for path in paths { refused[path] = now }
        guard refused.count > Memory.refusals.most else { return }
        let latest = refused.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Memory.refusals.most)
        refused = Dictionary(uniqueKeysWithValues: latest.map { ($0.key, $0.value) })
    }

    /// Takes note of what was moved to Rejected. So many are remembered as in ``refused``: those with the latest IDs.
    public mutating func noteRejected(_ id: NodeID, _ identity: FileIdentity, isCarried: Bool) {
        rejections[id] = nil
        if rejections.count >= Memory.refusals.most, let oldest = rejections.keys.min() { rejections[oldest] = nil }
        rejections[id] = RejectedItem(identity: identity, isCarried: isCarried)
    }

    /// What was seen of nodes goes to those whose second names they are now.
    public mutating func follow(aliasesOf operations: some Sequence<Operation>) {
        var targets: [NodeID: NodeID] = [:]
        for operation in operations {
            guard let target = operation.aliasTarget else { continue }
            rejections[operation.id] = nil
            targets[operation.id] = target
            guard let sighting = seen[operation.id] else { continue }
            forget(operation.id)
            record(sighting, of: target)
            missing[target] = nil
        }
        guard !targets.isEmpty else { return }
        resolveWaitingMoves { id in
            var id = id
            // A batch may give a second name to a second name; what has more than a few is resolved when it is next loaded.
            for _ in 0..<16 { if let target = targets[id] { id = target } else { break } }
            return id
        }
    }

    /// What waits where it may not be waits as the node whose second name it has by now.
    public mutating func resolveWaitingMoves(_ resolve: (NodeID) -> NodeID) {
        waitingMoves = waitingMoves.mapValues { WaitingMove(node: resolve($0.node), isSameFile: $0.isSameFile) }
    }

    /// Whether something was refused at a path within a day.
    public func wasRefused(_ path: RelativePath, now: Int64) -> Bool { refused[path].map { Memory.isRecent($0, now) } ?? false }

    /// A time to come, of a clock that was set back, is no recent one.
    private static func isRecent(_ time: Int64, _ now: Int64) -> Bool { (0..<refusals.time).contains(now &- time) }

    public mutating func reserve(_ count: Int) { seen.reserveCapacity(count) }

    /// Whether the node was on disk at the last scan.
    public func isPresent(_ id: NodeID) -> Bool { seen.position(of: id) != nil && missing[id] == nil }

    public mutating func record(_ sighting: Sighting, of id: NodeID) {
        guard byIdentity != nil else {
            seen.updateValue(sighting, forKey: id)
            return
        }
        let known = seen.position(of: id)
        if let known {
            guard seen.values[known].evidence.identity != sighting.evidence.identity else {
                seen.updateValue(sighting, forKey: id)
                return
            }
            byIdentity?.remove(known, hash: Memory.hash(seen))
        }
        seen.updateValue(sighting, forKey: id)
        byIdentity?.insert(known ?? seen.count - 1, hash: Memory.hash(seen))
    }

    /// Forgets all that was seen of a node.
    public mutating func forget(_ id: NodeID) {
        missing[id] = nil
        guard let position = seen.position(of: id) else { return }
        if byIdentity != nil {
            let last = seen.count - 1
            byIdentity?.remove(position, hash: Memory.hash(seen))
            // The table puts its last element into the gap.
            if position != last { byIdentity?.move(last, to: position, hash: Memory.hash(seen)(last)) }
        }
        seen.removeValue(forKey: id)
    }

    private static func hash(_ seen: IDTable<Sighting>) -> (Int) -> Int {
        { IDHash.of(seen.values[$0].evidence.identity) }
    }

    /// Prepares ``nodes(seenAs:)``: one pass over all sightings.
    public mutating func prepareIdentities() {
        guard byIdentity == nil else { return }
        var index = SlotIndex()
        index.reserve(seen.count, hash: Memory.hash(seen))
        for position in seen.indices { index.insert(position, hash: Memory.hash(seen)) }
        byIdentity = index
    }

    /// Whether ``nodes(seenAs:)`` is quick.
    public var hasIdentities: Bool { byIdentity != nil }

    /// The nodes that were last seen as this file, in no order. Only after ``prepareIdentities()``.
    public func nodes(seenAs identity: FileIdentity) -> [NodeID] {
        var found: [NodeID] = []
        _ = byIdentity?.first(IDHash.of(identity)) { position in
            if seen.values[position].evidence.identity == identity { found.append(seen.keys[position]) }
            return false
        }
        return found
    }

    /// Whether one of the nodes that were last seen as this file is such a one. Looks no further than it must: a file can have many names,
    /// each with a node. Only after ``prepareIdentities()``.
    public func hasNode(seenAs identity: FileIdentity, where condition: (NodeID) -> Bool) -> Bool {
        byIdentity?.first(IDHash.of(identity)) { seen.values[$0].evidence.identity == identity && condition(seen.keys[$0]) } != nil
    }
}
