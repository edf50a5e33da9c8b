import GRDB
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedIndex

/// A small file in the state directory that somebody altered with care: all of its tables are shed's own, and reading one whole would take years.
@Suite(.timeLimit(.minutes(10))) struct `An index whose pages lead round and round` {
    private func made(_ scratch: Scratch) throws -> IndexContents {
        var maker = ContentsMaker(seed: 5)
        let contents = maker.contents(folders: 20, files: 60)
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try index.replace(with: contents)
        let id = contents.model.project
        try index.writeRows([ContentRow(id: id, folder: id, stamp: ContentStamp(Evidence()), isRacy: true, content: nil, problem: nil)])
        return contents
    }

    /// Makes an endless one of a table.
    private func spoil(_ table: String, _ scratch: Scratch) throws {
        let root = try DatabaseQueue(path: scratch.index).writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            return table == "sqlite_master" ? 1 : try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [table])
        }
        let bytes = try #require(root.flatMap { EndlessTree.made(of: Scratch.read(scratch.index), root: $0) })
        try ProjectIndex.discard(path: scratch.index)
        Scratch.write(bytes, to: scratch.index)
    }

    @Test(arguments: ["sqlite_master", "folder", "files", "meta", "batch"], [ProjectIndex.Access.readOnly, .readWrite])
    func `is damaged, and is made anew`(table: String, access: ProjectIndex.Access) throws {
        let scratch = try Scratch()
        let contents = try made(scratch)
        try spoil(table, scratch)
        let error = #expect(throws: IndexError.self) { _ = try ProjectIndex.open(path: scratch.index, access: access)?.load() }
        #expect(error?.code == .corrupt)
        try ProjectIndex.discard(path: scratch.index)
        try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite)).replace(with: contents)
        #expect(try ProjectIndex.open(path: scratch.index, access: access)?.load()?.nodes == contents.nodes)
    }

    @Test func `is damaged also for those who read a part of it`() throws {
        let scratch = try Scratch()
        let contents = try made(scratch)
        let sound = Scratch.read(scratch.index)
        let id = contents.model.project
        func fails(_ table: String, _ body: (ProjectIndex) throws -> Void) throws {
            Scratch.write(sound, to: scratch.index)
            try spoil(table, scratch)
            let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readOnly))
            let error = #expect(throws: IndexError.self) { try body(index) }
            #expect(error?.code == .corrupt, "\(table)")
            try ProjectIndex.discard(path: scratch.index)
        }
        try fails("record") { index in _ = try index.forEachRow(in: id) { _ in true } }
        try fails("folder") { index in _ = try index.folders() }
        try fails("files") { index in _ = try index.labelledFiles() }
        try fails("files") { index in _ = try index.find(identities: [FileIdentity(device: 0, inode: 0, birth: 0)]) }
        try fails("meta") { index in _ = try index.meta() }
    }

    /// What it holds is thrown away without being read.
    @Test(arguments: ["folder", "files", "batch"]) func `is written anew, or damaged`(table: String) throws {
        let scratch = try Scratch()
        let contents = try made(scratch)
        try spoil(table, scratch)
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        do throws(IndexError) {
            try index.replace(with: contents)
            #expect(try index.load()?.nodes == contents.nodes)
        } catch { #expect(error.code == .corrupt) }
    }
}
