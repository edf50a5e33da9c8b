import ShedModel

extension Binder {
    /// The folder that was never seen here, does not stand where the batches have it, and of which more than half stands in an entry: somebody
    /// has renamed it before this machine looked. Only what came with it counts, never seen here or made anew by a carrier: what a person has
    /// moved to a folder of their own makes that no other one. Trash and Rejected are known by their places alone, or what somebody wrote of
    /// their contents would make a person's folder one from which things are thrown away.
    func folderNeverSeen(at index: Int) -> NodeID? {
        var votes: [NodeID: Int] = [:]
        for child in snapshot.directories[Int(snapshot.entries[index].directory)].entries {
            guard let id = node[child], !wasSeen(id, as: child), let parent = model.nodes[id]?.place?.parent else { continue }
            votes[model.resolve(parent), default: 0] += 1
        }
        let winners = votes.filter { id, count in
            guard memory.seen[id] == nil, missingSince(id) == nil, !isBound(id), fits(id, index), isAway(id), let node = model.nodes[id],
                node.role != .trash, node.role != .rejected
            else { return false }
            return count * 2 > model.children(of: id).count { missingSince($0) == nil && model.nodes[$0]?.details?.forgotten == nil }
        }
        return winners.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    private func wasSeen(_ id: NodeID, as entry: Int) -> Bool {
        guard let seen = memory.seen[id] else { return false }
        return !situation.disk.trustsInodes || seen.evidence.identity == snapshot.entries[entry].evidence.identity
    }
}
