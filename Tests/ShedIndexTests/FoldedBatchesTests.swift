import ShedModel
import Testing

@testable import ShedIndex

/// The list of batches that a state is the fold of.
@Suite struct `The folded batches` {
    private static let id = [UInt8](0..<32)
    private static let digits = Hexadecimal.string(of: id)
    private static let name = "01a2043312345670-5eb2020da89c34e7-\(digits).jsonl"
    private static let own = "ops/5eb2020da89c34e7/\(name)"

    private func batch(_ path: String, id: [UInt8] = id, inode: UInt64 = 3) -> FoldedBatch {
        FoldedBatch(path: RelativePath(stringLiteral: path), size: 1, modified: -2, inode: inode, id: id)
    }

    @Test(arguments: [
        own, own.uppercased(), "ops/5eb2020da89c34e7/\(name.replacing(digits, with: digits.uppercased()))", "ops/5eb2020da89c34e8/\(name)",
        "ops/5EB2020DA89C34E7/\(name)", "ops/\(name)", "base/5eb2020da89c34e7/\(name)", "base/\(digits).json", "\(own)x",
        "ops/5eb2020da89c34e7/x\(name)", "ops/5eb2020da89c34e7/\(name.replacing("-", with: "_"))", "ops/a/b",
    ])
    func `hold each as it is`(path: String) {
        for id in [Self.id, Array(Self.id.reversed()), [UInt8](repeating: 0, count: 32), []] {
            let batch = batch(path, id: id)
            var batches = FoldedBatches()
            batches.insert(batch)
            #expect(batches.all == [batch] && batches.count == 1 && batches[batch.path] == batch)
            #expect(batches.unsaved == [batch.path] && batches == FoldedBatches(saved: [batch]))
            batches.markSaved()
            batches.remove(at: batch.path)
            #expect(batches.isEmpty && batches[batch.path] == nil && batches.unsaved == [batch.path])
        }
    }

    @Test func `hold one at each path`() {
        var batches = FoldedBatches()
        for id in [Self.id, [], Self.id] {
            batches.insert(batch(Self.own, id: id, inode: UInt64(id.count)))
            #expect(batches.all == [batch(Self.own, id: id, inode: UInt64(id.count))])
        }
        batches.markSaved()
        batches.remove(at: "ops/absent")
        #expect(batches.unsaved.isEmpty)
    }

    @Test func `come in the order of their paths`() {
        let all = [batch("base/\(Self.digits).json"), batch(Self.own), batch("ops/a/b"), batch("ops/\(Self.name)")].sorted { $0.path < $1.path }
        #expect(FoldedBatches(saved: all.shuffled()).all == all)
    }

    @Test func `can be what changed alone, and are completed by what the index holds`() {
        let kept = batch("ops/a/kept"), gone = batch("ops/a/gone"), new = batch(Self.own)
        let saved = FoldedBatches(saved: [kept, gone])
        var part = FoldedBatches.part
        part.insert(new)
        part.remove(at: gone.path)
        let all = part.completed(by: saved)
        #expect(!all.isPart && all.all == [kept, new].sorted { $0.path < $1.path } && all.unsaved == [gone.path, new.path])
        #expect(saved.completed(by: part) == saved)
    }

    /// Where the rest is not the index's, it is not said that nothing came or went.
    @Test(arguments: [true, false]) func `that are what changed alone are written beside those that the index holds`(isOfIndex: Bool) throws {
        let scratch = try Scratch()
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        let id = NodeID(high: 1, low: 2)
        let folder = ListedFolder(path: "ops", folder: SettledFolder(inode: 1, birth: 2, changed: 3, digest: 4), isWhole: true)
        var contents = IndexContents(model: Model(project: id), memory: Memory(), meta: IndexMeta(project: id), digests: [:], batches: FoldedBatches(saved: [batch("ops/a/b")]))
        contents.meta.fold.standing.folders = [folder]
        try index.replace(with: contents)
        var read = try #require(try index.load(batches: false))
        #expect(read.batches.isPart && read.meta.fold.standing.folders == [folder])
        if !isOfIndex { _ = try index.write([Intent(node: id, from: "a", to: "b", identity: FileIdentity(device: 1, inode: 2, birth: 3), operation: [])]) }
        read.batches.insert(batch(Self.own))
        try index.replace(with: read)
        let (meta, batches) = try #require(try index.metaAndBatches())
        #expect(batches.count == (isOfIndex ? 2 : 1) && meta.fold.standing.folders.isEmpty == !isOfIndex)
    }

