import Glibc
import ShedMessages
import ShedModel
import ShedProject

/// A period of time, as `--modified` takes it.
///
/// A year `2026`, a month `2026-11`, a day `2026-11-21`, `today` or `yesterday` is that whole, in the local zone. What else
/// ``TimeArgument`` knows (`3d`, `2026-11-21T18:30`) is the time since. Two with `..` between them are all from the beginning of the first
/// to the end of the second; either may be left out.
package struct TimePeriod: Hashable {
    /// Nanoseconds since 1970; `nil`: from the beginning of time.
    package private(set) var start: Int64?
    /// The first moment behind it; `nil`: without an end.
    package private(set) var end: Int64?

    /// - Parameter now: milliseconds since 1970.
    package init(_ text: String, now: Int64, of option: String) throws(ShedError) {
        let wrong = ShedError(.usage, .noPeriod(option: option, text: EscapedText.escape(RawArguments.bytes(of: text))), remedy: .periodsLookLike)
        let halves = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if halves.count == 1 {
            let (start, end) = try TimePeriod.bounds(text, now, wrong)
            (self.start, self.end) = (start, end)
        } else {
            guard halves.contains(where: { !$0.isEmpty }) else { throw wrong }
            if !halves[0].isEmpty { start = try TimePeriod.bounds(halves[0], now, wrong).start }
            if !halves[1].isEmpty {
                let (start, end) = try TimePeriod.bounds(halves[1], now, wrong)
                self.end = end ?? start
            }
        }
        if let start, let end, start >= end { throw wrong }
    }

    /// - Returns: no end for what is a moment.
    private static func bounds(_ text: String, _ now: Int64, _ wrong: ShedError) throws(ShedError) -> (start: Int64, end: Int64?) {
        if let (first, next) = days(text, now) {
            var (from, to) = (tm(), tm())
            guard let start = TimeArgument.local(&from, first, (0, 0, 0)), let end = TimeArgument.local(&to, next, (0, 0, 0)) else { throw wrong }
            return (Nanoseconds.of(milliseconds: start), Nanoseconds.of(milliseconds: end))
        }
        do throws(ShedError) { return (try TimeArgument.time(text, now: now, of: ""), nil) } catch { throw wrong }
    }

    private typealias Day = (Int, Int, Int)

    /// The first day of what a text names whole, and the first one behind it, whatever the calendar calls that.
    private static func days(_ text: String, _ now: Int64) -> (Day, Day)? {
        if text == "today" || text == "yesterday" {
            var (seconds, parts) = (time_t(now / 1_000), tm())
            guard localtime_r(&seconds, &parts) != nil else { return nil }
            let (year, month, day) = (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday) - (text == "today" ? 0 : 1))
            return ((year, month, day), (year, month, day + 1))
        }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.allSatisfy(\.isDigit) ? Int($0) : nil }
        guard numbers.count == parts.count, parts.map(\.utf8.count) == [4, 2, 2].prefix(parts.count).map({ $0 }), (1_700...2_261).contains(numbers[0]) else { return nil }
        switch numbers.count {
        case 1: return ((numbers[0], 1, 1), (numbers[0] + 1, 1, 1))
        case 2: return (1...12).contains(numbers[1]) ? ((numbers[0], numbers[1], 1), (numbers[0], numbers[1] + 1, 1)) : nil
        // There is no 31st of November.
        default: return TimeArgument.date(text) != nil ? ((numbers[0], numbers[1], numbers[2]), (numbers[0], numbers[1], numbers[2] + 1)) : nil
        }
    }
}
