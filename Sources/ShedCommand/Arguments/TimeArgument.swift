import Glibc
import ShedMessages
import ShedProject
import ShedModel

/// Turns `2d`, `2026-11-21` and the like into points in time.
package enum TimeArgument {
    /// The time that a text names.
    ///
    /// A span before now: a number with `s`, `min`, `h`, `d`, `w` or `y` (365 days). `today` and `yesterday` are the
    /// beginnings of those days. A date `2026-11-21`, with a time `2026-11-21T18:30` or `2026-11-21T18:30:15` if need be, in
    /// the local zone, or with `Z` at its end in UTC; a space may stand for the `T`. RFC 3339 in UTC, with a fraction.
    /// - Parameter now: milliseconds since 1970.
    /// - Returns: nanoseconds since 1970; what these cannot count is the earliest or latest time that they can.
    package static func time(_ text: String, now: Int64, of option: String) throws(ShedError) -> Int64 {
        if let milliseconds = span(text).map({ now - $0 }) ?? day(text, now: now) ?? Timestamp.milliseconds(text) ?? date(text) { return Nanoseconds.of(milliseconds: milliseconds) }
        throw ShedError(
            .usage, .noTime(option: option, text: EscapedText.escape(RawArguments.bytes(of: text))), remedy: .timesLookLike)
    }

    private static let units: [String: Int64] = [
        "s": 1_000, "min": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 7 * 86_400_000, "y": 365 * 86_400_000,
    ]

    private static func span(_ text: String) -> Int64? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        // More would lie before any file.
        guard let number = Int64(digits), number <= 1_000_000_000, let unit = units[String(text.dropFirst(digits.count))] else { return nil }
        let (span, overflows) = number.multipliedReportingOverflow(by: unit)
        return overflows || span > 200 * 365 * 86_400_000 ? 200 * 365 * 86_400_000 : span
    }

    private static func day(_ text: String, now: Int64) -> Int64? {
        guard text == "today" || text == "yesterday" else { return nil }
        var seconds = time_t(now / 1_000)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return nil }
        return local(&parts, (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday) - (text == "today" ? 0 : 1)), (0, 0, 0))
    }

    static func date(_ text: String) -> Int64? {
        let isUniversal = text.hasSuffix("Z") && text.contains { $0 == "T" || $0 == " " }
        let halves = (isUniversal ? text.dropLast() : text[...])
            .split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
        guard let days = numbers(halves[0], "-", widths: [4, 2, 2]) else { return nil }
        var clock = [0, 0, 0]
        if halves.count == 2 {
            guard let read = numbers(halves[1], ":", widths: [2, 2, 2]) ?? numbers(halves[1], ":", widths: [2, 2]) else { return nil }
            clock = (read + [0]).prefix(3).map { $0 }
        }
        let digits = [days[0], days[1], days[2]] + clock
        func padded(_ number: Int, _ width: Int) -> String { String(String(number + 100_000).suffix(width)) }
        let universal = "\(padded(digits[0], 4))-\(padded(digits[1], 2))-\(padded(digits[2], 2))T"
            + "\(padded(digits[3], 2)):\(padded(digits[4], 2)):\(padded(digits[5], 2))Z"
        // Also says whether there is such a day.
        guard (1_700...2_261).contains(digits[0]), let milliseconds = Timestamp.milliseconds(universal) else { return nil }
        var parts = tm()
        return isUniversal ? milliseconds : local(&parts, (digits[0], digits[1], digits[2]), (digits[3], digits[4], digits[5]))
    }

    private static func numbers(_ text: Substring, _ separator: Character, widths: [Int]) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == widths, parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }) else { return nil }
        let numbers = parts.compactMap { Int($0) }
        return numbers.count == widths.count ? numbers : nil
    }

    /// Local time; what no month or day has is counted on.
    /// - Returns: milliseconds since 1970.
    static func local(_ parts: inout tm, _ day: (Int, Int, Int), _ clock: (Int, Int, Int)) -> Int64? {
        parts.tm_year = Int32(day.0 - 1900)
        parts.tm_mon = Int32(day.1 - 1)
        parts.tm_mday = Int32(day.2)
        parts.tm_hour = Int32(clock.0)
        parts.tm_min = Int32(clock.1)
        parts.tm_sec = Int32(clock.2)
        // Whether summer time is in force is for the C library to say.
        parts.tm_isdst = -1
        return Int64(mktime(&parts)) * 1_000
    }
}
