import ShedModel

extension Fold {
    /// A folder that was put elsewhere.
    public struct MovedFolder: Hashable, Sendable {
        public var id: NodeID
        /// Where it was before.
        public var from: Place
        /// When, in milliseconds since 1970.
        public var at: Int64
    }

    /// Of a folder so many places are looked at, the latest ones.
    private static let mostPlaces = 64

    /// The folders that were given another place, with each place that they had before. Costs a pass over all nodes. Of places that a base has
    /// left out nothing is known.
    public var movedFolders: [MovedFolder] {
        var found: [MovedFolder] = []
        // Most have one place alone, and are not taken out to be looked at.
        for position in entries.indices where entries[position].hasSeveralPlaces {
            let entry = entries[position]
            guard entry.node.type.isDirectory else { continue }
            let events = entry.places(atMost: Fold.mostPlaces, in: graph)
            for (before, after) in zip(events, events.dropFirst()) where before.place != after.place {
                found.append(MovedFolder(id: entry.node.id, from: before.place, at: after.stamp.milliseconds))
            }
        }
        return found
    }
}
