import ShedDisk
import ShedExchange
import ShedMessages
import ShedModel
import ShedProject

/// Snapshots, so that an export takes them along and an import brings them back.
package struct SnapshotVersions: VersionKeeper {
    package init() {}

    public func versions(of ids: Set<NodeID>, _ reader: some ProjectReader) throws(ShedError) -> (versions: [NodeID: [KeptVersion]], lost: [Message]) {
        guard let store = reader.snapshotStore() else { return ([:], []) }
        let model = try reader.load().model
        var found: [NodeID: [KeptVersion]] = [:]
        var lost: [Message] = []
        let numbers: [Int]
        do throws(DiskError) { numbers = try store.numbers() } catch { return ([:], [error.words]) }
        for number in numbers.reversed() {
            do throws(DiskError) {
                guard let manifest = try store.manifest(number) else {
                    // Else it was deleted just now.
                    if try store.stands(number) { lost.append(.versionLost(version: "\(number)", reason: DiskError(.changed, action: "read", path: "").why)) }
                    continue
                }
                let snapshot = manifest.snapshot
                for file in manifest.files {
                    let id = model.resolve(file.id)
                    guard ids.contains(id) else { continue }
                    // What was kept anew with the same content says nothing, unless somebody called it something.
                    if snapshot.name == nil, found[id]?.last?.hash == file.hash { continue }
                    found[id, default: []].append(KeptVersion(hash: file.hash, size: file.size, time: snapshot.time, name: snapshot.name))
                }
            } catch { lost.append(.versionLost(version: "\(number)", reason: error.why)) }
        }
        return (found, lost)
    }

    public func content(of version: KeptVersion, _ reader: some ProjectReader) throws(ShedError) -> ReadableFile {
        do throws(DiskError) {
            guard let store = reader.snapshotStore() else { throw DiskError(.notFound, action: "read", path: "the snapshots") }
            return try store.content(version.hash, size: version.size)
        } catch { throw ShedError(.environment, .versionLost(version: version.shown, reason: error.words)) }
    }

    public func keep(
        _ versions: [ImportedKeeping], _ reader: some ProjectReader, write: (ImportedVersion, NewFile) throws(ShedError) -> Void
    ) throws(ShedError) -> [Int] {
        let held = try reader.heldSnapshots(patience: nil)
        do throws(ShedError) {
            var files: [Moment: [SnapshotFile]] = [:]
            for keeping in versions {
                try add(keeping, to: held, write)
                let moment = Moment(time: keeping.version.time, name: keeping.version.name.map { String($0.prefix(KeptSnapshot.longestName)) })
                let modified = Nanoseconds.of(milliseconds: moment.time)
                files[moment, default: []].append(
                    SnapshotFile(
                        id: keeping.id, path: keeping.path, hash: keeping.hash, size: keeping.size, mode: 0o644, modified: Nanoseconds.bounded(modified), changed: 0,
                        inode: 0))
            }
            var numbers: [Int] = []
            do throws(DiskError) {
                let listed = try listed(files, in: held.store)
                for moment in files.keys.sorted() where !listed.contains(moment) {
                    let kept = files[moment] ?? []
                    numbers.append(try held.enter(kept) { number in
                        KeptSnapshot(
                            number: number, time: moment.time, name: moment.name, cause: .hand, files: kept.count, size: kept.reduce(0) { $0.addingUp($1.size) })
                    }.number)
                }
                try held.end()
            } catch {
                try? held.delete(numbers)
                throw ShedError(error)
            }
            return numbers
        } catch {
            try? held.sweep()
            throw error
        }
    }

    public func forget(_ numbers: [Int], _ reader: some ProjectReader) {
        guard !numbers.isEmpty, let held = try? reader.heldSnapshots(patience: nil) else { return }
        try? held.delete(numbers)
    }

    /// Which of the moments a snapshot keeps already, with all of its files.
    private func listed(_ files: [Moment: [SnapshotFile]], in store: SnapshotStore) throws(DiskError) -> Set<Moment> {
        var listed: Set<Moment> = []
        for number in try store.numbers() {
            guard let manifest = try store.manifest(number) else { continue }
            let moment = Moment(time: manifest.snapshot.time, name: manifest.snapshot.name)
            guard let wanted = files[moment] else { continue }
            let kept = Set(manifest.files.map { KeptContent(id: $0.id, hash: $0.hash) })
            if wanted.allSatisfy({ kept.contains(KeptContent(id: $0.id, hash: $0.hash)) }) { listed.insert(moment) }
        }
        return listed
    }

    /// What a file held.
    private struct KeptContent: Hashable {
        var id: NodeID
        var hash: ContentHash
    }

    /// What was kept together.
    private struct Moment: Hashable, Comparable {
        var time: Int64
        var name: String?

        static func < (left: Moment, right: Moment) -> Bool { (left.time, left.name ?? "") < (right.time, right.name ?? "") }
    }

    private func add(_ keeping: ImportedKeeping, to held: HeldSnapshots, _ write: (ImportedVersion, NewFile) throws(ShedError) -> Void) throws(ShedError) {
        let temporary = DirectoryHandle.temporaryName()
        do {
            guard try !held.holds(keeping.hash, size: keeping.size) else { return }
            try held.begin()
            try write(keeping.version, held.contents.newFile(temporary, mode: 0o600, called: held.contents.label(of: SnapshotStore.name(keeping.hash))))
            defer { try? held.contents.removeFile(temporary) }
            try held.add(held.contents.file(temporary), keeping.hash)
            Interruption.point("version-kept")
        } catch { throw ShedError(error) }
    }
}
