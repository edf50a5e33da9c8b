import ShedModel

/// What the headers of the first batches of a graph say of one another. What comes changes little of it, so that a fold which was kept and
/// has a hundred thousand batches costs no pass over them for each one that comes.
struct BatchNaming: Sendable {
    /// The first of the batches, which were kept (``SavedFold``): of these, those that none names as parent.
    private var first = 0
    private var unnamed: Set<Int> = []
    /// Of each of the others whether one names it.
    private var isNamed: [Bool] = []
    /// The parents that are not there.
    private(set) var absent: Set<BatchID> = []
    /// The highest sequence number of each replica.
    private(set) var sequences: [ReplicaID: UInt64] = [:]
    /// Different batches of one replica with the same number, in the order of replica and number.
    var forks: [Fork] = []
    /// Whether two are not in one line, and so are not whatever comes (``BatchGraph/isLine``): one names several as parents, or was written
    /// without others, two name the same, or two name none.
    private(set) var isBranched = false
    /// Whether a number came that is not higher than all of its replica before it: the forks are to be sought again.
    private(set) var mayFork = false
    private(set) var hasFirst = false

    init() {}

    /// What batches that were kept say of one another.
    /// - Parameters:
    ///   - heads: the positions of those that none names.
    ///   - summary: the rest of what follows.
    init(first count: Int, heads: Set<Int>, _ summary: BatchGraph.Summary, isBranched: Bool, hasFirst: Bool) {
        (first, unnamed, absent) = (count, heads, Set(summary.absent))
        (sequences, forks, self.isBranched, self.hasFirst) = (summary.sequences, summary.forks, isBranched, hasFirst)
    }

    /// How many batches it is told of.
    var count: Int { first + isNamed.count }

    /// The positions of those that none names, in no order.
    var heads: [Int] { Array(unnamed) + isNamed.indices.lazy.filter { !isNamed[$0] }.map { first + $0 } }

    /// Makes room for this many in all.
    mutating func expect(_ count: Int) { isNamed += repeatElement(false, count: count - self.count) }

    /// Takes note of a batch, before its parents.
    mutating func begin(_ header: Batch.Header) { begin(parents: header.parents.count, without: header.without.count) }

    /// The same of one that names so many as parents, and that was written without so many.
    mutating func begin(parents: Int, without: Int) {
        if parents > 1 || without > 0 || parents == 0 && hasFirst { isBranched = true }
        if parents == 0 { hasFirst = true }
    }

    /// Takes note that a batch names another as parent.
    /// - Parameter position: where that is; `nil` where it is not there.
    mutating func name(_ parent: BatchID, at position: Int?) {
        guard let position else {
            absent.insert(parent)
            return
        }
        if !markNamed(position) { isBranched = true }
    }

    /// - Returns: whether it was not named before.
    private mutating func markNamed(_ position: Int) -> Bool {
        if position < first { return unnamed.remove(position) != nil }
        defer { isNamed[position - first] = true }
        return !isNamed[position - first]
    }

    /// Takes note that a batch has come which others named before.
    mutating func arrive(_ id: BatchID, at position: Int) {
        absent.remove(id)
        _ = markNamed(position)
    }

    /// Takes note of the numbers that more batches have.
    mutating func count(_ numbers: some Sequence<Fork.Key>) {
        mayFork = false
        var last: (replica: ReplicaID, sequence: UInt64)?
        for number in numbers {
            // Many of one stand one after the other.
            if last?.replica != number.replica {
                if let last { sequences[last.replica] = last.sequence }
                guard let known = sequences[number.replica] else {
                    last = (number.replica, number.sequence)
                    continue
                }
                last = (number.replica, known)
            }
            if let known = last?.sequence, known < number.sequence { last?.sequence = number.sequence } else { mayFork = true }
        }
        if let last { sequences[last.replica] = last.sequence }
    }
}
