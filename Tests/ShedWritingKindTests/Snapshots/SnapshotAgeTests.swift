import ShedModel
import Testing

@testable import ShedWritingKind

@Suite struct `Snapshots that are old` {
    private static let day: Int64 = 86_400_000
    private static let now = 20_000 * day + day / 2

    /// One each day, the newest first, at noon.
    private func daily(_ days: Int, named: Set<Int> = []) -> [KeptSnapshot] {
        (0..<days).map { age in
            KeptSnapshot(
                number: days - age, time: Self.now - Int64(age) * Self.day, name: named.contains(age) ? "mine" : nil, cause: .daily, files: 1, size: 1)
        }
    }

    private func kept(_ snapshots: [KeptSnapshot], days: Int = 365, last: Int = 0) -> [Int] {
        let doomed = Set(SnapshotAges(keepDays: days, keepLast: last).doomed(snapshots, now: Self.now))
        return snapshots.filter { !doomed.contains($0.number) }.map { Int((Self.now - $0.time) / Self.day) }
    }

    @Test func `stay each day of a month, then one a week until they are too old`() {
        let ages = kept(daily(500))
        #expect(Array(ages.prefix(30)) == Array(0..<30))
        let weeks = ages.dropFirst(30)
        #expect(weeks.allSatisfy { $0 < 365 } && (47...49).contains(weeks.count))
        #expect(zip(weeks, weeks.dropFirst()).allSatisfy { $1 - $0 == 7 })
    }

    @Test func `all stay for a week, and then the last one of a day`() {
        let hourly = (0..<(24 * 9)).map { hour in
            KeptSnapshot(number: 1_000 - hour, time: Self.now - Int64(hour) * 3_600_000, name: nil, cause: .hand, files: 1, size: 1)
        }
        let doomed = SnapshotAges(keepDays: 365, keepLast: 0).doomed(hourly, now: Self.now)
        #expect(hourly.count - doomed.count == 24 * 7 + 3)
    }

    @Test func `stay where somebody named them, or they are among the last`() {
        #expect(kept(daily(500, named: [400, 401])).suffix(2) == [400, 401])
        #expect(kept(daily(20), days: 1, last: 10) == Array(0..<10))
        #expect(kept(daily(20), days: 1) == Array(0..<7))
        #expect(kept([]) == [])
    }

    @Test func `pruned twice are the same, and a clock that was set back removes none`() {
        let all = daily(500)
        let doomed = Set(SnapshotAges(keepDays: 365, keepLast: 5).doomed(all, now: Self.now))
        let left = all.filter { !doomed.contains($0.number) }
        #expect(SnapshotAges(keepDays: 365, keepLast: 5).doomed(left, now: Self.now) == [])
        #expect(SnapshotAges(keepDays: 365, keepLast: 5).doomed(all, now: 0) == [])
    }
}
