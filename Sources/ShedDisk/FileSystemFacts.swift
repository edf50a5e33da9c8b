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
    /// Whether inotify(7) tells all that happens in it. A file system that others change without this kernel, such as
    /// one on a network, is silent about them: it has to be polled.
    public var hasEvents: Bool
    /// Whether files there can share their content (ioctl_ficlone(2)); the attempt itself can still fail.
    public var canReflink: Bool
    /// Whether it is another machine's: locks and shared memory cannot be relied on, as SQLite needs them. `false` for
    /// FUSE, of which only the program behind it knows.
    public var isRemote = false
    /// Whether it commonly takes names that differ only in case for one. Some others can do so in single folders
    /// (``DirectoryHandle/foldsCase()``).
    public var isCaseInsensitive = false
    /// Whether renameat2(2) knows RENAME_NOREPLACE there; else shed links and removes, in two steps.
    public var canRenameWithoutReplacing = true
    /// Whether it is in memory, and gone when the machine stops.
    public var isVolatile = false
    /// Whether shed knows it. What it does not know is taken for a local disk.
    public var isKnown = true

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
        let traits = known?.traits ?? []
        self.init(
            magic: magic, name: known?.name ?? "0x" + String(magic, radix: 16),
            hasStableInodes: traits.contains(.overlay) ? hasBirthTimes : !traits.contains(.unstable),
            hasEvents: !traits.contains(.silent), canReflink: traits.contains(.reflinks))
        isRemote = traits.contains(.remote)
        isCaseInsensitive = traits.contains(.caseless)
        canRenameWithoutReplacing = !traits.contains(.replacing)
        isVolatile = traits.contains(.volatile)
        isKnown = known != nil
    }

    /// Whether a file that is written to there gets the time of this machine's kernel, of its last tick at the latest (10 ms at most), wherever
    /// that time shows a part of a second. Those that know better only tell times that lie closer together. Source: `current_time()` and
    /// `inode_set_ctime_current()` of Linux; the old inodes of ext4 (of 128 bytes) keep whole seconds.
    public var hasFineTimes: Bool { FileSystemFacts.traits(of: magic).contains(.fineTimes) }

    /// Whether files there may have other device numbers than their folders: those of the disks that they are on.
    public var hasSeveralDevices: Bool { FileSystemFacts.traits(of: magic).contains(.overlay) }

    /// Whether all that is mounted as one has one device number: others give each subvolume one of its own.
    /// - Parameter magic: of statfs(2).
    static func hasOneDevice(_ magic: Int) -> Bool { traits(of: magic).contains(.oneDevice) }

    private static func traits(of magic: Int) -> Traits { known[magic]?.traits ?? [] }

    private struct Traits: OptionSet {
        let rawValue: Int
        static let unstable = Traits(rawValue: 1)
        static let silent = Traits(rawValue: 2)
        static let reflinks = Traits(rawValue: 4)
        static let overlay = Traits(rawValue: 8)
        static let remote = Traits(rawValue: 16)
        static let caseless = Traits(rawValue: 32)
        static let replacing = Traits(rawValue: 64)
        static let volatile = Traits(rawValue: 128)
        static let fineTimes = Traits(rawValue: 256)
        static let oneDevice = Traits(rawValue: 512)

        /// A file system of other machines.
        static let network: Traits = [.unstable, .silent, .remote]
        /// One that several machines write, with the inodes of a disk.
        static let shared: Traits = [.silent, .remote]
    }

    /// Magic numbers from linux/magic.h and the sources of the file systems that are not in it.
    private static let known: [Int: (name: String, traits: Traits)] = [
        // On disks of this machine.
        0xef53: ("ext4", [.fineTimes, .oneDevice]),
        0x9123_683e: ("btrfs", [.reflinks, .fineTimes]),
        0x5846_5342: ("xfs", [.reflinks, .fineTimes, .oneDevice]),
        0xca45_1a4e: ("bcachefs", [.reflinks, .fineTimes]),
        0x2fc1_2fc1: ("zfs", .reflinks),
        0xf2f5_2010: ("f2fs", .fineTimes),
        0x3153_464a: ("jfs", []),
        0x5265_4973: ("reiserfs", []),
        0x3434: ("nilfs2", []),
        0x7366_746e: ("ntfs3", []),
        0x5346_544e: ("ntfs", .unstable),
        0x4d44: ("vfat", [.unstable, .caseless]),
        0x2011_bab0: ("exfat", [.unstable, .caseless]),
        0x4244: ("hfs", .caseless),
        0x482b: ("hfsplus", .caseless),
        0x1501_3346: ("udf", []),
        0x9660: ("iso9660", []),
        0x7371_7368: ("squashfs", []),
        0xe0f5_e1e2: ("erofs", []),
        // In memory, or on top of others.
        0x0102_1994: ("tmpfs", [.volatile, .fineTimes, .oneDevice]),
        0x8584_58f6: ("ramfs", .volatile),
        0x794c_7630: ("overlay", .overlay),
        0x6175_6673: ("aufs", .unstable),
        0xf15f: ("ecryptfs", .replacing),
        // Of other machines, or of a program.
        0x6969: ("nfs", [.network, .replacing]),
        0x517b: ("smb", [.network, .caseless]),
        0xff53_4d42: ("cifs", [.network, .caseless]),
        0xfe53_4d42: ("smb2", [.network, .caseless]),
        // virtiofs has the same number.
        0x6573_5546: ("fuse", [.unstable, .silent]),
        0x0102_1997: ("9p", [.network, .replacing]),
        0x00c3_6400: ("ceph", [.shared, .replacing]),
        0x5346_414f: ("afs", [.network, .replacing]),
        0x6b41_4653: ("afs", [.network, .replacing]),
        0x7375_7245: ("coda", [.network, .replacing]),
        0x0bd0_0bd0: ("lustre", [.shared, .replacing]),
        0x4750_4653: ("gpfs", .shared),
        0x1983_0326: ("beegfs", .network),
        0x2003_0528: ("orangefs", [.network, .replacing]),
        0x7461_636f: ("ocfs2", [.shared, .replacing]),
        0x0116_1970: ("gfs2", .shared),
        0x786f_4256: ("vboxsf", .network),
        0xbacb_acbc: ("vmhgfs", .network),
        0x7c7c_6673: ("prl_fs", .network),
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
