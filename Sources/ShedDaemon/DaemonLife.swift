import Glibc
import ShedProject
import ShedService
import ShedWatch

/// What makes a process the daemon: its lock, its event source, its signals, and the signs that it is alive.
final class DaemonLife {
    let source: EventSource
    let readiness: ReadinessNotifier
    private let lock: FileLock
    /// Set from any thread to end the daemon.
    let stopping = Flag()
    /// Rings once the daemon has let go of everything.
    let ended = Bell()
    private let wentOn = Flag()
    private let heartbeat = Heartbeat()
    private var jumps = ClockJumps()
    /// When to look after the lock and the socket: nanoseconds of the monotonic clock.
    var footholdsDue: UInt64 = 0

    /// - Parameter parent: the process that waits for this one.
    init(_ surroundings: Surroundings, _ parent: WatchParent.Link?) throws(ShedError) {
        readiness = parent?.notifier ?? ReadinessNotifier.fromProcess()
        do {
            try surroundings.makeStateDirectory("cookies")
            try surroundings.makeStateDirectory("projects")
            lock = try DaemonLock.take(in: surroundings, process: parent?.process ?? getpid())
            Leftovers.sweep(surroundings, Registry(surroundings))
            source = try EventSource(privateDirectory: Array((surroundings.stateDirectory + "/cookies").utf8))
        } catch { throw Daemon.explained(error) }
    }

    /// Begins to take signals, and to show that the daemon is alive.
    func begin(stop: @escaping @Sendable () -> Void, _ watcher: Watcher, _ clock: MonotonicClock) {
        let (wentOn, heartbeat, readiness, ended) = (wentOn, heartbeat, readiness, ended)
        heartbeat.mark(clock.now())
        Signals.wait(
            stop: { _ in
                stop()
                // Whatever holds up the thread that serves: a signal to end is obeyed.
                if ended.wait(past: 0, nanoseconds: DaemonLife.longestEnd) { return }
                readiness.stopping()
                _exit(0)
            },
            goOn: {
                wentOn.set()
                watcher.wake()
            },
            beat: { if heartbeat.isAlive(at: clock.now()) { readiness.watchdog() } },
            every: readiness.watchdogMilliseconds.map { max($0 / 2, 1) })
    }

    /// How long an end may take: 1.8 s, in nanoseconds.
    private static let longestEnd: UInt64 = 1_800_000_000

    /// What an errno means.
    static func text(of number: Int32) -> String { String(cString: strerror(number)) }

    var isStopping: Bool { stopping.isSet }
    func takeWentOn() -> Bool { wentOn.take() }
    func takeJump() -> ClockJumps.Jump? { jumps.check() }
    func mark(_ clock: MonotonicClock) { heartbeat.mark(clock.now()) }

    /// Whether it is time to look after the lock and the socket: once a minute, and when the state directory tells.
    func isFootholdDue(_ clock: MonotonicClock) -> Bool {
        guard footholdsDue <= clock.now() else { return false }
        footholdsDue = clock.now() + 50_000_000_000
        return true
    }

    /// - Throws: where the lock's file is gone, and with it the state directory: a second daemon could start beside this
    ///   one. The service manager starts another, which makes it anew.
    func checkLock(_ surroundings: Surroundings) throws(ShedError) {
        guard DaemonLock.stands(in: surroundings) else {
            throw ShedError(.environment, "the state directory \(surroundings.stateDirectory) was removed while the daemon ran", remedy: "Start the daemon again.")
        }
    }
}
