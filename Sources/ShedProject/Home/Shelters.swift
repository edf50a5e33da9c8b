import ShedDisk
import ShedModel

/// The folders that this machine takes for Trash and Rejected: as they were when a person made, adopted or trusted the project
/// here, or as shed has made them here since.
///
/// A role is a field of a node, and folds alike on all devices, whoever wrote it. What is deleted for good must not follow from
/// that alone: a batch that says of another folder that it is Trash would choose what is deleted.
struct Shelters: Hashable, Sendable {
    /// The roles that this is about.
    static let roles: [Role] = [.trash, .rejected]

    private var folders: [Role: NodeID] = [:]
    /// The folders by their roles.
    var all: [Role: NodeID] { folders }
    /// Nodes that bore one of the roles besides when it was confirmed, and were not taken.
    private(set) var others: Set<NodeID> = []

    subscript(role: Role) -> NodeID? { folders[role] }

    /// Takes a folder for that of a role.
    mutating func confirm(_ id: NodeID, as role: Role) {
        folders[role] = id
        others.remove(id)
    }

    /// Notes who bears one of the roles and is not taken.
    mutating func pass(_ ids: [NodeID]) { others.formUnion(ids) }

    /// The same with other IDs.
    func mapped(_ map: (NodeID) -> NodeID) -> Shelters {
        var shelters = Shelters()
        shelters.folders = folders.mapValues(map)
        shelters.others = Set(others.map(map))
        return shelters
    }

    var json: JSONValue {
        var json: JSONObject = ["others": .array(others.sorted().map { .string($0.description) })]
        for (role, id) in folders { json[role.rawValue] = .string(id.description) }
        return .object(json.sorted)
    }

    init() {}

    /// `nil` for what shed does not write.
    init?(_ json: JSONValue) {
        guard let others = json["others"]?.array else { return nil }
        self.others = Set(others.compactMap { $0.string.flatMap { NodeID($0) } })
        for role in Shelters.roles { folders[role] = json[role.rawValue]?.string.flatMap { NodeID($0) } }
    }
}

