import Glibc
import ShedModel
import Testing

@testable import ShedIndex

/// Index files that an earlier shed wrote, with all batches in one row and a row of loose keys.
@Suite struct `An index of an earlier version` {
    /// Fixtures/index/README.md says what is in it.
    private func fixture() throws -> Scratch {
        let scratch = try Scratch()
        let file = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Fixtures/index/version-1.sqlite"
        Scratch.write(Scratch.read(file), to: scratch.index)
        return scratch
    }

    private func expectWhole(_ contents: IndexContents) throws {
        let model = contents.model
        func file(_ path: RelativePath) throws -> Node { try #require(model.nodes.values.first { model.path(of: $0.id) == path }) }
        // What was seen of files.
        let ode = try file("Draft/Ode.txt")
        let seen = try #require(contents.memory.seen[ode.id])
        #expect(seen.evidence.inode == 16_311_357 && seen.evidence.size == 4)
        #expect(seen.hash.map { "\($0)" } == "2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806")
        #expect(try contents.memory.seen[file("Collections/Book/Elegy.txt").id]?.evidence.inode == 16_311_358)
        #expect(try contents.memory.missing[file("Draft/Sonnet.txt").id] != nil)
        #expect(Array(contents.memory.unsettled.pending.keys) == ["stray.txt"])
        #expect(contents.digests.count == 15)
        // What was folded.
        #expect(contents.batches.count == 9)
        let other = try #require(contents.batches.all.first { $0.inode == 16_313_952 })
        #expect(other.path == "ops/1cffef036db5792a/01a2043391c90000-1cffef036db5792a-a5514d16a1a9086eef565ec48b7f7e77e9aab5584fcac1221bd6adaac22d9f61.jsonl")
        #expect(other.size == 457 && Hexadecimal.string(of: other.id) == "a5514d16a1a9086eef565ec48b7f7e77e9aab5584fcac1221bd6adaac22d9f61")
        // What stood in loose keys.
        let lost = "bfa0d87f529517706f567357d5d7fae75443ce43b34982eeb30050608b6af0be"
        let (meta, fold) = (contents.meta, contents.meta.fold)
        #expect(meta.generation == 12 && meta.leftover == .work && meta.intents.isEmpty && meta.kindData.isEmpty)
        #expect(fold.sequence == 9 && fold.hasOtherReplicas && fold.unknownOperations == 0 && fold.doubled.isEmpty)
        #expect(fold.heads.count == 1)
        #expect(fold.gaps.reasons == ["batch \(lost) has not arrived; let the sync finish"])
        #expect(fold.gaps.waived == fold.gaps.reasons && fold.gaps.namesBatches)
        #expect(fold.gaps.absentParents.map { Hexadecimal.string(of: $0) } == [lost] && fold.gaps.missingBatches.map { Hexadecimal.string(of: $0) } == [lost])
        #expect(meta.labels?.map(\.name) == ["Status", "rating"])
    }

    @Test func `is read as it is, and not changed by that`() throws {
        let scratch = try fixture()
        let bytes = Scratch.read(scratch.index)
        for isWritable in [true, false] {
            let index = try #require(try ProjectIndex.openToRead(path: scratch.index, directoryIsWritable: isWritable))
            try expectWhole(try #require(try index.load()))
            #expect(try index.metaAndBatches()?.batches.count == 9)
            #expect(try index.find(identities: [FileIdentity(device: 0, inode: 0, birth: 0)]).isEmpty)
        }
        #expect(try ProjectIndex.summary(path: scratch.index)?.files == 5)
        #expect(Scratch.read(scratch.index) == bytes)
    }

    @Test func `is taken over when it is opened for writing, with all that was seen of files`() throws {
        let scratch = try fixture()
        let before = try #require(try ProjectIndex.open(path: scratch.index, access: .readOnly)?.load())
        do {
            let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
            try expectWhole(try #require(try index.load()))
            #expect(try index.dump() == before.nodes)
            #expect(try index.reading { try Layout.isCurrent($0) })
        }
        let again = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        var contents = try #require(try again.load())
        try expectWhole(contents)
        let batch = FoldedBatch(path: "ops/x/y.jsonl", size: 1, modified: 2, inode: 3, id: [4])
        contents.batches.insert(batch)
        contents.meta.leftover = nil
        let writes = try again.update(IndexChanges(meta: contents.meta, batches: contents.batches))
        #expect(writes == { var only = IndexWrites(generation: 13); only.batchesWritten = 1; only.metaWritten = 1; return only }())
        #expect(try again.load()?.batches == contents.batches)
        #expect(try again.meta()?.leftover == nil)
    }

    @Test func `is none to the earlier shed any more, which would not understand it`() throws {
        let scratch = try fixture()
        _ = try ProjectIndex.open(path: scratch.index, access: .readWrite)
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readOnly))
        // It compares the number with its own, 1, before anything else.
        #expect(try index.reading { try Layout.version(of: $0) } == 2)
    }

    /// It had the file open while it was taken over, and knows the rows of its own version only.
    @Test func `counts where an earlier shed goes on to write its rows`() throws {
        let scratch = try fixture()
        let rows = try Rows(of: scratch)
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        var contents = try #require(try index.load())
        contents.batches.insert(FoldedBatch(path: "ops/x/y.jsonl", size: 1, modified: 2, inode: 3, id: [4]))
        contents.meta.leftover = nil
        try index.update(IndexChanges(meta: contents.meta, batches: contents.batches))
        try rows.write(into: index)
        let reader = try #require(try ProjectIndex.open(path: scratch.index, access: .readOnly))
        for index in [index, reader] {
            #expect(try index.metaAndBatches()?.batches.count == 9)
            #expect(try index.meta()?.leftover == .work)
        }
        // A write, of whatever, takes over first.
        try index.writeRows([ContentRow(
            id: contents.model.project, folder: contents.model.project, stamp: ContentStamp(Evidence()), isRacy: false, content: nil, problem: nil)])
        #expect(try index.reading { try Layout.isCurrent($0) })
        #expect(try index.metaAndBatches()?.batches.count == 9)
        #expect(try index.meta()?.leftover == .work)
    }

    @Test func `comes of one that an earlier shed has emptied, and is filled again`() throws {
        let scratch = try Scratch()
        var maker = ContentsMaker(seed: 1)
        let contents = maker.contents(folders: 5, files: 20)
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try index.replace(with: contents)
        let other = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try other.queue.write { db in
            try db.execute(sql: "DROP TABLE batch; DELETE FROM meta; DELETE FROM folder; DELETE FROM files; PRAGMA user_version=1")
        }
        #expect(try index.generation() == 0)
        #expect(try index.load() == nil && index.meta() == nil)
        #expect(try index.replace(with: contents).generation == 1)
        #expect(try other.load()?.batches == contents.batches)
    }

    @Test(arguments: ["batches", "extra"])
    func `is damaged where one of its rows is`(key: String) throws {
        let scratch = try fixture()
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readOnly))
        do {
            let rows = try Rows(of: scratch)
            let writer = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
            try rows.write(into: writer)
            try writer.queue.write { try $0.execute(sql: "UPDATE meta SET value = x'0102030405060708090a' WHERE key = '\(key)'") }
        }
        #expect(try #require(throws: IndexError.self) { try index.load() }.code == .corrupt)
        let error = #expect(throws: IndexError.self) { try ProjectIndex.open(path: scratch.index, access: .readWrite) }
        #expect(error?.code == .corrupt)
    }

    /// Builds that do not know the order keep it with what else they do not know, and read what this one writes.
    @Test func `has the order where a version keeps it that does not know it`() throws {
        func bytes(_ details: NodeDetails) -> [UInt8] {
            var writer = ByteWriter()
            writer.details(details)
            return Array(writer.written)
        }
        func read(_ bytes: [UInt8]) throws -> NodeDetails {
            try bytes.withUnsafeBytes { bytes in
                var reader = ByteReader(bytes)
                return try reader.details()
            }
        }
        let known = NodeDetails(note: "x", order: OrderKey("a5V"), other: ["number": CompactJSON(.integer(3))])
        let unknown = NodeDetails(note: "x", other: ["number": CompactJSON(.integer(3)), "order": CompactJSON("a5V")])
        #expect(bytes(known) == bytes(unknown))
        #expect(try read(bytes(unknown)) == known)
        let wrong: [JSONValue] = ["a00", 7, "", ["a5"], .bool(false)]
        for value in wrong { #expect(try read(bytes(NodeDetails(other: ["order": CompactJSON(value)]))) == NodeDetails()) }
    }

    @Test func `has its loose keys understood, whichever there are`() throws {
        func meta(_ values: [String: String]) throws -> IndexMeta {
            var writer = ByteWriter()
            writer.count(values.count)
            for (key, value) in values {
                writer.text(key)
                writer.text(value)
            }
            var reader = ByteReader(writer.written)
            var meta = IndexMeta(project: ProjectIndex.nowhere)
            meta.leftover = .news
            meta.kindData = ["x": [1]]
            try EarlierRows.extra(&reader, into: &meta)
            return meta
        }
        #expect(try meta([:]) == IndexMeta(project: ProjectIndex.nowhere))
        let (older, younger) = (NodeID(high: 1, low: 2), NodeID(high: 3, low: 4))
        let full = try meta([
            "unsettled": "\u{2}", "incomplete": "one\ntwo", "gaps": "\u{1}", "waived": "two", "others": "\u{1}", "unknown": "12",
            "doubled": "\(older) \(younger)\n", "sequence": "18446744073709551615", "format": "\u{1}", "pdf-complaints": "1 2 3 4 5 é",
        ])
        #expect(full.leftover == .news)
        #expect(full.fold.gaps.reasons == ["one", "two"] && full.fold.gaps.waived == ["two"] && full.fold.gaps.namesBatches)
        #expect(full.fold.hasOtherReplicas && full.fold.unknownOperations == 12 && full.fold.sequence == .max)
        #expect(full.fold.doubled == [DoubledIDs(older: older, younger: younger)])
        #expect(full.kindData == ["pdf-complaints": Array("1 2 3 4 5 é".utf8)])
        // Before gaps had names.
        let vague = try meta(["incomplete": "one", "unsettled": ""])
        #expect(!vague.fold.gaps.namesBatches && vague.leftover == .work)
    }
}

/// The rows of `meta` that only an earlier shed writes.
private struct Rows {
    private var values: [(key: String, value: [UInt8])] = []

    init(of scratch: Scratch) throws {
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readOnly))
        values = try index.reading { db in
            try ["batches", "extra"].map { key in
                var value: [UInt8] = []
                try db.makeStatement(sql: "SELECT value FROM meta WHERE key = ?").run(.text(key)) { value = Array(Column.bytes($0, 0)) }
                return (key, value)
            }
        }
    }

    /// As a shed does that opened the file before.
    func write(into index: ProjectIndex) throws {
        try index.queue.write { db in
            for row in values {
                try row.value.withUnsafeBytes {
                    try db.makeStatement(sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)").run(.text(row.key), .bytes($0))
                }
            }
        }
    }
}
