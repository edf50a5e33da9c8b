import ShedModel

extension Planner {
    /// What another device refused, or what is in that, and this one saw where it was refused.
    private struct RefusedTwin {
        /// The ID that the other device gave it.
        var made: NodeID
        var known: NodeID
        var entry: Int
        /// Whether this device never said that the known one stood there: it was moved where it may not be, and waited.
        var isUnsaid: Bool
        /// Whether the folder that it is in was known to the other device, so that what is in it tells, and no name alone.
        var isInKnown = false
    }

    /// Takes note of what has vanished here and was refused by another device from the very place where it stood, as something new: what
    /// was brought here had no ID there yet. What is in a folder likewise, also in one that the other device knew.
    mutating func noteTwinsRefused() {
        let refused = model.detailed.filter { id in
            guard let node = model.nodes[id], let rejection = node.details?.rejection, binder.entry[id] != nil else { return false }
            return rejection.known ? node.type.isDirectory : situation.memory.seen[id] == nil
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
            if rejection.known {
                // The folder was moved there, and what was put into it before anybody looked was brought here too.
                if let known = places[Place(parent: model.resolve(folder), name: name)] ?? paths[rejection.origin], known.count == 1, known[0] != made {
                    noteInner(RefusedTwin(made: made, known: known[0], entry: entry, isUnsaid: false, isInKnown: true))
                }
            } else if let waiting = situation.memory.unsettled.waitingMoves[rejection.origin], vanished.contains(waiting.node) {
                noteTwin(RefusedTwin(made: made, known: waiting.node, entry: entry, isUnsaid: true))
            } else if let known = places[Place(parent: model.resolve(folder), name: name)] {
                if known.count == 1 { noteTwin(RefusedTwin(made: made, known: known[0], entry: entry, isUnsaid: false)) }
            } else if let known = paths[rejection.origin], known.count == 1, isSameContent(entry, known[0]) {
                // The folder had another name there, or was another one.
                noteTwin(RefusedTwin(made: made, known: known[0], entry: entry, isUnsaid: false))
            }
        }
    }

    private mutating func noteTwin(_ top: RefusedTwin) {
        var open = [top]
        while let item = open.popLast() {
            guard let node = model.nodes[item.known], node.type == model.nodes[item.made]?.type, node.details?.forgotten == nil, node.details?.rejection == nil
            else { continue }
            if item.isInKnown, !node.type.isDirectory, !isSameContent(item.entry, item.known) { continue }
            // A folder may be another one by now, as one with a role is; what was in it was refused where it stood all the same.
            if node.role == nil { noteIfOne(item, isFolder: node.type.isDirectory) }
            if node.type.isDirectory { open += inner(of: item) }
        }
    }

    /// Notes what is in two folders that are not one.
    private mutating func noteInner(_ folder: RefusedTwin) {
        guard model.nodes[folder.known]?.type.isDirectory == true else { return }
        for item in inner(of: folder) { noteTwin(item) }
    }

    /// What was never seen here in a folder that was refused, with what has vanished of the same name from the other.
    private func inner(of folder: RefusedTwin) -> [RefusedTwin] {
        model.children(of: folder.made).sorted().compactMap { inner in
            guard let name = model.nodes[inner]?.place?.name, let entry = binder.entry[inner], situation.memory.seen[inner] == nil else { return nil }
            let others = model.children(of: folder.known, named: name).filter { vanished.contains($0) }
            return others.count == 1 ? RefusedTwin(made: inner, known: others[0], entry: entry, isUnsaid: folder.isUnsaid, isInKnown: folder.isInKnown) : nil
        }
    }

    /// Takes note of two that are one, which is asked for first: who refused it did not know that the known one was made, or that a file was
    /// put there.
    private mutating func noteIfOne(_ item: RefusedTwin, isFolder: Bool) {
        let twin = Twin(made: item.made, known: item.known, place: snapshot.path(of: item.entry))
        if situation.answers.twins.contains(twin) {
            // Of what several devices made at one time each says that it is what was refused: then all are one, unless they are by the batches.
            let isOne = model.names(of: item.known).count > 1
            twins.append(isOne ? twin : Twin(made: item.known, known: item.made))
        } else if !isFolder, item.isUnsaid || situation.answers.areOne(twin) {
            twins.append(twin)
        } else {
            plan.wants.twins.formUnion(isFolder ? [twin] : twin.questions)
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
