import ShedDisk
import ShedModel

/// What stands in one directory of the sidecar.
struct ListedEntries {
    struct Entry {
        var name: Name
        var kind: EntryKind
        /// Of a file; that of anything else is only its inode.
        var evidence: Evidence
    }

    /// Names that begin with a dot are left out: files on their way.
    var entries: [Entry] = []
    var folder: SettledFolder

    /// Looks at a directory. What is gone again meanwhile was not there.
    /// - Parameter limit: with more entries the sidecar is taken for damaged.
    init(_ directory: DirectoryHandle, atMost limit: Int) throws(DiskError) {
        // Read first: whatever comes or goes from now on changes it.
        let own = try directory.ownEvidence()
        let isStill = ListedEntries.isStill(own, in: directory)
        folder = SettledFolder(inode: own.inode, birth: own.birth, changed: isStill ? own.changed : 0, digest: 0)
        for entry in try directory.list(atMost: limit) where !entry.name.isHidden {
            var evidence = Evidence(inode: entry.inode)
            if entry.kind == .file {
                guard let seen = try directory.evidence(of: entry.name) else { continue }
                evidence = seen
            }
            folder.digest &+= ListedFolder.digest(of: entry.name, entry.kind, evidence)
            entries.append(Entry(name: entry.name, kind: entry.kind, evidence: evidence))
        }
    }

    /// Whether what comes or goes from now on is sure to show in the directory's time. Where something was done in it in the last
    /// two seconds nobody waits for that.
    private static func isStill(_ own: Evidence, in directory: DirectoryHandle) -> Bool {
        !own.isRacy(at: FileClock.now()) && directory.settledEvidence()?.changed == own.changed
    }
}

extension Sidecar {
    /// So long nothing must have come or gone in a directory for its time to be believed: files on their way, and whatever a person
    /// tries out, are looked at. In nanoseconds: two minutes.
    public static let stillness: Int64 = 120 * 1_000_000_000

    /// Whether just what was listed stands in `ops/` and `base/`, as far as evidence tells.
    ///
    /// A directory in which nothing came or went for two minutes, and of which all is folded, is not listed: its own time tells. All
    /// others are listed, and so is each if asked, since a file can be changed in its place: that costs as much as there are files.
    /// - Parameters:
    ///   - folders: all of them, as ``SidecarListing/folders`` had them.
    ///   - closely: whether each file is looked at.
    ///   - still: for how long nothing must have come or gone, in nanoseconds.
    /// - Returns: the same folders as they are now, whose times may be believed from now on; `nil` where something else stands there.
    public func standing(_ folders: [ListedFolder], closely: Bool, still: Int64 = Sidecar.stillness) -> [ListedFolder]? {
        guard folders.contains(where: { $0.path.names == [Sidecar.ops] }) else { return nil }
        do throws(DiskError) {
            if !folders.contains(where: { $0.path.names == [Sidecar.base] }), try directory.kind(of: Sidecar.base) != nil { return nil }
            var current = folders
            for (position, known) in folders.enumerated() {
                guard let folder = try folder(known, try directory.openDirectory(at: known.path), closely ? nil : still) else { return nil }
                current[position].folder = folder
            }
            return current
        } catch { return nil }
    }

    /// - Parameter still: for how long nothing must have come or gone for the directory's time to be believed; `nil`: it is not.
    private func folder(_ known: ListedFolder, _ directory: DirectoryHandle, _ still: Int64?) throws(DiskError) -> SettledFolder? {
        let own = try directory.ownEvidence()
        guard own.inode == known.folder.inode, own.birth == known.folder.birth else { return nil }
        if let still, known.isWhole, known.folder.isSame(as: own), own.changed < FileClock.now() - still { return known.folder }
        let now = try ListedEntries(directory, atMost: Sidecar.mostEntries).folder
        return now.digest == known.folder.digest ? now : nil
    }
}
