/// What is special about the fields of a kind of project that the core keeps without knowing them (``Field/other(_:_:)``).
public struct FieldTraits: Sendable {
    /// Whether a field means nothing in another project: it stays behind where a node moves there.
    public var staysBehind: @Sendable (String) -> Bool
    /// A field with the IDs in it replaced, as a copy of a project needs it; `nil` for a field that is none of the kind's or
    /// holds no IDs.
    public var mapped: @Sendable (_ name: String, _ value: JSONValue, _ map: (NodeID) -> NodeID) -> (name: String, value: JSONValue)?

    public init(
        staysBehind: @escaping @Sendable (String) -> Bool = { _ in false },
        mapped: @escaping @Sendable (String, JSONValue, (NodeID) -> NodeID) -> (name: String, value: JSONValue)? = { _, _, _ in nil }
    ) {
        self.staysBehind = staysBehind
        self.mapped = mapped
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
            })
    }
}
