import CLinux
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
    public var owner: UInt32? { owner(at: "") }

    /// The same of the directory that this one stands in, which need not be readable.
    public var ownerAbove: UInt32? { owner(at: "..") }

    /// The same of an entry, of a link itself; `nil` also if there is none of that name.
    public func owner(of name: Name) -> UInt32? { UInt32(exactly: name.withPath { shed_owner(descriptor, $0) }) }

    private func owner(at path: String) -> UInt32? { UInt32(exactly: shed_owner(descriptor, path)) }

    /// Whether nothing of the same mount is above the directory.
    public var isTopOfMount: Bool {
        var (own, above) = (shed_stat(), shed_stat())
        guard shed_statx(descriptor, "", &own) == 0, shed_statx(descriptor, "..", &above) == 0 else { return true }
        return own.is_mount_root != 0 || own.device != above.device || own.inode == above.inode
    }
}
