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
    /// Whether a batch says what it holds (``SeenContent``).
    public var isSaid: Bool

    public init(evidence: Evidence, hash: ContentHash? = nil, isRacy: Bool = false, isSaid: Bool = false) {
        self.evidence = evidence
        self.hash = hash
        self.isRacy = isRacy
        self.isSaid = isSaid
    }
}

/// What this machine remembers of the disk: the last scan. It can be lost without loss of any ID.
public struct Memory: Sendable {
    /// What was last seen of each node, also of those that are missing now.
    public private(set) var seen = IDTable<Sighting>()
    /// Nodes that were found missing, and when, in milliseconds since 1970.
    public var missing = IDTable<Int64>()
    public var unsettled = Unsettled()
    /// The positions in ``seen`` by the file; built when first asked for, then kept up.
    private var byIdentity: SlotIndex?

    public init() {}

    /// Whether this machine has never scanned the project.
    public var isEmpty: Bool { seen.isEmpty && missing.isEmpty }

    /// What was seen of nodes goes to those whose second names they are now.
    public mutating func follow(aliasesOf operations: some Sequence<Operation>) {
        var targets: [NodeID: NodeID] = [:]
        for operation in operations {
            guard let target = operation.aliasTarget else { continue }
            unsettled.rejections[operation.id] = nil
            targets[operation.id] = target
            guard let sighting = seen[operation.id] else { continue }
            forget(operation.id)
            record(sighting, of: target)
            missing[target] = nil
        }
        guard !targets.isEmpty else { return }
        unsettled.resolveMoves { id in
            var id = id
            // A batch may give a second name to a second name; what has more than a few is resolved when it is next loaded.
            for _ in 0..<16 { if let target = targets[id] { id = target } else { break } }
            return id
        }
    }

    /// What was seen as some files goes to those that have taken their places. What these hold is still to be looked at.
    public mutating func follow(_ replacements: [FileIdentity: FileIdentity]) {
        guard !replacements.isEmpty else { return }
        prepareIdentities()
        // First all are found: one file may have taken the place of another that took a third one's.
        let known = replacements.flatMap { old, new in nodes(seenAs: old).map { ($0, new) } }
        for (id, new) in known {
            guard var sighting = seen[id] else { continue }
            (sighting.evidence.device, sighting.evidence.inode, sighting.evidence.birth) = (new.device, new.inode, new.birth)
            sighting.isRacy = true
            record(sighting, of: id)
        }
    }

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

    /// Takes note that a batch says what a node's file holds.
    public mutating func noteSaid(_ id: NodeID) {
        guard let position = seen.position(of: id) else { return }
        seen.update(position) { $0.isSaid = true }
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
