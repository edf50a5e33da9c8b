import CLinux
import Glibc
import ShedModel

/// What shed can count on in the file system that a directory lies on. Source: statfs(2), by magic number.
public struct FileSystemFacts: Hashable, Sendable {
    /// The magic number of statfs(2).
    public var magic: Int
    /// Its usual name, or the number in hexadecimal.
    public var name: String
    /// Whether an inode number stays with its file. If not, only path and content count.
    public var hasStableInodes: Bool
    /// Whether inotify(7) tells what happens in it. A network file system is silent about other machines.
    public var hasEvents: Bool
    /// Whether files there can share their content (ioctl_ficlone(2)); the attempt itself can still fail.
    public var canReflink: Bool

    public init(magic: Int, name: String, hasStableInodes: Bool, hasEvents: Bool, canReflink: Bool) {
        self.magic = magic
        self.name = name
        self.hasStableInodes = hasStableInodes
        self.hasEvents = hasEvents
        self.canReflink = canReflink
    }

    /// - Parameter hasBirthTimes: whether the directory itself has one; tells an overlay with stable inodes.
    init(magic: Int, hasBirthTimes: Bool) {
        let known = FileSystemFacts.known[magic]
        self.init(
            magic: magic, name: known?.name ?? "0x" + String(magic, radix: 16),
            hasStableInodes: known?.traits.contains(.overlay) == true
                ? hasBirthTimes : known?.traits.contains(.unstable) != true,
            hasEvents: known?.traits.contains(.silent) != true,
            canReflink: known?.traits.contains(.reflinks) == true)
    }

    private struct Traits: OptionSet {
        let rawValue: Int
        static let unstable = Traits(rawValue: 1)
        static let silent = Traits(rawValue: 2)
        static let reflinks = Traits(rawValue: 4)
        static let overlay = Traits(rawValue: 8)
    }

    /// Magic numbers from linux/magic.h and the sources of the file systems that are not in it.
    private static let known: [Int: (name: String, traits: Traits)] = [
        0xef53: ("ext4", []),
        0x9123_683e: ("btrfs", .reflinks),
        0x5846_5342: ("xfs", .reflinks),
        0xca45_1a4e: ("bcachefs", .reflinks),
        0x2fc1_2fc1: ("zfs", .reflinks),
        0x0102_1994: ("tmpfs", []),
        0xf2f5_2010: ("f2fs", []),
        0x794c_7630: ("overlay", .overlay),
        0x4d44: ("vfat", .unstable),
        0x2011_bab0: ("exfat", .unstable),
        0x6969: ("nfs", [.unstable, .silent]),
        0x517b: ("smb", [.unstable, .silent]),
        0xff53_4d42: ("cifs", [.unstable, .silent]),
        0xfe53_4d42: ("smb2", [.unstable, .silent]),
        0x6573_5546: ("fuse", [.unstable, .silent]),
        0x0102_1997: ("9p", [.unstable, .silent]),
        0x00c3_6400: ("ceph", .silent),
        0x5346_414f: ("afs", [.unstable, .silent]),
        0x7366_746e: ("ntfs3", []),
    ]
}

extension DirectoryHandle {
    /// The facts of the file system that the directory lies on.
    public func fileSystem() throws(DiskError) -> FileSystemFacts {
        let magic = shed_file_system(descriptor)
        guard magic >= 0 else {
            throw DiskError(errno: Int32(truncatingIfNeeded: -magic), action: "look at the file system of", path: label)
        }
        return FileSystemFacts(magic: Int(magic), hasBirthTimes: try ownEvidence().birth != 0)
    }
}
