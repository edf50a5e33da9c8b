import ShedModel
import Testing

@testable import ShedSidecar

@Suite struct FoldTests {
    @Test func `the later stamp wins, field by field, in whatever order batches arrive`() {
        var one = Writer(1)
        var two = Writer(2)
        let first = one.batch(0, [(node(1), [.type(.file), place("a"), .note("first")])])
        let second = two.batch(10, knowing: [first], [(node(1), [place("b")])])
        let third = one.batch(5, [(node(1), [place("c"), .exception(true)])])
        for order in [[first, second, third], [third, second, first], [second, first, third]] {
            let node = fold(order).result().model[node(1)]
            #expect(node?.place?.name == "b")
            #expect(node?.details?.note == "first")
            #expect(node?.details?.exception == true)
        }
    }

    @Test func `a node was made when the sidecar says so, else with its least stamp, and changed with its newest`() throws {
        var one = Writer(1)
        var two = Writer(2)
        let first = one.batch(10, [(node(1), [.type(.file), place("a")]), (node(2), [.type(.file), .created(77)])])
        let earlier = two.batch(3, [(node(1), [.note("early")]), (node(2), [.note("early")])])
        let later = two.batch(20, knowing: [first], [(node(2), [.note("late")])])
        let stamps = try [first, earlier, later].map { try #require($0.operations.first?.at.milliseconds) }
        for order in [[first, earlier, later], [later, earlier, first]] {
            let model = fold(order).result().model
            #expect(model[node(1)]?.created == stamps[1] && model[node(1)]?.updated == stamps[0])
            #expect(model[node(2)]?.created == 77 && model[node(2)]?.updated == stamps[2])
        }
        // Batches of an earlier version, one after the other, as a project that is open takes them.
        var model = Model(project: project)
        for operation in [first, later].flatMap(\.operations) { model.apply(operation.operation, at: operation.at) }
        #expect(model.nodes[node(1)] == fold([first, later]).result().model[node(1)])
        #expect(model.nodes[node(2)] == fold([first, later]).result().model[node(2)])
    }

    @Test func `the order is a field like others, and what is no key is left out`() throws {
        var one = Writer(1)
        var two = Writer(2)
        let keys = try #require(OrderKey.keys(2))
        let first = one.batch(0, [(node(1), [.type(.file), place("a"), .order(keys[0])]), (node(2), [.type(.file), place("b"), .order(keys[0])])])
        let both = two.batch(10, knowing: [first], [(node(1), [.order(keys[1])]), (node(2), [.order(nil)])])
        let wrong: [JSONValue] = ["", "a", "a00", 7, true, ["a0"], .string("a0" + String(repeating: "V", count: 9_000))]
        let hostile = two.batch(20, knowing: [both], [(node(1), [.note("kept")])]).header
        for value in wrong {
            let bytes = BatchEncoder.encode(hostile, [StampedOperation(stamp(20, 2), Operation(node(1), [.note("kept"), .other("order", value)]))]).bytes
            let bad = try BatchDecoder.decode(bytes, projects: [project])
            for order in [[first, both, bad], [bad, both, first]] {
                let folded = fold(order)
                let model = folded.result().model
                #expect(model[node(1)]?.order == keys[1] && model[node(1)]?.details?.note == "kept" && model[node(2)]?.order == nil)
                #expect(folded.unknownOperations == 1)
            }
        }
    }

    @Test func `two replicas that give orders at once agree`() throws {
        var (one, two) = (Writer(1), Writer(2))
        let keys = try #require(OrderKey.keys(6))
        let nodes = (1...6).map { node(UInt64($0)) }
        let base = one.batch(0, zip(nodes, keys).map { ($0, [.type(.folder), place(Name("\($0)")), .order($1)]) })
        let left = one.batch(5, knowing: [base], zip(nodes, keys.reversed()).map { ($0, [.order($1)]) })
        let right = two.batch(5, knowing: [base], [(nodes[2], [.order(.between(nil, keys[0]))]), (node(7), [.type(.folder), place("7"), .order(.between(keys[5], nil))])])
        func order(_ batches: [Batch]) -> [NodeID] {
            fold(batches).result().model.nodes.values.filter { $0.order != nil }.map { OrderKey.Item(id: $0.id, key: $0.order) }
                .sorted { $0.precedes($1) }.map(\.id)
        }
        #expect(order([base, left, right]) == order([right, left, base]))
        #expect(order([base, left, right]).first == nodes[2] && order([base, left, right]).last == node(7))
    }

    @Test func `of equal stamps the greater value wins`() {
        var one = Writer(1)
        var same = Writer(1)
        let left = one.batch(0, [(node(1), [.note("a")])])
        let right = same.batch(0, [(node(1), [.note("b")])])
        #expect(fold([left, right]).result().model[node(1)]?.details?.note == "b")
        #expect(fold([right, left]).result().model[node(1)]?.details?.note == "b")
        #expect(fold([left, right]).forks.map(\.batches) == [[left.id, right.id].sorted()])
        #expect(fold([left]).forks.isEmpty)
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `batches in any order give the same model`(seed: UInt64) {
        var numbers = SeededNumbers(seed)
        var batches = randomBatches(&numbers)
        let expected = fold(batches)
        let result = expected.result()
        for _ in 0..<6 {
            batches.shuffle(using: &numbers)
            let other = fold(batches + batches.prefix(2))
            let otherResult = other.result()
            #expect(otherResult.model.nodes == result.model.nodes)
            #expect(otherResult.model.aliases == result.model.aliases)
            #expect(otherResult.aliasesFound == result.aliasesFound)
            #expect(otherResult.doubled == result.doubled)
            #expect(otherResult.uncycled == result.uncycled)
            #expect(otherResult.future == result.future)
            #expect(other.heads == expected.heads)
            #expect(other.maxStamp == expected.maxStamp)
            #expect(other.forks == expected.forks)
        }
        for id in result.model.nodes.keys {
            if let parent = result.model[id]?.place?.parent, result.model[parent] != nil || parent == project {
                #expect(depth(of: id, in: result.model) != nil, "a cycle is left")
            }
        }
    }

    private func depth(of id: NodeID, in model: Model) -> Int? {
        var current = id
        for depth in 0...model.nodes.count {
            guard current != project, let place = model[current]?.place else { return depth }
            current = model.resolve(place.parent)
        }
        return nil
    }

    private func randomBatches(_ numbers: inout SeededNumbers) -> [Batch] {
        var writers = [Writer(1), Writer(2), Writer(3)]
        var batches: [Batch] = []
        for _ in 0..<24 {
            let writer = Int.random(in: 0..<3, using: &numbers)
            let time = Int64.random(in: 0..<40, using: &numbers)
                + (Int.random(in: 0..<12, using: &numbers) == 0 ? 200_000_000 : 0)
            let operations = Set((0..<4).map { _ in UInt64.random(in: 1...14, using: &numbers) }).sorted().map { number in
                (node(number), [randomField(&numbers), randomPlace(&numbers)])
            }
            let known = batches.filter { _ in Int.random(in: 0..<8, using: &numbers) == 0 }
            batches.append(writers[writer].batch(time, knowing: known, operations))
        }
        return batches
    }

    private func randomPlace(_ numbers: inout SeededNumbers) -> Field {
        let parent = UInt64.random(in: 0...14, using: &numbers)
        return place(Name("n\(UInt8.random(in: 0...2, using: &numbers))"), in: parent == 0 ? project : node(parent))
    }

    private func randomField(_ numbers: inout SeededNumbers) -> Field {
        switch Int.random(in: 0..<9, using: &numbers) {
        case 0: .type(.file)
        case 1: .alias(node(UInt64.random(in: 1...14, using: &numbers)))
        case 2: .note("\(Int.random(in: 0..<3, using: &numbers))")
        case 3: .forgotten(Bool.random(using: &numbers) ? 1 : nil)
        case 4: .other("colour", Bool.random(using: &numbers) ? "red" : nil)
        case 5: .place(nil)
        case 6: .order(OrderKey("a\(Int.random(in: 1...3, using: &numbers))"))
        default: .type(.folder)
        }
    }

    @Test func `a stamp from the future wins, is reported, and does not move the clock`() {
        var one = Writer(1)
        let usual = one.batch(0, [(node(1), [.type(.file), place("a")])])
        let day = HybridClock.tolerance + 60_000
        let edge = one.batch(day, [(node(2), [.note("just within a day")])])
        let late = one.batch(day + 1, [(node(1), [place("b")])])
        let folded = fold([usual, edge, late])
        #expect(folded.maxStamp == stamp(day, 1))
        #expect(folded.result().future == [FieldKey(id: node(1), field: "place"): stamp(day + 1, 1)])
        #expect(folded.result().model[node(1)]?.place?.name == "b")
    }

    @Test func `parents in a circle are cut at the youngest place`() {
        var one = Writer(1)
        let batches = [
            one.batch(0, [(node(1), [.type(.folder), place("a", in: node(3))])]),
            one.batch(2, [(node(2), [.type(.folder), place("b", in: node(1))])]),
            one.batch(1, [(node(3), [.type(.folder), place("c", in: node(2))])]),
            one.batch(3, [(node(4), [.type(.folder), place("d", in: node(4))])]),
        ]
        let result = fold(batches).result()
        #expect(result.uncycled == [node(2), node(4)])
        #expect(result.model.path(of: node(1)) == "b/c/a")
        #expect(result.model.path(of: node(4)) == "d")
    }

    @Test func `heads, sequences and what is absent are known`() {
        var one = Writer(1)
        var two = Writer(2)
        let first = one.batch(0, [(node(1), [.type(.file)])])
        let second = two.batch(1, knowing: [first], [(node(1), [.note("x")])])
        let third = one.batch(2, knowing: [first], [(node(2), [.type(.file)])])
        let whole = fold([third, second, first])
        #expect(whole.heads == [second.id, third.id].sorted())
        #expect(whole.sequences == [ReplicaID(rawValue: 1): 2, ReplicaID(rawValue: 2): 1])
        #expect(!whole.isIncomplete)
        let part = fold([second, third])
        #expect(part.absentParents == [first.id])
        #expect(part.gaps == [.absent(first.id)])
        #expect(part.isIncomplete)
    }

    @Test func `a batch counts once and another project's not at all`() {
        var one = Writer(1)
        var stranger = Writer(2, project: node(77))
        var fold = Fold(project: projectFile, now: now)
        let batch = one.batch(0, [(node(1), [.type(.file)])])
        let added = [fold.add(batch), fold.add(batch), fold.add(stranger.batch(0, [(node(2), [.type(.file)])]))]
        #expect(added == [true, false, false])
        #expect(fold.batchCount == 1)
        #expect(fold.result().model[node(2)] == nil)
    }

    @Test func `no operation makes the root a node like others, or another node the root`() {
        var one = Writer(1)
        let batch = one.batch(
            0, [(project, [.type(.file), place("a", in: node(1)), .alias(node(1)), .note("x")]), (node(1), [.type(.project)])])
        let folded = fold([batch])
        let root = folded.result().model[project]
        #expect(root?.type == .project)
        #expect(root?.place == nil)
        #expect(root?.details?.note == "x")
        #expect(folded.result().model[node(1)]?.type == .file)
        #expect(folded.unknownOperations == 2)
    }

    @Test func `a base stands for the batches it names`() throws {
        var one = Writer(1)
        let first = one.batch(0, [(node(1), [.type(.file), place("a"), .note("old")])])
        let second = one.batch(1, knowing: [first], [(node(1), [.note("new")])])
        let third = one.batch(2, knowing: [second], [(node(2), [.type(.file), place("b")])])
        let text = """
            {"checksum":"\(String(repeating: "0", count: 64))","count":3,"format":1,"project":"\(project)","subsumes":2}
            {"id":"\(first.id)","parents":[],"project":"\(project)","replica":"0000000000000001","sequence":1}
            {"id":"\(second.id)","parents":["\(first.id)"],"project":"\(project)","replica":"0000000000000001","sequence":2}
            {"at":"\(stamp(0))","from":0,"id":"\(node(1))","set":{"place":{"name":"a","parent":"\(project)"},"type":"file"}}
            {"at":"\(stamp(1))","from":1,"id":"\(node(1))","set":{"details":"new"}}
            {"at":"\(stamp(1))","from":1,"id":"\(node(9))","kind":"tag","set":{}}

            """
        let base = try BaseDecoder.decode(sealed(text), projects: [project])
        let whole = fold([first, second, third])
        for withFiles in [[], [first], [first, second]] {
            var compact = Fold(project: projectFile, now: now)
            compact.add(base)
            compact.add(third)
            for batch in withFiles { compact.add(batch) }
            #expect(compact.result().model.nodes == whole.result().model.nodes)
            #expect(compact.heads == [third.id])
            #expect(!compact.isIncomplete)
        }
        #expect(throws: BatchFault.self) {
            try BaseDecoder.decode(sealed(text.replacing("\"from\":1", with: "\"from\":2")), projects: [project])
        }
    }
}

@Suite(.timeLimit(.minutes(60))) struct HostileFoldTests {
    @Test func `long chains of aliases and of folders, and very many unknown fields, cost no more than their length`() {
        var one = Writer(1)
        let count: UInt64 = 20_000
        let nodes = one.batch(0, (1...count).map { (node($0), [.type(.folder), place("x", in: node($0 + 1))]) })
        let fields = (0..<20_000).map { Field.other("field \($0)", 1) }
        var batches = [nodes, one.batch(1, [(node(count + 1), fields)])]
        for half in [1, 0] {
            // Half of the chain grows at its end, half at its beginning.
            let links = (1...count).filter { ($0 % 2 == 0) == (half == 1) }
            batches.append(one.batch(Int64(2 + half), links.map { (node(count * 2 - $0), [.alias(node(count * 2 - $0 - 2))]) }))
        }
        let result = fold(batches).result()
        #expect(result.model.nodes[node(count + 1)] == nil || result.model[node(count + 1)]?.details?.other.count == 20_000)
        #expect(!result.model.aliases.isEmpty)
        #expect(result.model.aliases.values.allSatisfy { result.model.aliases[$0] == nil })
    }
}
