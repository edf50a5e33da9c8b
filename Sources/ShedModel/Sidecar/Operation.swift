/// Sets fields of one node or one label. State is the fold of all operations: the last writer wins, field by field, by stamp.
public struct Operation: Hashable, Sendable {
    public var id: NodeID
    /// What sort of label the ID is of; `nil` for a node. The fields of labels are ``Field/other(_:_:)``, see ``LabelField``.
    public var label: LabelKind?
    public var set: [Field]

    public init(_ id: NodeID, _ set: [Field], label: LabelKind? = nil) {
        self.id = id
        self.label = label
        self.set = set
    }

    /// Whether it says that an ID is a second name of another node.
    public var isAlias: Bool { aliasTarget != nil }

    /// The node whose second name the ID is, if it says so.
    public var aliasTarget: NodeID? {
        for case .alias(let target) in self.set { return target }
        return nil
    }
}

/// A field of a node with the value it is given. `nil` takes the value away.
///
/// Batches hold a hundred thousand of them, nearly all of the small ones: the large and rare are kept apart.
public enum Field: Hashable, Sendable {
    case type(NodeType)
    case role(Role?)
    case accepts(Accepts?)
    case place(Place?)
    case origin(Place?)
    indirect case rejection(Rejection?)
    case exception(Bool)
    case unexplained(Int64?)
    indirect case content(ContentRecord?)
    case forgotten(Int64?)
    case note(String?)
    /// When the ID was made, in milliseconds since 1970.
    case created(Int64)
    /// Its place in the order of its folder.
    case order(OrderKey?)
    /// This ID is a second name of another node, for good.
    case alias(NodeID)
    /// Whether the node has a tag.
    case tag(NodeID, Bool)
    /// The node's value of a variable.
    indirect case value(NodeID, VariableValue?)
    /// A field that this version does not know, or one of a label.
    indirect case other(String, JSONValue)

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
        case .created: "created"
        case .order: "order"
        case .alias: "alias"
        case .tag(let id, _): LabelField.field(ofTag: id)
        case .value(let id, _): LabelField.field(ofVariable: id)
        case .other(let name, _): name
        }
    }
}
