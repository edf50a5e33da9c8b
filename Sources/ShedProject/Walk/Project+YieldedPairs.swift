import ShedModel
import ShedReconcile

extension Project {
    /// Files that have not come where another device has them, and what stands where they were and holds the same: two devices renamed one
    /// file, and the later name was given up there.
    func yieldedPairs(in plan: Plan, _ situation: Situation) -> [LikelyPair] {
        plan.gone.overdue.sorted().prefix(LikelyPair.most).compactMap { id in
            guard let node = situation.model.nodes[id], !node.type.isDirectory, node.details?.forgotten == nil, !situation.conventions.fields.bindsToPlace(node),
                let move = situation.memory.unsettled.incomingMoves[id], let path = situation.model.path(of: move.place.parent)?.appending(move.place.name),
                let entry = situation.snapshot.entry(at: path), let present = plan.binding[entry], present != id,
                situation.model.nodes[present]?.type == node.type, isSame(entry, present, as: id, move, situation)
            else { return nil }
            return LikelyPair(missing: id, formerPath: situation.model.path(of: id) ?? path, present: present, path: path, likeness: 100)
        }
    }

    /// Whether it is the very file, or has its content.
    private func isSame(_ entry: Int, _ present: NodeID, as id: NodeID, _ move: IncomingMove, _ situation: Situation) -> Bool {
        let evidence = situation.snapshot.entries[entry].evidence
        guard let seen = situation.memory.seen[id], seen.evidence.size == evidence.size else { return false }
        if situation.disk.trustsInodes, evidence.identity == move.identity, evidence.modified == seen.evidence.modified { return true }
        guard let hash = seen.hash else { return false }
        return hash == situation.answers.hashes[entry] ?? situation.memory.seen[present]?.hash
    }
}
