import ShedDisk
import ShedModel
import ShedThreads

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
    /// Of their names (``ListedFolder/names``).
    var names: UInt64 = 0

    /// Looks at a directory. What is gone again meanwhile was not there.
    /// - Parameter limit: with more entries the sidecar is taken for damaged.
    init(_ directory: DirectoryHandle, atMost limit: Int) throws(DiskError) {
        // Read first: whatever comes or goes from now on changes it.
        let own = try directory.ownEvidence()
        let isStill = ListedEntries.isStill(own, in: directory)
        folder = SettledFolder(inode: own.inode, birth: own.birth, changed: isStill ? own.changed : 0, digest: 0)
        let listed = try directory.list(atMost: limit).filter { !$0.name.isHidden }
        for (entry, seen) in zip(listed, try ListedEntries.looked(at: listed, in: directory)) {
            guard let evidence = seen else { continue }
            folder.digest &+= ListedFolder.digest(of: entry.name, entry.kind, evidence)
            names &+= entry.name.bytes.withUnsafeBufferPointer { ListedFolder.digest(ofName: $0, entry.kind, entry.inode) }
            entries.append(Entry(name: entry.name, kind: entry.kind, evidence: evidence))
        }
    }

    private typealias Listed = (name: Name, kind: EntryKind, inode: UInt64)

    /// So many files one thread looks at before it takes more.
    private static let portion = 256

    /// What each entry shows, `nil` of a file that is gone: of many, by several threads.
    private static func looked(at entries: [Listed], in directory: DirectoryHandle) throws(DiskError) -> [Evidence?] {
        let portions = (entries.count + portion - 1) / portion
        guard portions > 2 else { return try looked(at: entries[...], in: directory) }
        let seen = Lock([Result<[Evidence?], DiskError>](repeating: .success([]), count: portions))
        Parallel.run(portions, threads: Sidecar.readers) { number in
            let part = Result { () throws(DiskError) in try looked(at: entries.dropFirst(number * portion).prefix(portion), in: directory) }
            seen.withLock { $0[number] = part }
        }
        var all: [Evidence?] = []
        all.reserveCapacity(entries.count)
        for part in seen.withLock({ $0 }) { all += try part.get() }
        return all
    }

    private static func looked(at entries: ArraySlice<Listed>, in directory: DirectoryHandle) throws(DiskError) -> [Evidence?] {
        var seen: [Evidence?] = []
        seen.reserveCapacity(entries.count)
        for entry in entries { seen.append(entry.kind == .file ? try directory.evidence(of: entry.name) : Evidence(inode: entry.inode)) }
        return seen
    }

    /// Whether what comes or goes from now on is sure to show in the directory's time. Where something was done in it in the last
    /// two seconds nobody waits for that.
    static func isStill(_ own: Evidence, in directory: DirectoryHandle) -> Bool {
        !own.isRacy(at: FileClock.now()) && directory.settledEvidence()?.changed == own.changed
    }
}

extension Sidecar {
    /// So long nothing must have come or gone in a directory for its time to be believed: files on their way, and whatever a person
    /// tries out, are looked at. In nanoseconds: two minutes.
    public static let stillness: Int64 = 120 * 1_000_000_000

    /// In a directory of more entries names and inodes tell, where all was whole, and not a look at each file.
    static let mostLookedAt = 4_096
    /// The same where no close look is asked for: verbs look several times, and a device that is used daily has a thousand files of the last
    /// two weeks.
    static let mostLookedAtInPassing = 256
    /// So many that came into such a directory are known by their names, which sort behind all others.
    private static let mostAdded = 64

    /// Whether just what was listed stands in `ops/` and `base/`, as far as evidence tells.
    ///
    /// A directory in which nothing came or went for two minutes, and of which all is folded, is not listed: its own time tells. All
    /// others are listed, and so is each if asked, since a file can be changed in its place: that costs as much as there are files. In a
    /// large directory (``mostLookedAt``, ``mostLookedAtInPassing``) no file is looked at by itself, so that one is only listed where
    /// something came or went since.
    /// - Parameters:
    ///   - folders: all of them, as ``SidecarListing/folders`` had them.
    ///   - closely: whether each file is looked at.
    ///   - still: for how long nothing must have come or gone, in nanoseconds.
    /// - Returns: the same folders as they are now, whose times may be believed from now on; `nil` where something else stands there.
    public func standing(_ folders: [ListedFolder], closely: Bool, still: Int64 = Sidecar.stillness) -> [ListedFolder]? {
        guard knowsAreas(folders) else { return nil }
        do throws(DiskError) {
            var current = folders
            for (position, known) in folders.enumerated() {
                guard case .same(let folder) = try look(at: known, closely ? nil : still) else { return nil }
                current[position] = folder
            }
            return current
        } catch { return nil }
    }

    /// How `ops/` and `base/` differ from what was listed: only directories that changed are listed.
    /// - Parameters:
    ///   - folders: as for ``standing(_:closely:still:)``.
    /// - Returns: `nil` where a directory is gone or another one, or cannot be read, and where something stands there that is no file.
    public func changes(since folders: [ListedFolder], closely: Bool, still: Int64 = Sidecar.stillness) -> SidecarChanges? {
        guard knowsAreas(folders) else { return nil }
        do throws(DiskError) {
            var changes = SidecarChanges()
            for known in folders {
                switch try look(at: known, closely ? nil : still) {
                case .same(let folder): changes.folders.append(folder)
                case .more(let folder, let files):
                    changes.folders.append(folder)
                    changes.added += files
                case .another: return nil
                case .changed(let listed):
                    changes.folders.append(ListedFolder(path: known.path, folder: listed.folder, isWhole: known.isWhole, names: listed.names, count: listed.entries.count))
                    guard try take(listed, at: known.path, folders, into: &changes) else { return nil }
                }
            }
            return changes
        } catch { return nil }
    }

