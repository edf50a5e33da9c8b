import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSidecar

/// A file that came to another device before the batch that had moved it has two IDs there: every fold joins them alike.
@Suite struct `Twins of what was moved` {
    /// A file of one device that both know, moved by it, and what the other made of it where it came to stand.
    private func twins(_ made: [Field] = []) -> (one: Writer, two: Writer, batches: [Batch]) {
        var (one, two) = (Writer(1), Writer(2))
        let first = one.batch(0, [(node(1), [.type(.file), place("Ode.txt")])])
        let moved = one.batch(10, knowing: [first], [(node(1), [place("Hymn.txt")])])
        let minted = two.batch(5, knowing: [first], [(node(2), [.type(.file), place("Hymn.txt")] + made)])
        return (one, two, [first, moved, minted])
    }

    @Test func `an ID minted where another device had moved a node is a second name of it, and its tags go along`() {
        let tag = node(50)
        let batches = twins([.tag(tag, true)]).batches
        for order in [batches, batches.reversed()] {
            let result = fold(order).result()
            #expect(result.aliasesFound == [node(2): node(1)])
            #expect(result.model[node(1)]?.details?.labels.tags == [tag])
            #expect(result.model.path(of: node(2)) == "Hymn.txt" && result.model.outplaced.isEmpty)
        }
    }

    @Test func `a file and a folder are not joined, whatever is said`() {
        var one = Writer(1)
        let made = one.batch(0, [(node(1), [.type(.folder), .role(Role(rawValue: "draft")), place("Draft")]), (node(2), [.type(.file), place("Ode.txt")]), (node(3), [.type(.folder), place("d")])])
        var two = Writer(2)
        let said = two.batch(10, knowing: [made], [(node(1), [.alias(node(2))]), (node(2), [.alias(node(1))]), (node(3), [.alias(node(1))])])
        for order in [[made, said], [said, made]] {
            let model = fold(order).result().model
            #expect(model.path(of: node(1)) == "Draft" && model.path(of: node(2)) == "Ode.txt")
            #expect(model.aliases == [node(3): node(1)])
        }
    }

    @Test func `that nobody saw how the one came that was made is said no more of what it is`() {
        let batches = twins([.unexplained(7), .note("by the other")]).batches
        for order in [batches, batches.reversed()] {
            let details = fold(order).result().model[node(1)]?.details
            #expect(details?.unexplained == nil && details?.note == "by the other")
        }
    }

    @Test func `a folder of the template that came under a new name before its batch is one with what was made of it there, and keeps its role`() {
        var (one, two) = (Writer(1), Writer(2))
        let first = one.batch(0, [(node(1), [.type(.folder), .role(.trash), place("Trash")]), (node(2), [.type(.file), place("Ode.txt", in: node(1))])])
        let moved = one.batch(10, knowing: [first], [(node(1), [place("Bin")])])
        let minted = two.batch(5, knowing: [first], [(node(3), [.type(.folder), place("Bin")]), (node(4), [.type(.file), place("Ode.txt", in: node(3))])])
        for order in [[first, moved, minted], [minted, moved, first]] {
            let result = fold(order).result()
            #expect(result.aliasesFound == [node(3): node(1), node(4): node(2)])
            #expect(result.model[node(1)]?.role == .trash && result.model.path(of: node(4)) == "Bin/Ode.txt")
        }
    }

    @Test func `what was never moved is told from what was, whatever name it bears by now`() {
        let (_, _, batches) = twins()
        #expect(fold(batches).neverMoved([node(1), node(2), node(3)]) == [node(2)])
    }

    @Test func `what was made side by side is told from what was made by one who knew of the other`() {
        var (one, two) = (Writer(1), Writer(2))
        let first = one.batch(0, [(node(1), [.type(.file), place("a")])])
        let beside = two.batch(5, [(node(2), [.type(.file), place("b")])])
        let after = two.batch(10, knowing: [first], [(node(3), [.type(.file), place("c")])])
        #expect(fold([first, beside, after]).areMadeSideBySide([(node(1), node(2)), (node(2), node(1)), (node(1), node(3)), (node(1), node(9))]) == [true, true, false, false])
    }

