import ShedModel
import ShedTestSupport
import Testing

@testable import ShedIndex

@Suite struct RoundTripTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `what is written comes back, field by field`(seed: UInt64) throws {
        let scratch = try Scratch()
        var maker = ContentsMaker(seed: seed)
        let contents = maker.contents(folders: 200, files: 800)
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        #expect(try index.load() == nil)
        #expect(try index.meta() == nil)
        try index.replace(with: contents)
        try expectEqual(try #require(try index.load()), contents)
        #expect(try index.dump() == contents.nodes)
        let again = try #require(try ProjectIndex.open(path: scratch.index, access: .readOnly))
        try expectEqual(try #require(try again.load()), contents)
    }

    @Test func `types that a kind declared come back, also those without a number`() throws {
        let scratch = try Scratch()
        var maker = ContentsMaker(seed: 8)
        var contents = maker.contents(folders: 5, files: 5)
        let folders = contents.model.nodes.values.filter { $0.type == .folder }.map(\.id).sorted()
        let types = [NodeTypeTraits("test-heap", isDirectory: true), NodeTypeTraits("test-leaf"), NodeTypeTraits("test-stone", number: 30)].map(NodeType.declare)
        for type in types { contents.model.insert(maker.node(type, parents: folders)) }
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try index.replace(with: contents)
        let loaded = try #require(try index.load())
        try expectEqual(loaded, contents)
        #expect(types.allSatisfy { type in loaded.model.nodes.values.count { $0.type == type } == 1 })
    }

    @Test func `folders and files are read apart`() throws {
        let scratch = try Scratch()
        var maker = ContentsMaker(seed: 4)
        let contents = maker.contents(folders: 50, files: 500)
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try index.replace(with: contents)
        let folders = try index.folders()
        #expect(folders.map(\.node.id) == contents.model.nodes.values.filter { $0.type.isDirectory }.map(\.id).sorted())
        #expect(folders.allSatisfy { $0.digest == contents.digests[$0.node.id] })
        var found: [NodeID: FileRecord] = [:]
        for home in folders.map(\.node.id) + [ProjectIndex.nowhere] {
            let files = try index.files(in: home)
            #expect(files.allSatisfy { ProjectIndex.home(of: $0.node, in: contents.model) == home })
            let names = files.map { $0.node.place?.name ?? Name(bytes: []) }
            #expect(names == names.sorted())
            for file in files { found[file.node.id] = file }
        }
        #expect(found == contents.nodes.filter { !$0.value.node.type.isDirectory })
        #expect(found.count == 500)
        #expect(try index.files(in: NodeID(high: 1, low: 1)).isEmpty)
    }

    @Test(arguments: ShortRun.part(of: Array(0..<8 as Range<UInt64>), every: 3))
    func `updating comes to the same as rebuilding`(seed: UInt64) throws {
        let scratch = try Scratch()
        var maker = ContentsMaker(seed: 100 + seed)
        var contents = maker.contents(folders: 40, files: 400)
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try index.replace(with: contents)
        for _ in 0..<6 {
            let old = contents
            maker.change(&contents)
            let writes = try index.update(contents.changes(since: old))
            try expectEqual(try #require(try index.load()), contents)
            // One that does not keep in step with the index has all its batches written, not only what is new.
            guard seed % 2 == 0 else { continue }
            contents.meta.takeGeneration(of: writes)
            contents.batches.markSaved()
        }
        let rebuilt = try #require(try ProjectIndex.open(path: scratch.path + "/rebuilt", access: .readWrite))
        try rebuilt.replace(with: contents)
        #expect(try rebuilt.dump() == index.dump())
        for folder in try rebuilt.folders() {
            #expect(try rebuilt.files(in: folder.node.id) == index.files(in: folder.node.id))
        }
    }

    @Test func `every write raises the generation by one, and one that failed or had nothing to write does not`() throws {
        let scratch = try Scratch()
        var maker = ContentsMaker(seed: 5)
        let contents = maker.contents(folders: 3, files: 3)
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        #expect(try index.generation() == 0)
        #expect(try index.replace(with: contents).generation == 1)
        var changed = contents.meta
        changed.clock &+= 1
        #expect(try index.update(IndexChanges(meta: changed)).generation == 2)
        #expect(try index.update(IndexChanges(meta: changed)).generation == 2)
        #expect(try index.update(IndexChanges()).generation == 2)
        #expect(try index.update(IndexChanges(folders: try index.folders())).generation == 2)
        #expect(try index.replace(with: contents).generation == 3)
        #expect(try index.meta()?.generation == 3)
        let reader = try #require(try ProjectIndex.open(path: scratch.index, access: .readOnly))
        #expect(throws: IndexError.self) { try reader.update(IndexChanges(meta: changed)) }
        #expect(try reader.generation() == 3)
    }

    @Test func `an update without meta leaves the meta as it is`() throws {
        let scratch = try Scratch()
        var maker = ContentsMaker(seed: 6)
        let contents = maker.contents(folders: 3, files: 3)
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try index.replace(with: contents)
        let before = try #require(try index.meta())
        var folder = try #require(try index.folders().first)
        folder.missingSince = 7
        try index.update(IndexChanges(folders: [folder]))
        var after = try #require(try index.meta())
        #expect(after.generation == before.generation + 1)
        after.generation = before.generation
        #expect(after == before)
    }

    @Test func `nodes are found by the file that they were, missing ones too`() throws {
        let scratch = try Scratch()
        var maker = ContentsMaker(seed: 7)
        let contents = maker.contents(folders: 50, files: 300)
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try index.replace(with: contents)
        let wanted = contents.nodes.values.filter { $0.node.id.low % 5 == 0 && $0.sighting != nil }
        let identities = Set(wanted.compactMap(\.sighting?.evidence.identity))
        let expected = contents.nodes.values.filter {
            $0.sighting.map { identities.contains($0.evidence.identity) } == true
        }
        #expect(wanted.contains { $0.missingSince != nil } && wanted.contains { $0.node.type == .folder })
        let found = try index.find(identities: identities)
        #expect(found.map(\.node) == expected.map(\.node).sorted { $0.id < $1.id })
        for node in found {
            #expect(node.sighting == contents.memory.seen[node.node.id])
            #expect(node.identity == node.sighting.evidence.identity)
            #expect(node.path == contents.model.path(of: node.node.id))
        }
        #expect(try index.find(identities: []).isEmpty)
    }

    private func expectEqual(_ left: IndexContents, _ right: IndexContents) throws {
        #expect(left.nodes == right.nodes)
        #expect(left.model.project == right.model.project)
        #expect(left.model.aliases == right.model.aliases)
        #expect(left.model.labels.records == right.model.labels.records)
        #expect(left.memory.seen == right.memory.seen)
        #expect(left.memory.missing == right.memory.missing)
        #expect(left.memory.unsettled.pending == right.memory.unsettled.pending)
        #expect(left.memory.unsettled.refused == right.memory.unsettled.refused)
        #expect(left.memory.unsettled.incomingMoves == right.memory.unsettled.incomingMoves)
        #expect(left.digests == right.digests)
        var meta = left.meta
        meta.generation = right.meta.generation
        #expect(meta == right.meta)
        #expect(left.batches == right.batches)
    }
}

extension ContentsMaker {
    /// Some of what a scan or a batch could do.
    mutating func change(_ contents: inout IndexContents) {
        let ids = contents.model.nodes.keys.sorted()
        let folders = ids.filter { contents.model.nodes[$0]?.type == .folder }
        for _ in 0..<20 {
            guard let id = ids.randomElement(using: &random), id != contents.model.project,
                var node = contents.model.nodes[id]
            else { continue }
            switch Int.random(in: 0..<7, using: &random) {
            case 0: node.place = Place(parent: folders.randomElement(using: &random) ?? id, name: random.name())
            case 1: node.place = nil
            case 2: node.details = details()
            case 3: contents.memory.record(sighting(), of: id)
            case 4: contents.memory.missing[id] = random.chance(50) ? random.time() : nil
            case 5: contents.model.insert(self.node(.file, parents: folders))
            default:
                // A folder that becomes an alias is a folder no more, and its files are at home in the other.
                contents.model.insertAlias(id, of: folders.randomElement(using: &random) ?? id)
                if contents.model.nodes[id] == nil {
                    contents.memory.forget(id)
                    contents.digests[id] = nil
                }
                continue
            }
            if contents.model.nodes[id] != nil { contents.model.insert(node) }
        }
        contents.meta.clock &+= 1
        contents.batches.insert(batch())
        if let path = contents.batches.all.randomElement(using: &random)?.path { contents.batches.remove(at: path) }
        if var batch = contents.batches.all.first {
            batch.inode &+= 1
            contents.batches.insert(batch)
        }
        if random.chance(50) { contents.meta.leftover = contents.meta.leftover == .work ? nil : .work }
        if random.chance(30) { contents.meta.fold.heads = [random.bytes(32)] }
        if random.chance(30) { contents.memory.unsettled.pending[random.path()] = random.time() }
        contents.meta.unsettled.pending = contents.memory.unsettled.pending
        if random.chance(30) { contents.memory.unsettled.noteRefused([random.path()], at: 1) }
        contents.meta.unsettled.refused = contents.memory.unsettled.refused
        contents.meta.aliases = contents.model.aliases
    }
}
