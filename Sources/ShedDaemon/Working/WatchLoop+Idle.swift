import CLinux
import Glibc
import ShedModel
import ShedProject

extension WatchLoop {
    /// What is done while nothing happens in the project: a sweep where one is due, else a little of what it still wants.
    func doIdleWork() {
        guard watched.presence.absence == nil else { return }
        if let due = watched.pending.sweepDue, due <= clock.now() { return sweep() }
        guard watched.idle.due <= clock.now() else { return }
        if watched.idle.isNeeded(by: watched.project) { return doPortion() }
        compact()
        watched.project.store.checkpointIndex()
        checkpointDue = nil
    }

    /// Once a day, where enough batches have gathered.
    private func compact() {
        guard watched.project.isCompactionDue else { return }
        do throws(ShedError) {
            _ = try watched.project.write(after: .nothing) { transaction throws(ShedError) in try transaction.compactIfDue() }
        } catch { notices.tell(error, of: watched) }
    }

    private func doPortion() {
        watched.idle.due = clock.now() + 50_000_000
        do throws(ShedError) {
            if watched.idle.hasUnhashed { try hash() } else if watched.project.searchSurvey.isNeeded { try watched.project.searchSurvey.step() } else { try workForKind() }
        } catch {
            // On a full disk the next portion fails too.
            watched.idle.due = clock.now() + 60_000_000_000
            notices.tell(error, of: watched)
        }
        // What a storm needed goes back to the system when the last is done.
        if !watched.idle.isNeeded(by: watched.project) { malloc_trim(0) }
    }

    private func hash() throws(ShedError) {
        let portion = watched.idle.takePortion()
        let isLast = !watched.idle.hasUnhashed
        let rest = try watched.project.write(after: .nothing) { transaction throws(ShedError) in try transaction.hash(portion, savesAll: isLast) }
        watched.idle.putBack(rest)
    }

    private func workForKind() throws(ShedError) {
        let module = watched.project.home.module
        try watched.project.kind.doIdleWork(module.flatMap { site.background[$0.name] })
    }
}
