import ShedModel
import Testing

@testable import ShedProject

@Suite("In which order things are restored")
struct RestoringOrderTests {
    private func node(_ number: Int) -> NodeID { NodeID(high: 7, low: UInt64(number)) }

    @Test func `each is asked where it was twice at most, however deep it was`() {
        let count = 3_000
        var asked = 0
        let depths = Transaction.depths(of: (1...count).map(node)) { id in
            asked += 1
            return id.low > 0 ? node(Int(id.low) - 1) : nil
        }
        #expect((1...count).allSatisfy { depths[node($0)] == $0 - 1 })
        #expect(asked <= 2 * (count + 1))
    }

    @Test func `only what is restored too counts, and a circle ends`() {
        // 6 in 5 in 4 in 3 in 2, which is in 4 again; 8 in 7.
        let folders = [6: 5, 5: 4, 4: 3, 3: 2, 2: 4, 8: 7]
        let depths = Transaction.depths(of: [6, 5, 8].map(node)) { id in folders[Int(id.low)].map(node) }
        #expect(depths[node(6)] == 1 && depths[node(5)] == 0 && depths[node(8)] == 0)
        let round = Transaction.depths(of: [2, 3, 4].map(node)) { id in folders[Int(id.low)].map(node) }
        #expect([2, 3, 4].allSatisfy { (round[node($0)] ?? -1) >= 0 })
    }
}
