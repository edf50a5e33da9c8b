/// What shed knows of a project: the fold of all operations. It says what things are, not whether they exist.
public struct Model: Sendable {
    /// The project's ID, which is also the ID of the root node.
    public let project: NodeID
    /// All nodes by ID, the root among them. Aliases are not in it.
    public private(set) var nodes: IDTable<Node>
    /// IDs that turned out to be second names of other nodes.
    public private(set) var aliases: [NodeID: NodeID] = [:]
    /// Nodes by where they were last seen; built when first asked for, then kept up.
    var places: PlaceIndex?
    /// The nodes that have any of the rarer fields (``NodeDetails``) that are not of one kind of project alone.
    public private(set) var detailed: Set<NodeID> = []
    /// The nodes that have a role.
    public private(set) var roleBearers: Set<NodeID> = []

    /// Nodes to whose place another node came later. Where nothing was ever seen, the other one stands there.
    public var outplaced: Set<NodeID> = []
    /// Tags, their groups, and variables.
    public var labels = LabelBook()
    /// Who came last to a path at which several nodes stood when one of them came; who stands at others is looked up.
    var owners: [Place: NodeID] = [:]

    public init(project: NodeID) {
        self.project = project
        nodes = IDTable()
        nodes[project] = Node(id: project, type: .project)
    }

    public subscript(id: NodeID) -> Node? { nodes[resolve(id)] }

    /// The node that an ID stands for, aliases followed. A cycle of aliases ends where it began.
    public func resolve(_ id: NodeID) -> NodeID { aliases.isEmpty ? id : Model.resolve(id, aliases) }

    private static func resolve(_ id: NodeID, _ aliases: [NodeID: NodeID]) -> NodeID {
        var current = id
        var steps = 0
        while let next = aliases[current], steps < aliases.count {
            current = next
            steps += 1
        }
        return current
    }

    /// All IDs that stand for what an ID stands for.
    public func names(of id: NodeID) -> Set<NodeID> {
        let node = resolve(id)
        return Set(aliases.keys.filter { resolve($0) == node }).union([node])
    }

    /// Makes room for this many nodes.
    public mutating func reserve(_ count: Int) { nodes.reserveCapacity(count) }

    /// Puts a node in as it is, in place of one with the same ID.
    public mutating func insert(_ node: Node) { store(node) }

    /// Puts in a node that is not there yet, or the project.
    public mutating func insertNew(_ node: Node) {
        guard node.id != project, places == nil else { return store(node) }
        if node.isDetailed { detailed.insert(node.id) }
        if node.role != nil { roleBearers.insert(node.id) }
        nodes.append(node, forKey: node.id)
    }

    private mutating func store(_ node: Node) {
        let known = nodes.position(of: node.id)
        let isElsewhere = places != nil && known.flatMap { nodes.values[$0].place } != node.place
        let isMissing = isElsewhere ? known.map { unlist($0) } ?? false : false
        let old = nodes.updateValue(node, forKey: node.id)
        if node.isDetailed { detailed.insert(node.id) } else if old?.isDetailed == true { detailed.remove(node.id) }
        if node.role != nil { roleBearers.insert(node.id) } else if old?.role != nil { roleBearers.remove(node.id) }
        if isElsewhere { list(known ?? nodes.count - 1, isMissing: isMissing) }
    }

    /// Applies one operation: each field it sets replaces what was there.
    /// - Parameter stamp: says how old labels and nodes are, and when they were last changed; one of time 0 says nothing of nodes.
    /// - Returns: whether it is certain who owns the paths that it concerns (``outplaced``). Where two become one, and where several stand whose
    ///   owner leaves or gets another rank, only the fold of all batches knows who came there before.
    @discardableResult
    public mutating func apply(_ operation: Operation, at stamp: Stamp = Stamp(time: 0, replica: ReplicaID(rawValue: 0))) -> Bool {
        if operation.label != nil {
            labels.apply(operation, at: stamp)
            return true
        }
        var node = nodes[operation.id] ?? Node(id: operation.id, type: .file)
        let before = node.place
        for field in operation.set {
            if case .alias(let target) = field {
                setAlias(operation.id, of: target)
                return false
            }
            node.set(field)
        }
        node.note(stamp)
        store(node)
        var isCertain = true
        for case .place(let place?) in operation.set { outplace(by: operation.id, at: place) }
        if let before, before != node.place || node.details?.forgotten != nil { isCertain = settleOwner(at: before, leftBy: operation.id) }
        // What two were, when they went, tells whether they are one.
        if operation.set.contains(where: { if case .content = $0 { true } else { false } }), isContested(operation.id) { isCertain = false }
        let changesRank = operation.set.contains { if case .role = $0 { true } else { false } }
        if changesRank, let place = node.place { isCertain = settleOwner(at: place) && isCertain }
        return isCertain
    }

