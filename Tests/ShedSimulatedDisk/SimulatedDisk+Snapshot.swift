import ShedModel
import ShedReconcile
import ShedTestSupport

extension SimulatedDisk {
    /// What a scan would give: each directory's entries in an order that the seed decides.
    ///
    /// - Parameter only: the directories that are read; the others are partial. `nil`: all.
    public func snapshot(seed: UInt64 = 0, only: Set<RelativePath>? = nil) -> Snapshot { scan(seed: seed, only: only).snapshot }

    /// A scan, with the key of the inode of each entry.
    public func scan(seed: UInt64 = 0, only: Set<RelativePath>? = nil) -> (snapshot: Snapshot, keys: [Int]) {
        var random = SeededRandom(seed)
        // Put together before it is a snapshot: that forgets what it has found of itself with each change.
        var (names, entries, keys) = ([UInt8](), [Snapshot.Entry](), [Int]())
        var directories = [Snapshot.Directory(entry: -1, parent: -1)]
        var queue: [(key: Int, path: RelativePath)] = [(0, .root)]
        var position = 0
        while position < queue.count {
            let (key, path) = queue[position]
            guard let inode = inodes[key] else { break }
            let isWhole = only?.contains(path) ?? true
            let start = entries.count
            if !inode.isReadable {
                directories[position].state = .unreadable
            } else {
                if !isWhole { directories[position].state = .partial }
                for place in inode.children.names.indices.shuffled(using: &random) {
                    let (name, child) = (inode.children.names[place], inode.children.keys[place])
                    guard !name.isHidden, let entry = inodes[child] else { continue }
                    let inner = isWhole && !entry.isDirectory ? .root : path.appending(name)
                    guard isWhole || (only ?? []).contains(where: { $0.isInside(inner) }) else { continue }
                    entries.append(
                        Snapshot.Entry(
                            nameOffset: names.count, nameLength: name.bytes.count,
                            kind: entry.isDirectory ? .directory : .file, parent: Int32(position),
                            directory: entry.isDirectory ? Int32(directories.count) : -1, evidence: entry.evidence))
                    keys.append(child)
                    names += name.bytes
                    guard entry.isDirectory else { continue }
                    directories.append(Snapshot.Directory(entry: Int32(entries.count - 1), parent: Int32(position)))
                    queue.append((child, inner))
                }
            }
            directories[position].entries = start..<entries.count
            position += 1
        }
        return (Snapshot(names: names, entries: entries, directories: directories, begun: begun), keys)
    }

    /// When a scan would begin that is made now: an hour later, so that no time is racy.
    public var begun: Int64 { clock + 3_600_000_000_000 }

    /// The hash of an entry's content.
    public func hash(of path: RelativePath) -> ContentHash? { key(path).flatMap { inodes[$0]?.hash } }

    public static func hash(_ content: [UInt8]) -> ContentHash? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        for lane in 0..<4 as Range<UInt64> {
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325 &+ lane
            for byte in content { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
            for shift in 0..<8 as Range<UInt64> { bytes.append(UInt8(truncatingIfNeeded: hash >> (shift * 8))) }
        }
        return ContentHash(bytes: bytes)
    }

    /// Does what a plan says, with the preconditions that the engine checks.
    /// - Returns: the nodes that moved.
    public mutating func apply(_ plan: Plan) -> Set<NodeID> {
        var done: Set<NodeID> = []
        for move in plan.moves {
            guard evidence(at: move.from)?.identity == move.identity else { continue }
            var parent = RelativePath()
            for name in move.to.names.dropLast() {
                parent = parent.appending(name)
                mkdir(parent)
            }
            if rename(move.from, to: move.to) { done.insert(move.node) }
        }
        for path in plan.removals where key(path).map({ inodes[$0]?.children.isEmpty == true }) == true { delete(path) }
        return done
    }
}
