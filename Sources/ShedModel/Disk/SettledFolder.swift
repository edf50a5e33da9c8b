/// A folder of which it is known what is in it, by its own evidence: the kernel changes a directory's ctime whenever an entry is made,
/// taken away or replaced in it, and nobody can set that.
public struct SettledFolder: Hashable, Sendable {
    public var inode: UInt64
    /// Nanoseconds since 1970; 0 where the file system keeps none.
    public var birth: Int64
    /// Last change of the directory's inode (ctime), in nanoseconds since 1970.
    public var changed: Int64
    /// The digest of its entries (``EntryDigest``), as a scan found it.
    public var digest: UInt64

    public init(inode: UInt64, birth: Int64, changed: Int64, digest: UInt64) {
        (self.inode, self.birth, self.changed, self.digest) = (inode, birth, changed, digest)
    }

    /// Whether this is the directory, with just what was in it.
    public func isSame(as evidence: Evidence) -> Bool { evidence.inode == inode && evidence.birth == birth && evidence.changed == changed }
}
