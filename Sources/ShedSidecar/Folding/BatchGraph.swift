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

    /// The first of them, where they were kept.
    let kept: KeptBatches
    /// Those of the kept of which something else is known by now.
    private var changed: [Int: Vertex] = [:]
    /// Those that came.
    private var added: [Vertex] = []
    /// Where these are.
    private var positions = DigestPositions()
    /// The number that each of these has among those of its replica. They stand in the headers too, but to look at each of these costs more
    /// than all that is asked of them.
    private var numbers: [Fork.Key] = []
    /// What the first batches say of one another: of all that were there when it was gathered last.
    private var gathered = BatchNaming()
    /// How many batches were folded themselves.
    private(set) var foldedCount = 0

    init() { kept = KeptBatches() }

    /// A graph of batches that were kept (``SavedFold``).
    /// - Parameter naming: what they say of one another.
    init(_ kept: KeptBatches, _ naming: BatchNaming) {
        (self.kept, gathered) = (kept, naming)
        for (source, tally) in zip(kept.sources, kept.tallies) where source.isFolded { foldedCount += tally.count }
    }

    // MARK: One batch

    /// How many batches there are.
    var count: Int { kept.count + added.count }

    var indices: Range<Int> { 0..<count }

    /// Whether nothing else is known of those that were kept.
    var isAsKept: Bool { changed.isEmpty }

    /// All that is known of the batch at a position.
    subscript(_ position: Int) -> Vertex {
        if position >= kept.count { return added[position - kept.count] }
        return (changed.isEmpty ? nil : changed[position]) ?? kept.vertex(position)
    }

    // Parts of that, which cost less. Identities do not change.

    func id(at position: Int) -> BatchID { position < kept.count ? kept.id(position) : added[position - kept.count].id }

    func latest(at position: Int) -> Int64 {
        if position >= kept.count { return added[position - kept.count].latest }
        return (changed.isEmpty ? nil : changed[position]?.latest) ?? kept.latest(position)
    }

    func number(at position: Int) -> Fork.Key {
        if position >= kept.count { return numbers[position - kept.count] }
        return changed.isEmpty ? kept.number(position) : Fork.Key(self[position].header)
    }

    func replica(at position: Int) -> ReplicaID { number(at: position).replica }

    func project(at position: Int) -> NodeID {
        if position >= kept.count { return added[position - kept.count].header.project }
        return changed.isEmpty ? kept.source(position).project : self[position].header.project
    }

    func isFolded(at position: Int) -> Bool {
        if position >= kept.count { return added[position - kept.count].isFolded }
        return changed.isEmpty ? kept.source(position).isFolded : self[position].isFolded
    }

    /// The base whose word its header is.
    func base(at position: Int) -> BatchID? {
        if position >= kept.count { return added[position - kept.count].base }
        return changed.isEmpty ? kept.source(position).base : self[position].base
    }

    func isCounted(at position: Int) -> Bool {
        if position >= kept.count { return added[position - kept.count].isCounted }
        return changed.isEmpty ? kept.source(position).isCounted : self[position].isCounted
    }

    /// The position of the only batch that one names and that it was not written without; `nil` for any other, and for one that is not there.
    func onlyParent(at position: Int) -> Int? {
        if position >= kept.count {
            // Looked at where it is, here and below: to copy it costs more than what is asked of it.
            let place = position - kept.count
            guard added[place].header.parents.count == 1, added[place].header.without.isEmpty else { return nil }
            return self.position(of: added[place].header.parents[0])
        }
        if changed.isEmpty, let known = kept.onlyParent(position) { return known }
        let header = self[position].header
        return header.parents.count == 1 && header.without.isEmpty ? self.position(of: header.parents[0]) : nil
    }

    /// The positions of those that a batch names, as far as they are there.
    func parents(at position: Int) -> [Int] {
        if position >= kept.count { return added[position - kept.count].header.parents.compactMap { self.position(of: $0) } }
        if changed.isEmpty, let known = kept.onlyParent(position) { return [known] }
        return self[position].header.parents.compactMap { self.position(of: $0) }
    }

    /// The position of a batch that is here.
    func position(of id: BatchID) -> Int? {
        if kept.count > 0, let known = kept.position(of: id) { return known }
        return positions[id.words].map { kept.count + $0 }
    }

    /// What is known of a batch that is here.
    subscript(_ id: BatchID) -> Vertex? { position(of: id).map { self[$0] } }

    /// Whether a batch is here.
    func has(_ id: BatchID) -> Bool { position(of: id) != nil }

    /// Whether the ID of the batch at one position is less than that of the other's.
    func id(_ left: Int32, isLessThan right: Int32) -> Bool { id(at: Int(left)) < id(at: Int(right)) }

    /// All positions in the order of identities.
    var ranked: [Int] {
        var come = added.indices.map { (word: added[$0].id.words.0, position: kept.count + $0) }
        come.sort { $0.word != $1.word ? $0.word < $1.word : id(at: $0.position) < id(at: $1.position) }
        guard kept.count > 0 else { return come.map(\.position) }
        var all: [Int] = []
        all.reserveCapacity(count)
        var rank = 0
        for (_, position) in come {
            let id = id(at: position)
            while rank < kept.count, kept.id(kept.ranked(rank)) < id {
                all.append(kept.ranked(rank))
                rank += 1
            }
            all.append(position)
        }
        while rank < kept.count {
            all.append(kept.ranked(rank))
            rank += 1
        }
        return all
    }

    // MARK: What comes

    /// Makes room for the first of them, so many.
    mutating func reserve(_ count: Int) {
        guard self.count == 0 else { return }
        added.reserveCapacity(count)
        numbers.reserveCapacity(count)
        positions.reserveCapacity(count)
    }

    /// The position of a batch, new or known, and whether it is new.
    mutating func insert(_ id: BatchID, _ header: Batch.Header) -> (position: Int, isNew: Bool) {
        if kept.count > 0, let known = kept.position(of: id) { return (known, false) }
        let inserted = positions.insert(id.words)
        if inserted.isNew {
            added.append(Vertex(id: id, header: header, base: nil))
            numbers.append(Fork.Key(header))
        }
        return (kept.count + inserted.position, inserted.isNew)
    }

    /// Takes the header that a batch itself has for the one of its position, whatever was said of it before.
    mutating func affirm(_ position: Int, _ header: Batch.Header) {
        // A copy of one that was kept says what is known.
        if position < kept.count, base(at: position) == nil, self[position].header == header { return }
        setHeader(position, header)
        update(position) { $0.base = nil }
    }

    private mutating func setHeader(_ position: Int, _ header: Batch.Header) {
        if position < gathered.count, header != self[position].header { gathered = BatchNaming() }
        update(position) { $0.header = header }
        if position >= kept.count { numbers[position - kept.count] = Fork.Key(header) }
    }

    private mutating func update(_ position: Int, _ change: (inout Vertex) -> Void) {
        if position >= kept.count { return change(&added[position - kept.count]) }
        change(&changed[position, default: kept.vertex(position)])
    }

    /// Takes note of an operation of a batch that is not from the future.
    mutating func note(_ position: Int, at milliseconds: Int64) {
        if latest(at: position) < milliseconds { update(position) { $0.latest = milliseconds } }
    }

    /// Takes what a base says of a batch, unless that is there itself. Where bases contradict each other the one with the least
    /// identity counts: that is made by their content, and hangs neither on the names of their files nor on their order.
    mutating func claim(_ id: BatchID, _ header: Batch.Header, by base: BatchID) {
        let (position, isNew) = insert(id, header)
        guard isNew || self.base(at: position).map({ base < $0 }) ?? false else { return }
        setHeader(position, header)
        update(position) { $0.base = base }
    }

    /// Takes note that the operations of a batch itself are folded.
    /// - Returns: whether they were not yet.
    mutating func markFolded(_ position: Int) -> Bool {
        guard !isFolded(at: position) else { return false }
        update(position) { $0.isFolded = true }
        foldedCount += 1
        return true
    }

    /// Takes note that the operations that a base has of a batch are counted.
    /// - Returns: whether they were not yet.
    mutating func markCounted(_ id: BatchID) -> Bool {
        guard let position = position(of: id), !isCounted(at: position) else { return false }
        update(position) { $0.isCounted = true }
        return true
    }

    // MARK: All batches

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
        return Summary(heads: all.heads.map { id(at: $0) }.sorted(), absent: all.absent.sorted(), sequences: all.sequences, forks: all.forks)
    }

    /// Takes note of what follows from the headers that are here, so that later only those are looked at that come.
    mutating func gather() { gathered = gatheredToEnd }

    var gatheredToEnd: BatchNaming {
        let first = gathered.count
        guard first < count else { return gathered }
        var all = gathered
        all.expect(count)
        // What was not there may have come.
        for id in gathered.absent { if let position = position(of: id) { all.arrive(id, at: position) } }
        for vertex in min(first, kept.count)..<kept.count { name(self[vertex].header, in: &all) }
        for vertex in max(first - kept.count, 0)..<added.count { name(added[vertex].header, in: &all) }
        if first >= kept.count { all.count(numbers[(first - kept.count)...]) } else { all.count((first..<count).lazy.map { number(at: $0) }) }
        if all.mayFork { all.forks = forks }
        return all
    }

    private func name(_ header: Batch.Header, in all: inout BatchNaming) {
        all.begin(header)
        for parent in header.parents { all.name(parent, at: position(of: parent)) }
    }

    /// Different batches of one replica with the same number, in the order of replica and number.
    var forks: [Fork] { Fork.all(among: indices.lazy.map { (id(at: $0), number(at: $0)) }) }

    /// Whether each batch but one names just one other as parent, and no two the same: all in one line, of which each knew all before it.
    var isLine: Bool { !gathered.isBranched && end != nil }

    /// The last batch, where all are in one line; -1 where there is none.
    var end: Int? {
        guard isAsKept, var end = kept.end else { return endOfLine }
        for position in kept.count..<count {
            guard onlyParent(at: position) == end else { return endOfLine }
            end = position
        }
        return end
    }

    /// The same by a pass over all.
    private var endOfLine: Int? {
        var children = [Int](repeating: -1, count: count)
        var first: Int?
        for position in indices {
            guard let before = onlyParent(at: position) else {
                guard first == nil else { return nil }
                let header = self[position].header
                guard header.parents.isEmpty, header.without.isEmpty else { return nil }
                first = position
                continue
            }
            guard before != position, children[before] < 0 else { return nil }
            children[before] = position
        }
        // What a base says may go in circles.
        var (length, last, next) = (0, -1, first ?? -1)
        while next >= 0 {
            length += 1
            (last, next) = (next, children[next])
        }
        return length == count ? last : nil
    }

    /// For each batch that was written without others, the positions of those of them that are here.
    func without() -> [Int: Set<Int>] {
        var result: [Int: Set<Int>] = [:]
        for position in indices {
            if position >= kept.count ? added[position - kept.count].header.without.isEmpty : isAsKept && kept.onlyParent(position) != nil { continue }
            let without = self[position].header.without
            guard !without.isEmpty else { continue }
            let here = Set(without.compactMap { self.position(of: $0) }).subtracting([position])
            if !here.isEmpty { result[position] = here }
        }
        return result
    }

    /// For each batch the positions of those that its writer knew, as far as they are there.
    func edges() -> [[Int]] {
        let forked = Set(forks.map(\.replica))
        var edges = indices.map { parents(at: $0) }
        var byReplica: [ReplicaID: [Int]] = [:]
        for position in indices { byReplica[replica(at: position), default: []].append(position) }
        for (replica, positions) in byReplica where !forked.contains(replica) {
            let ordered = positions.sorted { number(at: $0).sequence < number(at: $1).sequence }
            for (earlier, later) in zip(ordered, ordered.dropFirst()) where !edges[later].contains(earlier) {
                edges[later].append(earlier)
            }
        }
        return edges
    }
}

