import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `status` as people call it: what is now, and nothing of what is long done.
@Suite(.waitsForPrograms) struct `Status is about now` {
    @Test func `what was deleted is one line, and a list where it is asked for`() throws {
        let shelf = try Shelf.withPoems()
        for name in ["a", "b"] { shelf.makeFile("Poems/Draft/\(name).txt", "\(name)\n") }
        shelf.makeDirectory("Poems/Collections/Book")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(!(try shelf.shed("status", in: "Poems").text.contains("removed")))
        let output = try shelf.scenario("cd Poems; rm Draft/a.txt; \"$SHED\" sync -q; \"$SHED\" status; rm -r Draft/b.txt Collections/Book; \"$SHED\" sync -q; \"$SHED\" status")
        #expect(output == """
            Clean.
            1 file was removed in the last week: shed status --missing
            No daemon watches this project.
            Clean.
            2 files and 1 folder were removed in the last week: shed status --missing
            No daemon watches this project.

            """)
        for option in ["--missing", "--all"] {
            let text = try shelf.shed("status", option, in: "Poems").text
            #expect(text.contains("Missing\n  Collections/Book  ") && text.contains("  Draft/a.txt  ") && !text.contains("in the last week"), "\(text)")
        }
        let json = try shelf.shed("status", "--json", in: "Poems").json()
        #expect(json["clean"]?.bool == true)
        #expect(json["missing"]?.array?.compactMap { $0["path"]?.string } == ["Collections/Book", "Draft/a.txt", "Draft/b.txt"])
    }

    @Test func `what is missing is listed, and not called clean below that`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", "a\n")
        let output = try shelf.scenario("""
            cd Poems; "$SHED" sync -q; "$SHED" status --missing; rm Draft/a.txt; "$SHED" sync -q
            for option in --missing --all; do "$SHED" status $option | sed 's/  [^ ]*, since .*//'; done; "$SHED" status | head -1
            """)
        let missing = "Missing\n  Draft/a.txt\n\nNo daemon watches this project.\n"
        #expect(output == "Clean.\nNo daemon watches this project.\n" + missing + missing + "Clean.\n", "\(output)")
    }

    @Test func `what is in Rejected and what is missing are told without an index too`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", "a\n")
        shelf.makeFile("Poems/Collections/x.txt", "x\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 1)
        unlink(shelf.work + "/Poems/Draft/a.txt")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let known = try shelf.shed("status", "--json", in: "Poems").json()
        #expect(known["rejected"]?.array?.compactMap { $0["path"]?.string } == ["Rejected/x.txt"])
        #expect(try shelf.scenario("rm -rf \"$T/state\"") == "")
        let text = try shelf.shed("status", in: "Poems").text
        #expect(text.contains("Rejected/x.txt") && !text.contains("Clean"), "\(text)")
        let json = try shelf.shed("status", "--json", in: "Poems").json()
        #expect(json["rejected"] == known["rejected"])
        #expect(json["missing"] == known["missing"] && json["missing"]?.array?.count == 1)
    }

    /// It is asked again and again, by each judging and by each sync.
    @Test func `a report is told once`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Ready/x.txt")
        for _ in 0..<3 { #expect(try shelf.shed("sync", in: "Poems").code == 1) }
        let reports = try shelf.shed("status", "--json", in: "Poems").json()["reports"]?.array ?? []
        #expect(reports.compactMap { $0["path"]?.string } == ["Ready/x.txt"])
    }
}

/// `forget`: what is missing and will not come back.
@Suite(.waitsForPrograms) struct `What is missing is given up` {
    private func missing(_ shelf: Shelf) throws -> [String: String] {
        let all = try shelf.shed("status", "--json", "--all", in: "Poems").json()["missing"]?.array ?? []
        return Dictionary(uniqueKeysWithValues: all.compactMap { item in item["path"]?.string.flatMap { path in item["id"]?.string.map { (path, $0) } } })
    }

    @Test func `and is listed no more, and nothing at its place is it, until it is joined by hand`() throws {
        let shelf = try Shelf.withPoems()
        for name in ["a", "b"] { shelf.makeFile("Poems/Draft/\(name).txt", "\(name)\n") }
        shelf.makeDirectory("Poems/Collections/Book")
        shelf.makeFile("Poems/Collections/Book/c.txt", "c\n")
        #expect(try shelf.scenario("cd Poems; \"$SHED\" sync -q; rm -r Draft/a.txt Collections/Book; \"$SHED\" sync -q") == "")
        let before = try missing(shelf)
        #expect(Set(before.keys) == ["Draft/a.txt", "Collections/Book", "Collections/Book/c.txt"])
        let (a, book) = (try #require(before["Draft/a.txt"]), try #require(before["Collections/Book"]))
        #expect(try shelf.shed("forget", a, in: "Poems").code == 2, "nobody answers")
        #expect(try shelf.shed("forget", a, book, "--dry-run", in: "Poems").text.hasPrefix("would have given up Draft/a.txt  \(a)\n"))
        #expect(try missing(shelf) == before)
        let json = try shelf.shed("forget", a, book, "--yes", "--json", in: "Poems").json().array ?? []
        #expect(json.compactMap { $0["from"]?.string } == ["Draft/a.txt", "Collections/Book", "Collections/Book/c.txt"])
        #expect(json.allSatisfy { $0["to"] == .null })
        #expect(try missing(shelf).isEmpty)
        #expect(try shelf.shed("forget", a, "--yes", in: "Poems").text == "That was given up already.\n")
        // Another file at the place.
        shelf.makeFile("Poems/Draft/a.txt", "another\n")
        let new = try shelf.shed("show", "Draft/a.txt", "--json", in: "Poems").json()["id"]?.string
        #expect(new != nil && new != a)
        #expect(try shelf.shed("relink", "Draft/a.txt", a, in: "Poems").code == 0)
        #expect(try shelf.shed("show", "Draft/a.txt", "--json", in: "Poems").json()["id"]?.string == a)
    }

    @Test func `and what is there is not`() throws {
        let shelf = try Shelf.withPoems()
        let id = try #require(try shelf.shed("show", "Draft", "--json", in: "Poems").json()["id"]?.string)
        let there = try shelf.shed("forget", id, "--yes", in: "Poems")
        #expect(there.code == 1 && there.err.contains("is not missing: it is Draft"), "\(there)")
        #expect(try shelf.shed("forget", "0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3", "--yes", in: "Poems").code == 2)
        #expect(try shelf.shed("forget", "x", "--yes", in: "Poems").code == 2)
    }
}

/// A line in `.shedignore` that leaves out everything is no sign that everything was deleted.
@Suite(.waitsForPrograms) struct `A .shedignore that leaves out everything` {
    @Test func `is named, and nothing is judged, not with --now`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        shelf.makeFile("Poems/.shedignore", "*.bak\n**/\n")
        for words in [["status"], ["sync"], ["sync", "--now"]] {
            let result = try shelf.run(words.map { Array($0.utf8) }, in: "Poems")
            #expect(result.code == 2 && result.err.contains("left out by line 2 of .shedignore; nothing was judged or forgotten"), "\(words) \(result)")
        }
        shelf.makeFile("Poems/.shedignore", "*.bak\n")
        #expect(try shelf.shed("status", "--exit-code", in: "Poems").code == 0)
    }
}
