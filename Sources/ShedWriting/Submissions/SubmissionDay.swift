/// A day of the calendar, as a submission's record has it: `2026-11-22`. Proleptic Gregorian, years 0001 to 9999.
public struct SubmissionDay: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let year: Int
    /// From 1.
    public let month: Int
    /// From 1.
    public let day: Int

    /// `nil` for a day that there is not.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month), day >= 1, day <= SubmissionDay.days(in: month, of: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `YYYY-MM-DD`, and nothing else; `nil` for a day that there is not.
    public init?(_ text: some StringProtocol) {
        // Years of four digits, months and days of two.
        guard text.utf8.count == 10 else { return nil }
        var numbers = (0, 0, 0)
        for (place, byte) in text.utf8.enumerated() {
            guard place != 4 && place != 7 else {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard (0x30...0x39).contains(byte) else { return nil }
            let digit = Int(byte - 0x30)
            if place < 4 { numbers.0 = numbers.0 * 10 + digit } else if place < 7 { numbers.1 = numbers.1 * 10 + digit } else { numbers.2 = numbers.2 * 10 + digit }
        }
        self.init(year: numbers.0, month: numbers.1, day: numbers.2)
    }

    public static func < (left: SubmissionDay, right: SubmissionDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    public var description: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
