/// What kind of thing a directory entry is.
public enum EntryKind: UInt8, Hashable, Sendable {
    case file
    case directory
    case link
    /// FIFO, socket, device.
    case special

    /// The type of the node that the entry would be, if it can be one.
    public var nodeType: NodeType? {
        switch self {
        case .file: .file
        case .directory: .folder
        case .link, .special: nil
        }
    }
}

/// One scan of a project: every directory with its entries, links and special files among them. Names that begin
/// with a dot and names that the ignore rules cover are not in it, nor files of directories that say so (``Directory/leavesOutFiles``),
/// nor what is in a ``SettledFolder``, where the scan was told of one.
///
/// Flat arrays, so that a hundred thousand entries cost a few allocations.
public struct Snapshot: Sendable {
    public struct Entry: Sendable {
        /// Where the name stands in ``Snapshot/names``.
        public var nameOffset: Int
        public var nameLength: Int
        public var kind: EntryKind
        /// The directory that the entry stands in.
        public var parent: Int32
        /// The directory that the entry is, or -1.
        public var directory: Int32
        /// Zero throughout, the inode apart, where the scan took no stat.
        public var evidence: Evidence

        public init(
            nameOffset: Int, nameLength: Int, kind: EntryKind, parent: Int32, directory: Int32 = -1,
            evidence: Evidence
        ) {
            self.nameOffset = nameOffset
            self.nameLength = nameLength
            self.kind = kind
            self.parent = parent
            self.directory = directory
            self.evidence = evidence
        }
    }

    public enum State: UInt8, Hashable, Sendable {
        /// Read to the end.
        case read
        /// Only some of its entries are listed, or none; the rest is as remembered. A scan of what is dirty makes these.
        case partial
        /// Not readable: what is in it is unknown, never deleted.
        case unreadable
        /// Another file system or another project: not entered.
        case foreign
        /// Deeper than ``RelativePath/deepest``, or its path is longer than ``RelativePath/longest``: not entered. What is in it is
        /// unknown, never deleted.
        case tooDeep
    }

    public struct Directory: Sendable {
        /// Its own entry, or -1 for the root.
        public var entry: Int32
        /// The directory it stands in, or -1 for the root.
        public var parent: Int32
        public var state: State
        /// Its entries in ``Snapshot/entries``: contiguous, in no order.
        public var entries: Range<Int>
        /// A digest of its entries' names, kinds and evidence, whatever their order.
        public var digest: UInt64
        /// What a look at its entries found, those that are left out among them; `nil` where the scan took none.
        public var traits: FolderTraits?
        /// Whether its files are left out, since a look found nothing in them to be looked at again.
        public var leavesOutFiles: Bool

        public init(
            entry: Int32, parent: Int32, state: State = .read, entries: Range<Int> = 0..<0, digest: UInt64 = 0,
            traits: FolderTraits? = nil, leavesOutFiles: Bool = false
        ) {
            self.entry = entry
            self.parent = parent
            self.state = state
            self.entries = entries
            self.digest = digest
            self.traits = traits
            self.leavesOutFiles = leavesOutFiles
        }
    }

    /// The names of all entries, one behind the other.
    public var names: [UInt8] { didSet { forget() } }
    public var entries: [Entry] { didSet { forget() } }
    /// The root is the first.
    public var directories: [Directory] { didSet { forget() } }
    /// The names of the directories that are asked about often.
    private var lookUps = NameIndex<Int>()
    /// The path of the directory that was asked about last.
    private var lastPath = LastPath()
    /// Whether files were asked for their evidence, and not names only.
    public var hasEvidence: Bool
    /// When the scan began: nanoseconds since 1970, by the clock that file times come from.
    public var begun: Int64
    /// The root's own evidence.
    public var root: Evidence

    public init(
        names: [UInt8] = [], entries: [Entry] = [],
        directories: [Directory] = [Directory(entry: -1, parent: -1)], hasEvidence: Bool = true, begun: Int64 = 0,
        root: Evidence = Evidence()
    ) {
        self.names = names
        self.entries = entries
        self.directories = directories
        self.hasEvidence = hasEvidence
        self.begun = begun
        self.root = root
    }

    private mutating func forget() {
        lookUps = NameIndex()
        lastPath = LastPath()
    }
}

extension Snapshot {
    /// The name of an entry, copied.
    public func name(of entry: Int) -> Name {
        let entry = entries[entry]
        return Name(bytes: Array(names[entry.nameOffset..<entry.nameOffset + entry.nameLength]))
    }

