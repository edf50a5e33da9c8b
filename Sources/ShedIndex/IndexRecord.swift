import ShedModel

/// A folder node (or the project itself) as the index keeps it.
public struct FolderRecord: Hashable, Sendable {
    public var node: Node
    /// What the last scan saw of it; `nil` if no scan ever did.
    public var sighting: Sighting?
    /// When it was found missing, in milliseconds since 1970.
    public var missingSince: Int64?
    /// What its entries were; `nil` if they were never read to the end.
    public var digest: DirectoryDigest?

    public init(node: Node, sighting: Sighting? = nil, missingSince: Int64? = nil, digest: DirectoryDigest? = nil) {
        self.node = node
        self.sighting = sighting
        self.missingSince = missingSince
        self.digest = digest
    }
}

/// A file node as the index keeps it.
public struct FileRecord: Hashable, Sendable {
    public var node: Node
    /// What the last scan saw of it; `nil` if no scan ever did.
    public var sighting: Sighting?
    /// When it was found missing, in milliseconds since 1970.
    public var missingSince: Int64?

    public init(node: Node, sighting: Sighting? = nil, missingSince: Int64? = nil) {
        self.node = node
        self.sighting = sighting
        self.missingSince = missingSince
    }
}

/// What a directory's entries were at the last scan.
public struct DirectoryDigest: Hashable, Sendable {
    /// `Snapshot.Directory.digest` as it was seen.
    public var value: UInt64
    /// Whether an entry could have changed since without the digest showing it: such a digest is not trusted.
    public var isRacy: Bool
    /// How many entries were files, and how many folders.
    public var files: Int
    public var folders: Int

    public init(value: UInt64, isRacy: Bool, files: Int, folders: Int) {
        self.value = value
        self.isRacy = isRacy
        self.files = files
        self.folders = folders
    }
}

/// Everything in the index, in memory.
public struct IndexContents: Sendable {
    public var model: Model
    public var memory: Memory
    public var meta: IndexMeta
    public var digests: [NodeID: DirectoryDigest]
    public var batches: FoldedBatches

    public init(
        model: Model, memory: Memory, meta: IndexMeta, digests: [NodeID: DirectoryDigest], batches: FoldedBatches = FoldedBatches()
    ) {
        self.model = model
        self.memory = memory
        self.meta = meta
        self.digests = digests
        self.batches = batches
    }

    /// The meta with what model and memory know better: as ``ProjectIndex/replace(with:)`` writes it.
    public var settledMeta: IndexMeta {
        var meta = meta
        meta.project = model.project
        meta.aliases = model.aliases
        meta.labels = model.labels.sortedRecords
        meta.unsettled = memory.unsettled
        return meta
    }

    /// Everything, node by node: two indexes of the same project are equal if these are.
    public var nodes: [NodeID: FileRecord] {
        var records: [NodeID: FileRecord] = [:]
        for (id, node) in model.nodes {
            records[id] = FileRecord(node: node, sighting: memory.seen[id], missingSince: memory.missing[id])
        }
        return records
    }
}

/// What is to change in the index.
public struct IndexChanges: Sendable {
    /// Folders that are new or differ.
    public var folders: [FolderRecord]
    /// Folders that are no node any more. The file lists that the index holds for them go too.
    public var removed: [NodeID]
    /// The complete new lists of files, by ``ProjectIndex/home(of:in:)``. A file that moved is in two lists.
    public var files: [NodeID: [FileRecord]]
    /// `nil` leaves it as it is, the generation apart.
    public var meta: IndexMeta?
    /// All of them, with what is not saved among them; `nil` leaves them as they are. They belong to ``meta``, whose
    /// generation says of which state of the index they are known.
    public var batches: FoldedBatches?

    public init(
        folders: [FolderRecord] = [], removed: [NodeID] = [], files: [NodeID: [FileRecord]] = [:], meta: IndexMeta? = nil,
        batches: FoldedBatches? = nil
    ) {
        self.folders = folders
        self.removed = removed
        self.files = files
        self.meta = meta
        self.batches = batches
    }
}

/// What a write came to. Rows whose bytes did not differ are not written.
public struct IndexWrites: Hashable, Sendable {
    /// The generation of the index now: where a row was written, a new one.
    public var generation: UInt64 = 0
    public var foldersWritten = 0
    public var foldersRemoved = 0
    public var chunksWritten = 0
    public var chunksRemoved = 0
    public var batchesWritten = 0
    public var batchesRemoved = 0
    /// Rows of what stands beside nodes and batches, but for the generation's own.
    public var metaWritten = 0

    /// How many rows were written or removed, but for the generation's own.
    public var rows: Int {
        foldersWritten + foldersRemoved + chunksWritten + chunksRemoved + batchesWritten + batchesRemoved + metaWritten
    }
}

/// A node of this index that a search by file identity found.
public struct FoundNode: Hashable, Sendable {
    public var identity: FileIdentity
    public var node: Node
    /// Its recorded place; `nil` where a parent is unknown.
    public var path: RelativePath?
    public var sighting: Sighting
}
