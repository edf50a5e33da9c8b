import Testing

@testable import ShedSidecar

@Suite("What batches reach")
struct BatchLinesTests {
    /// All that can be reached from a batch, by going from one to the other.
    private func reached(from batch: Int, _ parents: [[Int]]) -> Set<Int> {
        var reached: Set<Int> = []
        var waiting = parents[batch]
        while let next = waiting.popLast() { if reached.insert(next).inserted { waiting += parents[next] } }
        return reached
    }

    private func expectSame(_ parents: [[Int]], _ what: String) {
        let lines = BatchLines(parents: parents)
        for batch in parents.indices where lines.hold(batch) {
            let reached = reached(from: batch, parents)
            for other in parents.indices where other != batch {
                #expect(lines.does(batch, reach: other) == reached.contains(other), "\(what): \(other) from \(batch) in \(parents)")
            }
        }
    }

    @Test(arguments: 1...150 as ClosedRange<UInt64>) func `are their parents, and what those reach`(seed: UInt64) {
        var random = SeededNumbers(seed)
        let count = Int.random(in: 1...40, using: &random)
        let devices = Int.random(in: 1...6, using: &random)
        var last = [Int?](repeating: nil, count: devices)
        var parents: [[Int]] = []
        for batch in 0..<count {
            let device = Int.random(in: 0..<devices, using: &random)
            // What it wrote itself, some of what the others wrote last, and now and then anything that there is.
            var named = Set([last[device]].compactMap(\.self))
            for other in last { if let other, Bool.random(using: &random) { named.insert(other) } }
            if batch > 0, Int.random(in: 0..<5, using: &random) == 0 { named.insert(Int.random(in: 0..<batch, using: &random)) }
            if Int.random(in: 0..<12, using: &random) == 0 { named = [] }
            parents.append(named.sorted { _, _ in Bool.random(using: &random) })
            last[device] = batch
        }
        expectSame(parents, "seed \(seed)")
        #expect(parents.indices.allSatisfy(BatchLines(parents: parents).hold))
        // Positions are those of files, in any order.
        let shuffled = parents.indices.shuffled(using: &random)
        var renamed = [[Int]](repeating: [], count: count)
        for batch in parents.indices { renamed[shuffled[batch]] = parents[batch].map { shuffled[$0] } }
        expectSame(renamed, "seed \(seed), shuffled")
    }

    @Test func `are not told of all where lines begin behind one that reaches into as many`() {
        let count = 1_000
        let parents = [[Int]](repeating: [], count: count) + [Array(0..<count)] + [[Int]](repeating: [count], count: count)
        let lines = BatchLines(parents: parents)
        #expect(lines.kept <= BatchLines.most(of: parents.count) + count)
        let held = parents.indices.filter(lines.hold)
        #expect(held.count > count && held.count < parents.count)
        #expect(lines.does(count, reach: 7) && lines.does(count + 1, reach: 7) && !lines.does(count + 1, reach: count + 2))
    }

    @Test func `are not asked about without end where many reach what is known to be reached`() {
        // Each of the last names all of the middle, and each of those reaches all of the first.
        let (first, middle, last) = (300, 300, 2_000)
        let parents = [[Int]](repeating: [], count: first) + [[Int]](repeating: Array(0..<first), count: middle)
            + [[Int]](repeating: Array(first..<first + middle), count: last)
        let lines = BatchLines(parents: parents)
        let most = 8 * BatchLines.most(of: parents.count)
        #expect(lines.asked <= most + first * middle && lines.asked < last * first * middle / 10)
        #expect(lines.hold(first) && !lines.hold(parents.count - 1))
    }

    @Test func `are not told of batches in a circle, nor of what comes after it`() {
        let parents = [[], [0, 3], [1], [2], [3, 0], [0], [5, 0]]
        let lines = BatchLines(parents: parents)
        #expect(parents.indices.map(lines.hold) == [true, false, false, false, false, true, true])
        expectSame(parents, "a circle")
        #expect(!lines.does(6, reach: 2))
    }
}
