import ShedModel

extension Binder {
    /// Where the file of a node stands that has come to its new place as another one, besides these entries: a person has put it there. Not one in a
    /// folder that was moved here: it went along with that, where what has come is no known file and holds what the node held.
    mutating func elsewhere(_ id: NodeID, _ move: IncomingMove, _ standing: [FileIdentity: [Int]], besides others: [Int]) -> [Int] {
        guard let new = others.first else { return [] }
        let found = standing[move.identity, default: []].filter { !others.contains($0) && node[$0] == nil }
        guard !found.isEmpty, let left = entryGoneAlong(move.place), found.contains(left), isUnknown(new, holdingWhat: id) else { return found }
        return found.filter { $0 != left }
    }

    /// What stands at a place in a folder that was moved here, and of which nobody has found yet where it stands now.
    private func entryGoneAlong(_ place: Place) -> Int? {
        let folder = model.resolve(place.parent)
        guard situation.disk.trustsInodes, directory[folder] == nil, memory.isPresent(folder), let sighting = memory.seen[folder] else { return nil }
        let directories = gathered.directories ?? Dictionary(snapshot.directories.indices.dropFirst().map { directory in
            (snapshot.entries[Int(snapshot.directories[directory].entry)].evidence.identity, directory)
        }) { first, _ in first }
        gathered.directories = directories
        guard let found = directories[sighting.evidence.identity], self.folder[found] == nil else { return nil }
        return snapshot.entry(named: place.name, in: found)
    }

    /// What stands where a node was that has not come to its new place, as another file: one that was saved anew there with what no known file held,
    /// or, of one that was put aside at its new place, what a carrier wrote there once more.
    mutating func entryBroughtAnew(of id: NodeID, _ move: IncomingMove, _ known: Memory, _ contents: inout Set<FileContent>?) -> Int? {
        if putAside.contains(id) { return entryHoldingTheSame(as: id, move) }
        guard let saved = entrySavedAnew(of: id, move, known), !isKnownContent(saved, &contents) else { return nil }
        return saved
    }

    /// What stands where a node was that has not come to its new place, as another file: it was saved anew there, if it is nobody's.
    private func entrySavedAnew(of id: NodeID, _ move: IncomingMove, _ known: Memory) -> Int? {
        guard isOpen(move), situation.disk.trustsInodes, memory.isPresent(id), !hasArrived(id, move), !putAside.contains(id),
            let index = entry(at: move.place), node[index] == nil, snapshot.entries[index].kind == .file, fits(id, index),
            !isAnother(snapshot.entries[index].evidence.identity, than: id, known), model.nodes[id]?.place.flatMap(entry(at:)) == nil
        else { return nil }
        let others = model.children(of: model.resolve(move.place.parent), named: move.place.name)
        return others.contains { $0 != id && !putAside.contains($0) && model.nodes[$0]?.details?.forgotten == nil } ? nil : index
    }

    /// What stands where a node was that has not come to its new place, as another file that holds what the node held. That is asked for first.
    mutating func entryHoldingTheSame(as id: NodeID, _ move: IncomingMove) -> Int? {
        guard let held = contentSeen(of: id), held.size >= Binder.tellingSize, let index = entry(at: move.place), node[index] == nil,
            snapshot.entries[index].kind == .file, snapshot.entries[index].evidence.size == held.size
        else { return nil }
        guard let hash = situation.answers.hashes[index] else {
            wants.hashes.insert(index)
            return nil
        }
        return hash == held.hash ? index : nil
    }

    /// Whether a file holds what a known one held: then it may be that one, moved there, or a copy. That is asked for first.
    /// - Parameter contents: what all held, once that was gathered.
    private mutating func isKnownContent(_ index: Int, _ contents: inout Set<FileContent>?) -> Bool {
        guard let hash = situation.answers.hashes[index] else {
            wants.hashes.insert(index)
            return true
        }
        let known = contents ?? Set(memory.seen.values.lazy.compactMap { seen in seen.hash.map { FileContent(size: seen.evidence.size, hash: $0) } })
        contents = known
        return known.contains(FileContent(size: snapshot.entries[index].evidence.size, hash: hash))
    }
}
