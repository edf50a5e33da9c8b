/// The tags and the values of one node, by the IDs that its operations name: a label may bear several, see ``LabelBook``.
public struct NodeLabels: Hashable, Sendable {
    public var tags: Set<NodeID>
    public var values: [NodeID: VariableValue]

    public init(tags: Set<NodeID> = [], values: [NodeID: VariableValue] = [:]) {
        self.tags = tags
        self.values = values
    }

    public var isEmpty: Bool { tags.isEmpty && values.isEmpty }

    /// What makes another node have these too: tags, and the values of variables for which it has none.
    public func additions(to other: NodeLabels) -> [Field] {
        tags.subtracting(other.tags).sorted().map { .tag($0, true) }
            + values.filter { other.values[$0.key] == nil }.sorted { $0.key < $1.key }.map { .value($0.key, $0.value) }
    }
}
