import ShedModel
import ShedTestSchedule
import Testing

@testable import ShedDaemon

@Suite(.waitsForPrograms) struct `What waits until a time` {
    @Test func `is judged then, and not before`() {
        var pending = PendingLooks()
        pending.wait(["Folder": 5_000_000_000], at: 1_000_000_000)
        let due = 6_001_000_000 as UInt64
        #expect(pending.dues.compactMap(\.self) == [due])
        pending.endGrace(at: due - 1)
        #expect(pending.waiting.isEmpty && pending.judgementDue == nil)
        pending.endGrace(at: due)
        #expect(pending.waiting == ["Folder"] && pending.judgementDue == due)
        #expect(pending.graceDue.isEmpty)
    }

    @Test func `waits no longer for two times than for the first`() {
        var pending = PendingLooks()
        pending.wait(["Folder": 5_000_000_000], at: 0)
        pending.wait(["Folder": 2_000_000_000], at: 0)
        pending.wait(["Folder": 9_000_000_000], at: 0)
        #expect(pending.dues.compactMap(\.self) == [2_001_000_000])
    }
}
