import ShedModel
import Testing

@testable import ShedSidecar

/// Folding many batches.
extension GrowthTests {
    private static let file = ProjectFile(id: NodeID(high: 1, low: 1), kind: "poetry", created: 1_700_000_000_000)

    private func batch(_ time: Int, _ replica: Int, _ sequence: Int, _ parents: [BatchID], _ name: String) -> Batch {
        let stamp = Stamp(time: UInt64(1_700_000_000_000 + time) << 16, replica: ReplicaID(rawValue: UInt64(replica)))
        let header = Batch.Header(project: Self.file.id, replica: stamp.replica, sequence: UInt64(sequence), parents: parents.sorted())
        let id = NodeID(high: UInt64(replica), low: UInt64(sequence))
        let place = Place(parent: Self.file.id, name: Name(name))
        return BatchEncoder.encode(header, [StampedOperation(stamp, Operation(id, [.type(.file), .place(place)]))]).batch
    }

    private func fold(_ batches: [Batch]) -> () -> Folded {
        {
            var fold = Fold(project: Self.file, now: 1_700_000_000_000)
            for batch in batches { fold.add(batch) }
            _ = (fold.heads, fold.gaps, fold.forks, fold.sequences)
            return fold.result()
        }
    }

    @Test func `batches one after another`() throws {
        try Growth.expect(500) { count in
            var batches: [Batch] = []
            for number in 1...count { batches.append(batch(number, 1, number, batches.last.map { [$0.id] } ?? [], "\(number)")) }
            return fold(batches)
        }
    }

    /// Batches of three devices one after another, folded, and the last of them.
    private func line(of count: Int) -> (fold: Fold, last: [BatchID]) {
        var fold = Fold(project: Self.file, now: 1_700_000_000_000)
        var parents: [BatchID] = []
        for number in 1...count {
            let batch = batch(number, 1 + number % 3, number, parents, "\(number % 50)")
            fold.add(batch)
            parents = [batch.id]
        }
        fold.settle()
        return (fold, parents)
    }

    @Test func `batches one after another, kept and read again`() throws {
        try Growth.expect(1_000) { count in
            let kept = line(of: count).fold
            let empty = Fold(project: Self.file, now: 1_700_000_000_000)
            return { SavedFold.bytes(of: kept, key: []).flatMap { SavedFold.fold($0, key: [], into: empty) } }
        }
    }

    @Test func `a batch beside many that were kept`() throws {
        try Growth.expect(4_000) { count in
            let (kept, parents) = line(of: count)
            let (empty, bytes) = (Fold(project: Self.file, now: 1_700_000_000_000), SavedFold.bytes(of: kept, key: []) ?? [])
            let last = batch(count + 1, 1, count + 1, parents, "last")
            return {
                guard var fold = SavedFold.fold(bytes, key: [], into: empty) else { return 0 }
                fold.add(last)
                fold.settle()
                return fold.heads.count + fold.gaps.count + fold.writers.count + (fold.graph.isLine ? 1 : 0)
            }
        }
    }

    @Test func `many names of one node, each with something to say`() throws {
        try Growth.expect(1_000) { count in
            let stamp = Stamp(time: 1_700_000_000_000 << 16, replica: ReplicaID(rawValue: 1))
            let node = NodeID(high: 3, low: 1)
            let place = Place(parent: Self.file.id, name: "a")
            let names = (1...count).map { number in
                let said: [Field] = [.type(.file), .place(Place(parent: Self.file.id, name: Name("\(number)"))), .tag(NodeID(high: 4, low: UInt64(number)), true)]
                return [Operation(NodeID(high: 2, low: UInt64(number)), said), Operation(NodeID(high: 2, low: UInt64(number)), [.alias(node)])]
            }
            let operations = [Operation(node, [.type(.file), .place(place)])] + names.flatMap(\.self)
            let header = Batch.Header(project: Self.file.id, replica: stamp.replica, sequence: 1, parents: [])
            return fold([BatchEncoder.encode(header, operations.map { StampedOperation(stamp, $0) }).batch])
        }
    }

    @Test func `batches of many replicas side by side`() throws {
        try Growth.expect(500) { count in fold((1...count).map { batch($0, $0, 1, [], "\($0)") }) }
    }

    @Test func `batches of one name side by side`() throws {
        try Growth.expect(250) { count in fold((1...count).map { batch($0, $0, 1, [], "same") }) }
    }

    @Test(arguments: [false, true]) func `batches that all set one field with the greatest stamp`(isChain: Bool) throws {
        try Growth.expect(500) { count in
            var batches: [Batch] = []
            for number in 1...count {
                let stamp = Stamp(time: .max, replica: ReplicaID(rawValue: UInt64(number)))
                let parents = isChain ? batches.suffix(1).map(\.id) : []
                let header = Batch.Header(project: Self.file.id, replica: stamp.replica, sequence: 1, parents: parents)
                let operation = Operation(NodeID(high: 3, low: 1), [.note("\(number)"), .place(Place(parent: Self.file.id, name: Name("\(number)")))])
                batches.append(BatchEncoder.encode(header, [StampedOperation(stamp, operation)]).batch)
            }
            return fold(batches)
        }
    }

    @Test func `batches side by side, and one that knows all`() throws {
        try Growth.expect(500) { count in
            let beside = (1...count).map { batch($0, $0, 1, [], "\($0)") }
            return fold(beside + [batch(count + 1, 1, 2, beside.map(\.id), "last")])
        }
    }

    @Test func `batches side by side that each know all before them`() throws {
        try Growth.expect(1000) { count in
            // Of so many batches about `count` names stand in their headers.
            var batches: [Batch] = []
            for number in 1...Int(Double(2 * count).squareRoot()) { batches.append(batch(number, number, 1, batches.map(\.id), "\(number)")) }
            return fold(batches)
        }
    }

    @Test func `batches side by side, one that knows all, and as many behind it that make the same`() throws {
        try Growth.expect(500) { count in
            let beside = (1...count).map { batch($0, $0, 1, [], "\($0)") }
            let middle = batch(count + 1, count + 1, 1, beside.map(\.id), "middle")
            return fold(beside + [middle] + (1...count).map { batch(count + 1 + $0, count + 1 + $0, 1, [middle.id], "same") })
        }
    }

    @Test func `two devices side by side that make the same`() throws {
        try Growth.expect(150) { count in
            var batches: [Batch] = []
            for replica in 1...2 {
                var last: [BatchID] = []
                for number in 1...count {
                    batches.append(batch(number, replica, number, last, "\(number)"))
                    last = [batches[batches.count - 1].id]
                }
            }
            return fold(batches)
        }
    }

    @Test func `two devices that know each other by turns`() throws {
        try Growth.expect(250) { count in
            var batches: [Batch] = []
            for number in 1...count {
                let heads = batches.suffix(2).map(\.id)
                batches.append(batch(number, 1, number, heads, "\(number)"))
                batches.append(batch(number, 2, number, heads, "other \(number)"))
            }
            return fold(batches)
        }
    }
}
