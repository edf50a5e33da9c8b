/// A date as ISO 8601 writes it: `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, and behind a day `THH:MM` or `THH:MM:SS`, then perhaps
/// `Z` or `±HH:MM`. Without a zone it is taken for UTC. Proleptic Gregorian calendar, years 0000 to 9999, days that exist
/// only, no leap seconds.
///
/// A date is a span: `1940` is that whole year. Dates are compared by their beginnings.
public struct RecordDate: Hashable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z.
    public var start: Int64
    /// The first second behind the span.
    public var end: Int64

    /// A moment, one second long.
    public init(seconds: Int64) {
        start = seconds
        end = seconds + 1
    }

    /// Reads a date that fills all the bytes.
    public init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 4, bytes.count <= 25 else { return nil }
        var reader = Reader(bytes: bytes)
        guard let year = reader.number(4) else { return nil }
        var (month, day) = (1, 1)
        guard reader.skip("-") else {
            guard reader.isAtEnd else { return nil }
            self.init(days: RecordDate.days(year, 1, 1), until: RecordDate.days(year + 1, 1, 1))
            return
        }
        guard let number = reader.number(2), (1...12).contains(number) else { return nil }
        month = number
        guard reader.skip("-") else {
            guard reader.isAtEnd else { return nil }
            let next = month == 12 ? RecordDate.days(year + 1, 1, 1) : RecordDate.days(year, month + 1, 1)
            self.init(days: RecordDate.days(year, month, 1), until: next)
            return
        }
        guard let number = reader.number(2), number >= 1, number <= RecordDate.length(of: month, year) else { return nil }
        day = number
        let days = RecordDate.days(year, month, day)
        if reader.isAtEnd {
            self.init(days: days, until: days + 1)
            return
        }
        guard reader.skip("T"), let time = reader.time(), reader.isAtEnd else { return nil }
        self.init(start: Int64(days) * 86_400 + Int64(time.seconds), length: Int64(time.length))
    }

    public init?(_ text: String) {
        var text = text
        guard let date = text.withUTF8({ RecordDate($0) }) else { return nil }
        self = date
    }

    private init(days: Int, until end: Int) { self.init(start: Int64(days) * 86_400, length: Int64(end - days) * 86_400) }

    private init(start: Int64, length: Int64) {
        self.start = start
        end = start + length
    }

    private static func length(of month: Int, _ year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    /// Days from 1970-01-01 to a day. Source: Howard Hinnant, “chrono-Compatible Low-Level Date Algorithms”.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = (month <= 2 ? year - 1 : year) + 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468 - 146_097
    }

    /// Less than, equal to or greater than 0 as the beginning is before, in or behind a span.
    func order(to span: RecordDate) -> Int { start < span.start ? -1 : start < span.end ? 0 : 1 }

    private struct Reader {
        let bytes: UnsafeBufferPointer<UInt8>
        var position = 0
        var isAtEnd: Bool { position == bytes.count }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        mutating func number(_ digits: Int) -> Int? {
            guard position + digits <= bytes.count else { return nil }
            var number = 0
            for _ in 0..<digits {
                let digit = bytes[position] &- UInt8(ascii: "0")
                guard digit < 10 else { return nil }
                number = number * 10 + Int(digit)
                position += 1
            }
            return number
        }

        /// A time of day with its zone, in seconds, and how many seconds it is long.
        mutating func time() -> (seconds: Int, length: Int)? {
            guard let hour = number(2), hour < 24, skip(":"), let minute = number(2), minute < 60 else { return nil }
            var seconds = hour * 3600 + minute * 60
            var length = 60
            if skip(":") {
                guard let second = number(2), second < 60 else { return nil }
                seconds += second
                length = 1
            }
            if isAtEnd || skip("Z") { return (seconds, length) }
            let sign = skip("+") ? 1 : skip("-") ? -1 : 0
            guard sign != 0, let hours = number(2), hours < 24, skip(":"), let minutes = number(2), minutes < 60 else { return nil }
            return (seconds - sign * (hours * 3600 + minutes * 60), length)
        }
    }
}
