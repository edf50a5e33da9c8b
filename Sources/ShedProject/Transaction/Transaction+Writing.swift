import ShedDisk
import ShedIndex
import ShedMessages
import ShedModel
import ShedReconcile
import ShedReplicas
import ShedSidecar

extension Transaction {
    /// Walks once, without what the project's kind settles afterwards.
    @discardableResult
    package func walk(_ request: WalkRequest) throws(ShedError) -> Outcome {
        try requireWriting()
        var reconciliation = Reconciliation(self, request)
        try reconciliation.run()
        if request.isOfOwnDoing { noteChangedFolders(reconciliation.outcome.changes) }
        return reconciliation.outcome
    }

    private func noteChangedFolders(_ changes: [Change]) {
        guard let state = store.state else { return }
        let folders = Set(changes.lazy.filter { !$0.isCarried }.flatMap { [$0.path.parent, $0.from?.parent].compactMap(\.self) })
        changedFolders.formUnion(folders.compactMap(state.node))
    }

    /// Has the project's kind put into fields what follows from what was changed here, before anybody reads them. What cannot be done
    /// now is done by the next walk that judges.
    func settleOwnChanges() {
        guard isWriting, !isSettling, !changedFolders.isEmpty else { return }
        isSettling = true
        defer { isSettling = false }
        project.kind.settle(ownChangesIn: changedFolders, self)
        changedFolders = []
    }

    /// Walks over what this transaction has just carried out: its journal and its intents are no interrupted work.
    func takeIn(_ request: WalkRequest) throws(ShedError) {
        let wasCarryingOut = isCarryingOut
        isCarryingOut = true
        defer { isCarryingOut = wasCarryingOut }
        try walk(request)
    }

    /// The same as ``walk(_:)`` through everything, where nobody watches the project: with the last round, for who shows it.
    func walkThroughAll(_ request: WalkRequest) throws(ShedError) -> WalkPlanner.Planned? {
        try requireWriting()
        var reconciliation = Reconciliation(self, request)
        try reconciliation.run(looksAtAll: true)
        return reconciliation.lastRound
    }

    /// Walks, and then has the project's kind settle what follows from what the walk saw, a step at a time.
    package func reconcile(_ request: WalkRequest) throws(ShedError) -> Outcome {
        try requireWriting()
        let before = try project.kind.prepare(for: request, in: self)
        var reconciliation = Reconciliation(self, request)
        // Who watches the project is to know at the end of the walk.
        reconciliation.outcome.locked = before.locked
        try reconciliation.run()
        var outcome = reconciliation.outcome
        outcome.follow(before)
        // What the kind settles depends on all that was taken in.
        tellEndedDeed(in: &outcome, isShown: true)
        // What was not quiet any more was not judged.
        if reconciliation.request.judges { try settle(after: reconciliation.request, &outcome) }
        outcome.unsynced = project.takeUnsynced()
        return outcome
    }

    /// What is done now comes after the walk in the history.
    private func settle(after request: WalkRequest, _ outcome: inout Outcome) throws(ShedError) {
        guard let settling = try project.kind.settling(after: request, outcome, in: self) else { return }
        let count = outcome.moves.count
        isSettling = true
        defer {
            isSettling = false
            record(settling.entries(for: outcome.moves.dropFirst(count)))
            settling.end(&outcome)
        }
        while try settling.step(&outcome) {}
    }

    /// Commits operations that change no file.
    /// - Parameter words: what is done by that, for who lists it; `nil` where the fields tell it.
    package func commit(_ operations: [Operation], saying words: Message? = nil) throws(ShedError) {
        try commit(operations, undo: .everything, saying: words)
    }

    /// Commits operations that follow from what was done, and are not taken back by themselves.
    package func commitFollowing(_ operations: [Operation]) throws(ShedError) { try commit(operations, undo: .nothing) }

    /// - Parameter undo: which of them are written down first; none where they were already.
    func commit(_ operations: [Operation], undo: UndoScope, saying words: Message? = nil) throws(ShedError) {
        guard !operations.isEmpty else { return }
        try requireWriting()
        try store.change { state throws(ShedError) in
            // The index is about to say that it has the batches which they come from. In one batch with the operations, whose number may
            // be noted already (``Intent``); where it takes several, what was noted is in the first.
            let joins = state.joins
            let left = ModelStore.fileLists(of: operations, state.model)
            try write(operations, after: joins, into: &state, undo: undo, saying: words)
            if !joins.isEmpty { (state.joins, state.digests) = ([], [:]) }
            Interruption.point("set")
            // What is of labels stands beside the nodes.
            let touched = operations.filter { $0.label == nil }.map(\.id)
            try store.save(&state, touching: touched, left: left, by: access)
            return !joins.isEmpty || operations.contains(where: \.isAlias) ? .everything : .nodes(touched, .model)
        }
    }

