import ShedMessages
import ShedModel

/// What is to be exported.
public struct ExportOrder: Sendable {
    /// From the root; empty: all of the project.
    public var paths: [RelativePath]
    /// What keeps earlier contents; `nil`: these stay behind.
    public var versions: (any VersionKeeper)?

    public init(paths: [RelativePath] = [], versions: (any VersionKeeper)? = nil) { (self.paths, self.versions) = (paths, versions) }
}

/// What came of an export.
public struct ExportResult: Sendable {
    /// The moment that it tells of, in milliseconds since 1970.
    public var made: Int64 = 0
    public var files = 0
    public var folders = 0
    /// Of all files, in bytes.
    public var size: Int64 = 0
    public var versions = 0
    /// What is in it as it stands and was not taken in, and why: a clause; `nil` where nobody has judged it yet.
    public var untaken: [(path: RelativePath, reason: Message?)] = []
    /// What is not in it by accident, and why: a clause.
    public var left: [(path: RelativePath, reason: Message)] = []
    /// Symbolic links and special files that people have put there, which no export has, and what they are: a clause.
    public var odd: [(path: RelativePath, reason: Message)] = []
    /// How many files and folders are not in it since they are hidden or ignored, what is in such a folder aside, and the first few of them.
    public var unseen = 0
    public var unseenPaths: [RelativePath] = []
    /// The options that `import` is to be given, to take as much as this is.
    public var importOptions: [String] = []
}