    @Test func `what was made beside a move is told from what was made by one who knew of it, also where a folder above was moved`() {
        var (one, two) = (Writer(1), Writer(2))
        let first = one.batch(0, [
            (node(1), [.type(.folder), place("d")]), (node(2), [.type(.file), place("a", in: node(1))]), (node(3), [.type(.file), place("b")]),
        ])
        let moved = one.batch(5, knowing: [first], [(node(1), [place("e")])])
        let beside = two.batch(6, knowing: [first], [(node(4), [.type(.file), place("x")])])
        let after = two.batch(10, knowing: [moved, beside], [(node(5), [.type(.file), place("y")])])
        let folded = fold([first, moved, beside, after])
        #expect(folded.arePutSideBySide([(node(4), node(1)), (node(4), node(2)), (node(4), node(3)), (node(5), node(2)), (node(9), node(2))]) { $0 } == [true, true, false, false, false])
    }

    @Test func `it stays one when somebody moves it who knows of both`() {
        var (one, two, batches) = twins()
        batches.append(one.batch(20, knowing: batches, [(node(1), [place("Song.txt")])]))
        #expect(fold(batches).result().aliasesFound == [node(2): node(1)])
        batches.append(two.batch(30, knowing: batches, [(node(1), [place("Ode.txt")])]))
        #expect(fold(batches).result().model.path(of: node(2)) == "Ode.txt")
    }

    @Test func `what was moved on by its second name, before anybody knew of both, stands where it was moved to`() {
        var (_, two, batches) = twins()
        let moved = two.batch(20, [(node(2), [place("Song.txt")])])
        batches.append(moved)
        for order in [batches, batches.reversed()] {
            let result = fold(order).result()
            #expect(result.aliasesFound == [node(2): node(1)])
            #expect(result.model.path(of: node(1)) == "Song.txt")
        }
    }

    @Test func `an ID that followed the node to its next place is a second name of it too`() {
        var (one, two, batches) = twins()
        batches.append(one.batch(20, [(node(1), [place("Song.txt")])]))
        #expect(fold(batches).result().aliasesFound.isEmpty)
        batches.append(two.batch(30, [(node(2), [place("Song.txt")])]))
        #expect(fold(batches).result().aliasesFound == [node(2): node(1)])
    }

    @Test func `what stays at the place that the node has left is another node`() {
        var (one, _, batches) = twins()
        batches.append(one.batch(20, [(node(1), [place("Song.txt")])]))
        let result = fold(batches).result()
        #expect(result.aliasesFound.isEmpty)
        #expect(result.model.path(of: node(1)) == "Song.txt" && result.model.path(of: node(2)) == "Hymn.txt")
    }

    @Test func `what somebody who knew of both has moved away as another node stays one, as in versions that did not join them`() {
        var (_, two, batches) = twins()
        batches.append(two.batch(20, knowing: batches, [(node(2), [place("Song.txt")])]))
        let result = fold(batches).result()
        #expect(result.aliasesFound.isEmpty && result.model.path(of: node(2)) == "Song.txt")
    }

    @Test func `an ID that was minted in knowledge of the move, and one of another type, are other nodes`() {
        var (one, two) = (Writer(1), Writer(2))
        let first = one.batch(0, [(node(1), [.type(.file), place("Ode.txt")])])
        let moved = one.batch(10, knowing: [first], [(node(1), [place("Hymn.txt")])])
        let minted = two.batch(20, knowing: [moved], [(node(2), [.type(.file), place("Hymn.txt")])])
        let result = fold([first, moved, minted]).result()
        #expect(result.aliasesFound.isEmpty && result.model.outplaced == [node(1)])
        var three = Writer(3)
        let folder = three.batch(5, knowing: [first], [(node(3), [.type(.folder), place("Hymn.txt")])])
        #expect(fold([first, moved, folder]).result().aliasesFound.isEmpty)
    }

    @Test func `two files that were moved to one path are two nodes, of which every device takes the same for what stands there`() {
        var (one, two) = (Writer(1), Writer(2))
        let first = one.batch(0, [(node(1), [.type(.file), place("a.txt")]), (node(2), [.type(.file), place("b.txt")])])
        let batches = [
            first, one.batch(10, knowing: [first], [(node(1), [place("c.txt")])]), two.batch(11, knowing: [first], [(node(2), [place("c.txt")])]),
        ]
        for order in [batches, batches.reversed()] {
            let result = fold(order).result()
            #expect(result.aliasesFound.isEmpty && result.model.outplaced == [node(1)])
        }
    }

    @Test func `two folders that were moved to one path are one, and what was made in them side by side is too`() {
        var (one, two) = (Writer(1), Writer(2))
        let first = one.batch(0, [(node(1), [.type(.folder), place("A")]), (node(2), [.type(.folder), place("B")])])
        let batches = [
            first, one.batch(10, knowing: [first], [(node(1), [place("C")]), (node(3), [.type(.file), place("x", in: node(1))])]),
            two.batch(11, knowing: [first], [(node(2), [place("C")]), (node(4), [.type(.file), place("x", in: node(2))])]),
        ]
        #expect(fold(batches).result().aliasesFound == [node(2): node(1), node(4): node(3)])
    }

