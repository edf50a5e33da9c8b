import ShedModel

extension FoldChange {
    /// What this machine has moved to Rejected, with what the batches say of it that are folded now and were not before: another
    /// node was given its place, or what the folder accepts was changed, or another device has placed it elsewhere.
    var explained: [NodeID: RejectedItem] {
        var items: [NodeID: RejectedItem] = [:]
        for (id, item) in old.memory.unsettled.rejections {
            let id = model.resolve(id)
            if model.nodes[id]?.details?.rejection != nil { items[id] = item }
        }
        var origins: [NodeID: Place] = [:]
        // That it is allowed may have come before the batch that says what it is.
        for (id, item) in items where item.explanation == nil || item.explanation == id {
            guard let rejection = model.nodes[id]?.details?.rejection, let folder = rejection.folder, let name = rejection.origin.last else { continue }
            origins[id] = Place(parent: model.resolve(folder), name: name)
        }
        guard !origins.isEmpty else { return items }
        let found = fold.nodes(everAt: Set(origins.values), resolve: model.resolve)
        for (id, origin) in origins {
            // What a person put there is their own, whatever another device has of that name, and what was known before is who it was.
            let others = items[id]?.isCarried == true && model.nodes[id]?.details?.rejection?.known == false ? found[origin] ?? [] : []
            if let explanation = explanation(of: id, from: origin, others) { items[id]?.explanation = explanation }
        }
        return items
    }

    /// - Parameter candidates: the nodes that were ever at the place from which it was taken.
    private func explanation(of id: NodeID, from origin: Place, _ candidates: [NodeID]) -> NodeID? {
        // What this machine has seen, or what was known before to have stood there, is something else.
        let others = Set(candidates.map(model.resolve)).filter { node in
            node != id && model.nodes[node].map { $0.place != old.model.nodes[node]?.place } == true
                && old.memory.seen[node] == nil && old.memory.missing[node] == nil
        }
        let there = others.filter { node in
            model.nodes[node]?.place.map { Place(parent: model.resolve($0.parent), name: $0.name) } == origin
        }
        let best = there.isEmpty ? others : there
        guard best.isEmpty else { return best.count == 1 ? best.first : nil }
        let isAllowed = old.model.nodes[origin.parent]?.accepts != model.nodes[origin.parent]?.accepts
        return isAllowed || old.model.nodes[id]?.place != model.nodes[id]?.place ? id : nil
    }
}
