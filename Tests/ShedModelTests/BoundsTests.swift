import ShedModel
import ShedTestSupport
import Testing

@Suite struct BoundsTests {
    @Test func `any two bounded times can be added up and taken from one another`() {
        for range in [Milliseconds.range, Nanoseconds.range] {
            let (_, overflows) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
            #expect(!overflows)
        }
        for number in Extremes.integers {
            #expect(Milliseconds.range.contains(Milliseconds.bounded(number)) && Nanoseconds.range.contains(Nanoseconds.bounded(number)))
            #expect(!Milliseconds.range.contains(number) || Milliseconds.bounded(number) == number)
        }
    }

    @Test func `the rest until any time, from any other, is between nothing and the most`() {
        for (time, now, rest) in [(5, 2, 3), (2, 5, 0), (50, 2, 10), (.max, .min, 10), (.min, .max, 0)] as [(Int64, Int64, Int64)] {
            #expect(Milliseconds.rest(until: time, from: now, atMost: 10) == rest)
        }
    }

    @Test func `times in milliseconds that nanoseconds cannot count are the first or last that they can`() {
        for (milliseconds, nanoseconds) in [(0, 0), (1, 1_000_000), (-1, -1_000_000), (.max, .max), (.min, .min), (253_402_300_799_999, .max), (-62_135_596_800_000, .min)] as [(Int64, Int64)] {
            #expect(Nanoseconds.of(milliseconds: milliseconds) == nanoseconds)
        }
    }

    @Test func `a number of any size becomes a whole one`() {
        for (number, whole) in [(0.9, 0), (-0.9, 0), (1e308, .max), (-1e308, .min), (.infinity, .max), (-.infinity, .min), (.nan, 0), (9.3e18, .max), (32_000.5, 32_000)] as [(Double, Int)] {
            #expect(Int(bounded: number) == whole)
        }
    }

    @Test func `sizes add up to no more than there is`() {
        #expect([Int64.max, 1, .max].reduce(0) { $0.addingUp($1) } == .max)
        #expect([1, 2].reduce(Int64(0)) { $0.addingUp($1) } == 3)
    }

    @Test func `evidence of any times and sizes can be reckoned with`() {
        for time in Extremes.integers {
            let evidence = Evidence(birth: time, size: time, modified: time, changed: time)
            #expect(Nanoseconds.range.contains(evidence.modified) && Nanoseconds.range.contains(evidence.changed) && Nanoseconds.range.contains(evidence.birth))
            #expect(evidence.size >= 0 && (time < 0 || evidence.size == time))
            for other in Extremes.integers {
                let (_, overflows) = evidence.changed.subtractingReportingOverflow(Evidence(modified: other).modified)
                #expect(!overflows)
            }
            #expect(evidence.wasWritten(within: 1_000, before: 1_700_000_000_000) == false)
        }
    }
}

@Suite struct GreatestStampTests {
    private let here = ReplicaID(rawValue: 1)

    @Test func `no stamp is later than the end of the year 9999`() {
        for time in [UInt64.max, Stamp.greatestTime + 1, Stamp.greatestTime] {
            let stamp = Stamp(time: time, replica: here)
            #expect(stamp.isGreatest && stamp.time == Stamp.greatestTime && stamp.milliseconds == 253_402_300_799_999)
            #expect(Stamp(stamp.description) == stamp && Stamp("\(String(time, radix: 16))-0000000000000001") == stamp)
            #expect(stamp.next(by: here) == stamp)
        }
        let last = Stamp(time: Stamp.greatestTime - 1, replica: here)
        #expect(!last.isGreatest && last.next(by: here).isGreatest)
    }

    @Test(arguments: [UInt64.max, Stamp.greatestTime, Stamp.greatestTime - 1]) func `a clock that stands at the end gives stamps all the same`(last: UInt64) {
        var clock = HybridClock(replica: here, last: last)
        for now in Extremes.integers { #expect(clock.tick(now: now).isGreatest) }
        var fresh = HybridClock(replica: here)
        for now in Extremes.integers.sorted() {
            let before = fresh.last
            #expect(fresh.tick(now: now).time > before || before == Stamp.greatestTime)
        }
    }
}
