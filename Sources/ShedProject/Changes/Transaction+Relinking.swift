import ShedMessages
import ShedModel
import ShedReconcile

extension Transaction {
    /// Joins by hand (`relink`): what stands at a path is the missing node of this ID.
    public func relink(_ path: RelativePath, to id: NodeID, dryRun: Bool = false) throws(ShedError) {
        try relink([(path: path, id: id)], dryRun: dryRun)
    }

    /// Joins by hand several that have nothing to do with each other, in one batch: all of them, or none where one cannot be.
    public func relink(_ pairs: [(path: RelativePath, id: NodeID)], dryRun: Bool = false) throws(ShedError) {
        var joins: [Join] = []
        for pair in pairs {
            if let join = try join(pair.path, pair.id) { joins.append(join) }
        }
        guard !dryRun, !joins.isEmpty else { return }
        let formerPaths = try joins.map { join throws(ShedError) in try load().model.path(of: join.missing.id) }
        try saying(final: joins.map { .joinedForGood(path: "\($0.placed.path)", id: "\($0.missing.id)") }) { () throws(ShedError) in try write(joins) }
        for (join, formerPath) in zip(joins, formerPaths) {
            record(.relinked, PlacedNode(path: join.placed.path, node: join.missing, evidence: join.placed.evidence, type: join.placed.type), from: formerPath)
        }
        try walk(.refresh())
    }

    /// What stands somewhere, and the missing one that it is.
    private struct Join {
        var placed: PlacedNode
        var missing: Node
        var place: Place
    }

    /// - Returns: `nil` where the two are one already.
    private func join(_ path: RelativePath, _ id: NodeID) throws(ShedError) -> Join? {
        let placed = try find(path)
        let state = try load()
        let id = state.model.resolve(id)
        guard let node = state.model.nodes[id], node.type != .project else {
            throw ShedError.noNode(of: id, remedy: .idsAreListed(command: "shed status --all"))
        }
        guard id != placed.node.id else { return nil }
        guard !state.memory.isPresent(id) else {
            throw ShedError(
                .refused, .notMissing(id: "\(id)", path: state.model.path(of: id).map { "\($0)" } ?? "here"), remedy: .idsAreListed(command: "shed status --all"))
        }
        guard node.type == placed.node.type else {
            throw ShedError(
                .refused, .otherSortThan(path: "\(path)", type: .sort(type: placed.node.type.rawValue), id: "\(id)", former: .sort(type: node.type.rawValue)))
        }
        return placed.node.place.map { Join(placed: placed, missing: node, place: $0) }
    }

    private func write(_ joins: [Join]) throws(ShedError) {
        let operations = joins.flatMap { join in
            [
                Operation(join.missing.id, [.place(join.place), .content(nil), .forgotten(nil)] + fieldsToKeep(of: join.placed.node, for: join.missing)),
                Operation(join.placed.node.id, [.alias(join.missing.id)]),
            ]
        }
        try store.change { state throws(ShedError) in
            let sightings = joins.map { state.memory.seen[$0.placed.node.id] }
            let children = joins.flatMap { state.model.children(of: $0.placed.node.id) }
            let left = ModelStore.fileLists(of: operations, state.model)
            try write(operations, into: &state)
            state.memory.follow(aliasesOf: operations)
            state.meta.unsettled.waitingMoves = state.memory.unsettled.waitingMoves
            for (join, sighting) in zip(joins, sightings) {
                state.memory.forget(join.placed.node.id)
                if let sighting { state.memory.record(sighting, of: join.missing.id) }
                state.memory.missing[join.missing.id] = nil
                state.digests[join.placed.node.id] = nil
            }
            try store.save(&state, touching: joins.flatMap { [$0.missing.id, $0.placed.node.id] } + children, left: left, by: access)
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
