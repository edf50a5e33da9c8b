import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSidecar

/// What a device keeps of a fold: whatever comes to it afterwards, it is the fold of all.
@Suite struct `A fold that was kept` {
    private let key = Array("here".utf8)

    private func empty(at time: Int64 = now) -> Fold { Fold(project: projectFile, now: time) }

    private func again(_ fold: Fold, at time: Int64 = now) throws -> Fold? {
        SavedFold.fold(try #require(SavedFold.bytes(of: fold, key: key)), key: key, into: empty(at: time))
    }

    private func written(_ fold: Fold) -> [(id: BatchID, header: Batch.Header, latest: Int64)] {
        var all: [(id: BatchID, header: Batch.Header, latest: Int64)] = []
        fold.forEachWritten { all.append(($0, $1, $2)) }
        return all.sorted { $0.id < $1.id }
    }

    /// Everything that anybody asks a fold.
    private func expectSame(_ left: Fold, _ right: Fold) {
        #expect(FoldFacts(left).differences(from: FoldFacts(right)) == [])
        let (first, second) = (written(left), written(right))
        #expect(first.elementsEqual(second) { $0.id == $1.id && $0.header == $1.header && $0.latest == $1.latest })
        #expect(left.forks == right.forks && left.sequences == right.sequences && left.gaps == right.gaps && left.heads == right.heads)
    }

    @Test(arguments: 0..<150 as Range<UInt64>) func `goes on to the fold of all batches`(seed: UInt64) throws {
        var numbers = SeededNumbers(seed)
        let batches = `The fold and its specification`.batches(seed).shuffled(using: &numbers)
        let all = fold(batches)
        var going = empty()
        // In several steps, each of which is kept and read again.
        for batch in batches {
            going.add(batch)
            going.settle()
            if Int.random(in: 0..<4, using: &numbers) == 0 { going = try #require(try again(going)) }
        }
        expectSame(try #require(try again(going)), all)
        expectSame(going, all)
    }

    @Test(arguments: 0..<100 as Range<UInt64>) func `goes on where bases stand for batches`(seed: UInt64) throws {
        var numbers = SeededNumbers(seed)
        let batches = `The fold and its specification`.batches(seed)
        let own = batches.filter { $0.header.replica == ReplicaID(rawValue: 1) && Bool.random(using: &numbers) }
        guard let encoded = BaseEncoder.encode(own.map(BaseEntry.init), copy: 0, now: now) else { return }
        let base = try BaseDecoder.decode(encoded.bytes, projects: [project])
        let gone = Set(own.map(\.id).filter { _ in Bool.random(using: &numbers) })
        let rest = batches.filter { !gone.contains($0.id) }.shuffled(using: &numbers)
        let before = rest.prefix(rest.count / 2) + rest.filter { own.contains($0) }
        var going = empty()
        going.add(base)
        for batch in before { going.add(batch) }
        going.settle()
        going = try #require(try again(going))
        for batch in rest where !going.hasCounted(batch.id) { going.add(batch) }
        var all = empty()
        all.add(base)
        for batch in rest { all.add(batch) }
        all.settle()
        expectSame(going, all)
    }

    @Test func `is not kept where what comes may change what was folded`() throws {
        var one = Writer(1)
        let plain = one.batch(1, [(node(1), [place("a.txt")])])
        #expect(SavedFold.bytes(of: fold([plain]), key: key) != nil)
        let greatest = BatchEncoder.encode(
            Batch.Header(project: project, replica: ReplicaID(rawValue: 2), sequence: 1, parents: []),
            [StampedOperation(Stamp(time: Stamp.greatestTime, replica: ReplicaID(rawValue: 2)), Operation(node(1), [.note("x")]))]
        ).batch
        #expect(SavedFold.bytes(of: fold([plain, greatest]), key: key) == nil)
        var faulty = fold([plain])
        faulty.add(.torn("cut"), at: RelativePath(["ops", "x.jsonl"]))
        #expect(SavedFold.bytes(of: faulty, key: key) == nil)
    }

    @Test func `is read whole or not at all, and with its own key alone`() throws {
        let bytes = try #require(SavedFold.bytes(of: fold(`The fold and its specification`.batches(3)), key: key))
        #expect(SavedFold.fold(bytes, key: key, into: empty()) != nil)
        #expect(SavedFold.fold(bytes, key: Array("there".utf8), into: empty()) == nil)
        for length in stride(from: 0, to: bytes.count, by: 7) { #expect(SavedFold.fold(Array(bytes.prefix(length)), key: key, into: empty()) == nil) }
        for position in stride(from: 0, to: bytes.count, by: 5) {
            var changed = bytes
            changed[position] ^= 0x41
            #expect(SavedFold.fold(changed, key: key, into: empty()) == nil)
        }
    }

    @Test func `is none by a clock by which other stamps are from the future`() throws {
        var one = Writer(1)
        let (day, first) = (HybridClock.tolerance, one.batch(1, [(node(1), [place("a.txt")])]))
        let ahead = one.batch(day + 120_000, knowing: [first], [(node(1), [.note("ahead")])])
        let kept = fold([first, ahead])
        #expect(try again(kept) != nil)
        #expect(try again(kept, at: now + 30_000) != nil)
        #expect(try again(kept, at: now + 60_000) == nil)
        #expect(try again(kept, at: now - day - 60_000) == nil)
    }
}
