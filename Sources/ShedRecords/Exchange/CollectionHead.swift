import ShedModel

/// What an export says of its collection.
public struct CollectionHead: Hashable, Sendable {
    public var id: NodeID?
    /// Compared byte by byte where it matters; `nil` where the format or the file has none.
    public var name: String?
    /// Whether its records say that they are of several collections.
    public var isMixed = false

    public init(id: NodeID? = nil, name: String? = nil) {
        self.id = id
        self.name = name
    }
}
