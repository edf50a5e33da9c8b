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
    /// The number that each batch has among those of its replica. They stand in the headers too, but to look at each of these costs more
    /// than all that is asked of them.
    private var numbers: [Fork.Key] = []
    /// What the first batches say of one another: of all that were there when it was gathered last.
    private var gathered = BatchNaming()
    /// How many batches were folded themselves.
    private(set) var foldedCount = 0

    /// The position of a batch, new or known, and whether it is new.
    mutating func insert(_ id: BatchID, _ header: Batch.Header) -> (position: Int, isNew: Bool) {
        let inserted = positions.insert(id.words)
        if inserted.isNew {
            vertices.append(Vertex(id: id, header: header, base: nil))
            numbers.append(Fork.Key(header))
        }
        return inserted
    }

    /// Takes the header that a batch itself has for the one of its position, whatever was said of it before.
    mutating func affirm(_ position: Int, _ header: Batch.Header) {
        setHeader(position, header)
        vertices[position].base = nil
    }

    private mutating func setHeader(_ position: Int, _ header: Batch.Header) {
        if position < gathered.count, header != vertices[position].header { gathered = BatchNaming() }
        vertices[position].header = header
        numbers[position] = Fork.Key(header)
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
        setHeader(position, header)
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
    /// - Parameter parents: what is told by which of them name which as parents.
    init?(restoring vertices: [Vertex], _ parents: BatchNaming) {
        positions.reserveCapacity(vertices.count)
        numbers.reserveCapacity(vertices.capacity)
        // Looked at where they are, here and below: to copy each costs more than what is asked of it.
        for position in vertices.indices {
            guard positions.insert(vertices[position].id.words).isNew else { return nil }
            numbers.append(Fork.Key(replica: vertices[position].header.replica, sequence: vertices[position].header.sequence))
            if vertices[position].isFolded { foldedCount += 1 }
        }
        self.vertices = vertices
        gathered = parents
        gathered.count(numbers)
        if gathered.mayFork { gathered.forks = forks }
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

    /// Costs a pass over the batches that came since ``gather()``.
    var summary: Summary {
        let all = gatheredToEnd
        return Summary(
            heads: vertices.indices.filter { !all.isNamed[$0] }.map { vertices[$0].id }.sorted(), absent: all.absent.sorted(),
            sequences: all.sequences, forks: all.forks)
    }

    /// Takes note of what follows from the headers that are here, so that later only those are looked at that come.
    mutating func gather() { gathered = gatheredToEnd }

    private var gatheredToEnd: BatchNaming {
        let first = gathered.count
        guard first < vertices.count else { return gathered }
        var all = gathered
        all.expect(vertices.count)
        // What was not there may have come.
        for id in gathered.absent {
            guard let position = positions[id.words] else { continue }
            all.absent.remove(id)
            all.isNamed[position] = true
        }
        for vertex in first..<vertices.count {
            all.begin(vertices[vertex].header)
            for parent in vertices[vertex].header.parents { all.name(parent, at: positions[parent.words]) }
        }
        all.count(numbers)
        if all.mayFork { all.forks = forks }
        return all
    }

    /// Different batches of one replica with the same number, in the order of replica and number.
    var forks: [Fork] { Fork.all(among: zip(vertices.indices.lazy.map { vertices[$0].id }, numbers).lazy.map { ($0, $1) }) }

    /// Whether each batch but one names just one other as parent, and no two the same: all in one line, of which each knew all before it.
    var isLine: Bool {
        if gathered.isBranched { return false }
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

        init(replica: ReplicaID, sequence: UInt64) { (self.replica, self.sequence) = (replica, sequence) }

        init(_ header: Batch.Header) { self.init(replica: header.replica, sequence: header.sequence) }
    }

    public var replica: ReplicaID
    public var sequence: UInt64
    public var batches: [BatchID]

    /// The numbers under which a replica has more than one of some batches.
    private static func doubled(among all: some Sequence<Key>) -> Set<Key> {
        var numbers: [ReplicaID: [UInt64]] = [:]
        for number in all { numbers[number.replica, default: []].append(number.sequence) }
        var doubled: Set<Key> = []
        for (replica, sequences) in numbers { for sequence in twice(in: sequences) { doubled.insert(Key(replica: replica, sequence: sequence)) } }
        return doubled
    }

    /// The numbers that are among some more than once. They are not hashed one by one: of most replicas there is each up to the last.
    private static func twice(in numbers: [UInt64]) -> [UInt64] {
        guard let least = numbers.min(), let greatest = numbers.max() else { return [] }
        guard greatest - least < 16 * UInt64(numbers.count) else {
            let sorted = numbers.sorted()
            return zip(sorted, sorted.dropFirst()).filter { $0 == $1 }.map(\.0)
        }
        var isThere = [Bool](repeating: false, count: Int(greatest - least) + 1)
        return numbers.filter { number in
            defer { isThere[Int(number - least)] = true }
            return isThere[Int(number - least)]
        }
    }

    /// All among some batches, in the order of replica and number.
    static func all(among batches: some Sequence<(BatchID, Key)>) -> [Fork] {
        // There are none, nearly always: each replica's come in the order of their numbers.
        var naming = BatchNaming()
        naming.count(batches.lazy.map(\.1))
        guard naming.mayFork else { return [] }
        let several = doubled(among: batches.lazy.map(\.1))
        guard !several.isEmpty else { return [] }
        var numbered: [Key: [BatchID]] = [:]
        for (id, number) in batches where several.contains(number) { numbered[number, default: []].append(id) }
        return numbered.filter { $0.value.count > 1 }
            .map { Fork(replica: $0.key.replica, sequence: $0.key.sequence, batches: $0.value.sorted()) }
            .sorted { $0.replica != $1.replica ? $0.replica < $1.replica : $0.sequence < $1.sequence }
    }
}
