import ShedModel
import ShedTestSupport
import Testing

@testable import ShedIndex

/// What a save costs, in what is counted and not in time.
@Suite struct `The cost of a save` {
    /// A saved project with so many batches, and what is kept of it in memory.
    private struct Saved {
        let scratch: Scratch
        let index: ProjectIndex
        var contents: IndexContents

        init(batches: Int) throws {
            scratch = try Scratch()
            var maker = ContentsMaker(seed: 1)
            contents = maker.contents(folders: 10, files: 100)
            contents.batches = FoldedBatches()
            for number in 0..<batches { contents.batches.insert(Saved.batch(number)) }
            let opened = try ProjectIndex.open(path: scratch.index, access: .readWrite)
            index = try #require(opened)
            take(try index.replace(with: contents))
            contents.meta = contents.settledMeta
        }

        /// As shed names them.
        static func batch(_ number: Int) -> FoldedBatch {
            let digits = String(1_000_000 + number)
            let id = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 32)
            let name = "01a20433\(digits)0-5eb2020da89c34e7-\(Hexadecimal.string(of: id)).jsonl"
            return FoldedBatch(
                path: RelativePath(["ops", "5eb2020da89c34e7", Name(name)]), size: 400, modified: 1_795_000_000_000_000_000 + Int64(number),
                inode: UInt64(number), id: id)
        }

        mutating func take(_ writes: IndexWrites) {
            contents.meta.takeGeneration(of: writes)
            contents.batches.markSaved()
        }

        /// Saves what a walk does that commits one batch: a folder differs, and the batch is the head.
        mutating func commit(_ number: Int) throws -> (work: Work, writes: IndexWrites) {
            let batch = Saved.batch(number)
            contents.batches.insert(batch)
            contents.meta.fold.heads = [batch.id]
            contents.meta.fold.sequence = UInt64(number)
            contents.meta.clock = UInt64(number)
            contents.digests[contents.model.project] = DirectoryDigest(value: UInt64(number), isRacy: false, files: 1, folders: 1)
            let node = try #require(contents.model.nodes[contents.model.project])
            let folder = FolderRecord(node: node, digest: contents.digests[contents.model.project])
            let changes = IndexChanges(folders: [folder], meta: contents.meta, batches: contents.batches)
            var writes = IndexWrites()
            let work = try Work(of: index) { writes = try index.update(changes) }
            take(writes)
            return (work, writes)
        }
    }

    @Test func `is the same after 2,000 batches as after 20`() throws {
        var (few, many) = (try Saved(batches: 20), try Saved(batches: 2_000))
        for number in 5_000..<5_010 {
            let (small, large) = (try few.commit(number), try many.commit(number))
            #expect(large.writes.rows == small.writes.rows)
            #expect(large.writes.batchesWritten == 1 && large.writes.foldersWritten == 1)
            #expect(large.work.statements.count == small.work.statements.count)
            #expect(large.work.transactions == 1)
            // A page of the table of batches is full now and then, and becomes two.
            #expect(large.work.pages <= small.work.pages + 3)
            #expect(large.work.pages <= 7)
        }
        #expect(try many.index.load()?.batches == many.contents.batches)
        #expect(try many.index.load()?.batches.count == 2_010)
        #expect(try many.index.meta() == many.contents.meta)
    }

    @Test func `of nothing is no transaction`() throws {
        let saved = try Saved(batches: 5)
        let changes = IndexChanges(meta: saved.contents.meta, batches: saved.contents.batches)
        var writes: [IndexWrites] = []
        let work = try Work(of: saved.index) {
            writes.append(try saved.index.update(changes))
            writes.append(try saved.index.update(IndexChanges()))
        }
        #expect(writes == [IndexWrites(generation: 1), IndexWrites(generation: 1)])
        #expect(work.statements == [] && work.pages == 0)
    }

    @Test func `of rows that are as they were writes no page`() throws {
        let saved = try Saved(batches: 5)
        let changes = IndexChanges(
            folders: try saved.index.folders(), files: [ProjectIndex.nowhere: try saved.index.files(in: ProjectIndex.nowhere)],
            meta: saved.contents.meta, batches: saved.contents.batches)
        var writes = IndexWrites()
        let work = try Work(of: saved.index) { writes = try saved.index.update(changes) }
        #expect(writes == IndexWrites(generation: 1))
        #expect(work.pages == 0 && !work.statements.contains { $0.hasPrefix("INSERT") })
    }

    @Test func `does not come near what of the meta was not touched`() throws {
        var saved = try Saved(batches: 5)
        let (work, writes) = try saved.commit(7)
        for key in ["labels", "aliases", "awaited", "pending", "future", "gaps", "doubled", "intents", "kind-data", "project"] {
            #expect(!work.statements.contains { $0.contains("'\(key)'") }, "\(key)")
        }
        // The clock, the heads, the fold, and by which rules and for which heads that was.
        #expect(writes.metaWritten == 4)
        // Nor does a write of intents.
        let identity = FileIdentity(device: 1, inode: 2, birth: 3)
        let intent = Intent(node: saved.contents.model.project, from: "a", to: "b", identity: identity, operation: [1])
        let noted = try Work(of: saved.index) { saved.take(try #require(try saved.index.write([intent]))) }
        #expect(noted.statements.filter { $0.hasPrefix("INSERT") }.count == 2)
        #expect(try saved.index.intents().map(\.to) == ["b"])
        #expect(try saved.index.meta()?.generation == saved.contents.meta.generation)
    }

    @Test func `is right where another process has written meanwhile`() throws {
        var saved = try Saved(batches: 5)
        let other = try #require(try ProjectIndex.open(path: saved.scratch.index, access: .readWrite))
        var theirs = try #require(try other.load())
        theirs.batches.insert(Saved.batch(100))
        theirs.meta.clock = 1
        theirs.meta.kindData = ["papers.x": [1]]
        try other.update(IndexChanges(meta: theirs.meta, batches: theirs.batches))
        // Who did not look before writing does so at once: all of it counts.
        _ = try saved.commit(101)
        let stored = try #require(try other.load())
        #expect(stored.batches == saved.contents.batches && stored.batches[Saved.batch(100).path] == nil)
        #expect(stored.meta == saved.contents.meta)
    }
}
