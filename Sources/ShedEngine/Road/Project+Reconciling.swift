import ShedDisk
import ShedIndex
import ShedModel
import ShedReconcile
import ShedRules
import ShedSidecar

extension Project {
    /// Walks the road: scan → plan → apply → commit, and again until the plan is empty.
    ///
    /// Holds the project's lock. Whatever interrupts it, the next walk finishes the work: what was moved is known by an
    /// intent that was written down before, what was committed by its batch.
    public func reconcile(_ errand: Errand = Errand()) throws(ShedError) -> Outcome {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        _ = try writableIndex()
        var outcome = Outcome()
        var errand = errand
        try finishIntents()
        let unfinished = try finishStaged()
        for change in unfinished {
            errand.assigned.merge(change.assigned) { $1 }
            errand.isThorough = true
            errand.dirty = nil
        }
        // A daemon says itself what to judge; where it only says where to look, all of that is judged that is asked for.
        let isOfQuiet = attendant != nil && errand.dirty != nil && errand.judgement == .now
        try attend(to: &errand)
        var scope = errand.dirty
        var isJudged = errand.judgement == .now
        var record = WalkRecord(actor: actor, errand)
        // Also where a later round fails: what was committed has happened.
        var isRemembered = false
        defer { if !isRemembered { remember(record, dirty: scope) } }
        if errand.hasNothingToDo {
            leftLying = attendant?.standing.filter { $0.rule != UnexplainedAddition.info } ?? []
            return outcome
        }
        var isShort = false
        // Most verbs come when little or nothing happened; then little or nothing has to be planned.
        if attendant == nil, !keepsLast, errand.onlyTakesIn, let changed = try? changedDirectories() {
            Interruption.point("compared")
            if changed.isEmpty {
                leftLying = []
                return outcome
            }
            errand.dirty = changed
            isShort = true
        }
        for round in 0..<Project.mostRounds {
            var (situation, plan) = try planned(errand)
            if round == 0, try lookAgain(&situation, &plan, &errand, isShort: isShort, isOfQuiet: isOfQuiet) {
                if let before = scope { scope = errand.dirty?.union(before) }
                isJudged = errand.judgement == .now
            }
            if !errand.believesVanished { outcome.doubted.formUnion(doubt(&plan, situation.snapshot)) }
            hashNew(in: &situation, plan, errand)
            if !plan.moves.isEmpty { try note(plan) }
            let failures = outcome.failures.count
            let done = apply(plan, &outcome)
            if errand.overridesWaiting, let missing = state?.incomplete { outcome.goneOnWithout += missing }
            try commit(plan, &situation, done: done, overridesWaiting: errand.overridesWaiting)
            outcome.take(plan, situation.snapshot, round: round)
            // What stands in the way may be unknown because nobody looked there: then look, once.
            let looksAgain = done.isEmpty && outcome.failures.count > failures && errand.dirty != nil && round == 0
            if looksAgain { outcome.failures.removeLast(outcome.failures.count - failures) }
            record.take(plan, situation, done: done, failures: outcome.failures.dropFirst(failures), state?.model)
            if keepsLast { last = (situation, plan) }
            leftLying = plan.reports.filter { $0.rule != UnexplainedAddition.info }
            guard !done.isEmpty || !plan.removals.isEmpty || looksAgain else { break }
            errand = errand.following(plan, situation.snapshot)
        }
        for change in unfinished { try conclude(change) }
        keepRecords(outcome.changes)
        attendant?.note(outcome, scanned: scope, isJudged: isJudged)
        if hasPapers {
            noteRenames(outcome)
            if isTending { tendedChanges += outcome.changes.filter { $0.kind != .modified } }
            guard isJudged else { return outcome }
            // What is done now follows from what the walk saw, and comes after it in the history.
            remember(record, dirty: scope)
            isRemembered = true
            let count = outcome.moves.count
            defer {
                var tended = WalkRecord(actor: actor)
                tended.take(tended: outcome.moves.dropFirst(count), at: surroundings.now(), state?.model) { path in
                    state.flatMap { node(at: path, $0) }
                }
                remember(tended, dirty: [])
            }
            if !isTending { overridesWriters = errand.overridesWaiting }
            try tend(&outcome)
        }
        return outcome
    }

