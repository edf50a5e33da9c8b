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

    private func written(_ fold: Fold) -> [BatchGraph.Vertex] { fold.graph.indices.map { fold.graph[$0] }.sorted { $0.id < $1.id } }

    private func writers(_ fold: Fold) -> [[String]] {
        fold.writers.map { ["\($0.project)", "\($0.replica)", "\($0.sequence)", "\($0.latest)"] }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Everything that anybody asks a fold.
    private func expectSame(_ left: Fold, _ right: Fold) {
        #expect(FoldFacts(left).differences(from: FoldFacts(right)) == [])
        let (first, second) = (written(left), written(right))
        #expect(first.elementsEqual(second) { $0.id == $1.id && $0.header == $1.header && $0.latest == $1.latest && $0.isFolded == $1.isFolded })
        #expect(left.forks == right.forks && left.sequences == right.sequences && left.gaps == right.gaps && left.heads == right.heads)
        #expect(left.graph.isLine == right.graph.isLine && left.fileCount == right.fileCount && writers(left) == writers(right))
    }

    /// Each question of the batches, whose positions are the same in both.
    private func expectSameBatches(_ left: BatchGraph, _ right: BatchGraph) {
        #expect(left.count == right.count && left.edges() == right.edges() && left.without() == right.without() && left.ranked == right.ranked)
        for position in right.indices {
            let (one, other) = (left[position], right[position])
            #expect(one.id == other.id && one.header == other.header && one.latest == other.latest && one.base == other.base)
            #expect(one.isFolded == other.isFolded && one.isCounted == other.isCounted && left.isFolded(at: position) == other.isFolded)
            #expect(left.id(at: position) == other.id && left.latest(at: position) == other.latest && left.position(of: other.id) == position)
            #expect(left.project(at: position) == other.header.project && left.replica(at: position) == other.header.replica)
            #expect(left.parents(at: position) == right.parents(at: position) && left.onlyParent(at: position) == right.onlyParent(at: position))
        }
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
        let plain = fold(batches)
        expectSameBatches(try #require(try again(plain)).graph, plain.graph)
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
        expectSameBatches(try #require(try again(all)).graph, all.graph)
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

    /// Who seals what he has changed reads something, or nothing; no question stops a program.
    @Test(arguments: [3, 4, 8] as [UInt64]) func `answers whatever stands in it`(seed: UInt64) throws {
        let batches = `The fold and its specification`.batches(seed)
        let (kept, last) = (fold(Array(batches.dropLast())), try #require(batches.last))
        let bytes = try #require(SavedFold.bytes(of: kept, key: key)).dropLast(32)
        var read = 0
        let changes: [UInt8] = [0x01, 0x80, 0xff]
        for position in stride(from: Int(seed % 3), to: bytes.count, by: 3) {
            var changed = Array(bytes)
            changed[position] ^= changes[position / 3 % 3]
            changed += SavedFold.checksum(of: changed[...])
            guard var fold = SavedFold.fold(changed, key: key, into: empty()) else { continue }
            read += 1
            fold.add(last)
            fold.settle()
            _ = (FoldFacts(fold), fold.heads, fold.gaps, fold.forks, fold.writers, fold.graph.edges(), fold.graph.without(), fold.graph.isLine)
            _ = SavedFold.bytes(of: fold, key: key)
        }
        #expect(read > bytes.count / 12)
        for length in stride(from: 0, to: bytes.count, by: 5) {
            let cut = Array(bytes.prefix(length))
            #expect(SavedFold.fold(cut + SavedFold.checksum(of: cut[...]), key: key, into: empty()) == nil)
        }
    }
}
