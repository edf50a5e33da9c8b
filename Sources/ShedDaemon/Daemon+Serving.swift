import ShedControl
import ShedModel
import ShedProject
import ShedWatch

extension Daemon {
    /// The projects that are watched, for those who carry out a verb.
    private struct Projects: WatchedProjects {
        let daemon: Daemon
        let isAbandoned: () -> Bool
        var stateDirectory: String { daemon.surroundings.stateDirectory }

        func project(containing directory: [UInt8]) throws -> Project {
            guard let watched = daemon.watched(containing: directory) else { throw Declined(reason: "this directory's project is not watched") }
            guard watched.presence.absence == nil else { throw Declined(reason: "the project is offline") }
            try daemon.bringUpToDate(watched)
            // That may have taken long.
            guard !isAbandoned() else { throw Declined(reason: "nobody waits for it any more") }
            return watched.project
        }
    }

    /// Carries out the verbs that wait.
    /// - Returns: whether there were any.
    func serve() -> Bool {
        control.serve({ Projects(daemon: self, isAbandoned: $0) }) { for watched in projects.values { watched.project.actor = "daemon" } }
    }

    private func watched(containing directory: [UInt8]) -> WatchedProject? {
        let slash = UInt8(ascii: "/")
        return projects.values.filter { watched in
            let root = watched.project.home.path
            return directory.starts(with: root) && (directory.count == root.count || directory[root.count] == slash)
        }.max { $0.project.home.path.count < $1.project.home.path.count }
    }

    private func bringUpToDate(_ watched: WatchedProject) throws {
        do throws(ShedError) {
            let dirty = try watched.takeDirtyDirectories()
            if dirty?.isEmpty != true { walk(watched, in: dirty, believesVanished: true) }
        } catch {
            if let absence = error.absence { lose(watched, absence) } else { throw Declined(reason: error.description) }
        }
        if let reason = watched.presence.reasonToDecline { throw Declined(reason: reason) }
    }
}
