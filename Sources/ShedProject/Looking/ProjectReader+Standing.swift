import ShedDisk
import ShedMessages
import ShedModel

extension ProjectReader {
    /// Refuses to delete for good what a path may mislead about.
    ///
    /// Where nodes are is for batches to say, and somebody else's are believed before the files follow: a path is that of the node
    /// meant only if what stands there, and each folder on the way, is what was last seen of the node in that place.
    /// - Parameter below: all that goes with them.
    /// - Throws: ``ShedError`` of kind refused for the first that is not; also where another device has moved something into one of
    ///   them or out of it that has not arrived yet.
    func requireStanding(_ all: [PlacedNode], _ state: ProjectState, with below: [NodeID] = []) throws(ShedError) {
        let trustsInodes = home.surroundings.hasStableInodes(root)
        func require(_ id: NodeID, _ evidence: Evidence, at path: RelativePath) throws(ShedError) {
            let seen = state.memory.seen[id]?.evidence
            // Device numbers change when a machine starts anew, so they do not count.
            let isSame = !trustsInodes || seen?.inode == evidence.inode && seen?.birth == evidence.birth
            guard state.memory.unsettled.incomingMoves[id] == nil, isSame else { throw ShedError.standsElsewhere(path) }
        }
        var checked: Set<RelativePath> = [.root]
        for placed in all {
            // One that was checked was checked with all above it.
            for folder in checked.contains(placed.path.parent) ? [] : placed.path.ancestors where checked.insert(folder).inserted {
                let found = try find(folder, state)
                try require(found.node.id, found.evidence, at: folder)
            }
            try require(placed.node.id, placed.evidence, at: placed.path)
        }
        guard !below.isEmpty, !state.memory.unsettled.incomingMoves.isEmpty else { return }
        let going = Set(below)
        let moved = state.memory.unsettled.incomingMoves.filter { going.contains($0) || going.contains(state.model.resolve($1.place.parent)) }.keys.min()
        if let moved { throw ShedError.standsElsewhere(state.model.path(of: moved) ?? .root) }
    }
}

extension ShedError {
    /// That what is at a path is not, or not yet, what the project's batches say.
    static func standsElsewhere(_ path: RelativePath) -> ShedError {
        ShedError(.refused, .standsElsewhere(path: "\(path)"), remedy: .settleFirst)
    }
}
