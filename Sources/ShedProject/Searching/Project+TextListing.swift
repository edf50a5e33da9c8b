import ShedDisk
import ShedModel

extension Project {
    /// What a daemon reads at most for somebody who looks for words, so that nothing else waits long.
    private static let answered = (files: 400, bytes: 8 << 20 as Int64)

    /// The part of a watched project in whose texts something may be found: the folders of those files which the index of words does not
    /// rule out, as they are on the disk. Which files there are besides, and that they are as they were read, events have told.
    /// - Returns: `nil` where that is not enough, or too much is to be read: then all is to be listed, by somebody who has the time.
    public func listing(forTexts search: Search) throws(ShedError) -> Listing? {
        try search.requireSense()
        guard let changeSource, search.isOfTexts, !search.isMissing, !kind.searchesContents, kind.view(at: search.folder) == nil else { return nil }
        _ = try refresh()
        let state = try store.loadForParts()
        // What is not settled may stand where the model has nothing.
        guard state.incomplete.isEmpty, unresolved.isEmpty, changeSource.unresolved.isEmpty, changeSource.unsettled.isEmpty, changeSource.health.polled.isEmpty,
            let folders = folders(forTexts: search, SearchKeeper(self).sieve(search), state)
        else { return nil }
        var options = Crawler.Options(ignore: home.configuration.ignore)
        options.limit(to: folders, state.memory)
        let snapshot: Snapshot
        do throws(DiskError) { snapshot = try Crawler.crawl(home.root, options: options) } catch { throw ShedError(error) }
        return Listing(snapshot, binding(of: snapshot, state, [:]), model: state.model, memory: state.memory, project: self)
    }

    private func folders(forTexts search: Search, _ sieve: SearchSieve, _ state: ProjectState) -> Set<RelativePath>? {
        guard sieve.rulesOut else { return nil }
        var folders: Set<RelativePath> = [search.folder]
        var (files, bytes) = (0, 0 as Int64)
        let seen = state.memory.seen
        for position in seen.indices {
            let (id, evidence) = (seen.keys[position], seen.values[position].evidence)
            // Of most it is enough to ask the index. No event tells what was written through another name of a file.
            guard evidence.links > 1 || sieve.mayHold(evidence), let node = state.model.nodes[id], !node.type.isDirectory, state.stands(id), let path = state.model.path(of: id),
                let name = path.last, !kind.knowsText(of: name)
            else { continue }
            if evidence.size <= Search.largestText { bytes += evidence.size }
            files += 1
            guard files <= Project.answered.files, bytes <= Project.answered.bytes else { return nil }
            folders.insert(path.parent)
        }
        return folders
    }
}
