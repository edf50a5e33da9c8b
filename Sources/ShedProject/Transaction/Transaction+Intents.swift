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
        let common = plan.operations.filter { isRejected($0) }
        // What the verb of this walk has noted is committed along with it.
        let noted = isCarryingOut ? state.meta.intents : []
        try note(noted + plan.moves.map { move in
            Intent(node: move.node, from: move.from, to: move.to, identity: move.identity, common + move.operations, state, home)
        })
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
            return Intent(
                node: placed.node.id, from: placed.path, to: to, identity: placed.evidence.identity,
                [Operation(placed.node.id, fields)] + acceptingContents(of: [placed.node.id], state), state, home)
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
    /// before that batch (``relocate(_:to:expecting:makingParents:as:)``). That save may be lost: then what the batch says is said
    /// once more of what still stands where it was put, and nothing of what does not.
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
            var operations: [Operation] = []
            var folders: Set<Operation> = []
            var rejected: [(id: NodeID, identity: FileIdentity)] = []
            for intent in intents where isDone(intent) {
                guard let batch = try? BatchDecoder.decode(intent.operation, projects: home.file.projects) else { continue }
                state.memory.record(sighting(of: intent, state.memory.seen[intent.node]), of: intent.node)
                for item in batch.operations where item.operation.isRejecting { rejected.append((item.operation.id, intent.identity)) }
                // What a staged change has replaced is told when that is ended.
                let isTold = intent.from.names.first == Sidecar.name || !batch.operations.contains(where: \.operation.isRejecting)
                if !isTold { news.append(.putByInterrupted(path: "\(intent.from)", place: "\(intent.to)")) }
                // The folder for what is refused comes with every move into it.
                operations += batch.operations.map(\.operation).filter { !isRejected($0) || folders.insert($0).inserted }
            }
            // The index is about to say that it has the batches which the second names come from.
            try write(state.joins + operations, into: &state)
            state.joins = []
            Interruption.point("resumed")
            state.memory.follow(aliasesOf: operations)
            // One that was gone and comes back by itself would be a person's own.
            for operation in operations where isRejected(operation) { state.memory.forget(operation.id) }
            // Nobody knows any more who brought it.
            for item in rejected { state.memory.unsettled.noteRejected(item.id, item.identity, isCarried: false) }
            for operation in operations where operation.set.contains(.rejection(nil)) { state.memory.unsettled.rejections[operation.id] = nil }
            state.meta.unsettled.rejections = state.memory.unsettled.rejections
            state.meta.intents = []
            // The scan that follows writes whatever else differs; without digests it writes everything.
            try store.saveAnew(&state, by: access)
            return .everything
        }
        project.deedNews += news
    }

    /// What is known of the file of a move that was made: not to be trusted until it is scanned.
    private func sighting(of intent: Intent, _ before: Sighting?) -> Sighting {
        let evidence = before?.evidence ?? Evidence(device: intent.identity.device, inode: intent.identity.inode, birth: intent.identity.birth)
        return Sighting(evidence: evidence, hash: before?.hash, isRacy: true)
    }

    /// Whether an operation makes the folder for what is refused: without it, what was moved there would lose its reason.
    private func isRejected(_ operation: Operation) -> Bool { operation.set.contains(.role(.rejected)) }

    private func isDone(_ intent: Intent) -> Bool {
        guard let oldName = intent.from.last, let newName = intent.to.last,
            let target = try? root.openDirectory(at: intent.to.parent),
            let there = try? target.evidence(of: newName), there.identity == intent.identity
        else { return false }
        guard let source = try? root.openDirectory(at: intent.from.parent), let left = try? source.evidence(of: oldName) else { return true }
        return left.identity != intent.identity
    }
}

extension Operation {
    /// Whether it says that something was refused.
    fileprivate var isRejecting: Bool {
        for case .rejection(_?) in self.set { return true }
        return false
    }
}

extension Intent {
    /// A move, with what is to be committed once it is made.
    init(
        node: NodeID, from: RelativePath, to: RelativePath, identity: FileIdentity, _ operations: [Operation], _ state: ProjectState,
        _ home: ProjectHome
    ) {
        let header = Batch.Header(project: home.id, replica: home.replica, sequence: 0, parents: [])
        let stamp = Stamp(time: state.clock.last, replica: home.replica)
        let batch = BatchEncoder.encode(header, operations.map { StampedOperation(stamp, $0) })
        self.init(node: node, from: from, to: to, identity: identity, operation: batch.bytes)
    }
}
