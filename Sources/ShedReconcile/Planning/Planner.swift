import ShedModel
import ShedRules

extension Plan {
    /// What follows from a situation. Pure, total and deterministic: the same situation and the same IDs give the same
    /// plan, in the same order.
    ///
    /// Costs as much as the snapshot is large, where ``Model/prepareChildren(missing:)`` and
    /// ``Memory/prepareIdentities()`` were done before, and ``Situation/missingContents`` is given; else a pass over all nodes.
    public static func make(_ situation: Situation, ids: inout some IDSource) -> Plan {
        var situation = situation
        situation.model.prepareChildren(missing: situation.memory.missing)
        var tried = ids
        let (plan, twins) = made(situation, ids: &tried)
        if !twins.isEmpty, let joined = joined(twins, of: situation, ids: &ids) { return joined }
        ids = tried
        return plan
    }

    private static func made(_ situation: Situation, ids: inout some IDSource) -> (plan: Plan, twins: [Twin]) {
        var binder = Binder(situation)
        binder.bind()
        var planner = Planner(situation, consume binder)
        planner.walk(ids: &ids)
        planner.settleRefusals(ids: &ids)
        planner.takeBackExplained()
        planner.orderNewcomers()
        planner.recordVanished()
        planner.noteTwinsOfVanished()
        planner.removeEmptyRejected()
        planner.reportUnreadable()
        return (planner.finished(), planner.twins)
    }

    /// The plan once these are one: what is in a folder may be known by that.
    /// - Returns: `nil` where not all of them are placed then.
    private static func joined(_ twins: [Twin], of situation: Situation, ids: inout some IDSource) -> Plan? {
        var joined = situation
        // Once each: several may have been found to be the same. Of two that are each found to be the other only one is another name.
        var (seen, pairs) = (Set<NodeID>(), Set<Twin>())
        let twins = twins.filter { twin in
            guard !pairs.contains(Twin(made: twin.known, known: twin.made)), seen.insert(twin.made).inserted else { return false }
            pairs.insert(Twin(made: twin.made, known: twin.known))
            return true
        }
        for twin in twins {
            joined.model.apply(Operation(twin.made, [.alias(twin.known)]))
            if let place = twin.place { joined.claims.moved[place] = twin.known }
        }
        var tried = ids
        var (plan, others) = made(joined, ids: &tried)
        guard others.isEmpty else { return nil }
        var given: [NodeID: Set<String>] = [:]
        for operation in plan.operations { given[operation.id, default: []].formUnion(operation.set.map(\.name)) }
        plan.operations = twins.flatMap { $0.operations(situation.model, given: given[$0.known] ?? []) } + plan.operations
        ids = tried
        return plan
    }
}

/// Goes through a bound snapshot from the root and decides what becomes of each entry.
struct Planner {
    /// The part of a project that a folder lies in: different things may stand there.
    enum Region: Hashable {
        case ordinary
        case trash
        case rejected
    }

    /// An entry that was not here before, was moved here or has another name now.
    struct Arrival {
        var entry: Int
        var provenance: Provenance
        var directory: Int
        var path: RelativePath
    }

    /// An entry that may not stand where it stands.
    struct Refused {
        var arrival: Arrival
        var refusal: Refusal

        var entry: Int { arrival.entry }
    }

    /// The roles of folders at the root.
    struct GivenRoles {
        /// Those that this plan gives.
        var taken: Set<Role> = []
        /// By role, how well the best name at the root fits that is free to take it; made when first asked for.
        var bestClaims: [Role: Template.NameRank]?
    }

    /// What this plan makes of the folder for what is refused.
    struct RejectedFolder {
        /// The folder, if somebody moved it away and it goes home.
        var comesHome: NodeID?
        /// The same, if this plan makes it.
        var made: Node?
        /// Folders in it that moves make on their way.
        var folders: [RelativePath: NodeID] = [:]
        /// What lies in it, by where it stood when it was refused; made when first asked for.
        var origins: [Place: [NodeID]]?
    }

    let situation: Situation
    var binder: Binder
    var plan: Plan
    /// What turns out to have two IDs.
    var twins: [Twin]
    var refused: [Refused] = []
    /// What happened to entries, in the order of the walk.
    var noted: [NotedChange] = []
    /// Each directory's region, known once the directory above was visited.
    var region: [Region]
    /// For directories that were just added: their path from the topmost added one down.
    var addedPath: [Int: RelativePath] = [:]
    /// What this plan makes of folders that it makes known or gives a role, and of what it gives another type, as they will be.
    var planned: [NodeID: Node] = [:]
    var roles = GivenRoles()
    /// Of folders that are refused, of new ones by the outermost that came with them, whether they still receive things.
    var fillings: [Int: Bool] = [:]
    /// What comes into a folder in which such things have an order, by the folder.
    var newcomers: [NodeID: [Newcomer]] = [:]
    var rejected = RejectedFolder()
    var remembered: RememberedNames
    let vanished: Set<NodeID>
    let snapshot: Snapshot
    let model: Model
    let rules: ProjectRules

