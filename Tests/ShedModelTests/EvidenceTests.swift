import ShedModel
import Testing

@Suite struct EvidenceTests {
    @Test func `times show another change only where they are older than the look by two seconds`() {
        let moment: Int64 = 1_800_000_000_000_000_000
        let times = [(.min, false), (moment - 2_000_000_000, false), (moment - 1_999_999_999, true), (moment, true), (moment + 1, true), (.max, true)] as [(Int64, Bool)]
        for (time, isRacy) in times {
            #expect(Evidence(modified: time).isRacy(at: moment) == isRacy, "\(time)")
            #expect(Evidence(changed: time).isRacy(at: moment) == isRacy, "\(time)")
        }
    }
}
