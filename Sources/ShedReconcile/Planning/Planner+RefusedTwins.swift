import ShedModel

extension Planner {
    /// Takes note of what has vanished here and was refused by another device from the very place where it stood, as something new: what
    /// was brought here had no ID there yet. What is in a folder likewise.
    mutating func noteTwinsRefused() {
        let refused = model.detailed.filter { id in
            guard let rejection = model.nodes[id]?.details?.rejection, !rejection.known, situation.memory.seen[id] == nil else { return false }
            return binder.entry[id] != nil
        }
        guard !refused.isEmpty else { return }
        var (places, paths) = ([Place: [NodeID]](), [RelativePath: [NodeID]]())
        for id in vanished {
            guard let place = model.nodes[id]?.place else { continue }
            places[Place(parent: model.resolve(place.parent), name: place.name), default: []].append(id)
            if let path = model.path(of: id) { paths[path, default: []].append(id) }
        }
        for made in refused.sorted() {
            guard let rejection = model.nodes[made]?.details?.rejection, let folder = rejection.folder, let name = rejection.origin.last,
                let entry = binder.entry[made]
            else { continue }
            if let known = places[Place(parent: model.resolve(folder), name: name)] {
                if known.count == 1 { noteTwin(made, refusedAs: known[0], entry) }
            } else if let known = paths[rejection.origin], known.count == 1, isSameContent(entry, known[0]) {
                // The folder had another name there, or was another one.
                noteTwin(made, refusedAs: known[0], entry)
            }
        }
    }

    private mutating func noteTwin(_ made: NodeID, refusedAs known: NodeID, _ entry: Int) {
        var open = [(made: made, known: known, entry: entry)]
        while let (made, known, entry) = open.popLast() {
            guard let node = model.nodes[known], node.type == model.nodes[made]?.type, node.role == nil, node.details?.forgotten == nil, node.details?.rejection == nil
            else { continue }
            let twin = Twin(made: made, known: known, place: snapshot.path(of: entry))
            guard situation.answers.madeSideBySide.contains(twin) else {
                plan.wants.madeSideBySide.insert(twin)
                continue
            }
            twins.append(twin)
            guard node.type.isDirectory else { continue }
            for inner in model.children(of: made).sorted() {
                guard let name = model.nodes[inner]?.place?.name, let entry = binder.entry[inner], situation.memory.seen[inner] == nil else { continue }
                let others = model.children(of: known, named: name).filter { vanished.contains($0) }
                if others.count == 1 { open.append((inner, others[0], entry)) }
            }
        }
    }

    /// Whether a file holds what a known one held. That is asked for first.
    private mutating func isSameContent(_ entry: Int, _ id: NodeID) -> Bool {
        guard snapshot.entries[entry].kind == .file, let seen = situation.memory.seen[id], let known = seen.hash, seen.evidence.size == snapshot.entries[entry].evidence.size
        else { return false }
        guard let hash = situation.answers.hashes[entry] else {
            plan.wants.hashes.insert(entry)
            return false
        }
        return hash == known
    }
}
