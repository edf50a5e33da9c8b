import CLinux
import Glibc
import ShedModel
import ShedProject

extension WatchLoop {
    /// What is done while nothing happens in the project: a sweep where one is due, else a little of what it still wants.
    func doIdleWork() {
        guard watched.presence.absence == nil else { return }
        if let due = watched.pending.sweepDue, due <= clock.now() { return sweep() }
        if watched.idle.isSearchDue(watched.project, at: clock.now()) { return doPortion { () throws(ShedError) in try watched.project.searchSurvey.step() } }
        guard watched.idle.due <= clock.now() else { return }
        if !watched.idle.moved.isEmpty { return doPortion(countLinks) }
        if watched.idle.hasUnhashed { return doPortion(hash) }
        if watched.project.kind.hasIdleWork { return doPortion(workForKind) }
        guard !watched.idle.isNeeded(by: watched.project) else { return }
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

    private func doPortion(_ work: () throws(ShedError) -> Void) {
        watched.idle.pause(from: clock.now())
        do throws(ShedError) { try work() } catch {
            // On a full disk the next portion fails too.
            watched.idle.wait(until: clock.now() + 60_000_000_000)
            notices.tell(error, of: watched)
        }
        // What a storm needed goes back to the system when the last is done.
        if !watched.idle.isNeeded(by: watched.project) { malloc_trim(0) }
    }

    /// Once nothing happens after a move by hand, however much was moved.
    private func countLinks() throws(ShedError) {
        guard let count = try watched.idle.moved.step(watched.project), count > 0 else { return }
        notices.tellBrokenLinks(count, of: watched)
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