    /// Says of all nodes, none of which has been changed since it was made, when that was.
    public mutating func note(made stamp: Stamp) {
        for position in nodes.indices { nodes.update(position) { $0.note(stamp) } }
    }

    private mutating func setAlias(_ id: NodeID, of target: NodeID) {
        guard id != project, resolve(target) != id else { return }
        if let position = nodes.position(of: id) { remove(position) }
        roleBearers.remove(id)
        detailed.remove(id)
        // Children of an alias are children of its target.
        let children = places?.removeAll(from: id, at: nodes.position, Model.placeHash(nodes, aliases)) ?? ChildList()
        aliases[id] = target
        for (number, child) in children.ids.enumerated() {
            if let position = nodes.position(of: child) { list(position, isMissing: number >= children.presentCount) }
        }
    }

    private mutating func remove(_ position: Int) {
        _ = unlist(position)
        let last = nodes.count - 1
        if position != last, nodes.values[last].place != nil { places?.move(last, to: position, hash: Model.placeHash(nodes, aliases)(last)) }
        nodes.removeValue(forKey: nodes.keys[position])
    }

    /// Records an alias that is known already (from an index).
    public mutating func insertAlias(_ id: NodeID, of target: NodeID) { setAlias(id, of: target) }

    /// The path of a node by its recorded place, or `nil` where a parent is unknown, the parents form a cycle, or the folder that it
    /// stands in is one that no scan would look into (``RelativePath/isTooDeep``): a sidecar may say anything of what nobody has seen, and
    /// folders each in the next would else have as many names as the square of their number.
    public func path(of id: NodeID) -> RelativePath? {
        var names: [Name] = []
        var length = 0
        var current = resolve(id)
        while current != project {
            guard names.count <= RelativePath.deepest, let place = nodes[current]?.place else { return nil }
            if !names.isEmpty { length += place.name.bytes.count + 1 }
            guard length <= RelativePath.longest + 1 else { return nil }
            names.append(place.name)
            current = resolve(place.parent)
        }
        names.reverse()
        return RelativePath(names)
    }

    /// Whether the recorded places have a node in a folder, at any depth; not where they have the folder itself.
    public func places(_ id: NodeID, in folder: NodeID) -> Bool {
        var current = resolve(id)
        // How deep it is is for batches to say, and these may lead in a circle.
        for _ in 0..<RelativePath.deepest {
            guard current != project, let place = nodes[current]?.place else { return false }
            current = resolve(place.parent)
            if current == folder { return true }
        }
        return false
    }
}

// MARK: - Children

extension Model {
    /// Prepares ``children(of:)`` and the like: one pass over all nodes.
    /// - Parameter missing: those that are not there, as far as is known.
    public mutating func prepareChildren(missing: IDTable<Int64> = IDTable()) {
        guard places == nil else { return }
        var made = PlaceIndex()
        made.reserve(nodes.count, Model.placeHash(nodes, aliases))
        for position in nodes.indices {
            guard let place = nodes.values[position].place else { continue }
            let id = nodes.keys[position]
            let isMissing = !missing.isEmpty && !nodes.values[position].type.isDirectory && missing.position(of: id) != nil
            made.insert(id, at: position, in: resolve(place.parent), isMissing: isMissing, Model.placeHash(nodes, aliases))
        }
        places = made
        // A folder counts as missing once all that was in it does.
        var open = missing.keys.filter { nodes[$0]?.type.isDirectory == true }
        while let id = open.popLast() {
            guard setMissing(id, true), let parent = nodes[id]?.place?.parent else { continue }
            if missing.position(of: resolve(parent)) != nil { open.append(resolve(parent)) }
        }
    }

    /// Says of all nodes anew which are missing (``setMissing(_:_:)``).
    public mutating func setMissing(_ missing: IDTable<Int64>) {
        guard let known = places, known.hasMissing || !missing.isEmpty else { return }
        places = nil
        prepareChildren(missing: missing)
    }

    /// The nodes that were last seen in a folder, in no order. Quick after ``prepareChildren(missing:)``, else one pass.
    public func children(of folder: NodeID) -> [NodeID] {
        if let places { return places[folder]?.ids ?? [] }
        return nodes.values.filter { $0.place.map { resolve($0.parent) } == folder }.map(\.id)
    }

