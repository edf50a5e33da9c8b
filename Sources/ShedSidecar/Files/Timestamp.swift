import ShedModel

/// Times of RFC 3339 in UTC, without Foundation.
public enum Timestamp {
    /// `2024-05-01T12:00:00Z`, with milliseconds where there are any.
    /// - Parameter milliseconds: since 1970; clamped to the years 0 to 9999.
    public static func text(_ milliseconds: Int64) -> String {
        let milliseconds = min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999)
        let day = milliseconds.flooredQuotient(86_400_000)
        let time = milliseconds - day * 86_400_000
        let (year, month, date) = civil(day)
        let fraction = time % 1000 == 0 ? "" : "." + padded(time % 1000, 3)
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(date, 2))T"
            + "\(padded(time / 3_600_000, 2)):\(padded(time / 60_000 % 60, 2)):\(padded(time / 1000 % 60, 2))\(fraction)Z"
    }

    /// Milliseconds since 1970, or `nil`. Takes `Z` only, and up to nine digits of a second's fraction.
    public static func milliseconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.count <= 30, bytes[4] == 0x2d, bytes[7] == 0x2d, bytes[10] | 0x20 == 0x74,
            bytes[13] == 0x3a, bytes[16] == 0x3a, bytes[bytes.count - 1] | 0x20 == 0x7a,
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let date = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
            hour < 24, minute < 60, second < 61, (1...12).contains(month)
        else { return nil }
        let day = days(year, month, date)
        guard civil(day) == (year, month, date) else { return nil }
        var fraction: Int64 = 0
        if bytes.count > 20 {
            guard bytes[19] == 0x2e, bytes.count > 21, number(bytes[20..<bytes.count - 1]) != nil else { return nil }
            let digits = Array((bytes[20..<bytes.count - 1] + [0x30, 0x30]).prefix(3))
            fraction = number(digits[...]) ?? 0
        }
        return day * 86_400_000 + (hour * 3600 + minute * 60 + second) * 1000 + fraction
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        for digit in digits {
            guard digit >= 0x30, digit <= 0x39 else { return nil }
            value = value * 10 + Int64(digit - 0x30)
        }
        return value
    }

    private static func padded(_ value: Int64, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }

    /// Days since 1970 of a date, and back: Howard Hinnant, “chrono-Compatible Low-Level Date Algorithms”.
    private static func days(_ year: Int64, _ month: Int64, _ date: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = year.flooredQuotient(400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + date - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(_ day: Int64) -> (year: Int64, month: Int64, date: Int64) {
        let day = day + 719_468
        let era = day.flooredQuotient(146_097)
        let dayOfEra = day - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted + (shifted < 10 ? 3 : -9)
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

extension Int64 {
    fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
