import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedWatch

@testable import ShedDaemon
@testable import ShedProject

/// A project that is watched, by a daemon's parts without its loop.
final class WatchedShelf {
    let shelf: Shelf
    let watched: WatchedProject
    private let source: EventSource

    /// Watches a project of the shelf.
    init(_ shelf: Shelf, _ project: Project, clock: any WatchClock = MonotonicClock()) throws {
        self.shelf = shelf
        source = try EventSource(privateDirectory: Array((shelf.path + "/cookies").utf8), clock: clock, waitsForTurn: true)
        watched = try WatchedProject(project, key: 1, watcher: Watcher(source: source, clock: clock), clock: clock)
        try watched.watch()
    }

    /// Watches a poetry project “My Poems”.
    convenience init(clock: any WatchClock = MonotonicClock()) throws {
        let shelf = try Shelf()
        try self.init(shelf, try shelf.project(), clock: clock)
    }

    /// Looks as the daemon does after a burst.
    @discardableResult
    func look() throws -> Outcome {
        let directories = try watched.takeDirtyDirectories(isSecondLook: true)
        return try watched.project.reconcile(.daemonLook(.init(in: directories.map { $0.union(watched.inSight) }, believesVanished: false)))
    }

    func id(_ path: RelativePath) throws -> NodeID { try watched.project.asKnown.find(path).node.id }

    deinit { source.stop() }
}
