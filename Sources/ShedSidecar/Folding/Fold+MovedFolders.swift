import ShedModel

extension Fold {
    /// A folder that was put elsewhere.
    public struct MovedFolder: Hashable, Sendable {
        public var id: NodeID
        /// Where it was before.
        public var from: Place
    }

    /// Of a folder so many places are looked at, the latest ones.
    private static let mostPlaces = 64

    /// The folders that were given another place since a time, with each place that they had before. Costs a pass over all nodes. Of places
    /// that a base has left out nothing is known.
    /// - Parameter since: in milliseconds since 1970.
    public func movedFolders(since: Int64) -> [MovedFolder] {
        var found: [MovedFolder] = []
        for entry in entries where entry.hasSeveralPlaces && entry.node.type.isDirectory {
            let events = entry.places(atMost: Fold.mostPlaces, in: graph)
            for (before, after) in zip(events, events.dropFirst()) where after.stamp.milliseconds >= since && before.place != after.place {
                let moved = MovedFolder(id: entry.node.id, from: before.place)
                if found.last != moved { found.append(moved) }
            }
        }
        return found
    }
}
