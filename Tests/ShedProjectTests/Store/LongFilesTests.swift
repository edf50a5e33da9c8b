import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

@Suite struct `Files that are too long to be hashed at once` {
    private static let piece = 256 << 10

    /// A project with a file of nothing but a hole, which was not taken in.
    private func project(_ shelf: Shelf, size: Int) throws -> Project {
        let project = try shelf.project("poetry")
        let path = project.home.path + Array("/Draft/Hole.txt".utf8)
        let descriptor = open(String(decoding: path, as: UTF8.self), O_WRONLY | O_CREAT, 0o600)
        #expect(ftruncate(descriptor, off_t(size)) == 0)
        close(descriptor)
        return project
    }

    private func hash(_ project: Project) throws -> ContentHash? {
        let state = try project.load()
        return try state.memory.seen[#require(state.node(at: "Draft/Hole.txt"))]?.hash
    }

    @Test func `are left by a walk where most of one is a hole`() throws {
        let shelf = try Shelf()
        let project = try project(shelf, size: Int(ModelStore.hashedAtOnce) + 1_000_000)
        try project.sync()
        #expect(try hash(project) == nil)
        #expect(project.store.unhashedFiles() == [try #require(project.load().node(at: "Draft/Hole.txt"))])
    }

    @Test func `are hashed in portions, after which others come first`() throws {
        let shelf = try Shelf()
        let project = try project(shelf, size: Self.piece * 4 + 1)
        try project.syncWithoutHashing()
        let id = try #require(project.load().node(at: "Draft/Hole.txt"))
        #expect(project.store.unhashedFiles() == [id])
        var portions = 0
        var rest = [id]
        while !rest.isEmpty, portions < 9 {
            portions += 1
            rest = try project.write(after: .nothing) { transaction throws(ShedError) in try transaction.hash(rest, savesAll: true, atMost: Int64(Self.piece)) }
            #expect(rest == (portions < 5 ? [id] : []))
        }
        #expect(portions == 5)
        #expect(try hash(project) == ContentHash(of: [UInt8](repeating: 0, count: Self.piece * 4 + 1)))
        #expect(project.store.unhashedFiles().isEmpty)
    }
}
