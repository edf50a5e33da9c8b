import ShedDisk
import ShedModel
import ShedSidecar

/// Folders that come along with what is in them.
extension StagedChange {
    /// Looks what is in them, before they are put into their places: who finishes an interrupted change, or takes it back, knows it by that.
    mutating func noteBrought() throws(DiskError) {
        brought = [:]
        for entry in entries where entry.written == nil {
            try noteBrought(in: folder.directory.openDirectory(entry.name, called: folder.label(of: entry.target)), at: entry.target)
        }
    }

    /// What is staged gets IDs; more than twice that, and more than a million, is none of it.
    private var mostBrought: Int { max(1_000_000, 2 * assigned.count) }

    private mutating func noteBrought(in directory: DirectoryHandle, at path: RelativePath) throws(DiskError) {
        for entry in try directory.list(atMost: mostBrought) {
            let place = path.appending(entry.name)
            // Whoever can write into the project can write into what is staged.
            guard !place.isTooDeep, brought.count < mostBrought else { throw DiskError(.tooLarge, action: "stage", path: directory.label) }
            brought[place] = try directory.evidence(of: entry.name)
            if entry.kind == .directory { try noteBrought(in: directory.openDirectory(entry.name), at: place) }
        }
    }

    /// Asks of all, before the first is put into its place, whether a name was taken meanwhile or what is replaced was changed: a folder that is in
    /// its place by the time at which the others are taken back stays.
    func requireUnchanged(_ places: Places) throws(DiskError) {
        guard entries.contains(where: { $0.written == nil }) else { return }
        for entry in entries where isStaged(entry) {
            // Where its folder comes along, too, there is none yet.
            guard let name = entry.target.last, let folder = try? places.directory(entry.target.parent) else { continue }
            let there = try folder.evidence(of: name)
            guard let replaced = entry.replaced else {
                if there != nil { throw DiskError(.exists, action: "move", path: "\(entry.target)") }
                continue
            }
            guard let there, there.identity == replaced.identity, WriteStamp(there) == WriteStamp(replaced) else {
                throw DiskError(.changed, action: "replace", path: "\(entry.target)")
            }
        }
    }

    /// After a change was taken back: the IDs of folders that stay all the same and of what came in them, by where it stands, and what is to be
    /// said of them.
    func staying(in root: DirectoryHandle) -> (assigned: [RelativePath: NodeID], operations: [Operation]) {
        let places = Places(root)
        let folders = entries.filter { $0.written == nil && places.evidence(at: $0.target)?.identity == $0.identity }
        guard !folders.isEmpty else { return ([:], []) }
        var files = Dictionary(folders.map { ($0.target, $0.identity) }, uniquingKeysWith: { first, _ in first })
        let stand = Set(files.keys)
        for (path, file) in brought where path.ancestors.contains(where: stand.contains) { files[path] = file.identity }
        let there = assigned.filter { path, _ in files[path].map { $0 == places.evidence(at: path)?.identity } ?? false }
        let ids = Set(there.values)
        return (there, operations.filter { $0.label != nil || ids.contains($0.id) })
    }

    /// Whether a folder that was put into its place holds nothing but what came along, as it came, and nobody writes to that.
    func isAsStaged(_ name: Name, in parent: DirectoryHandle, at path: RelativePath) -> Bool {
        guard let directory = try? parent.openDirectory(name), let entries = try? directory.list(atMost: mostBrought) else { return false }
        return entries.allSatisfy { entry in
            let place = path.appending(entry.name)
            guard let known = brought[place], let there = try? directory.evidence(of: entry.name), there.identity == known.identity else { return false }
            if entry.kind == .directory { return isAsStaged(entry.name, in: directory, at: place) }
            return WriteStamp(there) == WriteStamp(known) && !directory.isBeingWritten(entry.name)
        }
    }

    /// Whether something has not left the staging folder.
    func isStaged(_ entry: StagedEntry) -> Bool { (try? folder.directory.evidence(of: entry.name))?.identity == entry.identity }
}
