import ShedControl
import ShedModel
import ShedProject
import ShedThreads
import ShedWatch

/// The thread of one watched project, as the others see it: what they hand it, and how it stands with the project.
///
/// The project itself is opened, watched, walked and let go by that thread (``WatchLoop``), and belongs to it alone. So one that
/// takes long, or never comes to an end, keeps nobody but those who want something of that project.
final class ProjectWorker: Sendable {
    /// What the thread was handed.
    struct Errand: Sendable {
        /// Something happened in the project: events can be asked for.
        var hasNews = false
        var calls: [ControlCall] = []
        /// How far the clock was set, in nanoseconds.
        var clockStep: Int64 = 0
        /// Everything is to be looked at.
        var sweeps = false

        var isEmpty: Bool { !hasNews && calls.isEmpty && clockStep == 0 && !sweeps }
    }

    /// How it ended.
    enum End: Sendable {
        /// It was told to.
        case stopped
        /// The root is not there, or another project is.
        case absent
        /// What stands at the root belongs to another folder of the state directory by now; `nil` where to none.
        case superfluous(besides: String?)
        case unusable(ShedError)
        /// It was not begun.
        case quarantined(Quarantine)
    }

    enum Phase: Sendable {
        /// It is being opened, and looked at for the first time.
        case beginning
        case watching
        case over(End)
    }

    struct Standing: Sendable {
        var phase = Phase.beginning
        /// The root's absolute path.
        var root: [UInt8]
        /// What this machine keeps of it; `nil` where that is not known yet.
        var folder: ProjectStateFolder?
        /// The project that is open.
        var project: OpenedProject?
        /// Whether it was looked at for the first time, and that was told.
        var isReady = false
        /// Whether nothing is judged, since the root is not as it must be.
        var isAway = false

        var isWatching: Bool { if case .watching = phase { true } else { false } }
        var isOver: Bool { if case .over = phase { true } else { false } }
    }

    private struct Inbox: Sendable {
        var errand = Errand()
        var isClosed = false
        /// Whether its thread waits for its turn.
        var isWaiting = false
    }

    let key: RootKey
    /// Where it was when it was begun.
    let root: [UInt8]
    private let inbox = Lock(Inbox())
    private let standings: Lock<Standing>
    private let bell = Bell()
    private let stopping = Flag()
    /// Called from its thread when its standing changed.
    private let changed: @Sendable () -> Void

    init(key: RootKey, root: [UInt8], folder: ProjectStateFolder?, changed: @escaping @Sendable () -> Void) {
        self.key = key
        self.root = root
        standings = Lock(Standing(root: root, folder: folder))
        self.changed = changed
    }

    // MARK: From any thread

    var standing: Standing { standings.withLock { $0 } }

    /// Starts the thread.
    /// - Parameter former: those who had the root before, which is watched once they have let go of it.
    /// - Throws: where no thread can be had.
    func start(_ site: WatchSite, after former: [ProjectWorker]) throws(ShedError) {
        do throws(ThreadError) {
            try Thread(blocksSignals: true) { [self] in finish(WatchLoop.live(site, self, after: former)) }.detach()
        } catch {
            throw ShedError(.environment, "no thread can be had for \(EscapedText.escape(root)): \(DaemonLife.text(of: error.code))", remedy: "Raise the limit of processes (ulimit -u).")
        }
    }

    /// Hands it something. What comes together is done together; nothing waits for it.
    func tell(_ change: (inout Errand) -> Void) {
        inbox.withLock { if !$0.isClosed { change(&$0.errand) } }
        bell.ring()
    }

    /// Hands it a call.
    /// - Returns: why it does not take it; `nil` where it does.
    func take(_ call: ControlCall) -> String? {
        let reason: String? = inbox.withLock { inbox in
            if inbox.isClosed { return "this directory's project is not watched any more" }
            if inbox.isWaiting { return ProjectWorker.waits }
            inbox.errand.calls.append(call)
            return nil
        }
        bell.ring()
        return reason
    }

    /// Why a verb is left to whoever asked.
    static let waits = "the daemon died lately while it was at work in this project and in others, and works in one after the other"

    /// Ends it once the work in hand is done.
    func stop() {
        stopping.set()
        bell.ring()
    }

    var isStopping: Bool { stopping.isSet }

    /// Waits until it has ended.
    /// - Parameter deadline: by the monotonic clock; `nil` waits without end.
    /// - Returns: whether it has.
    @discardableResult
    func awaitEnd(deadline: UInt64? = nil) -> Bool {
        let clock = MonotonicClock()
        while true {
            let known = bell.count
            if standing.isOver { return true }
            let now = clock.now()
            if let deadline, deadline <= now { return false }
            bell.wait(past: known, nanoseconds: deadline.map { $0 - now })
        }
    }

    // MARK: From its own thread

    /// Waits for something to do.
    /// - Parameter deadline: when something is due anyway; `nil`: nothing is.
    /// - Returns: `nil` where it is to end.
    func next(deadline: UInt64?, _ clock: MonotonicClock) -> Errand? {
        while true {
            let known = bell.count
            if isStopping { return nil }
            let errand = inbox.withLock { inbox in
                defer { inbox.errand = Errand() }
                return inbox.errand
            }
            let now = clock.now()
            if !errand.isEmpty { return errand }
            if let deadline, deadline <= now { return errand }
            bell.wait(past: known, nanoseconds: deadline.map { $0 - now })
        }
    }

    /// It waits for its turn now, and until ``goOn()`` takes no calls. What was taken before is declined.
    func wait() {
        let calls = inbox.withLock { inbox in
            inbox.isWaiting = true
            defer { inbox.errand.calls = [] }
            return inbox.errand.calls
        }
        for call in calls { call.reply(.declined(ProjectWorker.waits)) }
    }

    func goOn() { inbox.withLock { $0.isWaiting = false } }

    func publish(_ change: (inout Standing) -> Void) {
        standings.withLock { change(&$0) }
        changed()
    }

    private func finish(_ end: End) {
        let calls = inbox.withLock { inbox in
            inbox.isClosed = true
            defer { inbox.errand = Errand() }
            return inbox.errand.calls
        }
        for call in calls { call.reply(.declined("this directory's project is not watched any more")) }
        publish {
            $0.phase = .over(end)
            $0.project = nil
        }
        bell.ring()
    }
}