    /// Gives the name's bytes without copying them.
    @inlinable
    public func withName<Result>(of entry: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let entry = entries[entry]
        return names.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[entry.nameOffset..<entry.nameOffset + entry.nameLength]))
        }
    }

    /// The path of a directory. Paths that are asked for one after the other have the names in common that they share.
    public func path(ofDirectory directory: Int) -> RelativePath {
        var way: [Int32] = []
        var current = directory
        while current > 0 {
            way.append(Int32(truncatingIfNeeded: current))
            current = Int(directories[current].parent)
        }
        way.reverse()
        return lastPath.path(by: way) { name(of: Int(directories[Int($0)].entry)) }
    }

    /// The number of the directory at a path, or `nil` where there is none. Costs the length of the path.
    public func directory(at path: RelativePath) -> Int? {
        if path.isRoot { return 0 }
        return entry(at: path).map { Int(entries[$0].directory) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// The path of an entry.
    public func path(of entry: Int) -> RelativePath {
        path(ofDirectory: Int(entries[entry].parent)).appending(name(of: entry))
    }

    /// The entries of a directory in the order of their names' bytes.
    public func sortedEntries(of directory: Int) -> [Int] {
        names.withUnsafeBufferPointer { names in
            directories[directory].entries.sorted { left, right in
                let (left, right) = (entries[left], entries[right])
                return names[left.nameOffset..<left.nameOffset + left.nameLength]
                    .lexicographicallyPrecedes(names[right.nameOffset..<right.nameOffset + right.nameLength])
            }
        }
    }

    /// The entry at a path, or `nil`. Costs the length of the path, as ``entry(named:in:)`` does for each name.
    public func entry(at path: RelativePath) -> Int? {
        var directory = 0
        var found: Int?
        for (depth, name) in path.names.enumerated() {
            if depth > 0 {
                guard let entry = found, entries[entry].directory >= 0 else { return nil }
                directory = Int(entries[entry].directory)
            }
            found = entry(named: name, in: directory)
            if found == nil { return nil }
        }
        return found
    }

    /// The entry of that name in a directory, or `nil`. Costs the length of the directory where that is asked about now and then,
    /// and hardly anything where it is asked about often.
    public func entry(named name: Name, in directory: Int) -> Int? {
        let listed = directories[directory].entries
        let position = lookUps.first(NameHash.of(name), in: directory, count: listed.count) { position in
            withName(of: listed.lowerBound + position, NameHash.of)
        } where: { position in
            withName(of: listed.lowerBound + position) { $0.count == name.bytes.count && $0.elementsEqual(name.bytes) }
        }
        return position.map { listed.lowerBound + $0 }
    }
}

/// Digests of directories: 64 bits an entry, added up, so that the order in which a directory is read does not count.
public enum EntryDigest {
    /// The part that one entry adds. Everything that tells one state of an entry from another goes in.
    @inlinable
    public static func value(name: UnsafeBufferPointer<UInt8>, kind: EntryKind, evidence: Evidence) -> UInt64 {
        var hash: UInt64 = 0x9e37_79b9_7f4a_7c15 ^ UInt64(kind.rawValue)
        var word: UInt64 = 0
        var shift: UInt64 = 0
        for byte in name {
            word |= UInt64(byte) << shift
            shift += 8
            if shift == 64 {
                hash = mix(hash, word)
                word = 0
                shift = 0
            }
        }
        hash = mix(hash, word ^ UInt64(name.count) << 56)
        hash = mix(hash, evidence.inode ^ evidence.device << 40)
        hash = mix(hash, UInt64(bitPattern: evidence.birth))
        // A directory's own size, times and link count change with its entries, which have their own digest.
        if kind != .directory {
            hash = mix(hash, UInt64(bitPattern: evidence.size) ^ UInt64(evidence.links) << 48)
            hash = mix(hash, UInt64(bitPattern: evidence.modified))
            hash = mix(hash, UInt64(bitPattern: evidence.changed))
        }
        return mix(hash, 0x2545_f491_4f6c_dd1d)
    }

    /// Multiply and fold, as in wyhash.
    @inlinable
    static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word ^ 0xa076_1d64_78bd_642f).multipliedFullWidth(by: word ^ hash << 23 ^ 0xe703_7ed1_a0b4_28db)
        return product.high ^ product.low
    }
}
