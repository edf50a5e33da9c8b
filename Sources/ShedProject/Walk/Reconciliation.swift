import ShedDisk
import ShedIndex
import ShedMessages
import ShedModel
import ShedReconcile
import ShedRules

/// One walk: scan → plan → apply → commit, and again until the plan is empty.
///
/// Whatever interrupts it, the next walk finishes the work: what was moved is known by an intent that was written down
/// before, what was committed by its batch.
struct Reconciliation {
    let transaction: Transaction
    /// What the walk is for; of the rounds after the first, what is left of that.
    var request: WalkRequest
    /// What the next round looks at.
    var focus = WalkPlanner.Focus()
    /// Whether it looks where digests differ, and not where a daemon says.
    var looksByDigests = false
    /// The directories that all rounds have looked at; `nil`: all.
    var scanned: Set<RelativePath>?
    var outcome = Outcome()
    private var record: WalkRecord
    /// The paths at which nobody is told of what happened in the first round, which is what the outcome has.
    private var passing: Set<RelativePath> = []
    /// Changes that an interrupted process has begun, and that are in the project now.
    private var interrupted: [StagedChange] = []
    /// Those that were taken back, until it is known which file stands for which.
    private var takenBack: [StagedChange] = []
    /// The last round, for who shows it.
    private(set) var lastRound: WalkPlanner.Planned?

    var project: Project { transaction.project }

    init(_ transaction: Transaction, _ request: WalkRequest) {
        self.transaction = transaction
        self.request = request
        record = WalkRecord(actor: transaction.actor, request)
    }

    /// More rounds than any plan needs; a program that fights shed over a file is not followed for ever.
    private static let mostRounds = 10

    /// - Parameter looksAtAll: whether everything is looked at, for who shows it, where nobody watches the project.
    mutating func run(looksAtAll: Bool = false) throws(ShedError) {
        try begin()
        focus.listsAll = looksAtAll || request.isSweep
        // Also where a later round fails: what was committed has happened.
        defer { project.journal.remember(record, dirty: scanned) }
        if isNothing { return project.unresolved = project.changeSource?.unresolved.filter(\.isUnresolved) ?? [] }
        if !looksAtAll, narrow() { return project.unresolved = [] }
        for round in 0..<Reconciliation.mostRounds {
            guard try walk(isFirst: round == 0) else { break }
        }
        for change in takenBack { try transaction.concludeTakenBack(change) }
        for change in interrupted { try transaction.concludeInterrupted(change) }
        project.kind.walked(outcome)
        outcome.isOfOwnDoing = request.isOfOwnDoing
        project.changeSource?.note(outcome, scanned: scanned, isJudged: request.judges)
        outcome.leaveOut(passing)
    }

    // MARK: Where to look

    /// Finishes what was interrupted, and asks where to look.
    private mutating func begin() throws(ShedError) {
        try project.store.writableIndex()
        try transaction.finishIntents()
        let finished = try transaction.finishStaged()
        (interrupted, takenBack) = (finished.made, finished.takenBack)
        focus.replacements = finished.replacements
        for change in takenBack { focus.finished.merge(change.staying(in: project.home.root).assigned) { $1 } }
        for change in interrupted {
            focus.finished.merge(change.assigned) { $1 }
            focus.rewritten.formUnion(change.rewritten)
        }
        let scope = interrupted.isEmpty && takenBack.isEmpty ? request.scope : .everything
        if case .directories(let directories) = scope { focus.directories = directories }
        if let changeSource = project.changeSource { try ask(changeSource, scope) }
        look(in: focus.directories)
        scanned = focus.directories
    }

    /// - Parameter directories: to look at in the next round, and where else something waits; `nil`: everything.
    mutating func look(in directories: Set<RelativePath>?) {
        focus.directories = directories
        guard let directories, !directories.isEmpty, let state = project.store.state else { return }
        focus.directories = state.withAwaited(directories)
    }

    /// Where a daemon knows what changed, only that is looked at.
    private mutating func ask(_ changeSource: any ChangeSource, _ scope: WalkScope) throws(ShedError) {
        if scope == .changed, let changed = try changeSource.takeDirtyDirectories() { focus.directories = changed.union(request.touched) }
        focus.sightings.merge(changeSource.sightings)
    }

