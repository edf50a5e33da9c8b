import ShedModel
import ShedReconcile
import ShedReplicas
import ShedRules
import ShedSidecar
import ShedSimulatedDisk

extension Device {
    /// What a walk came to.
    struct Walked {
        /// Batches that were written.
        var batches: [Batch] = []
        /// Which node each file was, by the work that it is.
        var nodes: [(work: Int, id: NodeID, path: RelativePath)] = []
        var hasMoved = false
    }

    // MARK: Loading

    /// Loads what is known as the program does: what runs knows it, or the index, or it is folded anew.
    func loaded(_ project: ProjectSetting) -> Knowledge {
        if let live, live.files == sidecar { return live }
        if let index, index.files == sidecar { return index }
        return folded(project, before: index)
    }

    /// Folds all batches.
    func folded(_ project: ProjectSetting, before known: Knowledge?) -> Knowledge {
        let shared = fold(project)
        let fold = shared.fold
        var (hasOthers, lastOfOthers) = (false, nil as Int64?)
        for file in sidecar.files {
            guard !file.isTorn, file.content.batch.header.replica != replica else { continue }
            hasOthers = true
            lastOfOthers = max(lastOfOthers ?? 0, file.content.latest(until: now + HybridClock.tolerance))
        }
        let gaps = fold.gaps.map(\.description)
        let waived = (known?.waived ?? []).intersection(gaps)
        let refolding = Refolding(
            fold, giving: shared.folded, before: known.map { Refolding.Known(model: $0.model, memory: $0.memory, clock: $0.author.clock.last) },
            Refolding.Circumstances(replica: replica, now: now, hasOthers: hasOthers, isWhole: waived.count == gaps.count, isShared: isShared))
        let author = BatchAuthor(
            clock: HybridClock(replica: replica, last: max(known?.author.clock.last ?? 0, fold.maxStamp?.time ?? 0)),
            sequence: max(fold.sequences[replica] ?? 0, known?.author.sequence ?? 0), heads: fold.heads, missing: fold.missingBatches,
            future: refolding.folded.future)
        return Knowledge(
            model: refolding.folded.model, memory: refolding.memory, author: author, files: sidecar, gaps: gaps, waived: waived,
            hasOthers: hasOthers, lastOfOthers: lastOfOthers, joins: refolding.joins, carried: refolding.carried, departed: refolding.departed,
            hints: refolding.hints)
    }

    private func fold(_ project: ProjectSetting) -> SharedFold {
        if let shared, shared.holds(for: sidecar, now: now) { return shared }
        return SharedFold(sidecar, project, now: now)
    }

    /// Folds what is to be folded, for all devices that have the same.
    mutating func shareFold(_ project: ProjectSetting) {
        if live?.files != sidecar, index?.files != sidecar { shared = fold(project) }
    }

    // MARK: Walking

    /// One walk: rounds of scan, plan, apply and commit, until nothing moves any more.
    mutating func walk(_ request: WalkRequest, _ project: ProjectSetting, crash: Crash = .none) -> Walked {
        var walked = Walked()
        var request = request
        // What a verb has just moved is taken in along with it.
        guard !request.moved.isEmpty || finishMoves(project, crash, &walked) else { return walked }
        for _ in 0..<10 {
            let (done, hasCrashed) = round(request, project, crash, &walked)
            walked.hasMoved = walked.hasMoved || done
            request = request.continued
            guard done, !hasCrashed else { break }
        }
        carried = []
        // What is not written down is as good as not seen, where the process ends.
        if let live, let index, live.files == index.files { unseen = Unseen() }
        return walked
    }

    /// - Returns: whether anything moved, and whether the walk ended before its time.
    private mutating func round(
        _ request: WalkRequest, _ project: ProjectSetting, _ crash: Crash, _ walked: inout Walked
    ) -> (done: Bool, hasCrashed: Bool) {
        var state = loaded(project)
        (live, settled) = (nil, nil)
        look()
        var situation = situation(state, request, project)
        var plan = plan(&situation, project)
        if !request.believesVanished { _ = plan.doubtVanished(situation.snapshot, state.model) }
        hashNew(plan, &situation)
        guard let done = move(plan, crash, &state, isAfterVerb: !request.moved.isEmpty) else { return (false, true) }
        let said = state.joins + plan.operations(afterMoving: done)
        let hints = said.isEmpty ? [] : plan.hints(in: situation)
        let operations = said + hints
        if let batch = write(operations, into: &state, project) {
            walked.batches.append(batch)
            if crash == .written { return (!done.isEmpty, true) }
        }
        state.joins = []
        for id in plan.overtaken(state.hints, in: situation.snapshot, state.memory) { state.hints[id] = nil }
        state.memory.absorb(plan, of: situation, done: done)
        for hint in hints { state.memory.noteSaid(hint.id) }
        state.hints = state.hints.filter { state.memory.needs($0.value, of: $0.key) }
        plan.settle(&state.carried, &state.departed, situation.snapshot)
        save(&state, overridesWaiting: situation.policy.overridesWaiting, hasMoved: !done.isEmpty)
        live = state
        settle(plan, state, hasSaid: !operations.isEmpty)
        // Nobody asks for them where nothing was written.
        if !walked.batches.isEmpty { noteNodes(plan, situation, state, &walked) }
        return (!done.isEmpty, false)
    }

