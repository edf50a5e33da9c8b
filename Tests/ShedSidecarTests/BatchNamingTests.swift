import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSidecar

/// What follows from the headers of batches, of which only those are looked at that came since it was gathered last.
@Suite struct `What batches say of one another` {
    private typealias Step = (id: BatchID, header: Batch.Header, base: BatchID?)

    private static let ids = (0..<24).map { BatchID(words: (UInt64($0 % 3), 7, 7, UInt64($0))) }

    /// Batches in any order, some of them told of by bases: in one line, in one with a fault, or with any parents and numbers.
    private func steps(_ seed: UInt64) -> [Step] {
        var numbers = SeededNumbers(seed)
        let faults = Int(seed % 3)
        func any() -> Batch.Header {
            let parents = Set((0..<Int.random(in: 0...2, using: &numbers)).map { _ in Int.random(in: 0..<30, using: &numbers) })
            let without = Int.random(in: 0..<5, using: &numbers) == 0 ? [Self.ids[3]] : []
            return Batch.Header(
                project: project, replica: ReplicaID(rawValue: .random(in: 1...3, using: &numbers)), sequence: .random(in: 1...12, using: &numbers),
                parents: parents.map { BatchID(words: (UInt64($0 % 3), 7, 7, UInt64($0))) }.sorted(), without: without)
        }
        var steps: [Step] = Self.ids.enumerated().map { number, id in
            let parents = number == 0 ? [] : [Self.ids[number - 1]]
            let header = Batch.Header(project: project, replica: ReplicaID(rawValue: 1), sequence: UInt64(number), parents: parents)
            return (id, faults == 2 ? any() : header, Int.random(in: 0..<4, using: &numbers) == 0 ? Self.ids[number] : nil)
        }
        if faults == 1 { steps[Int.random(in: 0..<24, using: &numbers)].header = any() }
        if faults > 0 || Bool.random(using: &numbers) { steps.shuffle(using: &numbers) }
        // What a base told of comes itself in the end, and may say otherwise.
        for step in steps where step.base != nil { steps.append((step.id, faults == 2 ? any() : step.header, nil)) }
        return steps
    }

    private func take(_ step: Step, into graph: inout BatchGraph) {
        if let base = step.base { return graph.claim(step.id, step.header, by: base) }
        let (position, _) = graph.insert(step.id, step.header)
        graph.affirm(position, step.header)
    }

    /// The same as a device keeps it.
    private func kept(_ graph: BatchGraph) throws -> BatchGraph {
        let empty = Fold(project: projectFile, now: now)
        var fold = empty
        fold.restore(graph, bases: [])
        let bytes = try #require(SavedFold.bytes(of: fold, key: []))
        return try #require(SavedFold.fold(bytes, key: [], into: empty)).graph
    }

    @Test(arguments: 0..<90 as Range<UInt64>) func `is the same whenever it was gathered, or kept`(seed: UInt64) throws {
        var numbers = SeededNumbers(seed)
        let steps = steps(seed)
        var going = BatchGraph()
        for count in steps.indices {
            take(steps[count], into: &going)
            if Int.random(in: 0..<3, using: &numbers) == 0 { going.gather() }
            if Int.random(in: 0..<6, using: &numbers) == 0 { going = try kept(going) }
            var plain = BatchGraph()
            for step in steps[...count] { take(step, into: &plain) }
            let (summary, expected) = (going.summary, plain.summary)
            #expect(summary.heads == expected.heads && summary.absent == expected.absent)
            #expect(summary.sequences == expected.sequences && summary.forks == expected.forks)
            #expect(going.isLine == plain.isLine)
            #expect(going.edges() == plain.edges() && going.without() == plain.without() && going.ranked == plain.ranked)
        }
        if seed % 3 == 0 { #expect(going.isLine) }
        #expect(Set(going.forks.map(\.replica)).isSubset(of: Set(steps.map(\.header.replica))))
    }
}
