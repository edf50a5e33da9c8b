import ShedModel

/// Puts what the workers read together to one snapshot.
enum CrawlAssembly {
    /// - Parameter folders: all that were found, in any order; their numbers are those of the snapshot's directories.
    static func snapshot(_ found: CrawlEntries, _ folders: [CrawlFolder]) -> Snapshot {
        var directories = Array(repeating: Snapshot.Directory(entry: -1, parent: -1), count: folders.count)
        var vanished: Set<Int> = []
        for folder in folders {
            if folder.hasVanished { vanished.insert(Int(folder.directory)) }
            directories[Int(folder.directory)] = Snapshot.Directory(
                entry: Int32(truncatingIfNeeded: folder.entry), parent: folder.parent?.directory ?? -1, state: folder.state,
                entries: folder.entries, digest: folder.state == .read ? folder.digest : 0, traits: folder.traits,
                leavesOutFiles: folder.leavesOutFiles)
        }
        let whole = Snapshot(names: found.names, entries: found.entries, directories: directories)
        return vanished.isEmpty ? whole : whole.leavingOut(vanished)
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
