import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedSearch
import ShedTestSupport
import Testing

@testable import ShedProject

/// The best texts are those that reading all of them would tell.
@Suite struct `The best of many texts` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        // Some seconds ahead, so that nothing was written just now.
        shelf = try Shelf(now: { Surroundings.clock() + 10_000 })
        project = try shelf.project()
    }

    private func write(_ text: String, to path: String) { TestFile.write(text, to: "\(shelf.path)/My Poems/\(path)") }

    private func find(_ text: String, in other: Project? = nil, _ change: (inout Search) -> Void = { _ in }) throws -> SearchResult {
        var search = Search()
        let isSought = search.addText(text, isExact: false)
        #expect(isSought)
        change(&search)
        return try (other ?? project).listing().search(search)
    }

    private static let words = [
        "wind", "wind", "winding", "Wind", "sea", "Café", "cafe\u{301}", "Straße", "東京都", "京", "京都", "ああああ", "don't", "don’t", "the", "quill", "quiet", "q", "x1", "ガス", "ﬀ", "f",
    ]
    private static let questions = [
        "wind", "wind*", "WIND sea", "cafe", "strasse the", "京都", "京", "東京都 sea", "東*", "don't", "q*", "qui*", "q* wind* the", "the \"wind sea\"", "sea \"the\"", "— wind", "ああ", "ス", "f", "nowhere",
    ]

    private func text(_ random: inout SeededRandom) -> String {
        let filler = String(repeating: "filler ", count: [0, 3, 40, 400].randomElement(using: &random) ?? 0)
        let favourite = Self.words.randomElement(using: &random) ?? ""
        let words = (0..<Int.random(in: 1...60, using: &random)).map { _ in
            (Bool.random(using: &random) ? favourite : Self.words.randomElement(using: &random) ?? "") + ([" ", "\n", ", ", "-", ""].randomElement(using: &random) ?? "")
        }
        return words.joined() + "\n" + filler
    }

    /// All that is shown of them.
    private func asserted(_ hits: [SearchHit]) -> [String] { hits.map { "\($0.view.path) \($0.lines.map { "\($0.line):\($0.column) \($0.text)" })" } }

    @Test(arguments: ShortRun.part(of: [5, 6, 7] as [UInt64])) func `are those of all`(seed: UInt64) throws {
        var random = SeededRandom(seed)
        for count in 0..<150 { write(text(&random), to: "Draft/\(count).txt") }
        // The same text twice and more: then paths decide.
        for count in 0..<40 { write("wind sea wind the 京都", to: "Draft/like \(count).txt") }
        // Of one line that is searched in pieces.
        write(String(repeating: "wind filler ", count: 100_000), to: "Draft/long.txt")
        _ = try project.rebuildSearchIndex(dryRun: false)
        // What is another by now, what is new, what has two names, and what is gone.
        for count in 0..<10 { write(text(&random), to: "Draft/\(count * 7).txt") }
        for count in 0..<5 { write(text(&random) + " wind wind", to: "Draft/new \(count).txt") }
        #expect(link("\(shelf.path)/My Poems/Draft/99.txt", "\(shelf.path)/My Poems/Draft/other 99.txt") == 0)
        for count in 0..<5 { unlink("\(shelf.path)/My Poems/Draft/\(count * 11 + 1).txt") }
        // Who only looks puts nothing into the index.
        let project = try shelf.reopen(self.project, purpose: .look)
        for question in Self.questions {
            let all = try find(question, in: project)
            for limit in [1, 2, 3, 10, 50, 150] {
                let best = try find(question, in: project) { $0.limit = limit }
                #expect(asserted(best.hits) == asserted(Array(all.hits.prefix(limit))), "\(question), \(limit)")
            }
        }
    }

    @Test func `are found without reading the others`() throws {
        for count in 0..<200 { write(String(repeating: "wind \(count % 3 == 0 ? "sea" : "lake") winding 京都の水\n", count: 1 + count % 8 + (count == 77 ? 30 : 0)), to: "Draft/\(count).txt") }
        _ = try project.rebuildSearchIndex(dryRun: false)
        #expect(try find("wind").countRead == 200)
        for question in ["wind", "wind*", "w*", "京都", "京", "wind sea"] {
            let best = try find(question) { $0.limit = 1 }
            #expect(best.hits.count == 1 && best.countRead < 100, "\(question): \(best.countRead)")
        }
        // In the order of paths the first ones are the first.
        #expect(try find("wind") { ($0.limit, $0.order) = (3, .path) }.countRead < 100)
        // Of what the index cannot bound all are read.
        #expect(try find("wind \"ind\"") { $0.limit = 1 }.countRead == 200)
    }

    @Test func `are the same for more than are kept, and of a folder`() throws {
        for folder in ["a", "b"] {
            mkdir("\(shelf.path)/My Poems/Draft/\(folder)", 0o755)
            for count in 0..<60 { write(String(repeating: "wind ", count: 1 + count % 9) + String(repeating: "sea ", count: count), to: "Draft/\(folder)/\(count).txt") }
        }
        _ = try project.rebuildSearchIndex(dryRun: false)
        let all = try find("wind")
        let own = try find("wind") { $0.folder = "Draft/b" }
        // What fits best does not depend on what else is looked at.
        #expect(own.hits.map(\.view.path) == all.hits.map(\.view.path).filter { $0.isInside("Draft/b") })
        let best = try find("wind") { ($0.folder, $0.limit) = ("Draft/b", 5) }
        #expect(asserted(best.hits) == asserted(Array(own.hits.prefix(5))) && best.countRead < 60)
        #expect(try asserted(find("wind") { $0.limit = 5_000 }.hits) == asserted(all.hits))
    }
}
