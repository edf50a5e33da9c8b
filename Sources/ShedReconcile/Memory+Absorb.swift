import ShedModel

extension Memory {
    /// Takes over what a plan's scan saw, once the plan's operations are in the sidecar.
    ///
    /// What has to wait is not taken over, so that the next scan meets it as this one did; what was refused is, so that
    /// it is known again in Rejected. A scan without evidence teaches nothing.
    ///
    /// Only ``Situation/memory`` is not looked at: take it out before, so that it is not copied.
    ///
    /// - Parameter moves: the nodes whose moves were done on disk.
    public mutating func absorb(_ plan: Plan, of situation: Situation, done moves: Set<NodeID>) {
        guard situation.snapshot.hasEvidence else { return }
        let isFirst = isEmpty
        if isFirst { reserve(plan.binding.count) }
        let waiting = plan.left(in: situation.snapshot, self, besides: moves)
        for (index, id) in plan.binding.enumerated() {
            guard let id, !waiting.contains(index) else { continue }
            record(sighting(of: index, id, situation), of: id)
            if !missing.isEmpty { missing[id] = nil }
        }
        // What was seen of it was seen of what it is a second name of.
        for operation in plan.operations where operation.aliasTarget != nil { forget(operation.id) }
        unsettled.incomingMoves = plan.waiting.incomingMoves
        if !unsettled.incomingNodes.isEmpty { unsettled.incomingNodes = unsettled.incomingNodes.filter { !isPresent($0) } }
        for id in plan.gone.vanished {
            // As in a clone, to which git brings no empty folder either.
            guard plan.gone.takenByGit.contains(id) else {
                missing[id] = situation.now
                continue
            }
            forget(id)
            // It is news when it is there again.
            unsettled.incomingNodes.insert(id)
        }
        for id in plan.gone.elsewhere { noteElsewhere(id, isOverdue: plan.gone.overdue.contains(id), now: situation.now) }
        // A node that only the sidecar remembers as missing is missing here too, from then on.
        if isFirst {
            for (id, node) in situation.model.nodes where node.hasDetails && seen[id] == nil {
                if let since = node.details?.content?.since { missing[id] = since }
            }
        }
        // The folder for what is refused was made by shed and is not on its way back from the missing: a person's
        // folder of that name is their own.
        for operation in plan.operations where operation.set.contains(.role(.rejected)) { forget(operation.id) }
        absorbPending(plan, of: situation)
        absorbWaitingMoves(plan, situation.snapshot, besides: moves)
        let rejected = plan.moves.filter { $0.purpose == .reject && moves.contains($0.node) }
        if !rejected.isEmpty { unsettled.noteRefused(rejected.map(\.from), at: situation.now) }
        if !unsettled.rejections.isEmpty { absorbRejections(plan, situation, moves) }
        for move in rejected { unsettled.noteRejected(move.node, move.identity, isCarried: plan.carried.contains(move.from)) }
        for move in plan.moves where move.purpose == .takeBack && moves.contains(move.node) {
            follow(aliasesOf: move.operations)
            unsettled.rejections[move.node] = nil
            unsettled.refused[move.to] = nil
        }
    }

    /// What is in Rejected since the last walk was seen there now, and what left it, or is another file, is no refusal of ours.
    private mutating func absorbRejections(_ plan: Plan, _ situation: Situation, _ moves: Set<NodeID>) {
        for id in plan.gone.vanished { unsettled.rejections[id] = nil }
        for operation in plan.operations where operation.set.contains(.rejection(nil)) { unsettled.rejections[operation.id] = nil }
        guard unsettled.rejections.values.contains(where: { $0.changed == nil }) else { return }
        for (index, id) in plan.binding.enumerated() {
            guard let id, let item = unsettled.rejections[id], item.changed == nil, !moves.contains(id) else { continue }
            let evidence = situation.snapshot.entries[index].evidence
            if evidence.identity == item.identity { unsettled.rejections[id]?.changed = evidence.changed } else { unsettled.rejections[id] = nil }
        }
    }

    /// Arrivals wait as long as they are held; those that the scan did not look at wait on.
    private mutating func absorbPending(_ plan: Plan, of situation: Situation) {
        guard !plan.waiting.pending.isEmpty else {
            unsettled.pending = [:]
            return
        }
        let snapshot = situation.snapshot
        let held = Set(plan.waiting.held.map(snapshot.path(of:)))
        unsettled.pending = plan.waiting.pending.filter { path, _ in held.contains(path) || !snapshot.hasRead(path.parent) }
    }

