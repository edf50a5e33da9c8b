import ShedControl
import ShedModel
import ShedProject
import ShedWatch

/// What the thread of one watched project does: it waits for events, verbs and what is due, and does one thing at a time.
///
/// It is made, used and let go by that thread alone, and so are the project and all that belongs to it.
final class WatchLoop {
    let site: WatchSite
    let worker: ProjectWorker
    var watched: WatchedProject
    /// What is done for the project in the background.
    private let aside: ProjectWork
    /// When the index's log is emptied, at the earliest; `nil` where nothing was done since.
    var checkpointDue: UInt64?

    var clock: MonotonicClock { site.clock }
    var notices: Notices { site.notices }

    private init(_ site: WatchSite, _ worker: ProjectWorker, _ project: Project, _ quarantine: Quarantine) throws(ShedError) {
        self.site = site
        self.worker = worker
        aside = ProjectWork(site.work, worker, quarantine, .background)
        watched = try WatchedProject(project, key: worker.key, watcher: site.watcher, clock: site.clock, process: site.process)
    }

    /// The life of a watched project, from its opening to its end.
    /// - Parameter former: those who had the root before.
    static func live(_ site: WatchSite, _ worker: ProjectWorker, after former: [ProjectWorker]) -> ProjectWorker.End {
        let known = worker.standing.folder
        var quarantine = Quarantine()
        do throws(ShedError) { if let known { quarantine = try Quarantine(of: known) } } catch { return .unusable(error) }
        if quarantine.isQuarantined { return .quarantined(quarantine) }
        let work = ProjectWork(site.work, worker, quarantine)
        let loop: WatchLoop
        do throws(ShedError) {
            let begun = try work.perform { () throws(ShedError) -> Result<WatchLoop, Absent> in try begin(site, worker, quarantine, after: former) }
            switch begun {
            case .success(let begun): loop = begun
            case .failure(let absent): return absent.end
            }
        } catch { return .unusable(error) }
        loop.run(work)
        loop.letGo()
        return .stopped
    }

    private struct Absent: Error { var end: ProjectWorker.End }

    private static func begin(
        _ site: WatchSite, _ worker: ProjectWorker, _ quarantine: Quarantine, after former: [ProjectWorker]
    ) throws(ShedError) -> Result<WatchLoop, Absent> {
        let known = worker.standing.folder
        if site.followsRegistry, let known, !Registry.isThere(known) { return .failure(Absent(end: .absent)) }
        let project = try Project.open(containing: worker.root, surroundings: site.surroundings, purpose: .change)
        if site.followsRegistry, let known {
            let folder = project.home.stateFolder?.path
            guard project.home.path == known.record.root, folder == known.path else { return .failure(Absent(end: .superfluous(besides: folder))) }
        }
        // Another project stands there now.
        for former in former {
            let wasWatching = !former.isStopping && former.standing.isWatching
            former.stop()
            site.work.wakeWaiting()
            former.awaitEnd()
            if wasWatching { site.notices.report(.forgotten(root: worker.root)) }
        }
        let loop = try WatchLoop(site, worker, project, quarantine)
        do throws(ShedError) { try loop.begin() } catch {
            loop.letGo()
            throw error
        }
        loop.publish()
        worker.publish { $0.isReady = true }
        return .success(loop)
    }

    private func run(_ work: ProjectWork) {
        while var errand = worker.next(deadline: nextDue, clock) {
            work.begin {
                for call in errand.calls { call.reply(.declined(ProjectWorker.waits)) }
                errand.calls = []
            }
            turn(errand)
            work.end()
        }
    }

    private func turn(_ errand: ProjectWorker.Errand) {
        if errand.clockStep != 0 { watched.clockStepped(by: errand.clockStep) }
        if errand.sweeps { watched.pending.sweepDue = 0 }
        if errand.hasNews { takeBurst() }
        for call in errand.calls where !worker.isStopping { serve(call) }
        guard !worker.isStopping else { return }
        doWhatIsDue()
        if !errand.hasNews, errand.calls.isEmpty { doIdleWork() }
        tellNews()
        // Something was written.
        if checkpointDue == nil, watched.idle.due > clock.now() { checkpointDue = clock.now() + WatchLoop.rest }
    }

    /// Tells what was done here beside walks, or after one that failed: whoever comes next has not done it.
    func tellNews() {
        if let news = watched.project.takeNews() { notices.tell(news, of: watched) }
    }

    /// How long nothing has to be done before the index's log is emptied: 10 s, in nanoseconds.
    private static let rest: UInt64 = 10_000_000_000

    /// When something is due without an event; `nil` where nothing is.
    private var nextDue: UInt64? {
        let checkpoint = watched.presence.absence == nil ? checkpointDue.map { max($0, watched.idle.due) } : nil
        return [watched.nextDue, checkpoint].compactMap(\.self).min()
    }

    private func doWhatIsDue() {
        let now = clock.now()
        if let due = watched.presence.retryDue, due <= now { retry() }
        guard watched.presence.absence == nil, watched.presence.retryDue == nil else { return }
        // Between walks, only one that failed has left anything.
        if watched.pending.handedOut?.isEmpty != true { walk(in: watched.pending.handedOut) }
        if let due = watched.pending.doubtDue, due <= now { walk(in: watched.pending.doubted, believesVanished: true) }
        judgeWhatIsQuiet()
        if let due = watched.pending.pollDue, due <= now { poll() }
    }

    // MARK: What the others see

    /// Says how it stands with the project.
    func publish() {
        let home = watched.project.home
        let (root, folder, project, isAway) = (home.path, home.stateFolder, watched.project.opened, watched.presence.absence != nil)
        site.roots[worker.key] = root
        site.aside[project] = aside
        worker.publish {
            $0.phase = .watching
            ($0.root, $0.folder, $0.project, $0.isAway) = (root, folder, project, isAway)
        }
    }

    /// Lets go of the project.
    func letGo() {
        site.roots[worker.key] = nil
        watched.leave()
        site.drop(watched.project.opened)
    }
}
