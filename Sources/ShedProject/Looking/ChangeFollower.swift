import ShedDisk
import ShedModel
import ShedWatch

/// Waits for changes in a project until SIGINT or SIGTERM comes, for a verb that does something again after each (`compile --watch`).
///
/// It says that something may have changed and takes nothing in: what did is for who asks to find out, by ``Project/refresh(_:)``. So what
/// a verb does itself is told too, once.
public final class ChangeFollower {
    private let project: Project
    private let source: EventSource
    private let watcher: Watcher
    private let clock = MonotonicClock()
    private let stopping = Flag()
    /// Whether the file system tells of what other machines do.
    private let hasEvents: Bool

    private static let key: RootKey = 0
    /// What is watched beside visible folders: batches, and the folders in `.shed` into which people put what kinds read.
    private static func hidden(_ kinds: KindModules) -> [RelativePath] {
        [".shed/ops/*"] + kinds.all.flatMap(\.sidecarFolders).map { RelativePath([".shed", $0.name]) }
    }

    /// How often is looked where no event tells of changes, in nanoseconds.
    private static let pollInterval: UInt64 = 5_000_000_000

    /// Begins to watch: nothing that happens from now on is missed. From here on the signals end ``next()`` and not the process, and the
    /// programs that are started for the project (``Surroundings/isStopping``).
    /// - Parameter hurry: is called from another thread where a second signal comes, with its number: who asks twice does not want to wait
    ///   for what is being done.
    /// - Throws: ``ShedError`` where inotify cannot be had.
    public init(_ project: Project, hurry: @escaping @Sendable (_ signal: Int32) -> Void) throws(ShedError) {
        self.project = project
        // Before the first thread is made, so that none of them takes a signal.
        Signals.block()
        do throws(WatchError) {
            source = try EventSource(privateDirectory: Array((project.home.surroundings.stateDirectory + "/cookies").utf8))
            watcher = Watcher(source: source)
            try watcher.add(root: project.home.path, key: ChangeFollower.key, extraDirectories: ChangeFollower.hidden(project.home.surroundings.kinds))
        } catch { throw ShedError(.environment, "\(error)") }
        hasEvents = (try? project.home.root.fileSystem().hasEvents) != false
        let (stopping, watcher) = (stopping, watcher)
        project.home.surroundings.isStopping = { stopping.isSet }
        let stop: @Sendable (Int32) -> Void = { _ in
            stopping.set()
            watcher.wake()
            Signals.wait(stop: hurry, goOn: {})
        }
        Signals.wait(stop: stop, goOn: {})
    }

    deinit { source.stop() }

    /// Whether a signal came.
    public var isStopping: Bool { stopping.isSet }

    /// Waits until something may have changed, and then until nothing did for as long as the settings of the project say (`quiet`), but
    /// for no longer than five times that.
    /// - Returns: whether something may have changed; else a signal came.
    /// - Throws: ``ShedError`` where the project is not at its place any more.
    public func next() throws(ShedError) -> Bool {
        /// When it is told, by the clock.
        var due: UInt64?
        var latest: UInt64 = .max
        while !stopping.isSet {
            let now = clock.now()
            if let due, due <= now { return true }
            // What cannot be watched is looked at again and again.
            let poll = !hasEvents || !watcher.unwatched(ChangeFollower.key).isEmpty ? now &+ ChangeFollower.pollInterval : nil
            let burst: Burst?
            do throws(WatchError) { burst = try watcher.nextBurst(deadline: due ?? poll) } catch { throw ShedError(.environment, "\(error)") }
            if burst?.rootGone == true { throw ShedError(.environment, "\(EscapedText.escape(project.home.path)) is not there any more") }
            let isPoll = burst == nil && due == nil && poll.map { $0 <= clock.now() } == true
            guard isPoll || burst.map(ChangeFollower.matters) == true else { continue }
            let (heard, settings) = (clock.now(), project.home.configuration.settings)
            if due == nil { latest = heard &+ ChangeFollower.nanoseconds(settings.longQuiet) }
            due = isPoll ? heard : min(heard &+ ChangeFollower.nanoseconds(settings.quiet), latest)
        }
        return false
    }

    private static func nanoseconds(_ milliseconds: Int64) -> UInt64 { UInt64(min(max(milliseconds, 0), 3_600_000 * 5)) * 1_000_000 }

    /// Whether a burst tells of more than what git does in its own folder.
    private static func matters(_ burst: Burst) -> Bool { burst.everything || burst.dirty.contains { $0.names.first != ".git" } }
}
