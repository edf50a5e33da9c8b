import ShedModel
import ShedReconcile

extension FuzzTarget {
    /// What follows from a sidecar and a disk of any sort: a plan is a function, gives no ID twice, and comes to an end.
    static let plan = FuzzTarget("plan", seeds: graphSeeds, executions: 90) { input throws(BrokenInvariant) in
        let situation = PlanMaker(input).situation
        var ids = (CountingIDs(seed: 7), CountingIDs(seed: 7))
        let plan = Plan.make(situation, ids: &ids.0)
        let again = Plan.make(situation, ids: &ids.1)
        try require(plan.operations == again.operations && plan.moves == again.moves && plan.binding == again.binding, "the same situation gives another plan")
        try require(plan.reports == again.reports && plan.changes == again.changes && plan.removals == again.removals, "the same situation is told of otherwise")
        try check(plan, situation)
        try requireEnd(situation)
    }

    private static func check(_ plan: Plan, _ situation: Situation) throws(BrokenInvariant) {
        let snapshot = situation.snapshot
        try require(plan.binding.count == snapshot.entries.count, "not every entry is bound or left")
        let bound = plan.binding.compactMap(\.self)
        try require(Set(bound).count == bound.count, "two entries are one node")
        let made = Set(plan.operations.map(\.id) + plan.moves.flatMap(\.operations).map(\.id))
        // What came from another project is that node before it is taken in.
        let foreign = Set(situation.answers.foreign.values.map(\.id))
        for id in bound { try require(situation.model.nodes[id] != nil || made.contains(id) || foreign.contains(id), "an entry is a node that nobody knows") }
        let targets = plan.moves.map(\.to)
        try require(Set(targets).count == targets.count, "two things move to one place")
        for move in plan.moves {
            try require(snapshot.entry(at: move.from) != nil, "something moves that is not there")
            try require(move.to.names.allSatisfy { $0.isPossible && !$0.isHidden }, "something moves out of sight")
        }
        for operation in plan.operations + plan.moves.flatMap(\.operations) {
            try require(operation.id != situation.model.project || !operation.set.contains { if case .place = $0 { true } else { false } }, "the root is put somewhere")
        }
    }

    /// Rounds in which nothing moves on disk: after ten at most nothing is written any more.
    private static func requireEnd(_ start: Situation) throws(BrokenInvariant) {
        var situation = Situation(
            model: start.model, memory: start.memory, snapshot: start.snapshot, conventions: start.conventions, request: .refresh(), disk: start.disk, now: start.now)
        guard situation.snapshot.hasEvidence else { return }
        situation.answers.hashes = start.answers.hashes
        var ids = CountingIDs(seed: 8)
        for _ in 0..<PlanMaker.rounds {
            let plan = Plan.make(situation, ids: &ids)
            try check(plan, situation)
            guard !plan.operations.isEmpty else { return }
            for operation in plan.operations { situation.model.apply(operation) }
            situation.memory.absorb(plan, of: situation, done: [])
        }
        throw BrokenInvariant(description: "\(PlanMaker.rounds) rounds and no end")
    }
}
