/// What shed knows of a project: the fold of all operations. It says what things are, not whether they exist.
public struct Model: Sendable {
    /// The project's ID, which is also the ID of the root node.
    public let project: NodeID
    /// All nodes by ID, the root among them. Aliases are not in it.
    public private(set) var nodes: IDTable<Node>
    /// IDs that turned out to be second names of other nodes.
    public private(set) var aliases: [NodeID: NodeID] = [:]
    /// Nodes by the folder they were last seen in; built when first asked for, then kept up.
    private var childLists: [NodeID: ChildList]?
    /// The names in the folders that are asked about often.
    private var lookUps = NameIndex<NodeID>()
    /// The nodes that have any of the rarer fields (``NodeDetails``) that are not of one kind of project alone.
    public private(set) var detailed: Set<NodeID> = []
    /// The nodes that have a role.
    public private(set) var roleBearers: Set<NodeID> = []

    /// Nodes to whose place another node came later. Where nothing was ever seen, the other one stands there.
    public var outplaced: Set<NodeID> = []
    /// Tags, their groups, and variables.
    public var labels = LabelBook()

    public init(project: NodeID) {
        self.project = project
        nodes = IDTable()
        nodes[project] = Node(id: project, type: .project)
    }

    public subscript(id: NodeID) -> Node? { nodes[resolve(id)] }

    /// The node that an ID stands for, aliases followed. A cycle of aliases ends where it began.
    public func resolve(_ id: NodeID) -> NodeID {
        guard !aliases.isEmpty else { return id }
        var current = id
        var steps = 0
        while let next = aliases[current], steps < aliases.count {
            current = next
            steps += 1
        }
        return current
    }

    /// Makes room for this many nodes.
    public mutating func reserve(_ count: Int) { nodes.reserveCapacity(count) }

    /// Puts a node in as it is, in place of one with the same ID.
    public mutating func insert(_ node: Node) { store(node) }

    private mutating func store(_ node: Node) {
        let old = nodes.updateValue(node, forKey: node.id)
        if node.isDetailed { detailed.insert(node.id) } else if old?.isDetailed == true { detailed.remove(node.id) }
        if node.role != nil { roleBearers.insert(node.id) } else if old?.role != nil { roleBearers.remove(node.id) }
        if childLists != nil, old?.place != node.place { relist(node.id, from: old?.place, to: node.place) }
    }

    private mutating func relist(_ id: NodeID, from old: Place?, to new: Place?) {
        let (old, new) = (old.map { resolve($0.parent) }, new.map { resolve($0.parent) })
        if let old { forgetNames(in: old) }
        guard old != new else { return }
        if let old { childLists?[old]?.remove(id) }
        guard let new else { return }
        forgetNames(in: new)
        childLists?[new, default: ChildList()].append(id)
    }

    private mutating func forgetNames(in folder: NodeID) {
        // Copies of the model, which stay as they are, may use it too.
        if isKnownUniquelyReferenced(&lookUps) { lookUps.forget(folder) } else { lookUps = NameIndex() }
    }

    /// Applies one operation: each field it sets replaces what was there.
    /// - Parameter stamp: counts for labels alone, which are as old as their first operation.
    public mutating func apply(_ operation: Operation, at stamp: Stamp = Stamp(time: 0, replica: ReplicaID(rawValue: 0))) {
        if operation.label != nil { return labels.apply(operation, at: stamp) }
        var node = nodes[operation.id] ?? Node(id: operation.id, type: .file)
        for field in operation.set {
            if case .alias(let target) = field {
                setAlias(operation.id, of: target)
                return
            }
            node.set(field)
        }
        store(node)
    }

    private mutating func setAlias(_ id: NodeID, of target: NodeID) {
        guard id != project, resolve(target) != id else { return }
        aliases[id] = target
        roleBearers.remove(id)
        detailed.remove(id)
        if let old = nodes.removeValue(forKey: id), childLists != nil { relist(id, from: old.place, to: nil) }
        // Children of an alias are children of its target.
        if let children = childLists?.removeValue(forKey: id) {
            let heir = resolve(target)
            forgetNames(in: heir)
            for child in children.ids { childLists?[heir, default: ChildList()].append(child) }
        }
    }

