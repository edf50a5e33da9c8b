/// What is special about the fields of a kind of project that the core keeps without knowing them (``Field/other(_:_:)``).
public struct FieldTraits: Sendable {
    /// Whether a field means nothing in another project: it stays behind where a node moves there.
    public var staysBehind: @Sendable (String) -> Bool
    /// A field with the IDs in it replaced, as a copy of a project needs it; `nil` for a field that is none of the kind's or
    /// holds no IDs.
    public var mapped: @Sendable (_ name: String, _ value: JSONValue, _ map: (NodeID) -> NodeID) -> (name: String, value: JSONValue)?
    /// Whether a field with that value says that its node, once it is gone, is known again by its place alone, and not by what it held nor by
    /// its inode: what it held stands elsewhere, under another node.
    public var bindsToPlace: @Sendable (_ name: String, _ value: JSONValue) -> Bool

    public init(
        staysBehind: @escaping @Sendable (String) -> Bool = { _ in false },
        mapped: @escaping @Sendable (String, JSONValue, (NodeID) -> NodeID) -> (name: String, value: JSONValue)? = { _, _, _ in nil },
        bindsToPlace: @escaping @Sendable (String, JSONValue) -> Bool = { _, _ in false }
    ) {
        self.staysBehind = staysBehind
        self.mapped = mapped
        self.bindsToPlace = bindsToPlace
    }

    /// Those of several kinds together.
    public init(_ all: [FieldTraits]) {
        self.init(
            staysBehind: { name in all.contains { $0.staysBehind(name) } },
            mapped: { name, value, map in
                for traits in all {
                    if let mapped = traits.mapped(name, value, map) { return mapped }
                }
                return nil
            },
            bindsToPlace: { name, value in all.contains { $0.bindsToPlace(name, value) } })
    }

    /// Whether a node is known again by its place alone.
    public func bindsToPlace(_ node: Node) -> Bool {
        guard let details = node.details, !details.other.isEmpty else { return false }
        return details.other.contains { bindsToPlace($0.key, $0.value.value) }
    }
}
