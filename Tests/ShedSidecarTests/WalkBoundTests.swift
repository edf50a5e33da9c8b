import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSidecar

/// Milliseconds after a minute before the tests' time at which a stamp is beyond all others.
private let beyond: Int64 = 253_402_300_800_000 - now + 60_000

/// Batches that were written without others which came later after all: for each of them it has to be followed what it knew, and
/// only so many are.
@Suite struct WalkBoundTests {
    /// Different orders of some batches: these, the reverse, and twenty at random, four in a short run.
    private func orders(_ batches: [Batch]) -> [[Batch]] {
        var numbers = SeededNumbers(11)
        return [batches, batches.reversed()] + (0..<(ShortRun.isWhole ? 20 : 4)).map { _ in batches.shuffled(using: &numbers) }
    }

    /// What `folded` gives of the batches in each order, folded at once and one after the other with a look after each.
    private func results<Value: Hashable>(_ batches: [Batch], _ folded: (Folded) -> Value) -> Set<Value> {
        var results: Set<Value> = []
        for (number, order) in orders(batches).enumerated() {
            results.insert(folded(fold(order).result()))
            guard number < (ShortRun.isWhole ? 4 : 3) else { continue }
            var incremental = Fold(project: projectFile, now: now)
            for batch in order {
                incremental.add(batch)
                incremental.settle()
            }
            results.insert(folded(incremental.result()))
        }
        return results
    }

    // MARK: Values at the greatest time

    /// For each of so many nodes one note by a greater replica, and one by a lesser that knew it, but not the batch through which
    /// the headers also lead there.
    private func notes(_ count: Int, by replica: (Int) -> UInt64) -> [Batch] {
        let first = (0..<count).map { number in
            var writer = Writer(UInt64(10_000 + number))
            return writer.batch(beyond, [(node(UInt64(number)), [.note("first")])])
        }
        var (late, between) = (Writer(20_000), Writer(20_001))
        let missing = late.batch(0, knowing: first, [(node(9_000), [.type(.file)])])
        let middle = between.batch(1, knowing: [missing], [(node(9_001), [.type(.file)])])
        var writers: [UInt64: Writer] = [:]
        let second = (0..<count).map { number in
            writers[replica(number), default: Writer(replica(number))].batch(
                beyond, knowing: [first[number], middle], without: [missing], [(node(UInt64(number)), [.note("second")])])
        }
        return first + [missing, middle] + second
    }

    private func notes(_ folded: Folded, _ count: Int) -> [String] {
        (0..<count).map { folded.model[node(UInt64($0))]?.details?.note ?? "" }
    }

    @Test(arguments: [(64, "second"), (65, "first"), (90, "first")])
    func `of values at the greatest time the same counts in whatever order batches come`(count: Int, expected: String) {
        let batches = notes(count) { UInt64(1 + $0) }
        #expect(results(batches) { notes($0, count) } == [Array(repeating: expected, count: count)])
    }

    @Test func `what one replica wrote while the same was missing is followed at once`() {
        let batches = notes(200) { UInt64(1 + $0 % 3) }
        #expect(results(batches) { notes($0, 200) } == [Array(repeating: "second", count: 200)])
    }

    @Test func `many that set one field are asked what each of them knew`() {
        // So many that they are not asked about each other one by one.
        var writers = (0..<9).map { Writer(UInt64(100 - $0)) }
        var (late, between) = (Writer(200), Writer(201))
        var batches: [Batch] = []
        for number in 0..<60 { batches.append(writers[number % 9].batch(beyond, knowing: batches.suffix(1), [(node(1), [.note("\(number)")])])) }
        let missing = late.batch(beyond, knowing: batches.suffix(1), [(node(1), [.note("missing")])])
        let middle = between.batch(0, knowing: [missing], [(node(2), [.type(.file)])])
        // Knows all but what was missing, which is therefore the one beside it whose replica is greater.
        let last = writers[0].batch(beyond, knowing: [batches[59], middle], without: [missing], [(node(1), [.note("last")])])
        #expect(results(batches + [missing, middle, last]) { $0.model[node(1)]?.details?.note } == ["missing"])
        var closing = Writer(1)
        let end = closing.batch(beyond, knowing: [last], [(node(1), [.note("end")])])
        #expect(results(batches + [missing, middle, last, end]) { $0.model[node(1)]?.details?.note } == ["end"])
    }

    @Test(arguments: 0..<60 as Range<UInt64>) func `who knew whom is the same as by following each`(seed: UInt64) {
        var numbers = SeededNumbers(seed)
        var writers = (1...5).map { Writer(UInt64($0)) }
        var batches: [Batch] = []
        var missing: [Batch] = []
        for number in 0..<50 {
            if Int.random(in: 0..<8, using: &numbers) == 0 { missing = batches.filter { _ in Int.random(in: 0..<12, using: &numbers) == 0 } }
            let known = batches.suffix(12).filter { _ in Int.random(in: 0..<4, using: &numbers) == 0 }
            batches.append(
                writers[Int.random(in: 0..<5, using: &numbers)].batch(Int64(number), knowing: known, without: missing, [(node(UInt64(number)), [.type(.file)])]))
        }
        var graph = BatchGraph()
        for batch in batches.shuffled(using: &numbers) { _ = graph.insert(batch.id, batch.header) }
        let (edges, without) = (graph.edges(), graph.without())
        var knowledge = Knowledge(graph)
        var known: [Set<Int>] = []
        for batch in edges.indices {
            var reached: Set<Int> = []
            var waiting = edges[batch]
            while let next = waiting.popLast() {
                if without[batch]?.contains(next) != true, reached.insert(next).inserted { waiting += edges[next] }
            }
            known.append(reached)
            for other in edges.indices where other != batch {
                let does = knowledge.does(batch, know: other)
                #expect(does == reached.contains(other))
            }
        }
        let some = edges.indices.filter { _ in Bool.random(using: &numbers) } + Array(edges.indices.prefix(40))
        for asked in [Array(Set(some)), Array(Set(some.prefix(9)))] {
            let found = knowledge.known(among: asked)
            #expect(found == Set(asked.filter { batch in asked.contains { $0 != batch && known[$0].contains(batch) } }))
        }
        #expect(!knowledge.isExhausted)
    }

