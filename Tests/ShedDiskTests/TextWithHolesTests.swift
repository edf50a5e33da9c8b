import Glibc
import ShedModel
import Testing

@testable import ShedDisk

@Suite struct TextWithHolesTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    /// Makes a file as large as said, of which only the content is on the disk.
    private func hollow(_ name: String, _ content: String, size: Int) throws {
        try shop.file(name, content)
        #expect(truncate(shop.path + "/" + name, size) == 0)
    }

    @Test func `a hole is not read, whatever its size, nor what is behind it`() throws {
        try hollow("hole", "", size: 1 << 30)
        #expect(try shop.handle.readText("hole", atMost: 1 << 30) == [0])
        #expect(try shop.handle.readTextWithEvidence("hole", atMost: 1 << 30).bytes == [0])
        try hollow("behind", String(repeating: "text\n", count: 20_000), size: 1 << 30)
        let bytes = try shop.handle.readText("behind", atMost: 1 << 30)
        #expect(bytes.starts(with: "text\n".utf8) && bytes.last == 0 && (100_000..<4 << 20).contains(bytes.count))
        #expect(code { _ = try shop.handle.readText("hole", atMost: 1 << 20) } == .tooLarge)
    }

    @Test func `of a large file that begins otherwise, no more than a beginning is read`() throws {
        let text = String(repeating: "x", count: 1 << 20)
        try shop.file("other", text)
        try shop.file("own", "{" + text)
        let beginning = Array("{".utf8)
        #expect(try shop.handle.readText("other", atMost: 4 << 20, beginning: beginning) == Array("x".utf8))
        #expect(try shop.handle.readText("own", atMost: 4 << 20, beginning: beginning).count == text.utf8.count + 1)
    }

    @Test(arguments: [0, 1, 4_096, 32 << 10, 32 << 10 + 1, 1 << 20])
    func `a text without holes is read as it is`(size: Int) throws {
        let text = String(repeating: "x", count: size)
        try shop.file("text", text)
        #expect(try shop.handle.readText("text", atMost: 1 << 20) == Array(text.utf8))
        #expect(try shop.handle.readTextWithEvidence("text", atMost: 1 << 20).bytes.count == size)
    }

    /// In which there is something at the beginning, in the midst, and at the end or not.
    @Test(arguments: [false, true]) func `a copy has the holes of the original, and what stands between them`(endsInHole: Bool) throws {
        let size = 1 << 30
        try hollow("hole", "text", size: size)
        let descriptor = open(shop.path + "/hole", O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        for place in [300 << 20 + 5] + (endsInHole ? [] : [size - 1]) { #expect(pwrite(descriptor, "x", 1, place) == 1) }
        let original = try shop.handle.file("hole")
        let copy = try shop.handle.copy(original, as: "copy", mode: 0o644)
        #expect(try copy.size == Int64(size) && copy.hash == original.hash())
        var facts = stat()
        #expect(stat(shop.path + "/copy", &facts) == 0 && facts.st_size == size)
        // Where the file system has none at all, nobody can.
        if shop.handle.holes(in: "hole") > 0 { #expect(shop.handle.holes(in: "copy") > Int64(size / 2)) }
    }

    @Test func `a copy of a file that has zeros and no holes is the same`() throws {
        let zeros = [UInt8](repeating: 0, count: 3 << 20)
        try shop.handle.write("zeros", Array("a".utf8) + zeros + Array("b".utf8) + zeros, replacing: false)
        let original = try shop.handle.file("zeros")
        #expect(try shop.handle.copy(original, as: "copy", mode: 0o644).hash == original.hash())
        #expect(try shop.handle.file("copy").hash() == original.hash())
    }

    @Test func `a copy that is not read back is the same, and none of a file that is written to meanwhile`() throws {
        try shop.handle.write("text", Array("some text".utf8), replacing: false)
        let original = try shop.handle.file("text")
        try shop.handle.copyUnread(original, as: "copy", mode: 0o600)
        #expect(try shop.handle.read("copy", atMost: 100) == Array("some text".utf8))
        #expect(code { try shop.handle.copyUnread(original, as: "copy", mode: 0o600) } == .exists)
        let descriptor = open(shop.path + "/text", O_WRONLY | O_APPEND | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(write(descriptor, "x", 1) == 1)
        #expect(code { try shop.handle.copyUnread(original, as: "other", mode: 0o600) } == .changed)
        #expect(try shop.handle.list(atMost: 10).map(\.name).sorted() == ["copy", "text"])
    }

    @Test func `a piece is of zeros where each byte is one`() {
        for size in [0, 1, 7, 8, 9, 4_097] {
            var bytes = [UInt8](repeating: 0, count: size)
            #expect(bytes.withUnsafeBytes { PositionedReading.isZero($0) })
            for place in Set([0, size / 2, size - 1]) where place >= 0 && place < size {
                bytes[place] = 1
                #expect(!bytes.withUnsafeBytes { PositionedReading.isZero($0) }, "\(place) of \(size)")
                bytes[place] = 0
            }
        }
    }

    /// Below and above the size to which holes are read too.
    @Test(arguments: [3 << 20 + 5, 256 << 20 + 5]) func `a copy has what stands in the midst of a piece of zeros`(size: Int) throws {
        try hollow("hole", "", size: size)
        let descriptor = open(shop.path + "/hole", O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let places = [1 << 20 + 300_000, 3 << 20 - 1]
        for place in places { #expect(pwrite(descriptor, "x", 1, place) == 1) }
        _ = try shop.handle.copy(shop.handle.file("hole"), as: "copy", mode: 0o644)
        let copy = try shop.handle.file("copy")
        #expect(copy.size == Int64(size))
        for place in places { #expect(try copy.read(at: Int64(place) - 1, atMost: 2).contains(UInt8(ascii: "x"))) }
    }

    @Test func `an opened file is hashed up to a bound, and its holes as what they stand for`() throws {
        try hollow("hole", "text", size: 8 << 20)
        let content = Array("text".utf8) + [UInt8](repeating: 0, count: 8 << 20 - 4)
        #expect(try shop.handle.file("hole").hash() == ContentHash(of: content))
        try hollow("endless", "", size: 15 << 40)
        let endless = try shop.handle.file("endless")
        #expect(code { _ = try endless.hash() } == .tooLarge)
    }

    @Test func `a file that is too large to be hashed is not copied, whatever of it is a hole, and nothing is left`() throws {
        try hollow("endless", "text", size: Int(DirectoryHandle.longestHashed) + 1)
        let endless = try shop.handle.file("endless")
        #expect(code { _ = try shop.handle.copy(endless, as: "copy", mode: 0o644) } == .tooLarge)
        #expect(try shop.handle.list(atMost: 10).map(\.name) == ["endless"])
    }
}
