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
/// Each project has a thread of its own (``ProjectWorker``), which alone opens it, walks it and carries out its verbs. The
/// thread that calls ``run()`` serves: it hands events and verbs to those, follows the registry, looks after what makes the
/// process the daemon, and never waits for a project. The event source, the control socket and the signals have a thread each
/// that only waits.
public final class Daemon {
    /// What can be set.
    public struct Options: Sendable {
        /// How often everything is looked at for what no event told, in seconds; 0: never.
        public var sweep = 600
        /// How much memory one project may take while it is worked in, in bytes.
        public var memoryCeiling = ProcessMemory.ceiling
        /// In whose words the desktop is told.
        public var catalogue = Catalogue.english
        /// The process that waits for this one, if one does.
        public var parent: WatchParent.Link?

        public init() {}
    }

    /// Carries out a verb: the request, and how to get at a project that is watched. Called by the threads of the projects.
    public typealias RequestHandler = @Sendable (ControlRequest, any WatchedProjects) -> ControlReply
    /// Says in which directory the verb of a request works, by its words alone: an absolute path, in which links may stand.
    public typealias RequestPlace = (ControlRequest) -> [UInt8]

    let site: WatchSite
    let place: RequestPlace
    /// Those who watch a project, or are about to.
    var workers: [RootKey: ProjectWorker] = [:]
    /// Those who were told to let go of theirs and may still be at it.
    var leaving: [ProjectWorker] = []
    /// What is registered, and what of it cannot be watched.
    var roster: Roster
    /// The roots of the projects that are watched, where they were named.
    private let named: [[UInt8]]
    /// Why a project that was named cannot be watched.
    var failure: ShedError?
    let control: ControlPoint
    private let life: DaemonLife
    private let report: (DaemonEvent) -> Void
    /// When to look at memory next: nanoseconds of the monotonic clock.
    var memoryDue: UInt64 = 0
    /// When it is said that the daemon is ready, whoever still looks at a project; `nil` once it was.
    private var readyDue: UInt64?
    private var toldStatus: String?

    var surroundings: Surroundings { site.surroundings }
    var options: Options { site.options }
    var clock: MonotonicClock { site.clock }
    var watcher: Watcher { site.watcher }
    var notices: Notices { site.notices }

    /// Finds the projects. None is opened yet.
    /// - Parameters:
    ///   - directories: whose projects to watch; `nil`: all that are registered, and those that come.
    ///   - version: shed's version, for those who connect.
    ///   - report: told what happens, by the thread that calls ``run()``.
    ///   - place: where a verb that comes over the control socket works.
    ///   - handler: carries out those verbs.
    /// - Throws: where another daemon runs, inotify cannot be had, or a directory is in no project.
    public init(
        directories: [[UInt8]]?, surroundings: Surroundings, options: Options = Options(), version: String,
        report: @escaping (DaemonEvent) -> Void, place: @escaping RequestPlace, handler: @escaping RequestHandler
    ) throws(ShedError) {
        // Before the first thread is made, so that none of them takes a signal.
        Signals.block()
        let life = try DaemonLife(surroundings, options.parent)
        self.life = life
        self.report = report
        self.place = place
        let watcher = Watcher(source: life.source)
        let wake = { @Sendable in watcher.wake() }
        roster = Roster(Registry(surroundings), isFollowed: directories == nil)
        var background: [String: any BackgroundWork] = [:]
        for module in surroundings.kinds.all { background[module.name] = module.background(wake: wake) }
        let aside = WorkAside()
        for work in background.values { work.tellOfWork { aside.note($0, isAtWork: $1) } }
        let process = options.parent?.process ?? getpid()
        control = ControlPoint(surroundings, version: version, process: process)
        site = WatchSite(
            surroundings: surroundings, options: options, clock: MonotonicClock(), watcher: watcher, background: background,
            notices: Notices(DesktopNotifier(catalogue: options.catalogue, onFailure: wake), options.catalogue, wake: wake),
            handler: handler, work: WorkTable(wake: wake), aside: aside, roots: WatchedRoots(), followsRegistry: directories == nil, process: process)
        var named: [[UInt8]] = []
        for directory in directories ?? [] {
            let root = try Project.root(containing: directory, surroundings: surroundings)
            if !named.contains(root) { named.append(root) }
        }
        self.named = named
    }

    static func explained(_ error: any Error) -> ShedError {
        switch error {
        case let error as WatchError: ShedError(.environment, "\(error)")
        case let error as ControlServerError: ShedError(.environment, "\(error)")
        default: ShedError(error)
        }
    }

    /// In the order in which they came.
    var standings: [(worker: ProjectWorker, standing: ProjectWorker.Standing)] {
        workers.keys.sorted().compactMap { workers[$0] }.map { ($0, $0.standing) }
    }

    // MARK: Running

