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
    /// - Parameter savesAll: whether the index is written in any case: nothing more is to be hashed.
    package func hash(_ ids: [NodeID], savesAll: Bool) throws(ShedError) {
        try requireWriting()
        try store.change { state throws(ShedError) in
            var hashed: [NodeID] = []
            for id in store.hashes.takeLost() + ids {
                guard var sighting = state.memory.seen[id], sighting.hash == nil, state.memory.missing[id] == nil,
                    let path = state.model.path(of: id), let name = path.last,
                    let directory = try? root.openDirectory(at: path.parent),
                    let known = try? store.hashes.shared.content(of: name, in: directory, expecting: sighting.evidence, now: project.home.surroundings.now()),
                    let sketch = known.sketch
                else { continue }
                sighting.hash = known.hash
                store.hashes.sketches.append(KnownSketch(id: id, hash: known.hash, sketch: sketch))
                state.memory.record(sighting, of: id)
                store.hashes.unsaved.insert(id)
                hashed.append(id)
            }
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
    }
}
