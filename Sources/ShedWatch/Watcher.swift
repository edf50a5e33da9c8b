import Glibc
import ShedModel
import Synchronization

/// Watches several roots and says which directories to look at. It decides nothing, and its word is a hint: only a
/// scan is evidence.
///
/// Any thread may call it; the calls of one watcher wait for each other. One watcher for one ``EventSource``.
public final class Watcher: Sendable {
    /// What is watched beside the ordinary directories: the sidecar's batches, and git's lock and `HEAD`.
    public static let sidecarAndGit: [RelativePath] = [".shed/ops/*", ".git"]

    private let source: EventSource
    private let settle: Settle
    private let clock: any WatchClock
    private let state: Mutex<WatchState>

    /// - Parameter clock: The source's own clock.
    public init(source: EventSource, settle: Settle = Settle(), clock: any WatchClock = MonotonicClock()) {
        self.source = source
        self.settle = settle
        self.clock = clock
        state = Mutex(WatchState(source: source))
    }

    /// Begins to watch a root and everything below it. What happens from this call on is told; what is there is not.
    ///
    /// Names that begin with a dot are not watched, other projects and other file systems below are not entered, links
    /// are not followed. Where a directory below cannot be watched, the rest is: see ``unwatched(_:)``.
    /// - Parameters:
    ///   - path: The root's absolute path.
    ///   - extraDirectories: Directories to watch although a dot begins their name, with those on the way to them; the
    ///     name `*` stands for any.
    /// - Throws: what keeps the root itself from being watched.
    public func add(
        root path: [UInt8], key: RootKey, extraDirectories: [RelativePath] = Watcher.sidecarAndGit
    ) throws(WatchError) {
        try state.withLock { state throws(WatchError) in
            // Events from before would make the new rows dirty.
            state.takeIn()
            try state.add(root: path, key: key, extraDirectories: extraDirectories)
        }
    }

    /// Ends the watching of a root, and drops what was not given out.
    public func remove(_ key: RootKey) {
        state.withLock { state in
            guard let root = state.roots.removeValue(forKey: key) else { return }
            state.remove(root.row)
        }
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

    /// Ends the wait of ``nextBurst(deadline:)``, or the next one. From any thread, but not from a signal handler: have
    /// a thread wait for signals (sigwait(3)) and let it call this.
    public func wake() {
        state.withLock { $0.isInterrupted = true }
        source.news.ring()
    }

    /// Waits until everything that happened before this call is in the dirty sets, and every directory that was made
    /// before it is watched.
    /// - Parameter nanoseconds: How long at most.
    public func barrier(nanoseconds: UInt64 = 10_000_000_000) throws(WatchError) {
        try source.barrier(nanoseconds: nanoseconds)
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

    /// The directories below a root that should be watched and are not, and why: poll them, with all that is below them.
    public func unwatched(_ key: RootKey) -> [RelativePath: WatchError] {
        state.withLock { state in
            state.takeIn()
            var found: [RelativePath: WatchError] = [:]
            for (gap, error) in state.roots[key]?.gaps ?? [:] {
                if let path = state.table.path(of: gap.parent) { found[path.appending(gap.name)] = error }
            }
            return found
        }
    }

    /// Tries again to watch what ``unwatched(_:)`` lists. What is watched now is dirty.
    public func retryUnwatched(_ key: RootKey) {
        let now = clock.now()
        state.withLock { state in
            for gap in Array((state.roots[key]?.gaps ?? [:]).keys) { 
                var visited: Set<WatchTable.ID> = []
                state.crawl(gap.name, in: gap.parent, readsKnown: true, at: now, visited: &visited)
            }
        }
    }
}

extension WatchState {
    mutating func add(root path: [UInt8], key: RootKey, extraDirectories: [RelativePath]) throws(WatchError) {
        guard roots[key] == nil else { throw .keyTaken(key) }
        let (descriptor, device, inode) = try DirectoryReader.openRoot(path)
        defer { close(descriptor) }
        let watch = try source.watch(directory: descriptor, mask: Self.mask, path: path)
        if let other = table.id(ofWatch: watch), table.isRoot(other), let key = root(of: other) {
            throw .keyTaken(key)
        }
        var root = WatchedRoot(key: key, path: path, device: device, inode: inode, extraDirectories: extraDirectories)
        let added = table.addRoot(watch: watch, key: key)
        for removed in added.removed {
            if removed.watch != watch { source.unwatch(removed.watch) }
            forget(removed.id)
        }
        root.row = added.id
        roots[key] = root
        crawlAnew(added.id, at: 0)
        roots[key]?.dirty = []
        roots[key]?.everything = false
        roots[key]?.activity = [:]
        roots[key]?.first = nil
        roots[key]?.last = 0
    }

    /// The burst that is due, if one is; else when the next one will be.
    mutating func nextBurst(at now: UInt64, settle: Settle) -> (burst: Burst?, due: UInt64?, isInterrupted: Bool) {
        takeIn()
        var earliest: (due: UInt64, key: RootKey)?
        for (key, root) in roots {
            guard let due = root.due(settle) else { continue }
            if due < earliest?.due ?? .max { earliest = (due, key) }
        }
        let isInterrupted = isInterrupted
        if let earliest, earliest.due <= now { return (collect(earliest.key, at: now, settle: settle), nil, false) }
        self.isInterrupted = false
        return (nil, earliest?.due, isInterrupted)
    }

    mutating func collect(_ key: RootKey, at now: UInt64, settle: Settle) -> Burst? {
        guard roots[key] != nil else { return nil }
        forgetAdrift()
        return roots[key]?.collect(from: table, at: now, settle: settle)
    }
}
