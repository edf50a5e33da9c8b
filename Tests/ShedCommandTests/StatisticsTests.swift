import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `stats` and `repair` as people call them.
@Suite("Statistics and repair", .waitsForPrograms) struct StatisticsVerbTests {
    private func poems() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt")
        shelf.makeFile("Poems/Draft/b.txt")
        for words in [
            ["tag", "new", "a<b & \"c\"", "--colour", "red"], ["tag", "add", "a<b & \"c\"", "Draft/a.txt"], ["var", "new", "rating", "--int"],
            ["var", "set", "rating=3", "Draft/a.txt"], ["var", "set", "rating=6", "Draft/b.txt"],
        ] {
            let result = try shelf.run(words.map { Array($0.utf8) }, in: "Poems")
            try #require(result.code == 0, "\(words): \(result.err)")
        }
        return shelf
    }

    @Test func `are printed as JSON`() throws {
        let shelf = try poems()
        let json = try shelf.shed("stats", "--json", in: "Poems").json()
        #expect(json["kind"]?.string == "poetry")
        #expect(json["counts"]?["files"]?.integer == 2)
        #expect(json["tagged"]?.integer == 1 && json["taggedOf"]?.string == "files and folders")
        #expect(json["tags"]?.array?.first?["count"]?.integer == 1)
        let rating = try #require(json["variables"]?.array?.first)
        #expect(rating["mean"] == .number(4.5))
        #expect(rating["smallest"]?.integer == 3 && rating["largest"]?.integer == 6)
    }

    @Test func `are drawn as SVG that any program reads, and never over a document`() throws {
        let shelf = try poems()
        let result = try shelf.shed("stats", "--svg", "\(shelf.path)/stats.svg", in: "Poems")
        #expect(result.code == 0 && result.text.contains("mean 4.5, from 3 to 6"), "\(result.text)\(result.err)")
        let lint = try shelf.spawn("/usr/bin/xmllint", [Array("--noout".utf8), Array("\(shelf.path)/stats.svg".utf8)], input: nil, in: shelf.path)
        #expect(lint.code == 0, "\(lint.err)")
        let svg = String(decoding: TestFile.read("\(shelf.path)/stats.svg"), as: UTF8.self)
        #expect(svg.hasPrefix("<svg ") && svg.contains("a&lt;b &amp; &quot;c&quot;"))
        #expect(try shelf.shed("stats", "--svg", "Draft/a.txt", in: "Poems").code == 2)
        #expect(TestFile.read("\(shelf.work)/Poems/Draft/a.txt") == Array("text\n".utf8))
    }

    @Test func `are drawn to a file that is new, or replaced where that is asked for, and to none inside the project`() throws {
        let shelf = try poems()
        shelf.makeFile("other.svg", "somebody's\n")
        let there = try shelf.shed("stats", "--svg", "../other.svg", in: "Poems")
        #expect(there.code == 2 && there.err.contains("is there already. Name another file with --svg, or replace it with --force."), "\(there.err)")
        #expect(there.text == "" && TestFile.read("\(shelf.work)/other.svg") == Array("somebody's\n".utf8))
        let forced = try shelf.shed("stats", "--svg", "../other.svg", "--force", in: "Poems")
        #expect(forced.code == 0, "\(forced.err)")
        let svg = TestFile.read("\(shelf.work)/other.svg")
        #expect(String(decoding: svg, as: UTF8.self).hasPrefix("<svg "))
        for place in ["new.svg", "Draft/new.svg", ".shed/new.svg", "\(shelf.work)/Poems/Draft/new.svg"] {
            #expect(try shelf.shed("stats", "--svg", place, "--force", in: "Poems").code == 2, "\(place)")
        }
        #expect(try shelf.spawn("/usr/bin/find", [Array("Poems".utf8), Array("-name".utf8), Array("new.svg*".utf8)], input: nil, in: shelf.work).text == "")
        // The chart and nothing else.
        let shown = try shelf.shed("stats", "--svg", "-", in: "Poems")
        #expect(shown.code == 0 && shown.out == svg, "\(shown.err)")
        #expect(try shelf.shed("stats", "--svg", "-", "--json", in: "Poems").code == 2)
    }

    @Test func `a project that is whole has nothing to be repaired`() throws {
        let shelf = try poems()
        let before = try shelf.fingerprint()
        let result = try shelf.shed("repair", "--dry-run", in: "Poems")
        #expect(result.code == 0 && result.text == "Everything is whole.\n", "\(result.text)\(result.err)")
        #expect(try shelf.fingerprint() == before)
        #expect(try shelf.shed("repair", "--json", in: "Poems").json() == [])
    }

    @Test func `what is not for papers says so`() throws {
        let shelf = try poems()
        let result = try shelf.shed("ocr", in: "Poems")
        #expect(result.code == 2 && result.err.contains("has no bundles"), "\(result.err)")
    }
}
