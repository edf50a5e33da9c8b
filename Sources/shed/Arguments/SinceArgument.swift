import Glibc
import ShedEngine
import ShedModel

/// Turns `--since` into a time.
enum SinceArgument {
    /// A span before now (`90s`, `30min`, `12h`, `2d`, `1w`), a date or a date and a time in the local zone, or RFC 3339.
    /// - Parameter now: milliseconds since 1970.
    /// - Returns: milliseconds since 1970.
    static func time(_ text: String, now: Int64) throws(ShedError) -> Int64 {
        if let span = span(text) { return now - span }
        if let time = Timestamp.milliseconds(text) ?? local(text) { return time }
        throw ShedError(
            .usage, "“\(EscapedText.escape(RawArguments.bytes(of: text)))” is no time for --since",
            remedy: "Say 90s, 30min, 12h, 2d or 1w, or a date such as 2026-11-20 or “2026-11-20 14:00”.")
    }

    private static let units: [String: Int64] = ["s": 1_000, "min": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000]

    private static func span(_ text: String) -> Int64? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int64(digits), number <= 1_000_000, let unit = units[String(text.dropFirst(digits.count))] else { return nil }
        return number * unit
    }

    private static func local(_ text: String) -> Int64? {
        let date = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false).map { number($0) }
        let rest = text.dropFirst(10)
        var clock: [Int32?] = [0, 0]
        if let first = rest.first {
            guard first == " " || first == "T", rest.count == 6 else { return nil }
            clock = rest.dropFirst().split(separator: ":", omittingEmptySubsequences: false).map { number($0) }
        }
        guard date.count == 3, clock.count == 2, let year = date[0], let month = date[1], let day = date[2], let hour = clock[0],
            let minute = clock[1], year >= 1970, hour < 24, minute < 60
        else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday, parts.tm_hour, parts.tm_min) = (year - 1900, month - 1, day, hour, minute)
        // Whether it is summer time is for the zone to say.
        parts.tm_isdst = -1
        let seconds = mktime(&parts)
        // A 30th of February would become a day of March.
        guard parts.tm_mon == month - 1, parts.tm_mday == day else { return nil }
        return Int64(seconds) * 1_000
    }

    private static func number(_ digits: some StringProtocol) -> Int32? {
        digits.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ? Int32(digits) : nil
    }
}
