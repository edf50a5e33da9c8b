import ShedModel

/// What a sync program knows of each path on one device: versions that count each device's changes, as Syncthing's do.
struct CarrierIndex: Sendable {
    struct Version: Sendable {
        enum State: Hashable, Sendable {
            case deleted
            case folder
            case file([UInt8])
        }

        /// How many changes of each device are in it.
        var vector: [UInt32]
        var state: State
        /// The time of its content, nanoseconds since 1970 by the clock of who wrote it.
        var modified: Int64
        var work: Int

        func includes(_ other: Version) -> Bool { zip(vector, other.vector).allSatisfy { $0 >= $1 } }

        /// Whether it is kept where two devices changed one path side by side: what is there before what is deleted, then the
        /// later one.
        func wins(over other: Version) -> Bool {
            if (state == .deleted) != (other.state == .deleted) { return other.state == .deleted }
            if modified != other.modified { return modified > other.modified }
            return vector.lexicographicallyPrecedes(other.vector)
        }

        func merged(with other: Version) -> Version {
            var result = self
            result.vector = zip(vector, other.vector).map { max($0, $1) }
            return result
        }
    }

    var files = PathTable<Version>()
    /// The state of the disk that was taken in last (``SimulatedDisk/version``); `nil`: to be looked at anew.
    var scanned: Int?
}

extension Fleet {
    /// What two devices had when nothing was to be carried from one to the other: as long as they have that, nothing is.
    struct Carried: Sendable {
        struct State: Equatable, Sendable {
            var disk: Int
            var index: Int
        }

        var source: State
        var target: State
    }

    private func state(_ number: Int) -> Carried.State { Carried.State(disk: devices[number].disk.version, index: carried[number].files.version) }
}

extension Fleet {
    // MARK: Looking

    /// Takes in what the disk of a device shows. What it showed before, and what was carried to it, is in already.
    mutating func scan(_ number: Int) {
        let disk = devices[number].disk
        guard carried[number].scanned != disk.version else { return }
        carried[number].scanned = disk.version
        var there: Set<RelativePath> = []
        for path in disk.paths {
            there.insert(path)
            guard let inode = disk.key(path).flatMap({ disk.inodes[$0] }) else { continue }
            let state: CarrierIndex.Version.State = inode.isDirectory ? .folder : .file(inode.content)
            let known = carried[number].files[path]
            if let known, known.state == state, state == .folder || known.modified == inode.evidence.modified { continue }
            var vector = known?.vector ?? [UInt32](repeating: 0, count: devices.count)
            changes[number] += 1
            vector[number] = changes[number]
            carried[number].files[path] = CarrierIndex.Version(vector: vector, state: state, modified: inode.evidence.modified, work: inode.work)
        }
        for path in carried[number].files.paths where !there.contains(path) {
            guard var version = carried[number].files[path], version.state != .deleted else { continue }
            changes[number] += 1
            version.vector[number] = changes[number]
            version.state = .deleted
            version.modified = disk.clock
            carried[number].files[path] = version
        }
    }

    // MARK: Carrying

    /// Brings all paths from one device to another.
    /// - Parameter keepsInodes: whether what was renamed there is renamed here too, and not made anew.
    /// - Returns: whether anything changed.
    @discardableResult mutating func carryFiles(from source: Int, to target: Int, keepsInodes: Bool) -> Bool {
        scan(source)
        scan(target)
        let before = Carried(source: state(source), target: state(target))
        if let idle = idle[source * devices.count + target], idle.source == before.source, idle.target == before.target { return false }
        // What is there comes first, with its folders; then what is gone goes, what is in a folder before that.
        let news = news(from: source, to: target)
        var hasChanged = false
        for path in news where carried[source].files[path]?.state != .deleted { hasChanged = pull(path, from: source, to: target, keepsInodes) || hasChanged }
        for path in news.reversed() where carried[source].files[path]?.state == .deleted {
            hasChanged = pull(path, from: source, to: target, keepsInodes) || hasChanged
        }
        if !hasChanged, state(target) == before.target { idle[source * devices.count + target] = before }
        return hasChanged
    }

    /// The paths of which one device knows something that another does not: nothing is to be carried of the others.
    private func news(from source: Int, to target: Int) -> [RelativePath] {
        let (remote, local) = (carried[source].files, carried[target].files)
        var found: [RelativePath] = []
        var position = 0
        for (path, version) in zip(remote.paths, remote.values) {
            while position < local.paths.count, local.paths[position] != path, local.paths[position] < path { position += 1 }
            if position < local.paths.count, local.paths[position] == path, local.values[position].includes(version) { continue }
            found.append(path)
        }
        return found
    }

    /// Brings one path.
    @discardableResult mutating func carryFile(_ path: RelativePath, from source: Int, to target: Int, keepsInodes: Bool) -> Bool {
        scan(source)
        scan(target)
        return pull(path, from: source, to: target, keepsInodes)
    }

    private mutating func pull(_ path: RelativePath, from source: Int, to target: Int, _ keepsInodes: Bool) -> Bool {
        guard let remote = carried[source].files[path] else { return false }
        guard let local = carried[target].files[path] else { return apply(remote, remote, at: path, from: source, to: target, keepsInodes) }
        if local.includes(remote) { return false }
        if remote.includes(local) { return apply(remote, remote, at: path, from: source, to: target, keepsInodes) }
        if remote.state == local.state {
            carried[target].files[path] = local.merged(with: remote)
            return true
        }
        guard remote.wins(over: local) else { return false }
        if case .file = local.state, !putAside(path, on: target) { return false }
        return apply(remote, remote.merged(with: local), at: path, from: source, to: target, keepsInodes)
    }

