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
    /// What it is shown with beside its symbol.
    public var badge = FolderBadge()
    public var section: ForeignText?
    public var accepts: Accepts?
    public var times: Times
    /// In bytes.
    public var size: Int64
    public var counts = Counts()
    public var labels = Labels()
    /// For the project alone.
    public var project: ProjectFacts?
    /// The link of a view that it is shown for; `path` is the file's own.
    public var link: RelativePath?

    /// In nanoseconds since 1970.
    public struct Times: Sendable {
        /// When the ID was made; of what has none, the file's birth. 0 where that is not known.
        public var created: Int64
        /// When anything of it last changed in the sidecar, for types that show it.
        public var updated: Int64?
        public var modified: Int64
    }

    /// What is in it.
    public struct Counts: Sendable {
        /// Direct children.
        public var files = 0
        public var folders = 0
        /// Of a text, or of all texts below a folder; `nil` where there is none, or where they were not counted
        /// (``Listing/counted(below:)``).
        public var words: Int?

        /// Whether nothing stands in it.
        public var isEmpty: Bool { files + folders == 0 }
    }

    /// What people have given it.
    public struct Labels: Sendable {
        /// In the order of their titles.
        public var tags: [Tag] = []
        /// In the order of their names.
        public var values: [(variable: Variable, value: VariableValue)] = []
    }

    public struct ProjectFacts: Sendable {
        public var kind: ForeignText
        /// Free text.
        public var details: String
    }
}
