import ShedDisk
import ShedExchange
import ShedModel
import Testing

@Suite struct `An archive is written and read` {
    /// Texts, and what no text is: the same each time, so that nothing is left to chance.
    private static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
    }

    private func written(_ files: [(path: RelativePath, bytes: [UInt8])]) throws -> [UInt8] {
        let file = MemoryFile()
        let writer = ArchiveWriter(to: file.output)
        try writer.addFolder(RelativePath(["files", "empty"]).bytes, modified: 1_700_000_000_000)
        for (path, bytes) in files {
            _ = try writer.add(path.bytes, size: Int64(bytes.count), modified: 1_700_000_000_000) { take throws(DiskError) in
                for start in stride(from: 0, to: bytes.count, by: 1_000) { try take(Array(bytes[start..<min(start + 1_000, bytes.count)])) }
                return true
            }
        }
        let size = try writer.finish()
        #expect(size == Int64(file.bytes.count))
        return file.bytes
    }

    @Test func `all that was put in comes out, deflated where that is worth it`() throws {
        let odd = Name(bytes: [0x66, 0xff, 0x2e])
        let files: [(RelativePath, [UInt8])] = [
            ("files/a.txt", Array("Rain\n".utf8)), ("files/none", []), ("files/text", Array(String(repeating: "the same line again\n", count: 20_000).utf8)),
            ("files/noise", Self.noise(300_000)), (RelativePath(["files", odd]), [1, 2, 3]),
        ]
        let bytes = try written(files.map { (path: $0.0, bytes: $0.1) })
        #expect(bytes.count < 320_000)
        let tree = try ArchiveTree(ArchiveFile(bytes), named: "a.zip")
        for (path, expected) in files {
            #expect(try tree.bytes(of: path, atMost: 1 << 24) == expected, "\(path)")
            #expect(try tree.entry(at: path)?.size == Int64(expected.count))
            #expect(try tree.entry(at: path)?.modified == 1_700_000_000_000)
        }
        #expect(try tree.entry(at: "files/empty")?.kind == .directory)
        #expect(try tree.entries(of: "files/empty").isEmpty)
        #expect(try tree.entries(of: .root).map(\.name) == ["files"])
    }

    @Test func `what cannot be read to its end leaves nothing`() throws {
        let file = MemoryFile()
        let writer = ArchiveWriter(to: file.output)
        _ = try writer.add(Array("a".utf8), size: 4, modified: 0) { take throws(DiskError) in
            try take(Array("Rain".utf8))
            return true
        }
        let none: Bool? = try writer.add(Array("b".utf8), size: 4, modified: 0) { take throws(DiskError) in
            try take(Self.noise(100_000))
            return nil
        }
        #expect(none == nil)
        _ = try writer.add(Array("c".utf8), size: 4, modified: 0) { take throws(DiskError) in
            try take(Array("Snow".utf8))
            return true
        }
        _ = try writer.finish()
        let tree = try ArchiveTree(ArchiveFile(file.bytes), named: "a.zip")
        #expect(try tree.entries(of: .root).map(\.name) == ["a", "c"])
        #expect(try tree.text("c") == "Snow")
    }

    @Test func `a part that is taken out again is not told of, and another may have its name`() throws {
        let file = MemoryFile()
        let writer = ArchiveWriter(to: file.output)
        func add(_ name: String, _ text: String) throws {
            _ = try writer.add(Array(name.utf8), size: Int64(text.utf8.count), modified: 0) { take throws(DiskError) in
                try take(Array(text.utf8))
                return true
            }
        }
        for (name, text) in [("a", "Rain"), ("b", "Snow"), ("c", "Hail")] { try add(name, text) }
        writer.remove([Array("b".utf8), Array("none".utf8)])
        try add("b", "Sleet")
        writer.remove([Array("a".utf8)])
        _ = try writer.finish()
        let tree = try ArchiveTree(ArchiveFile(file.bytes), named: "a.zip")
        #expect(try tree.entries(of: .root).map(\.name) == ["b", "c"])
        #expect(try tree.text("b") == "Sleet")
    }

    @Test func `the same parts give the same archive`() throws {
        let files: [(path: RelativePath, bytes: [UInt8])] = [("a", Self.noise(10)), ("b/c", Array("Ode".utf8))]
        let first = try written(files)
        #expect(try written(files) == first)
    }

    /// The numbers of what has more than 4 GiB stand elsewhere. Written without the bytes: what is expected counts.
    @Test func `a part that may become large has its numbers in 64 bits, and is read`() throws {
        let file = MemoryFile()
        let writer = ArchiveWriter(to: file.output)
        _ = try writer.add(Array("large".utf8), size: 5 << 30, modified: 0) { take throws(DiskError) in
            try take(Array("Rain".utf8))
            return true
        }
        _ = try writer.finish()
        let tree = try ArchiveTree(ArchiveFile(file.bytes), named: "a.zip")
        #expect(try tree.text("large") == "Rain")
    }

    @Test func `more parts than 16 bits count are written and read`() throws {
        let file = MemoryFile()
        let writer = ArchiveWriter(to: file.output)
        for number in 0..<65_600 { _ = try writer.add(Array("\(number)".utf8), size: 0, modified: 0) { _ throws(DiskError) in true } }
        _ = try writer.finish()
        let tree = try ArchiveTree(ArchiveFile(file.bytes), named: "a.zip")
        #expect(try tree.entries(of: .root).count == 65_600)
    }
}

