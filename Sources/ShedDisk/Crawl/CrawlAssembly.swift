import ShedModel

/// Puts the parts that the workers read together to one snapshot.
struct CrawlAssembly {
    private var workers: [CrawlWorker]
    /// By their number in the snapshot, the root first.
    private let folders: [CrawlFolder]

    init(workers: [CrawlWorker]) {
        self.workers = workers
        folders = workers.flatMap(\.folders).sorted { $0.directory < $1.directory }
    }

    /// Whether the numbers of entries and directories fit what a snapshot can count.
    var fits: Bool { workers.reduce(0) { $0 + $1.entries.count } < Int(Int32.max) }

    /// The snapshot. What the workers read goes into it, and nothing is left here.
    mutating func snapshot() -> Snapshot {
        guard !workers.isEmpty else { return Snapshot() }
        var (names, entries) = workers[0].take()
        var bases = [0]
        for number in workers.indices.dropFirst() {
            let other = workers[number].take()
            let (base, start) = (names.count, entries.count)
            bases.append(start)
            names.append(contentsOf: other.names)
            entries.append(contentsOf: other.entries)
            entries.withUnsafeMutableBufferPointer { entries in
                for position in start..<entries.count { entries[position].nameOffset += base }
            }
        }
        var directories: [Snapshot.Directory] = []
        directories.reserveCapacity(folders.count)
        for folder in folders {
            // A folder that was listed but not visited has no worker and no entries.
            let range = offset(folder.entries, by: bases[folder.worker < 0 ? 0 : folder.worker])
            var entry = -1
            if let parent = folder.parent, parent.worker >= 0 {
                entry = bases[parent.worker] + folder.entry
                entries[entry].directory = folder.directory
            }
            directories.append(
                Snapshot.Directory(
                    entry: Int32(truncatingIfNeeded: entry), parent: folder.parent?.directory ?? -1,
                    state: folder.state, entries: range, digest: folder.state == .read ? folder.digest : 0))
        }
        let whole = Snapshot(names: names, entries: entries, directories: directories)
        let vanished = folders.indices.filter { folders[$0].hasVanished }
        return vanished.isEmpty ? whole : whole.leavingOut(Set(vanished))
    }

    private func offset(_ range: Range<Int>, by base: Int) -> Range<Int> {
        range.lowerBound + base..<range.upperBound + base
    }
}

extension Snapshot {
    /// The snapshot without some directories that have no entries, and without their own entries.
    func leavingOut(_ vanished: Set<Int>) -> Snapshot {
        var numbers: [Int32] = []
        var count: Int32 = 0
        for index in directories.indices {
            numbers.append(vanished.contains(index) ? -1 : count)
            if !vanished.contains(index) { count += 1 }
        }
        var result = self
        result.entries = []
        result.directories = []
        for index in directories.indices where !vanished.contains(index) {
            var directory = directories[index]
            let start = result.entries.count
            for position in directory.entries {
                var entry = entries[position]
                if entry.directory >= 0, vanished.contains(Int(entry.directory)) {
                    directory.digest = directory.state == .read ? directory.digest &- digest(of: position) : 0
                    continue
                }
                entry.parent = numbers[Int(entry.parent)]
                if entry.directory >= 0 { entry.directory = numbers[Int(entry.directory)] }
                result.entries.append(entry)
            }
            directory.entries = start..<result.entries.count
            directory.parent = directory.parent < 0 ? -1 : numbers[Int(directory.parent)]
            result.directories.append(directory)
        }
        // Entries have moved; each directory finds its own again.
        for (position, entry) in result.entries.enumerated() where entry.directory >= 0 {
            result.directories[Int(entry.directory)].entry = Int32(truncatingIfNeeded: position)
        }
        return result
    }

    private func digest(of entry: Int) -> UInt64 {
        let (kind, evidence) = (entries[entry].kind, entries[entry].evidence)
        // A scan without evidence has no digests to take anything from.
        guard evidence.mode != 0 else { return 0 }
        return withName(of: entry) { EntryDigest.value(name: $0, kind: kind, evidence: evidence) }
    }
}
