import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile

extension Listing {
    /// Looks for names, facts and texts.
    ///
    /// Costs one pass over the listing; for texts also the reading, on two threads, of every file that fits otherwise and of which the index of
    /// words does not know that it cannot hold them.
    /// - Throws: ``ShedError`` of kind usage for a folder that is not there, or for what cannot be looked for.
    public func search(_ search: Search) throws(ShedError) -> SearchResult { try self.search(search, by: nil) }

    /// - Parameter sieve: what the index of words says, where it was asked already.
    func search(_ search: Search, by sieve: SearchSieve?) throws(ShedError) -> SearchResult {
        try search.requireSense()
        let labels = try SearchLabels(search, model.labels)
        if search.isMissing { return searchMissing(search, labels) }
        let start = try starts(of: search.folder)
        var names = SearchNames(search)
        let guests = guests(of: search.folder)
        var found = candidates(search, labels, in: start, guests, &names)
        sort(&found, search.order)
        guard !search.isOfTexts else {
            var result = searchTexts(found, search, &names, by: sieve)
            try addContents(search, found, to: &result)
            return result
        }
        var result = SearchResult()
        for candidate in found.prefix(search.limit ?? .max) { result.hits.append(hit(candidate, lines: [], &names)) }
        if !search.phrases.isEmpty {
            var anyName = search
            (anyName.words, anyName.globs) = ([], [])
            var noNames = SearchNames(anyName)
            (anyName.texts, anyName.terms) = (search.phrases, [])
            try addContents(anyName, candidates(anyName, labels, in: start, guests, &noNames), to: &result)
        }
        return result
    }

    /// Adds what the project's kind finds in what it knows of files.
    private func addContents(_ search: Search, _ found: [SearchCandidate], to result: inout SearchResult) throws(ShedError) {
        guard project.kind.searchesContents else { return }
        let (hits, unreadable, isDamaged) = try project.searchContents(search, fitting: Set(found.compactMap { binding[$0.entry] }))
        result.contents = Array(hits.prefix(search.limit.map { max(0, $0 - result.hits.count) } ?? .max))
        result.unreadable += unreadable.map(Message.verbatim)
        result.isDamaged = result.isDamaged || isDamaged
    }

    struct SearchCandidate {
        var entry: Int
        var rank: SearchNames.Rank
        /// In the order of paths.
        var position: Int
    }

    /// Where to begin: a view is looked for in the folders that it shows.
    private func starts(of folder: RelativePath) throws(ShedError) -> [Int] {
        let start = try directory(at: folder)
        guard let view = project.kind.view(at: folder) else { return [start] }
        return view.folders.compactMap { try? directory(at: $0) } + [start]
    }

    /// The entries of a folder's guests, in the order of their paths.
    private func guests(of folder: RelativePath) -> [Int] {
        (project.kind.view(at: folder)?.guests ?? []).sorted().compactMap(snapshot.entry)
    }

    private func directory(at path: RelativePath) throws(ShedError) -> Int {
        if path.isRoot { return 0 }
        guard let entry = snapshot.entry(at: path), snapshot.entries[entry].kind.nodeType != nil else { throw notFound(path) }
        let directory = snapshot.entries[entry].directory
        guard directory >= 0 else { throw ShedError(.usage, .notAFolder(path: "\(path)"), remedy: .nameFolderToLookIn) }
        return Int(directory)
    }

    // MARK: Names and facts

    /// What fits in a folder and below it, the texts apart, in the order of paths.
    /// - Parameter guests: what stands elsewhere and is looked for too.
    private func candidates(
        _ search: Search, _ labels: SearchLabels?, in starts: [Int], _ guests: [Int], _ names: inout SearchNames
    ) -> [SearchCandidate] {
        let snapshot = snapshot
        var found: [SearchCandidate] = []
        for entry in guests where fits(entry, search, labels) {
            if let rank = names.isEmpty ? .part : snapshot.withName(of: entry, { names.rank(of: $0) }) {
                found.append(SearchCandidate(entry: entry, rank: rank, position: found.count))
            }
        }
        var waiting = starts.reversed().map { snapshot.sortedEntries(of: $0).makeIterator() }
        while !waiting.isEmpty {
            guard let entry = waiting[waiting.count - 1].next() else {
                waiting.removeLast()
                continue
            }
            if fits(entry, search, labels), let rank = names.isEmpty ? .part : snapshot.withName(of: entry, { names.rank(of: $0) }) {
                found.append(SearchCandidate(entry: entry, rank: rank, position: found.count))
            }
            let directory = snapshot.entries[entry].directory
            if directory >= 0 { waiting.append(snapshot.sortedEntries(of: Int(directory)).makeIterator()) }
        }
        return found
    }

    private func fits(_ index: Int, _ search: Search, _ labels: SearchLabels?) -> Bool {
        let entry = snapshot.entries[index]
        guard let type = entry.kind.nodeType, search.facts.fit(type, entry.evidence) else { return false }
        if let paths = search.marks.paths, !paths.contains(snapshot.path(of: index)) { return false }
        guard search.marks.isAboutNode || labels != nil else { return true }
        guard let id = binding[index], let node = model.nodes[id] else { return !search.marks.isAboutNode && labels?.fitsBare == true }
        return search.marks.fit(node, model) && labels?.fit(node, model.labels) ?? true
    }

    private func sort(_ found: inout [SearchCandidate], _ order: Search.Order) {
        let entries = snapshot.entries
        switch order {
        case .path: break
        case .relevance: found.sort { ($0.rank, $0.position) < ($1.rank, $1.position) }
        case .modified: sort(&found) { -Double(entries[$0].evidence.modified) }
        case .created: sort(&found) { -Double(Listing.created(node(of: $0), entries[$0].evidence)) }
        case .size: sort(&found) { entries[$0].kind == .file ? -Double(entries[$0].evidence.size) : 0 }
        case .name:
            let named = found.map { ($0, snapshot.name(of: $0.entry)) }
            found = named.sorted { left, right in
                if left.1 == right.1 { return left.0.position < right.0.position }
                return Listing.naturallyPrecedes(left.1, right.1)
            }.map(\.0)
        }
    }

    private func sort(_ found: inout [SearchCandidate], by key: (Int) -> Double) {
        found = found.map { (key($0.entry), $0) }.sorted { ($0.0, $0.1.position) < ($1.0, $1.1.position) }.map(\.1)
    }

    func hit(_ candidate: SearchCandidate, lines: [TextHit], _ names: inout SearchNames) -> SearchHit {
        let path = snapshot.path(of: candidate.entry)
        let view = view(of: candidate.entry, path: path)
        return SearchHit(view: view, nameMarks: names.marks(in: view.name), lines: lines)
    }
}
