import ShedModel
import ShedReconcile
import ShedWatch

extension Daemon {
    func planSweep(_ post: Post) {
        post.sweepDue = options.sweep == 0 ? nil : clock.now() + UInt64(options.sweep) * 1_000_000_000
    }

    /// Looks at everything for what no event told: writes through a mapping or another hard link, another machine's, a
    /// kernel's fault. What it finds is drift, which is counted; there must be none on a local file system.
    func sweep(_ post: Post) {
        defer { planSweep(post) }
        do throws(ShedError) {
            // First what events do tell.
            let told = try post.dirtyDirectories()
            let isTold = told == nil
            walk(post, dirty: told, confirms: true)
            guard post.absence == nil, !isTold else { return }
            let waitedBefore = Set(post.standing.map(\.path))
            var errand = Errand()
            errand.judgement = .later
            errand.isThorough = true
            errand.hashing = 50
            let outcome = try post.project.reconcile(errand)
            // What happened meanwhile is no drift.
            let late = try post.dirtyDirectories()
            let drifted = outcome.changes.filter { change in
                guard let late, change.id != nil, !waitedBefore.contains(change.path) else { return false }
                return !late.contains(change.path.parent) && !(change.from.map { late.contains($0.parent) } ?? false)
                    && !late.contains(change.path)
            }
            if !drifted.isEmpty {
                post.noteDrift(drifted.count)
                report(.drifted(root: post.project.rootPath, drifted))
            }
            tell(post, outcome)
            if late?.isEmpty != true { walk(post, dirty: late) }
        } catch {
            if let absence = error.absence { return lose(post, absence) }
            report(.failed(root: post.project.rootPath, error))
        }
        watcher.retryUnwatched(post.key)
        post.lookForGaps()
    }

    /// Looks again where events do not tell.
    func poll(_ post: Post) {
        let begun = clock.now()
        walk(post, dirty: nil)
        post.lookForGaps()
        if post.pollDue != nil { post.planPoll(after: clock.now() - begun) }
    }
}
