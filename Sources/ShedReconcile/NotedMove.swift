import ShedModel

/// A move that is written down before it is made, with what goes into the sidecar once it is.
public struct NotedMove: Hashable, Sendable {
    public var node: NodeID
    public var from: RelativePath
    public var to: RelativePath
    /// Which file is to move.
    public var identity: FileIdentity
    /// What goes into the sidecar along with it; what several moves share, as the folder for what is refused, is with each.
    public var operations: [Operation]
    /// The batch that is to say that; `nil` where nobody knows.
    public var batch: BatchNumber?

    /// The number of a batch that is about to be written, and by whom.
    public struct BatchNumber: Hashable, Sendable {
        public var replica: ReplicaID
        public var sequence: UInt64

        public init(replica: ReplicaID, sequence: UInt64) { (self.replica, self.sequence) = (replica, sequence) }
    }

    public init(node: NodeID, from: RelativePath, to: RelativePath, identity: FileIdentity, operations: [Operation]) {
        self.node = node
        self.from = from
        self.to = to
        self.identity = identity
        self.operations = operations
    }

    /// Whether it was made, by what stands at both ends now.
    public func isDone(from source: FileIdentity?, to target: FileIdentity?) -> Bool { target == identity && source != identity }
}

extension NotedMove {
    /// Where the node is said to be.
    fileprivate var place: Place? {
        for operation in operations where operation.id == node { for case .place(let place?) in operation.set { return place } }
        return nil
    }

    /// Whether the batch that was to say it was written, by the last one that was.
    fileprivate func isSaid(by last: BatchNumber) -> Bool {
        guard let batch else { return false }
        return batch.replica == last.replica && batch.sequence <= last.sequence
    }
}

extension Plan {
    /// Its moves, as they are written down before the first is made.
    public var noted: [NotedMove] {
        let common = operations.filter(\.makesRejected)
        return moves.map { NotedMove(node: $0.node, from: $0.from, to: $0.to, identity: $0.identity, operations: common + $0.operations) }
    }
}

/// Moves that were noted and made, and of which the index does not know that they were committed: something interrupted shed.
public struct InterruptedMoves: Sendable {
    public let moves: [NotedMove]
    /// What is still to be said of them, each thing once. What was written before the interruption is not said once more: others may have
    /// decided otherwise since.
    public let operations: [Operation]
    private let last: NotedMove.BatchNumber

    /// - Parameters:
    ///   - moves: those that were made.
    ///   - last: the last batch of this replica that is in the sidecar.
    public init(_ moves: [NotedMove], after last: NotedMove.BatchNumber) {
        (self.moves, self.last) = (moves, last)
        var folders: Set<Operation> = []
        // The folder for what is refused comes with every move into it.
        operations = moves.lazy.filter { !$0.isSaid(by: last) }.flatMap(\.operations).filter { !$0.makesRejected || folders.insert($0).inserted }
    }

    /// Takes in that what was moved stands where it was put, once the sidecar says so.
    /// - Parameters:
    ///   - model: what the sidecar says.
    ///   - now: in milliseconds since 1970.
    public func settle(_ memory: inout Memory, _ model: Model, now: Int64) {
        memory.follow(aliasesOf: operations)
        for move in moves {
            let id = model.resolve(move.node)
            guard let node = model.nodes[id] else { continue }
            memory.record(sighting(of: move, memory.seen[id]), of: id)
            guard move.isSaid(by: last) else { continue }
            // What another device has moved since is on its way there, as it is where nothing was interrupted.
            if let place = move.place, let other = node.place, place.name != other.name || model.resolve(place.parent) != model.resolve(other.parent) {
                memory.unsettled.incomingMoves[id] = IncomingMove(place: place, identity: move.identity, since: now)
            }
        }
        // One that was gone and comes back by itself would be a person's own.
        for move in moves { for operation in move.operations where operation.makesRejected { memory.forget(operation.id) } }
        // Nobody knows any more who brought it.
        for move in moves {
            for operation in move.operations where operation.isRejecting && model.nodes[operation.id]?.details?.rejection != nil {
                memory.unsettled.noteRejected(operation.id, move.identity, isCarried: false)
            }
            for operation in move.operations where operation.set.contains(.rejection(nil)) { memory.unsettled.rejections[operation.id] = nil }
        }
    }

    /// What is known of the file of a move that was made: not to be trusted until it is scanned.
    private func sighting(of move: NotedMove, _ before: Sighting?) -> Sighting {
        let evidence = before?.evidence ?? Evidence(device: move.identity.device, inode: move.identity.inode, birth: move.identity.birth)
        return Sighting(evidence: evidence, hash: before?.hash, isRacy: true, isSaid: before?.isSaid ?? false)
    }
}

extension Operation {
    /// Whether it says that something was refused.
    public var isRejecting: Bool {
        for case .rejection(_?) in self.set { return true }
        return false
    }

    /// Whether it makes the folder for what is refused: without it, what was moved there would lose its reason.
    fileprivate var makesRejected: Bool { self.set.contains(.role(.rejected)) }
}
