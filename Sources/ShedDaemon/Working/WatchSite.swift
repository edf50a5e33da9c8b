import ShedControl
import ShedProject
import ShedThreads
import ShedWatch

/// What the threads of all watched projects share.
struct WatchSite: Sendable {
    let surroundings: Surroundings
    let options: Daemon.Options
    let clock: MonotonicClock
    let watcher: Watcher
    /// Work that takes long, of all kinds that have any, by the kind's name.
    let background: [String: any BackgroundWork]
    let notices: Notices
    let handler: Daemon.RequestHandler
    /// Who is at work.
    let work: WorkTable
    /// And what is done in the background.
    let aside: WorkAside
    let roots: WatchedRoots
    /// Whether all registered projects are watched, and not only some that were named.
    let followsRegistry: Bool
    /// By which process the daemon is known.
    let process: Int32

    /// What is done in the background for a project is let go.
    func drop(_ project: OpenedProject) {
        for work in background.values { work.drop(project) }
        aside[project] = nil
    }
}

/// Where the watched projects are: whose a directory is.
final class WatchedRoots: Sendable {
    private let roots = Lock<[RootKey: [UInt8]]>([:])

    subscript(key: RootKey) -> [UInt8]? {
        get { roots.withLock { $0[key] } }
        set { roots.withLock { $0[key] = newValue } }
    }

    /// The project that a directory belongs to; of one within the other the inner one.
    func key(containing directory: [UInt8]) -> RootKey? {
        let slash = UInt8(ascii: "/")
        return roots.withLock { roots in
            roots.filter { _, root in directory.starts(with: root) && (directory.count == root.count || directory[root.count] == slash) }
                .max { $0.value.count < $1.value.count }?.key
        }
    }
}
