import ShedDisk
import ShedIndex
import ShedModel

extension Project {
    /// What is read at most: by a daemon so much for somebody who looks for words that nothing else waits long.
    private var answered: (files: Int, bytes: Int64) { changeSource == nil ? (.max, .max) : (1_000, 32 << 20) }

    /// What is found in texts of a watched project: only those files are looked at which the index of words does not rule out, and of the
    /// best alone those which may be among them, the likeliest first. Which files there are besides, and that they are as they were read,
    /// events have told.
    /// - Returns: `nil` where that is not enough, or too much is to be read: then all is to be listed, by somebody who has the time.
    public func searchAsTold(_ search: Search) throws(ShedError) -> SearchResult? {
        guard let state = try state(forTexts: search) else { return nil }
        return try self.search(search, SearchKeeper(self).sieve(search), state)
    }

    /// What is found by somebody who has the time. Of texts only those files are bound to their nodes, and looked at once more, which the
    /// index of words does not rule out: which files there are besides, and that they are as they were read, the digests of folders tell,
    /// for which each file is looked at.
    /// - Throws: ``ShedError`` of kind usage for a folder that is not there, or for what cannot be looked for.
    public func search(_ search: Search) throws(ShedError) -> SearchResult {
        try search.requireSense()
        guard changeSource == nil, isInTexts(search) else { return try listing().search(search) }
        let sieve = SearchKeeper(self).sieve(search)
        if sieve.numbers != nil, let state = try stateByDigests(), let result = try self.search(search, sieve, state) { return result }
        return try listing().search(search, by: sieve)
    }

    private func search(_ search: Search, _ sieve: SearchSieve, _ state: ProjectState) throws(ShedError) -> SearchResult? {
        if sieve.isOfRank, let average = sieve.averageSize, let few = search.fewBest {
            return try best(few, search, sieve, TextRanking(sieve, search, average: average), state)
        }
        if let limit = search.limit, search.isInOrderOfPaths { return try first(limit, search, sieve, state) }
        guard let files = files(forTexts: search, sieve, state) else { return nil }
        return try listing(of: files, search.folder, state).search(search, by: sieve)
    }

    /// What is known of the project; `nil` where it does not tell all.
    private func state(forTexts search: Search) throws(ShedError) -> ProjectState? {
        try search.requireSense()
        guard let changeSource, isInTexts(search) else { return nil }
        _ = try refresh()
        let state = try store.loadForParts()
        // What is not settled may stand where the model has nothing.
        let isSettled = state.incomplete.isEmpty && unresolved.isEmpty && changeSource.unresolved.isEmpty && changeSource.unsettled.isEmpty
        return isSettled && changeSource.health.polled.isEmpty ? state : nil
    }

    /// Whether it is sought in texts of files alone.
    private func isInTexts(_ search: Search) -> Bool {
        search.isOfTexts && !search.isMissing && !kind.searchesContents && kind.view(at: search.folder) == nil
    }

    /// What is known once all folders were looked at whose digests are not as they were: of every file its state on the disk, as a listing
    /// would have it.
    /// - Returns: `nil` where a walk leaves something that has no place in the model.
    func stateByDigests() throws(ShedError) -> ProjectState? {
        guard purpose == .change, home.stateFolder != nil else { return nil }
        store.openIndexToLoad()
        // Then all is looked at anyway, and once is enough.
        if let known = try? store.index?.meta(), !known.isSettled { return nil }
        guard (try? refresh()) != nil else { return nil }
        let state = try store.load()
        return state.meta.isSettled && state.incomplete.isEmpty && state.memory.unsettled.hasNoArrivals && unresolved.isEmpty ? state : nil
    }

    private func listing(of files: [RelativePath: NodeID], _ folder: RelativePath, _ state: ProjectState) throws(ShedError) -> Listing {
        let snapshot: Snapshot
        do throws(DiskError) {
            snapshot = try Crawler.look(at: files.keys + [folder], in: home.root, ignore: home.configuration.ignore, threads: changeSource == nil ? 2 : 1)
        } catch { throw ShedError(error) }
        let binding = snapshot.entries.indices.map { entry in
            let path = snapshot.path(of: entry)
            return files[path] ?? state.node(at: path).flatMap { state.memory.isPresent($0) ? $0 : nil }
        }
        return Listing(snapshot, binding, model: state.model, memory: state.memory, project: self)
    }

    private func files(forTexts search: Search, _ sieve: SearchSieve, _ state: ProjectState) -> [RelativePath: NodeID]? {
        guard let numbers = sieve.numbers else { return nil }
        let places = places(sieve, search.folder, state)
        var files: [RelativePath: NodeID] = [:]
        var bytes: Int64 = 0
        let seen = state.memory.seen
        let isAll = places.forEach(numbers) { position in
            let (id, evidence) = (seen.keys[position], seen.values[position].evidence)
            guard let path = path(ofText: id, in: search.folder, state) else { return true }
            bytes += Project.read(of: evidence)
            files[path] = id
            return files.count <= answered.files && bytes <= answered.bytes
        }
        return isAll ? files : nil
    }

    /// How much of a file is read, in bytes: nothing of one that is too large to be searched.
    private static func read(of evidence: Evidence) -> Int64 { evidence.size <= Search.largestText ? evidence.size : 0 }

