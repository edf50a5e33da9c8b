import ShedDisk
import ShedExchange
import ShedMessages
import ShedModel
import ShedProject

/// Snapshots, so that an export takes them along and an import brings them back.
package struct SnapshotVersions: VersionKeeper {
    package init() {}

    public func versions(of ids: Set<NodeID>, _ reader: some ProjectReader) throws(ShedError) -> [NodeID: [KeptVersion]] {
        guard let store = reader.snapshotStore() else { return [:] }
        let model = try reader.load().model
        var found: [NodeID: [KeptVersion]] = [:]
        do throws(DiskError) {
            for number in try store.numbers().reversed() {
                guard let manifest = try store.manifest(number) else { continue }
                let snapshot = manifest.snapshot
                for file in manifest.files {
                    let id = model.resolve(file.id)
                    guard ids.contains(id) else { continue }
                    // What was kept anew with the same content says nothing, unless somebody called it something.
                    if snapshot.name == nil, found[id]?.last?.hash == file.hash { continue }
                    found[id, default: []].append(KeptVersion(hash: file.hash, size: file.size, time: snapshot.time, name: snapshot.name))
                }
            }
        } catch { throw ShedError(error) }
        return found
    }

    public func content(of version: KeptVersion, _ reader: some ProjectReader) throws(ShedError) -> ReadableFile {
        do throws(DiskError) {
            guard let store = reader.snapshotStore() else { throw DiskError(.notFound, action: "read", path: "the snapshots") }
            return try store.content(version.hash, size: version.size)
        } catch { throw ShedError(.environment, .versionLost(version: version.name ?? "\(version.hash)", reason: "\(error)")) }
    }

    public func keep(
        _ versions: [ImportedKeeping], _ reader: some ProjectReader, write: (ImportedVersion, NewFile) throws(ShedError) -> Void
    ) throws(ShedError) {
        let held = try reader.heldSnapshots(patience: nil)
        do throws(ShedError) {
            var files: [Moment: [SnapshotFile]] = [:]
            for keeping in versions {
                try add(keeping, to: held, write)
                let moment = Moment(time: keeping.version.time, name: keeping.version.name)
                let modified = Nanoseconds.of(milliseconds: moment.time)
                files[moment, default: []].append(
                    SnapshotFile(
                        id: keeping.id, path: keeping.path, hash: keeping.hash, size: keeping.size, mode: 0o644, modified: Nanoseconds.bounded(modified), changed: 0,
                        inode: 0))
            }
            do throws(DiskError) {
                for moment in files.keys.sorted() {
                    let kept = files[moment] ?? []
                    _ = try held.enter(kept) { number in
                        KeptSnapshot(
                            number: number, time: moment.time, name: moment.name.map { String($0.prefix(KeptSnapshot.longestName)) }, cause: .hand, files: kept.count,
                            size: kept.reduce(0) { $0.addingUp($1.size) })
                    }
                }
                try held.end()
            } catch { throw ShedError(error) }
        } catch {
            try? held.sweep()
            throw error
        }
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
            try write(keeping.version, held.contents.newFile(temporary, mode: 0o600))
            defer { try? held.contents.removeFile(temporary) }
            try held.add(held.contents.file(temporary), keeping.hash)
            Interruption.point("version-kept")
        } catch { throw ShedError(error) }
    }
}