    /// Whether there is nothing to look at.
    private var isNothing: Bool { focus.directories?.isEmpty == true && request.touched.isEmpty && focus.finished.isEmpty }

    /// Looks for the directories that changed by their digests: most verbs come when little or nothing happened, and then
    /// little or nothing has to be planned.
    /// - Returns: whether nothing changed.
    private mutating func narrow() -> Bool {
        guard request.policy.judgement == .later, request.scope == .changed, request.touched.isEmpty, project.changeSource == nil,
            interrupted.isEmpty, takenBack.isEmpty, let changed = try? project.changedDirectories()
        else { return false }
        Interruption.point("compared")
        guard !changed.isEmpty else { return true }
        look(in: changed)
        looksByDigests = true
        return false
    }

    // MARK: One round

    /// - Returns: whether there is to be another one.
    private mutating func walk(isFirst: Bool) throws(ShedError) -> Bool {
        var (situation, plan) = try planned()
        if isFirst { try lookAgain(&situation, &plan) }
        if !request.believesVanished, let model = project.store.state?.model {
            outcome.doubted.formUnion(plan.doubtVanished(situation.snapshot, model))
        }
        hashNew(in: &situation, plan)
        for position in plan.moves.indices where plan.moves[position].purpose == .reject {
            if let reason = project.kind.reason(for: plan.moves[position]) { plan.moves[position].refusal.words = reason }
        }
        let isFirstDeed = !project.undo.isOpen
        if !plan.moves.isEmpty {
            try transaction.note(plan)
            do throws(DiskError) { try transaction.noteUndo(plan.moves.map { ($0.node, $0.from, $0.to, $0.identity) }) } catch { throw ShedError.unnoted(error) }
        }
        let applied = apply(plan)
        let done = applied.done
        // What cannot be moved is planned again and again.
        if done.isEmpty, isFirstDeed { project.undo.abandon() }
        if situation.policy.overridesWaiting, let missing = project.store.state?.incomplete { outcome.goneOnWithout += missing }
        let pairs = project.likelyPairs(in: plan, situation)
        let (missing, known) = (situation.memory.missing, project.store.state?.meta.told ?? [:])
        let returned = missing.isEmpty && known.isEmpty ? [] : Set(plan.changes.lazy.compactMap(\.id).filter { missing[$0] != nil || known[$0]?.isGone == true })
        let telling = project.store.state?.telling(plan, situation) ?? (changes: plan.changes, told: [:])
        if !telling.changes.isEmpty { project.kind.coming(telling.changes) }
        transaction.oweMending(for: plan)
        try commit(plan, &situation, done: done, pairs, told: telling.told)
        plan.changes = telling.changes
        outcome.likely += pairs
        outcome.take(plan, situation.snapshot, isFirst: isFirst)
        // What stands in the way may be unknown because nobody looked there: then look, once.
        let looksThere = done.isEmpty && !applied.failures.isEmpty && focus.directories != nil && isFirst
        // What failed in an earlier round fails in this one too, and is told once.
        let failed = Set(outcome.failures.map(\.path))
        let failures = looksThere ? [] : applied.failures.filter { !failed.contains($0.path) }
        outcome.failures += failures
        let passing = plan.changes.isEmpty ? [] : project.kind.passing(plan.changes)
        if isFirst { self.passing = passing }
        record.leaveOut(passing)
        record.take(plan, situation, done: done, failures: failures, returned: returned, project.store.state?.model)
        lastRound = (situation, plan)
        project.unresolved = plan.reports.filter(\.isUnresolved)
        guard !done.isEmpty || applied.hasRemoved || looksThere else { return false }
        goOn(after: plan, situation.snapshot)
        return true
    }

    func planned() throws(ShedError) -> WalkPlanner.Planned {
        let state = focus.directories == nil ? try project.store.load() : try project.store.loadForParts()
        var ids = project.home.surroundings.ids
        let result = try WalkPlanner(project, request).plan(focus, state, ids: &ids)
        project.home.surroundings.ids = ids
        return result
    }

