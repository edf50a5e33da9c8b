import ShedModel
import Testing

@testable import ShedIndex

/// What one process writes while another has the index open too.
@Suite struct `Two that have an index open` {
    private let scratch: Scratch
    private let one: ProjectIndex
    private let other: ProjectIndex
    private let folder: NodeID
    private let rows: [ContentRow]

    /// Both have looked before there was a table.
    init() throws {
        scratch = try Scratch()
        var maker = ContentsMaker(seed: 1)
        let contents = maker.contents(folders: 1, files: 1)
        one = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try one.replace(with: contents)
        other = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        folder = contents.model.project
        rows = (0..<2).map { [folder] _ in
            ContentRow(id: maker.random.id(), folder: folder, stamp: ContentStamp(Evidence()), isRacy: false, content: [1], problem: nil)
        }
        for index in [one, other] {
            #expect(try index.rows(rows.map(\.id), in: folder).isEmpty)
            #expect(try index.sketches(of: rows.map(\.id)).isEmpty)
        }
    }

    @Test func `both see a table that one of them has made`() throws {
        try one.writeRows([rows[0]])
        #expect(try other.rows(rows.map(\.id), in: folder).count == 1)
    }

    @Test func `both write the first row of their own`() throws {
        try one.writeRows([rows[0]])
        try other.writeRows([rows[1]])
        #expect(try one.rows(rows.map(\.id), in: folder).count == 2)
    }
}
