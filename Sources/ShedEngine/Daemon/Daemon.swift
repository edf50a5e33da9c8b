import Glibc
import ShedControl
import ShedDisk
import ShedModel
import ShedReconcile
import ShedRules
import ShedSidecar
import ShedService
import ShedWatch

/// Watches projects and takes in what people do to their files, until it is stopped (`shed watch`).
///
/// Events are hints which directories to look at. What is allowed is taken in as soon as an event has settled; what is
/// refused is judged once all has been quiet for `settings.quiet`. Verbs of the command line are carried out in
/// between, one after the other, so that there is one writer.
///
/// One thread owns the projects; the event source, the control socket and the signals have one each that only wait.
public final class Daemon {
    /// What can be set.
    public struct Options: Sendable {
        /// How often everything is looked at for what no event told, in seconds; 0: never.
        public var sweep = 600

        public init() {}
    }

    /// Carries out a verb: the request, and how to get at a project that is watched.
    public typealias Steward = (ControlRequest, Projects) -> ControlReply

    var posts: [RootKey: Post] = [:]
    var nextKey: RootKey = 1
    /// Registered projects that cannot be watched now, by the folder of the state directory.
    var absent: [String: String] = [:]
    var absentDue: UInt64?
    /// Why the registry could not be read the last time.
    var registryFailure: String?
    let surroundings: Surroundings
    let registry: Registry
    let followsRegistry: Bool
    let options: Options
    let watcher: Watcher
    let clock = MonotonicClock()
    let report: (DaemonEvent) -> Void
    let steward: Steward
    private let version: String
    var server: ControlServer?
    let readiness: ReadinessNotifier
    let notifier: DesktopNotifier
    /// Takes the texts of bundles in the background.
    let texts: TextDesk
    private let source: EventSource
    private let lock: FileLock
    private let stopping = Flag()
    private let wentOn = Flag()
    private var jumps = ClockJumps()
    private let heartbeat = Heartbeat()
    /// When to look after the lock and the socket.
    var footholdsDue: UInt64 = 0

    /// Opens the projects. Nothing is watched yet.
    /// - Parameters:
    ///   - directories: whose projects to watch; `nil`: all that are registered, and those that come.
    ///   - version: shed's version, for those who connect.
    ///   - steward: carries out the verbs that come over the control socket.
    /// - Throws: where another daemon runs, inotify cannot be had, or a directory is in no project.
    public init(
        directories: [[UInt8]]?, surroundings: Surroundings, options: Options = Options(), version: String,
        report: @escaping (DaemonEvent) -> Void, steward: @escaping Steward
    ) throws(ShedError) {
        self.surroundings = surroundings
        self.options = options
        self.report = report
        self.steward = steward
        registry = Registry(surroundings)
        followsRegistry = directories == nil
        // Before the first thread is made, so that none of them takes a signal.
        Signals.block()
        readiness = ReadinessNotifier.fromProcess()
        self.version = version
        do {
            try surroundings.makeStateDirectory("cookies")
            try surroundings.makeStateDirectory("projects")
            lock = try DaemonLock.take(in: surroundings)
            Leftovers.sweep(surroundings, registry)
            source = try EventSource(privateDirectory: Array((surroundings.stateDirectory + "/cookies").utf8))
            let watcher = Watcher(source: source)
            self.watcher = watcher
            notifier = DesktopNotifier { watcher.wake() }
            texts = TextDesk { watcher.wake() }
        } catch { throw Daemon.explained(error) }
        for directory in directories ?? [] {
            let project = try Project.open(containing: directory, surroundings: surroundings, purpose: .change)
            guard !posts.values.contains(where: { $0.project.rootPath == project.rootPath }) else { continue }
            try enlist(project)
        }
    }

    static func explained(_ error: any Error) -> ShedError {
        switch error {
        case let error as WatchError: ShedError(.environment, "\(error)")
        case let error as ControlServerError: ShedError(.environment, "\(error)")
        default: ShedError(error)
        }
    }

    @discardableResult
    func enlist(_ project: Project) throws(ShedError) -> Post {
        let post = try Post(project, key: nextKey, watcher: watcher, clock: clock)
        posts[nextKey] = post
        nextKey += 1
        return post
    }

