import ShedModel
import ShedTestSupport
import Testing

@testable import ShedIndex

@Suite struct ChunkTests {
    private let project = NodeID(high: 1, low: 1)

    private func file(_ number: UInt64) -> FileRecord {
        FileRecord(
            node: Node(
                id: NodeID(high: 2, low: number), type: .file,
                place: Place(parent: project, name: Name("file \(number).txt"))),
            sighting: Sighting(evidence: Evidence(device: 3, inode: number, birth: 4, size: 5)))
    }

    private func index(_ scratch: Scratch, _ files: [FileRecord]) throws -> ProjectIndex {
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        var contents = IndexContents(
            model: Model(project: project), memory: Memory(), meta: IndexMeta(project: project), digests: [:])
        for file in files {
            contents.model.insert(file.node)
            if let sighting = file.sighting { contents.memory.record(sighting, of: file.node.id) }
        }
        try index.replace(with: contents)
        return index
    }

    @Test func `one change in a folder of 100,000 files rewrites at most two chunks`() throws {
        let scratch = try Scratch()
        var files = (0..<100_000).map { file($0) }
        let index = try index(scratch, files)
        #expect(try index.update(IndexChanges(files: [project: files])).chunksWritten == 0)
        var random = SeededRandom(1)
        for round in 0..<4 {
            let position = Int.random(in: 0..<files.count, using: &random)
            switch round {
            case 0: files[position].sighting?.evidence.size += 1
            case 1: files.append(file(1_000_000 + random.next() % 1_000_000))
            case 2: files.remove(at: position)
            default: files[position].node.place?.name = "renamed"
            }
            let writes = try index.update(IndexChanges(files: [project: files]))
            #expect((1...2).contains(writes.chunksWritten))
            #expect(writes.chunksRemoved <= 1)
        }
        #expect(try index.files(in: project) == Chunks.sorted(files))
    }

    @Test func `a name that ends a chunk comes and goes at the cost of two chunks`() throws {
        let scratch = try Scratch()
        let files = (0..<5_000).map { file($0) }
        let sorted = Chunks.sorted(files)
        let end = try #require(Chunks.cut(Chunks.packingOrder(files)).dropFirst(3).first { $0.key != 0 }).range.upperBound - 1
        let index = try index(scratch, files)
        var fewer = sorted
        fewer.remove(at: end)
        var writes = try index.update(IndexChanges(files: [project: fewer]))
        #expect(writes.chunksWritten == 1 && writes.chunksRemoved == 1)
        writes = try index.update(IndexChanges(files: [project: files]))
        #expect(writes.chunksWritten == 2 && writes.chunksRemoved == 0)
        #expect(try index.files(in: project) == sorted)
    }

    @Test func `a change of a file that is there comes near none that is missing`() throws {
        let scratch = try Scratch()
        var files = (0..<5_000).map { file($0) }
        for position in files.indices where position >= 50 { files[position].missingSince = 7 }
        let index = try index(scratch, files)
        try index.update(IndexChanges(files: [project: files]))
        for position in [0, 20, 49] {
            files[position].sighting?.evidence.size += 1
            let changes = IndexChanges(files: [project: files])
            var writes = IndexWrites()
            let work = try Work(of: index) { writes = try index.update(changes) }
            #expect(writes.chunksWritten == 1 && writes.chunksRemoved == 0)
            #expect(work.pages <= 4, "\(work.pages)")
        }
        // One that goes leaves its chunk and comes into another.
        files[0].missingSince = 8
        let writes = try index.update(IndexChanges(files: [project: files]))
        #expect((1...3).contains(writes.chunksWritten))
        #expect(try index.files(in: project) == Chunks.sorted(files))
    }

    @Test func `names that never end a chunk are cut all the same, and equal ones get keys of their own`() {
        let plain = (0...).lazy.map { self.file($0) }.first {
            Scratch.hash($0) % 256 != 0
        }
        let files = Array(repeating: plain ?? file(0), count: 5_000)
        let cuts = Chunks.cut(Chunks.packingOrder(files))
        #expect(cuts.map(\.range.count) == [1024, 1024, 1024, 1024, 904])
        #expect(Set(cuts.map(\.key)).count == 5)
    }

    @Test func `one node in two lists is noticed`() throws {
        let scratch = try Scratch()
        let index = try index(scratch, [file(1), file(2)])
        try index.update(IndexChanges(files: [ProjectIndex.nowhere: [file(1)]]))
        #expect(try #require(throws: IndexError.self) { try index.load() }.code == .corrupt)
        try index.update(IndexChanges(files: [ProjectIndex.nowhere: []]))
        #expect(try index.dump().count == 3)
    }

    @Test func `a row that is gone is noticed`() throws {
        let scratch = try Scratch()
        let index = try index(scratch, [file(1), file(2)])
        try index.writing { try $0.execute(sql: "DELETE FROM files") }
        #expect(try #require(throws: IndexError.self) { try index.load() }.code == .corrupt)
    }
}

extension Scratch {
    fileprivate static func hash(_ file: FileRecord) -> UInt64 { Scramble.hash(file.node.place?.name.bytes ?? []) }
}
