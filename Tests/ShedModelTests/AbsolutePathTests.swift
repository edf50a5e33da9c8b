import ShedModel
import Testing

struct AbsolutePathTests {
    @Test(arguments: [
        ("/", nil, "/", ""), ("/a", "/", "/", "a"), ("/a/b", "/a", "/a", "b"), ("/a/b/", "/a/b", "/a/b", ""), ("//a", "/", "/", "a"),
    ] as [(String, String?, String, String)]) func `is taken apart at its last slash`(path: String, above: String?, parent: String, name: String) throws {
        let bytes = Array(path.utf8)
        #expect(AbsolutePath.parent(of: bytes) == above.map { Array($0.utf8) })
        let parts = try #require(AbsolutePath.parts(of: bytes))
        #expect(parts.parent == Array(parent.utf8) && parts.name == Array(name.utf8))
    }

    @Test(arguments: ["", "a"]) func `what holds no slash stands in nothing`(path: String) {
        #expect(AbsolutePath.parent(of: Array(path.utf8)) == nil)
        #expect(AbsolutePath.parts(of: Array(path.utf8)) == nil)
    }

    @Test func `a name at the root of the file system has one slash before it`() {
        #expect(AbsolutePath.joined(Array("/".utf8), "a".utf8) == Array("/a".utf8))
        #expect(AbsolutePath.joined(Array("/a".utf8), "b".utf8) == Array("/a/b".utf8))
    }

    @Test func `of all bytes ten are digits`() {
        #expect((0...255 as ClosedRange<UInt8>).filter(\.isDigit) == Array("0123456789".utf8))
    }
}