    /// Where a daemon knows what changed, only that is looked at.
    private func attend(to errand: inout Errand) throws(ShedError) {
        guard let attendant else { return }
        if errand.dirty == nil, !errand.isThorough, let dirty = try attendant.dirtyDirectories() {
            errand.dirty = dirty.union(errand.commanded.keys.map(\.parent)).union(errand.assigned.keys.map(\.parent)).union(errand.accepted.map(\.parent))
        }
        if let dirty = errand.dirty, !dirty.isEmpty, let state { errand.dirty = state.withAwaited(dirty) }
        errand.carried.formUnion(attendant.carried)
        errand.renamed.merge(attendant.renamed) { $1 }
    }

    /// Takes out of a plan what follows from something having vanished: a program that saves may have deleted it just now
    /// to write it again.
    /// - Returns: the directories to look at again.
    private func doubt(_ plan: inout Plan, _ snapshot: Snapshot) -> Set<RelativePath> {
        // So many are no editor's doing; and where another file stands now, nothing will be written again.
        guard (1...100).contains(plan.vanished.count), let model = state?.model else { return [] }
        var gone: Set<NodeID> = []
        var directories: Set<RelativePath> = []
        for id in plan.vanished {
            guard let path = model.path(of: id), snapshot.entry(at: path) == nil else { continue }
            gone.insert(id)
            directories.insert(path.parent)
        }
        plan.vanished.removeAll(where: gone.contains)
        plan.changes.removeAll { $0.kind == .removed && $0.id.map(gone.contains) == true }
        plan.operations.removeAll { gone.contains($0.id) }
        plan.doubted = gone
        return directories
    }

    func planned(_ errand: Errand) throws(ShedError) -> (Situation, Plan) {
        let state = errand.dirty == nil ? try load() : try loadWithIdentities()
        var ids = surroundings.ids
        let result = try plan(errand, state, ids: &ids)
        surroundings.ids = ids
        return result
    }

    /// The state, ready for looks at a part of the project. Prepared once; the daemon keeps it up from then on.
    func loadWithIdentities() throws(ShedError) -> ProjectState {
        var state = try load()
        guard !state.memory.hasIdentities else { return state }
        self.state = nil
        state.memory.prepareIdentities()
        self.state = state
        return state
    }

    /// More rounds than any plan needs; a program that fights shed over a file is not followed for ever.
    private static let mostRounds = 10

    /// What a walk would do. Nothing is written, not even into the index.
    func preview(_ errand: Errand = Errand()) throws(ShedError) -> (situation: Situation, plan: Plan, state: ProjectState.Facts) {
        let state = try load()
        var ids = CountingIDs(seed: 0xd27)
        let (situation, plan) = try plan(errand, state, ids: &ids)
        return (situation, plan, state.facts)
    }

    /// Hashes new and changed files, for as long as the errand allows: their content is what they are known by when
    /// they come back from elsewhere.
    private func hashNew(in situation: inout Situation, _ plan: Plan, _ errand: Errand) {
        guard errand.hashing > 0, errand.judgement != .none else { return }
        let wanted = situation.snapshot.entries.indices.filter { index in
            guard situation.snapshot.entries[index].kind == .file, let id = plan.binding[index],
                situation.snapshot.entries[index].evidence.size > 0, situation.hashes[index] == nil
            else { return false }
            guard let old = situation.memory.seen[id] else { return !situation.memory.isEmpty }
            let new = situation.snapshot.entries[index].evidence
            return old.evidence.size != new.size || old.evidence.modified != new.modified
                || old.evidence.identity != new.identity
        }
        hash(wanted, in: &situation, until: surroundings.now() + errand.hashing)
    }

    // MARK: Apply

    /// Moves what the plan moves.
    /// - Returns: the nodes that were moved. What could not be moved stays where it is and is planned anew.
    private func apply(_ plan: Plan, _ outcome: inout Outcome) -> Set<NodeID> {
        var done: Set<NodeID> = []
        for move in plan.moves {
            do {
                try relocate(move.from, to: move.to, expecting: move.identity, makingParents: move.purpose == .reject)
                done.insert(move.node)
                outcome.moves.append(move)
                Interruption.point("moved")
            } catch { outcome.failures.append((move.from, "\(error)")) }
        }
        for path in plan.removals {
            guard let name = path.last, let parent = try? root.openDirectory(at: path.parent) else { continue }
            // Fails where something hidden is in it; then it stays.
            try? parent.removeDirectory(name)
        }
        return done
    }

