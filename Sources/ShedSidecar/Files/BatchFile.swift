import ShedDisk
import ShedModel

/// A file that may hold a batch or a base.
public struct BatchFile: Hashable, Sendable {
    /// `ops` or `base`.
    public let area: Name
    /// The directory in `ops/` that it stands in, one a replica; `nil` for what stands in `ops/` or `base/` itself.
    public let replicaDirectory: Name?
    public let name: Name
    public let evidence: Evidence

    /// Relative to `.shed/`.
    public var path: RelativePath {
        RelativePath([area] + (replicaDirectory.map { [$0] } ?? []) + [name])
    }

    init(area: Name, replicaDirectory: Name?, name: Name, evidence: Evidence) {
        (self.area, self.replicaDirectory, self.name, self.evidence) = (area, replicaDirectory, name, evidence)
    }

    /// - Parameter folder: a directory of the sidecar that holds batches or bases, relative to `.shed/`.
    init(in folder: RelativePath, _ name: Name, _ evidence: Evidence) {
        self.init(area: folder.names.first ?? Sidecar.ops, replicaDirectory: folder.names.count > 1 ? folder.last : nil, name: name, evidence: evidence)
    }

    /// Whether its name is that of a batch or a base, or of a renamed copy: then it is torn if it cannot be read.
    var hasOwnName: Bool {
        if area == Sidecar.base { return BatchID(String(decoding: name.bytes.prefix(BatchID.textLength), as: UTF8.self)) != nil }
        return BatchName.looksLikeBatch(name)
    }
}

/// What stands in `.shed/ops/` and `.shed/base/`.
public struct SidecarListing: Sendable {
    /// In the order of their paths.
    public var batches: [BatchFile] = []
    public var bases: [BatchFile] = []
    /// What can be neither: links, special files, directories too deep. Ignored, and worth a report.
    public var odd: [RelativePath] = []
    /// Directories that could not be read: what is in them is unknown.
    public var unreadable: [(path: RelativePath, error: DiskError)] = []
    /// The directories that were read, as they were (``Sidecar/standing(_:closely:still:)``).
    public var folders: [ListedFolder] = []

    /// Whether more than one device may have written here: of what is in bases, and in directories that could not be read, nobody knows.
    public var mayHaveSeveralWriters: Bool { !bases.isEmpty || !unreadable.isEmpty || Set(batches.map(\.replicaDirectory)).count > 1 }

    /// Whether another device than this one may have written here, also where it is the only one.
    /// - Parameter own: the IDs under which this machine writes, and wrote.
    public func mayHaveWriters(besides own: Set<ReplicaID>) -> Bool {
        let names = Set(own.map { Name($0.description) })
        return !bases.isEmpty || !unreadable.isEmpty || batches.contains { file in file.replicaDirectory.map { !names.contains($0) } ?? true }
    }
}

extension Sidecar {
    package static let ops: Name = "ops"
    static let base: Name = "base"
    /// More entries in one directory of the sidecar are not read: the sidecar is taken for damaged.
    static let mostEntries = 1_000_000
    static let mostReplicas = 65_536

    /// The files that may hold batches or bases. Names that begin with a dot are files on their way, and left out.
    public func listing() throws(SidecarError) -> SidecarListing {
        var listing = SidecarListing()
        if let directory = try area(Sidecar.ops) {
            for entry in try entries(of: directory, Sidecar.ops, atMost: Sidecar.mostReplicas, into: &listing) {
                switch entry.kind {
                case .directory: replica(entry.name, in: directory, into: &listing)
                case .file: listing.batches.append(BatchFile(area: Sidecar.ops, replicaDirectory: nil, name: entry.name, evidence: entry.evidence))
                case .link, .special: listing.odd.append(RelativePath([Sidecar.ops, entry.name]))
                }
            }
        }
        if let directory = try area(Sidecar.base) {
            for entry in try entries(of: directory, Sidecar.base, atMost: Sidecar.mostEntries, into: &listing) {
                if entry.kind != .file {
                    listing.odd.append(RelativePath([Sidecar.base, entry.name]))
                } else {
                    listing.bases.append(BatchFile(area: Sidecar.base, replicaDirectory: nil, name: entry.name, evidence: entry.evidence))
                }
            }
        }
        return listing
    }

    /// The file at a path relative to `.shed/`, if ``listing()`` has a batch or a base there.
    public func file(at path: RelativePath) throws(SidecarError) -> BatchFile? {
        let names = path.names
        guard let name = names.last, !names.contains(where: \.isHidden), names.count == 2 || names.count == 3 && names[0] == Sidecar.ops,
            [Sidecar.ops, Sidecar.base].contains(names[0]), var directory = try area(names[0])
        else { return nil }
        let replica = names.count == 3 ? names[1] : nil
        do throws(DiskError) {
            if let replica { directory = try directory.openDirectory(replica, create: false) }
            guard try directory.kind(of: name) == .file else { return nil }
        } catch {
            if error.code == .notFound { return nil }
            throw .disk(error)
        }
        return try file(name, in: directory, names[0], replica)
    }

    private func replica(_ name: Name, in ops: DirectoryHandle, into listing: inout SidecarListing) {
        let path = RelativePath([Sidecar.ops, name])
        do throws(DiskError) {
            // The directories come in order, and so do the files in each: then all paths do.
            let listed = try ListedEntries(try ops.openDirectory(name, create: false), atMost: Sidecar.mostEntries)
            listing.folders.append(ListedFolder(path: path, folder: listed.folder, names: listed.names, count: listed.entries.count))
            for entry in listed.entries.sorted(by: { $0.name < $1.name }) {
                if entry.kind != .file {
                    listing.odd.append(path.appending(entry.name))
                } else {
                    listing.batches.append(BatchFile(area: Sidecar.ops, replicaDirectory: name, name: entry.name, evidence: entry.evidence))
                }
            }
        } catch {
            if error.code != .notFound { listing.unreadable.append((path, error)) }
        }
    }

    private func area(_ name: Name) throws(SidecarError) -> DirectoryHandle? {
        do throws(DiskError) { return try directory.openDirectory(name, create: false) } catch {
            if error.code == .notFound { return nil }
            throw .disk(error)
        }
    }

    private func entries(
        of directory: DirectoryHandle, _ name: Name, atMost limit: Int, into listing: inout SidecarListing
    ) throws(SidecarError) -> [ListedEntries.Entry] {
        do throws(DiskError) {
            let listed = try ListedEntries(directory, atMost: limit)
            listing.folders.append(ListedFolder(path: RelativePath([name]), folder: listed.folder, names: listed.names, count: listed.entries.count))
            return listed.entries.sorted { $0.name < $1.name }
        } catch { throw .disk(error) }
    }

    private func file(
        _ name: Name, in directory: DirectoryHandle, _ area: Name, _ replica: Name?
    ) throws(SidecarError) -> BatchFile? {
        do throws(DiskError) {
            return try directory.evidence(of: name).map {
                BatchFile(area: area, replicaDirectory: replica, name: name, evidence: $0)
            }
        } catch { throw .disk(error) }
    }
}
