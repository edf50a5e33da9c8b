import CLinux
import ShedModel
import ShedReconcile
import ShedWatch

extension Daemon {
    /// Watches first, then looks: nothing falls between the two.
    func begin(_ post: Post) throws(ShedError) {
        try post.watch()
        planSweep(post)
        walk(post, dirty: nil, confirms: true)
        guard post.absence == nil else { return }
        report(.watching(root: post.project.rootPath))
        tellGaps(post)
    }

    func tellGaps(_ post: Post) {
        if !post.health.polled.isEmpty { report(.polling(root: post.project.rootPath, post.health.polled)) }
    }

    /// Takes a burst in.
    func take(_ burst: Burst) {
        if burst.key == Daemon.registryKey { return followRegistry() }
        guard let post = posts[burst.key] else { return }
        if burst.rootGone { return lose(post, .gone) }
        if burst.overflowCount > 0 { report(.overflowed(root: post.project.rootPath)) }
        let root = post.project.rootPath
        let dirt = post.take(burst) { report(.failed(root: root, $0)) }
        if post.absence != nil { return lookFor(post) }
        guard !dirt.isNothing else { return }
        walk(post, dirty: dirt.scope)
        let before = post.health.polled
        post.lookForGaps()
        if post.health.polled.count > before.count { tellGaps(post) }
    }

    /// Takes in what happened; what is refused stays for now.
    /// - Parameters:
    ///   - dirty: the directories to look at; `nil`: all.
    ///   - confirms: whether what vanished is believed at once.
    func walk(_ post: Post, dirty: Set<RelativePath>?, confirms: Bool = false) {
        var errand = Errand()
        errand.judgement = .later
        // What waits must be in sight, or a known node that stands there would seem to have vanished.
        errand.dirty = dirty.map { $0.union(post.waiting) }
        errand.isThorough = dirty == nil
        errand.hashing = 50
        errand.believesVanished = confirms
        do throws(ShedError) {
            var outcome = try post.project.reconcile(errand)
            // What waits is told as waiting, not again and again as a change.
            let waiting = Set(outcome.reports.map(\.path))
            outcome.changes.removeAll { $0.id == nil && waiting.contains($0.path) }
            tell(post, outcome)
            post.succeeded()
        } catch { failed(post, error) }
    }

    func tell(_ post: Post, _ outcome: Outcome) {
        if !outcome.changes.isEmpty || !outcome.moves.isEmpty || !outcome.failures.isEmpty {
            report(.reconciled(root: post.project.rootPath, outcome))
        }
        if !outcome.reports.isEmpty { report(.waiting(root: post.project.rootPath, outcome.reports)) }
        if !outcome.moves.isEmpty { announce(outcome.moves, of: post) }
    }

    /// One desktop notification for all that was refused in a burst.
    private func announce(_ moves: [Move], of post: Post) {
        let announcement = Announcement(of: moves, in: post.project.name)
        notifier.notify(summary: announcement.summary, body: announcement.body)
    }

    /// After a failure everything is looked at again, a little later: what was dirty is not forgotten.
    private func failed(_ post: Post, _ error: ShedError) {
        if let absence = error.absence { return lose(post, absence) }
        post.planRetry()
        tell(post, error)
    }

    /// Says a failure once, until something has succeeded or something else fails.
    func tell(_ post: Post, _ error: ShedError) {
        if post.lastFailure != error.description { report(.failed(root: post.project.rootPath, error)) }
        post.lastFailure = error.description
    }

    func judgeWhatIsQuiet(_ post: Post) {
        guard let due = post.judgementDue, due <= clock.now() else { return }
        let now = clock.now()
        let quiet = UInt64(clamping: post.project.settings.quiet) * 1_000_000
        let (ready, later) = post.split(at: now, quiet: quiet)
        guard !ready.isEmpty else {
            post.judgementDue = later
            return
        }
        var errand = Errand()
        errand.judgement = .now
        errand.dirty = post.withRejected(ready)
        errand.busy = post.waiting.subtracting(ready)
        do throws(ShedError) {
            let outcome = try post.project.reconcile(errand)
            post.awaitWriters(outcome)
            post.judgementDue = post.waiting.isEmpty ? nil : later ?? now + quiet
            tell(post, outcome)
        } catch {
            if let absence = error.absence { return lose(post, absence) }
            post.judgementDue = now + max(quiet, 1_000_000_000)
            tell(post, error)
        }
    }

    /// Hashes a few files at a time while nothing happens, and then reads records into the index.
    func hashWhenIdle() {
        for post in posts.values where post.absence == nil && post.unhashed.isEmpty && post.hasUnreadRecords && post.idleDue <= clock.now() {
            post.idleDue = clock.now() + 50_000_000
            do throws(ShedError) {
                post.hasUnreadRecords = try !post.project.refreshRecords(atMost: Post.recordPortion)
            } catch {
                post.idleDue = clock.now() + 60_000_000_000
                tell(post, error)
            }
            if !post.hasUnreadRecords { malloc_trim(0) }
        }
        for post in posts.values where post.absence == nil && !post.unhashed.isEmpty && post.idleDue <= clock.now() {
            let portion = Array(post.unhashed.suffix(Post.portion))
            post.unhashed.removeLast(portion.count)
            post.idleDue = clock.now() + 50_000_000
            do throws(ShedError) { try post.project.hash(portion, savesAll: post.unhashed.isEmpty) } catch {
                // On a full disk the next portion fails too.
                post.idleDue = clock.now() + 60_000_000_000
                tell(post, error)
            }
            // What a storm needed goes back to the system when its last file is hashed.
            if post.unhashed.isEmpty { malloc_trim(0) }
        }
    }
}
