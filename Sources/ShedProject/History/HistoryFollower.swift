import ShedModel
import ShedWatch

/// Tells what is added to a project's history as it is added, until SIGINT or SIGTERM comes (`log --follow`).
///
/// It sees what others write down, and takes nothing in itself: a daemon does that, or any verb.
public final class HistoryFollower {
    private let history: History
    private let source: EventSource
    private let watcher: Watcher
    private let stopping = Flag()

    /// Begins to watch, before anything is read: nothing falls between the two.
    /// - Throws: ``ShedError`` where the project is not registered, or inotify cannot be had.
    public init(_ project: Project) throws(ShedError) {
        guard let history = project.history else {
            throw ShedError(.environment, "this project has no history on this machine", remedy: "“shed sync” registers it.")
        }
        self.history = history
        // Before the first thread is made, so that none of them takes a signal.
        Signals.block()
        do throws(WatchError) {
            source = try EventSource(privateDirectory: Array((project.home.surroundings.stateDirectory + "/cookies").utf8))
            watcher = Watcher(source: source)
            try watcher.add(root: Array(history.directory.utf8), key: 0, isFlat: true)
        } catch { throw ShedError(.environment, "\(error)") }
    }

    /// Tells the newest entries that are there, the oldest of them first, and then each that is added.
    /// - Parameters:
    ///   - select: picks from a reader what of the past is told, the newest first.
    ///   - tell: is called with one entry after the other, and whether it is new. What it throws ends the following.
    /// - Throws: ``ShedError`` where the history cannot be read, or is gone.
    public func run(
        select: (inout HistoryReader) -> [HistoryEntry], tell: (HistoryEntry, Bool) throws(ShedError) -> Void
    ) throws(ShedError) {
        defer { source.stop() }
        let (stopping, watcher) = (stopping, watcher)
        let stop: @Sendable (Int32) -> Void = { _ in
            stopping.set()
            watcher.wake()
        }
        Signals.wait(stop: stop, goOn: {})
        var reader = try HistoryReader(history)
        var tail = HistoryTail(history, after: reader)
        for entry in select(&reader).reversed() { try tell(entry, false) }
        while !stopping.isSet {
            for entry in tail.next() { try tell(entry, true) }
            let burst: Burst?
            do throws(WatchError) { burst = try watcher.nextBurst() } catch { throw ShedError(.environment, "\(error)") }
            if burst?.rootGone == true {
                throw ShedError(.environment, "what this machine kept of the project is gone, and its history with it", remedy: "“shed sync” begins a new one.")
            }
        }
    }
}
