import ShedModel

/// A file of the sidecar that is folded into the indexed state, with the evidence that it is the same file.
public struct FoldedBatch: Hashable, Sendable {
    /// Relative to `.shed/`.
    public var path: RelativePath
    /// In bytes.
    public var size: Int64
    /// In nanoseconds since 1970.
    public var modified: Int64
    public var inode: UInt64
    /// The batch's ID, 32 bytes; all zero for a file that could not be folded, or is a base.
    public var id: [UInt8]

    public init(path: RelativePath, size: Int64, modified: Int64, inode: UInt64, id: [UInt8]) {
        self.path = path
        self.size = size
        self.modified = modified
        self.inode = inode
        self.id = id
    }
}

/// The batch files that a state is the fold of, and which of them the index does not hold as they are here.
///
/// To change one and to save that costs the same however many there are.
public struct FoldedBatches: Sendable {
    /// By ``FoldedBatch/path``.
    public private(set) var files: [RelativePath: FoldedBatch] = [:]
    /// The paths at which something changed since the index was read or written.
    public private(set) var unsaved: Set<RelativePath> = []

    public init() {}

    public var count: Int { files.count }
    public var isEmpty: Bool { files.isEmpty }

    /// Adds a file, or what became of one.
    public mutating func insert(_ batch: FoldedBatch) {
        unsaved.insert(batch.path)
        files[batch.path] = batch
    }

    public mutating func remove(at path: RelativePath) {
        guard files.removeValue(forKey: path) != nil else { return }
        unsaved.insert(path)
    }

    /// The index holds all of it now.
    public mutating func markSaved() { unsaved = [] }

    /// What an index holds.
    init(saved batches: some Sequence<FoldedBatch>) {
        for batch in batches { files[batch.path] = batch }
    }
}

extension FoldedBatches: Equatable {
    /// Whether they are the same files, saved or not.
    public static func == (left: FoldedBatches, right: FoldedBatches) -> Bool { left.files == right.files }
}
