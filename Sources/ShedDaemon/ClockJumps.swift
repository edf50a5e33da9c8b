import Glibc

/// Tells that the machine slept or that somebody set its clock. While it sleeps no event is lost, but what another
/// machine did to a shared disk meanwhile tells none, and a time that was noted before has to be noted anew.
struct ClockJumps {
    struct Jump: Hashable {
        /// How long the machine slept, in nanoseconds.
        var slept: UInt64
        /// How far the clock was set, in nanoseconds; negative for back.
        var stepped: Int64
    }

    /// The clocks of clock_gettime(2), in nanoseconds.
    struct Reading: Hashable {
        /// `CLOCK_MONOTONIC`, which stands still while the machine sleeps.
        var awake: Int64
        /// `CLOCK_BOOTTIME`, which does not.
        var sinceBoot: Int64
        /// `CLOCK_REALTIME`, which can be set.
        var date: Int64

        static func now() -> Reading {
            func read(_ clock: clockid_t) -> Int64 {
                var time = timespec()
                clock_gettime(clock, &time)
                return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
            }
            return Reading(awake: read(CLOCK_MONOTONIC), sinceBoot: read(CLOCK_BOOTTIME), date: read(CLOCK_REALTIME))
        }
    }

    private var last: Reading

    init(_ reading: Reading = .now()) { last = reading }

    /// What jumped since the last call; `nil` if nothing did by more than a second. Less is ntp's daily work.
    mutating func check(_ reading: Reading = .now()) -> Jump? {
        defer { last = reading }
        let slept = (reading.sinceBoot &- last.sinceBoot) &- (reading.awake &- last.awake)
        let stepped = (reading.date &- last.date) &- (reading.sinceBoot &- last.sinceBoot)
        guard slept > Self.least || stepped.magnitude > UInt64(Self.least) else { return nil }
        return Jump(slept: UInt64(max(0, slept)), stepped: stepped)
    }

    private static let least: Int64 = 1_000_000_000
}
