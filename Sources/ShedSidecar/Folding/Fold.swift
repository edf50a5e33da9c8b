import ShedModel

/// Gathers batches in any order and folds them to a model: last writer wins, field by field, by stamp; between values at the
/// greatest stamp, by who knew of which (``GreatestSettings``).
public struct Fold: Sendable {
    let project: NodeID
    /// The latest time that is not the future, in milliseconds since 1970.
    let limit: Int64
    private var lineage: Lineage
    private(set) var entries: [FoldEntry] = []
    private(set) var positions = IDPositions()
    /// The entries of which an operation has said that they are second names.
    private(set) var aliasing: Set<Int> = []
    private(set) var graph = BatchGraph()
    /// What the batches say of one another, once that was gathered; until another comes.
    private var summary: BatchGraph.Summary?
    private(set) var labels = LabelFold()
    private(set) var hints = SeenHints()
    /// What no stamp can decide, and whether it is decided as far as all that was added goes.
    private var greatest = GreatestSettings()
    private(set) var isSettled = true
    private var faults: [Gap] = []
    /// Batches that a person gave up, by any of the operations that say so and count.
    private var lost: Set<BatchID> { LostBatch.batches(in: positions[project].flatMap { entries[$0].result.details }) }
    private(set) var bases: Set<BatchID> = []
    /// Bases whose operations are not folded yet: until all batches are there nobody can say which of them count.
    private var waitingBases: [Base] = []
    private let now: Int64
    /// The least time of all operations that are from the future, in milliseconds since 1970.
    private(set) var leastFuture = Int64.max

    /// The greatest stamp that is not from the future: what the local clock must be ahead of.
    public private(set) var maxStamp: Stamp?
    /// How many operations set a known field to a value that this version does not know (they are left out).
    public private(set) var unknownOperations = 0
    /// How many operations speak of what this version does not know.
    public private(set) var unusedOperations = 0

    /// - Parameters:
    ///   - fields: what is special about the fields of kinds.
    ///   - now: the local time in milliseconds since 1970.
    public init(project file: ProjectFile, fields: FieldTraits = FieldTraits(), now: Int64) {
        project = file.id
        self.now = now
        limit = now.addingReportingOverflow(HybridClock.tolerance).partialValue
        lineage = Lineage(file, fields: fields)
    }

    /// Makes room for this many nodes.
    public mutating func reserve(_ count: Int) {
        entries.reserveCapacity(count)
        positions.reserveCapacity(count)
    }

    /// Adds a batch. One that is there already counts once.
    /// - Returns: `false` if it was there already or belongs to no project that this one is or was copied from.
    @discardableResult
    public mutating func add(_ batch: Batch) -> Bool {
        guard let generation = lineage.generation(of: batch.header.project) else { return false }
        summary = nil
        let position = graph.insert(batch.id, batch.header).position
        // A base may say anything of a batch; its own header stands under its checksum.
        graph.affirm(position, batch.header)
        guard graph.markFolded(position) else { return false }
        if entries.isEmpty { reserve(batch.operations.count) }
        for operation in batch.operations { add(operation, generation, Int32(truncatingIfNeeded: position)) }
        unusedOperations += batch.unused.count
        // Which batch knew which may have changed.
        isSettled = greatest.isEmpty && waitingBases.isEmpty
        return true
    }

    /// Adds a base: the batches that it names count as there. One that is there already counts once. Its operations are folded by
    /// ``settle()``, without those of batches that are there themselves: what a base says of these is not believed.
    @discardableResult
    public mutating func add(_ base: Base) -> Bool {
        guard bases.insert(base.id).inserted else { return false }
        summary = nil
        graph.reserve(base.subsumed.count)
        for subsumed in base.subsumed { graph.claim(subsumed.id, subsumed.header, by: base.id) }
        waitingBases.append(base)
        isSettled = false
        return true
    }

