import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSidecar

/// Milliseconds after a minute before the tests' time at which a stamp is beyond all others.
private let beyond: Int64 = 253_402_300_800_000 - now + 60_000

@Suite struct GreatestStampTests {
    /// All orders of some batches.
    private func orders(_ batches: [Batch]) -> [[Batch]] {
        guard let first = batches.first else { return [[]] }
        return orders(Array(batches.dropFirst())).flatMap { rest in
            (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
        }
    }

    private func notes(_ batches: [Batch]) -> Set<String?> {
        Set(orders(batches).map { fold($0).result().model[node(1)]?.details?.note })
    }

    private func note(_ text: String) -> [(NodeID, [Field])] { [(node(1), [.note(text)])] }

    @Test(arguments: ["\"kind\":\"node\",", ""]) func `a later stamp is read as the greatest, in whatever form its line is`(kind: String) throws {
        for time in ["ffffffffffffffff", "e677d21fdc000000", "e677d21fdbffffff"] {
            let text = """
                {"checksum":"\(String(repeating: "0", count: 64))","count":2,"format":1,"parents":[],"project":"\(project)","replica":"00000000000000ff","sequence":1}
                {"at":"\(time)-00000000000000ff","id":"\(node(1))",\(kind)"set":{"created":1,"type":"file"}}
                {"at":"\(time)-00000000000000ff","id":"\(node(2))","kind":"tag","set":{"name":"a"}}

                """
            let batch = try BatchDecoder.decode(sealed(text), projects: [project])
            #expect(batch.operations.count == 2)
            for operation in batch.operations {
                #expect(operation.at.isGreatest && operation.at.milliseconds == 253_402_300_799_999 && operation.at.replica == ReplicaID(rawValue: 255))
            }
        }
        #expect(try #require(Stamp("e677d21fdbfffffe-00000000000000ff")).isGreatest == false)
    }

    @Test func `of two values the one counts whose batch knew the other`() {
        var (one, two, three) = (Writer(1), Writer(2), Writer(3))
        let theirs = three.batch(beyond, note("theirs"))
        let usual = one.batch(0, note("usual"))
        let mine = one.batch(beyond + 1, knowing: [theirs, usual], note("mine"))
        #expect(notes([theirs, usual]) == ["theirs"])
        #expect(notes([theirs, usual, mine]) == ["mine"])
        // By way of one that says nothing of it.
        let other = two.batch(1, knowing: [mine], [(node(2), [.type(.file)])])
        let last = three.batch(beyond, knowing: [other], note("last"))
        #expect(notes([theirs, usual, mine, other, last]) == ["last"])
        #expect(fold([theirs, mine]).result().future == [FieldKey(id: node(1), field: "details"): Stamp(time: .max, replica: ReplicaID(rawValue: 1))])
        #expect(fold([theirs, mine]).maxStamp == nil)
    }

    @Test func `of values that were set side by side the greater replica's counts, and of one replica the greater batch's`() {
        var (one, two, twin) = (Writer(1), Writer(2), Writer(2))
        let (left, right) = (one.batch(beyond, note("z")), two.batch(beyond, note("a")))
        #expect(notes([left, right]) == ["a"])
        let same = twin.batch(beyond, note("b"))
        #expect(notes([left, right, same]) == [right.id < same.id ? "b" : "a"])
    }

    @Test func `no order of batches decides where knowing and the order of replicas go in a circle`() {
        var (one, two, three) = (Writer(1), Writer(2), Writer(3))
        // The first knows the third; the second knows none, is greater than the first and less than the third.
        let third = three.batch(beyond, note("third"))
        let second = two.batch(beyond, note("second"))
        let first = one.batch(beyond, knowing: [third], note("first"))
        #expect(notes([first, second, third]) == ["second"])
    }

    @Test func `what connects two batches may come last`() {
        var (one, two, three) = (Writer(1), Writer(2), Writer(3))
        let theirs = three.batch(beyond, note("theirs"))
        let between = two.batch(0, knowing: [theirs], [(node(2), [.type(.file)])])
        let mine = one.batch(beyond, knowing: [between], note("mine"))
        var fold = Fold(project: projectFile, now: now)
        fold.add(theirs)
        fold.add(mine)
        fold.settle()
        #expect(fold.result().model[node(1)]?.details?.note == "theirs")
        fold.add(between)
        #expect(fold.result().model[node(1)]?.details?.note == "mine")
        fold.settle()
        #expect(fold.result().model[node(1)]?.details?.note == "mine")
    }

    @Test(arguments: [2, 31, 32, 33, 34, 200]) func `of any number of edits the last counts`(count: Int) {
        var writers = (0..<5).map { Writer(UInt64(9 - $0)) }
        var batches: [Batch] = []
        for number in 0..<count { batches.append(writers[number % 5].batch(beyond, knowing: batches.suffix(1), note("\(number)"))) }
        #expect(fold(batches).result().model[node(1)]?.details?.note == "\(count - 1)")
        #expect(fold(batches.reversed()).result().model[node(1)]?.details?.note == "\(count - 1)")
    }

    @Test func `places, aliases and labels are settled like all fields`() {
        var (one, two) = (Writer(1), Writer(2))
        let made = one.batch(0, [(node(1), [.type(.file), place("a")]), (node(2), [.type(.file), place("b")])])
        let theirs = two.batch(beyond, knowing: [made], [(node(1), [place("theirs")]), (node(2), [.alias(node(3))]), (node(3), [.type(.file)])])
        let mine = one.batch(beyond, knowing: [theirs], [(node(1), [place("mine")]), (node(2), [.alias(node(1))])])
        for order in orders([made, theirs, mine]) {
            var folded = fold(order)
            let model = folded.result().model
            #expect(model[node(1)]?.place?.name == "mine" && model.resolve(node(2)) == node(1))
            folded.settle()
            #expect(folded.lastPlacing(of: node(1))?.place.name == "mine")
            let everywhere = folded.nodes(everAt: Set((["a", "theirs", "mine"] as [Name]).map { Place(parent: project, name: $0) })) { $0 }
            #expect(everywhere.values.allSatisfy { $0 == [node(1)] } && everywhere.count == 3)
        }
        func label(_ writer: UInt64, _ known: [Batch], _ name: String) -> Batch {
            let header = Batch.Header(project: project, replica: ReplicaID(rawValue: writer), sequence: 9, parents: known.map(\.id))
            let stamp = Stamp(time: .max, replica: ReplicaID(rawValue: writer))
            return BatchEncoder.encode(header, [StampedOperation(stamp, Operation(node(7), [.other("name", .string(name))], label: .tag))]).batch
        }
        let first = label(8, [], "theirs")
        let second = label(4, [first], "mine")
        for order in orders([first, second]) { #expect(fold(order).result().model.labels.tags[node(7)]?.name == "mine") }
    }

    @Test func `IDs that were made with the greatest stamp are joined with none, before an edit and after it`() {
        var (one, two, three) = (Writer(5), Writer(6), Writer(1))
        let left = one.batch(beyond, [(node(1), [.type(.file), place("a")])])
        let right = two.batch(beyond, [(node(2), [.type(.file), place("a")])])
        let edit = three.batch(beyond, knowing: [left, right], [(node(1), [place("b")])])
        for batches in [[left, right], [left, right, edit]] {
            for order in orders(batches) { #expect(fold(order).result().aliasesFound.isEmpty) }
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>) func `batches in any order give the same, and who knows all has the last word`(seed: UInt64) {
        var numbers = SeededNumbers(seed)
        var writers = (1...4).map { Writer(UInt64($0)) }
        var batches: [Batch] = []
        for number in 0..<16 {
            let known = batches.filter { _ in Int.random(in: 0..<6, using: &numbers) == 0 }
            let without = batches.filter { _ in Int.random(in: 0..<20, using: &numbers) == 0 }
            let operations = Set((0..<3).map { _ in UInt64.random(in: 1...4, using: &numbers) }).sorted().map {
                (node($0), [Field.note("\(number)"), place(Name("p\(number % 5)")), .forgotten(number % 3 == 0 ? Int64(number) : nil)])
            }
            let time = Bool.random(using: &numbers) ? beyond + Int64(number) : Int64.random(in: 0..<9, using: &numbers)
            batches.append(writers[Int.random(in: 0..<4, using: &numbers)].batch(time, knowing: known, without: without, operations))
        }
        let whole = fold(batches)
        let nodes = whole.result().model.nodes
        for _ in 0..<5 {
            batches.shuffle(using: &numbers)
            #expect(fold(batches).result().model.nodes == nodes)
        }
        let header = Batch.Header(project: project, replica: ReplicaID(rawValue: 0), sequence: 1, parents: whole.heads)
        // Of what turned out to be one, the one.
        let last = BatchEncoder.encode(header, (1...4).filter { nodes[node($0)] != nil }.map {
            StampedOperation(Stamp(time: .max, replica: ReplicaID(rawValue: 0)), Operation(node($0), [.note("last"), place(Name("last\($0)"))]))
        }).batch
        var model = whole.result().model
        for operation in last.operations { model.apply(operation.operation, at: operation.at) }
        batches.append(last)
        #expect(fold(batches.shuffled(using: &numbers)).result().model.nodes == model.nodes)
    }
}
