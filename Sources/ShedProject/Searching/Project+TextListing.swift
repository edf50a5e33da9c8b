import ShedDisk
import ShedModel

extension Project {
    /// What a daemon reads at most for somebody who looks for words, so that nothing else waits long.
    private static let answered = (files: 1_000, bytes: 32 << 20 as Int64)

    /// The part of a watched project in whose texts something may be found: those files which the index of words does not
    /// rule out, as they are on the disk. Which files there are besides, and that they are as they were read, events have told.
    /// - Returns: `nil` where that is not enough, or too much is to be read: then all is to be listed, by somebody who has the time.
    public func listing(forTexts search: Search) throws(ShedError) -> Listing? {
        try search.requireSense()
        guard let changeSource, search.isOfTexts, !search.isMissing, !kind.searchesContents, kind.view(at: search.folder) == nil else { return nil }
        _ = try refresh()
        let state = try store.loadForParts()
        // What is not settled may stand where the model has nothing.
        guard state.incomplete.isEmpty, unresolved.isEmpty, changeSource.unresolved.isEmpty, changeSource.unsettled.isEmpty, changeSource.health.polled.isEmpty,
            let files = files(forTexts: search, SearchKeeper(self).sieve(search), state)
        else { return nil }
        let snapshot: Snapshot
        do throws(DiskError) {
            snapshot = try Crawler.look(at: files.keys + [search.folder], in: home.root, ignore: home.configuration.ignore)
        } catch { throw ShedError(error) }
        let binding = snapshot.entries.indices.map { entry in
            let path = snapshot.path(of: entry)
            return files[path] ?? state.node(at: path).flatMap { state.memory.isPresent($0) ? $0 : nil }
        }
        return Listing(snapshot, binding, model: state.model, memory: state.memory, project: self)
    }

    private func files(forTexts search: Search, _ sieve: SearchSieve, _ state: ProjectState) -> [RelativePath: NodeID]? {
        guard let numbers = sieve.numbers else { return nil }
        let places = places(sieve, state)
        var files: [RelativePath: NodeID] = [:]
        var bytes: Int64 = 0
        let seen = state.memory.seen
        let isAll = places.forEach(numbers) { position in
            let (id, evidence) = (seen.keys[position], seen.values[position].evidence)
            guard let node = state.model.nodes[id], !node.type.isDirectory, state.stands(id), let path = state.model.path(of: id), path.isInside(search.folder),
                let name = path.last, !kind.knowsText(of: name)
            else { return true }
            if evidence.size <= Search.largestText { bytes += evidence.size }
            files[path] = id
            return files.count <= Project.answered.files && bytes <= Project.answered.bytes
        }
        return isAll ? files : nil
    }

    /// Where the files of the index stand, made anew after a change.
    private func places(_ sieve: SearchSieve, _ state: ProjectState) -> SearchPlaces {
        if let places = searchMemory?.places, places.generation == store.generation { return places }
        let places = SearchPlaces(sieve, state, generation: store.generation)
        searchMemory?.places = places
        return places
    }
}
