import ShedDisk
import ShedIndex
import ShedModel

/// Files that were hashed in idle moments and whose hashes are not in the index yet.
struct HashQueue {
    /// Hashed, and remembered in memory alone.
    var unsaved: Set<NodeID> = []
    /// What their contents are like.
    var sketches: [KnownSketch] = []
    /// Contents of files that have several names.
    var shared = SharedContents()
    /// The same, of which the model was loaded anew before they were saved: they are hashed once more.
    private(set) var lost: Set<NodeID> = []

    mutating func loseUnsaved() {
        lost.formUnion(unsaved)
        unsaved = []
        sketches = []
    }

    /// Takes those out that are to be hashed once more.
    mutating func takeLost() -> Set<NodeID> {
        defer { lost = [] }
        return lost
    }
}

extension ModelStore {
    /// About how many bytes are hashed without anybody else being let in, in bytes: 256 MiB, which take less than a second.
    package static let hashedAtOnce: Int64 = 256 << 20

    /// Files that are on disk and have no hash.
    package func unhashedFiles() -> [NodeID] {
        guard let state else { return [] }
        return state.memory.seen.compactMap { id, sighting in
            sighting.hash == nil && sighting.evidence.size > 0 && state.memory.missing[id] == nil && state.model.nodes[id]?.type.isDirectory == false ? id : nil
        }.sorted()
    }
}

extension Transaction {
    /// Hashes files and remembers the hashes. One that changed meanwhile is left for the next scan.
    ///
    /// The index packs the files of a folder together, so that each write costs as much as its folders are large: it is
    /// written when a sixteenth of the project has come together. Hashes that a crash loses are taken again.
    /// - Parameters:
    ///   - savesAll: whether the index is written in any case, once all of them are hashed: nothing more is to be.
    ///   - limit: about how many bytes are read. Of a long file, or one that says it is, a portion is read at a time, and what was
    ///     read of it is kept, as long as it is named first the next time.
    /// - Returns: those that are to be named the next time, in this order: the limit was reached before.
    @discardableResult
    package func hash(_ ids: [NodeID], savesAll: Bool, atMost limit: Int64 = ModelStore.hashedAtOnce) throws(ShedError) -> [NodeID] {
        try requireWriting()
        var rest: [NodeID] = []
        try store.change { state throws(ShedError) in
            var hashed: [NodeID] = []
            var budget = limit
            let now = project.home.surroundings.now()
            for id in store.hashes.takeLost() + ids {
                guard budget > 0 else {
                    rest.append(id)
                    continue
                }
                guard var sighting = state.memory.seen[id], sighting.hash == nil, state.memory.missing[id] == nil,
                    let path = state.model.path(of: id), let name = path.last,
                    let directory = try? root.openDirectory(at: path.parent)
                else { continue }
                let known = try? store.hashes.shared.portion(of: name, in: directory, expecting: sighting.evidence, now: now, budget: &budget)
                guard let known, let sketch = known.sketch else {
                    if store.hashes.shared.begun != nil { rest.append(id) }
                    continue
                }
                sighting.hash = known.hash
                store.hashes.sketches.append(KnownSketch(id: id, hash: known.hash, sketch: sketch))
                state.memory.record(sighting, of: id)
                store.hashes.unsaved.insert(id)
                hashed.append(id)
            }
            let savesAll = savesAll && rest.isEmpty
            let unsaved = store.hashes.unsaved
            if !unsaved.isEmpty, savesAll || unsaved.count >= state.memory.seen.count / 16 {
                try store.save(&state, touching: Array(unsaved), by: access)
                try store.keep(store.hashes.sketches, by: access)
                store.hashes.unsaved = []
                store.hashes.sketches = []
            }
            if savesAll { store.hashes.shared = SharedContents() }
            return .nodes(hashed, .hashes)
        }
        return rest
    }
}