    init(_ situation: Situation, _ binder: consuming Binder) {
        let (gone, elsewhere) = Planner.gone(binder, situation)
        vanished = Set(gone)
        twins = binder.saved
        plan = Planner.begun(gone, elsewhere, binder.stillIncoming, situation)
        judgesNothing = situation.policy.judgement == .none || situation.isFirstLook && situation.model.nodes.count <= 1
        region = Array(repeating: .ordinary, count: situation.snapshot.directories.count)
        remembered = RememberedNames(situation.model, situation.memory)
        self.situation = situation
        snapshot = situation.snapshot
        model = situation.model
        rules = situation.conventions.rules
        self.binder = consume binder
    }

    private static func begun(_ vanished: [NodeID], _ elsewhere: Set<NodeID>, _ incoming: [NodeID: IncomingMove], _ situation: Situation) -> Plan {
        var plan = Plan()
        plan.gone.vanished = vanished
        plan.gone.elsewhere = elsewhere
        plan.gone.overdue = overdue(elsewhere, situation)
        plan.waiting.pending = situation.memory.unsettled.pending
        // What has given way is awaited at its new place alone.
        plan.waiting.incomingMoves = incoming.filter { !elsewhere.contains($0.key) && !vanished.contains($0.key) }
        return plan
    }

    /// What has vanished, apart from what another device has moved: that was not deleted here, nor what was in it.
    private static func gone(_ binder: Binder, _ situation: Situation) -> (vanished: [NodeID], elsewhere: Set<NodeID>) {
        let gone = binder.vanished()
        guard !situation.memory.unsettled.incomingMoves.isEmpty, !situation.policy.overridesWaiting else { return (gone, []) }
        var elsewhere: Set<NodeID> = []
        // Those above come first.
        for id in gone {
            let isInOne = situation.model.nodes[id]?.place.map { elsewhere.contains(situation.model.resolve($0.parent)) } ?? false
            // What is gone there too, or was given up there, does not come.
            let isGoneThere = situation.model.nodes[id]?.details.map { $0.content != nil || $0.forgotten != nil } ?? false
            if isInOne || !isGoneThere && situation.memory.unsettled.incomingMoves[id] != nil { elsewhere.insert(id) }
        }
        return (gone.filter { !elsewhere.contains($0) }, elsewhere)
    }

    /// Whether nothing is judged: adoption, and a first scan of a project of which the sidecar says nothing yet.
    let judgesNothing: Bool

    // MARK: The walk

    /// Visits the directories from the root down. What is refused or has to wait is not entered.
    mutating func walk(ids: inout some IDSource) {
        var queue = [0]
        var position = 0
        while position < queue.count {
            let directory = queue[position]
            position += 1
            visit(directory, ids: &ids)
            for index in sortedByName(innerDirectories(of: directory)) {
                let child = Int(snapshot.entries[index].directory)
                guard binder.folder[child] != nil, !plan.waiting.held.contains(index) else { continue }
                region[child] = regionOf(child, in: directory)
                queue.append(child)
            }
        }
    }

    private func innerDirectories(of directory: Int) -> [Int] {
        var result: [Int] = []
        for index in snapshot.directories[directory].entries where snapshot.entries[index].directory >= 0 { result.append(index) }
        return result
    }

    private func regionOf(_ child: Int, in directory: Int) -> Region {
        if region[directory] != .ordinary { return region[directory] }
        guard directory == 0, let id = binder.folder[child] else { return .ordinary }
        switch folderNode(id).role {
        case .trash?: return .trash
        case .rejected?: return .rejected
        default: return .ordinary
        }
    }

    private mutating func visit(_ directory: Int, ids: inout some IDSource) {
        guard let folder = binder.folder[directory] else { return }
        var fresh: [Int] = []
        for index in snapshot.directories[directory].entries
        where !binder.isQuiet[index] && snapshot.entries[index].kind.nodeType != nil {
            if provenance(of: index, in: folder) == .settled { settle(index) } else { fresh.append(index) }
        }
        guard !fresh.isEmpty else { return }
        let path = snapshot.path(ofDirectory: directory)
        let facts = facts(of: directory)
        var names = namesThatStay(in: directory, besides: fresh)
        for index in sortedByName(fresh) {
            var arrival = Arrival(
                entry: index, provenance: provenance(of: index, in: folder), directory: directory,
                path: path.appending(snapshot.name(of: index)))
            if wasMadeElsewhere(arrival, facts) { arrival.provenance = .moved }
            decide(arrival, facts, &names, ids: &ids)
        }
    }

