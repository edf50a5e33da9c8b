import ShedControl
import ShedModel
import ShedProject
import ShedWatch

extension WatchLoop {
    /// The thread's own project, for those who carry out a verb there.
    private struct Projects: WatchedProjects {
        let loop: WatchLoop
        let isAbandoned: () -> Bool
        var stateDirectory: String { loop.site.surroundings.stateDirectory }

        func project(containing directory: [UInt8]) throws -> Project {
            guard loop.site.roots.key(containing: directory) == loop.worker.key else { throw Declined(reason: "this directory's project is not watched") }
            guard loop.watched.presence.absence == nil else { throw Declined(reason: "the project is offline") }
            try loop.bringUpToDate()
            // That may have taken long.
            guard !isAbandoned() else { throw Declined(reason: "nobody waits for it any more") }
            return loop.watched.project
        }
    }

    /// Carries out a verb. One that nobody waits for any more is not begun; one that was begun comes to its end.
    func serve(_ call: ControlCall) {
        guard !call.isAbandoned else { return }
        call.reply(site.handler(call.request, Projects(loop: self) { call.isAbandoned }))
        watched.project.actor = "daemon"
        // Of a verb that was not performed to its end.
        tellNews()
    }

    private func bringUpToDate() throws {
        // A verb says nothing of what was done before it.
        defer { tellNews() }
        do throws(ShedError) {
            let dirty = try watched.takeDirtyDirectories()
            if dirty?.isEmpty != true { walk(in: dirty, believesVanished: true) }
        } catch {
            if let absence = error.absence { lose(absence) } else { throw Declined(reason: error.description) }
        }
        if let reason = watched.presence.reasonToDecline { throw Declined(reason: reason) }
    }
}
