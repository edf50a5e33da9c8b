import ShedModel
import Testing

@testable import ShedSidecar

/// What is put into a folder by one who does not know that another has moved it.
@Suite struct `What was put into a folder where it was` {
    /// Two devices that know a folder: one moves it, or not, and puts a file into it; so does the other, knowing of that or not.
    private func batches(isMoved: Bool, knows: Bool) -> [Batch] {
        var (one, two) = (Writer(1), Writer(2))
        let first = one.batch(0, [(node(1), [.type(.folder), place("d")]), (node(2), [.type(.file), place("c", in: node(1))]), (node(3), [.type(.file), place("a")])])
        var operations: [(NodeID, [Field])] = [(node(4), [.type(.file), place("b", in: node(1))])]
        if isMoved { operations.insert((node(1), [place("e")]), at: 0) }
        let moved = one.batch(10, knowing: [first], operations)
        let put = two.batch(5, knowing: knows ? [first, moved] : [first], [(node(3), [place("c", in: node(1))]), (node(5), [.type(.file), place("b", in: node(1))])])
        return [first, moved, put]
    }

    @Test func `is another file than what was put under its name where another device had moved that`() {
        for order in [batches(isMoved: true, knows: false), batches(isMoved: true, knows: false).reversed()] {
            #expect(fold(order).result().aliasesFound.isEmpty)
        }
        #expect(fold(batches(isMoved: false, knows: false)).result().aliasesFound.count == 1)
    }

    @Test func `stands where the folder was, if neither knew of the other's deed`() {
        let known: Set = [node(2), node(3), node(4), node(5), node(9)]
        let stranding = Stranding(folder: node(1), place: Place(parent: project, name: "d"))
        #expect(fold(batches(isMoved: true, knows: false)).stranded(known) { $0 } == [node(3): stranding, node(5): stranding])
        #expect(fold(batches(isMoved: true, knows: true)).stranded(known) { $0 }.isEmpty)
        #expect(fold(batches(isMoved: false, knows: false)).stranded(known) { $0 }.isEmpty)
    }

    @Test func `stands where the folder is, if it was put there by the ID that the other device had made of that`() {
        var (one, two) = (Writer(1), Writer(2))
        let first = one.batch(0, [(node(1), [.type(.folder), place("d")]), (node(2), [.type(.file), place("c", in: node(1))])])
        let moved = one.batch(10, knowing: [first], [(node(1), [place("e")])])
        let put = two.batch(20, knowing: [first], [(node(6), [.type(.folder), place("e")]), (node(2), [place("c", in: node(6))])])
        let fold = fold([first, moved, put])
        let model = fold.result().model
        #expect(model.resolve(node(6)) == node(1) && fold.stranded([node(2)], resolve: model.resolve).isEmpty)
    }

    @Test func `is found in a circle of folders, of which others' batches may tell`() {
        var (one, two) = (Writer(1), Writer(2))
        let first = one.batch(0, [(node(1), [.type(.folder), place("d")]), (node(2), [.type(.folder), place("e")])])
        let circle = one.batch(10, knowing: [first], [(node(1), [place("d", in: node(2))]), (node(2), [place("e", in: node(1))])])
        let put = two.batch(20, knowing: [first, circle], [(node(3), [.type(.file), place("c", in: node(1))])])
        #expect(fold([first, circle, put]).stranded([node(3)]) { $0 }.isEmpty)
    }
}
