import ShedModel

/// Answers whether the writer of one batch knew another.
///
/// What a writer did not have (``Batch/Header/without``) it did not know, although batches that it had name it: where
/// that comes later after all, the IDs that were made meanwhile are found to be second names.
///
/// What it costs grows with what the headers say, whatever that is: so much is asked of batches that are entangled as no devices
/// entangle them, and no more (``isExhausted``). The set of batches alone decides that, before anything is asked; so no answer hangs
/// on what was asked before, nor on the order in which batches came.
struct Knowledge {
    /// Batches that have to be followed one by one, in one walk: one alone, or those that a replica wrote one after the other while
    /// the same were missing, of which each knew all that the ones before it knew.
    private struct Walk {
        var batches: [Int]
        /// For each batch the first of the walk's that knew it; made when first needed.
        var knownSince: [Int32] = []
    }

    private struct Chain: Hashable {
        var replica: ReplicaID
        var without: Set<Int>
    }

    private let graph: BatchGraph
    /// Made when first needed, as what follows is.
    private var edges: [[Int]] = []
    /// Of the batches that were written while others were missing: which of those are here now.
    private var without: [Int: Set<Int>] = [:]
    /// The place of each batch in the order of their identities.
    private var ranks: [Int] = []
    /// Made when first needed; of ranks.
    private var lines: BatchLines?
    private var walks: [Walk] = []
    /// The walk of each batch of which ``lines`` does not tell, and its place in that.
    private var own: [Int: (walk: Int, place: Int32)] = [:]
    /// How many batches there are, and names of such in headers.
    private var size = 0

    /// So many walks are made to find what batches knew.
    static let mostWalks = 64
    /// Of so many batches each is asked about each other, and of more where there are many besides.
    private static let few = 32

    /// Whether more walks were needed than are made: then every batch is said to know every other. Told once anything was asked.
    private(set) var isExhausted = false

    init(_ graph: BatchGraph) { self.graph = graph }

    private mutating func gather() {
        guard edges.isEmpty else { return }
        edges = graph.edges()
        without = graph.without()
    }

    /// Whether the writer of `batch` knew `other`. A batch knows itself.
    mutating func does(_ batch: Int, know other: Int) -> Bool {
        if batch == other { return true }
        let lines = prepared()
        if isExhausted { return true }
        guard let own = own[batch] else { return lines.does(ranks[batch], reach: ranks[other]) }
        if walks[own.walk].knownSince.isEmpty { walks[own.walk].knownSince = follow(walks[own.walk].batches) }
        return walks[own.walk].knownSince[other] <= own.place
    }

    /// Whether two batches were written side by side: by writers of which neither knew the other's.
    mutating func areSideBySide(_ one: Int32, _ other: Int32) -> Bool {
        !does(Int(one), know: Int(other)) && !does(Int(other), know: Int(one))
    }

    /// Those of some batches that another of them knew. The same as asking about each two, but cheaper where there are many.
    mutating func known(among batches: [Int]) -> Set<Int> {
        _ = prepared()
        if isExhausted { return Set(batches) }
        if batches.count * batches.count <= max(Knowledge.few * Knowledge.few, size / 16) {
            return Set(batches.filter { batch in batches.contains { $0 != batch && does($0, know: batch) } })
        }
        // What those reach of which the lines tell is in no circle.
        var reached: Set<Int> = []
        var waiting = batches.flatMap { own[$0] == nil ? edges[$0] : [] }
        while let next = waiting.popLast() {
            if reached.insert(next).inserted { waiting += edges[next] }
        }
        var known = Set(batches.filter(reached.contains))
        for members in Dictionary(grouping: batches.filter { own[$0] != nil }, by: { own[$0]?.walk }).values {
            // The last knew what all of them knew; whether that was known is to be asked of another.
            let latest = members.sorted { (own[$0]?.place ?? 0) < (own[$1]?.place ?? 0) }.suffix(2)
            known.formUnion(batches.filter { batch in latest.contains { $0 != batch && does($0, know: batch) } })
        }
        return known
    }

    // MARK: Batches of which the lines do not tell

    /// The lines, with the walks that are needed besides.
    private mutating func prepared() -> BatchLines {
        if let lines { return lines }
        gather()
        ranks = [Int](repeating: 0, count: edges.count)
        for (rank, batch) in graph.ranked.enumerated() { ranks[batch] = rank }
        let lines = BatchLines(parents: rankedEdges)
        self.lines = lines
        size = edges.reduce(edges.count) { $0 + $1.count }
        let forked = Set(graph.forks.map(\.replica))
        var chains: [Chain: [Int]] = [:]
        for batch in edges.indices {
            let (rank, missing) = (ranks[batch], without[batch] ?? [])
            // What was missing hides only what is behind it.
            if lines.hold(rank), !missing.contains(where: { lines.does(rank, reach: ranks[$0]) }) { continue }
            let replica = graph.replica(at: batch)
            let isInChain = !missing.isEmpty && !forked.contains(replica) && !missing.contains { graph.replica(at: $0) == replica }
            if isInChain { chains[Chain(replica: replica, without: missing), default: []].append(batch) } else { walks.append(Walk(batches: [batch])) }
        }
        for chain in chains.values {
            walks.append(Walk(batches: chain.sorted { graph.number(at: $0).sequence < graph.number(at: $1).sequence }))
        }
        isExhausted = walks.count > Knowledge.mostWalks
        guard !isExhausted else { return lines }
        for (number, walk) in walks.enumerated() {
            for (place, batch) in walk.batches.enumerated() { own[batch] = (number, Int32(place)) }
        }
        return lines
    }

    /// The parents by rank: then what the lines tell of depends on nothing but the batches.
    private var rankedEdges: [[Int]] {
        var ranked = [[Int]](repeating: [], count: edges.count)
        for (batch, parents) in edges.enumerated() { ranked[ranks[batch]] = parents.map { ranks[$0] } }
        return ranked
    }

    /// For each batch which of these knew it first, by going from batch to batch; `Int32.max` where none did.
    private func follow(_ batches: [Int]) -> [Int32] {
        let unknown = batches.first.flatMap { without[$0] } ?? []
        var since = [Int32](repeating: .max, count: edges.count)
        for (place, batch) in batches.enumerated() {
            var waiting = edges[batch]
            while let next = waiting.popLast() {
                if since[next] == .max, !unknown.contains(next) {
                    since[next] = Int32(place)
                    waiting += edges[next]
                }
            }
        }
        return since
    }
}
