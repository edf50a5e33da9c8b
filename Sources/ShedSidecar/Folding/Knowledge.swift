/// Answers whether the writer of one batch knew another.
///
/// What a writer did not have (``Batch/Header/without``) it did not know, although batches that it had name it: where
/// that comes later after all, the IDs that were made meanwhile are found to be second names.
///
/// What it costs grows with what the headers say, whatever that is: so much is asked of batches that are entangled as no devices
/// entangle them, and no more (``isExhausted``). How much was asked depends on the set of batches and on what is asked alone.
struct Knowledge {
    let edges: [[Int]]
    /// Of the batches that were written while others were missing: which of those are here now.
    private let without: [Int: Set<Int>]
    /// The place of each batch in the order of their identities.
    private let ranks: [Int]
    /// Made when first needed; of ranks.
    private var lines: BatchLines?
    /// What was known to batches of which ``lines`` does not tell, as bits.
    private var ancestors: [Int: [UInt64]] = [:]
    /// What of the batches that were missing had to be looked through.
    private var lookedThrough = 0

    /// Of so many batches it is found by going from one to the other what they knew.
    static let mostWalks = 64
    /// So much is looked through of what was missing, besides as much for each batch and each name in a header.
    private static let mostLookedThrough = 1 << 24

    init(_ graph: BatchGraph) {
        edges = graph.edges()
        without = graph.without()
        var ranks = [Int](repeating: 0, count: edges.count)
        for (rank, batch) in graph.vertices.indices.sorted(by: { graph.vertices[$0].id < graph.vertices[$1].id }).enumerated() { ranks[batch] = rank }
        self.ranks = ranks
    }

    /// Whether each batch knew all before it, so that nothing was ever done side by side.
    var isChain: Bool {
        guard without.isEmpty else { return false }
        var children = [Int](repeating: 0, count: edges.count)
        var roots = 0
        for parents in edges {
            if parents.count > 1 { return false }
            if let parent = parents.first { children[parent] += 1 } else { roots += 1 }
        }
        return roots <= 1 && children.allSatisfy { $0 <= 1 }
    }

    /// Whether more was asked than is answered: from then on, every batch is said to know every other.
    private(set) var isExhausted = false

    /// Whether the writer of `batch` knew `other`. A batch knows itself.
    mutating func does(_ batch: Int, know other: Int) -> Bool {
        if batch == other || isExhausted { return true }
        let lines = lines ?? BatchLines(parents: rankedEdges)
        self.lines = lines
        let (own, rank) = (ranks[batch], ranks[other])
        guard lines.hold(own) else { return knows(batch, other) }
        guard lines.does(own, reach: rank) else { return false }
        guard let unknown = without[batch] else { return true }
        if unknown.contains(other) { return false }
        lookedThrough += unknown.count
        if lookedThrough > Knowledge.mostLookedThrough + Knowledge.mostWalks * edges.count {
            isExhausted = true
            return true
        }
        // What was missing hides only what is behind it.
        return unknown.contains { lines.does(own, reach: ranks[$0]) && lines.does(ranks[$0], reach: rank) } ? knows(batch, other) : true
    }

    /// The parents by rank: then what the lines tell of depends on nothing but the batches.
    private var rankedEdges: [[Int]] {
        var ranked = [[Int]](repeating: [], count: edges.count)
        for (batch, parents) in edges.enumerated() { ranked[ranks[batch]] = parents.map { ranks[$0] } }
        return ranked
    }

    /// The same by going from batch to batch.
    private mutating func knows(_ batch: Int, _ other: Int) -> Bool {
        if let known = ancestors[batch] { return known.holds(other) }
        guard ancestors.count < Knowledge.mostWalks else {
            isExhausted = true
            return true
        }
        let unknown = without[batch] ?? []
        var reached = [UInt64](repeating: 0, count: (edges.count + 63) / 64)
        var waiting = edges[batch]
        while let next = waiting.popLast() {
            if !unknown.contains(next), !reached.holds(next) {
                reached[next >> 6] |= 1 << UInt64(next & 63)
                waiting += edges[next]
            }
        }
        ancestors[batch] = reached
        return reached.holds(other)
    }
}

extension [UInt64] {
    /// Whether a bit is set.
    fileprivate func holds(_ bit: Int) -> Bool { self[bit >> 6] >> UInt64(bit & 63) & 1 == 1 }
}
