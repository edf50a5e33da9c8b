import ShedModel

extension Planner {
    /// Takes note of who a node is besides whose very file is another node's by now: that has its place by the batches, and held the same. The one
    /// of the two that was made for what had come before anybody knew what it was is another name of the other, and is not given up.
    ///
    /// Only what yields to another is asked about: whether who made the one did not know of the other, or not that it had been put there. Else
    /// both are documents. What is gone for another device is one of its own.
    mutating func noteTwinsByFile() {
        guard !model.outplaced.isEmpty, snapshot.hasEvidence, situation.disk.trustsInodes else { return }
        for lost in model.outplaced.sorted() where vanished.contains(lost) {
            guard let (index, taker) = taker(ofFileOf: lost), model.nodes[lost]?.type == model.nodes[taker]?.type else { continue }
            let (twin, reverse) = (Twin(made: lost, known: taker), Twin(made: taker, known: lost, place: snapshot.path(of: index)))
            if mayBeSecondName(lost), situation.answers.areOne(twin) {
                twins.append(twin)
            } else if mayBeSecondName(taker), situation.answers.areOne(reverse) {
                twins.append(reverse)
            } else {
                plan.wants.madeSideBySide.formUnion(twin.questions + reverse.questions)
            }
        }
    }

    private func mayBeSecondName(_ id: NodeID) -> Bool {
        guard let node = model.nodes[id], node.role == nil else { return false }
        return node.details.map { $0.forgotten == nil && $0.rejection == nil && $0.content == nil } ?? true
    }

    /// Who has the file of a node in its place, as it was seen last.
    private func taker(ofFileOf id: NodeID) -> (index: Int, taker: NodeID)? {
        guard let place = model.nodes[id]?.place, let seen = situation.memory.seen[id], let hash = seen.hash,
            let directory = binder.directory[model.resolve(place.parent)], let index = snapshot.entry(named: place.name, in: directory),
            snapshot.entries[index].kind == .file, let known = binder.node[index], known != id
        else { return nil }
        let evidence = snapshot.entries[index].evidence
        guard evidence.identity == seen.evidence.identity, evidence.size == seen.evidence.size, evidence.modified == seen.evidence.modified,
            binder.contentKnown(of: known) == FileContent(size: evidence.size, hash: hash)
        else { return nil }
        return (index, known)
    }
}
