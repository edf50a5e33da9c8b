import ShedModel

/// The order of what stands in a folder: what people put in their order comes first, by the field `order`, of two of one key the one of
/// the lesser ID; behind it what has no place in that order, by name.
///
/// With a key stands the folder that it is for (`order-in`), so that a thing which is moved elsewhere does not get a place there that
/// nobody chose, and has its own again when it comes back. A key without that is one for the folder in which the thing stands.
public enum FolderOrder {
    /// The field of a node that names the folder for which its key was given: an ID.
    package static let folderField = "order-in"
    /// The field with the number that was written before a node's name.
    package static let numberField = "number"

    /// In a copy of a project its folders have other IDs.
    static let traits = FieldTraits(mapped: { field, value, map in
        guard field == folderField, let id = value.string.flatMap({ NodeID($0) }) else { return nil }
        return (field, .string(map(id).description))
    })

    /// The place that people gave a node in the folder in which it stands; `nil` where they gave none. Trash and Rejected have none.
    public static func key(of node: Node, in model: Model) -> OrderKey? {
        guard let key = node.order, node.role != .trash, node.role != .rejected else { return nil }
        guard let folder = node.details?.other[folderField]?.value.string.flatMap({ NodeID($0) }), let parent = node.place?.parent else { return key }
        return model.resolve(folder) == model.resolve(parent) ? key : nil
    }

    /// The nodes of one folder in their order, with its guests among them. Costs what sorting costs.
    /// - Returns: those with a key first, then folders, then files, by name as `ls` sorts names.
    public static func sorted(_ nodes: [Node], guests: [OrderKey.Item] = [], of model: Model) -> [NodeID] {
        sorted(nodes, guests: guests, of: model, nil).map(\.id)
    }

    /// - Parameter template: of the project, where the nodes stand at its root: what it has comes in its order.
    static func sorted(_ nodes: [Node], guests: [OrderKey.Item] = [], of model: Model, _ template: Template?) -> [Node] {
        var placed: [(item: OrderKey.Item, node: Node)] = []
        var others: [Node] = []
        for node in nodes {
            if let key = key(of: node, in: model) { placed.append((OrderKey.Item(id: node.id, key: key), node)) } else { others.append(node) }
        }
        for guest in guests {
            guard let node = model.nodes[guest.id] else { continue }
            if guest.key != nil { placed.append((guest, node)) } else { others.append(node) }
        }
        return placed.sorted { $0.item.precedes($1.item) }.map(\.node) + byName(others, template)
    }

    /// As nodes stand where nobody chose an order.
    static func byName(_ nodes: [Node], _ template: Template? = nil, name: (Node) -> Name = { $0.place?.name ?? "" }) -> [Node] {
        let ranked = nodes.map { node in
            let name = name(node)
            return (position: template.map { position(of: node.role, in: $0) } ?? 0, isFile: !node.type.isDirectory, key: NaturalKey(name), name: name, node: node)
        }
        return ranked.sorted { left, right in
            if left.position != right.position { return left.position < right.position }
            if left.isFile != right.isFile { return right.isFile }
            if left.key != right.key { return left.key < right.key }
            return left.name != right.name ? left.name < right.name : left.node.id < right.node.id
        }.map(\.node)
    }

    /// The position at the root: as the template has it, what people made before Trash, Rejected last.
    static func position(of role: Role?, in template: Template) -> Int {
        if role == .rejected { return .max }
        func position(_ role: Role) -> Int? { template.folders.firstIndex { $0.role == role } }
        return role.flatMap(position).map { $0 * 2 + 1 } ?? (position(.trash) ?? template.folders.count) * 2
    }

    /// What is written so that a node has a key in a folder, or none any more.
    package static func fields(_ key: OrderKey?, in folder: NodeID) -> [Field] {
        [.order(key), .other(folderField, key == nil ? .null : .string(folder.description))]
    }

    /// The keys that things of one folder have to get so that they come in the order in which they are named here: as few as can be.
    ///
    /// What has no key comes behind what has one, so what stands at the end without one, and as it would by itself, goes without.
    /// - Parameters:
    ///   - items: in the order that is wanted, with the keys that they have.
    ///   - placed: those that a person has put where they are: they get keys of their own, and the others keep theirs.
    ///   - ranks: how the things would come that have no key.
    package static func newKeys(_ items: [OrderKey.Item], placing placed: Set<NodeID>, ranks: [NodeID: Int]) -> [NodeID: OrderKey] {
        var end = items.count
        var next = Int.max
        while end > 0, case let item = items[end - 1], item.key == nil, !placed.contains(item.id), case let rank = ranks[item.id] ?? 0, rank < next {
            next = rank
            end -= 1
        }
        let ordered = Array(items[..<end])
        guard !OrderKey.ascending(ordered).isEmpty else { return [:] }
        let moved = ordered.map { placed.contains($0.id) ? OrderKey.Item(id: $0.id, key: nil) : $0 }
        return Dictionary(uniqueKeysWithValues: OrderKey.ascending(moved).map { (ordered[$0.key].id, $0.value) })
    }
}
