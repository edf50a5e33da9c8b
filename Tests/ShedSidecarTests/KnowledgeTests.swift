import ShedModel
import Testing

@testable import ShedSidecar

/// Batches that name each other as no devices' do.
@Suite("What batches know, within bounds")
struct KnowledgeTests {
    private static let file = ProjectFile(id: NodeID(high: 1, low: 1), kind: "poetry", created: 1_700_000_000_000)

    private static func batch(_ replica: Int, _ parents: [BatchID], _ name: String) -> Batch {
        let stamp = Stamp(time: UInt64(1_700_000_000_000 + replica) << 16, replica: ReplicaID(rawValue: UInt64(replica)))
        let header = Batch.Header(project: file.id, replica: stamp.replica, sequence: 1, parents: parents.sorted())
        let operation = Operation(NodeID(high: 2, low: UInt64(replica)), [.type(.file), .place(Place(parent: file.id, name: Name(name)))])
        return BatchEncoder.encode(header, [StampedOperation(stamp, operation)]).batch
    }

    /// Some side by side, one that knows all of them, and some more behind that one, all of which make the same.
    private static func fan(_ count: Int) -> [Batch] {
        let beside = (1...count).map { batch($0, [], "\($0)") }
        let middle = batch(count + 1, beside.map(\.id), "middle")
        return beside + [middle] + (1...count).map { batch(count + 1 + $0, [middle.id], "same") }
    }

    private func fold(_ batches: [Batch]) -> Folded {
        var fold = Fold(project: Self.file, now: 1_700_000_100_000)
        for batch in batches { fold.add(batch) }
        return fold.result()
    }

    @Test func `whether too much would have to be followed is known before anything is asked`() {
        for (count, isTooMuch) in [(100, false), (600, true)] {
            let batches = Self.fan(count)
            var graph = BatchGraph()
            for batch in batches { _ = graph.insert(batch.id, batch.header) }
            // Each begins with another question, that about the last two among them.
            for first in [count + 1, count + 2, 2 * count] {
                var knowledge = Knowledge(graph)
                let (knowsFirst, knowsBefore) = (knowledge.does(first, know: 0), first > count + 1 && knowledge.does(first, know: first - 1))
                #expect(knowsFirst && knowsBefore == (isTooMuch && first > count + 1) && knowledge.isExhausted == isTooMuch)
            }
        }
    }

    @Test func `what nobody can say of all is said of none, in whatever order they come`() {
        let batches = Self.fan(600)
        var random = SeededNumbers(7)
        for folded in [fold(batches), fold(batches.reversed()), fold(batches.shuffled(using: &random))] {
            #expect(folded.aliasesFound.isEmpty && folded.doubled.isEmpty)
            #expect(folded.model.nodes.count == batches.count + 1)
        }
        // As many as devices could be.
        let few = fold(Self.fan(100))
        #expect(few.aliasesFound.count == 99 && few.model.nodes.count == 103)
    }
}