    // MARK: Doubled IDs

    /// So many pairs of IDs that were minted at one place side by side, the elder of which was moved by two that did not know of the
    /// other: of the one the lines tell that, the other has to be followed. And one pair that nobody moved.
    private func pairs(_ count: Int) -> [Batch] {
        func id(_ pair: Int, _ number: UInt64) -> NodeID { node(UInt64(pair) * 2 + number) }
        func minted(_ pair: Int, _ number: UInt64) -> Batch {
            var writer = Writer(1_000 * (1 + number) + UInt64(pair))
            return writer.batch(Int64(number), [(id(pair, number), [.type(.file), place(Name("p\(pair)"))])])
        }
        let (left, right) = ((0...count).map { minted($0, 0) }, (0...count).map { minted($0, 1) })
        var (late, between) = (Writer(20_000), Writer(20_001))
        let missing = late.batch(2, knowing: right, [(node(9_000), [.type(.file)])])
        let middle = between.batch(3, knowing: [missing], [(node(9_001), [.type(.file)])])
        let walked = (0..<count).map { pair in
            var writer = Writer(3_000 + UInt64(pair))
            return writer.batch(4, knowing: [left[pair], middle], without: [missing], [(id(pair, 0), [place(Name("q\(pair)"))])])
        }
        let told = (0..<count).map { pair in
            var writer = Writer(4_000 + UInt64(pair))
            return writer.batch(5, knowing: [left[pair]], [(id(pair, 0), [place(Name("r\(pair)"))])])
        }
        return walked + told + left + right + [missing, middle]
    }

    @Test(arguments: [(64, true), (65, false), (100, false)])
    func `IDs are joined or not in whatever order batches come`(count: Int, areJoined: Bool) {
        let batches = pairs(count)
        let walkedLast = Array(batches[count...] + batches[..<count])
        let expected = areJoined ? [node(UInt64(count) * 2 + 1): node(UInt64(count) * 2)] : [:]
        #expect(results(batches) { $0.aliasesFound } == [expected])
        #expect(results(walkedLast) { $0.aliasesFound } == [expected])
    }

    // MARK: Other orders

    @Test func `a field whose name is written in two ways is settled the same each time`() {
        // The order of a dictionary is another one for each of so many.
        for number in 0..<40 as Range<UInt64> {
            var writer = Writer(1)
            let id = NodeID(high: 0xabcd, low: number)
            let loud = Field.other(LabelField.field(ofTag: id).uppercased().replacing("TAG:", with: "tag:"), ["later": 1])
            let batch = writer.batch(0, [(node(1), [.type(.file), loud, .tag(id, true)])])
            #expect(fold([batch]).result().model[node(1)]?.details?.labels.tags == [id])
        }
    }

    @Test func `of a tag and a group of one ID the later stamp is the one to overrule`() {
        let late = HybridClock.tolerance + 60_001
        for number in 0..<40 as Range<UInt64> {
            let header = Batch.Header(project: project, replica: ReplicaID(rawValue: 1), sequence: 1, parents: [])
            let batch = BatchEncoder.encode(header, [
                StampedOperation(stamp(late), Operation(node(number), [.other("name", "x")], label: .tag)),
                StampedOperation(stamp(late + 1), Operation(node(number), [.other("name", "y")], label: .group)),
            ]).batch
            #expect(fold([batch]).result().future == [FieldKey(id: node(number), field: "name"): stamp(late + 1)])
        }
    }

    @Test func `of two places of one time the same is the latest, whichever came first`() {
        var (one, two, three) = (Writer(1), Writer(2), Writer(1))
        let left = one.batch(0, [(node(1), [place("a")])])
        let right = three.batch(0, [(node(1), [place("b")])])
        let gone = two.batch(1, [(node(1), [.place(nil)])])
        for order in [[left, right, gone], [right, left, gone], [gone, left, right], [gone, right, left]] {
            let folded = fold(order)
            #expect(folded.entries.map { $0.latestPlace(in: folded.graph)?.place.name } == ["b"])
        }
    }

    @Test func `a batch's own header counts, whatever a base says of it`() throws {
        var (one, two) = (Writer(1), Writer(2))
        let left = one.batch(0, [(node(1), [.type(.file), place("a")])])
        let right = two.batch(1, [(node(2), [.type(.file), place("a")])])
        let text = """
            {"checksum":"\(String(repeating: "0", count: 64))","count":0,"format":1,"project":"\(project)","subsumes":1}
            {"id":"\(right.id)","parents":["\(left.id)"],"project":"\(project)","replica":"0000000000000002","sequence":1}

            """
        let base = try BaseDecoder.decode(sealed(text), projects: [project])
        var (before, after) = (Fold(project: projectFile, now: now), Fold(project: projectFile, now: now))
        before.add(base)
        for batch in [left, right] {
            before.add(batch)
            after.add(batch)
        }
        after.add(base)
        #expect(before.result().aliasesFound == [node(2): node(1)] && after.result().aliasesFound == [node(2): node(1)])
    }
}
