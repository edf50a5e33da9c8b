import Glibc

/// The machine's clock that never goes back: `CLOCK_MONOTONIC`, in nanoseconds.
enum MonotonicTime {
    static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }

    /// How long poll(2) may wait from `now` to `deadline`: whole milliseconds, none too few; -1 without a deadline.
    static func milliseconds(from now: UInt64, to deadline: UInt64?) -> Int32 {
        guard let deadline else { return -1 }
        guard deadline > now else { return 0 }
        return Int32(clamping: (deadline - now - 1) / 1_000_000 + 1)
    }
}
