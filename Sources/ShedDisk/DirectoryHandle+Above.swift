import CLinux
import Glibc
import ShedModel

extension DirectoryHandle {
    /// The directory that this one stands in, wherever it was moved to; `nil` at the top of a mount.
    public func above() throws(DiskError) -> DirectoryHandle? {
        var stat = shed_stat()
        let seen = shed_statx(descriptor, "", &stat)
        guard seen >= 0 else { throw DiskError(errno: -seen, action: "look at", path: label) }
        let result = shed_open(descriptor, "..", DirectoryHandle.openFlags, 0)
        guard result >= 0 else { throw DiskError(errno: -result, action: "open", path: "\(label)/..") }
        let above = DirectoryHandle(owning: result, label: "\(label)/..")
        let (own, other) = (Evidence(stat), try above.ownEvidence())
        return stat.is_mount_root != 0 || own.device != other.device || own.inode == other.inode ? nil : above
    }

    /// The number of the user whom the directory belongs to; `nil` where that cannot be told.
    public var owner: UInt32? {
        var status = Glibc.stat()
        return fstat(descriptor, &status) == 0 ? status.st_uid : nil
    }
}