    /// Records an alias that is known already (from an index).
    public mutating func insertAlias(_ id: NodeID, of target: NodeID) { setAlias(id, of: target) }

    /// The path of a node by its recorded place, or `nil` where a parent is unknown or the parents form a cycle.
    /// - Parameter mostNames: a longer path is `nil` too: a sidecar may say anything of what nobody has seen.
    public func path(of id: NodeID, atMost mostNames: Int = .max) -> RelativePath? {
        let mostNames = min(mostNames, nodes.count + 1)
        var names: [Name] = []
        var current = resolve(id)
        while current != project {
            guard let place = nodes[current]?.place, names.count < mostNames else { return nil }
            names.append(place.name)
            current = resolve(place.parent)
        }
        return RelativePath(names.reversed())
    }

    /// Prepares ``children(of:)``: one pass over all nodes.
    public mutating func prepareChildren() {
        guard childLists == nil else { return }
        var lists: [NodeID: ChildList] = [:]
        for node in nodes.values {
            guard let place = node.place else { continue }
            lists[resolve(place.parent), default: ChildList()].append(node.id)
        }
        childLists = lists
    }

    /// The nodes that were last seen in a folder, in no order. Quick after ``prepareChildren()``, else one pass.
    public func children(of folder: NodeID) -> [NodeID] {
        if let childLists { return childLists[folder]?.ids ?? [] }
        return nodes.values.filter { $0.place.map { resolve($0.parent) } == folder }.map(\.id)
    }

    /// Those of ``children(of:)`` that bore a name. Hardly costs anything after ``prepareChildren()`` where a folder is asked about
    /// often, else its length.
    public func children(of folder: NodeID, named name: Name) -> [NodeID] {
        guard let children = childLists.map({ $0[folder]?.ids ?? [] }) else {
            return children(of: folder).filter { nodes[$0]?.place?.name == name }
        }
        var found: [NodeID] = []
        _ = lookUps.first(NameHash.of(name), in: folder, count: children.count) { position in
            nodes[children[position]]?.place.map { NameHash.of($0.name) } ?? 0
        } where: { position in
            if nodes[children[position]]?.place?.name == name { found.append(children[position]) }
            return false
        }
        return found
    }
}

extension Node {
    /// Sets one field.
    public mutating func set(_ field: Field) {
        switch field {
        case .type(let value): type = value
        case .role(let value): role = value
        case .accepts(let value): accepts = value
        case .place(let value): place = value
        case .origin(let value): change { $0.origin = value }
        case .rejection(let value): change { $0.rejection = value }
        case .exception(let value): change { $0.exception = value }
        case .unexplained(let value): change { $0.unexplained = value }
        case .content(let value): change { $0.content = value }
        case .forgotten(let value): change { $0.forgotten = value }
        case .note(let value): change { $0.note = value }
        case .tag, .value, .other: change { $0.set(field) }
        case .alias: break
        }
    }

    private mutating func change(_ body: (inout NodeDetails) -> Void) {
        var changed = details ?? NodeDetails()
        body(&changed)
        details = changed.isEmpty ? nil : changed
    }
}

extension NodeDetails {
    /// Sets one of the fields of which a node can have any number; all others are not its business.
    public mutating func set(_ field: Field) {
        switch field {
        case .tag(let id, let has):
            if has { labels.tags.insert(id) } else { labels.tags.remove(id) }
            if !other.isEmpty { other[field.name] = nil }
        case .value(let id, let value):
            labels.values[id] = value
            if !other.isEmpty { other[field.name] = nil }
        case .other(let name, let value):
            // Not by a conditional expression: a `nil` in it would be the value `null`.
            if value == .null { other.removeValue(forKey: name) } else { other[name] = CompactJSON(value) }
            // A value that a later version gave, in place of one that this version knew.
            guard let key = LabelField.label(ofField: name) else { return }
            if key.kind == .tag { labels.tags.remove(key.id) } else { labels.values[key.id] = nil }
        default: break
        }
    }
}