    /// Writes into the index now what was changed beside the nodes (``ModelStore/changeMeta(_:)``), and not with the next save.
    package func saveMeta() throws(ShedError) {
        try requireWriting()
        try store.change { state throws(ShedError) in
            try store.save(&state, touching: [], by: access)
            return .nodes([], .sightings)
        }
    }

    /// Takes note of links that were made or taken away in a folder, and are no nodes, so that nobody takes them for a change.
    /// - Parameter change: by how much the folder's digest (``EntryDigest``) has changed by that.
    package func noteLinks(in folder: NodeID, digestChange change: UInt64) throws(ShedError) {
        guard change != 0, store.state?.digests[folder] != nil else { return }
        try requireWriting()
        try store.change { state throws(ShedError) in
            state.digests[folder]?.value &+= change
            try store.save(&state, touching: [folder], by: access)
            return .nodes([], .sightings)
        }
    }

    /// Writes operations as one batch and applies them to the model. Does nothing without operations.
    /// - Parameters:
    ///   - joins: what is said before them in the same batch, and is no deed that could be taken back.
    ///   - undo: which of them are written down first, so that they can be taken back.
    func write(
        _ operations: [Operation], after joins: [Operation] = [], into state: inout ProjectState, undo: UndoScope = .nothing, saying words: Message? = nil
    ) throws(ShedError) {
        guard !operations.isEmpty else { return }
        try requireWriting()
        try renewReplica(&state)
        let noted = try noteUndo(operations, undo, saying: words, in: state)
        let now = surroundings.now()
        // What this device is called goes along with what is said anyway, and is no deed that could be taken back.
        let all = joins + operations + nameOfDevice(beside: operations, &state) + contentsOfFiles(beside: operations, &state)
        var author = BatchAuthor(state, sequence: lastSequence(state))
        bringAttributes()
        var isSaid = false
        do throws(ShedError) {
            let portions: [[Operation]]
            do throws(SidecarError) { portions = try all.portions() } catch { throw ShedError(error) }
            for portion in portions { try write(portion, by: &author, now, into: &state, &isSaid) }
        } catch {
            // What came into no batch was not done, as on a disk that is full.
            if !isSaid { project.undo.retract(noted.values.flatMap(\.self)) }
            throw error
        }
        state.noteRetirements(operations)
        confirmShelters(givenBy: operations, state)
    }

    /// Writes one batch and applies it.
    /// - Parameter isSaid: is set where it is in the sidecar, or may be.
    private func write(
        _ operations: [Operation], by author: inout BatchAuthor, _ now: Int64, into state: inout ProjectState, _ isSaid: inout Bool
    ) throws(ShedError) {
        let (header, stamped) = author.compose(operations, project: id, now: now) { state.model.nodes.position(of: state.model.resolve($0)) == nil }
        state.clock = author.clock
        let encoded = BatchEncoder.encode(header, stamped)
        try noteWritten(encoded.batch)
        let written: BatchFile
        do throws(SidecarError) { written = try home.sidecar.write(encoded) } catch {
            let isFromBefore = if case .disk(let error) = error { error.isFromBefore } else { false }
            if !isFromBefore, home.sidecar.mayHold(encoded) {
                isSaid = true
                writtenBatches += 1
            }
            throw ShedError(error)
        }
        isSaid = true
        writtenBatches += 1
        author.note(encoded.batch, now: now)
        state.apply(stamped, by: author)
        if state.isFold {
            state.batches.insert(FoldedBatch(written, id: encoded.batch.id))
            state.meta.fold.note(written)
        } else {
            // It and what is written after it is met as batches that came.
            store.changeSource?.isSidecarQuiet = false
        }
    }
}

extension FoldSummary {
    /// Takes note of a batch that was just written. One in a directory that was not there makes all be listed.
    fileprivate mutating func note(_ file: BatchFile) {
        unkept.insert(file.path)
        guard let position = standing.folders.firstIndex(where: { $0.path == file.path.parent }) else { return standing.folders = [] }
        standing.folders[position] = standing.folders[position].with(file.name, file.evidence)
    }
}

extension BatchAuthor {
    fileprivate init(_ state: ProjectState, sequence: UInt64) {
        self.init(
            clock: state.clock, sequence: sequence, heads: state.meta.fold.heads.compactMap { BatchID(bytes: $0) },
            missing: state.meta.missingBatches,
            future: Dictionary(state.meta.fold.future.map { (FieldKey(id: $0.id, field: $0.field), $0.stamp) }, uniquingKeysWith: max))
    }
}

extension ProjectState {
    /// Takes over what was just written.
    fileprivate mutating func apply(_ stamped: [StampedOperation], by author: BatchAuthor) {
        isFold = model.take(stamped, by: author) && isFold
        if stamped.contains(where: { $0.operation.label != nil }) { meta.labels = model.labels.sortedRecords }
        meta.clock = author.clock.last
        meta.aliases = model.aliases
        meta.fold.heads = author.heads.map(\.bytes)
        meta.fold.sequence = author.sequence
        meta.fold.future = author.future.map { FutureField(id: $0.key.id, field: $0.key.field, stamp: $0.value) }
    }
}
