import ShedModel

/// A node as it is shown: the shape of `show --json` (Documentation/JSON.md).
public struct NodeView: Sendable {
    public var id: NodeID?
    public var type: NodeType
    public var path: RelativePath
    public var name: Name
    public var parent: NodeID?
    public var role: Role?
    public var symbol: String?
    public var section: ForeignText?
    public var accepts: Accepts?
    /// When the ID was made; of what has none, the file's birth. Nanoseconds since 1970; 0 where that is not known.
    public var created: Int64
    /// When anything of it last changed in the sidecar, in nanoseconds since 1970, for types that show it.
    public var updated: Int64?
    /// Nanoseconds since 1970.
    public var modified: Int64
    /// In bytes.
    public var size: Int64
    /// Direct children.
    public var files: Int
    public var folders: Int
    /// Of a text, or of all texts below a folder; `nil` where there is none, or where they were not counted
    /// (``Listing/counted(below:)``).
    public var words: Int?
    /// In the order of their titles.
    public var tags: [Tag] = []
    /// In the order of their names.
    public var values: [(variable: Variable, value: VariableValue)] = []
    /// For the project: its kind and free text.
    public var projectKind: ForeignText?
    public var details: String?
    /// The link of a view that it is shown for; `path` is the file's own.
    public var link: RelativePath?
}