    /// Watches until ``stop`` is called from another thread, or SIGINT or SIGTERM comes.
    public func run() throws(ShedError) {
        life.begin(stop: stop, watcher, clock)
        readyDue = clock.now() + Daemon.patience
        do {
            if roster.isFollowed {
                try beginToFollow()
            } else {
                let folders = roster.registry.folders()
                for root in named { enlist(at: root, folders.first { $0.record.root == root }) }
            }
            // Without a socket it works all the same, beside verbs that do their own work.
            listen()
            while !life.isStopping { try turn() }
        } catch {
            end()
            throw Daemon.explained(error)
        }
        end()
        notices.report(.stopped)
        tellEvents()
    }

    /// For how long it is waited until every project was looked at before it is said that the daemon is ready: half a minute.
    private static let patience: UInt64 = 30_000_000_000

    private func listen() {
        do throws(ShedError) { try control.listen(watcher) } catch { notices.report(.failed(root: control.path, error)) }
    }

    /// Waits for what happens next, and hands it out.
    private func turn() throws {
        let news = try watcher.nextNews(deadline: nextDeadline)
        try noticeGaps()
        if let news { handOut(news) }
        handOutCalls()
        noteStandings()
        if let failure { throw failure }
        if let due = roster.due, due <= clock.now() { followRegistry() }
        lookAtMemory()
        tellOfBackgroundWork()
        notices.tellOfNotifier()
        let isReady = readyDue != nil && isEveryoneReady
        tellEvents()
        if isReady { becomeReady() }
        tellStatus()
        life.mark(clock)
    }

    private func handOut(_ news: RootKey) {
        guard news == Roster.key else {
            workers[news]?.tell { $0.hasNews = true }
            return
        }
        _ = watcher.drain(news)
        followRegistry()
    }

    /// Says what the work in the background could not do, and has it go on with what had to wait.
    private func tellOfBackgroundWork() {
        for work in site.background.values {
            work.goOn()
            for (project, fault) in work.takeFailures() {
                guard let root = standings.first(where: { $0.standing.project == project })?.standing.root else { continue }
                notices.report(.failed(root: root, fault))
            }
        }
    }

    func tellEvents() { for event in notices.take() { report(event) } }

    // MARK: Ready, and how it stands

    private var isEveryoneReady: Bool { standings.allSatisfy { $0.standing.isReady } || readyDue.map { $0 <= clock.now() } == true }

    private func becomeReady() {
        readyDue = nil
        toldStatus = status
        life.readiness.ready(status)
        report(.ready)
    }

    /// For `systemctl status`.
    private var status: String {
        let all = standings.map(\.standing).filter(\.isWatching)
        let away = all.count { $0.isAway } + roster.absent.count
        let watched = all.count { !$0.isAway }
        return "Watching \(watched) project\(watched == 1 ? "" : "s")" + (away == 0 ? "" : ", \(away) not there")
    }

    private func tellStatus() {
        let status = status
        guard readyDue == nil, toldStatus != status else { return }
        toldStatus = status
        life.readiness.status(status)
    }

    // MARK: The end

    /// How long those that are at work are waited for: a second and a half, in nanoseconds.
    static let lastPatience: UInt64 = 1_500_000_000

    /// Tells everybody to end, and waits for them a little. Who is at work ends after the piece in hand; where that takes longer,
    /// the process is ended all the same: whatever shed does is safe when it is killed in the midst of it, which tests hold it to
    /// (``Interruption``), and this is no more than that.
    private func end() {
        life.readiness.stopping()
        let all = Array(workers.values) + leaving
        for worker in all { worker.stop() }
        site.work.wakeWaiting()
        for work in site.background.values { work.stop() }
        control.stop()
        let deadline = clock.now() + Daemon.lastPatience
        let areAllOver = all.map { $0.awaitEnd(deadline: deadline) }.allSatisfy(\.self)
        if areAllOver {
            life.source.stop()
        } else if life.isStopping {
            notices.report(.stopped)
            tellEvents()
            _exit(0)
        }
        life.ended.ring()
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
        let dues = [roster.due, readyDue, site.work.isAnybodyAtWork ? memoryDue : nil]
        return dues.compactMap(\.self).reduce(clock.now() + 60_000_000_000, min)
    }

    /// After the process stood still, the machine slept or the clock was set, everything is looked at once.
    private func noticeGaps() throws(ShedError) {
        if life.isFootholdDue(clock) {
            try life.checkLock(surroundings)
            if !control.stands { listen() }
        }
        let jump = life.takeJump()
        if let jump, jump.stepped != 0 { for worker in workers.values { worker.tell { $0.clockStep &+= jump.stepped } } }
        guard life.takeWentOn() || (jump?.slept ?? 0) > 0 else { return }
        notices.report(.resumed)
        for worker in workers.values { worker.tell { $0.sweeps = true } }
    }

    /// The state directory told of something: what makes this the one daemon is looked after soon.
    func lookAfterFootholds() { life.footholdsDue = 0 }
}
