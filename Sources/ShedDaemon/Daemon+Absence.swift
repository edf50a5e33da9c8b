import ShedModel
import ShedProject
import ShedWatch

extension Daemon {
    /// A root that was moved, deleted, unmounted, emptied, or lost its sidecar is no evidence of anything: nothing is
    /// judged until it is back.
    func lose(_ watched: WatchedProject, _ absence: RootAbsence) {
        let isNews = watched.presence.absence != absence || watched.presence.retryDue == nil
        watched.presence.absence = absence
        // A root that was moved is found at once, and a folder that was adopted anew is there.
        if absence == .gone || absence == .otherProject, isNews, come(back: watched) { return }
        watched.presence.planRetry(at: clock.now())
        tellOfAbsence(of: watched)
    }

    /// Each look at a root that is still not there would tell it again, so it is told once.
    private func tellOfAbsence(of watched: WatchedProject) {
        guard let reason = watched.presence.reasonToBeOffline, watched.presence.told != reason else { return }
        watched.presence.told = reason
        let root = watched.project.home.path
        notices.report(.offline(root: root, reason))
        if let untrusted = watched.presence.reasonToOnlyLook { notices.ask(forTrustIn: root, untrusted) }
        tellStatus()
    }

    func retry(_ watched: WatchedProject) {
        if watched.presence.absence != nil { lookFor(watched) } else { walk(watched, in: nil) }
    }

    func lookFor(_ watched: WatchedProject) {
        guard !come(back: watched) else { return }
        watched.presence.planRetry(at: clock.now())
        // By now something may stand there that nobody has trusted.
        tellOfAbsence(of: watched)
    }

    private func come(back watched: WatchedProject) -> Bool {
        let former = ObjectIdentifier(watched.project)
        guard watched.findRoot() else { return watchSuccessor(of: watched) }
        // It may have been opened anew: what waits for the one that was, nobody asks for.
        if ObjectIdentifier(watched.project) != former { for work in background.values { work.drop(former) } }
        let before = watched.presence.absence
        watched.presence.absence = nil
        watched.presence.retryDue = nil
        walk(watched, in: nil, believesVanished: true)
        guard watched.presence.absence == nil else {
            // Still not as it must be; it was told before.
            return watched.presence.absence != before
        }
        watched.presence.told = nil
        becomeReady(watched)
        notices.report(.watching(root: watched.project.home.path))
        notices.tellGaps(of: watched)
        tellStatus()
        return true
    }

    /// Watches the project that stands at a root now in the place of the one that did: `.shed` was removed and the folder
    /// adopted anew. A daemon that follows the registry is told of it there.
    private func watchSuccessor(of former: WatchedProject) -> Bool {
        let path = former.project.home.path
        // Whoever adopts it registers it: until then it is not to be opened for changes.
        guard !roster.isFollowed, let seen = try? Project.open(containing: path, surroundings: surroundings, purpose: .look),
            seen.home.path == path, seen.home.stateFolder != nil, !seen.home.file.projects.contains(former.project.home.id),
            let found = try? Project.open(containing: path, surroundings: surroundings, purpose: .change)
        else { return false }
        release(former)
        do throws(ShedError) {
            let watched = try enlist(found)
            do throws(ShedError) { try begin(watched) } catch {
                watched.presence.absence = .gone
                watched.presence.planRetry(at: clock.now())
                throw error
            }
        } catch { notices.report(.failed(root: path, error)) }
        return true
    }
}
