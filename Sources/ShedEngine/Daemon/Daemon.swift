import Glibc
import ShedDisk
import ShedModel
import ShedReconcile
import ShedRules
import ShedSidecar
import ShedWatch

/// Watches projects and takes in what people do to their files, until it is stopped (`shed watch`).
///
/// Events are hints which directories to look at. What is allowed is taken in as soon as an event has settled; what is
/// refused is judged once all has been quiet for `settings.quiet`.
public final class Daemon {
    private var posts: [RootKey: Post] = [:]
    private let source: EventSource
    private let watcher: Watcher
    private let clock = MonotonicClock()
    private let report: (DaemonEvent) -> Void
    private let stopping: StopSignal

    /// Opens the projects that the directories belong to. Nothing is watched yet.
    /// - Throws: where a directory is in no project, another daemon watches it, or inotify cannot be had.
    public init(directories: [[UInt8]], surroundings: Surroundings, report: @escaping (DaemonEvent) -> Void) throws(ShedError) {
        self.report = report
        stopping = StopSignal()
        // Before the first thread is made, so that none of them takes a signal.
        StopSignals.block()
        do {
            let cookies = surroundings.stateDirectory + "/cookies"
            var handle = try DirectoryHandle(path: "/")
            for part in cookies.split(separator: "/") {
                let path = (handle.label == "/" ? "/" : handle.label + "/") + part
                if let next = try? DirectoryHandle(path: path) { handle = next } else { handle = try handle.openDirectory(Name(String(part)), create: true) }
            }
            source = try EventSource(privateDirectory: Array(cookies.utf8))
            watcher = Watcher(source: source)
            for directory in directories {
                let project = try Project.open(containing: directory, surroundings: surroundings, purpose: .change)
                guard !posts.values.contains(where: { $0.project.id == project.id }) else { continue }
                posts[posts.count + 1] = try Post(project)
            }
        } catch { throw Daemon.explained(error) }
    }

    private static func explained(_ error: any Error) -> ShedError {
        error is WatchError ? ShedError(.environment, "\(error)") : ShedError(error)
    }

    /// Watches until ``stop`` is called from another thread, or SIGINT or SIGTERM comes.
    public func run() throws(ShedError) {
        StopSignals.wait(stop)
        for key in posts.keys.sorted() { try begin(key) }
        do {
            while !stopping.isSet {
                let burst = try watcher.nextBurst(deadline: nextDeadline)
                if let burst { take(burst) }
                for key in posts.keys.sorted() {
                    retry(key)
                    judgeWhatIsQuiet(key)
                }
                if burst == nil { hashWhenIdle() }
            }
        } catch { throw Daemon.explained(error) }
        posts = [:]
        source.stop()
        report(.stopped)
    }

    /// Ends ``run()`` once the work in hand is done. From any thread.
    public var stop: @Sendable () -> Void {
        let (stopping, watcher) = (stopping, watcher)
        return {
            stopping.set()
            watcher.wake()
        }
    }

    // MARK: Beginning

    /// Watches first, then scans: nothing falls between the two.
    private func begin(_ key: RootKey) throws(ShedError) {
        guard let post = posts[key] else { return }
        do throws(WatchError) { try watcher.add(root: post.project.rootPath, key: key) } catch { throw Daemon.explained(error) }
        try post.beginWatch()
        walk(post, dirty: nil)
        report(.watching(root: post.project.rootPath))
        let unwatched = watcher.unwatched(key)
        if let first = unwatched.min(by: { $0.key < $1.key }) {
            let error = ShedError(
                .environment, "\(unwatched.count) folders cannot be watched, \(first.key) among them: \(first.value)",
                remedy: "Until then “shed sync” finds what changes there.")
            report(.failed(root: post.project.rootPath, error))
        }
    }

    private func take(_ burst: Burst) {
        guard let post = posts[burst.key] else { return }
        if burst.rootGone {
            watcher.remove(burst.key)
            post.isOffline = true
            post.retryDue = 0
            return lookForOffline(burst.key)
        }
        post.activity.merge(burst.lastActivity) { max($0, $1) }
        post.carried.formUnion(burst.arrivalsFromCarrier)
        post.note(burst.renames)
        let isNewConfiguration = takeConfiguration(post, burst)
        let sidecarTouched = burst.dirty.contains { $0.names.first == Sidecar.name }
        let unfolded = sidecarTouched && !post.project.isUpToDate
        let dirty = burst.dirty.filter { $0.names.first?.isHidden != true }
        let isEverything = burst.everything || unfolded || isNewConfiguration
        guard isEverything || !dirty.isEmpty else { return }
        walk(post, dirty: isEverything ? nil : dirty)
    }

