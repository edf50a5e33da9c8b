import CLinux
import Glibc
import ShedProject

extension Daemon {
    /// What is done while nothing happens: a sweep where one is due, else a little of what each project still wants.
    func doIdleWork() {
        for watched in inOrder where watched.presence.absence == nil {
            if let due = watched.pending.sweepDue, due <= clock.now() { return sweep(watched) }
        }
        for watched in inOrder where watched.presence.absence == nil && watched.idle.due <= clock.now() && watched.idle.isNeeded(by: watched.project) {
            doPortion(watched)
        }
        for watched in inOrder where watched.idle.due <= clock.now() { watched.project.store.checkpointIndex() }
    }

    private func doPortion(_ watched: WatchedProject) {
        watched.idle.due = clock.now() + 50_000_000
        do throws(ShedError) {
            if watched.idle.unhashed.isEmpty { try workForKind(watched) } else { try hash(watched) }
        } catch {
            // On a full disk the next portion fails too.
            watched.idle.due = clock.now() + 60_000_000_000
            notices.tell(error, of: watched)
        }
        // What a storm needed goes back to the system when the last is done.
        if !watched.idle.isNeeded(by: watched.project) { malloc_trim(0) }
    }

    private func hash(_ watched: WatchedProject) throws(ShedError) {
        let portion = watched.idle.takePortion()
        let isLast = watched.idle.unhashed.isEmpty
        try watched.project.write(after: .nothing) { transaction throws(ShedError) in try transaction.hash(portion, savesAll: isLast) }
    }

    private func workForKind(_ watched: WatchedProject) throws(ShedError) {
        let module = watched.project.home.module
        try watched.project.kind.doIdleWork(module.flatMap { background[$0.name] })
    }

    /// Says what the work in the background could not do.
    func tellOfBackgroundWork() {
        for work in background.values {
            for (project, fault) in work.takeFailures() {
                guard let watched = projects.values.first(where: { ObjectIdentifier($0.project) == project }) else { continue }
                notices.report(.failed(root: watched.project.home.path, fault))
            }
        }
    }
}
