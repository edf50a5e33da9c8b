import ShedProject
import Testing

@testable import ShedCommand

@Suite struct `A period of time` {
    /// 2026-11-21T12:00:00Z.
    private static let now: Int64 = 1_795_262_400_000

    private func period(_ text: String) throws -> TimePeriod { try TimePeriod(text, now: Self.now, of: "--modified") }

    private func beginning(_ text: String) throws -> Int64 { try TimeArgument.time(text, now: Self.now, of: "--newer") }

    @Test(arguments: [
        ("2026", "2026-01-01", "2027-01-01"), ("2026-11", "2026-11-01", "2026-12-01"), ("2026-12", "2026-12-01", "2027-01-01"),
        ("2024-02", "2024-02-01", "2024-03-01"), ("2026-11-30", "2026-11-30", "2026-12-01"), ("2026-01..2026-03", "2026-01-01", "2026-04-01"),
        ("2026-03-28..2026-03-29", "2026-03-28", "2026-03-30"), ("2025..2026-11-20", "2025-01-01", "2026-11-21"),
    ]) func `is a year, a month or a day, whole, or what lies between two`(text: String, from: String, to: String) throws {
        let period = try period(text)
        #expect(try period.start == beginning(from) && period.end == beginning(to))
    }

    @Test func `begins before now, and has no end where none is said`() throws {
        let day: Int64 = 86_400_000_000_000
        let now = Self.now * 1_000_000
        #expect(try period("3d").start == now - 3 * day && period("3d").end == nil)
        #expect(try period("30d..7d").start == now - 30 * day && period("30d..7d").end == now - 7 * day)
        #expect(try period("2026-11..").start == beginning("2026-11-01") && period("2026-11..").end == nil)
        #expect(try period("..2026-11").start == nil && period("..2026-11").end == beginning("2026-12-01"))
        #expect(try period("2026-11-21T08:30Z").end == nil)
        #expect(try period("yesterday").end == period("today").start && period("yesterday..today").start == period("yesterday").start)
        #expect(try period("today").start == beginning("today"))
    }

    @Test(arguments: ["", "..", "...", "2026-13", "2026-11-31", "26", "2026-1", "noon", "2026..2025", "today..yesterday", "2026-11-", "-3d", "1000", "2026-11-01..x", "3d..30d"])
    func `is nothing else, which is said`(text: String) throws {
        let error = try #require(throws: ShedError.self) { try period(text) }
        #expect(error.kind == .usage)
    }
}
