import ShedModel

/// A field that devices set side by side, none of which knew of the other's value: the later stamp stands, and nobody was asked.
public struct Overwritten: Hashable, Sendable {
    /// What one device set.
    public struct Setting: Hashable, Sendable {
        public var field: Field
        public var at: Stamp

        /// The value as it stands in the batch.
        public var value: JSONValue { field.json }
    }

    /// The node, or the label.
    public var id: NodeID
    /// What sort of label the ID is of; `nil` for a node.
    public var label: LabelKind?
    /// What stands.
    public var kept: Setting
    /// What does not, and nobody has set again since; the latest first, at least one.
    public var lost: [Setting]
}

/// Two IDs that devices put at one place side by side.
public struct ContestedPlace: Hashable, Sendable {
    /// The one that came there first, by its stamp.
    public var older: NodeID
    public var younger: NodeID
    public var place: Place
}

/// What the batches tell of things that were done side by side: which value lost to which. The same batches in any order give the same.
///
/// Whoever set a field after it had seen both values has decided, so that nothing is found of it any more. Where batches name each other as
/// no devices' do, all count as known (``Knowledge/isExhausted``), and nothing is found. What a base has left counts like the batches that it
/// stands for: of values that one device set one after the other it has the last.
public struct SideBySide: Sendable {
    /// In the order of the IDs.
    public private(set) var overwritten: [Overwritten] = []
    public private(set) var contested: [ContestedPlace] = []
    /// What was said before the time that counts, and is not among these.
    public private(set) var earlier: (overwritten: [Overwritten], contested: [ContestedPlace]) = ([], [])
    /// Whether there are more than are told.
    public private(set) var isCut = false
    /// How many files could not be read that may hold more: torn ones, or ones of a newer shed.
    public private(set) var unread = 0

    /// So many of each are told.
    public static let most = 1_000
    /// Of a field so many settings are compared, the latest ones; of a place so many IDs.
    private static let compared = 64

    private struct Key: Hashable {
        var id: NodeID
        var label: LabelKind?
        var field: String
    }

    private struct Candidate {
        var setting: Overwritten.Setting
        /// The position of its batch.
        var batch: Int
    }

    private var graph = BatchGraph()
    /// The first setting of each field; most have no other.
    private var single: [Key: Candidate] = [:]
    private var several: [Key: [Candidate]] = [:]
    private var replicas: Set<ReplicaID> = []
    /// What was added: what bases say of batches that are not there themselves is looked at last.
    private var added: (batches: Set<BatchID>, bases: [Base]) = ([], [])
    private let project: NodeID

    /// - Parameter project: whose batches count: what the original of a copy wrote is history.
    init(of project: NodeID) { self.project = project }

    /// Takes the word of a base for which batches knew which, and for what those held that are not there themselves.
    mutating func add(_ base: Base) {
        for subsumed in base.subsumed { graph.claim(subsumed.id, subsumed.header, by: base.id) }
        added.bases.append(base)
    }

    mutating func add(_ batch: Batch) {
        guard batch.header.project == project else { return }
        let (position, _) = graph.insert(batch.id, batch.header)
        graph.affirm(position, batch.header)
        added.batches.insert(batch.id)
        replicas.insert(batch.header.replica)
        for stamped in batch.operations { add(stamped, of: position) }
    }

    /// Takes note of a file that is no whole batch or base.
    mutating func add(_ fault: BatchFault) { if fault.hidesOperations { unread += 1 } }

    private mutating func addBases() {
        for base in added.bases {
            for kept in base.operations where base.subsumed.indices.contains(kept.from) {
                let subsumed = base.subsumed[kept.from]
                guard subsumed.header.project == project, !added.batches.contains(subsumed.id), let position = graph.position(of: subsumed.id) else { continue }
                replicas.insert(subsumed.header.replica)
                add(kept.operation, of: position)
            }
        }
        added.bases = []
    }

    private mutating func add(_ stamped: StampedOperation, of position: Int) {
        for field in stamped.operation.set where SideBySide.isTold(field, of: stamped.operation.label) {
            let key = Key(id: stamped.operation.id, label: stamped.operation.label, field: field.name)
            add(Candidate(setting: .init(field: field, at: stamped.at), batch: position), to: key)
        }
    }

    private mutating func add(_ candidate: Candidate, to key: Key) {
        guard let first = single[key] else { return single[key] = candidate }
        var all = several.removeValue(forKey: key) ?? [first]
        // A copy of a batch that a sync program made, or of two bases the second.
        guard !all.contains(where: { $0.batch == candidate.batch && $0.setting == candidate.setting }) else { return several[key] = all }
        all.append(candidate)
        if all.count > 2 * SideBySide.compared { all = Array(all.sorted { $0.setting.at > $1.setting.at }.prefix(SideBySide.compared)) }
        several[key] = all
    }

    /// What a person has said or would see; not what follows from where a file is.
    private static func isTold(_ field: Field, of label: LabelKind?) -> Bool {
        switch field {
        case .place(.some), .role, .accepts, .note, .tag, .value: label == nil
        case .other(let name, _): label != nil && name != LabelField.alias && name != LabelField.type
        default: false
        }
    }

