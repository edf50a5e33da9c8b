import ShedDisk
import ShedModel

/// How the device numbers of files are read that were written down: they can be others after a restart.
///
/// Mostly all of a project is on its root's device. On a file system of several disks, such as an overlay, files have other numbers than folders,
/// and those of one disk others than those of another. There a file is known again, where it may stand, by its inode and birth time, and has the
/// number that it has there; what stands nowhere keeps the one that was written down, which is right until the next restart.
struct DeviceNumbers {
    /// The root's, as it is now.
    let root: UInt64
    /// Whether files may have others than folders.
    let areSeveral: Bool

    init(root: UInt64, areSeveral: Bool) { (self.root, self.areSeveral) = (root, areSeveral) }

    init(of root: DirectoryHandle) throws(DiskError) {
        self.init(root: try root.ownEvidence().device, areSeveral: (try? root.fileSystem())?.hasSeveralDevices == true)
    }

    /// A file or folder with the number that it has now.
    /// - Parameter seen: what stands where it may stand.
    func now(_ file: FileIdentity, seen: [FileIdentity?]) -> FileIdentity {
        guard areSeveral else { return FileIdentity(device: root, inode: file.inode, birth: file.birth) }
        return seen.lazy.compactMap(\.self).first { $0.isLikely(file) } ?? file
    }

    /// Whatever tells two files apart but the number, where that does not tell.
    func key(_ file: FileIdentity) -> FileIdentity {
        areSeveral && file.birth != 0 ? file.onAnyDevice : file
    }

    /// So many files of one number are looked at, until one is where it was.
    static let mostLooks = 200

    /// The numbers that the devices of files have now which had others. One look tells of a number that is still right; folders are not looked at,
    /// which have the root's. They are spread over all files: those that stand together in a list are moved together.
    /// - Parameters:
    ///   - devices: what was written down, of each file or folder.
    ///   - file: one of those; `nil` for a folder, and for what is not to be looked at.
    ///   - there: what stands where it was.
    static func changes(
        _ devices: some RandomAccessCollection<UInt64>, _ file: (Int) -> FileIdentity?, there look: (Int) -> FileIdentity?
    ) -> [UInt64: UInt64] {
        var (now, looks): ([UInt64: UInt64], [UInt64: Int]) = ([:], [:])
        let count = devices.count
        let step = stride(over: count)
        var position = 0
        for _ in 0..<count {
            defer { position = (position + step) % count }
            let device = devices[devices.index(devices.startIndex, offsetBy: position)]
            guard now[device] == nil, looks[device, default: 0] < mostLooks, let known = file(position), known.birth != 0 else { continue }
            looks[device, default: 0] += 1
            if let there = look(position), there.onAnyDevice == known.onAnyDevice { now[device] = there.device }
        }
        return now.filter { $0.key != $0.value }
    }

    /// How far it is from one of so many to the next, so that each is reached once and those in between only later.
    private static func stride(over count: Int) -> Int {
        func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
        var step = max(1, count / 13 * 8)
        while divisor(step, count) > 1 { step += 1 }
        return step
    }

    /// What stands at a path, if that can be told.
    static func file(at path: RelativePath, in root: DirectoryHandle) -> FileIdentity? {
        guard let name = path.last, let folder = try? root.openDirectory(at: path.parent) else { return nil }
        return (try? folder.evidence(of: name))?.identity
    }
}

extension FileIdentity {
    /// The same whatever the device's number, which can be another one after a restart.
    var onAnyDevice: FileIdentity { FileIdentity(device: 0, inode: inode, birth: birth) }

    /// Whether it is another one, but for the device's number. Without a birth time the inode is no evidence.
    fileprivate func isLikely(_ other: FileIdentity) -> Bool {
        inode == other.inode && birth == other.birth && (birth != 0 || device == other.device)
    }
}

// MARK: Staged changes

extension StagedChange {
    /// Has what its journal tells of on the devices on which it is now.
    /// - Parameter places: those of the project; `nil` where nobody looks there yet.
    mutating func renumber(_ numbers: DeviceNumbers, _ places: Places? = nil) {
        guard numbers.areSeveral else {
            for index in entries.indices { entries[index].rebase(on: numbers.root) }
            return brought = brought.mapValues { file in
                var file = file
                file.device = numbers.root
                return file
            }
        }
        for index in entries.indices {
            let (name, target) = (entries[index].name, entries[index].target)
            let seen = [(try? folder.directory.evidence(of: name))?.identity, places?.evidence(at: target)?.identity]
            entries[index].renumber(numbers, seen: seen, folder: (try? places?.directory(target.parent).ownEvidence())?.identity)
        }
        for (path, file) in brought {
            let now = numbers.now(file.identity, seen: [places?.evidence(at: path)?.identity, staged(path)])
            brought[path]?.device = now.device
        }
    }

    /// What of a folder that comes along is in the staging folder still.
    private func staged(_ path: RelativePath) -> FileIdentity? {
        guard let entry = entries.first(where: { $0.written == nil && path.isInside($0.target) }) else { return nil }
        return DeviceNumbers.file(at: RelativePath([entry.name] + path.names.dropFirst(entry.target.names.count)), in: folder.directory)
    }
}

extension StagedEntry {
    fileprivate mutating func renumber(_ numbers: DeviceNumbers, seen: [FileIdentity?], folder there: FileIdentity?) {
        identity = numbers.now(identity, seen: seen)
        if let replaced { self.replaced?.device = numbers.now(replaced.identity, seen: seen).device }
        folder = folder.map { numbers.now($0, seen: [there]) }
    }
}
