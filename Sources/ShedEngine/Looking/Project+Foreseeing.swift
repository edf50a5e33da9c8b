import ShedModel
import ShedReconcile
import ShedRules

extension Project {
    /// What ``reconcile(_:)`` would come to. Writes nothing.
    public func foresee(_ errand: Errand) throws(ShedError) -> Outcome {
        var errand = errand
        errand.hashing = 0
        let (_, plan, facts) = try preview(errand)
        var outcome = Outcome()
        outcome.changes = plan.changes.map { change in
            var change = change
            if let id = change.id, facts.model.nodes[id] == nil { change.id = nil }
            return change
        }
        outcome.moves = plan.moves
        outcome.reports = plan.reports
        outcome.vanished = plan.vanished
        return outcome
    }

    /// ``takeIn()`` for a dry run: the model as it would be, in memory alone.
    func foreseeTakingIn(_ errand: Errand) throws(ShedError) -> Outcome {
        guard foreseen == nil else { return Outcome() }
        let (situation, plan, _) = try preview(errand)
        var state = try load()
        for operation in plan.operations { state.model.apply(operation) }
        state.memory.absorb(plan, of: situation, done: [])
        provisional = Set(plan.operations.map(\.id)).filter { situation.model.nodes[$0] == nil }
        foreseen = state
        last = (situation, plan)
        leftLying = plan.reports.filter { $0.rule != UnexplainedAddition.info }
        var outcome = Outcome()
        outcome.take(plan, situation.snapshot, round: 0)
        return outcome
    }

    /// Whether an ID was only made up for a dry run.
    public func isProvisional(_ id: NodeID) -> Bool { provisional.contains(id) }
}
