/// Sets fields of one node. State is the fold of all operations: the last writer wins, field by field, by stamp.
public struct Operation: Hashable, Sendable {
    public var id: NodeID
    public var set: [Field]

    public init(_ id: NodeID, _ set: [Field]) {
        self.id = id
        self.set = set
    }
}

/// A field of a node with the value it is given. `nil` takes the value away.
public enum Field: Hashable, Sendable {
    case type(NodeType)
    case role(Role?)
    case accepts(Accepts?)
    case place(Place?)
    case origin(Place?)
    case rejection(Rejection?)
    case exception(Bool)
    case unexplained(Int64?)
    case content(ContentRecord?)
    case forgotten(Int64?)
    case note(String?)
    /// This ID is a second name of another node, for good.
    case alias(NodeID)
    /// A field that this version does not know.
    case other(String, JSONValue)

    /// The field's name in the sidecar.
    public var name: String {
        switch self {
        case .type: "type"
        case .role: "role"
        case .accepts: "accepts"
        case .place: "place"
        case .origin: "origin"
        case .rejection: "rejection"
        case .exception: "exception"
        case .unexplained: "unexplained"
        case .content: "content"
        case .forgotten: "forgotten"
        case .note: "details"
        case .alias: "alias"
        case .other(let name, _): name
        }
    }
}
