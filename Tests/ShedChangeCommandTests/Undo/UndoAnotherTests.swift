import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// A new file in the place of one that shed has moved: saved by an editor it is the same, and quite another one it is not.
@Suite(.waitsForPrograms) struct `What was not moved is not taken back` {
    private static let text = (1...12).map { "line \($0) of the poem that was moved\n" }.joined()

    /// A poem that shed has moved to Ready, as its first deed.
    private func moved() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", Self.text)
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try shelf.shed("mv", "Draft/a.txt", "Ready", in: "Poems").code == 0)
        return shelf
    }

    private func remove(_ path: String, from shelf: Shelf) throws { try #require(unlink("\(shelf.work)/\(path)") == 0) }

    /// Puts a new file in the place of the moved one, as editors save: under another name first.
    private func save(_ text: String, in shelf: Shelf) {
        shelf.makeFile("Poems/Ready/.a.txt.new", text)
        shelf.move("Poems/Ready/.a.txt.new", "Poems/Ready/a.txt")
    }

    @Test(arguments: [false, true]) func `quite another file stays, and is named`(isSeenGone: Bool) throws {
        let shelf = try moved()
        if isSeenGone {
            try remove("Poems/Ready/a.txt", from: shelf)
            #expect(try shelf.shed("sync", in: "Poems").code == 0)
        }
        save((1...12).map { "an invoice, number \($0), by somebody else\n" }.joined(), in: shelf)
        for words in [["undo", "--dry-run"], ["undo"]] {
            let result = try shelf.run(words.map { Array($0.utf8) }, in: "Poems")
            #expect(result.code == 1)
            #expect(result.err.hasPrefix("shed: Ready/a.txt was left as it is: it is another one than the one that was moved.\n"), "\(result.err)")
        }
        #expect(shelf.exists("Poems/Ready/a.txt") && !shelf.exists("Poems/Draft/a.txt"))
    }

    @Test(arguments: ["one line more\n", String(repeating: "and very much more of it, which was not there\n", count: 4_000)])
    func `what an editor saved goes back`(addition: String) throws {
        let shelf = try moved()
        save("A title\n\n" + Self.text + addition, in: shelf)
        let result = try shelf.shed("undo", in: "Poems")
        #expect(result.code == 0, "\(result.err)")
        #expect(TestFile.read("\(shelf.work)/Poems/Draft/a.txt") == Array(("A title\n\n" + Self.text + addition).utf8))
    }

    @Test func `what was empty, and what was written into in place, goes back`() throws {
        let shelf = try moved()
        shelf.makeFile("Poems/Ready/a.txt", "quite another text, in the same file\n")
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        shelf.makeFile("Poems/Draft/empty.txt", "")
        #expect(try shelf.shed("mv", "Draft/empty.txt", "Ready", in: "Poems").code == 0)
        shelf.makeFile("Poems/Ready/.new", "now it has a text\n")
        shelf.move("Poems/Ready/.new", "Poems/Ready/empty.txt")
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(shelf.exists("Poems/Draft/empty.txt"))
    }

    @Test(arguments: [("TODO: write the poem\n", "The poem\n\nof this year\n"), (#"{"name":"Ada","born":"1819"}"#, #"{"name":"Ada Lovelace","born":"1815"}"#)])
    func `a short text that was written anew goes back`(before: String, after: String) throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", before)
        #expect(try shelf.shed("mv", "Draft/a.txt", "Ready", in: "Poems").code == 0)
        save(after, in: shelf)
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(TestFile.read("\(shelf.work)/Poems/Draft/a.txt") == Array(after.utf8))
    }

    @Test func `a folder with other things in it stays, and one that was copied back goes`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeDirectory("Poems/Collections/One")
        for name in ["a.txt", "b.txt", "c.txt"] { shelf.makeFile("Poems/Collections/One/\(name)", "of \(name)\n") }
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try shelf.shed("mv", "Collections/One", "Submissions", in: "Poems").code == 0)
        _ = try shelf.scenario("cd Poems/Submissions; cp -a One Copy; rm -r One; mv Copy One")
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        _ = try shelf.scenario("cd Poems/Submissions; mkdir Other; echo x > Other/x.txt; rm -r One; mv Other One")
        let result = try shelf.shed("undo", in: "Poems")
        #expect(result.code == 1)
        #expect(result.err.hasPrefix("shed: Submissions/One was left as it is: it is another one than the one that was moved.\n"), "\(result.err)")
        #expect(shelf.exists("Poems/Submissions/One/x.txt"))
    }

    @Test func `what shed itself has written since goes back`() throws {
        let shelf = try Shelf.withBooks()
        shelf.makeFile("Library/Books/1.json", #"{"Title": "Ode"}"#)
        #expect(try shelf.library("sync").code == 0)
        #expect(try shelf.library("collection", "new", "Others").code == 0)
        #expect(try shelf.library("mv", "Books/1.json", "Others").code == 0)
        #expect(try shelf.library("record", "set", "Others/1", "Title=Quite").code == 0)
        let entries = try shelf.library("undo", "--list", "--json").json().array ?? []
        #expect(entries.prefix(3).map { $0["by"]?.string } == ["record set", "mv", "collection new"])
        let number = try #require(entries.first { $0["by"]?.string == "mv" }?["number"]?.integer)
        let result = try shelf.library("undo", "\(number)")
        #expect(result.code == 0, "\(result.err)")
        #expect(shelf.exists("Library/Books/1.json"))
    }
}
