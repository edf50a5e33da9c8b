/// Who owns a path to which several nodes were put, as far as the model tells without the batches.
extension Model {
    /// Whether others were put to a node's place too, of which some give way. Only after ``prepareChildren(missing:)``.
    public func isContested(_ id: NodeID) -> Bool {
        guard !outplaced.isEmpty, let place = nodes[id]?.place else { return false }
        return another(at: Place(parent: resolve(place.parent), name: place.name), besides: [id]) != nil
    }

    /// Says who owns a path that a node has left, or at which it was given up: the only one that stands there.
    mutating func settleOwner(at place: Place, leftBy id: NodeID) -> Bool {
        guard places != nil, !outplaced.isEmpty else { return true }
        let place = Place(parent: resolve(place.parent), name: place.name)
        guard !stands(id, at: place) else { return true }
        if let owner = owners[place], owner != id, stands(owner, at: place) { return true }
        owners[place] = nil
        guard let owner = another(at: place, besides: [id]) else { return true }
        guard another(at: place, besides: [id, owner]) == nil else { return false }
        outplaced.remove(owner)
        return true
    }

    /// Anybody who was put to a place last, besides these. Costs the same however many there are.
    private func another(at place: Place, besides known: [NodeID]) -> NodeID? {
        let hash = place.name.bytes.withUnsafeBytes { IDHash.of(place.parent, $0) }
        let position = places?.first(hash) { position in
            let id = nodes.keys[position]
            return !known.contains(id) && stands(id, at: place)
        }
        return position.map { nodes.keys[$0] }
    }

    /// Who is put where another node was last comes there later.
    mutating func outplace(by id: NodeID, at place: Place) {
        if !outplaced.isEmpty { outplaced.remove(id) }
        guard places != nil else { return }
        let place = Place(parent: resolve(place.parent), name: place.name)
        if let last = owners[place] {
            // All others gave way before.
            guard last != id, stands(last, at: place) else {
                owners[place] = id
                return
            }
            let stays = standing(last) > standing(id)
            if !stays { owners[place] = id }
            outplaced.insert(stays ? id : last)
            return
        }
        let others = children(of: place.parent, named: place.name).filter { $0 != id && stands($0, at: place) }
        guard !others.isEmpty else { return }
        // Whoever did not give way before, of these the one that stays.
        let above = others.filter { standing($0) > standing(id) }
        let owner = above.max { (outplaced.contains($0) ? 0 : 1, standing($0)) < (outplaced.contains($1) ? 0 : 1, standing($1)) } ?? id
        owners[place] = owner
        for other in others + [id] where other != owner { outplaced.insert(other) }
    }

    /// Decides anew who owns a path, where one that stands there was given a role, or lost its own: for certain, where one alone has the
    /// highest rank.
    mutating func settleOwner(at place: Place) -> Bool {
        guard places != nil else { return true }
        let place = Place(parent: resolve(place.parent), name: place.name)
        let all = children(of: place.parent, named: place.name).filter { stands($0, at: place) }
        guard all.count > 1, let best = all.map(standing).max() else { return true }
        let able = all.filter { standing($0) == best }
        guard let owner = able.first(where: { !outplaced.contains($0) }) ?? able.max() else { return true }
        owners[place] = owner
        for id in all { if id == owner { outplaced.remove(id) } else { outplaced.insert(id) } }
        return able.count == 1
    }

    private func standing(_ id: NodeID) -> Int { nodes[id]?.standing ?? 0 }

    /// Whether a node was put to a place last, and was not given up.
    private func stands(_ id: NodeID, at place: Place) -> Bool {
        guard let node = nodes[id], let own = node.place, node.details?.forgotten == nil else { return false }
        return own.name == place.name && resolve(own.parent) == place.parent
    }
}
