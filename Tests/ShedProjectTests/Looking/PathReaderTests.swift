import Glibc
import ShedModel
import ShedProjectTestSupport
import Testing

@testable import ShedProject

@Suite struct `Paths as people give them` {
    private let reader = PathReader(base: Array("/home/me/Poems/Draft".utf8), root: Array("/home/me/Poems".utf8))

    private static let cases: [(text: String, names: [Name])] = [
        ("Ode.txt", ["Draft", "Ode.txt"]), (".", ["Draft"]), ("..", []), ("../Ready/./x//y/", ["Ready", "x", "y"]), ("/home/me/Poems/a", ["a"]),
        ("../../Poems/Ideas", ["Ideas"]), ("gone/../Ode.txt", ["Draft", "Ode.txt"]), ("/home/you/../me/Poems", []),
    ]

    @Test(arguments: cases.indices) func `begin where the person is, and are read by their text alone`(number: Int) throws {
        #expect(try reader.path(Array(Self.cases[number].text.utf8)) == RelativePath(Self.cases[number].names))
    }

    @Test(arguments: ["../..", "/home/me", "/home/me/Poems2", "../../Other/x", ""]) func `are in the project, or refused`(text: String) throws {
        let error = try #require(throws: ShedError.self) { try reader.path(Array(text.utf8)) }
        #expect(error.kind == .usage)
    }

    @Test func `are each taken once, in their order`() throws {
        let words = ["b", "a", "./b", "../Draft/a", "c"].map { Array($0.utf8) }
        #expect(try reader.paths(words) == ["b", "a", "c"].map { RelativePath(["Draft", $0]) })
    }

    @Test func `lead through links to the root, and through none inside`() throws {
        let shelf = try Shelf()
        try shelf.shell("mkdir -p real/Poems/Draft && ln -s real link && ln -s Draft real/Poems/inner")
        let root = try RealPath.of(Array((shelf.path + "/real/Poems").utf8))
        let reader = PathReader(base: try RealPath.of(Array(shelf.path.utf8)), root: root)
        #expect(try reader.path(Array("link/Poems/inner/x".utf8)) == RelativePath(["inner", "x"]))
        #expect(try reader.path(Array("link/Poems".utf8)) == .root)
    }

    /// As a daemon asks where a project is that was removed under it.
    @Test func `are an error where the folder behind a descriptor is gone, and where a link leads nowhere`() throws {
        let shelf = try Shelf()
        try shelf.shell("mkdir gone; ln -s nowhere dead; ln -s round round")
        let descriptor = open(shelf.path + "/gone", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try shelf.shell("rmdir gone")
        for path in ["/proc/self/fd/\(descriptor)", shelf.path + "/gone", shelf.path + "/dead", shelf.path + "/round"] {
            #expect(throws: ShedError.self) { try RealPath.of(Array(path.utf8)) }
        }
    }

    @Test func `stand in lists on a line each, or ended by NUL`() {
        #expect(PathReader.list(Array("a b\n\nc\n".utf8), endedByNUL: false) == [Array("a b".utf8), Array("c".utf8)])
        #expect(PathReader.list(Array("a\nb\0c\0".utf8), endedByNUL: true) == [Array("a\nb".utf8), Array("c".utf8)])
        #expect(PathReader.list([], endedByNUL: false).isEmpty)
    }
}
