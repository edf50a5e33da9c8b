import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSidecar

@Suite struct DoubledIDTests {
    private func mint(_ writer: inout Writer, _ time: Int64, _ number: UInt64, _ more: [Field] = []) -> Batch {
        writer.batch(time, [(node(number), [.type(.file), place("Ode.txt")] + more)])
    }

    @Test func `an ID minted side by side becomes the older one's alias and gives it what it knew`() {
        var one = Writer(1)
        var two = Writer(2)
        let older = mint(&one, 0, 1, [.note("mine")])
        let younger = mint(&two, 1, 2, [.note("yours"), .exception(true)])
        let result = fold([younger, older]).result()
        #expect(result.aliasesFound == [node(2): node(1)])
        #expect(result.model.nodes[node(2)] == nil)
        #expect(result.model[node(2)]?.id == node(1))
        #expect(result.model[node(1)]?.details?.note == "mine")
        #expect(result.model[node(1)]?.details?.exception == true)
    }

    @Test func `it stays the alias when the node is moved by one who knows of both`() {
        var one = Writer(1)
        var two = Writer(2)
        let batches = [mint(&one, 0, 1), mint(&two, 1, 2)]
        let moved = one.batch(5, knowing: batches, [(node(1), [place("Elsewhere.txt")])])
        #expect(fold(batches + [moved]).result().aliasesFound == [node(2): node(1)])
    }

    @Test func `what was moved away before the other was known is another node`() {
        var one = Writer(1)
        var two = Writer(2)
        let first = mint(&one, 0, 1)
        let moved = one.batch(1, knowing: [first], [(node(1), [place("Elsewhere.txt")])])
        let result = fold([first, moved, mint(&two, 2, 2)]).result()
        #expect(result.aliasesFound.isEmpty)
        #expect(result.doubled.isEmpty)
    }

    @Test func `an ID minted in knowledge of the older one is another node`() {
        var one = Writer(1)
        var two = Writer(2)
        let first = mint(&one, 0, 1)
        let second = two.batch(1, knowing: [first], [(node(2), [.type(.file), place("Ode.txt")])])
        let third = mint(&one, 2, 3)
        let result = fold([first, second, third]).result()
        #expect(result.aliasesFound == [node(3): node(2)])
        #expect(result.model.nodes[node(1)] != nil)
    }

