import ShedDisk
import ShedModel
import ShedRules

/// Whoever finishes a change that was interrupted may come late: people have renamed meanwhile what it put into its place or was to
/// replace, or a folder above that. A file is known again by its inode and birth time, as the journal has them.
extension StagedChange {
    /// Looks for what does not stand where the journal says any more, and gives each such entry the path at which that is now. What is
    /// nowhere to be found keeps its own.
    ///
    /// One scan of the project, where anything is astray; else a look at each target, and at what came in folders.
    mutating func follow(in root: DirectoryHandle, _ ignore: IgnoreRules) throws(DiskError) {
        let (places, numbers) = (Places(root), try DeviceNumbers(of: root))
        if numbers.areSeveral { renumber(numbers, places) }
        let astray = Set(entries.indices.filter { isAstray(entries[$0], places) })
        let inFolders = broughtIntoProject()
        guard !astray.isEmpty || inFolders.contains(where: { places.evidence(at: $0.key)?.identity != $0.value }) else { return }
        let sought = Set(astray.flatMap { entries[$0].files } + inFolders.values)
        let found = Whereabouts(of: sought, in: try Crawler.crawl(root, options: .init(ignore: ignore)), numbers)
        var moved: [RelativePath: RelativePath] = [:]
        for index in astray.sorted() {
            let old = entries[index].target
            guard let new = path(of: entries[index], by: found), new != old, !new.isTooDeep else { continue }
            entries[index].target = new
            moved[old] = new
        }
        // What goes into a folder that comes along, and is not there yet, goes where that is. All at once: one may stand where another stood.
        for index in Set(entries.indices).subtracting(astray) where isStaged(entries[index]) { entries[index].target = StagedChange.place(of: entries[index].target, after: moved) }
        let standing = Set(entries.indices.filter { !astray.contains($0) && !isStaged(entries[$0]) }.map { entries[$0].target })
        brought = Dictionary(brought.map { path, file in (StagedChange.place(of: path, after: moved), file) }) { first, _ in first }
        let placed = assigned.sorted { $0.key < $1.key }.map { path, id in
            (standing.contains(path) ? path : inFolders[path].flatMap { found[$0] } ?? StagedChange.place(of: path, after: moved), id)
        }
        assigned = Dictionary(placed) { first, _ in first }
        // Where it is now its number is seen.
        if numbers.areSeveral { renumber(numbers, Places(root)) }
    }

    /// What has come into the project in folders, by the paths at which it came.
    private func broughtIntoProject() -> [RelativePath: FileIdentity] {
        let come = Set(entries.lazy.filter { $0.written == nil && !isStaged($0) }.map(\.target))
        guard !come.isEmpty else { return [:] }
        return brought.filter { path, _ in assigned[path] != nil && path.ancestors.contains(where: come.contains) }.mapValues(\.identity)
    }

    /// Where something stands that stood at a path, by itself or in what was moved.
    private static func place(of path: RelativePath, after moved: [RelativePath: RelativePath]) -> RelativePath {
        for count in (1...max(path.names.count, 1)).reversed() where !moved.isEmpty {
            if let new = moved[RelativePath(Array(path.names.prefix(count)))] { return new.appending(RelativePath(Array(path.names.dropFirst(count)))) }
        }
        return path
    }

    /// Files that were replaced, each with the one that stands in its place now: who was the one is the other, wherever that is.
    func replacements(in root: DirectoryHandle) -> [FileIdentity: FileIdentity] {
        let places = Places(root)
        var replacements: [FileIdentity: FileIdentity] = [:]
        for entry in entries where entry.rejecting == nil {
            guard let replaced = entry.replaced, places.evidence(at: entry.target)?.identity == entry.identity else { continue }
            replacements[replaced.identity] = entry.identity
        }
        return replacements
    }

    private func isAstray(_ entry: StagedEntry, _ places: Places) -> Bool {
        if let there = places.evidence(at: entry.target)?.identity, there == entry.identity || there == entry.replaced?.identity { return false }
        guard entry.replaced == nil, isStaged(entry) else { return true }
        // Nothing of it is in the project yet: it goes into the folder that was meant.
        guard let folder = entry.folder else { return false }
        return (try? places.directory(entry.target.parent).ownEvidence())?.identity != folder
    }

    private func path(of entry: StagedEntry, by found: Whereabouts) -> RelativePath? {
        guard let name = entry.target.last else { return nil }
        // What somebody has moved out of the way before it was replaced is none that may be: where it would go to Rejected, or is replaced whoever
        // writes to it, as what is made anew is. Then all is taken back.
        if isStaged(entry), entry.replaced != nil, entry.rejecting != nil || entry.overridesWriters { return nil }
        let inFolder = (entry.folder.flatMap { found[$0] } ?? entry.target.parent).appending(name)
        guard let own = found[entry.identity] ?? entry.replaced.flatMap({ found[$0.identity] }) else { return inFolder }
        // A program has saved its text there, and kept what it found beside it: that is none of the project's documents.
        return own.last.map { BackupName.isBackupName($0, of: name) } == true ? inFolder : own
    }
}

/// At which paths some files and folders stand; none for one that has several names.
private struct Whereabouts {
    private var paths: [FileIdentity: RelativePath?] = [:]
    private let numbers: DeviceNumbers

    init(of sought: Set<FileIdentity>, in snapshot: Snapshot, _ numbers: DeviceNumbers) {
        self.numbers = numbers
        let sought = Set(sought.map(numbers.key))
        for index in snapshot.entries.indices {
            let identity = numbers.key(snapshot.entries[index].evidence.identity)
            guard sought.contains(identity) else { continue }
            paths[identity] = .some(paths[identity] == nil ? snapshot.path(of: index) : nil)
        }
    }

    subscript(identity: FileIdentity) -> RelativePath? { paths[numbers.key(identity)] ?? nil }
}

extension StagedEntry {
    /// By which it is found.
    fileprivate var files: [FileIdentity] { [identity, replaced?.identity, folder].compactMap(\.self) }
}
