import ShedDisk
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSidecar

/// Bases that say what is not so, under a checksum that is right: a fold hangs on what they hold alone, and what they say of a batch
/// that is there counts for nothing.
@Suite struct LyingBaseTests {
    /// The bytes of a base that names some batches with these parents, and of the first of them says an operation.
    private func base(of batches: [(batch: Batch, parents: [Batch])], note: String? = nil, of id: NodeID = node(1), at milliseconds: Int64 = 5) -> [UInt8] {
        var text = "{\"checksum\":\"\(String(repeating: "0", count: 64))\",\"count\":\(note == nil ? 0 : 1),\"format\":1,\"project\":\"\(project)\",\"subsumes\":\(batches.count)}\n"
        for (batch, parents) in batches {
            let names = parents.map { "\"\($0.id)\"" }.joined(separator: ",")
            text += "{\"id\":\"\(batch.id)\",\"parents\":[\(names)],\"project\":\"\(project)\",\"replica\":\"\(batch.header.replica)\",\"sequence\":\(batch.header.sequence)}\n"
        }
        if let note { text += "{\"at\":\"\(stamp(milliseconds))\",\"from\":0,\"id\":\"\(id)\",\"set\":{\"details\":\"\(note)\"}}\n" }
        return sealed(text)
    }

    private func decoded(_ bytes: [UInt8]) throws -> Base { try BaseDecoder.decode(bytes, projects: [project]) }

    /// What two batches, of which one is known by a base alone, and two bases give, folded in each order.
    private func results<Value: Hashable>(_ batches: [Batch], _ bases: [Base], _ value: (Fold) -> Value) -> Set<Value> {
        var numbers = SeededNumbers(5)
        var found: Set<Value> = []
        let steps = batches.map { batch in { (fold: inout Fold) in _ = fold.add(batch) } } + bases.map { base in { (fold: inout Fold) in _ = fold.add(base) } }
        for _ in 0..<24 {
            var fold = Fold(project: projectFile, now: now)
            for step in steps.shuffled(using: &numbers) { step(&fold) }
            fold.settle()
            found.insert(value(fold))
        }
        return found
    }

    @Test func `what a base says that a batch did counts for nothing where the batch is there, whichever is read first`() throws {
        var one = Writer(1)
        let batch = one.batch(0, [(node(1), [.type(.file), place("a"), .note("true")])])
        let lie = try decoded(base(of: [(batch, [])], note: "lie"))
        #expect(results([batch], [lie]) { $0.result().model[node(1)]?.details?.note } == ["true"])
        // Where the batch is not there the base is all that is known of it.
        #expect(results([], [lie]) { $0.result().model[node(1)]?.details?.note } == ["lie"])
    }

    @Test func `of two bases that contradict each other the same counts, in whatever order they are read`() throws {
        var (one, two) = (Writer(1), Writer(2))
        let left = one.batch(0, [(node(1), [.type(.file), place("a")])])
        let gone = two.batch(1, [(node(2), [.type(.file), place("a")])])
        let bases = [try decoded(base(of: [(gone, [left])])), try decoded(base(of: [(gone, [])]))]
        let least = try #require(bases.min { $0.id < $1.id })
        let expected = least.subsumed[0].header.parents == [left.id] ? [gone.id] : [left.id, gone.id].sorted()
        #expect(results([left], bases) { $0.heads } == [expected])
    }

    @Test func `a base is known by its content: other names of the files change no fold`() throws {
        var (one, two) = (Writer(1), Writer(2))
        let gone = two.batch(1, [(node(2), [.type(.file), place("a")])])
        let left = one.encoded(0, [(node(1), [.type(.file), place("a")])])
        let (knowing, alone) = (base(of: [(gone, [left.batch])]), base(of: [(gone, [])]))
        var found: Set<[BatchID]> = []
        for names: [Name] in [["1.jsonl", "2.jsonl"], ["2.jsonl", "1.jsonl"]] {
            let directory = try TemporaryDirectory()
            let sidecar = try directory.sidecar()
            try sidecar.write(left)
            let folder = try directory.handle.openDirectory(".shed", create: false).openDirectory("base", create: true)
            try folder.write(names[0], knowing, replacing: false)
            try folder.write(names[1], alone, replacing: false)
            let fold = try sidecar.fold(of: projectFile, now: now)
            #expect(fold.batchCount == 2)
            found.insert(fold.heads)
        }
        #expect(found.count == 1)
        // Under the checksum of another, or of nothing, it is the base that its content makes.
        let directory = try TemporaryDirectory()
        let sidecar = try directory.sidecar()
        let folder = try directory.handle.openDirectory(".shed", create: false).openDirectory("base", create: true)
        try folder.write(Name("\(left.batch.id).jsonl"), knowing, replacing: false)
        let listing = try sidecar.listing()
        let read = try listing.bases.map { try sidecar.readBase($0, of: projectFile).get().id }
        #expect(read == [try decoded(knowing).id])
    }

    @Test func `a base that names a batch twice is torn`() throws {
        var (one, two) = (Writer(1), Writer(2))
        let (left, right) = (one.batch(0, [(node(1), [.type(.file)])]), two.batch(1, [(node(2), [.type(.file)])]))
        #expect(throws: BatchFault.self) { try decoded(base(of: [(right, []), (right, [left])])) }
        #expect(try decoded(base(of: [(right, []), (left, [])])).subsumed.count == 2)
    }

    @Test func `a batch that lies among the bases, or a base among the batches, is none`() throws {
        var one = Writer(1)
        let batch = one.encoded(0, [(node(1), [.type(.file), place("a")])])
        #expect(throws: BatchFault.self) { try decoded(batch.bytes) }
        #expect(throws: BatchFault.self) { try BatchDecoder.decode(base(of: [(batch.batch, [])]), projects: [project]) }
    }
}
