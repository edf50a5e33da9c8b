import ShedModel

/// One field of one node.
public struct FieldKey: Hashable, Sendable {
    public var id: NodeID
    /// The field's name in the sidecar.
    public var field: String

    public init(id: NodeID, field: String) {
        self.id = id
        self.field = field
    }
}

/// Two IDs that replicas minted for one path side by side, and that cannot be the same node: their types, roles or
/// recorded contents differ.
public struct DoubledID: Hashable, Sendable {
    public var older: NodeID
    public var younger: NodeID
}

/// Why operations may be missing. While there is a reason, shed mints no ID (Documentation/Sidecar.md).
public enum Gap: Hashable, Sendable, CustomStringConvertible {
    /// A file that may hold operations could not be folded.
    case file(RelativePath, BatchFault)
    /// A batch that another names as parent is not there.
    case absent(BatchID)

    /// The batch that is missing and can be given up: one that is not there, or of which a torn file is left. A file
    /// that a newer shed or its owner can read is none.
    public var batch: BatchID? {
        switch self {
        case .absent(let id): id
        case .file(let path, .torn): path.last.flatMap(BatchName.id)
        case .file: nil
        }
    }

    public var description: String {
        switch self {
        case .file(let path, let fault): ".shed/\(path): \(fault)"
        case .absent(let id): "batch \(id) has not arrived; let the sync finish"
        }
    }
}

/// What a fold of batches gives. The same batches in any order give the same.
public struct Folded: Sendable {
    public var model: Model
    /// IDs that the fold itself took for second names of others, although no operation says so; sorted by ID.
    public var aliasesFound: [NodeID: NodeID] = [:]
    /// Sorted by the older ID.
    public var doubled: [DoubledID] = []
    /// Nodes that were put at the root because their parents formed a cycle, sorted.
    public var uncycled: [NodeID] = []
    /// What files held when a device last read them, as far as one has said so (``SeenContent``). Nothing else of the fold hangs on it.
    public var hints: [NodeID: FileContent] = [:]
    /// Fields whose value is stamped more than a day ahead: a later edit needs a stamp greater than this.
    public var future: [FieldKey: Stamp] = [:]
}
