import ShedModel
import ShedTestSupport
import Testing

/// Positions of identities of 32 bytes.
@Suite struct `Positions of digests` {
    @Test(arguments: 0..<10 as Range<UInt64>) func `are those in which they came`(seed: UInt64) {
        var numbers = SeededRandom(seed)
        var positions = DigestPositions()
        if seed.isMultiple(of: 2) { positions.reserveCapacity(300) }
        var known: [[UInt64]: Int] = [:]
        for _ in 0..<600 {
            // Many have three of four numbers in common.
            let words = (0..<4).map { _ in UInt64.random(in: 0..<5, using: &numbers) }
            let digest = (words[0], words[1], words[2], words[3])
            #expect(positions[digest] == known[words])
            let (position, isNew) = positions.insert(digest)
            #expect(isNew == (known[words] == nil) && position == known[words] ?? known.count)
            known[words] = position
        }
        #expect(positions.count == known.count && known.allSatisfy { positions[($0.key[0], $0.key[1], $0.key[2], $0.key[3])] == $0.value })
    }
}
