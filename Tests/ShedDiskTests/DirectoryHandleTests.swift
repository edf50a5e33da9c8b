import Glibc
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedDisk

@Suite struct DirectoryHandleTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    @Test func `a link in place of a directory is not followed`() throws {
        try shop.file("Real/Ode.txt", "x")
        shop.link("Draft", to: "Real")
        #expect(code { _ = try shop.handle.openDirectory("Draft") } == .isLink)
        #expect(code { _ = try shop.handle.openDirectory("Draft", create: true) } == .isLink)
        #expect(code { _ = try shop.handle.openDirectory(at: "Draft") } == .isLink)
        #expect(code { _ = try shop.handle.openDirectory(at: "Draft/Deep") } == .isLink)
    }

    @Test func `a path is opened part by part, and the part that fails is named`() throws {
        try shop.file("a/b/Ode.txt", "x")
        #expect(try shop.handle.openDirectory(at: "a/b").kind(of: "Ode.txt") == .file)
        #expect(try shop.handle.openDirectory(at: .root).kind(of: "a") == .directory)
        let error = #expect(throws: DiskError.self) { _ = try shop.handle.openDirectory(at: "a/b/Ode.txt/c") }
        #expect(error?.code == .notDirectory)
        #expect(error?.path == shop.path + "/a/b/Ode.txt")
    }

    @Test(arguments: [[], [0x2e], [0x2e, 0x2e], Array("a/b".utf8), [0x61, 0]] as [[UInt8]])
    func `what cannot be a name reaches no system call`(bytes: [UInt8]) throws {
        try shop.file("a/b", "x")
        #expect(code { _ = try shop.handle.evidence(of: Name(bytes: bytes)) } == .other)
        #expect(code { try shop.handle.write(Name(bytes: bytes), [], replacing: true) } == .other)
        #expect(code { try shop.handle.removeTree(Name(bytes: bytes)) } == .other)
    }

    @Test(arguments: [
        [0xff, 0xfe, 0x80], Array("two\nlines".utf8), [UInt8](repeating: 0x78, count: 255), Array("\u{202e}gnp".utf8),
    ] as [[UInt8]])
    func `any bytes make a name`(bytes: [UInt8]) throws {
        let name = Name(bytes: bytes)
        try shop.handle.write(name, [1, 2, 3], replacing: false)
        #expect(try shop.handle.read(name, atMost: 3) == [1, 2, 3])
        #expect(try shop.handle.list(atMost: 10).map(\.name) == [name])
        let error = #expect(throws: DiskError.self) { _ = try shop.handle.openDirectory(name) }
        #expect(error?.path.allSatisfy { $0.isASCII && $0 != "\n" } == true)
    }

    @Test func `a name of 256 bytes is too long`() {
        let name = Name(bytes: [UInt8](repeating: 0x78, count: 256))
        #expect(code { try shop.handle.write(name, [], replacing: false) } == .nameTooLong)
    }

    @Test func `links, FIFOs, sockets and directories are not read`() throws {
        try shop.file("Real.txt", "x")
        shop.link("Link.txt", to: "Real.txt")
        shop.fifo("Pipe")
        shop.socket("Socket")
        try shop.folder("Folder")
        #expect(code { _ = try shop.handle.read("Link.txt", atMost: 9) } == .isLink)
        for name in ["Pipe", "Socket", "Folder"] as [Name] {
            #expect(code { _ = try shop.handle.read(name, atMost: 9) } == .notFile)
        }
        #expect(code { _ = try shop.handle.read("Absent", atMost: 9) } == .notFound)
        #expect(try shop.handle.readLink("Link.txt") == Array("Real.txt".utf8))
        #expect(code { _ = try shop.handle.readLink("Real.txt") } == .notFile)
    }

    @Test func `a file of the limit is read, one byte more is too large`() throws {
        try shop.file("Ode.txt", "12345")
        #expect(try shop.handle.read("Ode.txt", atMost: 5) == Array("12345".utf8))
        #expect(code { _ = try shop.handle.read("Ode.txt", atMost: 4) } == .tooLarge)
        try shop.file("Empty.txt")
        #expect(try shop.handle.read("Empty.txt", atMost: 0) == [])
    }

    @Test func `a file that says it is empty and is not is still bounded`() throws {
        let proc = try DirectoryHandle(path: "/proc/self")
        #expect(try proc.read("status", atMost: 1 << 20).count > 100)
        #expect(code { _ = try proc.read("status", atMost: 100) } == .tooLarge)
    }

    @Test func `a list says names, kinds and inodes, and stops at its limit`() throws {
        try shop.file("Ode.txt")
        try shop.file(".hidden")
        try shop.folder("Draft")
        shop.link("Link", to: "/nowhere")
        shop.fifo("Pipe")
        let list = try shop.handle.list(atMost: 5).sorted { $0.name < $1.name }
        #expect(list.map(\.name) == [".hidden", "Draft", "Link", "Ode.txt", "Pipe"])
        #expect(list.map(\.kind) == [.file, .directory, .link, .file, .special])
        #expect(list[3].inode == (try shop.handle.evidence(of: "Ode.txt"))?.inode)
        #expect(code { _ = try shop.handle.list(atMost: 4) } == .tooLarge)
        #expect(try shop.handle.list(atMost: 5).count == 5, "a second list begins at the beginning")
    }

    @Test func `evidence is of the entry itself, and absent for what is absent`() throws {
        try shop.file("Ode.txt", "12345")
        shop.link("Link", to: "Ode.txt")
        let evidence = try #require(try shop.handle.evidence(of: "Ode.txt"))
        #expect(evidence.size == 5 && evidence.links == 1 && evidence.modified > 1_600_000_000_000_000_000)
        #expect(try shop.handle.evidence(of: "Link")?.identity != evidence.identity)
        #expect(try shop.handle.evidence(of: "Absent") == nil)
        #expect(try shop.handle.kind(of: "Absent") == nil)
        try shop.folder("Draft")
        #expect(
            try shop.handle.openDirectory("Draft").ownEvidence().identity
                == shop.handle.evidence(of: "Draft")?.identity)
    }

    @Test func `a time beyond what nanoseconds hold does not wrap around`() throws {
        try shop.file("Ode.txt")
        // The last second that ext4 holds is in 2446, beyond 2262 where 64 bits of nanoseconds end.
        var times = [timespec(tv_sec: 15_000_000_000, tv_nsec: 0), timespec(tv_sec: 15_000_000_000, tv_nsec: 0)]
        #expect(utimensat(shop.handle.descriptor, "Ode.txt", &times, 0) == 0)
        #expect(try #require(try shop.handle.evidence(of: "Ode.txt")).modified == Nanoseconds.range.upperBound)
    }

    @Test func `a closed path needs an absolute path and a directory`() throws {
        try shop.file("Ode.txt")
        #expect(code { _ = try DirectoryHandle(path: "tmp") } == .other)
        #expect(code { _ = try DirectoryHandle(path: shop.path + "/Ode.txt") } == .notDirectory)
        #expect(code { _ = try DirectoryHandle(path: shop.path + "/Absent") } == .notFound)
    }

    @Test func `a directory that may not be read says so`() throws {
        try shop.folder("Closed")
        chmod(shop.path + "/Closed", 0)
        #expect(asNobody { code { _ = try shop.handle.openDirectory("Closed") } } == .notPermitted)
        chmod(shop.path + "/Closed", 0o755)
    }

    @Test func `an error says what, where, why and what helps`() throws {
        let error = DiskError(errno: ENOSPC, action: "write", path: "/a/b")
        #expect(
            error.description
                == "cannot write /a/b: No space left on device; free some space on that disk, then try again")
        // Where this process has no limit of its own.
        var limit = rlimit()
        try #require(getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
        let remedy = limit.rlim_cur == rlim_t.max
            ? "this file system takes no file so large: make it smaller, or work on another one"
            : "raise the limit of file sizes (ulimit -f), then try again"
        #expect(DiskError(errno: EFBIG, action: "write", path: "/a/b").description == "cannot write /a/b: File too large; \(remedy)")
    }

    @Test func `file systems are known by their number`() throws {
        #expect(FileSystemFacts(magic: 0x4d44, hasBirthTimes: true).hasStableInodes == false)
        #expect(FileSystemFacts(magic: 0x794c_7630, hasBirthTimes: true).hasStableInodes)
        #expect(FileSystemFacts(magic: 0x794c_7630, hasBirthTimes: false).hasStableInodes == false)
        #expect(FileSystemFacts(magic: 0x6969, hasBirthTimes: true).hasEvents == false)
        #expect(FileSystemFacts(magic: 0x9123_683e, hasBirthTimes: true).canReflink)
        #expect(FileSystemFacts(magic: 0xabc, hasBirthTimes: true).name == "0xabc")
        #expect(try DirectoryHandle(path: "/dev/shm").fileSystem().name == "tmpfs")
    }
}
