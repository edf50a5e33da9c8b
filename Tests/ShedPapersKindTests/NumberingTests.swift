import ShedModel
import ShedPapers
import ShedProject
import ShedTestSupport
import Testing

@testable import ShedPapersKind

@Suite("Numbering anew")
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
