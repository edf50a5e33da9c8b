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

    /// Where a folder stood, at the root: its name, or the very directory.
    struct Stand: Hashable, Sendable {
        var name: Name
        var inode: UInt64
        var birth: Int64
    }

    private var folders: [Role: NodeID] = [:]
    /// Where they stood when they were confirmed, or last emptied: the index, which knows it better, may be lost. None of a role for
    /// which that is not known, as in what an earlier shed wrote.
    private(set) var stands: [Role: Stand] = [:]
    /// The folders by their roles.
    var all: [Role: NodeID] { folders }
    /// Nodes that bore one of the roles besides when it was confirmed, and were not taken.
    private(set) var others: Set<NodeID> = []

    subscript(role: Role) -> NodeID? { folders[role] }

    /// Takes a folder for that of a role.
    /// - Parameter stand: where it stands; `nil` where that is not known yet.
    mutating func confirm(_ id: NodeID, as role: Role, at stand: Stand?) {
        folders[role] = id
        stands[role] = stand
        others.remove(id)
    }

    /// Notes who bears one of the roles and is not taken.
    mutating func pass(_ ids: [NodeID]) { others.formUnion(ids) }

    /// The same with other IDs.
    func mapped(_ map: (NodeID) -> NodeID) -> Shelters {
        var shelters = Shelters()
        shelters.folders = folders.mapValues(map)
        shelters.others = Set(others.map(map))
        shelters.stands = stands
        return shelters
    }

    var json: JSONValue {
        var json: JSONObject = ["others": .array(others.sorted().map { .string($0.description) })]
        for (role, id) in folders { json[role.rawValue] = .string(id.description) }
        if !stands.isEmpty {
            var places = JSONObject()
            for (role, stand) in stands {
                places[role.rawValue] = ["birth": .integer(stand.birth), "inode": .string(String(stand.inode)), "name": .string(Hexadecimal.string(of: stand.name.bytes))]
            }
            json["places"] = .object(places.sorted)
        }
        return .object(json.sorted)
    }

    init() {}

    /// `nil` for what shed does not write.
    init?(_ json: JSONValue) {
        guard let others = json["others"]?.array else { return nil }
        self.others = Set(others.compactMap { $0.string.flatMap { NodeID($0) } })
        for role in Shelters.roles {
            folders[role] = json[role.rawValue]?.string.flatMap { NodeID($0) }
            guard let place = json["places"]?[role.rawValue], let inode = place["inode"]?.string.flatMap(UInt64.init),
                let birth = place["birth"]?.integer.map(Nanoseconds.bounded), let bytes = place["name"]?.string.flatMap(Hexadecimal.bytes(of:))
            else { continue }
            let name = Name(bytes: bytes)
            if name.isPossible { stands[role] = Stand(name: name, inode: inode, birth: birth) }
        }
    }
}

