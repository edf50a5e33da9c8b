/// A directory of batches as it was when it was listed.
public struct ListedFolder: Hashable, Sendable {
    /// Relative to `.shed/`.
    public var path: RelativePath
    /// The directory, and what its entries were (``EntryDigest``): names, kinds, inodes, and of files size and time. Its ``SettledFolder/changed``
    /// is 0 where something may have come or gone since without its showing that.
    public var folder: SettledFolder
    /// Whether every entry is a batch or a base that is whole, or a directory of such: then nothing is said of it that could become
    /// untrue while its entries stay the same.
    public var isWhole: Bool
    /// The digest of its entries' names, kinds and inodes alone, which a listing shows without a look at each file; 0 where that is not known.
    public var names: UInt64
    /// How many entries those are; 0 where that is not known.
    public var count: Int

    public init(path: RelativePath, folder: SettledFolder, isWhole: Bool = false, names: UInt64 = 0, count: Int = 0) {
        self.path = path
        self.folder = folder
        self.isWhole = isWhole
        self.names = names
        self.count = count
    }

    /// The same, said to be whole or not.
    public func marked(isWhole: Bool) -> ListedFolder {
        var marked = self
        marked.isWhole = isWhole
        return marked
    }

    /// The same with an entry that was just made in it. What came meanwhile besides shows in the digest of the next listing, not in the
    /// directory's time.
    public func with(_ name: Name, _ evidence: Evidence) -> ListedFolder {
        var changed = self
        changed.folder.changed = 0
        changed.folder.digest &+= ListedFolder.digest(of: name, .file, evidence)
        if count != 0 { changed.count += 1 }
        if names != 0 { changed.names &+= name.bytes.withUnsafeBufferPointer { ListedFolder.digest(ofName: $0, .file, evidence.inode) } }
        return changed
    }

    /// What an entry adds to ``names``.
    public static func digest(ofName name: UnsafeBufferPointer<UInt8>, _ kind: EntryKind, _ inode: UInt64) -> UInt64 {
        EntryDigest.value(name: name, kind: kind, evidence: Evidence(inode: inode))
    }

    /// What an entry adds to the digest: what tells whether a file is the one that was read (``FoldedBatch``).
    public static func digest(of name: Name, _ kind: EntryKind, _ evidence: Evidence) -> UInt64 {
        let told = kind == .file ? Evidence(inode: evidence.inode, size: evidence.size, modified: evidence.modified) : Evidence(inode: evidence.inode)
        return name.bytes.withUnsafeBufferPointer { EntryDigest.value(name: $0, kind: kind, evidence: told) }
    }
}
