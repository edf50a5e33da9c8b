import ShedTestSchedule
import Testing

@testable import ShedDaemon

@Suite(.waitsForPrograms) struct `The clocks` {
    @Test func `tell sleep and being set from ordinary time`() {
        let second: Int64 = 1_000_000_000
        var jumps = ClockJumps(.init(awake: 0, sinceBoot: 0, date: 100 * second))
        #expect(jumps.check(.init(awake: 60 * second, sinceBoot: 60 * second, date: 160 * second)) == nil)
        #expect(jumps.check(.init(awake: 61 * second, sinceBoot: 3_661 * second, date: 3_761 * second)) == .init(slept: 3_600_000_000_000, stepped: 0))
        #expect(jumps.check(.init(awake: 62 * second, sinceBoot: 3_662 * second, date: 162 * second)) == .init(slept: 0, stepped: -3_600 * second))
        #expect(jumps.check(.init(awake: 63 * second, sinceBoot: 3_663 * second, date: 163 * second + second / 2)) == nil)
    }
}
