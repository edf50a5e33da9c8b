import ShedModel
import ShedRules

extension Planner {
    /// Plans the move of what was refused into the folder for it, under the path that it had in what was added.
    mutating func reject(_ item: Refused, _ taken: inout TakenNames, ids: inout some IDSource) {
        let index = item.entry
        let type = snapshot.entries[index].kind.nodeType ?? .file
        let (top, folderName) = rejectedFolder(taken, ids: &ids)
        let path = taken.free(
            (addedPath[item.arrival.directory] ?? .root).appending(snapshot.name(of: index)),
            below: RelativePath([folderName]), rejectedDirectory, isFile: type == .file)
        var operations: [Operation] = []
        let parent = folderOnTheWay(to: path, top, &operations, ids: &ids)
        let wasKnown = binder.node[index] != nil && binder.immigrants[index] == nil
        let id = binder.node[index] ?? ids.next()
        let old = model.nodes[id]?.details?.rejection
        let rejection = Rejection(
            rule: ForeignText(item.refusal.rule.name), origin: old?.origin ?? item.arrival.path,
            folder: old?.folder ?? binder.folder[item.arrival.directory], time: situation.now, known: old?.known ?? wasKnown)
        var fields: [Field] = wasKnown ? [] : [.type(type)]
        if type.isDirectory, !wasKnown { fields.append(.accepts(.files)) }
        if wasKnown, let node = model.nodes[id] { fields += rightToKeep(node) }
        if let immigrant = binder.immigrants[index] { fields += immigrant.fields(in: model.labels, of: situation.conventions.fields) }
        if let name = path.last { fields.append(.place(Place(parent: parent, name: name))) }
        fields.append(.rejection(rejection))
        operations.append(Operation(id, fields))
        binder.bind(index, to: id)
        plan.moves.append(
            Move(
                node: id, from: item.arrival.path, to: path,
                identity: snapshot.entries[index].evidence.identity, purpose: .reject, refusal: item.refusal,
                operations: operations))
    }

    /// The folder in Rejected that a path ends in; what is not there yet is made known along with the move.
    private mutating func folderOnTheWay(
        to path: RelativePath, _ top: NodeID, _ operations: inout [Operation],
        ids: inout some IDSource
    ) -> NodeID {
        var parent = top
        var directory = rejectedDirectory
        var way = RelativePath(Array(path.names.prefix(1)))
        for name in path.names.dropFirst().dropLast() {
            way = way.appending(name)
            let entry = directory.flatMap { snapshot.entry(named: name, in: $0) }
            directory = entry.map { Int(snapshot.entries[$0].directory) }.flatMap { $0 >= 0 ? $0 : nil }
            if let known = entry.flatMap({ binder.node[$0] }) ?? rejected.folders[way] {
                parent = known
                continue
            }
            let id = ids.next()
            operations.append(
                Operation(id, [.type(.folder), .accepts(.files), .place(Place(parent: parent, name: name))]))
            rejected.folders[way] = id
            parent = id
        }
        return parent
    }

    // MARK: The folder itself

    /// Its directory in the snapshot, if it is there.
    private var rejectedDirectory: Int? { (rejected.comesHome ?? rejectedHolder).flatMap { binder.directory[$0] } }

    /// Its node, if it is on disk.
    private var rejectedHolder: NodeID? {
        // What is below copies the planner for its closures, for nothing where no folder has the role.
        var isBorne = false
        for id in model.roleBearers where model.nodes[id]?.role == .rejected { isBorne = true }
        guard isBorne else { return nil }
        return situation.conventions.shelters.choose(.rejected, among: standingHolders(of: .rejected)) { id in
            binder.entry[id].map { snapshot.name(of: $0) } ?? model.nodes[id]?.place?.name
        }
    }

    /// Whether names can be chosen in it. Where it cannot be read, what is refused stays where it is.
    var canReject: Bool { rejectedDirectory.map { snapshot.directories[$0].state.isOpen } ?? true }

    /// The node and the name of the folder; an operation for it is added where there is none yet.
    private mutating func rejectedFolder(_ taken: TakenNames, ids: inout some IDSource) -> (NodeID, Name) {
        if let id = rejected.comesHome, let place = model.nodes[id]?.place { return (id, place.name) }
        if let id = rejectedHolder {
            if let entry = binder.entry[id] { return (id, snapshot.name(of: entry)) }
            if let place = model.nodes[id]?.place { return (id, place.name) }
        }
        if let made = rejected.made ?? planned.values.first(where: { $0.role == .rejected && $0.place != nil }), let place = made.place {
            rejected.made = made
            return (made.id, place.name)
        }
        let name = plannedRejectedName(taken)
        let known = model.roleBearers.filter { model.nodes[$0]?.role == .rejected && binder.entry[$0] == nil }.min()
        let id = known ?? ids.next()
        let place = Place(parent: model.project, name: name)
        planned[id] = Node(id: id, type: .folder, role: .rejected, accepts: .nothing, place: place)
        plan.operations.append(Operation(id, [.type(.folder), .role(.rejected), .accepts(.nothing), .place(place)]))
        return (id, name)
    }

    /// The first of its names that nothing else at the root bears.
    private func plannedRejectedName(_ taken: TakenNames) -> Name {
        let used = Set(snapshot.directories[0].entries.map { FoldKey(snapshot.name(of: $0)) })
        func isFree(_ name: Name) -> Bool { !used.contains(FoldKey(name)) && !taken.isTarget(RelativePath([name])) }
        for name in situation.conventions.rejectedNames where isFree(name) { return name }
        let last = situation.conventions.rejectedNames.last ?? "Rejected (shed)"
        return (2...).lazy.map { last.numbered($0, keepsSuffix: false) }.first(where: isFree) ?? last
    }

    /// Rejected goes when nothing is left in it.
    mutating func removeEmptyRejected() {
        // A first look moves nothing, and so has no second round, which would.
        guard situation.policy.judgement == .now, !situation.isFirstLook, !isWaitingForSidecar, let directory = rejectedDirectory, directory > 0,
            snapshot.directories[directory].state == .read, snapshot.directories[directory].entries.isEmpty,
            !plan.moves.contains(where: { $0.to.names.first == snapshot.name(of: Int(snapshot.directories[directory].entry)) })
        else { return }
        plan.removals.append(snapshot.path(ofDirectory: directory))
    }
}
