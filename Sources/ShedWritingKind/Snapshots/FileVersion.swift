import ShedDisk
import ShedModel
import ShedProject

/// What a file held when a snapshot was taken.
struct FileVersion: Hashable, Sendable {
    var snapshot: KeptSnapshot
    var file: SnapshotFile
    /// Whether the next older snapshot of the file has another content, or there is none.
    var isNews = true
}

/// The file that a path names, whether it is still there or not.
struct VersionedFile {
    var path: RelativePath
    /// Its ID, and those that were joined with it; empty where nothing known stands there.
    var ids: Set<NodeID>
    /// Whether a regular file stands there now.
    var isThere: Bool
}

extension ProjectReader {
    /// What a path names. Nothing need stand there.
    func versionedFile(_ path: RelativePath) throws(ShedError) -> VersionedFile {
        let state = try load()
        let kind = path.last.flatMap { name in (try? root.openDirectory(at: path.parent)).flatMap { (try? $0.kind(of: name)).flatMap { $0 } } }
        let ids = state.node(at: path).map { state.model.names(of: $0) } ?? []
        if kind == .directory || path.isRoot { throw ShedError(.usage, .onlyFilesHaveVersions(path: "\(path)")) }
        return VersionedFile(path: path, ids: ids, isThere: kind == .file)
    }

    /// What snapshots have of a file, the newest first: by its ID, wherever it stood; by its path where it has none.
    func versions(of file: VersionedFile) throws(ShedError) -> [FileVersion] {
        guard let store = snapshotStore() else { return [] }
        do throws(DiskError) {
            var versions: [FileVersion] = []
            for number in try store.numbers() {
                guard let manifest = try store.manifest(number),
                    let kept = file.ids.isEmpty ? manifest.file(at: file.path) : manifest.file(of: file.ids)
                else { continue }
                if let last = versions.indices.last, versions[last].file.hash == kept.hash { versions[last].isNews = false }
                versions.append(FileVersion(snapshot: manifest.snapshot, file: kept))
            }
            return versions
        } catch { throw ShedError(error) }
    }

    /// The version of a file that a snapshot has.
    func version(_ number: Int, of file: VersionedFile) throws(ShedError) -> FileVersion {
        do throws(DiskError) {
            if let store = snapshotStore(), let manifest = try store.manifest(number),
                let kept = file.ids.isEmpty ? manifest.file(at: file.path) : manifest.file(of: file.ids)
            {
                return FileVersion(snapshot: manifest.snapshot, file: kept)
            }
        } catch { throw ShedError(error) }
        throw ShedError(.usage, .noVersion(path: "\(file.path)", version: "\(number)"), remedy: .versionsLists)
    }

    /// What a version holds, opened.
    func content(of version: FileVersion) throws(ShedError) -> ReadableFile {
        do throws(DiskError) {
            guard let store = snapshotStore() else { throw DiskError(.notFound, action: "read", path: "the snapshots") }
            return try store.content(version.file)
        } catch { throw ShedError(.environment, .versionLost(version: "\(version.snapshot.number)", reason: error.words)) }
    }
}