    /// Hashes new and changed files, for as long as the request allows.
    private func hashNew(in situation: inout Situation, _ plan: Plan) {
        guard request.hashingTime > 0 else { return }
        let derived = request.derived
        let wanted = situation.snapshot.entries.indices.filter { index in
            guard situation.snapshot.entries[index].kind == .file, let id = plan.binding[index],
                situation.snapshot.entries[index].evidence.size > 0, situation.answers.hashes[index] == nil,
                derived.isEmpty || !derived.contains(situation.snapshot.path(of: index))
            else { return false }
            guard let old = situation.memory.seen[id] else { return !situation.memory.isEmpty }
            let new = situation.snapshot.entries[index].evidence
            return old.evidence.size != new.size || old.evidence.modified != new.modified || old.evidence.identity != new.identity
        }
        WalkPlanner(project, request).hash(wanted, in: &situation, until: project.home.surroundings.now() + request.hashingTime)
    }

    /// What a round did to the disk.
    private struct Applied {
        /// The nodes that were moved.
        var done: Set<NodeID> = []
        /// What could not be moved.
        var failures: [(path: RelativePath, reason: Message)] = []
        var hasRemoved = false
    }

    /// Moves what the plan moves. What could not be moved stays where it is and is planned anew.
    private mutating func apply(_ plan: Plan) -> Applied {
        var applied = Applied()
        defer { transaction.endNotedMoves() }
        for move in plan.moves {
            do {
                try transaction.relocate(move.from, to: move.to, expecting: move.identity, makingParents: move.purpose == .reject)
            } catch {
                // What was moved and could not be made durable is moved: it keeps its reason, and can be taken back.
                guard stands(move, at: move.to), !stands(move, at: move.from) else {
                    applied.failures.append((move.from, ShedError(error).wholeWords))
                    continue
                }
            }
            applied.done.insert(move.node)
            outcome.moves.append(move)
            Interruption.point("moved")
        }
        for path in plan.removals {
            guard let name = path.last, let parent = try? transaction.root.openDirectory(at: path.parent) else { continue }
            transaction.takeIcon(outOf: name, in: parent)
            // Fails where something hidden is in it; then it stays.
            if (try? parent.removeDirectory(name)) != nil { applied.hasRemoved = true }
        }
        return applied
    }

    private func stands(_ move: Move, at path: RelativePath) -> Bool {
        guard let name = path.last, let there = try? transaction.root.openDirectory(at: path.parent).evidence(of: name) else { return false }
        return there.identity == move.identity
    }

    /// The next round looks at the directories that moves touched; at everything, where a folder moved, since what is in it may
    /// not have been looked at.
    private mutating func goOn(after plan: Plan, _ snapshot: Snapshot) {
        request = request.continued
        (focus.finished, focus.rewritten, focus.replacements) = ([:], [], [:])
        if plan.moves.contains(where: { snapshot.entry(at: $0.from).map { snapshot.entries[$0].kind } == .directory }) {
            focus.directories = nil
        } else if focus.directories != nil {
            var directories: Set<RelativePath> = []
            for move in plan.moves { directories.insert(allAbove: move.to) }
            look(in: directories.union(plan.moves.map(\.from.parent)).union(plan.removals.map(\.parent)))
        }
    }
}

extension WalkRequest {
    fileprivate var isSweep: Bool { if case .sweep = self { true } else { false } }

    /// The directories in which a verb or a staged change did something.
    fileprivate var touched: Set<RelativePath> { Set((Array(moved.keys) + Array(assigned.keys) + Array(accepted)).map(\.parent)) }
}

extension Report {
    /// Whether `sync` would have something to say about it.
    fileprivate var isUnresolved: Bool { rule != UnexplainedAddition.info }
}

extension RelativePath {
    /// All directories above, the root among them.
    package var ancestors: [RelativePath] { names.indices.map { RelativePath(Array(names[..<$0])) } }
}

extension Set<RelativePath> {
    /// Whether a path is one of these or lies below one.
    package func holds(_ path: RelativePath) -> Bool { !isEmpty && (contains(path) || path.ancestors.contains(where: contains)) }

    /// Adds all directories above a path, the root among them. Of paths that lie together each directory is met once: one that is in the
    /// set must be there with all above it.
    package mutating func insert(allAbove path: RelativePath) {
        var folder = path
        while !folder.isRoot {
            folder = folder.parent
            guard insert(folder).inserted else { return }
        }
    }
}
