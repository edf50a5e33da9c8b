import ShedModel

/// What the headers of the first batches of a graph say of one another. What comes changes little of it, so that a fold which was kept and
/// has a hundred thousand batches costs no pass over them for each one that comes.
struct BatchNaming: Sendable {
    /// Of each of the batches whether one names it as parent.
    var isNamed: [Bool] = []
    /// The parents that are not there.
    var absent: Set<BatchID> = []
    /// The highest sequence number of each replica.
    private(set) var sequences: [ReplicaID: UInt64] = [:]
    /// Different batches of one replica with the same number, in the order of replica and number.
    var forks: [Fork] = []
    /// Whether two are not in one line, and so are not whatever comes (``BatchGraph/isLine``): one names several as parents, or was written
    /// without others, two name the same, or two name none.
    private(set) var isBranched = false
    /// Whether a number came that is not higher than all of its replica before it: the forks are to be sought again.
    private(set) var mayFork = false
    private var hasFirst = false
    /// Of how many batches the numbers are in ``sequences``.
    private var counted = 0

    /// How many batches it is told of.
    var count: Int { isNamed.count }

    /// Makes room for this many in all.
    mutating func expect(_ count: Int) { isNamed += repeatElement(false, count: count - isNamed.count) }

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
        if isNamed[position] { isBranched = true }
        isNamed[position] = true
    }

    /// Takes note of the numbers that all have; of those that it knows already nothing changes.
    mutating func count(_ numbers: some Sequence<Fork.Key>) {
        mayFork = false
        var last: (replica: ReplicaID, sequence: UInt64)?
        for number in numbers.dropFirst(counted) {
            counted += 1
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
