/// What sort of label it is. Labels are what people say of nodes: tags, in groups or not, and variables with values. The
/// raw value is the word of the sidecar's `kind`.
public enum LabelKind: String, Hashable, Sendable, CaseIterable, Comparable {
    case group = "taggroup"
    case tag
    case variable

    public static func < (left: LabelKind, right: LabelKind) -> Bool { left.rawValue < right.rawValue }
}

/// Names one label. Labels of different kinds are different things even where they bear one ID.
public struct LabelKey: Hashable, Sendable, Comparable {
    public var kind: LabelKind
    public var id: NodeID

    public init(_ kind: LabelKind, _ id: NodeID) {
        self.kind = kind
        self.id = id
    }

    public static func < (left: LabelKey, right: LabelKey) -> Bool {
        left.kind != right.kind ? left.kind < right.kind : left.id < right.id
    }
}
