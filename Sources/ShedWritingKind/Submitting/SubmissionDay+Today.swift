import Glibc
import ShedWriting

extension SubmissionDay {
    /// The day that it is in the local zone.
    /// - Parameter now: milliseconds since 1970.
    package static func today(_ now: Int64, daysAgo: Int = 0) -> SubmissionDay? {
        var seconds = time_t(now / 1_000)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return nil }
        // At noon no change of the clocks leads to another day.
        (parts.tm_mday, parts.tm_hour, parts.tm_isdst) = (parts.tm_mday - Int32(daysAgo), 12, -1)
        _ = mktime(&parts)
        return SubmissionDay(year: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    }
}
