import ShedModel
import Testing

@testable import ShedSidecar

@Suite struct `What devices say that a file holds` {
    private func seen(_ number: UInt8) throws -> Field {
        SeenContent.field(FileContent(size: Int64(number), hash: try #require(ContentHash(bytes: [UInt8](repeating: number, count: 32)))))
    }

    @Test func `counts by the last word, whichever of its IDs that was said of`() throws {
        var (one, two) = (Writer(1), Writer(2))
        let first = one.batch(0, [(node(1), [.type(.file), place("a"), try seen(1)]), (node(2), [.type(.file), place("b")])])
        let second = two.batch(10, knowing: [first], [(node(2), [try seen(2), .alias(node(1))])])
        let third = one.batch(20, knowing: [second], [(node(1), [try seen(3)])])
        let taken = two.batch(30, knowing: [third], [(node(2), [.other(SeenContent.field, .null)])])
        for (batches, size) in [([first], 1), ([first, second], 2), ([first, second, third], 3), ([first, second, third, taken], nil)] as [([Batch], Int64?)] {
            for order in [batches, batches.reversed()] { #expect(fold(order).result().hints[node(1)]?.size == size) }
        }
    }
}
