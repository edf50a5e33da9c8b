import ShedModel
import ShedSidecar

extension FoldChange {
    /// What this machine took for new before the batch came that says which known node it is: another device had moved or
    /// renamed that one. The ID that was made here becomes another name of it.
    ///
    /// Costs a pass over all nodes.
    /// - Returns: what the sidecar has yet to be told.
    var earlyArrivals: [Operation] {
        guard !old.memory.isEmpty else { return [] }
        let moved = placedElsewhere
        guard !moved.isEmpty else { return [] }
        let names = Set(moved.keys.map(\.name))
        var arrivals = EarlyArrivals(fold, by: circumstances.replica)
        var pairs: [(made: NodeID, moved: NodeID)] = []
        for (id, node) in model.nodes {
            // Asked first: however many a batch has put to one path, only what was made here is held against them.
            guard let place = node.place, names.contains(place.name), isMade(id), arrivals.isPlacedByReplica(id), let others = moved[resolved(place)] else { continue }
            let known = others.filter { $0 != id && canBeOne(id, $0) && arrivals.isOne(id, of: $0) }
            if known.count == 1 { pairs.append((id, known[0])) }
        }
        // Of several that could be one node none is.
        let claims = Dictionary(grouping: pairs, by: \.moved)
        var lists = model
        if pairs.contains(where: { model.nodes[$0.made]?.type.isDirectory == true }) { lists.prepareChildren() }
        return pairs.filter { claims[$0.moved]?.count == 1 }.sorted { $0.made < $1.made }
            .flatMap { joining($0.made, to: $0.moved, &arrivals, lists) }
    }

    /// The nodes that this machine does not see at the places that they have by the batches, by those places.
    private var placedElsewhere: [Place: [NodeID]] {
        var found: [Place: [NodeID]] = [:]
        for (id, node) in model.nodes {
            guard let place = node.place else { continue }
            if old.memory.isPresent(id), let before = old.model.nodes[id]?.place, resolved(before) == resolved(place) { continue }
            found[resolved(place), default: []].append(id)
        }
        return found
    }

    private func resolved(_ place: Place) -> Place { Place(parent: model.resolve(place.parent), name: place.name) }

    /// Whether a node is here, and nothing but the ID is said of it.
    private func isMade(_ id: NodeID) -> Bool {
        guard old.memory.isPresent(id), old.model.nodes[id] != nil, let node = model.nodes[id] else { return false }
        return node.role == nil && node.details?.rejection == nil
    }

    private func canBeOne(_ made: NodeID, _ moved: NodeID) -> Bool {
        guard let (made, moved) = model.nodes[made].flatMap({ made in model.nodes[moved].map { (made, $0) } }) else { return false }
        return made.type == moved.type && moved.role == nil && moved.details?.rejection == nil && moved.details?.forgotten == nil
    }

    /// What joins a node to another, and what is in it to what is in that by the same names.
    /// - Parameter model: with its lists of children where the nodes are folders.
    private func joining(_ made: NodeID, to moved: NodeID, _ arrivals: inout EarlyArrivals, _ model: Model) -> [Operation] {
        var result: [Operation] = []
        var open = [(made: made, moved: moved)]
        while let (id, target) = open.popLast() {
            let labels = (model.nodes[id]?.details?.labels ?? NodeLabels()).additions(to: model.nodes[target]?.details?.labels ?? NodeLabels())
            if !labels.isEmpty { result.append(Operation(target, labels)) }
            result.append(Operation(id, [.alias(target)]))
            guard model.nodes[id]?.type.isDirectory == true else { continue }
            for inner in model.children(of: id).sorted() where isMade(inner) {
                guard let name = model.nodes[inner]?.place?.name, arrivals.isOne(inner, of: moved) else { continue }
                let known = model.children(of: target, named: name).filter { $0 != inner && canBeOne(inner, $0) }
                if known.count == 1 { open.append((inner, known[0])) }
            }
        }
        return result
    }
}
