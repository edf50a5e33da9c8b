import CLinux
import Glibc

extension DirectoryHandle {
    /// File systems whose number of statfs(2) is made from what stands on the disk: the UUID, and of btrfs the subvolume. That of others
    /// is the number of a device, which can be another one after a restart, or nothing.
    private static let lasting: Set<Int> = [0xef53, 0x9123_683e, 0xca45_1a4e]

    /// A number that a file system keeps wherever and whenever it is mounted, and that a snapshot of a subvolume of btrfs does not share
    /// with it; `nil` where the system tells none. Not another one for each disk: a copy of all bytes of one has the same.
    ///
    /// Source: statfs(2), statvfs(3); `f_fsid` of ext2, ext3 and ext4, btrfs and bcachefs in Linux.
    public var lastingFileSystem: UInt64? {
        var status = statvfs()
        guard DirectoryHandle.lasting.contains(Int(shed_file_system(descriptor))), fstatvfs(descriptor, &status) == 0, status.f_fsid != 0 else { return nil }
        return UInt64(status.f_fsid)
    }
}
