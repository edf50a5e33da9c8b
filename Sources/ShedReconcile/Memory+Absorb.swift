import ShedModel

extension Memory {
    /// Takes over what a plan's scan saw, once the plan's operations are in the sidecar.
    ///
    /// What has to wait is not taken over, so that the next scan meets it as this one did; what was refused is, so that
    /// it is known again in Rejected.
    public mutating func absorb(_ plan: Plan, of situation: Situation, done moves: Set<NodeID>) {
        let snapshot = situation.snapshot
        for (index, id) in plan.binding.enumerated() {
            guard let id, !plan.held.contains(index) || moves.contains(id) else { continue }
            record(sighting(of: index, id, situation), of: id)
            missing[id] = nil
        }
        for id in plan.vanished { missing[id] = situation.now }
        // A node that only the sidecar remembers as missing is missing here too, from then on.
        if situation.memory.isEmpty {
            for (id, node) in situation.model.nodes where seen[id] == nil {
                if let since = node.details?.content?.since { missing[id] = since }
            }
        }
        let scanned = Set(snapshot.directories.indices.filter { snapshot.directories[$0].state == .read }.map(snapshot.path(ofDirectory:)))
        pending = plan.pending.filter { path, _ in
            !scanned.contains(path.parent) || plan.held.contains { snapshot.path(of: $0) == path }
        }
    }

    private func sighting(of index: Int, _ id: NodeID, _ situation: Situation) -> Sighting {
        let evidence = situation.snapshot.entries[index].evidence
        let limit = situation.snapshot.begun - Sighting.racyWindow
        let isRacy = max(evidence.modified, evidence.changed) > limit
        var hash = situation.hashes[index]
        if hash == nil, let old = seen[id], old.evidence.size == evidence.size, old.evidence.modified == evidence.modified,
            old.evidence.identity == evidence.identity
        {
            hash = old.hash
        }
        return Sighting(evidence: evidence, hash: hash, isRacy: isRacy)
    }
}
