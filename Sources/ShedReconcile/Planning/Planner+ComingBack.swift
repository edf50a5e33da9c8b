import ShedModel

extension Planner {
    /// Where in Rejected the very thing is that stands again where it was refused; `nil` where it is another. Carriers that take nothing away
    /// bring back what one device has moved to Rejected, from the other: moved once more it would be there once more each time.
    ///
    /// What stands here has to hold just what is there: files of one size and one time of change, or of one content, which is asked for. Where
    /// nothing tells of a carrier, times alone say so: the other device may never have had anything to write, and a person who makes the same
    /// once more does not make it at the same nanosecond.
    mutating func rejectedBefore(_ arrival: Arrival) -> RelativePath? {
        guard let folder = binder.folder[arrival.directory], let name = arrival.path.last else { return nil }
        for id in refusedFrom(Place(parent: folder, name: name)) where holdsTheSame(arrival.entry, as: id) {
            return binder.entry[id].map(snapshot.path(of:)) ?? model.path(of: id)
        }
        return nil
    }

    /// What lies in Rejected that stood at a place when it was refused, the older first.
    private mutating func refusedFrom(_ place: Place) -> [NodeID] {
        if let known = rejected.origins { return known[place] ?? [] }
        var origins: [Place: [NodeID]] = [:]
        for id in model.detailed.sorted() {
            guard let rejection = model.nodes[id]?.details?.rejection, let folder = rejection.folder, let name = rejection.origin.last, stands(id),
                let parent = model.nodes[id]?.place?.parent, modelRegion(of: parent) == .rejected
            else { continue }
            origins[Place(parent: model.resolve(folder), name: name), default: []].append(id)
        }
        rejected.origins = origins
        return origins[place] ?? []
    }

    private func stands(_ id: NodeID) -> Bool { binder.isBound(id) || situation.memory.isPresent(id) && !vanished.contains(id) }

    private mutating func holdsTheSame(_ entry: Int, as id: NodeID) -> Bool {
        var open = [(entry: entry, id: id)]
        // Of folders alone nothing tells a carrier's from a person's.
        var hasTold = situation.disk.hasCarrier
        while let (entry, id) = open.popLast() {
            guard binder.fits(id, entry) else { return false }
            guard snapshot.entries[entry].kind == .directory else {
                guard hasContent(entry, of: id) else { return false }
                hasTold = true
                continue
            }
            let directory = Int(snapshot.entries[entry].directory)
            guard directory >= 0, snapshot.directories[directory].state == .read else { return false }
            let inner = snapshot.directories[directory].entries.filter { snapshot.entries[$0].kind.nodeType != nil }
            let children = model.children(of: id).filter { stands($0) }
            guard inner.count == children.count else { return false }
            let named = Dictionary(children.compactMap { child in model.nodes[child]?.place.map { ($0.name, child) } }) { first, _ in first }
            for entry in inner {
                guard let child = named[snapshot.name(of: entry)] else { return false }
                open.append((entry, child))
            }
        }
        return hasTold
    }

    private mutating func hasContent(_ entry: Int, of id: NodeID) -> Bool {
        let evidence = snapshot.entries[entry].evidence
        let other = binder.entry[id]
        guard let known = lastEvidence(of: id), known.size == evidence.size else { return false }
        if known.modified == evidence.modified { return true }
        guard situation.disk.hasCarrier else { return false }
        let knownHash = other.flatMap { situation.answers.hashes[$0] } ?? situation.memory.seen[id].flatMap { $0.evidence.modified == known.modified ? $0.hash : nil }
        if knownHash == nil, let other { plan.wants.hashes.insert(other) }
        guard let hash = situation.answers.hashes[entry] else {
            plan.wants.hashes.insert(entry)
            return false
        }
        return hash == knownHash
    }

    private func lastEvidence(of id: NodeID) -> Evidence? { binder.entry[id].map { snapshot.entries[$0].evidence } ?? situation.memory.seen[id]?.evidence }
}
