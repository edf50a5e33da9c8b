import ShedModel

/// A time as Scrivener writes it, `2018-11-06 10:50:52 -0500`.
enum ScrivenerTime {
    /// - Returns: milliseconds since 1970; `nil` where it is none.
    static func milliseconds(_ text: String) -> Int64? {
        let parts = text.split(separator: " ")
        guard parts.count == 3, let day = CalendarDay(parts[0]), let clock = clock(parts[1]), let zone = zone(parts[2]) else { return nil }
        return (Int64(day.number) * 86_400 + clock - zone) * 1_000
    }

    /// What the file of a snapshot of that time may be called: the zone stands with its sign, or with a hyphen.
    static func fileNames(_ text: String) -> [Name] {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count == 3, let zone = parts.last else { return [] }
        let start = "\(parts[0])-\(parts[1].replacing(":", with: "-"))"
        return [Name("\(start)\(zone).rtf"), Name("\(start)-\(zone.dropFirst()).rtf")]
    }

    /// Seconds of a day.
    private static func clock(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { part in
            part.utf8.count == 2 && part.utf8.allSatisfy(\.isDigit) ? Int64(part) : nil
        }
        guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2] else { return nil }
        guard hours < 24, minutes < 60, seconds <= 60 else { return nil }
        return hours * 3_600 + minutes * 60 + seconds
    }

    /// Seconds that a clock there is ahead.
    private static func zone(_ text: Substring) -> Int64? {
        let digits = text.dropFirst()
        guard text.hasPrefix("+") || text.hasPrefix("-"), digits.utf8.count == 4, digits.utf8.allSatisfy(\.isDigit) else { return nil }
        guard let number = Int64(digits) else { return nil }
        let seconds = (number / 100 * 60 + number % 100) * 60
        return text.hasPrefix("-") ? -seconds : seconds
    }
}
