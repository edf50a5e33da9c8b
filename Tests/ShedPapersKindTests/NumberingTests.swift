import ShedModel
import ShedPapers
import ShedProject
import ShedTestSchedule
import ShedTestSupport
import Testing

@testable import ShedPapersKind

@Suite("Numbering anew", .waitsForPrograms)
struct NumberingTests {
    @Test(arguments: 1...60 as ClosedRange<UInt64>) func `gives each its name, and never one that another bears`(seed: UInt64) {
        var random = SeededRandom(seed)
        let count = Int.random(in: 1...12, using: &random)
        let names = (1...count).map { Name("\($0) page.pdf") }
        let wanted = seed == 1 ? names : names.shuffled(using: &random) + [Name("new.pdf"), Name("NEW 2.pdf")]
        let items = zip(names, wanted.shuffled(using: &random)).enumerated().map { position, pair in
            NameChange(id: NodeID(high: 1, low: UInt64(position)), from: pair.0, to: pair.1)
        }
        var bearers: [Name: NodeID] = Dictionary(uniqueKeysWithValues: items.map { ($0.from, $0.id) })
        let steps = items.filter { $0.from != $0.to }.inOrder()
        for step in steps {
            #expect(bearers.removeValue(forKey: step.from) == step.id)
            #expect(bearers.updateValue(step.id, forKey: step.to) == nil, "seed \(seed): \(step.to)")
        }
        #expect(bearers == Dictionary(uniqueKeysWithValues: items.map { ($0.to, $0.id) }))
        // One more for each ring of names.
        #expect(steps.count <= items.count + items.count / 2)
    }

    @Test func `renames only in case where a name differs in case alone`() {
        let item = NameChange(id: NodeID(high: 1, low: 1), from: "01 ode.pdf", to: "01 Ode.pdf")
        #expect([item].inOrder().map(\.to) == ["01 Ode.pdf"])
    }

    @Test(arguments: [
        // A name in brackets is kept.
        ([], []), (["a", "b"], ["01 a", "02 b"]), (["[02 x]", "a", "b"], ["03 a", "04 b"]), (["a", "[02 x]", "b"], ["01 a", "03 b"]),
        // What belongs together is not divided by what has to keep its place.
        (["a", "b", "[02 x]", "c"], ["03 a", "04 b", "05 c"]), (["a", "[x]", "b"], ["01 a", "02 b"]), (["a", "[12 x]", "[9 y]"], ["01 a"]),
        (["[12 x]", "a", "[13 y]", "b", "[16 z]"], ["14 a", "15 b"]), (["[2019 x]", "a"], ["01 a"]), (["a", "[100 x]", "b"], ["001 a", "101 b"]),
        (["[9 y]", "a", "[2 x]"], ["10 a"]), (["a", "[5 x]", "b", "[2 y]"], ["01 a", "06 b"]),
        // What stood behind one that is kept makes room for what did not fit before it.
        (["c", "[1 x]", "a", "[3 y]", "b"], ["02 c", "04 a", "05 b"]), (["c", "d", "[1 x]", "a", "[3 y]", "b"], ["04 c", "05 d", "06 a", "07 b"]),
        // What is taken further down is not free either.
        (["a", "b", "[3 x]", "[1 y]"], ["04 a", "05 b"]), (["a", "[3 x]", "[1 y]"], ["02 a"]), (["a", "b", "[5 x]", "[3 y]", "[2 z]"], ["06 a", "07 b"]),
        (["a", "b", "[5 x]", "[2 y]"], ["03 a", "04 b"]),
    ]) func `numbers of what keeps its name are taken`(told: [String], expected: [String]) {
        let items = told.enumerated().map { position, text in
            let isKept = text.hasPrefix("[")
            let name = Name(isKept ? String(text.dropFirst().dropLast()) : text)
            return Numbered(id: NodeID(high: 3, low: UInt64(position)), from: name, to: name, isFile: true, isKept: isKept)
        }
        let numbered = Numbered.numbering(items, besides: Set(items.map { FoldKey($0.from) }))
        #expect(numbered.filter { !$0.isKept }.map(\.to) == expected.map { Name($0) })
        #expect(numbered.allSatisfy { !$0.isKept || $0.from == $0.to })
    }

    @Test func `words mean the same however many are asked`() {
        let names = ["01 Algebra", "02 algebra", "Series", "03 -Limits", "limits", "Trees"]
        let all = names.enumerated().map { PlaceFinder.Place(NodeID(high: 7, low: UInt64($0)), RelativePath(["Docs", "Finals", Name($1)]), [OrderedName(Name($1))]) }
            + [PlaceFinder.Place(NodeID(high: 7, low: 99), RelativePath(["Docs", "Other", "Trees"]), [OrderedName("Trees")])]
        let finder = PlaceFinder(all)
        let words = names + ["Finals/Series", "docs/finals/series/", "SERIES", "series", "-limits", "Limits", "Algebra", "Finals/Trees", "Other/Trees", "x", "", "/", "3", all[2].id.description]
        for _ in 0..<8 {
            for word in words {
                #expect(finder.choose(Array(word.utf8)) == PlaceFinder(all).choose(Array(word.utf8)), "\(word)")
                #expect(finder.chooseNumbered(Array(word.utf8)) == PlaceFinder(all).chooseNumbered(Array(word.utf8)), "\(word)")
            }
        }
        #expect(finder.choose(Array("series".utf8)) == all[2].id)
        #expect(finder.choose(Array("Finals/- Limits".utf8)) == nil && finder.choose(Array("finals/-limits".utf8)) == all[3].id)
        #expect(finder.choose(Array("03 Algebra".utf8)) == nil)
        #expect(finder.choose(Array("Trees".utf8)) == nil)
        #expect(finder.chooseNumbered(Array("3".utf8)) == all[3].id)
    }
}