    /// Reads `.shed/settings.toml` and `.shedignore` again where they changed. While one is broken, the last good one
    /// counts.
    private func takeConfiguration(_ post: Post, _ burst: Burst) -> Bool {
        guard burst.everything || burst.dirty.contains(where: { $0.isRoot || $0.names == [Sidecar.name] }) else { return false }
        do throws(ShedError) { return try post.project.reloadConfiguration() } catch {
            report(.failed(root: post.project.rootPath, error))
            return false
        }
    }

    /// Takes in what happened; what is refused stays for now.
    private func walk(_ post: Post, dirty: Set<RelativePath>?) {
        var errand = Errand()
        errand.judgement = .later
        // What waits must be in sight, or a known node that stands there would seem to have vanished.
        errand.dirty = dirty.map { $0.union(post.waiting) }
        errand.hashing = 50
        errand.watchedSince = post.since
        errand.carried = post.carried
        errand.renamed = post.renamed
        do throws(ShedError) {
            var outcome = try post.project.reconcile(errand)
            post.note(outcome, scanned: dirty, now: clock.now())
            // What waits is told as waiting, not again and again as a change.
            let waiting = Set(outcome.reports.map(\.path))
            outcome.changes.removeAll { $0.id == nil && waiting.contains($0.path) }
            tell(post, outcome)
            post.retryDue = nil
            post.lastFailure = nil
        } catch {
            // What was dirty is not forgotten: everything is looked at again, a little later.
            post.retryDue = clock.now() + Post.patience
            if post.lastFailure != error.description { report(.failed(root: post.project.rootPath, error)) }
            post.lastFailure = error.description
        }
    }

    private func tell(_ post: Post, _ outcome: Outcome) {
        if !outcome.changes.isEmpty || !outcome.moves.isEmpty || !outcome.failures.isEmpty {
            report(.reconciled(root: post.project.rootPath, outcome))
        }
        if !outcome.reports.isEmpty { report(.waiting(root: post.project.rootPath, outcome.reports)) }
    }

    // MARK: What went wrong

    /// Looks at everything again after a failure, or for a root that was gone.
    private func retry(_ key: RootKey) {
        guard let post = posts[key], let due = post.retryDue, due <= clock.now() else { return }
        if post.isOffline { lookForOffline(key) } else { walk(post, dirty: nil) }
    }

    /// A root that is gone from its path may have been moved, or be back: then it is watched again. Until then nothing
    /// is judged.
    private func lookForOffline(_ key: RootKey) {
        guard let post = posts[key] else { return }
        if let found = post.findRoot(), (try? watcher.add(root: found, key: key)) != nil {
            post.isOffline = false
            post.wasToldOffline = false
            post.retryDue = nil
            walk(post, dirty: nil)
            report(.watching(root: found))
            return
        }
        post.retryDue = clock.now() + Post.patience
        if !post.wasToldOffline { report(.offline(root: post.project.rootPath)) }
        post.wasToldOffline = true
    }

    // MARK: Judging

    /// When something is due without an event: judging what waits, or hashing in an idle moment. `nil`: never.
    private var nextDeadline: UInt64? {
        var earliest: UInt64?
        for post in posts.values {
            for due in [post.retryDue, post.judgementDue, post.unhashed.isEmpty ? nil : post.idleDue].compactMap({ $0 }) {
                earliest = min(earliest ?? .max, due)
            }
        }
        return earliest
    }

    private func judgeWhatIsQuiet(_ key: RootKey) {
        guard let post = posts[key], !post.isOffline, let due = post.judgementDue, due <= clock.now() else { return }
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
        errand.watchedSince = post.since
        errand.carried = post.carried
        errand.busy = post.waiting.subtracting(ready)
        errand.renamed = post.renamed
        do throws(ShedError) {
            let outcome = try post.project.reconcile(errand)
            post.waiting.subtract(ready)
            post.note(outcome, scanned: ready, now: now, isJudged: true)
            post.judgementDue = post.waiting.isEmpty ? nil : later ?? now + quiet
            tell(post, outcome)
        } catch {
            post.judgementDue = now + max(quiet, 1_000_000_000)
            report(.failed(root: post.project.rootPath, error))
        }
    }

    /// Hashes a few files at a time while nothing happens.
    private func hashWhenIdle() {
        for post in posts.values where !post.isOffline && !post.unhashed.isEmpty && post.idleDue <= clock.now() {
            let portion = Array(post.unhashed.suffix(Post.portion))
            post.unhashed.removeLast(portion.count)
            do throws(ShedError) { try post.project.hash(portion) } catch { report(.failed(root: post.project.rootPath, error)) }
            post.idleDue = clock.now() + 50_000_000
        }
    }
}
