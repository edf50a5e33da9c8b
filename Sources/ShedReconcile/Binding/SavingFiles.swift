import ShedModel
import ShedRules

/// Files that programs make to save others with, where a daemon has seen one before it came to its place (`sed -i`, `perl -pi`): it has an
/// ID of its own by then, and is the file that is saved. Made once a walk; asking costs as much as has the same name.
struct SavingFiles {
    /// Where files have gone that were seen to be renamed, by where they were.
    private var gone: [RelativePath: [RelativePath]] = [:]
    /// The entries that are no nodes yet, by what they are.
    private var entries: [FileIdentity: [Int]] = [:]

    init(_ binder: Binder, open: [Int]) {
        let sightings = binder.situation.disk.sightings
        // Without having seen it come there, nobody says so, nor while something is unknown.
        guard !sightings.renamed.isEmpty, binder.situation.disk.incomplete.isEmpty else { return }
        for (path, origins) in sightings.renamed { for origin in origins { gone[origin, default: []].append(path) } }
        for index in open { entries[binder.snapshot.entries[index].evidence.identity, default: []].append(index) }
    }

    /// The known file that was saved by another one: that was made a moment ago, and was seen to be renamed to the place of this one, whose own
    /// file is gone, or has a backup name.
    func saved(by made: NodeID, at index: Int, _ binder: Binder) -> NodeID? {
        let (snapshot, model) = (binder.snapshot, binder.model)
        guard !gone.isEmpty, snapshot.entries[index].kind == .file, let node = model.nodes[made], node.mayBeSaving(at: binder.situation.now),
            case let path = snapshot.path(of: index), let before = model.path(of: made), gone[before]?.contains(path) == true,
            let folder = binder.folder[Int(snapshot.entries[index].parent)]
        else { return nil }
        let known = binder.children(of: folder, namedAs: index).filter { id in
            id != made && !binder.isBound(id) && binder.fits(id, index) && binder.memory.isPresent(id)
        }
        guard known.count == 1, let id = known.first, let saved = model.nodes[id], saved.created < node.created,
            gone[path, default: []].allSatisfy({ isBackup($0, of: path) })
        else { return nil }
        let places = binder.memory.seen[id].map { entries[$0.evidence.identity] ?? [] } ?? []
        return places.allSatisfy { $0 == index || isBackup(snapshot.path(of: $0), of: path) } ? id : nil
    }

    private func isBackup(_ path: RelativePath, of original: RelativePath) -> Bool {
        guard path.parent == original.parent, let name = path.last, let own = original.last else { return false }
        return BackupName.isBackupName(name, of: own)
    }
}

extension Node {
    /// Older than this nobody takes a file for a program's, in milliseconds: 10 s.
    private static let oldestSaving: Int64 = 10_000

    /// Whether this may be a file that a program made to save another one with: it came a moment ago, and nobody has said anything of it.
    /// - Parameter now: in milliseconds since 1970.
    public func mayBeSaving(at now: Int64) -> Bool {
        guard created > 0, created <= now, now - created < Node.oldestSaving, role == nil else { return false }
        guard let details else { return true }
        return details.labels.tags.isEmpty && details.labels.values.isEmpty && details.note == nil && details.rejection == nil && !details.exception
    }
}
