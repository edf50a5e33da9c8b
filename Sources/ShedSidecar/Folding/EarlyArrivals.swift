import ShedModel

/// Tells what a replica took for new and another replica had moved or renamed: its file came before the batch that says so.
///
/// Two nodes that were made at one place side by side are joined by every fold (``Doubling``). Where the older one was made
/// elsewhere and moved, only who made the younger one can say that both are the same.
public struct EarlyArrivals {
    private let fold: Fold
    private let replica: ReplicaID
    private var knowledge: Knowledge

    /// - Parameter replica: the one that may have made a node too much.
    public init(_ fold: Fold, by replica: ReplicaID) {
        self.fold = fold
        self.replica = replica
        knowledge = Knowledge(fold.graph)
    }

    /// Whether the replica made and placed a node without knowing that another replica had put `moved` where it is now, and
    /// that one did not know of the node either.
    public mutating func isOne(_ made: NodeID, of moved: NodeID) -> Bool {
        guard isPlacedByReplica(made), let first = fold.positions[made], let second = fold.positions[moved],
            let move = fold.entries[second].latestPlace(in: fold.graph), move.stamp.replica != replica
        else { return false }
        return fold.entries[first].places.allSatisfy { knowledge.areSideBySide($0.batch, move.batch) }
    }

    /// Whether the replica placed a node, and nobody else did. What is not is no node made too much, whatever it is held against.
    public func isPlacedByReplica(_ made: NodeID) -> Bool {
        guard let position = fold.positions[made], !fold.entries[position].places.isEmpty else { return false }
        return fold.entries[position].places.allSatisfy { $0.stamp.replica == replica }
    }
}
