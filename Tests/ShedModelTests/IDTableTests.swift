@testable import ShedModel
import Testing

/// The table beside a dictionary, through the same random history.
@Suite struct IDTableTests {
    /// Few IDs, so that the same ones come and go.
    private static func id(_ number: UInt64) -> NodeID { NodeID(high: number % 7, low: number) }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `it holds what a dictionary holds`(seed: UInt64) {
        var random = Lehmer(state: seed)
        var table = IDTable<Int>()
        var dictionary: [NodeID: Int] = [:]
        for step in 0..<20_000 {
            let id = IDTableTests.id(random.next() % 700)
            switch random.next() % 5 {
            case 0, 1: #expect(table.updateValue(step, forKey: id) == dictionary.updateValue(step, forKey: id))
            case 2: #expect(table.removeValue(forKey: id) == dictionary.removeValue(forKey: id))
            case 3: #expect(table[id] == dictionary[id])
            default:
                table[id] = nil
                dictionary[id] = nil
            }
            #expect(table.count == dictionary.count)
        }
        #expect(Dictionary(uniqueKeysWithValues: table.map { ($0.key, $0.value) }) == dictionary)
        for (id, value) in dictionary { #expect(table[id] == value) }
    }

    @Test func `two tables with the same content are equal in whatever order it came`() {
        var (left, right) = (IDTable<Int>(), IDTable<Int>())
        for number in 0..<100 as Range<UInt64> {
            left[IDTableTests.id(number)] = Int(number)
            right[IDTableTests.id(99 - number)] = Int(99 - number)
        }
        #expect(left == right)
        right[IDTableTests.id(5)] = 0
        #expect(left != right)
    }

    @Test(arguments: [true, false])
    func `what was seen is found by its file, also after other things were forgotten`(isPreparedFirst: Bool) {
        var random = Lehmer(state: 11)
        var memory = Memory()
        var expected: [NodeID: FileIdentity] = [:]
        if isPreparedFirst { memory.prepareIdentities() }
        for _ in 0..<10_000 {
            let id = IDTableTests.id(random.next() % 400)
            if random.next() % 3 == 0 {
                memory.forget(id)
                expected[id] = nil
            } else {
                // Several nodes are seen as one file, as with hard links.
                let evidence = Evidence(device: 1, inode: random.next() % 200, birth: 5)
                memory.record(Sighting(evidence: evidence), of: id)
                expected[id] = evidence.identity
            }
        }
        memory.prepareIdentities()
        for inode in 0..<200 as Range<UInt64> {
            let identity = FileIdentity(device: 1, inode: inode, birth: 5)
            #expect(Set(memory.nodes(seenAs: identity)) == Set(expected.filter { $0.value == identity }.keys))
        }
    }
}

/// A small generator of numbers that look random (Lehmer's, modulus 2⁶¹ − 1).
struct Lehmer {
    var state: UInt64

    mutating func next() -> UInt64 {
        let product = state.multipliedFullWidth(by: 437_799_614_237_992_725)
        state = (UInt64(1 << 61) - 1).dividingFullWidth((product.high, product.low)).remainder
        return state >> 7
    }
}
