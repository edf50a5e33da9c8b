import Glibc

/// The clock that settling goes by. Tests give one that they turn by hand.
public protocol WatchClock: Sendable {
    /// Nanoseconds since some fixed moment; never goes back.
    func now() -> UInt64
}

/// The machine's own monotonic clock: `CLOCK_MONOTONIC` of clock_gettime(2). It stands still while the machine sleeps.
public struct MonotonicClock: WatchClock {
    public init() {}

    public func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}
