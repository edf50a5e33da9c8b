import ShedModel

/// The files of a kind of which people are shown what they held before shed wrote over them, as the undo journal keeps it.
public struct OverwrittenFiles: Sendable {
    public let types: Set<NodeType>
    /// So many bytes such a file holds at most; what is longer is none of them.
    public let largest: Int

    public init(_ types: Set<NodeType>, atMost largest: Int) { (self.types, self.largest) = (types, largest) }
}