@Suite struct `Archives of unknown origin` {
    private typealias Part = ZipMaker.Part

    private func isRefused(_ parts: [Part], limits: ImportLimits = ImportLimits()) -> Bool { (try? ZipMaker.tree(parts, limits: limits)) == nil }

    @Test func `a plain one is read`() throws {
        let tree = try ZipMaker.tree([Part("a/b.txt", "Rain"), Part("c", "Snow")])
        #expect(try tree.text("a/b.txt") == "Rain")
        #expect(try tree.entry(at: "a")?.kind == .directory)
        #expect(try tree.entry(at: "a/none") == nil)
    }

    @Test(arguments: ["../evil", "/etc/passwd", "a/../../evil", "a//b", "./a", "a/./b", "", "a\0b", "/", ".."])
    func `a path that leads out of it, or is none, is refused`(name: String) { #expect(isRefused([Part("good"), Part(name, "x")])) }

    private func named(_ bytes: [UInt8], flags: Int = 0, host: UInt8 = 0) -> Part {
        var part = Part("", "x")
        (part.name, part.flags, part.host) = (bytes, flags, host)
        return part
    }

    private func names(_ parts: [Part]) -> [Name] { ((try? ZipMaker.tree(parts).entries(of: .root)) ?? []).map(\.name) }

    @Test func `a name without the mark of UTF-8 is read in the code page of DOS, unless it is UTF-8`() throws {
        #expect(names([named([0x4d, 0x94, 0x77, 0x65])]) == ["M\u{f6}we"])
        #expect(names([named([0x80, 0xe1, 0x9f, 0xff])]) == ["\u{c7}\u{df}\u{192}\u{a0}"])
        #expect(names([named(Array("M\u{f6}we".utf8), host: 3)]) == ["M\u{f6}we"])
        // Marked as UTF-8, and none: the bytes are what they are.
        #expect(names([named([0x4d, 0x94], flags: 0x0800, host: 3)]) == [Name(bytes: [0x4d, 0x94])])
        let tree = try ZipMaker.tree([named([0x94, 0x2f, 0x94])])
        #expect(try tree.text("\u{f6}/\u{f6}") == "x")
        #expect(isRefused([named([0x94]), named(Array("\u{f6}".utf8))]))
    }

    @Test func `an export of shed keeps names that are no UTF-8`() {
        let marked = named(Array("manifest.json".utf8), flags: 0x0800, host: 3)
        #expect(names([named([0x4d, 0x94], host: 3), marked]).contains(Name(bytes: [0x4d, 0x94])))
        #expect(names([named([0x4d, 0x94], host: 3), marked, Part("plain", "x")]).contains("M\u{f6}"))
    }

    @Test func `backslashes part names where it was made on DOS or Windows alone`() throws {
        var folder = named(Array("c\\".utf8))
        folder.bytes = []
        let tree = try ZipMaker.tree([named(Array("a\\b.txt".utf8)), folder])
        #expect(try tree.text("a/b.txt") == "x" && tree.entries(of: .root).map(\.name) == ["a", "c"])
        #expect(try tree.entry(at: "c")?.kind == .directory)
        #expect(names([named(Array("a\\b.txt".utf8), host: 3)]) == ["a\\b.txt"])
        // In Shift JIS this is one character, 表.
        #expect(names([named([0x95, 0x5c])]) == ["\u{f2}\\"])
        #expect(names([named([0x95, 0x5c] + Array("/a.txt".utf8))]) == ["\u{f2}\\"])
        #expect(isRefused([named(Array("a\\".utf8))]))
        for name in ["..\\x", "a\\..\\..\\x", "\\x", "a\\\\b"] { #expect(isRefused([Part("good"), named(Array(name.utf8))]), "\(name)") }
        #expect(isRefused([named(Array("a\\b".utf8)), Part("a/b", "y")]))
    }

    @Test func `one path twice is refused, and a file that is a folder too`() {
        #expect(isRefused([Part("a"), Part("a")]))
        #expect(isRefused([Part("a"), Part("a/b")]))
        #expect(isRefused([Part("a/b"), Part("a")]))
        #expect(isRefused([Part("a/"), Part("a/")]))
    }

    @Test func `a link is listed as one, and never read`() throws {
        var link = Part("link", "/etc/passwd")
        link.mode = 0o120777
        let tree = try ZipMaker.tree([link])
        #expect(try tree.entry(at: "link")?.kind == .link)
        #expect(throws: ImportFault.self) { try tree.text("link") }
    }

    @Test func `parts that share bytes are refused`() {
        var second = Part("b", "Rain")
        second.offset = 0
        #expect(isRefused([Part("a", "Rain"), second]))
        var far = Part("a", "Rain")
        far.offset = 1 << 30
        #expect(isRefused([far]))
    }

    @Test func `a part that calls itself otherwise than the list does is refused`() {
        var part = Part("a", "Rain")
        part.ownName = Array("b".utf8)
        #expect(isRefused([part]))
    }

    @Test func `what is encrypted, or packed as nobody packs, or holds something else than it says, is refused when it is read`() throws {
        var encrypted = Part("a", "Rain")
        encrypted.flags = 1
        var strange = Part("b", "Rain")
        strange.method = 99
        var altered = Part("c", "Rain")
        altered.checksum = 1
        var longer = Part("d", "Rain")
        longer.size = 5
        var noise = Part("e", "Rain")
        noise.method = 8
        let tree = try ZipMaker.tree([encrypted, strange, altered, longer, noise])
        for path in ["a", "b", "c", "d", "e"] as [RelativePath] { #expect(throws: ImportFault.self) { try tree.text(path) } }
    }

    @Test func `what claims more than may be read is refused before it is`() {
        var bomb = Part("a", "x")
        bomb.size = 0xffff_fff0
        var limits = ImportLimits()
        // 4 GiB of one byte.
        #expect(isRefused([bomb], limits: limits))
        limits.ratio = .max
        #expect(!isRefused([bomb], limits: limits))
        limits.size = 1 << 30
        #expect(isRefused([bomb], limits: limits))
        limits.unpacks = false
        #expect(!isRefused([bomb], limits: limits))
        limits = ImportLimits()
        limits.unpacks = false
        #expect(!isRefused([bomb], limits: limits))
        bomb.name = Array("manifest.json".utf8)
        #expect(isRefused([bomb], limits: limits))
        limits.entries = 2
        #expect(isRefused([Part("a"), Part("b"), Part("c")], limits: limits))
        #expect(isRefused([Part("a/b/c")], limits: limits))
        #expect(isRefused([Part(String(repeating: "a/", count: 300) + "b")]))
        #expect(isRefused([Part((0..<40).map { _ in String(repeating: "n", count: 200) }.joined(separator: "/"))]))
    }

    @Test func `a manifest that claims far more than its packed bytes is refused, whatever stands beside it`() {
        func holding(_ name: String, _ size: Int64) -> [Part] {
            var part = Part(name, "x")
            part.size = size
            return [part, Part("files/a", "x")]
        }
        var limits = ImportLimits()
        #expect(isRefused(holding("manifest.json", 32 << 20), limits: limits))
        #expect(!isRefused(holding("manifest.json", 1 << 20), limits: limits))
        #expect(!isRefused(holding("files/b", 32 << 20), limits: limits))
        limits.ratio = .max
        #expect(!isRefused(holding("manifest.json", 32 << 20), limits: limits))
    }

    @Test func `what is cut off anywhere is refused`() throws {
        let bytes = ZipMaker(parts: [Part("a/b.txt", "Rain"), Part("c", "Snow")]).bytes
        for count in 0..<bytes.count { #expect((try? ArchiveTree(ArchiveFile(Array(bytes.prefix(count))), named: "a")) == nil, "\(count)") }
    }

    /// Whatever one byte of it is: an error or a tree, and never anything else.
    @Test func `any one byte may be another`() throws {
        let bytes = ZipMaker(parts: [Part("a/b.txt", "Rain"), Part("c", "Snow")]).bytes
        for position in bytes.indices {
            for value in [0, 1, 0x7f, 0x80, 0xff] as [UInt8] {
                var other = bytes
                other[position] = value
                guard let tree = try? ArchiveTree(ArchiveFile(other), named: "a") else { continue }
                for entry in try tree.entries(of: .root) where entry.kind == .file { _ = try? tree.bytes(of: RelativePath([entry.name]), atMost: 1_000) }
            }
        }
    }

    @Test func `an end that counts more than there is is refused`() {
        var maker = ZipMaker(parts: [Part("a")])
        maker.count = 60_000
        #expect((try? ArchiveTree(ArchiveFile(maker.bytes), named: "a")) == nil)
    }
}
