import ShedModel
import ShedProject
import ShedWatch

extension WatchLoop {
    /// A root that was moved, deleted, unmounted, emptied, or lost its sidecar is no evidence of anything: nothing is
    /// judged until it is back.
    func lose(_ absence: RootAbsence) {
        let isNews = watched.presence.absence != absence || watched.presence.retryDue == nil
        watched.presence.absence = absence
        publish()
        // A root that was moved is found at once, and a folder that was adopted anew is there.
        if absence == .gone || absence == .otherProject, isNews, comeBack() { return }
        watched.presence.planRetry(at: clock.now())
        tellOfAbsence()
    }

    /// Each look at a root that is still not there would tell it again, so it is told once.
    private func tellOfAbsence() {
        guard let reason = watched.presence.reasonToBeOffline, watched.presence.told != reason else { return }
        watched.presence.told = reason
        let root = watched.project.home.path
        notices.report(.offline(root: root, reason))
        if let untrusted = watched.presence.reasonToOnlyLook { notices.ask(forTrustIn: root, untrusted) }
        publish()
    }

    func retry() {
        if watched.presence.absence != nil { lookForRoot() } else { walk(in: nil) }
    }

    func lookForRoot() {
        guard !comeBack() else { return }
        watched.presence.planRetry(at: clock.now())
        // By now something may stand there that nobody has trusted.
        tellOfAbsence()
    }

    private func comeBack() -> Bool {
        let former = watched.project.opened
        guard watched.findRoot() else { return watchSuccessor() }
        // It may have been opened anew: what waits for the one that was, nobody asks for.
        if watched.project.opened != former { site.drop(former) }
        let before = watched.presence.absence
        watched.presence.absence = nil
        watched.presence.retryDue = nil
        walk(in: nil, believesVanished: true)
        guard watched.presence.absence == nil else {
            // Still not as it must be; it was told before.
            return watched.presence.absence != before
        }
        watched.presence.told = nil
        becomeReady()
        publish()
        notices.report(.watching(root: watched.project.home.path))
        notices.tellGaps(of: watched)
        return true
    }

    /// Watches the project that stands at a root now in the place of the one that did: `.shed` was removed and the folder
    /// adopted anew. A daemon that follows the registry is told of it there.
    private func watchSuccessor() -> Bool {
        let former = watched
        let path = former.project.home.path
        // Whoever adopts it registers it: until then it is not to be opened for changes.
        guard !site.followsRegistry, let seen = try? Project.open(containing: path, surroundings: site.surroundings, purpose: .look),
            seen.home.path == path, seen.home.stateFolder != nil, !seen.home.file.projects.contains(former.project.home.id),
            let found = try? Project.open(containing: path, surroundings: site.surroundings, purpose: .change)
        else { return false }
        do throws(ShedError) {
            let next = try WatchedProject(found, key: worker.key, watcher: site.watcher, clock: clock, process: site.process)
            letGo()
            watched = next
            do throws(ShedError) { try begin() } catch {
                watched.presence.absence = .gone
                watched.presence.planRetry(at: clock.now())
                publish()
                throw error
            }
            publish()
        } catch { notices.report(.failed(root: path, error)) }
        return true
    }
}