    /// Takes note that there is nothing to say and nothing to wait for, if that is so.
    private mutating func settle(_ plan: Plan, _ state: Knowledge, hasSaid: Bool) {
        guard !hasSaid, plan.isEmpty, plan.reports.isEmpty, plan.waiting.isEmpty, state.memory.unsettled.isAtRest, state.incomplete.isEmpty,
            state.joins.isEmpty, state.carried.isEmpty, state.departed.isEmpty
        else { return }
        settled = Settled(version: disk.version, files: sidecar, binding: plan.binding)
    }

    private func noteNodes(_ plan: Plan, _ situation: Situation, _ state: Knowledge, _ walked: inout Walked) {
        for (entry, id) in plan.binding.enumerated() where situation.snapshot.entries[entry].kind == .file {
            guard let id, state.model.nodes.position(of: state.model.resolve(id)) != nil, !plan.waiting.held.contains(entry) else { continue }
            let path = situation.snapshot.path(of: entry)
            if let work = disk.work(at: path) { walked.nodes.append((work, id, path)) }
        }
    }

    /// Scans the disk, unless that would show what it showed last.
    private mutating func look() {
        if scan.version != disk.version {
            let (snapshot, keys) = disk.scan(seed: UInt64(number))
            scan = Scan(snapshot: snapshot, keys: keys, version: disk.version)
        }
        scan.snapshot.begun = disk.begun
    }

    private func situation(_ state: Knowledge, _ request: WalkRequest, _ project: ProjectSetting) -> Situation {
        var situation = Situation(
            model: state.model, memory: state.memory, snapshot: scan.snapshot, conventions: project.conventions, request: request,
            disk: facts(state), now: now)
        situation.carried = state.carried
        situation.departed = state.departed
        situation.hints = state.hints
        return situation
    }

    private func facts(_ state: Knowledge) -> DiskFacts {
        var facts = DiskFacts()
        facts.watchedSince = watchedSince
        facts.hasCarrier = true
        facts.isReplicaActive = state.lastOfOthers.map { now - $0 < 30 * 86_400_000 } ?? false
        facts.incomplete = state.incomplete
        facts.sightings.carried = carried
        return facts
    }

    /// Plans, and plans again with the hashes that the plan asked for.
    private mutating func plan(_ situation: inout Situation, _ project: ProjectSetting) -> Plan {
        ids.now = now
        situation.model.setMissing(situation.memory.missing)
        situation.model.prepareChildren(missing: situation.memory.missing)
        // What is new or was written to is asked for nearly always.
        if !project.isThorough { hashChanged(&situation) }
        var asked = Wants()
        while true {
            var tried = ids
            let plan = Plan.make(situation, ids: &tried)
            let wants = plan.wants.subtracting(asked)
            let wanted = wants.hashes.filter { situation.answers.hashes[$0] == nil }
            guard !wanted.isEmpty || wants.asksBatches else {
                ids = tried
                return plan
            }
            asked.formUnion(wants)
            for index in wanted { situation.answers.hashes[index] = disk.inodes[scan.keys[index]]?.hash }
            if wants.asksBatches { ask(wants, &situation, project) }
        }
    }

    /// Hashes what was not there, or was not as it is.
    private func hashChanged(_ situation: inout Situation) {
        for index in situation.snapshot.entries.indices where situation.snapshot.entries[index].kind == .file {
            let new = situation.snapshot.entries[index].evidence
            let isKnown = situation.memory.seen.values.contains { $0.evidence.identity == new.identity && $0.evidence.size == new.size && $0.evidence.modified == new.modified }
            if !isKnown { situation.answers.hashes[index] = disk.inodes[scan.keys[index]]?.hash }
        }
    }

