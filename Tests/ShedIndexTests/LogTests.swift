import Glibc
import ShedModel
import Testing

@testable import ShedIndex

@Suite struct `The log of the index` {
    private func size(_ scratch: Scratch) -> Int { ProjectIndex.size(of: scratch.index + "-wal") }

    @Test func `stays small however often is written`() throws {
        let scratch = try Scratch()
        var maker = ContentsMaker(seed: 1)
        let contents = maker.contents(folders: 50, files: 500)
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try index.replace(with: contents)
        var folders = try index.folders()
        var largest = 0
        for round in 0..<800 {
            for position in folders.indices { folders[position].missingSince = Int64(round) }
            try index.update(IndexChanges(folders: folders))
            largest = max(largest, size(scratch))
        }
        #expect(largest > 0 && largest <= ProjectIndex.logLimit + 4 * ProjectIndex.pageSize)
        #expect(try index.folders() == folders)
    }

    @Test func `is emptied after a large write, also of records`() throws {
        let scratch = try Scratch()
        var maker = ContentsMaker(seed: 2)
        let contents = maker.contents(folders: 100, files: 60_000)
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        let work = try Work(of: index) { try index.replace(with: contents) }
        #expect(work.pages * ProjectIndex.pageSize > 2 * ProjectIndex.logLimit)
        #expect(size(scratch) == 0)
        let rows = (0..<6_000).map { _ in
            ContentRow(
                id: maker.random.id(), folder: contents.model.project, stamp: ContentStamp(Evidence()), isRacy: false,
                content: maker.random.bytes(1_000), problem: nil)
        }
        try index.writeRows(rows)
        #expect(size(scratch) == 0)
        #expect(try index.dump() == contents.nodes)
    }

    @Test func `is emptied by a checkpoint, which other connections do not take for a write of this one's own`() throws {
        let scratch = try Scratch()
        var maker = ContentsMaker(seed: 3)
        let contents = maker.contents(folders: 5, files: 5)
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try index.replace(with: contents)
        #expect(size(scratch) > 0)
        let foreign = try index.foreign()
        #expect(try index.checkpoint())
        #expect(size(scratch) == 0)
        #expect(try index.foreign() == foreign)
        let work = try Work(of: index) { try index.checkpoint() }
        #expect(work.statements == [])
        #expect(try index.dump() == contents.nodes)
        // What was emptied is whole without a log, also for somebody who sees the file alone.
        let alone = try #require(try ProjectIndex.openToRead(path: scratch.index, directoryIsWritable: false))
        #expect(try alone.dump() == contents.nodes)
    }

    @Test func `is not written to by who only reads, nor is what stands beside it`() throws {
        let scratch = try Scratch()
        var maker = ContentsMaker(seed: 5)
        let contents = maker.contents(folders: 5, files: 5)
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try index.replace(with: contents)
        for clock in [1, 2] as [UInt64] {
            var meta = try #require(try index.meta())
            meta.clock = clock
            try index.update(IndexChanges(meta: meta))
            let before = scratch.names.map { Scratch.read(scratch.path + "/" + $0) }
            let reader = try #require(try ProjectIndex.open(path: scratch.index, access: .readOnly))
            #expect(try reader.dump() == contents.nodes)
            #expect(try ProjectIndex.summary(path: scratch.index)?.clock == clock)
            #expect(before.count == 3 && scratch.names.map { Scratch.read(scratch.path + "/" + $0) } == before)
        }
    }

    @Test func `a checkpoint neither waits for a reader nor disturbs it`() throws {
        let scratch = try Scratch()
        var maker = ContentsMaker(seed: 4)
        let (first, second) = (maker.contents(folders: 5, files: 5), maker.contents(folders: 5, files: 6))
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try index.replace(with: first)
        let reader = try #require(try ProjectIndex.open(path: scratch.index, access: .readOnly))
        try reader.reading { db in
            #expect(try MetaTable(db).generation() == 1)
            try index.replace(with: second)
            #expect(try !index.checkpoint())
            #expect(size(scratch) > 0)
            // It reads on in the state that it began with.
            #expect(try MetaTable(db).generation() == 1)
            #expect(try ProjectIndex.folders(db, total: 6).map(\.node) == first.nodes.values.map(\.node).filter { $0.type.isDirectory }.sorted { $0.id < $1.id })
            // And one that comes now reads the latest.
            let late = try #require(try ProjectIndex.open(path: scratch.index, access: .readOnly))
            #expect(try late.generation() == 2)
        }
        #expect(try reader.dump() == second.nodes)
        #expect(try index.checkpoint())
        // It waits for others again where it has to.
        var patience: Int64 = 0
        try index.reading { db in try db.makeStatement(sql: "PRAGMA busy_timeout").run { patience = Column.integer($0, 0) } }
        #expect(patience == 5_000)
    }
}