    /// Watches until ``stop`` is called from another thread, or SIGINT or SIGTERM comes.
    public func run() throws(ShedError) {
        let (wentOn, watcher) = (wentOn, watcher)
        let (heartbeat, readiness, clock) = (heartbeat, readiness, clock)
        heartbeat.mark(clock.now())
        Signals.wait(
            stop: stop,
            goOn: {
                wentOn.set()
                watcher.wake()
            },
            beat: { if heartbeat.isAlive(at: clock.now()) { readiness.watchdog() } },
            every: readiness.watchdogMilliseconds.map { max($0 / 2, 1) })
        if followsRegistry {
            try beginToFollow()
        } else {
            for key in posts.keys.sorted() { if let post = posts[key] { try begin(post) } }
        }
        // Without a socket it works all the same, beside verbs that do their own work.
        do throws(ShedError) { try listen() } catch { report(.failed(root: Array(surroundings.controlSocket.utf8), error)) }
        readiness.ready(status)
        report(.ready)
        do {
            while !stopping.isSet {
                let burst = try watcher.nextBurst(deadline: nextDeadline)
                try noticeGaps()
                if let burst { take(burst) }
                let calls = serve()
                for key in posts.keys.sorted() { if let post = posts[key] { doWhatIsDue(post) } }
                if let due = absentDue, due <= clock.now() { followRegistry() }
                if burst == nil, !calls { doIdleWork() }
                tellOfTexts()
                if let failure = notifier.takeFailure() { report(.unannounced(failure)) }
                heartbeat.mark(clock.now())
            }
        } catch { throw Daemon.explained(error) }
        readiness.stopping()
        texts.stop()
        server?.stop()
        for post in posts.values { post.leave() }
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

    /// Answers on the control socket from now on. Until now verbs did their work themselves.
    private func listen() throws(ShedError) {
        let watcher = watcher
        do {
            // The folder for the socket: the runtime directory itself is the session's to make.
            if !surroundings.hasRuntimeDirectory { try surroundings.makeStateDirectory("") }
            let socket = Array(surroundings.controlSocket.utf8)
            if let other = ControlClient.greeting(at: socket), other.pid != getpid() {
                throw ShedError(
                    .environment, "process \(other.pid), a daemon with another state directory, answers on \(surroundings.controlSocket)",
                    remedy: "Until it is stopped, verbs do their own work beside this one.")
            }
            server = try ControlServer(path: Array(surroundings.controlSocket.utf8), version: version) { watcher.wake() }
        } catch { throw Daemon.explained(error) }
    }

    /// Once a minute, and when the state directory tells: whether what makes this the one daemon is still there.
    /// - Throws: where the lock's file is gone, and with it the state directory: a second daemon could start beside this
    ///   one. The service manager starts another, which makes it anew.
    private func checkFootholds() throws(ShedError) {
        guard footholdsDue <= clock.now() else { return }
        footholdsDue = clock.now() + 50_000_000_000
        guard DaemonLock.stands(in: surroundings) else {
            throw ShedError(.environment, "the state directory \(surroundings.stateDirectory) was removed while the daemon ran", remedy: "Start the daemon again.")
        }
        guard access(surroundings.controlSocket, F_OK) != 0 else { return }
        server?.stop()
        server = nil
        do throws(ShedError) { try listen() } catch { report(.failed(root: Array(surroundings.controlSocket.utf8), error)) }
    }

    // MARK: Time

    /// When something is due without an event. Once a minute all clocks are looked at.
    private var nextDeadline: UInt64 {
        var earliest = clock.now() + 60_000_000_000
        for post in posts.values {
            let idle = post.unhashed.isEmpty && !post.hasUnreadRecords && !post.hasUnreadText ? nil : post.idleDue
            let dues = post.absence == nil ? [post.judgementDue, post.doubtDue, post.sweepDue, post.pollDue, idle] : []
            for due in (dues + [post.retryDue]).compactMap({ $0 }) { earliest = min(earliest, due) }
        }
        return absentDue.map { min($0, earliest) } ?? earliest
    }

    private func doWhatIsDue(_ post: Post) {
        let now = clock.now()
        if let due = post.retryDue, due <= now { retry(post) }
        guard post.absence == nil, post.retryDue == nil else { return }
        if let due = post.doubtDue, due <= now { walk(post, dirty: post.doubted, confirms: true) }
        judgeWhatIsQuiet(post)
        if let due = post.pollDue, due <= now { poll(post) }
    }

    private func doIdleWork() {
        for key in posts.keys.sorted() {
            guard let post = posts[key], post.absence == nil else { continue }
            if let due = post.sweepDue, due <= clock.now() { return sweep(post) }
        }
        hashWhenIdle()
        takeTextsWhenIdle()
        for post in posts.values where post.idleDue <= clock.now() { post.project.checkpointIndex() }
    }

    /// After the process stood still, the machine slept or the clock was set, everything is looked at once.
    private func noticeGaps() throws(ShedError) {
        try checkFootholds()
        let jump = jumps.check()
        if let jump, jump.stepped != 0 { for post in posts.values { post.clockStepped(by: jump.stepped) } }
        guard wentOn.take() || (jump?.slept ?? 0) > 0 else { return }
        report(.resumed)
        for post in posts.values { post.sweepDue = 0 }
    }

    /// For `systemctl status`.
    var status: String {
        let away = posts.values.count { $0.absence != nil } + absent.count
        let watched = posts.count - posts.values.count { $0.absence != nil }
        return "Watching \(watched) project\(watched == 1 ? "" : "s")" + (away == 0 ? "" : ", \(away) not there")
    }
}
