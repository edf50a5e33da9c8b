import ShedControl
import ShedModel
import ShedWatch

extension Daemon {
    /// The projects that are watched, for those who carry out a verb.
    public struct Projects: WatchedProjects {
        let daemon: Daemon

        public var stateDirectory: String { daemon.surroundings.stateDirectory }

        public func project(containing directory: [UInt8]) throws -> Project {
            guard let post = daemon.post(containing: directory) else { throw Declined(reason: "this directory's project is not watched") }
            guard post.absence == nil else { throw Declined(reason: "the project is offline") }
            try daemon.bringUpToDate(post)
            return post.project
        }
    }

    /// Carries out the verbs that wait.
    /// - Returns: whether there were any.
    func serve() -> Bool {
        let calls = server?.take() ?? []
        for call in calls where !call.isAbandoned {
            call.reply(steward(call.request, Projects(daemon: self)))
            for post in posts.values { post.project.surroundings.actor = "daemon" }
        }
        return !calls.isEmpty
    }

    private func post(containing directory: [UInt8]) -> Post? {
        let slash = UInt8(ascii: "/")
        return posts.values.filter { post in
            let root = post.project.rootPath
            return directory.starts(with: root) && (directory.count == root.count || directory[root.count] == slash)
        }.max { $0.project.rootPath.count < $1.project.rootPath.count }
    }

    private func bringUpToDate(_ post: Post) throws {
        do throws(ShedError) {
            let dirty = try post.dirtyDirectories()
            if dirty?.isEmpty != true { walk(post, dirty: dirty, confirms: true) }
        } catch {
            if let absence = error.absence { lose(post, absence) } else { throw Declined(reason: error.description) }
        }
        if let reason = post.lastFailure ?? post.absence?.rawValue ?? post.configurationFault { throw Declined(reason: reason) }
    }
}
