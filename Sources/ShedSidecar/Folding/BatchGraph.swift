import ShedModel

/// Which batches there are, and which knew which: their parents, and of one replica the lower sequence numbers.
struct BatchGraph: Sendable {
    struct Vertex: Sendable {
        var id: BatchID
        var header: Batch.Header
        /// The base whose word the header is; `nil` where the batch itself is there.
        var base: BatchID?
        /// The latest time of its operations that is not the future, in milliseconds since 1970; 0 where none is known.
        var latest: Int64 = 0
        /// Whether the operations of the batch itself were folded.
        var isFolded = false
        /// Whether the operations that a base has of it were folded.
        var isCounted = false
    }

    private(set) var vertices: [Vertex] = []
    /// Those of the vertices.
    private var positions = DigestPositions()
    /// How many batches were folded themselves.
    private(set) var foldedCount = 0

    /// The position of a batch, new or known, and whether it is new.
    mutating func insert(_ id: BatchID, _ header: Batch.Header) -> (position: Int, isNew: Bool) {
        let inserted = positions.insert(id.words)
        if inserted.isNew { vertices.append(Vertex(id: id, header: header, base: nil)) }
        return inserted
    }

    /// Takes the header that a batch itself has for the one of its position, whatever was said of it before.
    mutating func affirm(_ position: Int, _ header: Batch.Header) {
        vertices[position].header = header
        vertices[position].base = nil
    }

    /// Takes note of an operation of a batch that is not from the future.
    mutating func note(_ position: Int, at milliseconds: Int64) {
        if vertices[position].latest < milliseconds { vertices[position].latest = milliseconds }
    }

    /// Takes what a base says of a batch, unless that is there itself. Where bases contradict each other the one with the least
    /// identity counts: that is made by their content, and hangs neither on the names of their files nor on their order.
    mutating func claim(_ id: BatchID, _ header: Batch.Header, by base: BatchID) {
        let (position, isNew) = insert(id, header)
        guard isNew || vertices[position].base.map({ base < $0 }) ?? false else { return }
        vertices[position].header = header
        vertices[position].base = base
    }

    /// Takes note that the operations of a batch itself are folded.
    /// - Returns: whether they were not yet.
    mutating func markFolded(_ position: Int) -> Bool {
        guard !vertices[position].isFolded else { return false }
        vertices[position].isFolded = true
        foldedCount += 1
        return true
    }

    /// Takes note that the operations that a base has of a batch are counted.
    /// - Returns: whether they were not yet.
    mutating func markCounted(_ id: BatchID) -> Bool {
        guard let position = positions[id.words], !vertices[position].isCounted else { return false }
        vertices[position].isCounted = true
        return true
    }

    /// What is known of a batch that is here.
    subscript(_ id: BatchID) -> Vertex? { positions[id.words].map { vertices[$0] } }

    init() {}

    /// A graph as it was (``SavedFold``); `nil` where two batches are the same.
    init?(restoring vertices: [Vertex]) {
        positions.reserveCapacity(vertices.count)
        // Looked at where they are, here and below: to copy each costs more than what is asked of it.
        for position in vertices.indices {
            guard positions.insert(vertices[position].id.words).isNew else { return nil }
            if vertices[position].isFolded { foldedCount += 1 }
        }
        self.vertices = vertices
    }

    mutating func restore(latest: [Int64]) { for (position, latest) in zip(vertices.indices, latest) { vertices[position].latest = latest } }

    /// The position of a batch that is here.
    func position(of id: BatchID) -> Int? { positions[id.words] }

    /// Whether a batch is here.
    func has(_ id: BatchID) -> Bool { positions[id.words] != nil }

    /// Whether the ID of the batch at one position is less than that of the other's.
    func id(_ left: Int32, isLessThan right: Int32) -> Bool { vertices[Int(left)].id < vertices[Int(right)].id }

    /// What follows from all headers together.
    struct Summary: Sendable {
        /// The batches that no other names as parent, sorted.
        var heads: [BatchID] = []
        /// The parents that are not there, sorted.
        var absent: [BatchID] = []
        /// The highest sequence number of each replica.
        var sequences: [ReplicaID: UInt64] = [:]
        /// Different batches of one replica with the same number, in the order of replica and number.
        var forks: [Fork] = []
    }

    /// Costs a pass over all batches.
    var summary: Summary {
        var summary = Summary()
        var named = [Bool](repeating: false, count: vertices.count)
        var absent: Set<BatchID> = []
        for vertex in vertices.indices {
            for parent in vertices[vertex].header.parents {
                if let position = positions[parent.words] { named[position] = true } else { absent.insert(parent) }
            }
        }
        let last = Fork.last(of: numbers)
        summary.sequences = last.sequences
        summary.heads = vertices.indices.filter { !named[$0] }.map { vertices[$0].id }.sorted()
        summary.absent = absent.sorted()
        summary.forks = last.areAscending ? [] : forks
        return summary
    }

    /// The number that each batch has among those of its replica.
    private var numbers: some Sequence<Fork.Key> {
        vertices.indices.lazy.map { Fork.Key(replica: vertices[$0].header.replica, sequence: vertices[$0].header.sequence) }
    }