    private func provenance(of index: Int, in folder: NodeID) -> Provenance {
        guard let id = binder.node[index], let place = model.nodes[id]?.place else { return .new }
        if binder.stays.contains(index) { return .settled }
        if binder.immigrants[index] != nil { return .new }
        guard model.resolve(place.parent) == folder else { return .moved }
        return snapshot.withName(of: index) { $0.elementsEqual(place.name.bytes) } ? .settled : .renamed
    }

    /// Whether a file that nobody knows was seen to be made where people may make files, and moved here at once, into a
    /// folder that fills by moves. Had somebody looked in between, it would be a known file that moved.
    private func wasMadeElsewhere(_ arrival: Arrival, _ facts: FolderFacts) -> Bool {
        guard arrival.provenance == .new, facts.filling == .moves, binder.node[arrival.entry] == nil,
            snapshot.entries[arrival.entry].kind == .file, let origins = situation.disk.sightings.renamed[arrival.path]
        else { return false }
        return origins.contains { origin in
            guard origin.parent != arrival.path.parent, let name = origin.last, !name.isHidden, let directory = directory(at: origin.parent) else { return false }
            return rules.refusal(of: Candidate(name: name, type: .file, provenance: .new, role: nil), in: self.facts(of: directory)) == nil
        }
    }

    private func directory(at path: RelativePath) -> Int? {
        if path.isRoot { return 0 }
        return snapshot.entry(at: path).map { Int(snapshot.entries[$0].directory) }.flatMap { $0 >= 0 && binder.folder[$0] != nil ? $0 : nil }
    }

    private func sortedByName(_ entries: [Int]) -> [Int] {
        guard entries.count > 1 else { return entries }
        // A closure that reached for it through self would copy the whole planner.
        let snapshot = snapshot
        return snapshot.names.withUnsafeBufferPointer { names in
            entries.sorted { left, right in
                let (left, right) = (snapshot.entries[left], snapshot.entries[right])
                return names[left.nameOffset..<left.nameOffset + left.nameLength]
                    .lexicographicallyPrecedes(names[right.nameOffset..<right.nameOffset + right.nameLength])
            }
        }
    }

    /// The names with which new ones could collide: what was here before stays. `nil` where collisions do not count.
    private func namesThatStay(in directory: Int, besides fresh: [Int]) -> [FoldKey: Name]? {
        guard !judgesNothing, region[directory] == .ordinary else { return nil }
        let isFresh = Set(fresh)
        var names: [FoldKey: Name] = [:]
        for index in snapshot.directories[directory].entries where !isFresh.contains(index) {
            let name = snapshot.name(of: index)
            names[FoldKey(name)] = name
        }
        return names
    }

    // MARK: Folders

    /// What the rules may know of a directory.
    func facts(of directory: Int) -> FolderFacts {
        guard directory > 0, let id = binder.folder[directory] else {
            return rules.factsOfRoot()
        }
        let name = snapshot.name(of: Int(snapshot.directories[directory].entry)).escaped
        if region[directory] != .ordinary {
            return rules.factsOfShelter(label: name)
        }
        return rules.facts(of: folderNode(id), label: name)
    }

    /// The folder as the model has it, or will have it by this plan.
    func folderNode(_ id: NodeID) -> Node { planned[id] ?? model.nodes[id] ?? Node(id: id, type: .folder) }

    // MARK: The result

    /// Whether a node is by the model where an entry stands.
    func isPlaced(_ id: NodeID, at index: Int) -> Bool {
        guard let place = model.nodes[id]?.place else { return false }
        return binder.folder[Int(snapshot.entries[index].parent)] == model.resolve(place.parent) && snapshot.name(of: index) == place.name
    }

    /// What is held, and what was moved into it.
    private var waitingMoves: Set<Int> {
        var found: Set<Int> = []
        var open = Array(plan.waiting.held)
        while let index = open.popLast() {
            let entry = snapshot.entries[index]
            if entry.directory >= 0 { open += snapshot.directories[Int(entry.directory)].entries.filter { !plan.waiting.held.contains($0) } }
            guard let id = binder.node[index], model.nodes[id]?.place != nil else { continue }
            if !isPlaced(id, at: index) { found.insert(index) }
        }
        return found
    }

    func finished() -> Plan {
        var plan = plan
        plan.binding = binder.node
        plan.waiting.moves = waitingMoves
        plan.wants.hashes.formUnion(binder.wants.hashes)
        plan.wants.foreign = binder.wants.foreign
        plan.wants.twins.formUnion(binder.wants.twins)
        plan.wants.stranded = binder.wants.stranded
        plan.changes = changesInOrder(vanished: plan.changes)
        plan.reports.sort { ($0.path, $0.rule.name) < ($1.path, $1.rule.name) }
        return plan
    }
}