    private mutating func addOperations(of base: Base) {
        // Of each batch that it names: where that is, and by which project its IDs go; `nil` where its operations do not count.
        let sources: [(batch: Int32, generation: Int)?] = base.subsumed.map { subsumed in
            guard let position = graph.position(of: subsumed.id), !graph.isFolded(at: position),
                let generation = lineage.generation(of: subsumed.header.project)
            else { return nil }
            return (Int32(truncatingIfNeeded: position), generation)
        }
        // What several bases say of one batch is counted once.
        let isNew = base.subsumed.map { graph.markCounted($0.id) }
        for kept in base.operations where sources.indices.contains(kept.from) {
            guard let source = sources[kept.from] else { continue }
            let unknown = unknownOperations
            add(kept.operation, source.generation, source.batch)
            if !isNew[kept.from] { unknownOperations = unknown }
        }
        unusedOperations += base.others.count { other in other.from.map { sources[$0] != nil && isNew[$0] } ?? true }
    }

    /// Whether all that was added is in the entries, no stamp left it open, and no file could not be folded: then it can be kept.
    var isPlain: Bool { isSettled && greatest.isEmpty && faults.isEmpty }

    /// Takes over what was kept of a fold (``SavedFold``), into one to which nothing was added yet.
    mutating func restore(_ graph: BatchGraph, bases: Set<BatchID>) { (self.graph, self.bases) = (graph, bases) }

    /// Adds an operation that was kept of a fold. When its batch was written last is kept too.
    mutating func restore(_ operation: StampedOperation, of batch: Int32) { add(operation, lineage.latest, batch, isNoted: true) }

    /// Takes over what is not to be told from the operations that were kept.
    mutating func restore(maxStamp: Stamp?, leastFuture: Int64, unknown: Int, unused: Int) {
        (self.maxStamp, self.leastFuture, unknownOperations, unusedOperations) = (maxStamp, leastFuture, unknown, unused)
        summary = nil
    }

    /// Takes note of a file that could not be folded.
    /// - Parameter path: relative to `.shed/`.
    public mutating func add(_ fault: BatchFault, at path: RelativePath) {
        if fault.hidesOperations { faults.append(.file(path, fault)) }
    }

    private mutating func add(_ stamped: StampedOperation, _ generation: Int, _ batch: Int32, isNoted: Bool = false) {
        let at = stamped.at
        if at.milliseconds > limit {
            leastFuture = min(leastFuture, at.milliseconds)
        } else {
            if at > maxStamp ?? Stamp(time: 0, replica: ReplicaID(rawValue: 0)) { maxStamp = at }
            if !isNoted { graph.note(Int(batch), at: at.milliseconds) }
        }
        let operation = lineage.isCurrent(generation)
            ? stamped.operation : lineage.map(stamped.operation, from: generation)
        if let label = operation.label {
            if !labels.add(operation, at: at) { unknownOperations += 1 }
            if at.isGreatest { greatest.add(operation, on: label, at: at, batch) }
            return
        }
        let position = position(of: operation.id, at: at, batch)
        entries[position].note(at)
        var isUnderstood = true
        for field in operation.set {
            if case .other(SeenContent.field, let value) = field {
                if !hints.add(value, of: position, at: at) { isUnderstood = false }
            } else if !isPossible(field, of: operation.id) {
                isUnderstood = false
            } else if at.isGreatest {
                greatest.add(field, ofEntry: position, at: at, batch)
            } else {
                if case .alias = field { aliasing.insert(position) }
                entries[position].set(field, at: at, batch: batch, in: graph)
            }
        }
        if !isUnderstood { unknownOperations += 1 }
    }

    /// Folds what bases hold, and decides which of the values counts that were set at the greatest stamp. To be called when all is added
    /// that there is; what is asked of nodes before goes without those. ``result()`` settles by itself.
    public mutating func settle() {
        if summary == nil {
            graph.gather()
            summary = graph.summary
        }
        guard !isSettled else { return }
        isSettled = true
        for base in waitingBases.sorted(by: { $0.id < $1.id }) { addOperations(of: base) }
        waitingBases = []
        for (position, place) in greatest.takePlaces() { entries[position].noteGiven(place) }
        for (key, setting) in greatest.last(in: graph) {
            switch key {
            case .node(let position, _):
                if case .alias = setting.field { aliasing.insert(position) }
                entries[position].put(setting.field, at: setting.stamp, batch: setting.batch)
            case .label(let label, let name):
                guard case .other(_, let value) = setting.field else { continue }
                labels.put(value, in: name, of: label, at: setting.stamp)
            }
        }
    }

