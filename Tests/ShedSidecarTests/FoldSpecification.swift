import ShedModel

@testable import ShedSidecar

/// The fold as Documentation/Sidecar.md says it, in the plainest way: every question is answered by going through all operations.
///
/// Not what is found to be doubled: it is given which IDs are second names, and says what follows. Of batches that are there themselves, none
/// of whose stamps is the greatest.
struct FoldSpecification {
    private struct Setting {
        var field: Field
        var at: Stamp
        var batch: BatchID
    }

    private let batches: [Batch]
    private let settings: [NodeID: [Setting]]
    private let stamps: [NodeID: [Stamp]]
    private let aliases: [NodeID: NodeID]

    init(_ batches: [Batch], aliases: [NodeID: NodeID]) {
        self.batches = batches
        self.aliases = aliases
        var (settings, stamps): ([NodeID: [Setting]], [NodeID: [Stamp]]) = ([:], [:])
        for batch in batches {
            for stamped in batch.operations where stamped.operation.label == nil {
                let id = stamped.operation.id
                stamps[id, default: []].append(stamped.at)
                settings[id, default: []] += stamped.operation.set.filter { Self.counts($0, of: id) }.map { Setting(field: $0, at: stamped.at, batch: batch.id) }
            }
        }
        (self.settings, self.stamps) = (settings, stamps)
    }

    private static func counts(_ field: Field, of id: NodeID) -> Bool {
        switch field {
        case .other(let name, _): !Field.knownNames.contains(name) && name != SeenContent.field
        case .type(let type): (type == .project) == (id == project)
        case .place, .alias: id != project
        default: true
        }
    }

    // MARK: 1. Last writer wins

    private static func isLess(_ left: Setting, _ right: Setting) -> Bool {
        if left.at != right.at { return left.at < right.at }
        let (first, second) = (left.field.json.compact, right.field.json.compact)
        return first == second ? right.batch < left.batch : first.lexicographicallyPrecedes(second)
    }

    private func winners(_ id: NodeID) -> [String: Setting] {
        Dictionary(grouping: settings[id] ?? [], by: \.field.name).compactMapValues { $0.max(by: Self.isLess) }
    }

    // MARK: 2. Second names

    private func resolve(_ id: NodeID) -> NodeID { aliases[id] ?? id }

    /// The second names that operations say.
    var said: [NodeID: NodeID] {
        var targets: [NodeID: NodeID] = [:]
        func root(_ id: NodeID) -> NodeID { targets[id].map(root) ?? id }
        let claims = stamps.keys.compactMap { id in winners(id)["alias"].map { (id, $0) } }
        for (id, claim) in claims.sorted(by: { $0.1.at != $1.1.at ? $0.1.at < $1.1.at : $0.0 < $1.0 }) {
            guard case .alias(let target) = claim.field, target == project || stamps[target] != nil && isDirectory(target) == isDirectory(id),
                root(target) != id
            else { continue }
            targets[id] = root(target)
        }
        return targets.mapValues(root)
    }

    private func isDirectory(_ id: NodeID) -> Bool { if case .type(let type)? = winners(id)["type"]?.field { type.isDirectory } else { false } }

    private static let filled: Set<String> = ["origin", "rejection", "exception", "content", "details", "order"]

    /// What counts of a node, its second names' word included.
    private func fields(_ id: NodeID) -> [String: Setting] {
        var fields = winners(id)
        let names = aliases.filter { $0.value == id && stamps[$0.key] != nil }.keys
        for name in names.sorted(by: { (stamps[$0]?.min() ?? least, $0) < (stamps[$1]?.min() ?? least, $1) }) {
            let theirs = winners(name)
            for (key, setting) in theirs where fields[key] == nil && (Self.filled.contains(key) || !Field.knownNames.contains(key)) { fields[key] = setting }
            guard let forgotten = fields["forgotten"], forgotten.field != .forgotten(nil), theirs["forgotten"].map({ $0.field == .forgotten(nil) }) ?? true,
                let minted = (settings[name] ?? []).filter({ if case .place(.some) = $0.field { true } else { false } }).min(by: Self.isEarlier),
                !does(forgotten.batch, know: minted.batch)
            else { continue }
            fields["forgotten"]?.field = .forgotten(nil)
        }
        return fields
    }

