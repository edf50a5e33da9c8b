import ShedModel
import ShedProject
import ShedReconcile
import ShedWatch

extension WatchLoop {
    /// Watches first, then looks: nothing falls between the two.
    func begin() throws(ShedError) {
        try watched.watch()
        watched.activity.earlier.isReady = false
        planSweep()
        walk(in: nil, believesVanished: true)
        tellNews()
        guard watched.presence.absence == nil else { return }
        becomeReady()
        // Who is told of it finds it so.
        publish()
        notices.report(.watching(root: watched.project.home.path))
        notices.tellGaps(of: watched)
    }

    /// Everything was looked at, and what happened meanwhile is too: what comes from now on is judged.
    func becomeReady() {
        guard !watched.activity.earlier.isReady else { return }
        do throws(ShedError) {
            let dirty = try watched.takeDirtyDirectories()
            if dirty?.isEmpty != true { walk(in: dirty) }
        } catch { failed(error) }
        watched.activity.earlier.isReady = true
    }

    /// Takes in what events told since they were last asked.
    func takeBurst() {
        let burst = site.watcher.drain(watched.key)
        // A verb may have asked meanwhile.
        guard !burst.isEmpty || burst.overflowCount > 0 || !burst.lastActivity.isEmpty else { return }
        if burst.rootGone { return lose(.gone) }
        let root = watched.project.home.path
        if burst.overflowCount > 0 { notices.report(.overflowed(root: root)) }
        var lost: RootAbsence?
        let dirt = watched.take(burst) { error in
            lost = error.absence
            if lost == nil { notices.report(.failed(root: root, error)) }
        }
        if let lost { return lose(lost) }
        if watched.presence.absence != nil { return lookForRoot() }
        guard !dirt.isNothing else { return }
        walk(in: dirt.scope)
        let before = watched.health.polled.count
        watched.lookForGaps()
        if watched.health.polled.count > before { notices.tellGaps(of: watched) }
    }

    /// Takes in what happened; what is refused stays for now.
    /// - Parameters:
    ///   - directories: to look at; `nil`: all.
    ///   - believesVanished: whether what vanished is believed at once.
    func walk(in directories: Set<RelativePath>?, believesVanished: Bool = false) {
        let look = WalkRequest.DaemonLook(in: directories.map { $0.union(watched.inSight) }, believesVanished: believesVanished)
        do throws(ShedError) {
            var outcome = try watched.project.reconcile(.daemonLook(look))
            // What waits is told as waiting, not again and again as a change.
            let waiting = Set(outcome.reports.map(\.path))
            outcome.changes.removeAll { $0.id == nil && waiting.contains($0.path) }
            notices.tell(outcome, of: watched)
            watched.presence.succeeded()
        } catch { failed(error) }
    }

    /// After a failure everything is looked at again, a little later: what was dirty is not forgotten.
    private func failed(_ error: ShedError) {
        if let absence = error.absence { return lose(absence) }
        if watched.isSupplanted { return lose(.otherProject) }
        watched.presence.planRetry(at: clock.now())
        notices.tell(error, of: watched)
    }

    func judgeWhatIsQuiet() {
        let now = clock.now()
        watched.pending.endGrace(at: now)
        guard let due = watched.pending.judgementDue, due <= now else { return }
        let quiet = watched.quiet
        let (ready, later) = watched.pending.split(at: now, quiet: quiet, watched.activity)
        guard !ready.isEmpty else {
            watched.pending.judgementDue = later
            return
        }
        let busy = watched.pending.waiting.subtracting(ready)
        let request = WalkRequest.daemonJudging(.init(in: watched.withRejected(ready), busy: busy))
        do throws(ShedError) {
            let outcome = try watched.project.reconcile(request)
            // They were looked at and not judged.
            watched.pending.waiting.formUnion(busy.map(FolderRenames(outcome).now))
            watched.awaitWriters(outcome)
            watched.pending.judgementDue = watched.pending.waiting.isEmpty ? nil : later ?? now + quiet
            notices.tell(outcome, of: watched)
        } catch {
            if let absence = error.absence { return lose(absence) }
            watched.pending.judgementDue = now + max(quiet, 1_000_000_000)
            notices.tell(error, of: watched)
        }
    }
}
