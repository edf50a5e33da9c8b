import Synchronization

/// When the daemon's thread last came round. A walk over a large project on a slow disk may take many minutes, in which
/// it must not be taken for dead; a thread that never comes back must.
final class Heartbeat: Sendable {
    /// How long one round may take: an hour, in nanoseconds.
    static let patience: UInt64 = 3_600_000_000_000

    private let last = Atomic<UInt64>(0)

    /// - Parameter now: nanoseconds of the monotonic clock.
    func mark(_ now: UInt64) { last.store(now, ordering: .releasing) }

    func isAlive(at now: UInt64) -> Bool { now < last.load(ordering: .acquiring) &+ Heartbeat.patience }
}