    /// Moves one entry within the project, and never over another.
    func relocate(
        _ from: RelativePath, to: RelativePath, expecting identity: FileIdentity?, makingParents: Bool
    ) throws(DiskError) {
        guard let oldName = from.last, let newName = to.last else {
            throw DiskError(errno: 22, action: "move", path: "\(from)")
        }
        let source = try root.openDirectory(at: from.parent)
        var target = root
        for name in to.parent.names { target = try target.openDirectory(name, create: makingParents) }
        try source.rename(oldName, to: target, as: newName, expecting: identity)
        try target.sync()
        try source.sync()
    }

    // MARK: Commit

    /// Writes one batch, then the index. The batch comes first: what is in it can be read again, the index cannot say
    /// more than it.
    private func commit(
        _ plan: Plan, _ situation: inout Situation, done: Set<NodeID>, overridesWaiting: Bool
    ) throws(ShedError) {
        guard var state else { return }
        let trust = recordTrust
        let operations = plan.operations + plan.moves.filter { done.contains($0.node) }.flatMap(\.operations)
        let (book, missing, seen) = (operations.isEmpty ? knownBook : nil, state.memory.missing, state.memory.seen.count)
        // The only ones to hold the model and the memory, so that changing them copies nothing.
        self.state = nil
        if !state.memory.isEmpty { situation.model = Model(project: file.id) }
        situation.memory = Memory()
        let left = Project.fileLists(of: operations, state.model)
        try write(operations, into: &state)
        Interruption.point("written")
        let changed = Project.differing(plan, situation, state.memory) + operations.map(\.id)
        state.memory.absorb(plan, of: situation, done: done)
        state.meta.pending = state.memory.pending
        state.meta.awaited = state.memory.awaited
        state.meta.intents = []
        if overridesWaiting {
            state.meta.waiveGaps()
            state.incomplete = state.meta.waitedFor
        }
        // While the sidecar is not whole the model lacks nodes, and saving would forget what was seen of them.
        let keepsIndex = !state.incomplete.isEmpty && !overridesWaiting && state.wasIndexed && done.isEmpty
        if !keepsIndex { try save(&state, changed: changed, left: left, plan, situation) }
        self.state = state
        // The same nodes are there, and say the same.
        if let book, state.memory.missing == missing, state.memory.seen.count == seen { knownBook = book }
        // An alias gives its children to another node.
        if !operations.contains(where: \.isAlias) { doubtRecords(changed + plan.vanished, after: trust) }
    }

    /// Writes operations as one batch and applies them to the model. Does nothing without operations.
    func write(_ operations: [Operation], into state: inout ProjectState) throws(ShedError) {
        guard !operations.isEmpty else { return }
        let now = surroundings.now()
        let stamp = state.clock.tick(now: now)
        let future = Dictionary(state.meta.future.map { (FieldKey(id: $0.id, field: $0.field), $0.stamp) }, uniquingKeysWith: max)
        let stamped = operations.flatMap { $0.stamped(stamp, future: future) }
        // A hostile batch in this replica's name may have the highest number that a reader takes.
        let sequence = min(state.meta.sequence, UInt64(Int64.max) - 1) + 1
        let header = Batch.Header(
            project: file.id, replica: replica, sequence: sequence, parents: state.meta.heads.compactMap { BatchID(bytes: $0) },
            without: state.meta.absentBatches)
        let encoded = BatchEncoder.encode(header, stamped)
        let written: BatchFile
        do throws(SidecarError) { written = try sidecar.write(encoded) } catch { throw ShedError(error) }
        let set = Set(operations.flatMap { operation in operation.set.map { FieldKey(id: operation.id, field: $0.name) } })
        state.meta.future.removeAll { set.contains(FieldKey(id: $0.id, field: $0.field)) }
        for item in stamped where item.operation.label == nil { state.model.apply(item.operation) }
        if operations.contains(where: { $0.label != nil }) {
            state.model.labels.apply(stamped.map { ($0.operation, $0.at) })
            state.meta.labels = state.model.labels.sortedRecords
        }
        state.meta.batches.append(FoldedBatch(written, id: encoded.batch.id))
        state.meta.heads = [encoded.batch.id.bytes]
        state.meta.clock = state.clock.last
        state.meta.extra["sequence"] = Array(String(sequence).utf8)
        state.meta.aliases = state.model.aliases
    }
}

extension Operation {
    /// Whether it says that an ID is a second name of another node.
    fileprivate var isAlias: Bool {
        self.set.contains { field in
            guard case .alias = field else { return false }
            return true
        }
    }

