import ShedModel

/// Which files a scan that looks leaves out: those of directories whose ``FolderTraits`` are plain. Most files of most projects
/// are, and what is not listed needs no memory.
///
/// Always listed are the files of the root and of the directories in it.
public struct Brevity: Sendable {
    /// Directories in the root in which everything is listed, at any depth.
    public var listed: Set<Name>
    /// Directories in the root in which, at any depth, the files of a directory are listed if the name of one of them has this
    /// suffix (``Name/bytes(_:haveSuffix:of:)``).
    public var sought: [Name: [UInt8]]
    /// Where a path may be longer than this, in bytes from the root, files are listed too.
    public var longestPath: Int

    public init(listed: Set<Name>, sought: [Name: [UInt8]] = [:], longestPath: Int) {
        self.listed = listed
        self.sought = sought
        self.longestPath = longestPath
    }
}