    @Test func `different contents, roles or types are reported and not joined`() throws {
        func content(_ byte: UInt8) throws -> Field {
            .content(ContentRecord(hash: try #require(ContentHash(bytes: [UInt8](repeating: byte, count: 32))), size: 1, since: 0))
        }
        for (left, right) in [([try content(1)], [try content(2)]), ([.role(.draft)], []), ([], [.type(.folder)])] as [([Field], [Field])] {
            var one = Writer(1)
            var two = Writer(2)
            let result = fold([mint(&one, 0, 1, left), mint(&two, 1, 2, right)]).result()
            #expect(result.aliasesFound.isEmpty)
            #expect(result.doubled == [DoubledID(older: node(1), younger: node(2))])
            #expect(result.model.nodes.count == 3)
        }
    }

    @Test func `what stands in doubled folders is doubled too`() {
        var one = Writer(1)
        var two = Writer(2)
        func tree(_ base: UInt64) -> [(NodeID, [Field])] {
            [
                (node(base), [.type(.folder), place("A")]), (node(base + 1), [.type(.folder), place("B", in: node(base))]),
                (node(base + 2), [.type(.file), place("c", in: node(base + 1))]),
            ]
        }
        let result = fold([one.batch(0, tree(10)), two.batch(1, tree(20))]).result()
        #expect(result.aliasesFound == [node(20): node(10), node(21): node(11), node(22): node(12)])
        #expect(result.model.path(of: node(22)) == "A/B/c")
    }

    @Test func `giving up one of two does not give up the other unless it was known`() {
        var one = Writer(1)
        var two = Writer(2)
        let (first, second) = (mint(&one, 0, 1), mint(&two, 1, 2))
        let blind = one.batch(2, knowing: [first], [(node(1), [.forgotten(9)])])
        #expect(fold([first, second, blind]).result().model[node(1)]?.details?.forgotten == nil)
        let knowing = one.batch(3, knowing: [blind, second], [(node(1), [.forgotten(10)])])
        #expect(fold([first, second, blind, knowing]).result().model[node(1)]?.details?.forgotten == 10)
    }

    @Test func `aliases that operations name hold, circles of them are cut, unknown targets wait`() {
        var one = Writer(1)
        let nodes = one.batch(0, (1...3).map { (node($0), [.type(.file), place(Name("f\($0)"))]) })
        let batches = [
            nodes, one.batch(1, [(node(1), [.alias(node(2))])]), one.batch(2, [(node(2), [.alias(node(1))])]),
            one.batch(3, [(node(3), [.alias(node(99))])]),
        ]
        let model = fold(batches).result().model
        #expect(model.aliases == [node(1): node(2)])
        #expect(Set(model.nodes.keys) == [project, node(2), node(3)])
    }
}

@Suite struct DoubledIDOrderTests {
    /// Three replicas that mint IDs of their own at few places, move some, and now and then know of one another.
    private func randomBatches(_ numbers: inout SeededNumbers) -> [Batch] {
        var writers = [Writer(1), Writer(2), Writer(3)]
        var own: [[NodeID]] = [[], [], []]
        var batches: [Batch] = []
        for round in 0..<12 {
            let writer = Int.random(in: 0..<3, using: &numbers)
            let parent = Bool.random(using: &numbers) ? project : own[writer].randomElement(using: &numbers) ?? project
            let name = Name("n\(Int.random(in: 0..<2, using: &numbers))")
            let id: NodeID
            if Int.random(in: 0..<6, using: &numbers) == 0, let known = own[writer].randomElement(using: &numbers) {
                id = known
            } else {
                id = node(UInt64(writer * 100 + round))
                own[writer].append(id)
            }
            let type = NodeType.folder
            let note = Field.note("\(Int.random(in: 0..<3, using: &numbers))")
            let known = batches.filter { _ in Int.random(in: 0..<12, using: &numbers) == 0 }
            let time = Int64.random(in: 0..<20, using: &numbers)
            let role = Int.random(in: 0..<5, using: &numbers) == 0 ? [Field.role(.draft)] : []
            batches.append(
                writers[writer].batch(time, knowing: known, [(id, [.type(type), place(name, in: parent), note] + role)]))
        }
        return batches
    }

    @Test func `doubled IDs are joined alike in whatever order batches arrive`() {
        var found = 0
        var doubled = 0
        for seed in 0..<200 as Range<UInt64> {
            var numbers = SeededNumbers(seed)
            var batches = randomBatches(&numbers)
            let result = fold(batches).result()
            found += result.aliasesFound.count
            doubled += result.doubled.count
            for _ in 0..<5 {
                batches.shuffle(using: &numbers)
                let other = fold(batches).result()
                #expect(other.aliasesFound == result.aliasesFound)
                #expect(other.doubled == result.doubled)
                #expect(other.model.nodes == result.model.nodes)
            }
        }
        #expect(found > 100)
        #expect(doubled > 20)
    }
}

@Suite struct CopyTests {
    private let first = node(101)
    private let second = node(102)
    private let third = node(103)

    private var original: Batch {
        var writer = Writer(1, project: first)
        return writer.batch(
            0,
            [
                (node(1), [.type(.folder), place("Draft", in: first)]),
                (node(2), [.type(.file), place("Ode", in: node(1)), .origin(Place(parent: node(1), name: "x"))]),
                (first, [.note("the original")]),
            ])
    }

    @Test func `a copy has IDs of its own, and what it refers to stays inside`() {
        let copy = ProjectFile(id: first, kind: "poetry", created: now).copied(as: second)
        let model = fold([original], copy).result().model
        let folder = NodeID.v5(namespace: second, name: node(1))
        let file = NodeID.v5(namespace: second, name: node(2))
        #expect(Set(model.nodes.keys) == [second, folder, file])
        #expect(model.path(of: file) == "Draft/Ode")
        #expect(model[file]?.details?.origin?.parent == folder)
        #expect(model[second]?.details?.note == "the original")
    }

    @Test func `a copy of a copy maps step by step, each batch from where it was written`() {
        let copy = ProjectFile(id: first, kind: "poetry", created: now).copied(as: second).copied(as: third)
        let once = NodeID.v5(namespace: second, name: node(2))
        let twice = NodeID.v5(namespace: third, name: once)
        var middle = Writer(2, project: second)
        var last = Writer(3, project: third)
        let renamed = middle.batch(1, knowing: [original], [(once, [.note("in the first copy")])])
        let own = last.batch(2, knowing: [renamed], [(twice, [.exception(true)])])
        let folded = fold([own, renamed, original], copy)
        let model = folded.result().model
        #expect(model[twice]?.details?.note == "in the first copy")
        #expect(model[twice]?.details?.exception == true)
        #expect(model.path(of: twice) == "Draft/Ode")
        #expect(model.nodes.count == 3)
        #expect(folded.heads == [own.id])
    }
}