    /// Different batches of one replica with the same number, in the order of replica and number.
    var forks: [Fork] { Fork.all(among: zip(vertices.indices.lazy.map { vertices[$0].id }, numbers).lazy.map { ($0, $1) }) }

    /// Whether each batch but one names just one other as parent, and no two the same: all in one line, of which each knew all before it.
    var isLine: Bool {
        var isNamed = [Bool](repeating: false, count: vertices.count)
        var children = [Int](repeating: -1, count: vertices.count)
        var first: Int?
        for position in vertices.indices {
            guard vertices[position].header.parents.count <= 1, vertices[position].header.without.isEmpty else { return false }
            guard let parent = vertices[position].header.parents.first else {
                guard first == nil else { return false }
                first = position
                continue
            }
            guard let before = positions[parent.words], before != position, !isNamed[before] else { return false }
            isNamed[before] = true
            children[before] = position
        }
        // What a base says may go in circles.
        var length = 0
        var next = first ?? -1
        while next >= 0 {
            length += 1
            next = children[next]
        }
        return length == vertices.count
    }

    /// For each batch that was written without others, the positions of those of them that are here.
    func without() -> [Int: Set<Int>] {
        var result: [Int: Set<Int>] = [:]
        for (position, vertex) in vertices.enumerated() where !vertex.header.without.isEmpty {
            let here = Set(vertex.header.without.compactMap { positions[$0.words] }).subtracting([position])
            if !here.isEmpty { result[position] = here }
        }
        return result
    }

    /// For each batch the positions of those that its writer knew, as far as they are there.
    func edges() -> [[Int]] {
        let forked = Set(forks.map(\.replica))
        var edges = vertices.map { vertex in vertex.header.parents.compactMap { positions[$0.words] } }
        var byReplica: [ReplicaID: [Int]] = [:]
        for (position, vertex) in vertices.enumerated() { byReplica[vertex.header.replica, default: []].append(position) }
        for (replica, positions) in byReplica where !forked.contains(replica) {
            let ordered = positions.sorted { vertices[$0].header.sequence < vertices[$1].header.sequence }
            for (earlier, later) in zip(ordered, ordered.dropFirst()) where !edges[later].contains(earlier) {
                edges[later].append(earlier)
            }
        }
        return edges
    }
}

/// Different batches of one replica with the same sequence number: the replica's identity was copied, or a state
/// directory restored.
public struct Fork: Hashable, Sendable {
    struct Key: Hashable {
        var replica: ReplicaID
        var sequence: UInt64
    }

    public var replica: ReplicaID
    public var sequence: UInt64
    public var batches: [BatchID]

    /// The highest sequence number of each replica, and whether each batch has a higher one than those of its replica before it.
    static func last(of numbers: some Sequence<Key>) -> (sequences: [ReplicaID: UInt64], areAscending: Bool) {
        var places: [ReplicaID: Int] = [:]
        var last: [(replica: ReplicaID, sequence: UInt64)] = []
        var (place, areAscending) = (0, true)
        for number in numbers {
            // Many of one stand one after the other.
            if last.isEmpty || last[place].replica != number.replica {
                place = places[number.replica] ?? last.count
                if place == last.count {
                    places[number.replica] = place
                    last.append((number.replica, number.sequence))
                    continue
                }
            }
            if last[place].sequence < number.sequence { last[place].sequence = number.sequence } else { areAscending = false }
        }
        return (Dictionary(uniqueKeysWithValues: last.map { ($0.replica, $0.sequence) }), areAscending)
    }

    /// The numbers under which a replica has more than one of some batches. Their numbers are sorted by replica, not hashed one by one:
    /// of most replicas they come in order, base for base.
    private static func doubled(among all: some Sequence<Key>) -> Set<Key> {
        var numbers: [ReplicaID: [UInt64]] = [:]
        for number in all { numbers[number.replica, default: []].append(number.sequence) }
        var doubled: Set<Key> = []
        for (replica, var sequences) in numbers {
            sequences.sort()
            for (one, next) in zip(sequences, sequences.dropFirst()) where one == next { doubled.insert(Key(replica: replica, sequence: one)) }
        }
        return doubled
    }

    /// All among some batches, in the order of replica and number.
    static func all(among batches: some Sequence<(BatchID, Key)>) -> [Fork] {
        // There are none, nearly always: each replica's come in the order of their numbers.
        guard !last(of: batches.lazy.map(\.1)).areAscending else { return [] }
        let several = doubled(among: batches.lazy.map(\.1))
        guard !several.isEmpty else { return [] }
        var numbered: [Key: [BatchID]] = [:]
        for (id, number) in batches where several.contains(number) { numbered[number, default: []].append(id) }
        return numbered.filter { $0.value.count > 1 }
            .map { Fork(replica: $0.key.replica, sequence: $0.key.sequence, batches: $0.value.sorted()) }
            .sorted { $0.replica != $1.replica ? $0.replica < $1.replica : $0.sequence < $1.sequence }
    }
}
