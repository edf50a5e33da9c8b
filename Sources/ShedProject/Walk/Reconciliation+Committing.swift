import ShedIndex
import ShedModel
import ShedReconcile

extension Reconciliation {
    /// Writes one batch, then the index. The batch comes first: what is in it can be read again, the index cannot say
    /// more than it.
    /// - Parameters:
    ///   - done: the nodes that were moved.
    ///   - pairs: what is likely the same.
    ///   - told: what has been told, with what this walk tells.
    func commit(
        _ plan: Plan, _ situation: inout Situation, done: Set<NodeID>, _ pairs: [LikelyPair], told: [NodeID: ToldChange]
    ) throws(ShedError) {
        guard let joins = project.store.state?.joins else { return }
        let said = joins + plan.operations(afterMoving: done)
        // No batch for their own sake.
        let hints = said.isEmpty ? [] : plan.hints(in: situation)
        let operations = said + hints
        let accepted = request.accepted.compactMap { situation.snapshot.entry(at: $0).flatMap { plan.binding[$0] } }
        let ours = done.union(request.moved.values).union(accepted)
        try project.store.changeLoaded { state throws(ShedError) in
            let (seen, isBack) = (state.memory.seen.count, plan.binding.contains { $0.map { state.memory.missing[$0] != nil } ?? false })
            // The store alone holds the model and the memory now, so that changing them copies nothing.
            if !state.memory.isEmpty { situation.model = Model(project: project.home.id) }
            let wasEmpty = state.memory.isEmpty
            situation.memory = Memory()
            situation.missingContents = nil
            let left = ModelStore.fileLists(of: operations, state.model)
            try transaction.write(operations, into: &state, undo: ours.isEmpty ? .nothing : .placement(ours))
            state.joins = []
            Interruption.point("written")
            let changed = ModelStore.differing(plan, situation, state.memory) + operations.map(\.id) + plan.gone.elsewhere
            state.noteDoubts(plan.gone.doubted, seen: plan.binding, now: situation.now)
            for id in plan.overtaken(state.meta.fold.hints, in: situation.snapshot, state.memory) { state.meta.fold.hints[id] = nil }
            state.memory.absorb(plan, of: situation, done: done)
            for hint in hints { state.memory.noteSaid(hint.id) }
            state.settleCarried(plan, situation.snapshot)
            if !pairs.isEmpty {
                let records = pairs.compactMap { pair in pair.present.map { KnownPair(missing: pair.missing, present: $0, likeness: pair.likeness) } }
                state.meta.pairs = Array((state.meta.pairs + records).suffix(LikelyPair.most))
            }
            // An alias gives its children to another node, whose lists are written with everything.
            if operations.contains(where: \.isAlias) { state.digests = [:] }
            // While the sidecar is not whole the model lacks nodes, and saving would forget what was seen of them.
            if !state.incomplete.isEmpty, !situation.policy.overridesWaiting, state.wasIndexed, done.isEmpty {
                settle(&state)
                try project.store.save(told, in: &state, by: transaction.access)
            } else {
                if situation.policy.overridesWaiting { state.meta.waiveGaps() }
                settle(&state)
                state.meta.told = [:]
                try project.store.save(&state, changed: changed, left: left, plan, situation, by: transaction.access)
            }
            // A hint: what was committed stands without it.
            try? project.store.keep(sketches(plan, situation), by: transaction.access)
            // An alias gives its children to another node, and the first walk finds what the sidecar alone knows to be missing.
            if wasEmpty || operations.contains(where: \.isAlias) { return .everything }
            let isSame = operations.isEmpty && plan.gone.vanished.isEmpty && plan.gone.overdue.isEmpty && !isBack && state.memory.seen.count == seen
            return .nodes(changed + plan.gone.vanished, isSame ? .sightings : .model)
        }
    }

    private func sketches(_ plan: Plan, _ situation: Situation) -> [KnownSketch] {
        situation.answers.sketches.compactMap { index, sketch in
            guard let id = plan.binding[index], let hash = situation.answers.hashes[index] else { return nil }
            return KnownSketch(id: id, hash: hash, sketch: sketch)
        }
    }

    private func settle(_ state: inout ProjectState) {
        state.meta.unsettled = state.memory.unsettled
        state.meta.fold.outplaced = state.model.outplaced
        if !state.meta.fold.hints.isEmpty { state.meta.fold.hints = state.meta.fold.hints.filter { state.memory.needs($0.value, of: $0.key) } }
        state.meta.intents = []
    }
}
