import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `target`, and what `stats` and `show` say of it.
@Suite("Targets of words by verbs", .waitsForPrograms) struct WordTargetVerbTests {
    private func poems() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt", "O spring how late you come\n")
        try #require(try shelf.shed("sync", in: "Poems").code == 0)
        return shelf
    }

    @Test func `are set, listed, shown and taken away`() throws {
        let shelf = try poems()
        #expect(try shelf.shed("target", in: "Poems").text == "Nothing here has a target: “shed target PATH WORDS” sets one.\n")
        let set = try shelf.shed("target", "Draft", "12", "--by", "9999-12-31", in: "Poems")
        #expect(set.text == "Draft has a target of 12 words by 9999-12-31 now\n" && set.code == 0, "\(set.err)")
        #expect(try shelf.shed("target", "Draft", "12", "--by", "9999-12-31", in: "Poems").text == "Draft has this target already\n")
        let list = try shelf.shed("target", in: "Poems").text
        #expect(list.contains("6 of 12 words (50 %), 6 to go, ") && list.contains(" until 9999-12-31: 1 a day"), "\(list)")
        let row = try #require(try shelf.shed("target", "Draft", "--json", in: "Poems").json().array?.first)
        #expect(row["path"]?.string == "Draft" && row["words"]?.integer == 12 && row["by"]?.string == "9999-12-31" && row["there"]?.integer == 6)
        #expect(row["missing"]?.integer == 6 && row["wordsADay"]?.integer == 1 && row["daysLeft"]?.integer ?? 0 > 1_000)
        #expect(try shelf.shed("show", "Draft", "--words", in: "Poems").text.contains("\ntarget    6 of 12 words"))
        #expect(try shelf.shed("show", "Draft", "--words", "--json", in: "Poems").json()["target"]?["missing"]?.integer == 6)
        let stats = try shelf.shed("stats", in: "Poems").text
        #expect(stats.contains("Targets\n  ") && stats.contains("6 of 12 words"), "\(stats)")
        #expect(try shelf.shed("stats", "--json", in: "Poems").json()["targets"]?.array?.count == 1)
        #expect(try shelf.shed("target", "Draft", "--none", in: "Poems").text == "Draft has no target any more\n")
        #expect(try shelf.shed("target", "Draft", in: "Poems").text == "Draft has no target\n")
        #expect(try shelf.shed("stats", "--json", in: "Poems").json()["targets"] == nil)
    }

    @Test func `are for projects whose words are counted`() throws {
        let shelf = try Shelf()
        #expect(try shelf.shed("new", "papers", "Exams", "--language", "en").code == 0)
        let refused = try shelf.shed("target", ".", "100", in: "Exams")
        #expect(refused.code == 2 && refused.err.contains("counts other things than words"), "\(refused.err)")
        #expect(try shelf.shed("target", in: "Exams").code == 0)
    }

    @Test func `are only said by a dry run, and taken back by undo`() throws {
        let shelf = try poems()
        let before = try shelf.fingerprint()
        #expect(try shelf.shed("target", ".", "100", "-n", in: "Poems").text.contains("would have a target of 100 words"))
        #expect(try shelf.fingerprint() == before)
        #expect(try shelf.shed("target", ".", "100", in: "Poems").code == 0)
        #expect(try shelf.shed("target", ".", "200", in: "Poems").code == 0)
        #expect(try shelf.shed("log", "--json", in: "Poems").text.contains("target=200"))
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(try shelf.shed("target", "--json", in: "Poems").json().array?.first?["words"]?.integer == 100)
    }

    @Test func `are numbers of words and days of the calendar`() throws {
        let shelf = try poems()
        for words in [
            ["Draft", "0"], ["Draft", "100000001"], ["Draft", "5.5"], ["Draft", "x"], ["Draft", "5", "--by", "2027-02-29"], ["Draft", "5", "--by", "tomorrow"],
            ["Draft", "--by", "2027-03-01"], ["Draft", "5", "--none"], ["--none"], ["Nowhere", "5"],
        ] {
            let result = try shelf.run((["target"] + words).map { Array($0.utf8) }, in: "Poems")
            #expect(result.code == 2, "\(words): \(result.text)\(result.err)")
        }
        #expect(try shelf.shed("target", "--json", in: "Poems").json() == [])
    }

    @Test func `are there or not where shed was killed, and nothing else is lost`() throws {
        let shelf = try poems()
        let script = "SHED_INTERRUPT_AT=set '\(ShedProgram.path)' target Draft 12"
        let killed = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8)], input: nil, in: "\(shelf.work)/Poems")
        #expect(killed.code == 137 || killed.code == 128 + SIGKILL)
        let rows = try shelf.shed("target", "--json", in: "Poems").json().array ?? []
        #expect(rows.allSatisfy { $0["words"]?.integer == 12 })
        #expect(try shelf.shed("target", "Draft", "13", in: "Poems").code == 0)
        #expect(try shelf.shed("target", "--json", in: "Poems").json().array?.map { $0["words"]?.integer } == [13])
        #expect(TestFile.read("\(shelf.work)/Poems/Draft/Ode.txt") == Array("O spring how late you come\n".utf8))
    }
}