    /// Where a file stands that has a text.
    private func path(ofText id: NodeID, in folder: RelativePath, _ state: ProjectState) -> RelativePath? {
        guard let node = state.model.nodes[id], !node.type.isDirectory, state.stands(id), let path = state.model.path(of: id), path.isInside(folder),
            let name = path.last, !kind.knowsText(of: name)
        else { return nil }
        return path
    }

    /// Looks at files in rounds, those first that may fit best, until no other can be among the best.
    private func best(
        _ few: Int, _ search: Search, _ sieve: SearchSieve, _ ranking: TextRanking, _ state: ProjectState
    ) throws(ShedError) -> SearchResult? {
        guard let numbers = sieve.numbers else { return nil }
        let seen = state.memory.seen
        var due = places(sieve, search.folder, state).byCeiling(numbers, seen, sieve, ranking)
        var result = SearchResult()
        var (count, bytes) = (0, 0 as Int64)
        var isBegun = false
        while true {
            let last = result.hits.count == few ? result.hits.last : nil
            var files: [RelativePath: NodeID] = [:]
            // What is read anyway is read at once by who has the time, and put into the index at once.
            while files.count < max(Project.fewest, few) || changeSource == nil && due.first?.ceiling == .infinity, let next = due.first, last.map({ next.ceiling >= $0.score }) ?? true {
                due.removeFirst()
                let id = seen.keys[next.position]
                guard let path = path(ofText: id, in: search.folder, state), last.map({ next.ceiling > $0.score || path < $0.view.path }) ?? true else { continue }
                files[path] = id
                bytes += Project.read(of: seen.values[next.position].evidence)
            }
            count += files.count
            // The first look tells whether there is such a folder, and such tags.
            guard !files.isEmpty || !isBegun else { return result }
            isBegun = true
            guard count <= answered.files, bytes <= answered.bytes else { return nil }
            result.add(try listing(of: files, search.folder, state).search(search, by: sieve), few)
        }
    }

    /// Looks at files in rounds, in the order of their paths, until enough is found.
    private func first(_ limit: Int, _ search: Search, _ sieve: SearchSieve, _ state: ProjectState) throws(ShedError) -> SearchResult? {
        guard let numbers = sieve.numbers else { return nil }
        let seen = state.memory.seen
        var due: [(path: RelativePath, position: Int)] = []
        _ = places(sieve, search.folder, state).forEach(numbers) { position in
            if let path = path(ofText: seen.keys[position], in: search.folder, state) { due.append((path, position)) }
            return true
        }
        due.sort { $0.path < $1.path }
        var result = SearchResult()
        var (start, bytes) = (0, 0 as Int64)
        repeat {
            let round = due[start..<min(start + max(Project.fewest, limit, start), due.count)]
            start = round.endIndex
            bytes += round.reduce(0) { $0 + Project.read(of: seen.values[$1.position].evidence) }
            guard start <= answered.files, bytes <= answered.bytes else { return nil }
            let files = Dictionary(round.map { ($0.path, seen.keys[$0.position]) }) { first, _ in first }
            result.add(behind: try listing(of: files, search.folder, state).search(search, by: sieve), limit)
        } while start < due.count && result.hits.count < limit
        return result
    }

    /// So many are looked at together.
    private static let fewest = 32

    /// Where the files of the index stand: of all of them made anew after a change, of those of a folder each time.
    private func places(_ sieve: SearchSieve, _ folder: RelativePath, _ state: ProjectState) -> SearchPlaces {
        let isWatched = changeSource != nil
        let positions = positions(below: folder, state)
        // Who asks once needs none of the others.
        guard isWatched, positions == nil else {
            return SearchPlaces(sieve, state, generation: store.generation, positions: positions, numbers: sieve.numbers, isWatched: isWatched)
        }
        if let places = searchMemory?.places, places.generation == store.generation { return places }
        let places = SearchPlaces(sieve, state, generation: store.generation)
        searchMemory?.places = places
        return places
    }

    /// What was seen of files below a folder, by its position; `nil` where that is much of the project.
    private func positions(below folder: RelativePath, _ state: ProjectState) -> [Int]? {
        guard !folder.isRoot, let id = state.node(at: folder) else { return nil }
        let seen = state.memory.seen
        var positions: [Int] = []
        var waiting = [id]
        while let folder = waiting.popLast() {
            guard positions.count + waiting.count <= seen.count / 4 else { return nil }
            for child in state.model.children(of: folder) {
                guard let node = state.model.nodes[child] else { continue }
                if node.type.isDirectory { waiting.append(child) } else if let position = seen.position(of: child) { positions.append(position) }
            }
        }
        return positions
    }
}

extension IndexMeta {
    /// Whether nothing waits that the next walk looks at all for.
    fileprivate var isSettled: Bool { leftover != .work && intents.isEmpty && unsettled.hasNoArrivals }
}

extension Unsettled {
    /// Whether nothing stands where the model does not have it, as far as walks have told.
    fileprivate var hasNoArrivals: Bool { pending.isEmpty && incomingMoves.isEmpty && waitingMoves.isEmpty }
}
