import ShedMessages
import ShedModel
import ShedReconcile

extension Transaction {
    /// Joins by hand (`relink`): what stands at a path is the missing node of this ID.
    public func relink(_ path: RelativePath, to id: NodeID, dryRun: Bool = false) throws(ShedError) {
        let placed = try find(path)
        let state = try load()
        let id = state.model.resolve(id)
        guard let node = state.model.nodes[id], node.type != .project else {
            throw ShedError(.usage, .noNodeOfID(id: "\(id)"), remedy: .idsAreListed(command: "shed status --all"))
        }
        guard id != placed.node.id else { return }
        guard !state.memory.isPresent(id) else {
            throw ShedError(
                .refused, .notMissing(id: "\(id)", path: state.model.path(of: id).map { "\($0)" } ?? "here"), remedy: .idsAreListed(command: "shed status --all"))
        }
        guard node.type == placed.node.type else {
            throw ShedError(
                .refused, .otherSortThan(path: "\(path)", type: .sort(type: placed.node.type.rawValue), id: "\(id)", former: .sort(type: node.type.rawValue)))
        }
        guard !dryRun, let place = placed.node.place else { return }
        let formerPath = state.model.path(of: id)
        try noteFinal(.joinedForGood(path: "\(path)", id: "\(id)"))
        try join(placed, to: node, at: place)
        record(.relinked, PlacedNode(path: path, node: node, evidence: placed.evidence, type: placed.type), from: formerPath)
        try walk(.refresh())
    }

    private func join(_ placed: PlacedNode, to node: Node, at place: Place) throws(ShedError) {
        let operations = [
            Operation(node.id, [.place(place), .content(nil), .forgotten(nil)] + fieldsToKeep(of: placed.node, for: node)),
            Operation(placed.node.id, [.alias(node.id)]),
        ]
        try store.change { state throws(ShedError) in
            let sighting = state.memory.seen[placed.node.id]
            let children = state.model.children(of: placed.node.id)
            let left = ModelStore.fileLists(of: operations, state.model)
            try write(operations, into: &state)
            state.memory.forget(placed.node.id)
            if let sighting { state.memory.record(sighting, of: node.id) }
            state.memory.missing[node.id] = nil
            state.digests[placed.node.id] = nil
            try store.save(&state, touching: [node.id, placed.node.id] + children, left: left, by: access)
            return .everything
        }
    }

    /// What the new ID knows and the old one does not.
    private func fieldsToKeep(of new: Node, for old: Node) -> [Field] {
        var fields: [Field] = []
        if old.role == nil, let role = new.role { fields.append(.role(role)) }
        if let origin = new.details?.origin { fields.append(.origin(origin)) }
        if let rejection = new.details?.rejection { fields.append(.rejection(rejection)) }
        if new.details?.exception == true { fields.append(.exception(true)) }
        let (ours, theirs) = (old.details?.labels ?? NodeLabels(), new.details?.labels ?? NodeLabels())
        fields += theirs.tags.subtracting(ours.tags).sorted().map { .tag($0, true) }
        fields += theirs.values.filter { ours.values[$0.key] == nil }.sorted { $0.key < $1.key }.map { .value($0.key, $0.value) }
        return fields
    }
}
