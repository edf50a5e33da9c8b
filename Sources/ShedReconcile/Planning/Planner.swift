import ShedModel
import ShedRules

extension Plan {
    /// What follows from a situation. Pure, total and deterministic: the same situation and the same IDs give the same
    /// plan, in the same order.
    public static func make(_ situation: Situation, ids: inout some IDSource) -> Plan {
        var situation = situation
        situation.model.prepareChildren()
        var binder = Binder(situation)
        binder.bind()
        var planner = Planner(situation, binder)
        planner.walk(ids: &ids)
        planner.settleRefusals(ids: &ids)
        planner.recordVanished()
        planner.removeEmptyRejected()
        return planner.finished()
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

    /// An entry that may not stand where it stands.
    struct Refused {
        var entry: Int
        var standing: Standing
        var refusal: Refusal
    }

    let situation: Situation
    var binder: Binder
    var plan = Plan()
    var refused: [Refused] = []
    /// Each directory's region, known once the directory above was visited.
    var region: [Region]
    /// For directories that were just added: their path from the topmost added one down.
    var addedPath: [Int: RelativePath] = [:]
    let vanished: Set<NodeID>
    let snapshot: Snapshot
    let model: Model

    init(_ situation: Situation, _ binder: Binder) {
        self.situation = situation
        self.binder = binder
        snapshot = situation.snapshot
        model = situation.model
        region = Array(repeating: .ordinary, count: situation.snapshot.directories.count)
        let gone = binder.vanished()
        plan.vanished = gone
        vanished = Set(gone)
        plan.pending = situation.memory.pending
    }

    /// Whether nothing is judged: adoption, and a first scan of a project that this machine never saw.
    var judgesNothing: Bool { situation.attitude.judgement == .none || situation.memory.isEmpty }

    // MARK: The walk

    /// Visits the directories from the root down. What is refused or has to wait is not entered.
    mutating func walk(ids: inout some IDSource) {
        var queue = [0]
        var position = 0
        while position < queue.count {
            let directory = queue[position]
            position += 1
            visit(directory, ids: &ids)
            for index in snapshot.directories[directory].entries {
                let child = Int(snapshot.entries[index].directory)
                guard child >= 0, binder.folder[child] != nil, !plan.held.contains(index) else { continue }
                region[child] = regionOf(child, in: directory)
                queue.append(child)
            }
        }
    }

    private func regionOf(_ child: Int, in directory: Int) -> Region {
        if region[directory] != .ordinary { return region[directory] }
        guard directory == 0, let id = binder.folder[child] else { return .ordinary }
        switch model.nodes[id]?.role {
        case .trash?: return .trash
        case .rejected?: return .rejected
        default: return .ordinary
        }
    }

    private mutating func visit(_ directory: Int, ids: inout some IDSource) {
        guard let folder = binder.folder[directory] else { return }
        var fresh: [(entry: Int, standing: Standing)] = []
        for index in snapshot.directories[directory].entries where snapshot.entries[index].kind.nodeType != nil {
            let standing = standing(of: index, in: folder)
            if standing == .settled { settle(index) } else { fresh.append((index, standing)) }
        }
        guard !fresh.isEmpty else { return }
        sortByName(&fresh)
        let facts = facts(of: directory)
        let collisions = collisions(of: fresh.map(\.entry), in: directory)
        for (index, standing) in fresh {
            decide(index, standing, directory, facts, collidesWith: collisions[index], ids: &ids)
        }
    }

    private func standing(of index: Int, in folder: NodeID) -> Standing {
        guard let id = binder.node[index], let place = model.nodes[id]?.place else { return .new }
        if binder.immigrants[index] != nil { return .new }
        guard model.resolve(place.parent) == folder else { return .moved }
        return snapshot.withName(of: index) { $0.elementsEqual(place.name.bytes) } ? .settled : .renamed
    }

    private func sortByName(_ entries: inout [(entry: Int, standing: Standing)]) {
        guard entries.count > 1 else { return }
        snapshot.names.withUnsafeBufferPointer { names in
            entries.sort { left, right in
                let (left, right) = (snapshot.entries[left.entry], snapshot.entries[right.entry])
                return names[left.nameOffset..<left.nameOffset + left.nameLength]
                    .lexicographicallyPrecedes(names[right.nameOffset..<right.nameOffset + right.nameLength])
            }
        }
    }

    /// For fresh entries whose name is too much: the name that they collide with. What was here before stays, then
    /// the first in byte order.
    private func collisions(of fresh: [Int], in directory: Int) -> [Int: Name] {
        guard !judgesNothing, region[directory] != .rejected else { return [:] }
        let isFresh = Set(fresh)
        let settled = snapshot.directories[directory].entries.filter { !isFresh.contains($0) }
        let order = settled + fresh
        let names = order.map(snapshot.name(of:))
        var result: [Int: Name] = [:]
        for (stays, collides) in NameCollision.collisions(in: names) where collides >= settled.count {
            result[order[collides]] = names[stays]
        }
        return result
    }

    /// What the rules may know of a directory.
    func facts(of directory: Int) -> FolderFacts {
        guard directory > 0, let id = binder.folder[directory] else {
            return FolderFacts(isRoot: true, role: nil, accepts: situation.template.root, filling: .people, label: ".")
        }
        let name = snapshot.name(of: Int(snapshot.directories[directory].entry)).escaped
        if region[directory] != .ordinary {
            return FolderFacts(isRoot: false, role: nil, accepts: .nothing, filling: .anything, label: name)
        }
        return situation.template.facts(of: folderNode(id), label: name)
    }

    /// The folder as the model has it, or will have it by this plan.
    private func folderNode(_ id: NodeID) -> Node {
        if let node = model.nodes[id] { return node }
        var node = Node(id: id, type: .folder)
        for operation in plan.operations.reversed() where operation.id == id {
            for field in operation.set { node.set(field) }
            break
        }
        return node
    }

    func finished() -> Plan {
        var plan = plan
        plan.binding = binder.node
        plan.wants.hashes.formUnion(binder.wants.hashes)
        plan.wants.foreign = binder.wants.foreign
        plan.changes.sort { ($0.path, $0.kind.rawValue) < ($1.path, $1.kind.rawValue) }
        plan.reports.sort { ($0.path, $0.rule.name) < ($1.path, $1.rule.name) }
        return plan
    }
}

extension Template {
    /// What the rules may know of a folder node: what it accepts by its own setting, else by its role, else files
    /// only, as every folder does that a person made.
    public func facts(of node: Node, label: String) -> FolderFacts {
        FolderFacts(
            isRoot: false, role: node.role,
            accepts: node.accepts ?? node.role.flatMap { folder($0)?.accepts } ?? .files,
            filling: filling(of: node.role), label: label)
    }
}
