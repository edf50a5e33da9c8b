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
    /// The ID of the batch or base, 32 bytes; all zero for a file that could not be folded, and for a base that an earlier version folded.
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
/// To change one and to save that costs the same however many there are. There is one for each change that ever was, so
/// they are kept small.
public struct FoldedBatches: Sendable {
    /// Those that stand where shed puts them under their own names, and hold what those say.
    private var own: [OwnBatch: OwnBatch.File] = [:]
    /// All others, by ``FoldedBatch/path``.
    private var others: [RelativePath: FoldedBatch] = [:]
    /// The paths at which something changed since the index was read or written.
    public private(set) var unsaved: Set<RelativePath> = []

    /// Whether the others that the index holds are not among them, nor counted: only what came or went since is.
    public private(set) var isPart = false

    public init() {}

    /// Nothing as yet of what an index holds.
    public static var part: FoldedBatches {
        var batches = FoldedBatches()
        batches.isPart = true
        return batches
    }

    /// With what an index holds besides.
    public func completed(by saved: FoldedBatches) -> FoldedBatches {
        guard isPart else { return self }
        var all = saved
        for path in unsaved {
            if let batch = self[path] { all.insert(batch) } else { all.remove(at: path) }
        }
        return all
    }

    public var count: Int { own.count + others.count }
    public var isEmpty: Bool { own.isEmpty && others.isEmpty }

    /// The file at a path.
    public subscript(path: RelativePath) -> FoldedBatch? {
        if let batch = OwnBatch(path), let file = own[batch] { return batch.folded(file) }
        return others[path]
    }

    /// All of them, in the order of their paths.
    public var all: [FoldedBatch] { (own.map { $0.folded($1) } + others.values).sorted { $0.path < $1.path } }

    /// Adds a file, or what became of one.
    public mutating func insert(_ batch: FoldedBatch) {
        unsaved.insert(batch.path)
        put(batch)
    }

    public mutating func remove(at path: RelativePath) {
        if drop(path) || isPart { unsaved.insert(path) }
    }

    /// The index holds all of it now.
    public mutating func markSaved() { unsaved = [] }

    /// What an index holds.
    init(saved batches: some Sequence<FoldedBatch>) {
        for batch in batches { put(batch) }
    }

    private mutating func put(_ batch: FoldedBatch) {
        drop(batch.path)
        if let place = OwnBatch(batch.path), place.holds(batch.id) {
            own[place] = OwnBatch.File(size: batch.size, modified: batch.modified, inode: batch.inode)
        } else {
            others[batch.path] = batch
        }
    }

    /// - Returns: whether there was one.
    @discardableResult
    private mutating func drop(_ path: RelativePath) -> Bool {
        if let batch = OwnBatch(path), own.removeValue(forKey: batch) != nil { return true }
        return others.removeValue(forKey: path) != nil
    }
}

extension FoldedBatches: Equatable {
    /// Whether they are the same files, saved or not.
    public static func == (left: FoldedBatches, right: FoldedBatches) -> Bool { left.own == right.own && left.others == right.others }
}

/// A batch at the path that shed gives it (Documentation/Sidecar.md): `ops/<replica>/<stamp>-<ID>.jsonl`. It takes a
/// quarter of the memory that the path and the ID would take as bytes.
private struct OwnBatch: Hashable {
    /// The rest of a ``FoldedBatch``.
    struct File: Hashable {
        var size: Int64
        var modified: Int64
        var inode: UInt64
    }

    private var stamp: Stamp
    /// The ID, most significant first.
    private var words: (UInt64, UInt64, UInt64, UInt64)

    private static let suffix = Array(".jsonl".utf8)
    private static let length = Stamp.textLength + 1 + 64 + suffix.count

    /// `nil` for any other path.
    init?(_ path: RelativePath) {
        guard path.names.count == 3, path.names[0] == "ops", case let name = path.names[2].bytes, name.count == OwnBatch.length,
            name.suffix(OwnBatch.suffix.count).elementsEqual(OwnBatch.suffix), name[16] == UInt8(ascii: "-"),
            name[33] == UInt8(ascii: "-"), name[17..<33].elementsEqual(path.names[1].bytes),
            let time = OwnBatch.word(name, at: 0), let replica = OwnBatch.word(name, at: 17),
            let first = OwnBatch.word(name, at: 34), let second = OwnBatch.word(name, at: 50),
            let third = OwnBatch.word(name, at: 66), let fourth = OwnBatch.word(name, at: 82)
        else { return nil }
        stamp = Stamp(time: time, replica: ReplicaID(rawValue: replica))
        words = (first, second, third, fourth)
    }

    /// Sixteen digits, in lower case as shed writes them.
    private static func word(_ name: [UInt8], at start: Int) -> UInt64? {
        let digits = name[start..<start + 16]
        return digits.contains { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) } ? nil : Hexadecimal.read(digits)
    }

    private var id: [UInt8] {
        [words.0, words.1, words.2, words.3].flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
    }

    /// Whether these are the bytes of the ID in the name.
    func holds(_ id: [UInt8]) -> Bool { self.id == id }

    var path: RelativePath {
        RelativePath(["ops", Name(stamp.replica.description), Name("\(stamp)-\(Hexadecimal.string(of: id)).jsonl")])
    }

    func folded(_ file: File) -> FoldedBatch {
        FoldedBatch(path: path, size: file.size, modified: file.modified, inode: file.inode, id: id)
    }

    static func == (left: OwnBatch, right: OwnBatch) -> Bool { left.stamp == right.stamp && left.words == right.words }

    func hash(into hasher: inout Hasher) {
        hasher.combine(stamp)
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}