    /// Takes over what stands in a directory that changed, and in those in it that came.
    /// - Returns: whether nothing else is in it than there may be.
    private func take(_ listed: ListedEntries, at path: RelativePath, _ known: [ListedFolder], into changes: inout SidecarChanges) throws(DiskError) -> Bool {
        let files = listed.entries.filter { $0.kind == .file }
        changes.listed.append((path, files.map { BatchFile(in: path, $0.name, $0.evidence) }))
        guard path.names == [Sidecar.ops] else { return files.count == listed.entries.count }
        let directories = listed.entries.filter { $0.kind == .directory }
        guard files.count + directories.count == listed.entries.count, directories.count <= Sidecar.mostReplicas else { return false }
        for entry in directories {
            let inner = path.appending(entry.name)
            guard !known.contains(where: { $0.path == inner }) else { continue }
            let listed = try ListedEntries(try directory.openDirectory(at: inner), atMost: Sidecar.mostEntries)
            guard listed.entries.allSatisfy({ $0.kind == .file }) else { return false }
            changes.folders.append(ListedFolder(path: inner, folder: listed.folder, isWhole: true, names: listed.names, count: listed.entries.count))
            changes.added += listed.entries.map { BatchFile(in: inner, $0.name, $0.evidence) }
        }
        return true
    }

    /// Whether all of `ops/` and `base/` was listed.
    private func knowsAreas(_ folders: [ListedFolder]) -> Bool {
        guard folders.contains(where: { $0.path.names == [Sidecar.ops] }) else { return false }
        guard !folders.contains(where: { $0.path.names == [Sidecar.base] }) else { return true }
        do throws(DiskError) { return try directory.kind(of: Sidecar.base) == nil } catch { return false }
    }

    /// What a look at a directory shows.
    private enum Look {
        /// What was listed stands there.
        case same(ListedFolder)
        /// So do these besides.
        case more(ListedFolder, [BatchFile])
        case changed(ListedEntries)
        /// It is not the directory that was listed.
        case another
    }

    /// - Parameter still: for how long nothing must have come or gone for the directory's time to be believed; `nil`: it is not.
    private func look(at known: ListedFolder, _ still: Int64?) throws(DiskError) -> Look {
        let directory = try directory.openDirectory(at: known.path)
        let own = try directory.ownEvidence()
        guard own.inode == known.folder.inode, own.birth == known.folder.birth else { return .another }
        if let still, known.isWhole, known.folder.isSame(as: own), own.changed < FileClock.now() - still { return .same(known) }
        let most = still == nil ? Sidecar.mostLookedAt : Sidecar.mostLookedAtInPassing
        // Of so many only names and inodes are asked, and none of these changes without the directory's time.
        if still != nil, known.isWhole, known.names != 0, known.count > most, known.folder.changed != 0, known.folder.isSame(as: own) { return .same(known) }
        // Of fewer each is looked at anyway.
        let mayBeLarge = known.isWhole && known.names != 0 && known.count + Sidecar.mostAdded > most
        if mayBeLarge, let names = try directory.names(keeping: Sidecar.mostAdded), names.count > most {
            var current = known
            let changed = ListedEntries.isStill(own, in: directory) ? own.changed : 0
            current.folder.changed = changed
            current.count = names.count
            if names.digest == known.names { return .same(current) }
            if let added = try Sidecar.added(names, to: known, directory) {
                for file in added { current = current.with(file.name, file.evidence) }
                current.folder.changed = changed
                current.count = names.count
                return .more(current, added)
            }
        }
        let now = try ListedEntries(directory, atMost: Sidecar.mostEntries)
        guard now.folder.digest == known.folder.digest else { return .changed(now) }
        return .same(ListedFolder(path: known.path, folder: now.folder, isWhole: known.isWhole, names: now.names, count: now.entries.count))
    }

    /// The files that came into a directory, where those are the last by their names, as batches that were written last are: without them
    /// the names are those that were listed.
    private static func added(_ names: DirectoryHandle.Names, to known: ListedFolder, _ directory: DirectoryHandle) throws(DiskError) -> [BatchFile]? {
        var rest = names.digest
        for (position, entry) in names.last.enumerated() {
            rest &-= entry.name.bytes.withUnsafeBufferPointer { ListedFolder.digest(ofName: $0, entry.kind, entry.inode) }
            guard rest == known.names else { continue }
            var files: [BatchFile] = []
            for entry in names.last.prefix(position + 1) {
                guard entry.kind == .file, let evidence = try directory.evidence(of: entry.name), evidence.inode == entry.inode else { return nil }
                files.append(BatchFile(in: known.path, entry.name, evidence))
            }
            return files
        }
        return nil
    }
}

/// What came into the directories of batches since they were listed, or went.
public struct SidecarChanges {
    /// All directories as they are now. Whether all in one is whole is only known of what was there before.
    public internal(set) var folders: [ListedFolder] = []
    /// What stands in those that are not as they were: all files of each.
    public internal(set) var listed: [(folder: RelativePath, files: [BatchFile])] = []
    /// Files that came, besides all that was in the directory.
    public internal(set) var added: [BatchFile] = []

    /// Whether nothing came or went.
    public var isNone: Bool { listed.isEmpty && added.isEmpty }
}
