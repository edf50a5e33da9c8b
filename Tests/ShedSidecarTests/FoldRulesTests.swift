import ShedModel
import Testing

@testable import ShedSidecar

/// Whoever has an index asks it and not the batches, as long as it was folded by the same rules.
@Suite struct `The number of the fold's rules` {
    /// What the batches of ``FoldExample`` fold to, and by which rules.
    private static let rules: UInt64 = 7
    private static let answer = """
        1 folder ./Draft role draft
        2 file ./w +92 second
        3 file ./z met
        4 file 6/c
        5 folder 6/d
        6 folder ./e
        7 file ./f still here, given up
        8 folder ./Music
        9 file 8/h
        10 folder ./Books
        11 file ./w +90 +91
        12 file ./y
        15 file 5/k
        17 file 26/h
        18 file ./n
        22 folder ./y
        24 folder ./Draft
        25 file 5/k
        27 file 26/m
        30 file ./v +93 ahead
        32 file ./u
        20 = 10
        21 = 11
        23 = 3
        26 = 8
        31 = 30
        12 and 22 claim one path
        outplaced: 2 9 12 15 24
        out of a circle: 6
        from the future: 30 details
        """

    /// An answer that is another one, and right, is written down here along with a number of its own: an index of the former rules would
    /// else go on giving the former answer, on some devices and not on others.
    @Test func `is raised with another answer`() {
        #expect(FoldExample.answer == Self.answer)
        #expect(Fold.rules == Self.rules, "Write down here what they fold to now, with the new number.")
    }
}

/// A few batches of three devices in which each rule of the fold has something to say.
enum FoldExample {
    static var batches: [Batch] {
        var (one, two, three) = (Writer(1), Writer(2), Writer(3))
        let begun = one.batch(0, [
            (node(1), [.type(.folder), place("Draft"), .role(Role(rawValue: "draft"))]), (node(2), [.type(.file), place("a", in: node(1)), .note("first")]),
            (node(3), [.type(.file), place("b", in: node(1))]), (node(4), [.type(.file), place("c", in: node(1))]), (node(5), [.type(.folder), place("d")]),
            (node(6), [.type(.folder), place("e")]), (node(7), [.type(.file), place("f")]), (node(8), [.type(.folder), place("g")]),
            (node(9), [.type(.file), place("h", in: node(8))]), (node(17), [.type(.file), place("i")]), (node(18), [.type(.file), place("m", in: node(8))]),
        ])
        // Two devices that knew nothing of each other: a folder and a file with two IDs each, and a file and a folder at one place.
        let left = one.batch(10, knowing: [begun], [
            (node(10), [.type(.folder), place("Books")]), (node(11), [.type(.file), place("x", in: node(10)), .tag(node(90), true)]), (node(12), [.type(.file), place("y")]),
        ])
        let right = two.batch(11, knowing: [begun], [
            (node(20), [.type(.folder), place("Books")]), (node(21), [.type(.file), place("x", in: node(20)), .tag(node(91), true)]), (node(22), [.type(.folder), place("y")]),
        ])
        // One moves a file to where the other, which it came to first, has taken it for new; both move another; both move two to one place; each puts
        // a file into a folder, which the one has moved; the other moves a file into a folder that it has made of what the one had renamed, and
        // makes a file in that under the name of one that it moves elsewhere at once.
        let moved = one.batch(20, knowing: [left], [
            (node(3), [place("z")]), (node(4), [place("c", in: node(5))]), (node(2), [place("w")]), (node(5), [place("d", in: node(6))]), (node(7), [.forgotten(now)]),
            (node(15), [.type(.file), place("k", in: node(5))]), (node(8), [place("Music")]),
        ])
        let met = two.batch(21, knowing: [right], [
            (node(23), [.type(.file), place("z"), .note("met")]), (node(4), [place("c", in: node(6))]), (node(11), [.type(.file), place("w")]), (node(24), [.type(.folder), place("Draft")]), (node(6), [place("e", in: node(5))]),
            (node(2), [.note("second"), .tag(node(92), true)]), (node(7), [.note("still here")]), (node(25), [.type(.file), place("k", in: node(5))]),
            (node(26), [.type(.folder), place("Music")]), (node(17), [place("h", in: node(26))]),
            (node(27), [.type(.file), place("m", in: node(26))]), (node(18), [place("n")]),
        ])
        // What is said with a second name, by a clock that is days ahead, and what no version knows.
        let late = three.batch(40, knowing: [moved, met], [(node(30), [.type(.file), place("v"), .tag(node(93), true)]), (node(31), [.type(.file), .alias(node(30))]), (node(32), [.type(.file), place("u"), .other("hue", "red")])])
        let ahead = three.batch(HybridClock.tolerance + 120_000, knowing: [late], [(node(30), [.note("ahead")])])
        return [begun, left, right, moved, met, late, ahead]
    }

    /// What is said of each node, and of IDs, in words.
    static var answer: String {
        let folded = fold(batches).result()
        func name(_ id: NodeID) -> String { id == project ? "." : "\(id.low)" }
        var lines = folded.model.nodes.values.sorted { $0.id < $1.id }.filter { $0.id != project }.map { node in
            let place = node.place.map { "\(name($0.parent))/\($0.name)" } ?? "nowhere"
            let details = node.details ?? NodeDetails()
            let tags = details.labels.tags.sorted().map { " +\(name($0))" }.joined()
            let rest = [node.role.map { "role \($0.rawValue)" }, details.note, details.forgotten.map { _ in "given up" }].compactMap(\.self)
            return "\(name(node.id)) \(node.type.rawValue) \(place)\(tags) \(rest.joined(separator: ", "))"
        }
        lines += folded.model.aliases.sorted { $0.key < $1.key }.map { "\(name($0.key)) = \(name($0.value))" }
        lines += folded.doubled.map { "\(name($0.older)) and \(name($0.younger)) claim one path" }
        lines.append("outplaced: " + folded.model.outplaced.sorted().map(name).joined(separator: " "))
        lines.append("out of a circle: " + folded.uncycled.map(name).joined(separator: " "))
        lines.append("from the future: " + folded.future.keys.map { "\(name($0.id)) \($0.field)" }.sorted().joined(separator: ", "))
        return lines.map { $0.trimmingSuffix(while: { $0 == " " }) }.joined(separator: "\n")
    }
}

extension String {
    fileprivate func trimmingSuffix(while isSurplus: (Character) -> Bool) -> Substring {
        var rest = self[...]
        while let last = rest.last, isSurplus(last) { rest.removeLast() }
        return rest
    }
}
