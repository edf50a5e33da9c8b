/// A day of the calendar (Gregorian, also before it was), of the years 1 to 9999; in no time zone.
public struct CalendarDay: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Counted from 1 January 1970, which is 0.
    public let number: Int

    /// 1 January 1 and 31 December 9999.
    private static let range = -719_162...2_932_896

    /// `nil` where the number is that of no day of these years.
    public init?(number: Int) {
        guard CalendarDay.range.contains(number) else { return nil }
        self.number = number
    }

    /// `nil` for what is no day of the calendar, such as 29 February 2027.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        // Years that begin with March: the day that comes in some years only is then the last.
        let shifted = month > 2 ? year : year - 1
        let (century, rest) = (shifted / 400, shifted % 400)
        let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        number = century * 146_097 + rest * 365 + rest / 4 - rest / 100 + ofYear - 719_468
        guard parts == (year, month, day) else { return nil }
    }

    /// Reads `2027-03-01`, and nothing else.
    public init?(_ text: some StringProtocol) {
        // Records of thousands are read at once, each with some days.
        var (year, month, day, length) = (0, 0, 0, 0)
        for byte in text.utf8 {
            let digit = Int(byte) - 0x30
            switch length {
            case 4, 7: guard byte == UInt8(ascii: "-") else { return nil }
            case 0...9: guard (0...9).contains(digit) else { return nil }
            default: return nil
            }
            switch length {
            case 0...3: year = year * 10 + digit
            case 5...6: month = month * 10 + digit
            case 8...9: day = day * 10 + digit
            default: break
            }
            length += 1
        }
        guard length == 10 else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Month and day from 1.
    public var parts: (year: Int, month: Int, day: Int) {
        let days = number + 719_468
        let (century, rest) = (days / 146_097, days % 146_097)
        let years = (rest - rest / 1_460 + rest / 36_524 - rest / 146_096) / 365
        let ofYear = rest - (365 * years + years / 4 - years / 100)
        let month = (5 * ofYear + 2) / 153
        let shifted = month < 10 ? month + 3 : month - 9
        return (century * 400 + years + (shifted <= 2 ? 1 : 0), shifted, ofYear - (153 * month + 2) / 5 + 1)
    }

    /// 1 for Monday to 7 for Sunday.
    public var weekday: Int { (number + 719_162) % 7 + 1 }

    /// As `2027-03-01`.
    public var description: String {
        // Lists say thousands of them.
        func digit(_ number: Int) -> UInt8 { UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10) }
        let (year, month, day) = parts
        let hyphen = UInt8(ascii: "-")
        return String(
            decoding: [
                digit(year / 1_000), digit(year / 100), digit(year / 10), digit(year), hyphen, digit(month / 10), digit(month), hyphen, digit(day / 10),
                digit(day),
            ], as: UTF8.self)
    }

    public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }
}
