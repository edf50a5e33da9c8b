import Synchronization

/// When the thread that serves last came round. It waits for no project, and comes round once a minute where nothing happens: one
/// that does not is held up for good.
final class Heartbeat: Sendable {
    /// How long one round may take: the minute that it waits at most, and one more; in nanoseconds.
    static let patience: UInt64 = 120_000_000_000

    private let last = Atomic<UInt64>(0)

    /// - Parameter now: nanoseconds of the monotonic clock.
    func mark(_ now: UInt64) { last.store(now, ordering: .releasing) }

    func isAlive(at now: UInt64) -> Bool { now < last.load(ordering: .acquiring) &+ Heartbeat.patience }
}