    /// The operation with its stamp; a field whose value is from the future gets one greater than that, so that an
    /// edit always takes.
    func stamped(_ stamp: Stamp, future: [FieldKey: Stamp]) -> [StampedOperation] {
        guard !future.isEmpty else { return [StampedOperation(stamp, self)] }
        var plain: [Field] = []
        var result: [StampedOperation] = []
        for field in set {
            if let ahead = future[FieldKey(id: id, field: field.name)], ahead.time < .max {
                result.append(StampedOperation(Stamp(time: ahead.time + 1, replica: stamp.replica), Operation(id, [field], label: label)))
            } else {
                plain.append(field)
            }
        }
        if !plain.isEmpty { result.insert(StampedOperation(stamp, Operation(id, plain, label: label)), at: 0) }
        return result
    }
}

extension Outcome {
    mutating func take(_ plan: Plan, _ snapshot: Snapshot, round: Int) {
        // What follows a move is shed's own doing, not news; and what was not taken in is said by the moves and reports.
        if round == 0 {
            let held = Set(plan.held.map(snapshot.path(of:)))
            changes = plan.changes.filter { $0.kind == .removed || !held.contains($0.path) }
            vanished = plan.vanished
            unsettled = plan.changes.filter { $0.kind != .removed && ($0.id == nil || held.contains($0.path)) }
        }
        let known = Set(reports.map { [$0.rule.name, "\($0.path)"] })
        reports += plan.reports.filter { !known.contains([$0.rule.name, "\($0.path)"]) }
    }
}

extension Errand {
    /// Whether it asks to look at nothing.
    var hasNothingToDo: Bool { dirty?.isEmpty == true && commanded.isEmpty && accepted.isEmpty && assigned.isEmpty }

    /// Whether it asks for nothing but what changed: where nothing did, it comes to nothing.
    fileprivate var onlyTakesIn: Bool {
        judgement == .later && dirty == nil && !isThorough && commanded.isEmpty && accepted.isEmpty && assigned.isEmpty && !overridesWaiting
            && !rejectsAll
    }

    /// The errand of the next round: what was commanded and accepted is done; where only some directories were looked
    /// at, the ones that moves touched are next; everything, where a folder moved, since what is in it may not have been
    /// looked at.
    func following(_ plan: Plan, _ snapshot: Snapshot) -> Errand {
        var next = self
        next.commanded = [:]
        next.accepted = []
        next.assigned = [:]
        if plan.moves.contains(where: { snapshot.entry(at: $0.from).map { snapshot.entries[$0].kind } == .directory }) {
            next.dirty = nil
        } else if dirty != nil {
            next.dirty = Set(plan.moves.flatMap { [$0.from.parent, $0.to.parent] + $0.to.parent.ancestors } + plan.removals.map(\.parent))
        }
        return next
    }
}

extension RelativePath {
    /// All directories above, the root among them.
    var ancestors: [RelativePath] { names.indices.map { RelativePath(Array(names[..<$0])) } }
}

extension Set<RelativePath> {
    /// Whether a path is one of these or lies below one.
    func holds(_ path: RelativePath) -> Bool { !isEmpty && (contains(path) || path.ancestors.contains(where: contains)) }
}

extension ProjectState {
    /// With the old and the new places of what another device has moved: neither says anything without the other.
    /// - Returns: `nil` where that is too much to name: everything.
    func withAwaited(_ dirty: Set<RelativePath>) -> Set<RelativePath>? {
        var result = dirty
        for (id, awaited) in memory.awaited {
            guard let old = model.path(of: awaited.place.parent)?.appending(awaited.place.name), let new = model.path(of: id) else { continue }
            result.formUnion([old.parent, new.parent])
            var folders = [(id, old, new)]
            while let (folder, old, new) = folders.popLast() {
                guard model.nodes[folder]?.type.isDirectory == true else { continue }
                result.formUnion([old, new])
                guard result.count < 1_000 else { return nil }
                for child in model.children(of: folder) {
                    if let name = model.nodes[child]?.place?.name { folders.append((child, old.appending(name), new.appending(name))) }
                }
            }
        }
        return result
    }

    /// What those who only look may know.
    struct Facts: Sendable {
        var model: Model
        var memory: Memory
        var incomplete: [String]
        var meta: IndexMeta
    }

    var facts: Facts { Facts(model: model, memory: memory, incomplete: incomplete, meta: meta) }
}
