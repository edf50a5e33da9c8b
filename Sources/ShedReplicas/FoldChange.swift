import ShedModel
import ShedReconcile
import ShedSidecar

/// What a device knew, beside what the batches fold to now.
struct FoldChange {
    let old: Refolding.Known
    let model: Model
    let fold: Fold
    let circumstances: Refolding.Circumstances

    /// Nodes that were seen here, and which another device's batch that is folded now places elsewhere. What this machine said
    /// itself before its index was saved has happened here already.
    /// - Parameter memory: what is remembered for the nodes that there are now.
    func incomingMoves(_ memory: Memory) -> [NodeID: IncomingMove] {
        var found: [NodeID: IncomingMove] = [:]
        for (id, node) in old.model.nodes {
            guard old.memory.isPresent(id), let sighting = old.memory.seen[id], let now = model.nodes[id]?.place else { continue }
            // It has arrived, and was moved on, or back where it had come from.
            if let move = old.memory.unsettled.incomingMoves[id], move.identity != sighting.evidence.identity, let place = node.place, !isSame(place, now) {
                found[id] = IncomingMove(place: place, identity: sighting.evidence.identity, since: circumstances.now)
                continue
            }
            guard let place = old.memory.unsettled.incomingMoves[id]?.place ?? node.place,
                now.name != place.name || model.resolve(now.parent) != model.resolve(place.parent)
            else { continue }
            if old.memory.unsettled.incomingMoves[id] == nil, let last = fold.lastPlacing(of: id), circumstances.isOwn(last.stamp),
                last.place == now { continue }
            found[id] = old.memory.unsettled.incomingMoves[id]
                ?? IncomingMove(place: place, identity: sighting.evidence.identity, since: circumstances.now)
        }
        // Seen under a second name, the node itself may be elsewhere by now.
        for id in model.aliases.keys {
            guard let place = old.model.nodes[id]?.place, old.memory.isPresent(id), let sighting = old.memory.seen[id],
                case let target = model.resolve(id), found[target] == nil, memory.seen[target]?.evidence == sighting.evidence,
                let now = model.nodes[target]?.place, now.name != place.name || model.resolve(now.parent) != model.resolve(place.parent)
            else { continue }
            if let last = fold.lastPlacing(of: id), circumstances.isOwn(last.stamp), last.place == now { continue }
            found[target] = IncomingMove(place: place, identity: sighting.evidence.identity, since: circumstances.now)
        }
        return found
    }

    private func isSame(_ one: Place, _ other: Place) -> Bool { one.name == other.name && model.resolve(one.parent) == model.resolve(other.parent) }

    /// Where nodes were when they were last seen here that the sidecar has elsewhere now: another device's batches came, or own
    /// ones went, as git brings and takes them. What this machine said itself since the index was saved is told already.
    var carried: [NodeID: RelativePath] {
        var found: [NodeID: RelativePath] = [:]
        for (id, node) in old.model.nodes {
            guard old.memory.isPresent(id), let place = node.place, let now = model.nodes[id]?.place,
                now.name != place.name || model.resolve(now.parent) != model.resolve(place.parent), let path = old.model.path(of: id)
            else { continue }
            if let last = fold.lastPlacing(of: id), circumstances.isOwn(last.stamp), last.stamp.time > old.clock { continue }
            found[id] = path
        }
        return found
    }

    /// What was here when it was last looked at, and which the sidecar does not know any more: git took its batches.
    var departed: [Departure] {
        old.model.nodes.compactMap { id, node in
            guard old.memory.isPresent(id), model.nodes[id] == nil, model.resolve(id) == id, node.role != .rejected else { return nil }
            return old.model.path(of: id).map { Departure(id: id, path: $0, type: node.type) }
        }
    }

    /// Nodes that are missing here, and that another device has placed since this one last folded: that they were gone from where they stood
    /// before says nothing of where they are now.
    var placedWhileMissing: Set<NodeID> {
        Set(old.memory.missing.keys.map(model.resolve).filter { id in
            guard let now = model.nodes[id]?.place, let last = fold.lastPlacing(of: id) else { return false }
            // That it is back where it was is said by another device alone, whatever its clock says.
            if old.model.nodes[id]?.details?.content != nil, model.nodes[id]?.details?.content == nil { return true }
            guard !circumstances.isOwn(last.stamp) else { return false }
            let before = old.model.nodes[id]?.place
            return before?.name != now.name || before.map { model.resolve($0.parent) } != model.resolve(now.parent) || last.stamp.time > old.clock
        })
    }

    /// Nodes that the sidecar knows and did not know, and that were not seen here. What this machine said itself since the index was
    /// saved is told already.
    /// - Parameter memory: what is remembered for the nodes that there are now.
    func incomingNodes(_ memory: Memory) -> Set<NodeID> {
        // Who never looked has no news.
        guard !old.memory.isEmpty else { return [] }
        let known = old.memory.unsettled.incomingNodes.filter { model.nodes[$0] != nil }
        let new = model.nodes.keys.filter { id in
            guard old.model.nodes[id] == nil, model.nodes[id]?.role != .rejected else { return false }
            guard let last = fold.lastPlacing(of: id) else { return false }
            return !circumstances.isOwn(last.stamp) || last.stamp.time <= old.clock
        }
        return known.union(new).filter { !memory.isPresent($0) }
    }
}
