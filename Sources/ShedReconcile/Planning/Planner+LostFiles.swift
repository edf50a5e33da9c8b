import ShedModel

extension Planner {
    /// Takes note of who a node is besides whose very file is another node's by now: that has its place by the batches, and held the same. The one
    /// of the two that was made for what had come before anybody knew what it was is another name of the other, and is not given up.
    ///
    /// Asked about is what yields to another, and what is gone from here, where its file is what another device has made: whether who made the
    /// one did not know of the other, or not that it had been put there. Else both are documents. What is gone for another device is one of its
    /// own.
    mutating func noteTwinsByFile() {
        guard snapshot.hasEvidence, situation.disk.trustsInodes, situation.disk.incomplete.isEmpty else { return }
        for lost in model.outplaced.sorted() where vanished.contains(lost) {
            if let (index, taker) = taker(ofFileOf: lost) { noteTwin(lost, whoseFileHas: taker, index) }
        }
        guard !vanished.isEmpty || !plan.gone.elsewhere.isEmpty || !situation.memory.missing.isEmpty else { return }
        let newcomers = snapshot.entries.indices.filter { index in
            guard !binder.isQuiet[index], snapshot.entries[index].kind == .file, let id = binder.node[index] else { return false }
            return situation.memory.seen[id] == nil && model.nodes[id] != nil && !plan.waiting.held.contains(index)
        }
        guard !newcomers.isEmpty else { return }
        var memory = situation.memory
        memory.prepareIdentities()
        for index in newcomers {
            guard let taker = binder.node[index], let lost = lost(by: taker, index, memory) else { continue }
            noteTwin(lost, whoseFileHas: taker, index)
        }
    }

    private mutating func noteTwin(_ lost: NodeID, whoseFileHas taker: NodeID, _ index: Int) {
        guard model.nodes[lost]?.type == model.nodes[taker]?.type else { return }
        let (twin, reverse) = (Twin(made: lost, known: taker), Twin(made: taker, known: lost, place: snapshot.path(of: index)))
        if isOpen(lost), situation.answers.areOne(twin) {
            twins.append(twin)
        } else if isOpen(taker), situation.answers.areOne(reverse) {
            twins.append(reverse)
        } else if isOpen(lost, holding: situation.memory.seen[lost]?.hash), isOpen(taker), situation.memory.seen[taker] == nil, leavesNobody(lost),
            situation.answers.twins.contains(reverse.asking(.madeByAnother)) || isGoneOtherwise(lost) && wasMadeWhereItStands(taker)
        {
            // Nobody has said that it is gone, and what its file is now was never anything else.
            twins.append(reverse)
        } else if isOpen(lost, holding: situation.memory.seen[lost]?.hash), isOpen(taker), situation.memory.seen[taker] == nil, isPlaced(lost, at: index),
            situation.answers.twins.contains(reverse.asking(.placed))
        {
            // Both are one file, of one content, in one place.
            twins.append(reverse)
        } else {
            plan.wants.twins.formUnion(twin.questions + reverse.questions + [reverse.asking(.madeByAnother), reverse.asking(.placed)])
        }
    }

    /// Whether somebody has said that a node is gone.
    private func isGoneOtherwise(_ id: NodeID) -> Bool { model.nodes[id]?.details?.content != nil }

    /// Whether nothing stands in a node's place.
    private func leavesNobody(_ id: NodeID) -> Bool {
        guard let place = model.nodes[id]?.place, let home = binder.directory[model.resolve(place.parent)] else { return true }
        return snapshot.entry(named: place.name, in: home) == nil
    }

    /// Whether a node is none that people gave a role, gave up or were told of, and nobody has said that it is gone.
    /// - Parameter content: what it holds: that something else was gone says nothing of it.
    private func isOpen(_ id: NodeID, holding content: ContentHash? = nil) -> Bool {
        guard let node = model.nodes[id], node.role == nil else { return false }
        guard let details = node.details else { return true }
        guard details.forgotten == nil, details.rejection == nil else { return false }
        return details.content.map { gone in content.map { $0 != gone.hash } ?? false } ?? true
    }

    /// Who has the file of a node in its place, as it was seen last.
    private func taker(ofFileOf id: NodeID) -> (index: Int, taker: NodeID)? {
        guard let place = model.nodes[id]?.place, let directory = binder.directory[model.resolve(place.parent)],
            let index = snapshot.entry(named: place.name, in: directory), snapshot.entries[index].kind == .file, let known = binder.node[index], known != id,
            isFile(index, of: id, heldBy: known)
        else { return nil }
        return (index, known)
    }

    /// The only node that is gone from here and was last seen as the file that another has.
    /// - Parameter memory: prepared for that.
    private func lost(by taker: NodeID, _ index: Int, _ memory: Memory) -> NodeID? {
        let lost = memory.nodes(seenAs: snapshot.entries[index].evidence.identity).filter { id in
            id != taker && !binder.isBound(id) && (vanished.contains(id) || plan.gone.elsewhere.contains(id) && isGoneOtherwise(id) || memory.missing[id] != nil) && !binder.bindsToPlace(id) && isFile(index, of: id, heldBy: taker)
        }
        return lost.count == 1 ? lost[0] : nil
    }

    /// Whether an entry is the file that a node was, as it was seen last, and held what another is known to hold.
    private func isFile(_ index: Int, of id: NodeID, heldBy other: NodeID) -> Bool {
        guard let seen = situation.memory.seen[id], let hash = seen.hash else { return false }
        let evidence = snapshot.entries[index].evidence
        return evidence.identity == seen.evidence.identity && evidence.size == seen.evidence.size && evidence.modified == seen.evidence.modified
            && binder.contentKnown(of: other) == FileContent(size: evidence.size, hash: hash)
    }
}
