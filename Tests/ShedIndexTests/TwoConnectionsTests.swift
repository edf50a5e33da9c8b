import ShedModel
import Testing

@testable import ShedIndex

/// What one process writes while another has the index open too.
@Suite struct `Two that have an index open` {
    private func row(_ maker: inout ContentsMaker, in folder: NodeID) -> ContentRow {
        ContentRow(id: maker.random.id(), folder: folder, stamp: ContentStamp(Evidence()), isRacy: false, content: [1], problem: nil)
    }

    @Test func `both see a table that one of them has made`() throws {
        let scratch = try Scratch()
        var maker = ContentsMaker(seed: 1)
        let contents = maker.contents(folders: 1, files: 1)
        let one = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try one.replace(with: contents)
        let other = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        let folder = contents.model.project
        let rows = [row(&maker, in: folder), row(&maker, in: folder)]
        // Both have looked before there was one.
        for index in [one, other] {
            #expect(try index.rows(rows.map(\.id), in: folder).isEmpty)
            #expect(try index.sketches(of: rows.map(\.id)).isEmpty)
        }
        try one.writeRows([rows[0]])
        #expect(try other.rows(rows.map(\.id), in: folder).count == 1)
        try other.writeRows([rows[1]])
        #expect(try one.rows(rows.map(\.id), in: folder).count == 2)
    }

    @Test func `both write the first row of their own`() throws {
        let scratch = try Scratch()
        var maker = ContentsMaker(seed: 2)
        let contents = maker.contents(folders: 1, files: 1)
        let one = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try one.replace(with: contents)
        let other = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        let folder = contents.model.project
        let rows = [row(&maker, in: folder), row(&maker, in: folder)]
        for index in [one, other] { #expect(try index.rows(rows.map(\.id), in: folder).isEmpty) }
        try one.writeRows([rows[0]])
        try other.writeRows([rows[1]])
        #expect(try one.rows(rows.map(\.id), in: folder).count == 2)
    }
}
