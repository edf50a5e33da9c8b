import Glibc
import ShedModel
import Testing

@testable import ShedDisk

/// What shed knows of file systems. Real mounts are in the command's tests, which may run in a mount namespace.
@Suite struct FileSystemTests {
    private static func facts(_ magic: Int, hasBirthTimes: Bool = true) -> FileSystemFacts {
        FileSystemFacts(magic: magic, hasBirthTimes: hasBirthTimes)
    }

    @Test(arguments: [
        (0xef53, "ext4"), (0x9123_683e, "btrfs"), (0x5846_5342, "xfs"), (0x0102_1994, "tmpfs"), (0xf2f5_2010, "f2fs"),
        (0x2fc1_2fc1, "zfs"), (0xf15f, "ecryptfs"), (0x794c_7630, "overlay"), (0x4d44, "vfat"), (0x2011_bab0, "exfat"),
        (0x7366_746e, "ntfs3"),
    ])
    func `disks of this machine tell all that happens in them`(magic: Int, name: String) {
        let facts = Self.facts(magic)
        #expect(facts.name == name && facts.hasEvents && !facts.isRemote && facts.isKnown)
    }

    @Test(arguments: [
        (0x6969, "nfs"), (0x517b, "smb"), (0xff53_4d42, "cifs"), (0xfe53_4d42, "smb2"), (0x0102_1997, "9p"), (0x00c3_6400, "ceph"),
        (0x5346_414f, "afs"), (0x6b41_4653, "afs"), (0x0bd0_0bd0, "lustre"), (0x786f_4256, "vboxsf"),
    ])
    func `file systems of other machines are silent`(magic: Int, name: String) {
        let facts = Self.facts(magic)
        #expect(facts.name == name && !facts.hasEvents && facts.isRemote)
    }

    @Test func `FUSE, and virtiofs with it, is silent but may be local`() {
        let facts = Self.facts(0x6573_5546)
        #expect(!facts.hasEvents && !facts.hasStableInodes && !facts.isRemote)
    }

    @Test func `FAT and SMB take names that differ only in case for one`() {
        #expect([0x4d44, 0x2011_bab0, 0x517b, 0xff53_4d42, 0xfe53_4d42].allSatisfy { Self.facts($0).isCaseInsensitive })
        #expect(![0xef53, 0x0102_1994, 0x6969, 0x9123_683e].contains { Self.facts($0).isCaseInsensitive })
    }

    @Test func `NFS and 9p cannot rename without replacing`() {
        #expect(![0x6969, 0x0102_1997].contains { Self.facts($0).canRenameWithoutReplacing })
        #expect([0xef53, 0x4d44, 0x0102_1994].allSatisfy { Self.facts($0).canRenameWithoutReplacing })
    }

    @Test func `what is not known is taken for a local disk, and says so`() {
        let facts = Self.facts(0xabc)
        #expect(facts.name == "0xabc" && !facts.isKnown && facts.hasEvents && facts.hasStableInodes)
    }

    @Test func `tmpfs is in memory, and has room`() throws {
        let handle = try DirectoryHandle(path: "/dev/shm")
        #expect(try handle.fileSystem().isVolatile)
        let volume = try handle.volume()
        #expect(volume.size > 0 && volume.free <= volume.size)
        #expect(!handle.foldsCase())
    }

    @Test func `a directory's mount is found by its number`() throws {
        #expect(MountTable().mount(of: try DirectoryHandle(path: "/proc"))?.type == "proc")
        let shared = try #require(MountTable().mount(of: try DirectoryHandle(path: "/dev/shm")))
        #expect(shared.type == "tmpfs" && shared.point == Array("/dev/shm".utf8))
        #expect(MountTable(bytes: []).mount(of: try DirectoryHandle(path: "/proc")) == nil)
    }

    @Test func `lines of the mount table that make no sense are left out`() throws {
        let handle = try DirectoryHandle(path: "/proc")
        let id = try #require(MountTable().mount(of: handle)).id
        func read(_ text: String) -> Mount? { MountTable(bytes: Array(text.utf8)).mount(of: handle) }
        let good = "\(id) 1 0:5 / /a\\040b\\134 rw shared:1 - fuse.x y rw\n"
        #expect(read("x\n\n- - - - - - - -\n\(good)99 ") == Mount(id: id, type: "fuse.x", point: Array("/a b\\".utf8)))
        for bad in ["\(id) 1 0:5 / /a rw shared:1 -\n", "\(id) 1 0:5 / /a rw shared:1 fuse y rw\n", "\(id)\n"] { #expect(read(bad) == nil) }
    }

    @Test func `a file that the kernel makes up is read whole, to a limit`() throws {
        let whole = try #require(ProcessFile.read("/proc/self/mountinfo", atMost: 1 << 20))
        #expect(whole.count > 10)
        #expect(ProcessFile.read("/proc/self/mountinfo", atMost: 7) == Array(whole.prefix(7)))
        #expect(ProcessFile.read("/proc/self/none", atMost: 7) == nil)
    }
}
