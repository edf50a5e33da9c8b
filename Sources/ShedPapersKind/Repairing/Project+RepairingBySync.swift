import ShedModel
import ShedProject
import ShedReconcile
import ShedRules

extension Project {
    /// Lets a sync put right what it puts right by itself: protected copies among it.
    /// - Returns: what that was, each as done; and what there still is to repair.
    public func repairBySyncing() throws(ShedError) -> (done: [Repair], left: [Repair]) {
        let before = try write { transaction throws(ShedError) in try transaction.repair(dryRun: true) }
        let outcome = try reconcile(.sync())
        tellLater(outcome)
        let left = try write { transaction throws(ShedError) in try transaction.repair(dryRun: true) }
        var done = before.filter { $0.isPossible && ($0.sort == .copy || outcome.hasBroughtBack($0.path)) }
        done.removeAll { done in left.contains { $0.sort == done.sort && $0.path == done.path && $0.fault == done.fault } }
        for position in done.indices { done[position].isDone = true }
        return (done, left)
    }
}

extension Outcome {
    /// Whether what stands at a path came back in this walk: by itself, or with the folder that it is in.
    fileprivate func hasBroughtBack(_ path: RelativePath) -> Bool {
        moves.contains { move in move.purpose == .putBack ? path.isInside(move.to) : move.from == path && move.refusal.rule != EditedPage.info }
    }
}
