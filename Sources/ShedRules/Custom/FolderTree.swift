import ShedModel

/// A project's folders as custom rules see them.
public protocol FolderTree {
    /// Folders are numbers from 0, the root; parents stand before their children.
    var folderCount: Int { get }

    /// The folder that a folder stands in; -1 for the root.
    func parent(ofFolder folder: Int) -> Int

    func path(ofFolder folder: Int) -> RelativePath

    func role(ofFolder folder: Int) -> Role?

    func id(ofFolder folder: Int) -> NodeID?

    /// Whether its entries are known and judged: not in Trash, in Rejected, and where it cannot be read.
    func isJudged(folder: Int) -> Bool

    /// Its files and folders, in the order of their names' bytes. Hidden and ignored names are not among them.
    func entries(ofFolder folder: Int) -> [FolderEntry]
}

/// A file or folder in a folder.
public struct FolderEntry: Hashable, Sendable {
    public var name: Name
    public var type: NodeType
    public var id: NodeID?

    public init(name: Name, type: NodeType, id: NodeID?) {
        self.name = name
        self.type = type
        self.id = id
    }
}
