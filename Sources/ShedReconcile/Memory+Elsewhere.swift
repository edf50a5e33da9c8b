import ShedModel

extension Memory {
    /// What has gone from here by another device's word is news when it comes. Once it is overdue it is missing besides, so that whoever sits
    /// here finds out: it may have yielded for good. What it held stays known, and not the file that it was: that may be another's by now.
    mutating func noteElsewhere(_ id: NodeID, isOverdue: Bool, now: Int64) {
        let sighting = seen[id]
        forget(id)
        unsettled.incomingNodes.insert(id)
        guard isOverdue, let sighting else { return }
        let evidence = Evidence(size: sighting.evidence.size, modified: sighting.evidence.modified)
        record(Sighting(evidence: evidence, hash: sighting.hash, isSaid: sighting.isSaid), of: id)
        missing[id] = now
    }
}
