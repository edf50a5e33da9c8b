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

extension Plan {
    /// Its moves, as they are written down before the first is made.
    public var noted: [NotedMove] {
        let common = operations.filter(\.makesRejected)
        return moves.map { NotedMove(node: $0.node, from: $0.from, to: $0.to, identity: $0.identity, operations: common + $0.operations) }
    }
}

/// Moves that were noted and made, and of which nobody knows whether they were committed: something interrupted shed.
public struct InterruptedMoves: Sendable {
    public let moves: [NotedMove]
    /// What all of them say, each thing once.
    public let operations: [Operation]

    /// - Parameter moves: those that were made.
    public init(_ moves: [NotedMove]) {
        self.moves = moves
        var folders: Set<Operation> = []
        // The folder for what is refused comes with every move into it.
        operations = moves.flatMap(\.operations).filter { !$0.makesRejected || folders.insert($0).inserted }
    }

    /// Takes in that what was moved stands where it was put, once the sidecar says so.
    public func settle(_ memory: inout Memory) {
        for move in moves { memory.record(sighting(of: move, memory.seen[move.node]), of: move.node) }
        memory.follow(aliasesOf: operations)
        // One that was gone and comes back by itself would be a person's own.
        for operation in operations where operation.makesRejected { memory.forget(operation.id) }
        // Nobody knows any more who brought it.
        for move in moves {
            for operation in move.operations where operation.isRejecting { memory.unsettled.noteRejected(operation.id, move.identity, isCarried: false) }
        }
        for operation in operations where operation.set.contains(.rejection(nil)) { memory.unsettled.rejections[operation.id] = nil }
    }

    /// What is known of the file of a move that was made: not to be trusted until it is scanned.
    private func sighting(of move: NotedMove, _ before: Sighting?) -> Sighting {
        let evidence = before?.evidence ?? Evidence(device: move.identity.device, inode: move.identity.inode, birth: move.identity.birth)
        return Sighting(evidence: evidence, hash: before?.hash, isRacy: true)
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