    @Test func `a known file that was moved into what was made of a renamed folder is not what was known in that`() {
        var (one, two) = (Writer(1), Writer(2))
        let first = one.batch(0, [(node(1), [.type(.folder), place("A")]), (node(2), [.type(.file), place("x", in: node(1))]), (node(3), [.type(.file), place("y")])])
        // Both files have changed places on the device that renamed the folder, which says nothing of the other yet.
        let renamed = one.batch(10, knowing: [first], [(node(1), [place("B")]), (node(3), [place("x", in: node(1))])])
        let made = two.batch(5, knowing: [first], [(node(4), [.type(.folder), place("B")])])
        let moved = two.batch(20, [(node(3), [place("x", in: node(4))])])
        for order in [[first, renamed, made, moved], [moved, made, renamed, first]] {
            let result = fold(order).result()
            #expect(result.aliasesFound == [node(4): node(1)] && result.model.outplaced == [node(2)])
            #expect(result.model.path(of: node(3)) == "B/x")
        }
    }

    @Test func `what came in a renamed folder before its batch is what was known in it`() {
        var (one, two) = (Writer(1), Writer(2))
        let first = one.batch(0, [(node(1), [.type(.folder), place("A")]), (node(2), [.type(.file), place("x", in: node(1))])])
        let renamed = one.batch(10, knowing: [first], [(node(1), [place("B")])])
        let minted = two.batch(5, knowing: [first], [(node(3), [.type(.folder), place("B")]), (node(4), [.type(.file), place("x", in: node(3))])])
        for order in [[first, renamed, minted], [minted, renamed, first]] {
            #expect(fold(order).result().aliasesFound == [node(3): node(1), node(4): node(2)])
        }
    }

    @Test func `so it is where two devices made the renamed folder anew, and only the younger of these made the file`() {
        var (one, two, three) = (Writer(1), Writer(2), Writer(3))
        let first = three.batch(0, [(node(1), [.type(.folder), place("A")]), (node(2), [.type(.file), place("x", in: node(1))])])
        // Whoever makes the file anew has moved the one that it is before.
        let known = three.batch(5, knowing: [first], [(node(2), [place("y", in: node(1))]), (node(2), [place("x", in: node(1))])])
        let renamed = one.batch(10, knowing: [known], [(node(1), [place("B")])])
        let made = two.batch(11, knowing: [known], [(node(3), [.type(.folder), place("B")])])
        let again = three.batch(12, knowing: [known], [(node(4), [.type(.folder), place("B")]), (node(5), [.type(.file), place("x", in: node(4))])])
        for order in [[first, known, renamed, made, again], [again, made, renamed, known, first]] {
            #expect(fold(order).result().aliasesFound == [node(3): node(1), node(4): node(3), node(5): node(2)])
        }
    }

    @Test func `a folder's ID that was minted where it stood before its renaming, by one who knew it, is not taken for it`() {
        var (one, two) = (Writer(1), Writer(2))
        let first = one.batch(0, [(node(1), [.type(.folder), place("A")]), (node(2), [.type(.file), place("x", in: node(1))])])
        let renamed = one.batch(10, knowing: [first], [(node(1), [place("B")])])
        let made = two.batch(20, knowing: [renamed], [(node(3), [.type(.folder), place("A")]), (node(4), [.type(.file), place("x", in: node(3))])])
        #expect(fold([first, renamed, made]).result().aliasesFound.isEmpty)
    }

    @Test func `what was made in a folder that another device had renamed, and came there before its batch, is one, and stands where it came`() {
        for late in [5, 50] as [Int64] {
            var (one, two) = (Writer(1), Writer(2))
            let first = one.batch(0, [(node(1), [.type(.folder), place("A")])])
            let made = two.batch(late, knowing: [first], [(node(2), [.type(.file), place("x", in: node(1)), .tag(node(50), true)])])
            let renamed = one.batch(10, knowing: [first], [(node(1), [place("B")])])
            let came = one.batch(20, knowing: [renamed], [(node(3), [.type(.folder), place("A")]), (node(4), [.type(.file), place("x", in: node(3))])])
            let result = fold([first, made, renamed, came]).result()
            #expect(result.model.resolve(node(2)) == result.model.resolve(node(4)))
            #expect(result.model.path(of: node(2)) == "A/x" && result.model[node(4)]?.details?.labels.tags == [node(50)])
            // Who knew of the one made another.
            let other = one.batch(20, knowing: [renamed, made], [(node(3), [.type(.folder), place("A")]), (node(4), [.type(.file), place("x", in: node(3))])])
            #expect(fold([first, made, renamed, other]).result().aliasesFound.isEmpty)
        }
    }

