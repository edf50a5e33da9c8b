import ShedModel
import ShedProject
import ShedReconcile
import ShedWatch

extension WatchLoop {
    func planSweep() {
        watched.pending.sweepDue = site.options.sweep == 0 ? nil : clock.now() + UInt64(site.options.sweep) * 1_000_000_000
    }

    /// Looks at everything for what no event told: writes through a mapping or another hard link, another machine's, a
    /// kernel's fault. What it finds is drift, which is counted; there must be none on a local file system.
    func sweep() {
        defer { planSweep() }
        do throws(ShedError) {
            // First what events do tell.
            let told = try watched.takeDirtyDirectories()
            walk(in: told, believesVanished: true)
            guard watched.presence.absence == nil, told != nil else { return }
            let waitedBefore = Set(watched.unresolved.map(\.path))
            let outcome = try watched.project.reconcile(.sweep)
            // What happened meanwhile is no drift.
            let late = try watched.takeDirtyDirectories()
            let drifted = outcome.changes.filter { change in
                guard let late, change.id != nil, !change.isCarried, !waitedBefore.contains(change.path) else { return false }
                return !late.contains(change.path.parent) && !(change.from.map { late.contains($0.parent) } ?? false)
                    && !late.contains(change.path)
            }
            if !drifted.isEmpty {
                watched.activity.health.drift += drifted.count
                notices.report(.drifted(root: watched.project.home.path, drifted))
            }
            notices.tell(outcome, of: watched)
            if late?.isEmpty != true { walk(in: late) }
        } catch {
            if let absence = error.absence { return lose(absence) }
            notices.report(.failed(root: watched.project.home.path, error))
        }
        site.watcher.retryUnwatched(watched.key)
        watched.lookForGaps()
    }

    /// Looks again where events do not tell.
    func poll() {
        let begun = clock.now()
        walk(in: nil)
        watched.lookForGaps()
        if watched.pending.pollDue != nil { watched.pending.planPoll(at: clock.now(), after: clock.now() - begun) }
    }
}
