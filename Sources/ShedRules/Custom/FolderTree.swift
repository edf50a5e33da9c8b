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

    /// Its files and folders, in any order. Hidden and ignored names are not among them.
    func entries(ofFolder folder: Int) -> [FolderEntry]

    /// Asked only of what is found.
    func id(of entry: FolderEntry) -> NodeID?
}

/// A file or folder in a folder.
public struct FolderEntry: Hashable, Sendable {
    public var name: Name
    public var type: NodeType
    /// What the tree knows it by.
    public var number: Int

    public init(name: Name, type: NodeType, number: Int = -1) {
        self.name = name
        self.type = type
        self.number = number
    }
}