/// `stats --days`, and words of documents.
@Suite("Words of the last days by verbs", .waitsForPrograms) struct WordDaysVerbTests {
    private func poems() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt", "O spring how late you come\n")
        try #require(try shelf.shed("stats", in: "Poems").code == 0)
        shelf.makeFile("Poems/Draft/Ode.txt", "O spring how late you come at last\n")
        return shelf
    }

    @Test func `are shown, drawn and printed as JSON`() throws {
        let shelf = try poems()
        let text = try shelf.shed("stats", "--days", "3", "--plain", in: "Poems").text
        #expect(text.contains("Words by day  2 written, 0 taken away, 6 found\n"), "\(text)")
        #expect(text.contains("  +2  -0  (6 found)  ##############################\n"), "\(text)")
        let days = try #require(try shelf.shed("stats", "--days", "--json", in: "Poems").json()["days"]?.array)
        #expect(days.count == 14 && days.last?["added"]?.integer == 2 && days.last?["found"]?.integer == 6 && days.first?["added"]?.integer == 0)
        #expect(try shelf.shed("stats", "--json", in: "Poems").json()["days"] == nil)
        let other = try #require(try shelf.shed("stats", "--days", "1", "--of", "Ready", "--json", in: "Poems").json()["days"]?.array)
        #expect(other.map { $0["added"]?.integer } == [0])
        let svg = try shelf.shed("stats", "--days", "--svg", "-", in: "Poems")
        #expect(svg.code == 0 && svg.text.contains("Words written") && svg.text.hasPrefix("<svg "), "\(svg.err)")
        for words in [["--days", "0"], ["--days", "3661"], ["--of", "Draft"], ["--days", "3", "--of", "Nowhere"]] {
            #expect(try shelf.run((["stats"] + words).map { Array($0.utf8) }, in: "Poems").code == 2, "\(words)")
        }
        try #require(try shelf.shed("new", "records", "Library", "--language", "en").code == 0)
        #expect(try shelf.shed("stats", "--days", in: "Library").err.contains("counts other things than words"))
    }

    @Test func `of documents are counted, and one that is damaged is said and not counted`() throws {
        let shelf = try Shelf.withPoems()
        let fixtures = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Fixtures/words"
        let script = "cp '\(fixtures)/footnotes.docx' '\(fixtures)/notes.odt' Poems/Draft; head -c 500 '\(fixtures)/notes.odt' > Poems/Draft/half.odt"
        _ = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8)], input: nil, in: shelf.work)
        for _ in 0..<2 {
            let result = try shelf.shed("stats", "--json", in: "Poems")
            let words = try result.json()["counts"]?["words"]?.integer
            #expect(try words == ["footnotes.docx", "notes.odt"].map { try Self.expected($0, fixtures) }.reduce(0, +))
            #expect(result.err == "shed: Draft/half.odt is no zip archive, as such a document is, and its words are not counted.\n" && result.code == 0)
        }
        #expect(try shelf.shed("tree", "--words", in: "Poems").text.contains("notes.odt"))
        #expect(try shelf.shed("show", "Draft/notes.odt", in: "Poems").text.contains("\nwords     \(Self.expected("notes.odt", fixtures))\n"))
    }

    private static func expected(_ name: String, _ fixtures: String) throws -> Int64 {
        let lines = String(decoding: TestFile.read("\(fixtures)/expected.txt"), as: UTF8.self).split(separator: "\n")
        return try #require(lines.first { $0.hasSuffix(" \(name)") }.flatMap { Int64($0.prefix { $0 != " " }) })
    }
}
