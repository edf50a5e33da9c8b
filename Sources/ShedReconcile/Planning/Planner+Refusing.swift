import ShedModel
import ShedRules

extension Planner {
    /// Turns what was refused into moves: known nodes go home where they can, everything else goes to Rejected.
    mutating func settleRefusals(ids: inout some IDSource) {
        guard !refused.isEmpty else { return }
        if refused.count > situation.settings.bulk, !situation.attitude.rejectsAll {
            for item in refused { hold(item.entry, item.refusal.rule, item.refusal.message) }
            report(
                BulkAddition.info, .root, nil,
                "\(refused.count) additions would be refused at once; more than settings.bulk (\(situation.settings.bulk)), so all stay where they are.")
            return
        }
        var taken = TakenNames(snapshot)
        for item in refused.sorted(by: { snapshot.path(of: $0.entry) < snapshot.path(of: $1.entry) }) {
            sendHomeKnownNodes(in: item, &taken)
            if let home = home(of: item.entry, &taken) {
                putBack(item.entry, to: home, item.refusal)
            } else {
                reject(item, &taken, ids: &ids)
            }
            noteChange(item.entry, at: snapshot.path(of: item.entry))
        }
    }

    /// Known nodes inside a disallowed new folder go home first, so that it costs nobody their work's place.
    private mutating func sendHomeKnownNodes(in item: Refused, _ taken: inout TakenNames) {
        guard binder.node[item.entry] == nil || item.standing == .new else { return }
        var queue = [Int(snapshot.entries[item.entry].directory)].filter { $0 >= 0 }
        while let directory = queue.popLast() {
            for index in snapshot.sortedEntries(of: directory) {
                if binder.node[index] != nil, binder.immigrants[index] == nil {
                    plan.held.insert(index)
                    if let home = home(of: index, &taken) { putBack(index, to: home, item.refusal) }
                } else if snapshot.entries[index].directory >= 0 {
                    queue.append(Int(snapshot.entries[index].directory))
                }
            }
        }
    }

    /// Where a known node stood, if that folder is still there and the name in it is free.
    private func home(of index: Int, _ taken: inout TakenNames) -> RelativePath? {
        guard let id = binder.node[index], binder.immigrants[index] == nil, let place = model.nodes[id]?.place,
            binder.missingSince(id) == nil, let directory = binder.directory[model.resolve(place.parent)],
            !lies(directory, inside: index), !isUnderHeld(directory),
            taken.take(place.name, in: directory, except: index)
        else { return nil }
        return snapshot.path(ofDirectory: directory).appending(place.name)
    }

    private func lies(_ directory: Int, inside index: Int) -> Bool {
        let inner = Int(snapshot.entries[index].directory)
        var current = directory
        while current > 0 {
            if current == inner { return true }
            current = Int(snapshot.directories[current].parent)
        }
        return false
    }

    /// Whether a directory stands, itself or by one above it, where it will not stay.
    private func isUnderHeld(_ directory: Int) -> Bool {
        var current = directory
        while current > 0 {
            if plan.held.contains(Int(snapshot.directories[current].entry)) { return true }
            current = Int(snapshot.directories[current].parent)
        }
        return false
    }

    private mutating func putBack(_ index: Int, to home: RelativePath, _ refusal: Refusal) {
        guard let id = binder.node[index] else { return }
        plan.moves.append(
            Move(
                node: id, from: snapshot.path(of: index), to: home, identity: snapshot.entries[index].evidence.identity,
                purpose: .putBack, refusal: refusal, operations: []))
    }

    private mutating func reject(_ item: Refused, _ taken: inout TakenNames, ids: inout some IDSource) {
        let index = item.entry
        let (rejected, folderName) = rejectedFolder(ids: &ids)
        let directory = Int(snapshot.entries[index].parent)
        let path = RelativePath([folderName]).appending(
            taken.free((addedPath[directory] ?? .root).appending(snapshot.name(of: index)), below: rejectedDirectory, isFile: snapshot.entries[index].kind == .file))
        let type = snapshot.entries[index].kind.nodeType ?? .file
        let wasKnown = binder.node[index] != nil && binder.immigrants[index] == nil
        let id = binder.node[index] ?? ids.next()
        let old = model.nodes[id]?.details?.rejection
        let rejection = Rejection(
            rule: item.refusal.rule.name, origin: old?.origin ?? snapshot.path(of: index), folder: binder.folder[directory],
            time: situation.now, known: old?.known ?? wasKnown)
        var fields: [Field] = wasKnown ? [] : [.type(type)]
        if type == .folder, !wasKnown { fields.append(.accepts(.files)) }
        if let name = path.last { fields.append(.place(Place(parent: rejected, name: name))) }
        fields.append(.rejection(rejection))
        if !wasKnown { binder.bind(index, to: id) }
        plan.moves.append(
            Move(
                node: id, from: snapshot.path(of: index), to: path, identity: snapshot.entries[index].evidence.identity,
                purpose: .reject, refusal: item.refusal, operations: [Operation(id, fields)]))
    }

    // MARK: The folder for what is refused

    /// Its directory in the snapshot, if it is there.
    private var rejectedDirectory: Int? { holder(of: .rejected).flatMap { binder.directory[$0] } }

    /// The node and the name of the folder; an operation for it is added where there is none yet.
    private mutating func rejectedFolder(ids: inout some IDSource) -> (NodeID, Name) {
        if let id = holder(of: .rejected), let entry = binder.entry[id] { return (id, snapshot.name(of: entry)) }
        for operation in plan.operations {
            if operation.set.contains(.role(.rejected)) { return (operation.id, plannedRejectedName) }
        }
        let known = model.roleBearers.filter { model.nodes[$0]?.role == .rejected }.min()
        let id = known ?? ids.next()
        plan.operations.append(
            Operation(id, [
                .type(.folder), .role(.rejected), .accepts(.nothing),
                .place(Place(parent: model.project, name: plannedRejectedName)),
            ]))
        return (id, plannedRejectedName)
    }

    /// The first of its names that nothing else at the root bears.
    private var plannedRejectedName: Name {
        let names = snapshot.directories[0].entries.map { FoldKey(snapshot.name(of: $0)) }
        let used = Set(names)
        for name in situation.rejectedNames where !used.contains(FoldKey(name)) { return name }
        let last = situation.rejectedNames.last ?? "Rejected (shed)"
        return (2...).lazy.map { last.numbered($0, keepsSuffix: false) }.first { !used.contains(FoldKey($0)) } ?? last
    }

    /// Rejected goes when nothing is left in it.
    mutating func removeEmptyRejected() {
        guard situation.attitude.judgement == .now, let directory = rejectedDirectory, directory > 0,
            snapshot.directories[directory].state == .read, snapshot.directories[directory].entries.isEmpty,
            !plan.moves.contains(where: { $0.purpose == .reject })
        else { return }
        plan.removals.append(snapshot.path(ofDirectory: directory))
    }

    // MARK: What is gone

    /// Says what vanished, and keeps the hash of its content, since that cannot be made again.
    mutating func recordVanished() {
        for id in plan.vanished {
            guard let node = model.nodes[id], node.role != .rejected else { continue }
            if let sighting = situation.memory.seen[id], let hash = sighting.hash, sighting.evidence.size > 0, node.details?.forgotten == nil {
                let record = ContentRecord(hash: hash, size: sighting.evidence.size, since: situation.now)
                plan.operations.append(Operation(id, [.content(record)]))
            }
            guard let path = model.path(of: id) else { continue }
            plan.changes.append(Change(.removed, id: id, path: path, type: node.type))
        }
    }
}