    private let least = Stamp(time: 0, replica: ReplicaID(rawValue: 0))

    private static func isEarlier(_ left: Setting, _ right: Setting) -> Bool {
        if left.at != right.at { return left.at < right.at }
        return left.field == right.field ? left.batch < right.batch : left.field.json.compact.lexicographicallyPrecedes(right.field.json.compact)
    }

    /// Whether the writer of one batch knew another.
    private func does(_ batch: BatchID, know other: BatchID) -> Bool {
        let all = Dictionary(uniqueKeysWithValues: batches.map { ($0.id, $0.header) })
        let forked = Set(Dictionary(grouping: all.values) { "\($0.replica) \($0.sequence)" }.values.filter { $0.count > 1 }.map { $0[0].replica })
        let hidden = Set(all[batch]?.without ?? []).subtracting([batch])
        var known: Set<BatchID> = [batch]
        var waiting = [batch]
        while let next = waiting.popLast(), let header = all[next] {
            let before = forked.contains(header.replica) ? [] : all.filter { $0.value.replica == header.replica && $0.value.sequence < header.sequence }.map(\.key)
            for id in header.parents + before where all[id] != nil && !hidden.contains(id) && known.insert(id).inserted { waiting.append(id) }
        }
        return known.contains(other)
    }

    // MARK: The nodes

    private func node(_ id: NodeID) -> Node {
        var node = Node(id: id, type: id == project ? .project : .file)
        let fields = fields(id)
        for (name, setting) in fields where Field.knownNames.contains(name) { node.set(setting.field) }
        for (_, setting) in fields.sorted(by: { $0.key < $1.key }) where !Field.knownNames.contains(setting.field.name) && setting.field.json != .null {
            node.set(setting.field)
        }
        if node.created == 0 { node.created = stamps[id]?.min()?.milliseconds ?? 0 }
        node.updated = stamps[id]?.map(\.milliseconds).max() ?? 0
        return node
    }

    /// All nodes, with those that were put at the root because their parents formed a cycle.
    var nodes: (all: [NodeID: Node], uncycled: [NodeID]) {
        var all = Dictionary(uniqueKeysWithValues: stamps.keys.filter { aliases[$0] == nil }.map { ($0, node($0)) })
        func parent(_ id: NodeID) -> NodeID? { all[id]?.place.map { resolve($0.parent) }.flatMap { $0 == project ? nil : $0 } }
        var uncycled: Set<NodeID> = []
        for start in all.keys {
            var way = [start]
            while let next = parent(way[way.count - 1]), !way.contains(next) { way.append(next) }
            guard let last = way.last, parent(last) == start else { continue }
            if let youngest = way.max(by: { isYounger($1, than: $0) }) { uncycled.insert(youngest) }
        }
        for id in uncycled { if let name = all[id]?.place?.name { all[id]?.place = Place(parent: project, name: name) } }
        return (all, uncycled.sorted())
    }

    private func isYounger(_ left: NodeID, than right: NodeID) -> Bool {
        guard let first = winners(left)["place"]?.at, let second = winners(right)["place"]?.at, first != second else { return left > right }
        return first > second
    }

    /// The nodes to whose place another came later, or which has a role.
    func outplaced(_ nodes: [NodeID: Node]) -> Set<NodeID> {
        var result: Set<NodeID> = []
        for (id, node) in nodes {
            guard let place = node.place else { continue }
            let isOut = nodes.values.contains { other in
                guard other.id != id, let there = other.place, there.name == place.name, resolve(there.parent) == resolve(place.parent) else { return false }
                let (isGivenUp, isOtherGivenUp) = (node.details?.forgotten != nil, other.details?.forgotten != nil)
                if isGivenUp != isOtherGivenUp { return isGivenUp }
                return other.standing != node.standing ? other.standing > node.standing : isYounger(other.id, than: id)
            }
            if isOut { result.insert(id) }
        }
        return result
    }

    // MARK: The batches

    var heads: [BatchID] { batches.map(\.id).filter { id in !batches.contains { $0.header.parents.contains(id) } }.sorted() }

    var absent: [BatchID] { Set(batches.flatMap(\.header.parents)).filter { id in !batches.contains { $0.id == id } }.sorted() }
}