    private mutating func position(of id: NodeID, at stamp: Stamp, _ batch: Int32) -> Int {
        let (position, isNew) = positions.insert(id)
        if isNew { entries.append(FoldEntry(id, isProject: id == project, at: stamp, batch: batch)) }
        return position
    }

    /// Whether a field can be folded: a value that was not understood cannot, nor what would make the root a node
    /// like others or another node the root.
    private func isPossible(_ field: Field, of id: NodeID) -> Bool {
        switch field {
        case .other(let name, _): !Field.knownNames.contains(name)
        case .type(let type): (type == .project) == (id == project)
        case .place, .alias: id != project
        default: true
        }
    }

    /// The place that a node was given last, and when by which replica; `nil` where it has none. Of nodes that became one only its own
    /// operations count.
    public func lastPlacing(of id: NodeID) -> (place: Place, stamp: Stamp)? {
        guard let position = positions[id], let place = entries[position].node.place, let stamp = entries[position].time(of: .place(nil))
        else { return nil }
        return (place, stamp)
    }

    /// The nodes that were at one of these places at some time, by the place. Costs a pass over all nodes.
    /// - Parameter resolve: says which node an ID stands for.
    public func nodes(everAt places: Set<Place>, resolve: (NodeID) -> NodeID) -> [Place: [NodeID]] {
        var found: [Place: [NodeID]] = [:]
        let names = Set(places.map(\.name))
        for entry in entries {
            for event in entry.places where names.contains(event.place.name) {
                let place = Place(parent: resolve(event.place.parent), name: event.place.name)
                if places.contains(place) { found[place, default: []].append(entry.node.id) }
            }
        }
        return found
    }

    /// Those of these nodes that were never given another place than the one that they have.
    public func neverMoved(_ nodes: Set<NodeID>) -> Set<NodeID> {
        nodes.filter { id in positions[id].map { Set(entries[$0].places.map(\.place)).count == 1 } ?? false }
    }

    /// Whether the two of each pair were made side by side: by batches of which neither knew the other.
    public func areMadeSideBySide(_ pairs: [(made: NodeID, known: NodeID)]) -> [Bool] {
        guard !pairs.isEmpty else { return [] }
        var knowledge = Knowledge(graph)
        return pairs.map { pair in
            guard let first = positions[pair.made], let second = positions[pair.known], let one = entries[first].minted(in: graph),
                let other = entries[second].minted(in: graph)
            else { return false }
            return knowledge.areSideBySide(one.batch, other.batch)
        }
    }

    // MARK: What the batches say of one another

    private var said: BatchGraph.Summary { summary ?? graph.summary }

    /// The batches that no other names as parent, sorted: the parents of the next batch.
    public var heads: [BatchID] { said.heads }

    /// The highest sequence number of each replica.
    public var sequences: [ReplicaID: UInt64] { said.sequences }

    /// Replicas that wrote different batches under one number.
    public var forks: [Fork] { said.forks }

    /// Batches that are named as parents and are not there, sorted.
    public var absentParents: [BatchID] { said.absent }

    /// Who wrote the batches that are there, in files or in bases: one for each project and replica, in no order.
    public var writers: [BatchWriter] { graph.writers }

    /// How many batches are there, in files or in bases.
    public var batchCount: Int { graph.count }

    /// Why operations may be missing that nobody gave up: files in the order in which they were added, then absent batches.
    public var gaps: [Gap] {
        let lost = lost
        return (torn + absentParents.map { .absent($0) }).filter { gap in !(gap.batch.map(lost.contains) ?? false) }
    }

    /// The faults but for torn copies of batches that are here whole: these hide nothing.
    private var torn: [Gap] { faults.filter { gap in !(gap.batch.map(graph.has) ?? false) } }

    /// The batches that are known to be missing, given up or not, sorted: absent parents, and those of which a torn file is
    /// left, whom nobody needs to name.
    public var missingBatches: [BatchID] { Set(absentParents + torn.compactMap(\.batch)).sorted() }

    /// Whether operations may be missing.
    public var isIncomplete: Bool { !gaps.isEmpty }
}
