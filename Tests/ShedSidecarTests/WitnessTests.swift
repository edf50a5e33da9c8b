import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSidecar

/// Bases in a replica's name that somebody else has written: they make it drop nothing that they do not hold.
@Suite struct WitnessTests {
    private static let later = now + 30 * 86_400_000

    /// Batches that set notes, and one of another device that overrides all of them.
    private func history() -> (batches: [EncodedBatch], other: EncodedBatch) {
        var (one, two) = (Writer(1), Writer(2))
        var batches: [EncodedBatch] = []
        for number in 0..<4 {
            batches.append(one.encoded(
                Int64(number), knowing: batches.suffix(1).map(\.batch),
                [(node(UInt64(number + 1)), [.type(.file), place(Name("\(number)")), .note("mine"), .tag(node(90), true)])]))
        }
        let other = two.encoded(1_000, (1...4).map { (node($0), [.note("theirs"), .tag(node(90), false)]) })
        return (batches, other)
    }

    private func bases(_ entries: [BaseEntry]) -> [(base: EncodedBase, since: Int64)] {
        (0...1).compactMap { BaseEncoder.encode(entries, copy: $0, now: now) }.map { ($0, now) }
    }

    /// The numbers of the batches that are dropped a month later.
    private func dropped(_ batches: [EncodedBatch], _ bases: [(base: EncodedBase, since: Int64)]) throws -> [Int] {
        let files = try `Compacted batches`.files(batches, bases)
        let compaction = Compaction(of: files, project: project, replica: `Compacted batches`.own, now: Self.later)
        #expect(try compaction.isFaithful(to: files, of: projectFile, fields: FieldTraits()))
        let gone = Set(compaction.dropped.map(\.path))
        return batches.indices.filter { gone.contains(`Compacted batches`.file(batches[$0]).path) }
    }

    /// The entries of batches without what they said of notes and tags.
    private func poorer(_ batches: [EncodedBatch]) -> [BaseEntry] {
        batches.map { encoded in
            var entry = BaseEntry(encoded.batch)
            for position in entry.operations.indices {
                entry.operations[position].operation.set.removeAll { field in if case .note = field { true } else if case .tag = field { true } else { false } }
            }
            return entry
        }
    }

    @Test func `a base that says less than its batches is no reason to drop them, also where another device overrides what it leaves out`() throws {
        let (batches, other) = history()
        let honest = bases(batches.map { BaseEntry($0.batch) })
        #expect(try dropped(batches + [other], honest) == [0, 1, 2])
        let forged = bases(poorer(batches))
        #expect(try dropped(batches + [other], forged) == [])
        // Nor does it keep anything from going for which others stand, or from getting others.
        #expect(try dropped(batches + [other], honest + forged) == [0, 1, 2])
        var rules = Compaction.Rules()
        rules.gathered = 1
        let written = Compaction(of: try `Compacted batches`.files(batches + [other], forged), project: project, replica: `Compacted batches`.own, now: Self.later, rules: rules)
        #expect(written.bases.map(\.bytes) == honest.map(\.base.bytes))
    }

    @Test func `a base that has a batch override what it never set is no reason to drop others`() throws {
        let (batches, other) = history()
        var entries = poorer(batches)
        for number in 0..<4 { entries[3].operations += [StampedOperation(stamp(500), Operation(node(UInt64(number + 1)), [.note("forged"), .tag(node(90), true)]))] }
        #expect(try dropped(batches + [other], bases(entries)) == [])
    }

    @Test func `of two bases that contradict each other about batches that are not there none goes, and none is made of one alone`() throws {
        let (batches, other) = history()
        let (honest, forged) = (bases(batches.map { BaseEntry($0.batch) }), bases(poorer(batches)))
        var rules = Compaction.Rules()
        (rules.gathered, rules.mostBases) = (1, 1)
        let files = try `Compacted batches`.files([other], [honest[0]] + forged)
        let compaction = Compaction(of: files, project: project, replica: `Compacted batches`.own, now: Self.later, rules: rules)
        // The one that holds all gets its second, and what says less replaces none of them.
        #expect(compaction.bases.map(\.bytes) == honest.map(\.base.bytes))
        #expect(!compaction.dropped.contains { $0.name == honest[0].base.name })
    }

    @Test func `very many bases that name one batch are not all compared with it`() throws {
        var one = Writer(1)
        let batch = one.batch(0, [(node(0), [.type(.file)])] + (1...20_000).map { (node($0), [.note("x")]) })
        let bases = (0..<200).compactMap { number in BaseEncoder.encode([BaseEntry(id: batch.id, header: batch.header, operations: [], others: [])], copy: number, now: now) }
        let honest = try #require(BaseEncoder.encode([BaseEntry(batch)], copy: 0, now: now))
        let read = try ([honest] + bases + [honest]).map { try BaseDecoder.decode($0.bytes, projects: [project]) }
        let witnesses = Witnesses(read, of: [batch], now: now)
        #expect(witnesses.named.first == [batch.id] && witnesses.named.dropFirst().allSatisfy(\.isEmpty))
    }

    /// A base of two batches, the second of which has such a list of parents.
    private func base(parents: String, operations: [String] = []) -> [UInt8] {
        let lines = ["[\"\(String(repeating: "ab", count: 32))\",\"\(stamp(0).description.prefix(16))\"]", "[\"\(node(1))\",{}]"] + operations
            + ["[\"\(String(repeating: "cd", count: 32))\",null,null,\(parents)]"]
        return sealed(
            "{\"checksum\":\"\(String(repeating: "0", count: 64))\",\"copy\":0,\"count\":\(1 + operations.count),\"format\":2,\"project\":\"\(project)\","
                + "\"replica\":\"0000000000000001\",\"subsumes\":2}\n" + lines.map { "\($0)\n" }.joined())
    }

    @Test func `what a base names by numbers is bounded, and named once in a list`() throws {
        #expect(try BaseDecoder.decode(base(parents: "[0]"), projects: [project]).subsumed[1].header.parents.count == 1)
        #expect(throws: BatchFault.self) { try BaseDecoder.decode(base(parents: "[0,0]"), projects: [project]) }
        #expect(throws: BatchFault.self) { try BaseDecoder.decode(base(parents: "[0,\"\(String(repeating: "ab", count: 32))\"]"), projects: [project]) }
        let filled = base(parents: "[0]", operations: (0..<95).map { _ in "[0,{}]" })
        // 99 lines and one name.
        #expect(try BaseDecoder.decode(filled, projects: [project], atMost: 99).operations.count == 96)
        #expect(throws: BatchFault.tooLarge) { try BaseDecoder.decode(filled, projects: [project], atMost: 98) }
    }
}
