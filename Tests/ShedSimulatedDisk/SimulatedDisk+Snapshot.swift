import ShedModel
import ShedReconcile
import ShedTestSupport

extension SimulatedDisk {
    /// What a scan would give: each directory's entries in an order that the seed decides.
    ///
    /// - Parameter only: the directories that are read; the others are partial. `nil`: all.
    public func snapshot(seed: UInt64 = 0, only: Set<RelativePath>? = nil) -> Snapshot {
        var random = SeededRandom(seed)
        var snapshot = Snapshot(begun: clock + 3_600_000_000_000)
        var queue: [(key: Int, path: RelativePath)] = [(0, .root)]
        var position = 0
        while position < queue.count {
            let (key, path) = queue[position]
            guard let inode = inodes[key] else { break }
            let isWhole = only?.contains(path) ?? true
            let start = snapshot.entries.count
            if !inode.isReadable {
                snapshot.directories[position].state = .unreadable
            } else {
                if !isWhole { snapshot.directories[position].state = .partial }
                for name in inode.children.keys.sorted().shuffled(using: &random) where !name.isHidden {
                    guard let child = inode.children[name], let entry = inodes[child] else { continue }
                    let inner = path.appending(name)
                    guard isWhole || (only ?? []).contains(where: { $0.isInside(inner) }) else { continue }
                    snapshot.entries.append(
                        Snapshot.Entry(
                            nameOffset: snapshot.names.count, nameLength: name.bytes.count,
                            kind: entry.isDirectory ? .directory : .file, parent: Int32(position),
                            directory: entry.isDirectory ? Int32(snapshot.directories.count) : -1, evidence: entry.evidence))
                    snapshot.names += name.bytes
                    guard entry.isDirectory else { continue }
                    snapshot.directories.append(
                        Snapshot.Directory(entry: Int32(snapshot.entries.count - 1), parent: Int32(position)))
                    queue.append((child, inner))
                }
            }
            snapshot.directories[position].entries = start..<snapshot.entries.count
            position += 1
        }
        return snapshot
    }

    /// The hash of an entry's content.
    public func hash(of path: RelativePath) -> ContentHash? { content(at: path).flatMap(SimulatedDisk.hash) }

    public static func hash(_ content: [UInt8]) -> ContentHash? {
        var bytes: [UInt8] = []
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
