import ShedModel

extension Memory {
    /// What files hold that no batch says yet, to be said along with what is written anyway (``SeenContent``): what was read while nothing
    /// was written, and what was too much for the batch of its time. From then on it counts as said.
    ///
    /// Costs a look at each sighting, and no more where all is said.
    /// - Parameters:
    ///   - operations: what is written; what it says of files itself is not said twice.
    ///   - model: the one that the sightings belong to.
    /// - Returns: ``SeenContent/mostInBatch`` at most with those in the operations, the latest IDs first.
    public mutating func sayContents(beside operations: [Operation], _ model: Model) -> [Operation] {
        var said = Set<NodeID>()
        for operation in operations where operation.set.contains(where: { $0.name == SeenContent.field }) { said.insert(operation.id) }
        var result: [Operation] = []
        for position in seen.indices.reversed() {
            guard result.count + said.count < SeenContent.mostInBatch else { break }
            let (id, sighting) = seen[position]
            guard !sighting.isSaid, let hash = sighting.hash, sighting.evidence.size > 0, !said.contains(id), missing[id] == nil,
                model.nodes[id]?.type.isDirectory == false
            else { continue }
            result.append(Operation(id, [SeenContent.field(FileContent(size: sighting.evidence.size, hash: hash))]))
        }
        for operation in result { noteSaid(operation.id) }
        return result
    }

    /// Whether all that is known of what a file holds is what a batch says: it was never seen here, or is as it came and was not read yet.
    public func tellsNothing(of id: NodeID) -> Bool {
        guard let sighting = seen[id] else { return true }
        return sighting.hash == nil && sighting.isSaid
    }

    /// Whether a batch says of a file what is not known here: nothing is, or what was seen had been said, and something else is said now. Once the file
    /// was written here since, that is no news any more (``Plan/overtaken(_:in:_:)``).
    public func tellsLess(of id: NodeID, than said: FileContent) -> Bool {
        if tellsNothing(of: id) { return true }
        guard let sighting = seen[id], sighting.isSaid, let hash = sighting.hash else { return false }
        return hash != said.hash
    }

    /// Whether what a batch says of a file is still to be remembered: it tells what is not known here, or what it is to be known by once it comes
    /// to where another device has moved it.
    public func needs(_ said: FileContent, of id: NodeID) -> Bool { tellsLess(of: id, than: said) || unsettled.incomingMoves[id] != nil }
}
