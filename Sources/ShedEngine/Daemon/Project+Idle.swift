import ShedDisk
import ShedModel
import ShedSidecar

extension Project {
    /// Whether the model holds all batches that are there.
    var isUpToDate: Bool {
        guard let state, let listing = try? sidecar.listing() else { return false }
        return isFolded(listing, in: state.meta, state.batches)
    }

    /// Files that are on disk and have no hash.
    func unhashedFiles() -> [NodeID] {
        guard let state else { return [] }
        return state.memory.seen.compactMap { id, sighting in
            sighting.hash == nil && sighting.evidence.size > 0 && state.memory.missing[id] == nil && state.model.nodes[id]?.type.isDirectory == false ? id : nil
        }.sorted()
    }

    /// Hashes files and remembers the hashes. One that changed meanwhile is left for the next scan.
    ///
    /// The index packs the files of a folder together, so that each write costs as much as its folders are large: it is
    /// written when a sixteenth of the project has come together. Hashes that a crash loses are taken again.
    /// - Parameter savesAll: whether the index is written in any case: nothing more is to be hashed.
    func hash(_ ids: [NodeID], savesAll: Bool) throws(ShedError) {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        var state = try load()
        let trust = recordTrust
        // The only one to hold the memory, so that changing it copies nothing. After a failure it is read again.
        self.state = nil
        let lost = lostHashes
        lostHashes = []
        for id in lost + ids {
            guard var sighting = state.memory.seen[id], sighting.hash == nil, state.memory.missing[id] == nil,
                let path = state.model.path(of: id), let name = path.last,
                let directory = try? root.openDirectory(at: path.parent),
                let hash = try? directory.hash(name, expecting: sighting.evidence)
            else { continue }
            sighting.hash = hash
            state.memory.record(sighting, of: id)
            unsavedHashes.insert(id)
        }
        if !unsavedHashes.isEmpty, savesAll || unsavedHashes.count >= state.memory.seen.count / 16 {
            try saveAll(&state, touching: Array(unsavedHashes))
            unsavedHashes = []
        }
        self.state = state
        // No row of a record says anything of hashes.
        recordTrust = trust
    }

    /// Empties the log of the index. Where that fails, the next idle moment does it.
    func checkpointIndex() { _ = try? index?.checkpoint() }
}
