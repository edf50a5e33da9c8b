import Glibc
import ShedModel
import ShedThreads

/// Watches several roots and says which directories to look at. It decides nothing, and its word is a hint: only a
/// scan is evidence.
///
/// Any thread may call it; the calls of one watcher wait for each other. One watcher for one ``EventSource``.
public final class Watcher: Sendable {
    /// What is watched beside the ordinary directories: the sidecar's batches, and git's lock and `HEAD`.
    public static let sidecarAndGit: [RelativePath] = [".shed/ops/*", ".shed/templates", ".git"]

    private let source: EventSource
    private let settle: Settle
    private let clock: any WatchClock
    private let state: FairLock<WatchState>

    /// - Parameter clock: The source's own clock.
    public init(source: EventSource, settle: Settle = Settle(), clock: any WatchClock = MonotonicClock()) {
        self.source = source
        self.settle = settle
        self.clock = clock
        state = FairLock(WatchState(source: source))
    }

    /// Begins to watch a root and everything below it. What happens from this call on is told; what is there is not.
    ///
    /// Names that begin with a dot are not watched, other projects (``DirectoryHandle/holdsProject``, as for a scan) and other file
    /// systems below are not entered, links are not followed. The `.shed` of a folder below is watched, since it says whether the
    /// folder is another project; nothing else that happens in it is told. Where a directory below cannot be watched, the rest is: see ``unwatched(_:)``. If events are
    /// lost, a flat root is told to be dirty as a whole like any other.
    /// - Parameters:
    ///   - path: The root's absolute path.
    ///   - extraDirectories: Directories to watch although a dot begins their name, with those on the way to them; the
    ///     name `*` stands for any.
    ///   - isFlat: Watches the root directory itself, and nothing below it.
    /// - Throws: what keeps the root itself from being watched.
    public func add(
        root path: [UInt8], key: RootKey, extraDirectories: [RelativePath] = Watcher.sidecarAndGit,
        isFlat: Bool = false
    ) throws(WatchError) {
        let crawl = try state.withLock { state throws(WatchError) in
            // Events from before would make the new rows dirty.
            state.takeIn()
            return try state.add(root: path, key: key, extraDirectories: extraDirectories, isFlat: isFlat, at: clock.now())
        }
        guard var crawl else { return }
        defer { close(crawl.root) }
        // In between others have their turn.
        while state.withLock({ $0.goOn(&crawl) }) {}
    }

    /// Ends the watching of a root, and drops what was not given out.
    public func remove(_ key: RootKey) {
        state.withLock { state in
            guard let root = state.roots[key] else { return }
            // A root that is gone has no row any more.
            if !root.isGone { state.remove(root.row) }
            state.roots[key] = nil
            state.giveBack(root.config.path, at: clock.now())
        }
    }

    /// Looks whether the directory at the root's path is still the one that was added, which no event tells when a
    /// directory above it was moved. If not, the next burst says that the root is gone. Costs one stat(2).
    public func checkRoot(_ key: RootKey) {
        state.withLock { $0.checkRoot(key) }
        source.news.ring()
    }

    /// Reads every directory of a root again, and makes everything dirty: what to do after a gap in which events may have
    /// been missed, such as the sleep of the machine. Costs a walk over the root's directories.
    public func readAnew(_ key: RootKey) {
        let now = clock.now()
        state.withLock { state in
            state.takeIn()
            guard let row = state.roots[key]?.row, state.roots[key]?.isGone == false else { return }
            state.crawlAnew(row, at: now)
            state.roots[key]?.news.markEverything(at: now)
        }
        source.news.ring()
    }

    /// Waits for a burst that has settled, and gives it out.
    /// - Parameter deadline: When to stop waiting, by the clock; `nil` waits without end.
    /// - Returns: the burst; `nil` at the deadline, after ``wake()``, and when the source was stopped.
    /// - Throws: what ended the source's thread. No event comes any more then: scan, and make a new source.
    public func nextBurst(deadline: UInt64? = nil) throws(WatchError) -> Burst? {
        while true {
            let known = source.news.count
            let now = clock.now()
            let (burst, due, isInterrupted) = state.withLock { $0.nextBurst(at: now, settle: settle) }
            if let burst { return burst }
            if let failure = source.failure { throw failure }
            if isInterrupted || source.isStopped { return nil }
            if let deadline, deadline <= now { return nil }
            let end = min(deadline ?? .max, due ?? .max)
            source.news.wait(past: known, nanoseconds: end == .max ? nil : end - min(now, end))
        }
    }

