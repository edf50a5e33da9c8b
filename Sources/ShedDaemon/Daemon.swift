import Glibc
import ShedControl
import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
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
        /// In whose words the desktop is told.
        public var catalogue = Catalogue.english

        public init() {}
    }

    /// Carries out a verb: the request, and how to get at a project that is watched.
    public typealias RequestHandler = (ControlRequest, any WatchedProjects) -> ControlReply

    let surroundings: Surroundings
    let options: Options
    let clock = MonotonicClock()
    let watcher: Watcher
    var projects: [RootKey: WatchedProject] = [:]
    /// What is registered, and what of it cannot be watched.
    var roster: Roster
    /// Work that takes long, of all kinds that have any, by the kind's name.
    let background: [String: any BackgroundWork]
    let control: ControlPoint
    let notices: Notices
    private let life: DaemonLife

    /// Opens the projects. Nothing is watched yet.
    /// - Parameters:
    ///   - directories: whose projects to watch; `nil`: all that are registered, and those that come.
    ///   - version: shed's version, for those who connect.
    ///   - handler: carries out the verbs that come over the control socket.
    /// - Throws: where another daemon runs, inotify cannot be had, or a directory is in no project.
    public init(
        directories: [[UInt8]]?, surroundings: Surroundings, options: Options = Options(), version: String,
        report: @escaping (DaemonEvent) -> Void, handler: @escaping RequestHandler
    ) throws(ShedError) {
        self.surroundings = surroundings
        self.options = options
        // Before the first thread is made, so that none of them takes a signal.
        Signals.block()
        let life = try DaemonLife(surroundings)
        self.life = life
        let watcher = Watcher(source: life.source)
        self.watcher = watcher
        roster = Roster(Registry(surroundings), isFollowed: directories == nil)
        control = ControlPoint(surroundings, version: version, handler: handler)
        notices = Notices(report, DesktopNotifier(catalogue: options.catalogue) { watcher.wake() }, options.catalogue)
        var background: [String: any BackgroundWork] = [:]
        for module in surroundings.kinds.all { background[module.name] = module.background { watcher.wake() } }
        self.background = background
        for directory in directories ?? [] {
            let project = try Project.open(containing: directory, surroundings: surroundings, purpose: .change)
            guard !projects.values.contains(where: { $0.project.home.path == project.home.path }) else { continue }
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
    func enlist(_ project: Project) throws(ShedError) -> WatchedProject {
        let watched = try WatchedProject(project, key: roster.takeKey(), watcher: watcher, clock: clock)
        projects[watched.key] = watched
        return watched
    }

    func release(_ watched: WatchedProject) {
        watched.leave()
        for work in background.values { work.drop(ObjectIdentifier(watched.project)) }
        projects[watched.key] = nil
    }

    /// In the order in which they came.
    var inOrder: [WatchedProject] { projects.keys.sorted().compactMap { projects[$0] } }

    // MARK: Running

    /// Watches until ``stop`` is called from another thread, or SIGINT or SIGTERM comes.
    public func run() throws(ShedError) {
        life.begin(stop: stop, watcher, clock)
        if roster.isFollowed {
            try beginToFollow()
        } else {
            for watched in inOrder { try begin(watched) }
        }
        // Without a socket it works all the same, beside verbs that do their own work.
        do throws(ShedError) { try control.listen(watcher) } catch { notices.report(.failed(root: control.path, error)) }
        life.readiness.ready(status)
        notices.report(.ready)
        do {
            while !life.isStopping { try turn() }
        } catch { throw Daemon.explained(error) }
        end()
    }

    /// Waits for what happens next, and does what is due.
    private func turn() throws {
        let burst = try watcher.nextBurst(deadline: nextDeadline)
        try noticeGaps()
        if let burst { take(burst) }
        let hasServed = serve()
        for watched in inOrder where projects[watched.key] != nil { doWhatIsDue(watched) }
        if let due = roster.due, due <= clock.now() { followRegistry() }
        if burst == nil, !hasServed { doIdleWork() }
        tellOfBackgroundWork()
        notices.tellOfNotifier()
        life.mark(clock)
    }

    private func end() {
        life.readiness.stopping()
        for work in background.values { work.stop() }
        control.stop()
        for watched in projects.values { watched.leave() }
        projects = [:]
        life.source.stop()
        notices.report(.stopped)
    }

    /// Ends ``run()`` once the work in hand is done. From any thread.
    public var stop: @Sendable () -> Void {
        let (stopping, watcher) = (life.stopping, watcher)
        return {
            stopping.set()
            watcher.wake()
        }
    }

    // MARK: Time

    /// When something is due without an event. Once a minute all clocks are looked at.
    private var nextDeadline: UInt64 {
        let dues = projects.values.map(\.nextDue) + [roster.due]
        return dues.compactMap(\.self).reduce(clock.now() + 60_000_000_000, min)
    }

    private func doWhatIsDue(_ watched: WatchedProject) {
        let now = clock.now()
        if let due = watched.presence.retryDue, due <= now { retry(watched) }
        guard watched.presence.absence == nil, watched.presence.retryDue == nil else { return }
        // Between walks, only one that failed has left anything.
        if watched.pending.handedOut?.isEmpty != true { walk(watched, in: watched.pending.handedOut) }
        if let due = watched.pending.doubtDue, due <= now { walk(watched, in: watched.pending.doubted, believesVanished: true) }
        judgeWhatIsQuiet(watched)
        if let due = watched.pending.pollDue, due <= now { poll(watched) }
    }

    /// After the process stood still, the machine slept or the clock was set, everything is looked at once.
    private func noticeGaps() throws(ShedError) {
        if life.isFootholdDue(clock) {
            try life.checkLock(surroundings)
            if !control.stands {
                do throws(ShedError) { try control.listen(watcher) } catch { notices.report(.failed(root: control.path, error)) }
            }
        }
        let jump = life.takeJump()
        if let jump, jump.stepped != 0 { for watched in projects.values { watched.clockStepped(by: jump.stepped) } }
        guard life.takeWentOn() || (jump?.slept ?? 0) > 0 else { return }
        notices.report(.resumed)
        for watched in projects.values { watched.pending.sweepDue = 0 }
    }

    /// The state directory told of something: what makes this the one daemon is looked after soon.
    func lookAfterFootholds() { life.footholdsDue = 0 }

    /// For `systemctl status`.
    var status: String {
        let away = projects.values.count { $0.presence.absence != nil } + roster.absent.count
        let watched = projects.count - projects.values.count { $0.presence.absence != nil }
        return "Watching \(watched) project\(watched == 1 ? "" : "s")" + (away == 0 ? "" : ", \(away) not there")
    }

    func tellStatus() { life.readiness.status(status) }
}
