import ShedModel
import Testing

@testable import ShedSidecar

@Suite struct `What devices did side by side` {
    private func found(_ batches: [Batch], _ bases: [Base] = [], since: Int64 = 0) -> SideBySide {
        var found = SideBySide(of: project)
        for base in bases { found.add(base) }
        for batch in batches { found.add(batch) }
        found.find(since: since)
        return found
    }

    private func note(_ text: String) -> [(NodeID, [Field])] { [(node(1), [.note(text)])] }

    /// One batch that both knew, and one of each on top of it.
    private func parted(_ mine: [(NodeID, [Field])], _ theirs: [(NodeID, [Field])]) -> (all: [Batch], first: Writer, second: Writer) {
        var (first, second) = (Writer(1), Writer(2))
        let base = first.batch(0, [(node(1), [.type(.file), place("Ode.txt"), .note("old")])])
        return ([base, first.batch(10, knowing: [base], mine), second.batch(20, knowing: [base], theirs)], first, second)
    }

    @Test func `is told with the value that lost`() throws {
        let (all, _, _) = parted(note("mine"), note("theirs"))
        let overwritten = found(all).overwritten
        #expect(overwritten.map(\.id) == [node(1)])
        #expect(overwritten.first?.kept.field == .note("theirs") && overwritten.first?.lost.map(\.field) == [.note("mine")])
        #expect(found(all.reversed()).overwritten == overwritten)
    }

    @Test func `is nothing where both said the same, or one came after the other`() {
        #expect(found(parted(note("same"), note("same")).all).overwritten == [])
        var (first, second) = (Writer(1), Writer(2))
        let base = first.batch(0, note("old"))
        #expect(found([base, second.batch(10, knowing: [base], note("new"))]).overwritten == [])
        // One device alone may say what it likes.
        #expect(found([base, first.batch(10, knowing: [base], note("new"))]).overwritten == [])
    }

    @Test func `is over once somebody who knew both has set it again`() {
        var (all, first, _) = parted(note("mine"), note("theirs"))
        all.append(first.batch(30, knowing: Array(all.dropFirst()), note("mine")))
        #expect(found(all).overwritten == [])
    }

    @Test func `leaves out what one device itself had set anew`() {
        var (all, first, _) = parted(note("mine"), note("theirs"))
        all.append(first.batch(15, knowing: [all[1]], note("mine, later")))
        #expect(found(all).overwritten.first?.lost.map(\.field) == [.note("mine, later")])
    }

    @Test func `may be two places, tags and values`() {
        let (all, _, _) = parted(
            [(node(1), [place("A.txt"), .tag(node(9), true), .value(node(8), .integer(1))])], [(node(1), [place("B.txt"), .tag(node(9), false), .value(node(8), .integer(2))])])
        #expect(Set(found(all).overwritten.map(\.kept.field)) == [place("B.txt"), .tag(node(9), false), .value(node(8), .integer(2))])
    }

    @Test func `is left out where it was said before a time`() {
        let (all, _, _) = parted(note("mine"), note("theirs"))
        #expect(found(all, since: now).overwritten == [])
    }

    @Test func `may be two IDs at one place`() {
        var (first, second) = (Writer(1), Writer(2))
        let base = first.batch(0, [(node(1), [.type(.file), place("Ode.txt")])])
        let made = second.batch(10, knowing: [base], [(node(2), [.type(.file), place("Lied.txt")])])
        let moved = first.batch(20, knowing: [base], [(node(1), [place("Lied.txt")])])
        #expect(found([base, made, moved]).contested == [ContestedPlace(older: node(2), younger: node(1), place: Place(parent: project, name: "Lied.txt"))])
        // Who knew of the one that stood there has put another into its place.
        let known = first.batch(30, knowing: [made], [(node(1), [place("Lied.txt")])])
        #expect(found([base, made, known]).contested == [])
    }

    @Test func `is found in bases too, in place of batches that are not there any more`() throws {
        var (all, first, _) = parted([(node(1), [.note("mine"), place("A.txt")])], [(node(1), [.note("theirs"), place("B.txt")])])
        func bases(of batches: [Batch]) throws -> [Base] {
            try (0...1).map { copy in
                let encoded = try #require(BaseEncoder.encode(batches.map(BaseEntry.init), copy: copy, now: now + 1_000))
                return try BaseDecoder.decode(encoded.bytes, projects: [project])
            }
        }
        let whole = found(all)
        #expect(whole.overwritten.map(\.lost.count) == [1, 1])
        let older = try bases(of: [all[0], all[1]])
        for rest in [all, [all[2]]] { #expect(found(rest, older).overwritten == whole.overwritten) }
        // Also of what was decided.
        all.append(first.batch(30, knowing: Array(all.dropFirst()), [(node(1), [.note("mine"), place("A.txt")])]))
        let decided = try bases(of: [all[0], all[1], all[3]])
        #expect(found([all[2]], decided).overwritten == [])
        // What the original of a copy wrote is history.
        var other = Writer(3, project: node(77))
        let elsewhere = BaseEntry(other.batch(25, note("theirs, elsewhere")))
        let encoded = try #require(BaseEncoder.encode([elsewhere], copy: 0, now: now))
        let foreign = try BaseDecoder.decode(encoded.bytes, projects: [project, node(77)])
        #expect(found(Array(all.prefix(3)), [foreign]).overwritten == whole.overwritten)
    }

    @Test func `has a bound`() {
        var (first, second) = (Writer(1), Writer(2))
        let many = UInt64(SideBySide.most + 10)
        let mine = first.batch(0, (0..<many).map { (node($0), [.note("mine")]) })
        let theirs = second.batch(10, (0..<many).map { (node($0), [.note("theirs")]) })
        let found = found([mine, theirs])
        #expect(found.overwritten.count == SideBySide.most && found.isCut)
        // Of one field the latest settings count, however many there are.
        var batches = [first.batch(5_000, note("mine"))]
        for number in 0..<500 { batches.append(second.batch(Int64(10 + number), note("\(number)"))) }
        #expect(self.found(batches).overwritten.first?.lost.map(\.field) == [.note("499")])
    }
}