    /// Those of ``children(of:)`` that are not known to be missing (``setMissing(_:_:)``), in no order.
    public func presentChildren(of folder: NodeID) -> ArraySlice<NodeID> {
        if let places { return places[folder]?.present ?? [] }
        return children(of: folder)[...]
    }

    /// How many ``presentChildren(of:)`` are.
    public func presentChildCount(of folder: NodeID) -> Int { places.map { $0[folder]?.presentCount ?? 0 } ?? children(of: folder).count }

    /// Whether anything was ever seen in a folder.
    public func hasChildren(_ folder: NodeID) -> Bool { places.map { $0[folder]?.ids.isEmpty == false } ?? !children(of: folder).isEmpty }

    /// Says whether a node is missing, for ``presentChildren(of:)`` alone. Where it is said to be, it must be; what is in it first.
    ///
    /// A folder in which anything may be there goes on to count as present itself. Does nothing before
    /// ``prepareChildren(missing:)``.
    /// - Returns: whether that is news.
    @discardableResult
    public mutating func setMissing(_ id: NodeID, _ isMissing: Bool) -> Bool {
        guard places != nil, let place = nodes[id]?.place else { return false }
        let folder = resolve(place.parent)
        guard places?.setMissing(id, in: folder, isMissing) == true else { return false }
        if !isMissing { surface(folder) }
        return true
    }

    /// Something may be there in a folder.
    private mutating func surface(_ folder: NodeID) {
        var current = folder
        while current != project, let parent = nodes[current]?.place?.parent {
            let home = resolve(parent)
            guard places?.setMissing(current, in: home, false) == true else { return }
            current = home
        }
    }

    /// Those of ``children(of:)`` that bore a name, the oldest first. Costs the same however many there are, after
    /// ``prepareChildren(missing:)``.
    public func children(of folder: NodeID, named name: Name) -> [NodeID] {
        var found: [NodeID] = []
        name.bytes.withUnsafeBufferPointer { bytes in
            forEachChild(of: folder, named: bytes) { found.append(nodes.keys[$0]) }
        }
        if found.count > 1 { found.sort() }
        return found
    }

    /// Gives the positions in ``nodes`` of the ``children(of:named:)``, in no order.
    public func forEachChild(of folder: NodeID, named name: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Void) {
        func look(at position: Int) {
            // Looked at where it is: a copy costs more than all the rest.
            guard let place = nodes.values[position].place, place.name.bytes.count == name.count, place.name.bytes.elementsEqual(name),
                resolve(place.parent) == folder
            else { return }
            body(position)
        }
        if let places { places.forEach(IDHash.of(folder, UnsafeRawBufferPointer(name)), look) } else { nodes.indices.forEach(look) }
    }

    /// The hash of the place of the node at a position, by which it is found in ``places``.
    private static func placeHash(_ nodes: IDTable<Node>, _ aliases: [NodeID: NodeID]) -> PlaceIndex.PlaceHash {
        { position in
            guard let place = nodes.values[position].place else { return 0 }
            let folder = aliases.isEmpty ? place.parent : resolve(place.parent, aliases)
            return place.name.bytes.withUnsafeBytes { IDHash.of(folder, $0) }
        }
    }

    /// Puts a node into ``places``, where it has one.
    private mutating func list(_ position: Int, isMissing: Bool) {
        guard let place = nodes.values[position].place else { return }
        let folder = resolve(place.parent)
        places?.insert(nodes.keys[position], at: position, in: folder, isMissing: isMissing, Model.placeHash(nodes, aliases))
        if places?[folder]?.presentCount == 1 { surface(folder) }
    }

    /// Takes a node out of ``places``.
    /// - Returns: whether it was known to be missing.
    private mutating func unlist(_ position: Int) -> Bool {
        guard places != nil, let place = nodes.values[position].place else { return false }
        let folder = resolve(place.parent)
        return places?.remove(nodes.keys[position], at: position, from: folder, Model.placeHash(nodes, aliases)) ?? false
    }
}

extension Node {
    /// Takes note of an operation.
    mutating func note(_ stamp: Stamp) {
        guard stamp.time > 0 else { return }
        if created == 0 { created = stamp.milliseconds }
        updated = max(updated, stamp.milliseconds)
    }

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
        case .created(let value): created = value
        case .order(let value): change { $0.order = value }
        // A hint is no state.
        case .other(SeenContent.field, _): break
        case .tag, .value, .other: change { $0.set(field) }
        case .alias: break
        }
    }

    private mutating func change(_ body: (inout NodeDetails) -> Void) {
        var changed = details ?? NodeDetails()
        // What two hold is copied before it is changed: all fields for each one that is set.
        details = nil
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
