import ShedModel
import ShedRules

extension Planner {
    /// Where something belongs that was refused.
    private struct Destination {
        /// The node that it is.
        var node: NodeID
        var place: Place
        var directory: Int
    }

    /// Plans the way back of what this machine refused and a batch that came later explains, if nobody touched it since and its
    /// place is free. Where this walk does not judge, it is only said where the next one that does has to look.
    mutating func takeBackExplained() {
        let items = situation.memory.unsettled.rejections.filter { $0.value.explanation != nil }
        guard !items.isEmpty, !isWaitingForSidecar, !judgesNothing else { return }
        var taken = TakenNames(snapshot)
        for move in plan.moves { _ = taken.take(move.to) }
        let entries = snapshot.entries.indices.filter { index in binder.node[index].map { items[$0] != nil } ?? false }
        for index in entries.sorted(by: { snapshot.path(of: $0) < snapshot.path(of: $1) }) {
            guard let id = binder.node[index], let item = items[id], region[Int(snapshot.entries[index].parent)] == .rejected,
                let rejection = model.nodes[id]?.details?.rejection, let way = destination(of: id, index, item, rejection),
                isUntouched(index, item), taken.take(way.place.name, in: way.directory, except: -1)
            else { continue }
            let from = snapshot.path(of: index)
            let isBusy = situation.disk.busy.contains(from.parent) || use(of: index) != nil
            guard situation.policy.judgement == .now, !situation.disk.isDuringGit || situation.policy.overridesWaiting, !isBusy else {
                plan.explained.formUnion(directoriesToLookAt(from, id, way))
                continue
            }
            let rule = rules.book.info(named: rejection.rule.raw) ?? ClosedFolder.info
            plan.moves.append(
                Move(
                    node: way.node, from: from, to: snapshot.path(ofDirectory: way.directory).appending(way.place.name), identity: item.identity,
                    purpose: .takeBack, refusal: Refusal(rule: rule, .explainedLater),
                    operations: operations(for: id, index, way)))
        }
    }

    /// Where a batch says that it belongs, if its folder is there and looked at.
    private func destination(of id: NodeID, _ index: Int, _ item: RejectedItem, _ rejection: Rejection) -> Destination? {
        guard let explanation = item.explanation.map(model.resolve) else { return nil }
        let isFolder = snapshot.entries[index].kind == .directory
        if explanation != id {
            guard let node = model.nodes[explanation], situation.memory.seen[explanation] == nil, situation.memory.missing[explanation] == nil, node.type.isDirectory == isFolder,
                node.details?.forgotten == nil, node.details?.rejection == nil
            else { return nil }
            return destination(explanation, node.place, index)
        }
        // Another device may have moved it.
        if let found = destination(id, model.nodes[id]?.place, index) { return found }
        guard let folder = rejection.folder, let name = rejection.origin.last, let found = destination(id, Place(parent: folder, name: name), index) else { return nil }
        let candidate = Candidate(
            name: name, type: snapshot.entries[index].kind.nodeType ?? .file, provenance: rejection.known ? .moved : .new,
            role: model.nodes[id]?.role, known: model.nodes[id])
        return rules.refusal(of: candidate, in: facts(of: found.directory)) == nil ? found : nil
    }

    private func destination(_ node: NodeID, _ place: Place?, _ index: Int) -> Destination? {
        guard let place, let directory = binder.directory[model.resolve(place.parent)], region[directory] == .ordinary, !isUnderHeld(directory),
            snapshot.directories[directory].state.isOpen, model.nodes[node]?.details?.exception == true || !isFilledByShed(directory)
        else { return nil }
        // Under a name that is never a node's it would be gone from view.
        let path = snapshot.path(ofDirectory: directory).appending(place.name)
        guard !situation.conventions.ignore.ignores(path: path, kind: snapshot.entries[index].kind) else { return nil }
        return Destination(node: node, place: place, directory: directory)
    }

    /// Whether a directory is in a folder that shed fills by itself, or is it: there stands what a person has let stand alone, as what
    /// another device has made of a manuscript does.
    private func isFilledByShed(_ directory: Int) -> Bool {
        var directory = directory
        while directory > 0 {
            if facts(of: directory).filling == .derived { return true }
            directory = Int(snapshot.entries[Int(snapshot.directories[directory].entry)].parent)
        }
        return false
    }

    /// Whether nobody changed it since it was moved, nor anything in it. What was not looked at is not known: where nothing is moved
    /// now, the walk that does will tell.
    private func isUntouched(_ index: Int, _ item: RejectedItem) -> Bool {
        let evidence = snapshot.entries[index].evidence
        guard let changed = item.changed, evidence.identity == item.identity, evidence.changed == changed else { return false }
        var open = [Int(snapshot.entries[index].directory)].filter { $0 >= 0 }
        while let directory = open.popLast() {
            guard snapshot.directories[directory].state == .read else {
                guard situation.policy.judgement != .now, snapshot.directories[directory].state == .partial else { return false }
                continue
            }
            for inner in snapshot.directories[directory].entries {
                guard snapshot.entries[inner].evidence.changed <= changed else { return false }
                if snapshot.entries[inner].directory >= 0 { open.append(Int(snapshot.entries[inner].directory)) }
            }
        }
        return true
    }

    /// The directories that tell whether it can be taken back: where it is, where it goes, and all that are in it.
    private func directoriesToLookAt(_ path: RelativePath, _ id: NodeID, _ way: Destination) -> Set<RelativePath> {
        var found: Set = [path.parent, snapshot.path(ofDirectory: way.directory)]
        var open = [(path, id)]
        while let (path, id) = open.popLast() {
            guard model.nodes[id]?.type.isDirectory == true else { continue }
            found.insert(path)
            for child in model.presentChildren(of: id) { if let name = model.nodes[child]?.place?.name { open.append((path.appending(name), child)) } }
        }
        return found
    }

    // MARK: What is said of it

    /// The ID that it was given when it was refused becomes another name of the batch's, and so do those of what is in it.
    private func operations(for id: NodeID, _ index: Int, _ way: Destination) -> [Operation] {
        guard way.node != id else { return [Operation(id, [.place(way.place), .rejection(nil)])] }
        var result = [Operation(way.node, [.rejection(nil)] + labels(of: id, for: way.node))]
        var open = [(index: index, id: id, target: way.node)]
        while let item = open.popLast() {
            result.append(Operation(item.id, [.alias(item.target)]))
            let directory = Int(snapshot.entries[item.index].directory)
            guard directory >= 0 else { continue }
            for inner in snapshot.sortedEntries(of: directory).reversed() {
                guard let own = binder.node[inner] else { continue }
                let others = model.children(of: item.target, named: snapshot.name(of: inner)).filter {
                    $0 != own && situation.memory.seen[$0] == nil && binder.fits($0, inner)
                }
                if others.count == 1 { open.append((inner, own, others[0])) }
            }
        }
        return result
    }

    /// The tags and values that were given to it in Rejected.
    private func labels(of id: NodeID, for target: NodeID) -> [Field] {
        (model.nodes[id]?.details?.labels ?? NodeLabels()).additions(to: model.nodes[target]?.details?.labels ?? NodeLabels())
    }
}
