import ShedModel

extension Planner {
    /// Those of what another device has moved and is gone from here that have not come by the end of `grace`. A folder with a role is awaited
    /// and no more: whom the role would go to is not for this device to say.
    /// - Parameter elsewhere: what has gone, with what was in it.
    static func overdue(_ elsewhere: Set<NodeID>, _ situation: Situation) -> Set<NodeID> {
        let moves = situation.memory.unsettled.incomingMoves
        return elsewhere.filter { id in
            guard situation.model.nodes[id]?.role == nil else { return false }
            var current = id
            // What was in a folder has gone with it. Folders may be in a circle by the batches.
            for _ in 0..<RelativePath.deepest {
                if let move = moves[current] { return situation.now - move.since >= situation.conventions.settings.grace }
                guard let place = situation.model.nodes[current]?.place else { return false }
                current = situation.model.resolve(place.parent)
            }
            return false
        }
    }
}
