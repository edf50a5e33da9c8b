import ShedDisk
import ShedModel

extension Sidecar {
    /// Writes a base under its own name: whole, durable and never over another file. One that is there already is left.
    @discardableResult
    public func write(_ base: EncodedBase) throws(SidecarError) -> BatchFile {
        do throws(DiskError) {
            let folder = try directory.openDirectory(Sidecar.base, create: true)
            do throws(DiskError) { try folder.write(base.name, base.bytes, replacing: false) } catch { if error.code != .exists { throw error } }
            return BatchFile(area: Sidecar.base, replicaDirectory: nil, name: base.name, evidence: try folder.evidence(of: base.name) ?? Evidence())
        } catch { throw .disk(error) }
    }

    /// Removes a batch or a base, if it is still the file that was listed.
    /// - Returns: whether it was.
    public func remove(_ file: BatchFile) throws(SidecarError) -> Bool {
        do throws(DiskError) {
            var folders = SidecarFolders(self)
            let folder = try folders.folder(of: file)
            // RACE: what is put in its place between the two calls goes; it bears the name of a batch that two bases hold.
            guard try folder.evidence(of: file.name) == file.evidence else { return false }
            try folder.removeFile(file.name)
            return true
        } catch {
            if error.code == .notFound { return false }
            throw .disk(error)
        }
    }

    /// Whether some batches and bases stand there just as they were listed.
    public func stand(_ files: [BatchFile]) throws(SidecarError) -> Bool {
        for file in files {
            guard try self.file(at: file.path) == file else { return false }
        }
        return true
    }

    /// All batches and bases of a listing, with what they hold; `nil` where one may hide operations.
    public func files(_ listing: SidecarListing, of project: ProjectFile) -> Compaction.Files? {
        guard listing.unreadable.isEmpty else { return nil }
        var (files, isWhole) = (Compaction.Files(), true)
        read(listing.files, of: project) { file, content in
            switch content {
            case .success(.batch(let batch)): files.batches.append((file, batch))
            case .success(.base(let base)): files.bases.append((file, base))
            case .failure(let fault): if fault.hidesOperations { isWhole = false }
            }
        }
        return isWhole ? files : nil
    }

    /// How many entries a replica's directory has; 0 where there is none.
    public func batchCount(of replica: ReplicaID) -> Int {
        do throws(DiskError) {
            let folder = try directory.openDirectory(Sidecar.ops, create: false).openDirectory(Name(replica.description), create: false)
            return try folder.list(atMost: Sidecar.mostEntries).count
        } catch { return 0 }
    }
}