    /// Asks the batches what the plan wants to know of them.
    private func ask(_ wants: Wants, _ situation: inout Situation, _ project: ProjectSetting) {
        let fold = shared.flatMap { $0.holds(for: sidecar, now: now) ? $0.fold : nil } ?? sidecar.fold(project, now: now)
        let model = situation.model
        situation.answers.take(wants, from: fold) { model.resolve($0) }
    }

    /// Hashes new and changed files, as a walk does after it has planned.
    private func hashNew(_ plan: Plan, _ situation: inout Situation) {
        for index in situation.snapshot.entries.indices where situation.snapshot.entries[index].kind == .file && situation.answers.hashes[index] == nil {
            guard let id = plan.binding[index] else { continue }
            let new = situation.snapshot.entries[index].evidence
            if let old = situation.memory.seen[id]?.evidence, old.size == new.size, old.modified == new.modified, old.identity == new.identity { continue }
            situation.answers.hashes[index] = disk.inodes[scan.keys[index]]?.hash
        }
    }

    private mutating func save(_ state: inout Knowledge, overridesWaiting: Bool, hasMoved: Bool) {
        if overridesWaiting { state.waived.formUnion(state.gaps) }
        // While the sidecar is not whole the model lacks nodes, and saving would forget what was seen of them.
        if !state.incomplete.isEmpty, !overridesWaiting, index != nil, !hasMoved { return }
        state.noted = []
        index = state.written
    }

    // MARK: Writing

    /// Writes operations as one batch and applies them to what is known.
    mutating func write(_ operations: [Operation], into state: inout Knowledge, _ project: ProjectSetting) -> Batch? {
        guard !operations.isEmpty else { return nil }
        let operations = operations + state.memory.sayContents(beside: operations, state.model)
        if isShared {
            renew()
            let clock = HybridClock(replica: replica, last: state.author.clock.last)
            state.author = BatchAuthor(clock: clock, sequence: 0, heads: state.author.heads, missing: state.author.missing, future: state.author.future)
        }
        let (header, stamped) = state.author.compose(operations, project: project.file.id, now: now) { [model = state.model] in
            model.nodes.position(of: model.resolve($0)) == nil
        }
        let content = SidecarFile.Content(BatchEncoder.encode(header, stamped), isRead: project.isThorough)
        let batch = content.batch
        written = Written(sequence: batch.header.sequence, batch: batch.id)
        sidecar.put(SidecarFile(content))
        state.author.note(batch, now: now)
        // As the program's model is: only so it says who gives way to what was written.
        state.model.prepareChildren(missing: state.memory.missing)
        // What is not the fold of all is folded when it is next loaded.
        if state.model.take(stamped, by: state.author), state.isFold { state.files = sidecar } else { state.isFold = false }
        return batch
    }

    /// Commits operations that change no file, after a look.
    mutating func commit(_ operations: [Operation], _ project: ProjectSetting) -> Batch? {
        var state = loaded(project)
        live = nil
        let batch = write(state.joins + operations, into: &state, project)
        state.joins = []
        if state.incomplete.isEmpty || index == nil {
            state.noted = index?.noted ?? []
            index = state.written
        }
        live = state
        return batch
    }

    /// The node that stands at a path, as far as the device knows.
    func node(at path: RelativePath, _ project: ProjectSetting) -> NodeID? {
        let state = loaded(project)
        return state.memory.node(at: path, state.model).flatMap { state.memory.isPresent($0) ? $0 : nil }
    }
}

extension Plan.Waiting {
    /// Whether nothing has to wait.
    fileprivate var isEmpty: Bool { held.isEmpty && aside.isEmpty && pending.isEmpty && incomingMoves.isEmpty && moves.isEmpty }
}

extension Unsettled {
    /// Whether nothing of it waits for a time. What was refused matters to what comes.
    fileprivate var isAtRest: Bool {
        pending.isEmpty && incomingMoves.isEmpty && waitingMoves.isEmpty && incomingNodes.isEmpty && rejections.values.allSatisfy { $0.changed != nil }
    }
}

/// What is the same of a project on all devices.
struct ProjectSetting: Sendable {
    var file: ProjectFile
    var conventions: Conventions
    /// Whether batches are read again from the bytes that were written, and torn ones from a part of them; and whether devices look also where
    /// they looked last, found nothing, and nothing has changed since but the time.
    var isThorough = true

    static let id = NodeID(high: 1, low: 1)

    init(_ template: Template) {
        file = ProjectFile(id: ProjectSetting.id, kind: template.kind, created: 0)
        conventions = Conventions(rules: ProjectRules(template))
    }
}