    /// Known nodes wait as long as they are held; those that the scan did not meet, and where they stand was not looked, wait on.
    private mutating func absorbWaitingMoves(_ plan: Plan, _ snapshot: Snapshot, besides moves: Set<NodeID>) {
        guard !plan.waiting.moves.isEmpty || !unsettled.waitingMoves.isEmpty else { return }
        if !unsettled.waitingMoves.isEmpty {
            let met = Set(plan.binding.compactMap(\.self))
            unsettled.waitingMoves = unsettled.waitingMoves.filter { !met.contains($1.node) && !snapshot.hasRead($0.parent) && isPresent($1.node) }
        }
        for index in plan.waiting.moves {
            guard let id = plan.binding[index], !moves.contains(id), isPresent(id), unsettled.incomingMoves[id] == nil else { continue }
            let isSameFile = seen[id]?.evidence.identity == snapshot.entries[index].evidence.identity
            unsettled.waitingMoves[snapshot.path(of: index)] = WaitingMove(node: id, isSameFile: isSameFile)
        }
    }

    private func sighting(of index: Int, _ id: NodeID, _ situation: Situation) -> Sighting {
        let evidence = situation.snapshot.entries[index].evidence
        let (old, hint) = (seen[id], situation.hints[id])
        var isRacy = evidence.isRacy(at: situation.snapshot.begun)
        if let hash = situation.answers.hashes[index] {
            return Sighting(evidence: evidence, hash: hash, isRacy: isRacy, isSaid: old?.hash == hash && old?.isSaid == true || hint?.hash == hash)
        }
        guard let old, old.evidence.size == evidence.size, old.evidence.modified == evidence.modified, old.evidence.identity == evidence.identity else {
            // Who knew it says it; that it holds just that is found out when it is read.
            return Sighting(evidence: evidence, isRacy: isRacy, isSaid: old == nil && hint?.size == evidence.size)
        }
        // A hash that was not to be trusted does not become so by looking away.
        if old.hash != nil { isRacy = isRacy || old.isRacy }
        return Sighting(evidence: evidence, hash: old.hash, isRacy: isRacy, isSaid: old.isSaid)
    }
}

extension Snapshot {
    /// Whether a directory was read to the end.
    fileprivate func hasRead(_ path: RelativePath) -> Bool { directory(at: path).map { directories[$0].state == .read } ?? false }
}

extension Plan {
    /// The entries that were not taken in, with all that stands in them. Of what a person has moved, what was saved anew since is
    /// taken in, or it would be nobody's once it moves on; what was written to since shows by its not being so. What a carrier makes
    /// anew it may still take away.
    ///
    /// - Parameter moves: the nodes whose moves were done on disk: those wait no longer.
    fileprivate func left(in snapshot: Snapshot, _ memory: Memory, besides moves: Set<NodeID>) -> Set<Int> {
        var found: Set<Int> = []
        var directories: [(directory: Int, isMoved: Bool)] = []
        for index in waiting.held {
            let id = binding[index]
            if let id, moves.contains(id) { continue }
            let entry = snapshot.entries[index]
            directories.append((Int(entry.directory), id.map { memory.seen[$0]?.evidence.identity == entry.evidence.identity } ?? false))
            if !isSavedAnew(index, ofMoved: false, in: snapshot, memory) { found.insert(index) }
        }
        while let (directory, isMoved) = directories.popLast() {
            guard directory >= 0 else { continue }
            for index in snapshot.directories[directory].entries where !isSavedAnew(index, ofMoved: isMoved, in: snapshot, memory) {
                if found.insert(index).inserted { directories.append((Int(snapshot.entries[index].directory), isMoved)) }
            }
        }
        return found
    }

    /// Whether a known file is another one now than was seen, in a folder that a person has moved or where it itself waited.
    private func isSavedAnew(_ index: Int, ofMoved isMoved: Bool, in snapshot: Snapshot, _ memory: Memory) -> Bool {
        guard snapshot.entries[index].kind == .file, let id = binding[index], memory.isPresent(id),
            memory.seen[id]?.evidence.identity != snapshot.entries[index].evidence.identity
        else { return false }
        return isMoved || memory.unsettled.waitingMoves[snapshot.path(of: index)] == WaitingMove(node: id, isSameFile: true)
    }
}
