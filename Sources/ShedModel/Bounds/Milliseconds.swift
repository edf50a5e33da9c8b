/// Times in milliseconds since 1970, within bounds: whoever reads one that others wrote brings it into these, and then nobody who
/// takes the difference of two, or adds a duration of some thousand years, needs to ask whether it fits in 64 bits.
///
/// Nanoseconds have bounds of their own: the year 9999 in nanoseconds is more than 64 bits hold.
public enum Milliseconds {
    /// The years 1 to 9999.
    public static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// The nearest time in ``range``.
    public static func bounded(_ time: Int64) -> Int64 { min(max(time, range.lowerBound), range.upperBound) }

    /// How long it is until a time, in milliseconds; 0 where it is past. Both times may be any.
    /// - Parameter most: more it is not: by a clock that was set back meanwhile it could be ever so long.
    public static func rest(until time: Int64, from now: Int64, atMost most: Int64) -> Int64 {
        min(max(bounded(time) - bounded(now), 0), most)
    }
}

/// Times in nanoseconds since 1970, within bounds: the difference of any two fits in 64 bits, and so does what is some years before
/// or behind one.
public enum Nanoseconds {
    /// From the end of 1896 to 2189: a quarter of what 64 bits hold before 1970, and three quarters of it behind.
    public static let range: ClosedRange<Int64> = -(1 << 61)...(3 << 61) - 1

    /// The nearest time in ``range``. File systems keep times, which anybody may set, far beyond.
    public static func bounded(_ time: Int64) -> Int64 { min(max(time, range.lowerBound), range.upperBound) }

    /// A time, clamped to what nanoseconds can count: the years 1677 to 2262.
    /// - Parameter milliseconds: since 1970.
    public static func of(milliseconds: Int64) -> Int64 {
        let (result, overflows) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
        return overflows ? (milliseconds < 0 ? .min : .max) : result
    }
}