    /// Finds them, once all was added.
    /// - Parameter since: what lost before this time, in milliseconds since 1970, goes to ``earlier``.
    mutating func find(since: Int64) {
        addBases()
        guard replicas.count > 1 else { return }
        var knowledge = Knowledge(graph)
        findOverwritten(since, &knowledge)
        findContested(since, &knowledge)
        (single, several) = ([:], [:])
    }

    private mutating func findOverwritten(_ since: Int64, _ knowledge: inout Knowledge) {
        var found: [Overwritten] = []
        for (key, candidates) in several {
            let all = Array(candidates.sorted { SideBySide.isLater($0, $1, graph) }.prefix(SideBySide.compared))
            guard let kept = all.first, Set(all.map { graph.replica(at: $0.batch) }).count > 1 else { continue }
            var lost: [Overwritten.Setting] = []
            for (position, candidate) in all.enumerated().dropFirst() where candidate.setting.field != kept.setting.field {
                // Who set it again knowing of it has decided.
                let isKnown = all[..<position].contains { $0.batch == candidate.batch || knowledge.does($0.batch, know: candidate.batch) }
                if !isKnown { lost.append(candidate.setting) }
            }
            if !lost.isEmpty { found.append(Overwritten(id: key.id, label: key.label, kept: kept.setting, lost: lost)) }
        }
        found.sort { $0.id != $1.id ? $0.id < $1.id : $0.kept.field.name < $1.kept.field.name }
        let lately = found.compactMap { conflict in
            var conflict = conflict
            conflict.lost.removeAll { $0.at.milliseconds < since }
            return conflict.lost.isEmpty ? nil : conflict
        }
        isCut = isCut || lately.count > SideBySide.most
        overwritten = Array(lately.prefix(SideBySide.most))
        earlier.overwritten = found.filter { conflict in conflict.lost.allSatisfy { $0.at.milliseconds < since } }
    }

    private mutating func findContested(_ since: Int64, _ knowledge: inout Knowledge) {
        var byPlace: [Place: [(id: NodeID, candidate: Candidate)]] = [:]
        for (key, first) in single where key.label == nil {
            let latest = several[key]?.max { SideBySide.isLater($1, $0, graph) } ?? first
            guard case .place(let place?) = latest.setting.field else { continue }
            byPlace[place, default: []].append((key.id, latest))
        }
        var (found, before): ([ContestedPlace], [ContestedPlace]) = ([], [])
        for (place, claims) in byPlace where claims.count > 1 {
            let claims = claims.sorted { SideBySide.isLater($0.candidate, $1.candidate, graph) }.prefix(SideBySide.compared)
            for (position, younger) in claims.enumerated() {
                let older = claims.dropFirst(position + 1).first { older in
                    graph.replica(at: older.candidate.batch) != graph.replica(at: younger.candidate.batch)
                        && !knowledge.does(younger.candidate.batch, know: older.candidate.batch)
                        && !knowledge.does(older.candidate.batch, know: younger.candidate.batch)
                }
                guard let older else { continue }
                let claim = ContestedPlace(older: older.id, younger: younger.id, place: place)
                if younger.candidate.setting.at.milliseconds >= since { found.append(claim) } else { before.append(claim) }
            }
        }
        found.sort { $0.older != $1.older ? $0.older < $1.older : $0.younger < $1.younger }
        isCut = isCut || found.count > SideBySide.most
        contested = Array(found.prefix(SideBySide.most))
        earlier.contested = before
    }

    /// The order of stamps; of one stamp that of the encoded values, as the fold has it.
    private static func isLater(_ left: Candidate, _ right: Candidate, _ graph: BatchGraph) -> Bool {
        if left.setting.at != right.setting.at { return left.setting.at > right.setting.at }
        let (first, second) = (left.setting.field.json.compact, right.setting.field.json.compact)
        if first != second { return second.lexicographicallyPrecedes(first) }
        return graph.id(at: left.batch) < graph.id(at: right.batch)
    }
}

extension Sidecar {
    /// Reads every batch for what devices did side by side. Costs reading them all; nothing where one device alone has written.
    /// - Parameters:
    ///   - listing: what is there; `nil` lists it.
    ///   - since: what lost before this time, in milliseconds since 1970, goes to ``SideBySide/earlier``.
    public func sideBySide(of project: ProjectFile, listing: SidecarListing? = nil, since: Int64) throws(SidecarError) -> SideBySide {
        let listing = if let listing { listing } else { try self.listing() }
        var result = SideBySide(of: project.id)
        guard listing.mayHaveSeveralWriters else { return result }
        for (_, error) in listing.unreadable { result.add(.unreadable(error.description)) }
        read(listing.files, of: project) { _, content in
            switch content {
            case .success(.batch(let batch)): result.add(batch)
            case .success(.base(let base)): result.add(base)
            case .failure(let fault): result.add(fault)
            }
        }
        result.find(since: since)
        return result
    }
}
