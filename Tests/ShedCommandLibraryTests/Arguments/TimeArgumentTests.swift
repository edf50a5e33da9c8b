import ShedCommand
import ShedProject
import Testing

@Suite struct `Times and sizes of a command line` {
    /// 2026-11-21T18:30:00Z, in milliseconds since 1970.
    private static let now: Int64 = 1_795_285_800_000

    private static let times: [(text: String, milliseconds: Int64)] = [
        ("0s", now), ("30min", now - 1_800_000), ("12h", now - 43_200_000), ("2d", now - 172_800_000), ("3w", now - 1_814_400_000),
        ("1y", now - 31_536_000_000), ("2026-11-21T18:30Z", now), ("2026-11-21 18:30:15Z", now + 15_000), ("2026-11-21T18:30:00.250Z", now + 250),
    ]

    @Test(arguments: times.indices) func `a time is a span before now, or a date`(number: Int) throws {
        let (text, milliseconds) = Self.times[number]
        #expect(try TimeArgument.time(text, now: Self.now, of: "--newer") == milliseconds * 1_000_000)
    }

    /// Nanoseconds count from 1677 to 2262.
    @Test(arguments: [
        ("9999-12-31T23:59:59Z", Int64.max), ("2262-04-12T00:00:00Z", .max), ("2300-01-01T00:00:00.5Z", .max), ("0001-01-01T00:00:00Z", .min),
        ("0000-01-01T00:00:00Z", .min), ("1677-01-01T00:00:00Z", .min),
    ] as [(String, Int64)]) func `a date beyond what can be counted is the first or last that can`(text: String, nanoseconds: Int64) throws {
        #expect(try TimeArgument.time(text, now: Self.now, of: "--newer") == nanoseconds)
    }

    @Test(arguments: ["1000000000y", "200y", "999999999999999999999s"]) func `a span of any length is no more than the oldest file`(text: String) {
        let time = try? TimeArgument.time(text, now: Self.now, of: "--newer")
        #expect(time == nil || time == (Self.now - 200 * 365 * 86_400_000) * 1_000_000)
    }

    @Test func `a day of the local zone begins at its midnight`() throws {
        let today = try TimeArgument.time("today", now: Self.now, of: "--newer")
        #expect(today <= Self.now * 1_000_000)
        #expect(try TimeArgument.time("yesterday", now: Self.now, of: "--newer") < today)
        #expect(try TimeArgument.time("2026-11-20", now: Self.now, of: "--newer") < TimeArgument.time("2026-11-20 12:00", now: Self.now, of: "--newer"))
    }

    @Test(arguments: ["", "2", "d", "2x", "2 d", "-2d", "2026-13-01", "2026-02-30Z", "2026-2-1", "tomorrow", "2026-11-21T25:00Z"])
    func `what is no time is said to be none`(text: String) throws {
        let error = try #require(throws: ShedError.self) { try TimeArgument.time(text, now: Self.now, of: "--newer") }
        #expect(error.kind == .usage)
        #expect(error.message.hasPrefix("--newer: "))
    }

    @Test(arguments: [("0", 0), ("10", 10), ("10k", 10_240), ("1K", 1_024), ("5M", 5_242_880), ("1GiB", 1_073_741_824), ("2kb", 2_048), ("7b", 7)] as [(String, Int64)])
    func `a size is bytes, or units of 1,024 times as much each`(text: String, bytes: Int64) throws {
        #expect(try SizeArgument.bytes(text, of: "--larger") == bytes)
    }

    @Test(arguments: ["", "k", "-1", "1.5M", "1x", "9999999999T", "1 k"]) func `what is no size is said to be none`(text: String) {
        #expect(throws: ShedError.self) { try SizeArgument.bytes(text, of: "--larger") }
    }
}