    /// An earlier shed that folds other batches writes the directories, and leaves what it does not know of as it was.
    @Test(arguments: [false, true]) func `say what a fold lacks, and by which names they are known, of the directories of which that was said`(isOthers: Bool) throws {
        let scratch = try Scratch()
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        let id = NodeID(high: 1, low: 2)
        var contents = IndexContents(model: Model(project: id), memory: Memory(), meta: IndexMeta(project: id), digests: [:], batches: FoldedBatches(saved: [batch("ops/a/b")]))
        let folder = ListedFolder(path: "ops", folder: SettledFolder(inode: 1, birth: 2, changed: 3, digest: 4), isWhole: true, names: 5, count: 6)
        contents.meta.fold.standing.folders = [folder]
        contents.meta.fold.unkept = UnkeptBatches(besides: [UInt8](repeating: 7, count: 32), ["ops/a/b"])
        try index.replace(with: contents)
        if isOthers {
            try index.writing { try $0.execute(sql: "CREATE TABLE kept AS SELECT * FROM meta WHERE key IN ('standing-names', 'standing-counts', 'unkept')") }
            contents.meta.fold.standing.folders[0].folder.digest = 9
            try index.replace(with: contents)
            try index.writing { try $0.execute(sql: "DELETE FROM meta WHERE key IN ('standing-names', 'standing-counts', 'unkept'); INSERT INTO meta SELECT * FROM kept; DROP TABLE kept") }
        }
        let again = try #require(try ProjectIndex.open(path: scratch.index, access: .readOnly)?.meta())
        #expect(again.fold.standing.folders.map(\.names) == [isOthers ? 0 : 5] && again.fold.standing.folders.map(\.count) == [isOthers ? 0 : 6])
        #expect(again.fold.unkept.paths == (isOthers ? [] : ["ops/a/b"]) && again.fold.unkept.fold.isEmpty == isOthers)
    }

    @Test func `of one directory are read alone`() throws {
        let scratch = try Scratch()
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        let id = NodeID(high: 1, low: 2)
        let all = [batch("ops/a/b"), batch("ops/a/c"), batch("ops/a.b/c"), batch("ops/x"), batch("base/y")]
        try index.replace(with: IndexContents(model: Model(project: id), memory: Memory(), meta: IndexMeta(project: id), digests: [:], batches: FoldedBatches(saved: all)))
        for (folder, expected) in [("ops/a", ["ops/a/b", "ops/a/c"]), ("ops", ["ops/x"]), ("base", ["base/y"]), ("ops/b", [])] {
            let path = try #require(RelativePath(bytes: Array(folder.utf8)))
            let found = try #require(try index.batches(in: path))
            #expect(found.keys.map { "\($0)" }.sorted() == expected)
            #expect(found.allSatisfy { found in all.contains(found.value) })
        }
    }

    /// An earlier shed that folds other batches leaves the row of the rules as it was.
    @Test func `say by which rules they were folded for their heads alone`() throws {
        let scratch = try Scratch()
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        let id = NodeID(high: 1, low: 2)
        func write(_ head: UInt8) throws {
            let fold = FoldSummary(heads: [[UInt8](repeating: head, count: 32)])
            var contents = IndexContents(model: Model(project: id), memory: Memory(), meta: IndexMeta(project: id, fold: fold), digests: [:], batches: FoldedBatches())
            contents.meta.fold.rules = 7
            try index.replace(with: contents)
        }
        func rules() throws -> UInt64? { try ProjectIndex.open(path: scratch.index, access: .readOnly)?.load()?.meta.fold.rules }
        try write(1)
        #expect(try rules() == 7)
        try index.queue.write { try $0.execute(sql: "UPDATE meta SET key = 'kept' WHERE key = 'fold-rules'") }
        #expect(try rules() == 0)
        try write(2)
        #expect(try rules() == 7)
        try index.queue.write { try $0.execute(sql: "DELETE FROM meta WHERE key = 'fold-rules'; UPDATE meta SET key = 'fold-rules' WHERE key = 'kept'") }
        #expect(try rules() == 0)
    }
}
