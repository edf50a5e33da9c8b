import ShedModel

/// The guests of a folder: files that stand elsewhere and have a place among what stands in it, since a person put them there too.
///
/// Each is a field of the folder's node, so that several devices that add and remove guests of one folder at once all get their way.
/// The value is the guest's place in the folder's order (``OrderKey``), or `true` where it has none and comes by name. Whoever wrote the
/// sidecar may have named anything: which guests there are says the project's kind (``ProjectKind/guests(of:_:)``).
public enum FolderGuests {
    /// What the names of the fields begin with; the guest's ID follows.
    package static let prefix = "guest:"
    /// Of more guests of one folder those with the least IDs count. What is none is left out before.
    package static let most = 20_000

    /// In another project the guests are other files; in a copy of a project they have other IDs.
    static let traits = FieldTraits(
        staysBehind: { id(ofField: $0) != nil },
        mapped: { field, value, map in id(ofField: field).map { (name(map($0)), value) } })

    private static func name(_ id: NodeID) -> String { prefix + id.description }

    /// Whether a field of this name says of something that it is a guest.
    static func isField(_ name: String) -> Bool { id(ofField: name) != nil }

    /// Of what a field of this name says that it is a guest; `nil` where it says that of nothing.
    static func id(ofField name: String) -> NodeID? { name.hasPrefix(prefix) ? NodeID(String(name.dropFirst(prefix.count))) : nil }

    /// The files that a folder's fields name, in the order of the IDs, each once.
    /// - Parameter isGuest: which of them may be guests there: what is none does not count towards ``most``, else whoever names other
    ///   things could drive the guests out.
    package static func named(by folder: Node, in model: Model, where isGuest: (NodeID) -> Bool = { _ in true }) -> [OrderKey.Item] {
        let items = fields(of: folder, in: model)
        return items.keys.filter { model.nodes[$0]?.type.isDirectory == false && isGuest($0) }.sorted().prefix(most)
            .map { OrderKey.Item(id: $0, key: items[$0]?.key) }
    }

    /// Whatever a folder's fields name, also more than are shown.
    static func allNamed(by folder: Node, in model: Model) -> Set<NodeID> { Set(fields(of: folder, in: model).keys) }

    private static func fields(of folder: Node, in model: Model) -> [NodeID: (field: NodeID, key: OrderKey?)] {
        guard folder.hasDetails, let other = folder.details?.other else { return [:] }
        var items: [NodeID: (field: NodeID, key: OrderKey?)] = [:]
        for (name, value) in other {
            guard let field = id(ofField: name), case let id = model.resolve(field) else { continue }
            let key: OrderKey?
            switch value.value {
            case .bool(true): key = nil
            case .string(let text): key = OrderKey(text)
            default: continue
            }
            // Of the names of one node its own counts, else the least.
            if let known = items[id], known.field == id || field != id && known.field < field { continue }
            items[id] = (field, key)
        }
        return items
    }

    /// What is written on the folder so that a file is a guest in it.
    package static func field(_ id: NodeID, _ key: OrderKey?) -> Field { .other(name(id), key.map { .string($0.description) } ?? .bool(true)) }

    /// What is written on the folder so that some are none any more, by whatever IDs they are named.
    package static func fields(ending ids: Set<NodeID>, in folder: Node, of model: Model) -> [Field] {
        guard folder.hasDetails, let other = folder.details?.other else { return [] }
        return other.keys.sorted().filter { name in id(ofField: name).map { ids.contains(model.resolve($0)) } ?? false }.map { .other($0, .null) }
    }
}
