import Glibc
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedDisk

@Suite struct ChangingTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    private var names: [Name] {
        get throws { try shop.handle.list(atMost: 1000).map(\.name).sorted() }
    }

    private func text(_ name: Name) throws -> String {
        String(decoding: try shop.handle.read(name, atMost: 100), as: UTF8.self)
    }

    // MARK: Writing

    @Test func `a new file does not replace one, and nothing is left over`() throws {
        try shop.handle.write("Ode.txt", Array("old".utf8), replacing: false)
        #expect(code { try shop.handle.write("Ode.txt", Array("new".utf8), replacing: false) } == .exists)
        #expect(try text("Ode.txt") == "old")
        #expect(try names == ["Ode.txt"])
    }

    /// What a killed process left behind is locked by nobody, and so is what was begun a moment ago.
    @Test func `a new file that somebody takes for one that was left behind is made anew, and from then on nobody takes it for that`() throws {
        var removed = 0
        let file = try shop.handle.newFile("Ode.txt") {
            if removed == 0, shop.handle.removeUnfinished("Ode.txt", where: { true }) { removed += 1 }
        }
        try file.write(Array("new".utf8), at: 0)
        #expect(try removed == 1 && text("Ode.txt") == "new")
        #expect(!shop.handle.removeUnfinished("Ode.txt") { true })
        #expect(try names == ["Ode.txt"])
        withExtendedLifetime(file) {}
    }

    /// As NFS does with one that is removed while somebody has it open.
    @Test func `a new file that loses its name and keeps another is made anew`() throws {
        var moved = 0
        let file = try shop.handle.newFile("Ode.txt") {
            if moved == 0, (try? shop.handle.rename("Ode.txt", to: shop.handle, as: ".nfs1", expecting: nil)) != nil { moved += 1 }
        }
        try file.write(Array("new".utf8), at: 0)
        #expect(try moved == 1 && text("Ode.txt") == "new" && text(".nfs1") == "")
    }

    @Test func `a file that was left behind goes, unless it is something else`() throws {
        try shop.file("Ode.txt", "old")
        #expect(!shop.handle.removeUnfinished("Ode.txt") { false })
        #expect(try names == ["Ode.txt"])
        #expect(shop.handle.removeUnfinished("Ode.txt") { true })
        #expect(try names == [])
    }

    // MARK: Files that others save

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func `a file that holds what is expected is replaced, and what it held is kept`() throws {
        try shop.file("Ode.txt", "old")
        chmod(shop.path + "/Ode.txt", 0o600)
        #expect(try shop.handle.replace("Ode.txt", bytes("old"), with: bytes("new"), keeping: "Ode.bak"))
        #expect(try text("Ode.txt") == "new" && text("Ode.bak") == "old")
        #expect(try (shop.handle.evidence(of: "Ode.txt")?.mode ?? 0) & 0o777 == 0o600)
        #expect(code { _ = try shop.handle.replace("Ode.txt", bytes("new"), with: bytes("newer"), keeping: "Ode.bak") } == .exists)
        #expect(try shop.handle.rewrite("Ode.txt", bytes("newer"), holding: bytes("new")) && text("Ode.txt") == "newer")
        #expect(try names == ["Ode.bak", "Ode.txt"])
        #expect(try shop.handle.removeFile("Ode.txt", holding: bytes("newer")) && names == ["Ode.bak"])
    }

    @Test func `a file that somebody has saved stays as that saved it`() throws {
        try shop.file("Ode.txt", "saved")
        #expect(try !shop.handle.replace("Ode.txt", bytes("old"), with: bytes("new"), keeping: "Ode.bak"))
        #expect(try !shop.handle.rewrite("Ode.txt", bytes("new"), holding: bytes("old")))
        #expect(try !shop.handle.removeFile("Ode.txt", holding: bytes("old")))
        #expect(try text("Ode.txt") == "saved" && names == ["Ode.txt"])
    }

    @Test func `of a file that somebody saves twice meanwhile nothing is lost, and the newer one stands there`() throws {
        try shop.file("Ode.txt", "saved")
        let again = { try? self.shop.handle.write("Ode.txt", Array("saved again".utf8), replacing: true) }
        #expect(try !shop.handle.replace("Ode.txt", bytes("old"), with: bytes("new"), keeping: "Ode.bak") { _ = again() })
        #expect(try text("Ode.txt") == "saved again" && text("Ode.bak") == "saved")
        try shop.file("Ode.txt", "saved")
        #expect(try !shop.handle.removeFile("Ode.txt", holding: bytes("old")) { _ = again() })
        #expect(try text("Ode.txt") == "saved again" && names == ["Ode.bak", "Ode.txt"])
    }

    @Test func `what somebody has saved stands there also where it cannot be told what was put in its place`() throws {
        try shop.file("Ode.txt", "saved")
        chmod(shop.path, 0o777)
        let close = { _ = chmod(self.shop.path + "/Ode.txt", 0) }
        let failure = asNobody { code { _ = try shop.handle.replace("Ode.txt", bytes("old"), with: bytes("new"), keeping: "Ode.bak", close) } }
        #expect(try failure == .notPermitted && text("Ode.txt") == "saved" && names == ["Ode.bak", "Ode.txt"])
    }

    /// As a kill leaves them between two steps.
    @Test func `what a killed process had put aside comes back, or goes where something stands there again and nobody wrote it`() throws {
        let beside = DirectoryHandle.nameBeside("Ode.txt")
        let isOwn = { (bytes: [UInt8]) in bytes == self.bytes("own") }
        shop.handle.endSaving("Ode.txt", where: isOwn)
        #expect(try names.isEmpty)
        try shop.file("\(beside)", "saved")
        shop.handle.endSaving("Ode.txt", where: isOwn)
        #expect(try text("Ode.txt") == "saved" && names == ["Ode.txt"])
        for (left, isLeft) in [("own", false), ("saved", false), ("somebody's", true)] {
            try shop.file("\(beside)", left)
            shop.handle.endSaving("Ode.txt", where: isOwn)
            #expect(try text("Ode.txt") == "saved" && names.contains(beside) == isLeft, "\(left)")
        }
        // What stays there keeps nobody from saving.
        #expect(try shop.handle.rewrite("Ode.txt", bytes("new"), holding: bytes("saved")) && text("Ode.txt") == "new")
        #expect(try shop.handle.removeFile("Ode.txt", holding: bytes("new")) && names == [beside])
    }

    @Test func `a file that is to be removed lies beside its name until it was looked at`() throws {
        try shop.file("Ode.txt", "saved")
        var during: [Name] = []
        #expect(try !shop.handle.removeFile("Ode.txt", holding: bytes("old")) { during = (try? names) ?? [] })
        #expect(during == [DirectoryHandle.nameBeside("Ode.txt")])
    }

    @Test func `a file of which it cannot be told whether anybody writes to it may be written to`() throws {
        try shop.file("a/Ode.txt", "old")
        shop.link("Link.txt", to: "a/Ode.txt")
        let folder = try shop.folder("a")
        for name in ["a", "Link.txt", "None.txt"] as [Name] { #expect(!shop.handle.isBeingWritten(name)) }
        #expect(!folder.isBeingWritten("Ode.txt") && !shop.handle.isBeingWritten(at: "None/Ode.txt"))
        chmod(shop.path + "/a/Ode.txt", 0)
        #expect(asNobody { folder.isBeingWritten("Ode.txt") && shop.handle.isBeingWritten(at: "a/Ode.txt") })
        // Who must not take the one for the other asks so.
        #expect(try !folder.whetherBeingWritten("None.txt") && !shop.handle.whetherBeingWritten("a") && !shop.handle.whetherBeingWritten("Link.txt"))
        #expect(asNobody { code { _ = try folder.whetherBeingWritten("Ode.txt") } } == .notPermitted)
    }

    @Test func `replacing makes another file in one step`() throws {
        try shop.handle.write("Ode.txt", Array("old".utf8), replacing: true)
        let before = try shop.handle.evidence(of: "Ode.txt")
        try shop.handle.write("Ode.txt", Array("new".utf8), replacing: true)
        #expect(try text("Ode.txt") == "new")
        #expect(try shop.handle.evidence(of: "Ode.txt")?.inode != before?.inode)
        #expect(try names == ["Ode.txt"])
    }

    @Test func `a link is replaced itself, not what it points to`() throws {
        try shop.file("Real.txt", "real")
        shop.link("Link.txt", to: "Real.txt")
        #expect(code { try shop.handle.write("Link.txt", [], replacing: false) } == .exists)
        try shop.handle.write("Link.txt", Array("new".utf8), replacing: true)
        #expect(try text("Real.txt") == "real")
        #expect(try shop.handle.kind(of: "Link.txt") == .file)
    }

    @Test func `a directory is not replaced by a file, and nothing is left over`() throws {
        try shop.folder("Draft")
        #expect(code { try shop.handle.write("Draft", [1], replacing: true) } == .notFile)
        #expect(try names == ["Draft"])
    }

    @Test(.enabled(if: getuid() == 0, "mounting needs root"), arguments: [true, false])
    func `on a full disk no partial file stays and the old one is whole`(replacing: Bool) throws {
        try shop.folder("Small")
        let path = shop.path + "/Small"
        #expect(mount("none", path, "tmpfs", 0, "size=64k") == 0)
        defer { umount2(path, Int32(MNT_DETACH)) }
        let small = try DirectoryHandle(path: path)
        try small.write("Ode.txt", Array("old".utf8), replacing: false)
        let large = [UInt8](repeating: 7, count: 1 << 20)
        let name: Name = replacing ? "Ode.txt" : "New.txt"
        #expect(code { try small.write(name, large, replacing: replacing) } == .noSpace)
        #expect(try small.list(atMost: 10).map(\.name) == ["Ode.txt"])
        #expect(try small.read("Ode.txt", atMost: 10) == Array("old".utf8))
        try small.write("After.txt", [1], replacing: false)
    }

    // MARK: Moving

    @Test func `a move replaces nothing`() throws {
        try shop.file("a/Ode.txt", "a")
        try shop.file("b/Ode.txt", "b")
        let (a, b) = (try shop.handle.openDirectory("a"), try shop.handle.openDirectory("b"))
        #expect(code { try a.rename("Ode.txt", to: b, as: "Ode.txt", expecting: nil) } == .exists)
        #expect(try b.read("Ode.txt", atMost: 9) == [UInt8(ascii: "b")])
        try a.rename("Ode.txt", to: b, as: "Ode (2).txt", expecting: a.evidence(of: "Ode.txt")?.identity)
        #expect(try b.read("Ode (2).txt", atMost: 9) == [UInt8(ascii: "a")])
        #expect(try a.list(atMost: 9).isEmpty)
    }

    @Test func `a move of another file than the one expected is not made`() throws {
        try shop.file("Ode.txt", "first")
        let first = try shop.handle.evidence(of: "Ode.txt")?.identity
        try shop.file("Ode.txt", "second")
        #expect(code { try shop.handle.rename("Ode.txt", to: shop.handle, as: "New.txt", expecting: first) } == .changed)
        #expect(code { try shop.handle.rename("Absent", to: shop.handle, as: "New.txt", expecting: first) } == .notFound)
        #expect(try names == ["Ode.txt"])
    }

    @Test func `a folder is not moved into itself`() throws {
        let inner = try shop.folder("a/b")
        #expect(code { try shop.handle.rename("a", to: inner, as: "c", expecting: nil) } == .other)
        #expect(try names == ["a"])
    }

    @Test func `two entries change places only if both are the expected ones`() throws {
        try shop.file("a.txt", "a")
        try shop.file("b.txt", "b")
        let (a, b) = (try shop.handle.evidence(of: "a.txt"), try shop.handle.evidence(of: "b.txt"))
        #expect(
            code {
                try shop.handle.exchange(
                    "a.txt", with: shop.handle, "b.txt", expecting: a?.identity, otherExpecting: a?.identity)
            } == .changed)
        #expect(try text("a.txt") == "a")
        try shop.handle.exchange(
            "a.txt", with: shop.handle, "b.txt", expecting: a?.identity, otherExpecting: b?.identity)
        #expect(try text("a.txt") == "b")
        #expect(try text("b.txt") == "a")
    }

    // MARK: Removing

    @Test func `a tree is removed without following its links`() throws {
        let outside = try Workshop()
        try outside.file("Keep/Ode.txt", "x")
        try shop.file("Tree/a/b/Ode.txt")
        try shop.file("Tree/a/.hidden")
        try shop.folder("Tree/empty")
        shop.link("Tree/out", to: outside.path + "/Keep")
        shop.link("Tree/a/file", to: outside.path + "/Keep/Ode.txt")
        shop.fifo("Tree/a/Pipe")
        try shop.file("Stays.txt")
        try shop.handle.removeTree("Tree")
        #expect(try names == ["Stays.txt"])
        #expect(try outside.handle.openDirectory("Keep").read("Ode.txt", atMost: 9) == [UInt8(ascii: "x")])
    }

    @Test func `of a link the link is removed, not the tree that it points to`() throws {
        try shop.file("Real/Ode.txt")
        shop.link("Link", to: "Real")
        try shop.handle.removeTree("Link")
        #expect(try names == ["Real"])
        #expect(try shop.handle.openDirectory("Real").kind(of: "Ode.txt") == .file)
    }

    @Test func `a very deep tree is removed`() throws {
        var current = try shop.folder("Tree")
        for _ in 0..<3000 {
            mkdirat(current.descriptor, "d", 0o755)
            current = try current.openDirectory("d")
        }
        try current.write("Ode.txt", [], replacing: false)
        try shop.handle.removeTree("Tree")
        #expect(try names.isEmpty)
    }

    @Test(.enabled(if: getuid() == 0, "mounting needs root"))
    func `what is mounted in a tree is not removed`() throws {
        try shop.folder("Tree/Mounted")
        let path = shop.path + "/Tree/Mounted"
        #expect(mount("none", path, "tmpfs", 0, "size=64k") == 0)
        defer { umount2(path, Int32(MNT_DETACH)) }
        try DirectoryHandle(path: path).write("Ode.txt", [], replacing: false)
        #expect(code { try shop.handle.removeTree("Tree") } == .crossDevice)
        #expect(code { try shop.handle.openDirectory("Tree").removeTree("Mounted") } == .crossDevice)
        #expect(try DirectoryHandle(path: path).kind(of: "Ode.txt") == .file)
    }

    @Test func `only an empty directory is removed as a directory`() throws {
        try shop.file("Draft/Ode.txt")
        #expect(code { try shop.handle.removeDirectory("Draft") } == .notEmpty)
        try shop.handle.openDirectory("Draft").removeFile("Ode.txt")
        try shop.handle.removeDirectory("Draft")
        #expect(code { try shop.handle.removeDirectory("Draft") } == .notFound)
        #expect(code { try shop.handle.removeTree("Draft") } == .notFound)
    }

    // MARK: Hashing

    @Test func `a hash is the SHA-256 of the content`() throws {
        try shop.file("Ode.txt", "abc")
        let evidence = try shop.handle.evidence(of: "Ode.txt")
        // FIPS 180-4, the example of one block.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(try shop.handle.hash("Ode.txt", expecting: evidence)?.description == expected)
        #expect(try shop.handle.hash("Ode.txt", expecting: nil)?.description == expected)
    }

    @Test func `a file longer than one piece is hashed whole`() throws {
        try shop.handle.write("Large", [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000), replacing: false)
        // FIPS 180-2, the example of a million times “a”.
        #expect(
            try shop.handle.hash("Large", expecting: nil)?.description
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test(arguments: ["longer than before", "", "ABC"])
    func `a file that changes while it is hashed has no hash`(content: String) throws {
        try shop.file("Ode.txt", "abc")
        // A time in the past, so that the change below shows however coarse the clock is.
        var times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000_000, tv_nsec: 0)]
        utimensat(shop.handle.descriptor, "Ode.txt", &times, 0)
        let hash = try shop.handle.hash("Ode.txt", expecting: nil) {
            let descriptor = open(shop.path + "/Ode.txt", O_WRONLY | O_TRUNC)
            _ = write(descriptor, content, content.utf8.count)
            close(descriptor)
        }
        #expect(hash == nil)
    }

    @Test func `a hole is hashed as the zeros that it reads as`() throws {
        let piece = 256 << 10
        // What is written where, and how long the file is.
        let files: [(parts: [(Int, Int)], size: Int)] = [
            ([], 5 * piece), ([(0, 10)], 9 * piece + 7), ([(3 * piece + 5, 3)], 20 * piece), ([(0, piece), (8 * piece, piece)], 16 * piece),
            ([(16 * piece - 1, 1)], 16 * piece), ([(4 * piece, 1), (4 * piece + 4_096, 1), (9 * piece, 70_000)], 12 * piece + 1),
        ]
        for (index, (parts, size)) in files.enumerated() {
            let name = Name("Hole \(index)")
            try shop.file("\(name)", "")
            let descriptor = open("\(shop.path)/\(name)", O_WRONLY)
            #expect(ftruncate(descriptor, off_t(size)) == 0)
            var whole = [UInt8](repeating: 0, count: size)
            for (offset, count) in parts {
                let text = [UInt8](repeating: 0x61, count: count)
                #expect(pwrite(descriptor, text, count, off_t(offset)) == count)
                whole.replaceSubrange(offset..<offset + count, with: text)
            }
            close(descriptor)
            #expect(try shop.handle.hash(name, expecting: nil) == ContentHash(of: whole), "\(index)")
            let both = try shop.handle.hashAndSketch(name, expecting: nil)
            #expect(both?.hash == ContentHash(of: whole) && both?.sketch == ContentSketch(of: whole))
        }
    }

    @Test func `a long file is hashed in portions, and anew where it changed between two`() throws {
        let piece = 256 << 10
        let text = (0..<piece * 6 + 5).map { UInt8(truncatingIfNeeded: $0 / 7) }
        try shop.handle.write("Long", text, replacing: false)
        var (begun, budget, portions): (HashedContent?, Int64, Int) = (nil, 0, 0)
        func read() throws -> (hash: ContentHash, sketch: ContentSketch)? {
            budget = Int64(piece)
            portions += 1
            return try shop.handle.hashAndSketch("Long", expecting: #require(try shop.handle.evidence(of: "Long")), begun: &begun, budget: &budget)
        }
        for _ in 0..<3 { #expect(try read() == nil && begun != nil && budget <= 0) }
        let descriptor = open(shop.path + "/Long", O_WRONLY | O_APPEND)
        #expect(Glibc.write(descriptor, [1] as [UInt8], 1) == 1)
        close(descriptor)
        portions = 0
        var content = try read()
        while content == nil, begun != nil { content = try read() }
        #expect(content?.hash == ContentHash(of: text + [1]) && content?.sketch == ContentSketch(of: text + [1]) && begun == nil)
        #expect(portions == 7)
        // What was begun of another file says nothing of this one.
        #expect(try read() == nil)
        try shop.handle.write("Other", text, replacing: false)
        budget = .max
        #expect(try shop.handle.hashAndSketch("Other", expecting: #require(try shop.handle.evidence(of: "Other")), begun: &begun, budget: &budget)?.hash == ContentHash(of: text))
        #expect(begun == nil)
    }

    @Test func `a file that says it is longer than anybody reads has no hash, and is not read`() throws {
        try shop.file("Hole", "")
        #expect(truncate(shop.path + "/Hole", Int(DirectoryHandle.longestHashed) + 1) == 0)
        #expect(try shop.handle.hash("Hole", expecting: nil) { Issue.record("it is read") } == nil)
    }

    @Test func `a file that is not the expected one has no hash`() throws {
        try shop.file("Ode.txt", "abc")
        let evidence = try shop.handle.evidence(of: "Ode.txt")
        try shop.file("Ode.txt", "abc")
        #expect(try shop.handle.hash("Ode.txt", expecting: evidence) == nil)
        try shop.handle.removeFile("Ode.txt")
        #expect(try shop.handle.hash("Ode.txt", expecting: evidence) == nil)
        #expect(code { _ = try shop.handle.hash("Ode.txt", expecting: nil) } == .notFound)
        shop.link("Ode.txt", to: "/etc/passwd")
        #expect(code { _ = try shop.handle.hash("Ode.txt", expecting: nil) } == .isLink)
    }
}
