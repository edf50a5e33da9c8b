import CLinux

/// How full the file system is that a directory lies on, and whether it can be written. Source: statvfs(3).
public struct VolumeFacts: Hashable, Sendable {
    /// In bytes.
    public var size: UInt64
    /// What users without privileges can still write, in bytes.
    public var free: UInt64
    /// How many files they can still make; `nil` where the file system sets no such limit.
    public var freeFiles: UInt64?
    /// Whether it is mounted read-only.
    public var isReadOnly: Bool

    public init(size: UInt64, free: UInt64, freeFiles: UInt64? = nil, isReadOnly: Bool = false) {
        self.size = size
        self.free = free
        self.freeFiles = freeFiles
        self.isReadOnly = isReadOnly
    }
}

extension DirectoryHandle {
    /// How full the file system of the directory is.
    public func volume() throws(DiskError) -> VolumeFacts {
        var facts = shed_volume_facts()
        let result = shed_volume(descriptor, &facts)
        guard result >= 0 else { throw DiskError(errno: -result, action: "look at the file system of", path: label) }
        return VolumeFacts(
            size: facts.size, free: facts.free, freeFiles: facts.files == 0 ? nil : facts.free_files,
            isReadOnly: facts.is_read_only == 1)
    }

    /// Whether this directory compares names without regard to case: `chattr +F` of ext4, f2fs and tmpfs. `false` where
    /// the file system cannot say.
    public func foldsCase() -> Bool { shed_folds_case(descriptor) == 1 }

    /// Whether nobody may change what stands in this directory: `chattr +i`. `false` where the file system cannot say.
    public func isImmutable() -> Bool {
        var stat = shed_stat()
        return shed_statx(descriptor, "", &stat) >= 0 && stat.is_immutable == 1
    }
}
