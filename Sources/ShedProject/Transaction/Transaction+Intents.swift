import ShedDisk
import ShedIndex
import ShedMessages
import ShedModel
import ShedReconcile
import ShedSidecar

extension Transaction {
    /// Writes down what is refused and about to be moved, before it is moved: a crash between the move and its batch then loses
    /// nothing of why.
    func note(_ plan: Plan) throws(ShedError) {
        guard let state = store.state else { return }
        // What the verb of this walk has noted is committed along with it.
        let noted = isCarryingOut ? state.meta.intents : []
        try note(noted + plan.noted.map { Intent($0, state, after: lastSequence(state), home) })
    }

    /// Writes down moves to places where what is moved may stand by exception alone.
    /// - Returns: what was written down for `undo` of each.
    func noteExceptions(_ moves: [(placed: PlacedNode, to: RelativePath)]) throws(ShedError) -> [NodeID: [NotedStep]] {
        let state = try load()
        var operations: [Operation] = []
        let intents = moves.compactMap { placed, to -> Intent? in
            guard let name = to.last, let folder = state.node(at: to.parent) else { return nil }
            var fields: [Field] = [.place(Place(parent: folder, name: name)), .exception(true), .unexplained(nil)]
            if placed.node.details?.origin != nil { fields.append(.origin(nil)) }
            if placed.node.details?.rejection != nil { fields.append(.rejection(nil)) }
            operations.append(Operation(placed.node.id, fields))
            let said = [Operation(placed.node.id, fields)] + acceptingContents(of: [placed.node.id], state)
            let move = NotedMove(node: placed.node.id, from: placed.path, to: to, identity: placed.evidence.identity, operations: said)
            return Intent(move, state, after: lastSequence(state), home)
        }
        // Committed by whoever finishes this, who does not know any more what it was before.
        let noted = try noteUndo(operations, .placement(Set(operations.map(\.id))), in: state)
        do throws(ShedError) { try note(intents) } catch {
            // Nothing was moved.
            project.undo.retract(noted.values.flatMap(\.self))
            throw error
        }
        return noted
    }

    /// Writes down moves that are about to be made, durably: after a power cut a move may stand on the disk of which nothing else
    /// says why it was made.
    ///
    /// They are taken out again with the save that follows the batch, and whoever moves makes the folders of both ends durable
    /// before that batch (``relocate(_:to:expecting:makingParents:as:)``). That save may be lost: then the number of that batch, which
    /// is noted too, tells that it was written, and nothing is said once more.
    func note(_ intents: [Intent]) throws(ShedError) {
        try requireWriting()
        try store.save(intents, by: access)
        Interruption.point("noted")
    }

    /// Forgets moves that were noted, made and committed, where the walk that took them in left the index as it was: else the next
    /// one would commit them once more.
    func forgetNoted() throws(ShedError) {
        guard try store.savedIntents()?.isEmpty == false else { return }
        try store.save([], by: access)
    }

    /// Commits moves that were made and then not committed, because something interrupted shed. A move that was not
    /// made is forgotten; it is planned anew. What was refused so is told: nobody was told of it then.
    func finishIntents() throws(ShedError) {
        guard !isCarryingOut, let intents = try store.savedIntents(), !intents.isEmpty else { return }
        var news: [Message] = []
        try store.change { state throws(ShedError) in
            // What another machine wrote under this ID says nothing of what this one did.
            let last = state.meta.fold.sharedReplica == nil ? state.meta.fold.sequence : 0
            let made = InterruptedMoves(
                intents.compactMap { $0.move(in: home.file.projects) }.map(onDevice).filter(isDone), after: .init(replica: home.replica, sequence: last))
            for move in made.moves {
                // What a staged change has replaced is told when that is ended.
                let isTold = move.from.names.first == Sidecar.name || !move.operations.contains(where: \.isRejecting)
                if !isTold { news.append(.putByInterrupted(path: "\(move.from)", place: "\(move.to)")) }
            }
            // The index is about to say that it has the batches which the second names come from.
            try write(state.joins + made.operations, into: &state)
            state.joins = []
            Interruption.point("resumed")
            made.settle(&state.memory, state.model, now: home.surroundings.now())
            state.meta.unsettled.rejections = state.memory.unsettled.rejections
            state.meta.intents = []
            // The scan that follows writes whatever else differs; without digests it writes everything.
            try store.saveAnew(&state, by: access)
            return .everything
        }
        project.deedNews += news
    }

    private func onDevice(_ move: NotedMove) -> NotedMove {
        guard let numbers = try? DeviceNumbers(of: root) else { return move }
        var move = move
        let seen = numbers.areSeveral ? [DeviceNumbers.file(at: move.from, in: root), DeviceNumbers.file(at: move.to, in: root)] : []
        move.identity = numbers.now(move.identity, seen: seen)
        return move
    }

    private func isDone(_ move: NotedMove) -> Bool {
        func identity(_ path: RelativePath) -> FileIdentity? {
            guard let name = path.last, let folder = try? root.openDirectory(at: path.parent) else { return nil }
            return (try? folder.evidence(of: name))?.identity
        }
        return move.isDone(from: identity(move.from), to: identity(move.to))
    }
}

extension Intent {
    /// A move, with what is to be committed once it is made.
    /// - Parameter last: the number of the last batch that was written.
    init(_ move: NotedMove, _ state: ProjectState, after last: UInt64, _ home: ProjectHome) {
        let header = Batch.Header(project: home.id, replica: home.replica, sequence: min(last, UInt64(Int64.max) - 1) + 1, parents: [])
        let stamp = Stamp(time: state.clock.last, replica: home.replica)
        let batch = BatchEncoder.encode(header, move.operations.map { StampedOperation(stamp, $0) })
        self.init(node: move.node, from: move.from, to: move.to, identity: move.identity, operation: batch.bytes)
    }

    /// - Returns: `nil` where what is to be committed cannot be read.
    fileprivate func move(in projects: Set<NodeID>) -> NotedMove? {
        guard let batch = try? BatchDecoder.decode(operation, projects: projects) else { return nil }
        var move = NotedMove(node: node, from: from, to: to, identity: identity, operations: batch.operations.map(\.operation))
        // One that was noted by a former shed has no number.
        if batch.header.sequence > 0 { move.batch = NotedMove.BatchNumber(replica: batch.header.replica, sequence: batch.header.sequence) }
        return move
    }
}