    @Test func `what was renamed in a folder that another device had renamed is one with what came there`() {
        var (one, two) = (Writer(1), Writer(2))
        let first = one.batch(0, [(node(1), [.type(.folder), place("A")]), (node(2), [.type(.file), place("x", in: node(1))])])
        let moved = two.batch(15, knowing: [first], [(node(2), [place("y", in: node(1))])])
        let renamed = one.batch(10, knowing: [first], [(node(1), [place("B")])])
        let came = one.batch(20, knowing: [renamed], [(node(3), [.type(.folder), place("A")]), (node(4), [.type(.file), place("y", in: node(3))])])
        let result = fold([first, moved, renamed, came]).result()
        #expect(result.aliasesFound == [node(4): node(2)] && result.model.path(of: node(2)) == "A/y")
    }

    @Test func `what was left behind stays one when somebody who knows of both moves it, or the folder`() {
        var (one, two) = (Writer(1), Writer(2))
        let first = one.batch(0, [(node(1), [.type(.folder), place("A")]), (node(2), [.type(.file), place("x", in: node(1))])])
        let moved = two.batch(15, knowing: [first], [(node(2), [place("y", in: node(1))])])
        let renamed = one.batch(10, knowing: [first], [(node(1), [place("B")])])
        let came = one.batch(20, knowing: [renamed], [(node(3), [.type(.folder), place("A")]), (node(4), [.type(.file), place("y", in: node(3))])])
        let all = [first, moved, renamed, came]
        for (id, path) in [(node(2), "C"), (node(1), "A/y")] as [(NodeID, RelativePath)] {
            let other = fold(all + [one.batch(30, knowing: all, [(id, [place("C")])])]).result()
            #expect(other.aliasesFound == [node(4): node(2)] && other.model.path(of: node(2)) == path)
        }
        // Who did not know of the other has moved what was left behind away from it.
        let other = fold(all + [two.batch(30, knowing: [renamed], [(node(2), [place("C")])])]).result()
        #expect(other.aliasesFound.isEmpty && other.model.path(of: node(2)) == "C")
    }

    @Test func `what was given up stands in nobody's place`() {
        var one = Writer(1)
        let first = one.batch(0, [(node(1), [.type(.file), place("a.txt")])])
        let second = one.batch(10, knowing: [first], [(node(2), [.type(.file), place("a.txt")]), (node(2), [.forgotten(9)])])
        #expect(fold([first, second]).result().model.outplaced == [node(2)])
    }
}

@Suite struct `Twins in any order` {
    /// Three replicas that make, move and rename at few places, and now and then know of one another.
    private func randomBatches(_ numbers: inout SeededNumbers) -> [Batch] {
        var writers = [Writer(1), Writer(2), Writer(3)]
        var known: [NodeID] = []
        var batches: [Batch] = []
        for round in 0..<14 {
            let writer = Int.random(in: 0..<3, using: &numbers)
            let parent = Bool.random(using: &numbers) ? project : known.randomElement(using: &numbers) ?? project
            let name = Name("n\(Int.random(in: 0..<2, using: &numbers))")
            let isMove = Bool.random(using: &numbers)
            let id = isMove ? known.randomElement(using: &numbers) ?? node(UInt64(round)) : node(UInt64(round))
            if !known.contains(id) { known.append(id) }
            let seen = batches.filter { _ in Int.random(in: 0..<6, using: &numbers) == 0 }
            batches.append(writers[writer].batch(Int64.random(in: 0..<20, using: &numbers), knowing: seen, [(id, [.type(.folder), place(name, in: parent)])]))
        }
        return batches
    }

    @Test func `the answer hangs on the batches alone`() {
        var found = 0
        for seed in 0..<300 as Range<UInt64> {
            var numbers = SeededNumbers(seed)
            var batches = randomBatches(&numbers)
            let result = fold(batches).result()
            found += result.aliasesFound.count
            for _ in 0..<4 {
                batches.shuffle(using: &numbers)
                let other = fold(batches).result()
                #expect(other.aliasesFound == result.aliasesFound, "seed \(seed)")
                #expect(other.model.nodes == result.model.nodes, "seed \(seed)")
                #expect(other.model.outplaced == result.model.outplaced, "seed \(seed)")
            }
        }
        #expect(found > 100)
    }
}
