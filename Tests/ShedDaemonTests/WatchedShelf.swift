import ShedProjectTestSupport
import ShedWatch

@testable import ShedDaemon
@testable import ShedProject

/// A poetry project “My Poems” that is watched, by a daemon's parts without its loop.
final class WatchedShelf {
    let shelf: Shelf
    let watched: WatchedProject
    private let source: EventSource

    init() throws {
        shelf = try Shelf()
        let clock = MonotonicClock()
        source = try EventSource(privateDirectory: Array((shelf.path + "/cookies").utf8), clock: clock, waitsForTurn: true)
        watched = try WatchedProject(try shelf.project(), key: 1, watcher: Watcher(source: source, clock: clock), clock: clock)
        try watched.watch()
    }

    deinit { source.stop() }
}
