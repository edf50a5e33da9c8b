/// The tags and the values of one node, by the IDs that its operations name: a label may bear several, see ``LabelBook``.
public struct NodeLabels: Hashable, Sendable {
    public var tags: Set<NodeID>
    public var values: [NodeID: VariableValue]

    public init(tags: Set<NodeID> = [], values: [NodeID: VariableValue] = [:]) {
        self.tags = tags
        self.values = values
    }

    public var isEmpty: Bool { tags.isEmpty && values.isEmpty }
}
