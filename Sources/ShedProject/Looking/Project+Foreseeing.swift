import ShedModel
import ShedReconcile
import ShedRules

extension Project {
    /// What is known; of a dry run, what would be.
    func known() throws(ShedError) -> ProjectState {
        if let dryRun { return dryRun.state }
        return try store.load()
    }

    /// What a walk would do. Nothing is written, not even into the index.
    /// - Parameter listsAll: whether what is scanned is shown, links of views too.
    package func preview(_ request: WalkRequest, listsAll: Bool = false) throws(ShedError) -> (situation: Situation, plan: Plan, state: ProjectState.Facts) {
        let state = try known()
        var ids = CountingIDs(seed: 0xd27)
        var focus = WalkPlanner.Focus()
        focus.listsAll = listsAll
        if let left = home.stateFolder?.leftStaged(in: home.root, ignoring: home.configuration.ignore) {
            (focus.finished, focus.replacements) = (left.assigned, left.replacements)
        }
        let (situation, plan) = try WalkPlanner(self, request, isKept: false).plan(focus, state, ids: &ids)
        return (situation, plan, state.facts)
    }

    /// What ``reconcile(_:)`` would come to. Writes nothing.
    public func foresee(_ request: WalkRequest) throws(ShedError) -> Outcome {
        let (situation, plan, facts) = try preview(request)
        var outcome = Outcome()
        outcome.likely = likelyPairs(in: plan, situation).map { $0.known(to: facts.model) }
        let changes = facts.meta.told.isEmpty ? plan.changes : plan.telling(besides: facts.meta.told, situation).changes
        outcome.changes = changes.map { change in
            var change = change
            if let id = change.id, facts.model.nodes[id] == nil { change.id = nil }
            return change
        }
        outcome.moves = plan.moves
        outcome.reports = plan.reports
        outcome.vanished = plan.gone.vanished
        return outcome
    }

    /// ``refresh(_:)`` for a dry run: the model as it would be, in memory alone.
    func foreseeRefresh(_ depth: WalkRequest.Depth) throws(ShedError) -> Outcome {
        guard dryRun == nil else { return Outcome() }
        let (situation, plan, _) = try preview(.refresh(depth), listsAll: true)
        var state = try store.load()
        for operation in plan.operations { state.model.apply(operation) }
        state.memory.absorb(plan, of: situation, done: [])
        let provisional = Set(plan.operations.map(\.id)).filter { situation.model.nodes[$0] == nil }
        dryRun = DryRun(state: state, provisional: provisional, planned: (situation, plan))
        unresolved = plan.reports.filter { $0.rule != UnexplainedAddition.info }
        var outcome = Outcome()
        outcome.take(plan, situation.snapshot, isFirst: true)
        outcome.likely = likelyPairs(in: plan, situation)
        return outcome
    }
}