    /// Waits until something has settled in a root, and says in which. ``drain(_:)`` gives the burst; until somebody has called
    /// that, or ``nextBurst(deadline:)`` has given it out, the root is not named again, and what happens comes together in it.
    /// - Parameter deadline: When to stop waiting, by the clock; `nil` waits without end.
    /// - Returns: `nil` at the deadline, after ``wake()``, and when the source was stopped.
    /// - Throws: what ended the source's thread, as ``nextBurst(deadline:)`` does.
    public func nextNews(deadline: UInt64? = nil) throws(WatchError) -> RootKey? {
        while true {
            let known = source.news.count
            let now = clock.now()
            let (key, due, isInterrupted) = state.withLock { $0.nextNews(at: now, settle: settle) }
            if let key { return key }
            if let failure = source.failure { throw failure }
            if isInterrupted || source.isStopped { return nil }
            if let deadline, deadline <= now { return nil }
            let end = min(deadline ?? .max, due ?? .max)
            source.news.wait(past: known, nanoseconds: end == .max ? nil : end - min(now, end))
        }
    }

    /// Ends the wait of ``nextBurst(deadline:)`` or ``nextNews(deadline:)``, or the next one. From any thread, but not from a signal handler: have
    /// a thread wait for signals (sigwait(3)) and let it call this.
    public func wake() {
        state.withLock { $0.isInterrupted = true }
        source.news.ring()
    }

    /// Waits until everything that happened before this call is in the dirty sets (what was written to a file that is still open: in
    /// ``Burst/beingWritten``), and every directory that was made before it is watched.
    /// - Parameter nanoseconds: How long at most.
    public func barrier(nanoseconds: UInt64 = 10_000_000_000) throws(WatchError) {
        try source.barrier(nanoseconds: nanoseconds) { state.withLock { $0.takeIn() } }
        state.withLock { $0.takeIn() }
    }

    /// Gives what is known about a root now, settled or not; an empty burst if there is nothing. With ``barrier(nanoseconds:)``
    /// before it, nothing older is missing.
    public func drain(_ key: RootKey) -> Burst {
        state.withLock { state in
            state.takeIn()
            return state.collect(key, at: clock.now(), settle: settle) ?? Burst(key: key)
        }
    }

    /// The directories below a root that are watched, the root itself included.
    public func watched(_ key: RootKey) -> Set<RelativePath> {
        state.withLock { state in
            state.takeIn()
            guard let root = state.roots[key], !root.isGone else { return [] }
            return Set(state.table.subtree(of: root.row).compactMap { state.table.path(of: $0) })
        }
    }

    /// The number of each watch of a root, for tests that compare them with the kernel's own list.
    func watches(_ key: RootKey) -> [RelativePath: Int32] {
        state.withLock { state in
            state.takeIn()
            guard let root = state.roots[key], !root.isGone else { return [:] }
            var found: [RelativePath: Int32] = [:]
            for id in state.table.subtree(of: root.row) {
                if let path = state.table.path(of: id), let watch = state.table.watch(of: id) { found[path] = watch }
            }
            return found
        }
    }

    /// The directories below a root that should be watched and are not, and why: poll them, with all that is below them.
    public func unwatched(_ key: RootKey) -> [RelativePath: WatchError] {
        state.withLock { state in
            state.takeIn()
            guard let root = state.roots[key] else { return [:] }
            var found: [RelativePath: WatchError] = [:]
            for (place, error) in root.gaps.all {
                // What is mounted there is no part of the project; it is remembered for the day it is unmounted.
                if case .foreign = error { continue }
                guard root.isOurs(place.parent, in: state.table), let path = state.table.path(of: place.parent) else { continue }
                found[path.appending(place.name)] = error
            }
            return found
        }
    }

    /// Tries again to watch what ``unwatched(_:)`` lists, and what another file system was mounted over. What is watched
    /// now is dirty. Costs one try, if there is still no watch left.
    public func retryUnwatched(_ key: RootKey) {
        let now = clock.now()
        state.withLock { state in
            state.takeIn()
            for (place, _) in state.roots[key]?.gaps.all ?? [] {
                var visited: Set<WatchTable.ID> = []
                state.crawl(place.name, in: place.parent, readsKnown: true, at: now, visited: &visited)
                if case .tooManyWatches = state.roots[key]?.gaps[place] { break }
            }
        }
        source.news.ring()
    }
}