    /// Gives the loser the name of a conflict copy, inode and all.
    private mutating func putAside(_ path: RelativePath, on target: Int) -> Bool {
        guard let name = path.last?.text else { return false }
        conflicts += 1
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let suffix = parts.count > 1 ? "." + parts[parts.count - 1] : ""
        let stem = parts.count > 1 ? parts.dropLast().joined(separator: ".") : name
        let number = "\(100_000 + conflicts)"
        let copy = path.parent.appending(Name("\(stem).sync-conflict-20261126-\(number)-DEVICE\(target)\(suffix)"))
        return devices[target].disk.rename(path, to: copy)
    }

    private mutating func apply(
        _ remote: CarrierIndex.Version, _ version: CarrierIndex.Version, at path: RelativePath, from source: Int, to target: Int, _ keepsInodes: Bool
    ) -> Bool {
        switch remote.state {
        case .deleted:
            if devices[target].disk.isDirectory(path) {
                // A folder that is not empty is left standing.
                guard devices[target].disk.key(path).map({ devices[target].disk.inodes[$0]?.children.isEmpty == true }) == true else { return false }
            }
            devices[target].disk.delete(path)
        case .folder:
            guard makeParents(of: path, on: target) else { return false }
            if !devices[target].disk.exists(path) { devices[target].disk.mkdir(path) }
            guard devices[target].disk.isDirectory(path) else { return false }
        case .file(let content):
            guard makeParents(of: path, on: target), !devices[target].disk.isDirectory(path) else { return false }
            bring(content, remote, to: path, from: source, on: target, keepsInodes)
        }
        carried[target].files[path] = version
        return true
    }

    private mutating func bring(
        _ content: [UInt8], _ remote: CarrierIndex.Version, to path: RelativePath, from source: Int, on target: Int, _ keepsInodes: Bool
    ) {
        noteBrought(remote.work, at: path, on: target)
        carried[target].scanned = nil
        let isWatched = devices[target].watchedSince != nil
        if keepsInodes, let (old, gone) = renamed(remote.state, from: source, on: target) {
            devices[target].disk.delete(path)
            devices[target].disk.rename(old, to: path)
            carried[target].files[old] = gone
        } else {
            devices[target].disk.put(path, content, modified: remote.modified, work: remote.work)
            if isWatched { devices[target].carried.insert(path) }
        }
    }

    /// What a carrier brings is as if it had been saved there, or had been moved there, as far as anybody can see.
    private mutating func noteBrought(_ work: Int, at path: RelativePath, on target: Int) {
        if devices[target].disk.work(at: path) == work { noteSaving(work, on: target) } else { noteMove(work, on: target) }
    }

    /// A file that is to go and holds what is to come.
    private func renamed(_ state: CarrierIndex.Version.State, from source: Int, on target: Int) -> (RelativePath, CarrierIndex.Version)? {
        for path in carried[target].files.paths {
            guard let local = carried[target].files[path], local.state == state, let remote = carried[source].files[path], remote.state == .deleted, remote.includes(local) else { continue }
            return (path, remote)
        }
        return nil
    }

    private mutating func makeParents(of path: RelativePath, on target: Int) -> Bool {
        var folder = RelativePath.root
        for name in path.names.dropLast() {
            folder = folder.appending(name)
            if !devices[target].disk.exists(folder) { devices[target].disk.mkdir(folder) }
            guard devices[target].disk.isDirectory(folder) else { return false }
        }
        return true
    }

    /// Folders that others deleted and that are not empty here are here for good: the carrier brings them back.
    mutating func keepFullFolders() {
        for target in devices.indices {
            for source in devices.indices where source != target {
                for (path, remote) in zip(carried[source].files.paths, carried[source].files.values) where remote.state == .deleted {
                    guard let local = carried[target].files[path], local.state == .folder, !local.includes(remote) else { continue }
                    var merged = local.merged(with: remote)
                    changes[target] += 1
                    merged.vector[target] = changes[target]
                    carried[target].files[path] = merged
                }
            }
        }
    }

    // MARK: Batches

    /// Brings a batch, if it is there.
    mutating func carryBatch(_ number: Int, from source: Int, to target: Int, as copy: Int = 0, isTorn: Bool = false) {
        guard batches.indices.contains(number), let file = devices[source].sidecar.file(of: batches[number]) else { return }
        // What is whole is not torn again.
        if isTorn, devices[target].sidecar.has(batches[number]) { return }
        devices[target].sidecar.put(SidecarFile(file.content, copy: copy, isTorn: isTorn))
    }

    mutating func carryBatches(from source: Int, to target: Int) {
        devices[target].sidecar.take(from: devices[source].sidecar)
    }

    /// Brings everything everywhere.
    mutating func deliver() {
        for _ in 0..<12 {
            var hasChanged = false
            for source in devices.indices {
                for target in devices.indices where target != source {
                    carryBatches(from: source, to: target)
                    hasChanged = carryFiles(from: source, to: target, keepsInodes: false) || hasChanged
                }
            }
            if !hasChanged {
                keepFullFolders()
                var hasMore = false
                for source in devices.indices {
                    for target in devices.indices where target != source { hasMore = carryFiles(from: source, to: target, keepsInodes: false) || hasMore }
                }
                guard hasMore else { break }
            }
        }
        for number in devices.indices { for file in devices[number].sidecar.files where file.isTorn { mend(file, on: number) } }
    }

    private mutating func mend(_ file: SidecarFile, on number: Int) {
        devices[number].sidecar.put(SidecarFile(file.content, copy: file.copy))
    }
}
