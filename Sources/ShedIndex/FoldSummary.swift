import ShedModel

/// What a fold of the batches found, apart from the model and the list of the batches.
public struct FoldSummary: Hashable, Sendable {
    /// The IDs of the batches that no other batch names as parent, 32 bytes each.
    public var heads: [[UInt8]]
    /// The number of the last batch that this replica is known to have written, also if that is lost; 0: none.
    public var sequence: UInt64
    /// Whether there are batches of other replicas.
    public var hasOtherReplicas: Bool
    /// The latest stamp of theirs, in milliseconds since 1970; `nil` without them, and in an index of an earlier version.
    public var lastOfOthers: Int64?
    /// How many operations this version does not know.
    public var unknownOperations: Int
    /// Fields that were set by stamps from the future.
    public var future: [FutureField]
    /// IDs that claim one path.
    public var doubled: [DoubledIDs]
    /// Nodes to whose place another came later (``Model/outplaced``).
    public var outplaced: Set<NodeID>
    /// What files hold that were never seen here, or hold by now, as other devices have said (``SeenContent``).
    public var hints: [NodeID: FileContent]
    /// By which rules the batches were folded, a number that is theirs who fold; 0 in an index of a version that gave its rules none.
    public var rules: UInt64 = 0
    /// What of the sidecar is missing.
    public var gaps: SidecarGaps
    /// The directories that the batches were listed from.
    public var standing = StandingFolders()
    /// What was folded besides the fold that this machine keeps.
    public var unkept = UnkeptBatches()
    /// Batches of one replica under one number: the first of them, in the order of replica and number.
    public var forks: [ReplicaFork]
    /// The replica of this machine, where batches of it were found that this machine did not write; `nil` where none were.
    public var sharedReplica: ReplicaID?

    /// Whether it says when other replicas wrote, if there are any.
    public var knowsOthers: Bool { !hasOtherReplicas || lastOfOthers != nil }

    /// Says nothing any more of where the batches stand: they are listed, and compared one by one.
    public mutating func forgetFiles() { (standing, unkept) = (StandingFolders(), UnkeptBatches()) }

    public init(heads: [[UInt8]] = []) {
        self.heads = heads
        sequence = 0
        hasOtherReplicas = false
        lastOfOthers = nil
        unknownOperations = 0
        future = []
        doubled = []
        outplaced = []
        hints = [:]
        gaps = SidecarGaps()
        forks = []
        sharedReplica = nil
    }
}

/// Different batches of one replica under one number.
public struct ReplicaFork: Hashable, Sendable {
    public var replica: ReplicaID
    public var sequence: UInt64
    /// Their IDs, 32 bytes each, sorted.
    public var batches: [[UInt8]]

    public init(replica: ReplicaID, sequence: UInt64, batches: [[UInt8]]) {
        self.replica = replica
        self.sequence = sequence
        self.batches = batches
    }
}

/// The directories that batches were listed from, as they were then.
///
/// It says nothing of the project, only how to find out quickly that it is as it was: summaries that differ in it alone are the same, and
/// it is written along with whatever else changes.
public struct StandingFolders: Hashable, Sendable {
    /// Empty where that is not known.
    public var folders: [ListedFolder]

    public init(_ folders: [ListedFolder] = []) { self.folders = folders }

    /// Says which files stand in them.
    var digest: UInt64 { folders.reduce(0) { $0 &+ $1.folder.digest } }

    /// What is told of a directory, by the digest of what stands in it.
    typealias Told = (folder: UInt64, value: UInt64)

    /// Takes over what was read beside them. An earlier version writes the folders, and leaves that as it was.
    mutating func note(_ names: [Told], _ counts: [Told]) {
        let known = [names, counts].map { told in Dictionary(told.map { ($0.folder, $0.value) }) { first, _ in first } }
        for position in folders.indices {
            let digest = folders[position].folder.digest
            folders[position].names = known[0][digest] ?? 0
            folders[position].count = Int(clamping: known[1][digest] ?? 0)
        }
    }

    public static func == (left: StandingFolders, right: StandingFolders) -> Bool { true }

    public func hash(into hasher: inout Hasher) {}
}

/// Which batches are folded that a fold that was kept beside the index does not hold.
///
/// It says nothing of the project, only how to find out quickly what has to be read: summaries that differ in it alone are the same, as
/// with ``StandingFolders``.
public struct UnkeptBatches: Hashable, Sendable {
    /// Which fold that is: its checksum, 32 bytes; empty where there is none, or nobody knows what it lacks.
    public private(set) var fold: [UInt8] = []
    /// The files that were folded since.
    public private(set) var paths: [RelativePath] = []

    /// With more of them all are compared with the index.
    private static let most = 4_096
    /// Which files it is about, where that was read (``StandingFolders/digest``).
    private var state: UInt64?

    /// Nothing is known.
    public init() {}

    /// All that is folded is in the fold, or in these files.
    public init(besides fold: [UInt8], _ paths: [RelativePath] = []) {
        guard paths.count <= UnkeptBatches.most else { return }
        (self.fold, self.paths) = (fold, paths)
    }

    init(besides fold: [UInt8], of state: UInt64, _ paths: [RelativePath]) {
        self.init(besides: fold, paths)
        self.state = state
    }

    /// An earlier version folds other batches, and leaves what it does not know as it was.
    mutating func settle(_ digest: UInt64) {
        if let state, state != digest { self = UnkeptBatches() }
        state = nil
    }

    /// Takes note of a file that was folded into what the index holds.
    public mutating func insert(_ path: RelativePath) {
        guard !fold.isEmpty else { return }
        if paths.count < UnkeptBatches.most { paths.append(path) } else { self = UnkeptBatches() }
    }

    func isSame(as other: UnkeptBatches) -> Bool { fold == other.fold && paths == other.paths }

    public static func == (left: UnkeptBatches, right: UnkeptBatches) -> Bool { true }

    public func hash(into hasher: inout Hasher) {}
}

/// What of the sidecar is missing.
public struct SidecarGaps: Hashable, Sendable {
    /// Why the sidecar is not whole, a sentence for each gap; empty where it is whole.
    public var reasons: [String]
    /// Whether it says which batches are missing; one that was read from an index of an earlier version may say only
    /// that something is.
    public var namesBatches: Bool
    /// The IDs of batches that others name as parents, that are not there and that nobody gave up, 32 bytes each.
    public var absentParents: [[UInt8]]
    /// The IDs of all batches that are known to be missing, sorted, 32 bytes each.
    public var missingBatches: [[UInt8]]
    /// The reasons that this machine has gone on without.
    public var waived: [String]

    /// Nothing is missing.
    public init() {
        reasons = []
        namesBatches = true
        absentParents = []
        missingBatches = []
        waived = []
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

/// Two IDs that claim one path and cannot be the same node.
public struct DoubledIDs: Hashable, Sendable {
    public var older: NodeID
    public var younger: NodeID

    public init(older: NodeID, younger: NodeID) {
        self.older = older
        self.younger = younger
    }
}
