import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Words` {
    private func poems() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        for (name, text) in [
            "Draft/Ode.txt": "O spring—how late\nyou come\n", "Draft/Notes.md": "# Ideas\n\n* one well-known thing\n", "Draft/Plain": "two words",
            "Draft/cover.png": "\u{89}PNG one two three", "Draft/page.html": "<p>one two</p>", "Research/binary.txt": "one\0two three\n",
            "Research/Empty.txt": "",
        ] { shelf.makeFile("Poems/\(name)", text) }
        shelf.makeDirectory("Poems/Collections/Book")
        try #require(try shelf.shed("allow", "Collections", "both", in: "Poems").code == 0)
        shelf.makeFile("Poems/Collections/Book/a.txt", "one two three\n")
        shelf.makeFile("Poems/Trash me.txt", "never counted\n")
        try #require(try shelf.shed("sync", in: "Poems").code == 1)
        try #require(try shelf.shed("add", "file", "Draft/old.txt", "--text", "old words in trash", in: "Poems").code == 0)
        try #require(try shelf.shed("rm", "Draft/old.txt", in: "Poems").code == 0)
        return shelf
    }

    @Test func `are counted by file, folder and project`() throws {
        let shelf = try poems()
        let tree = try shelf.shed("tree", "--words", "--plain", in: "Poems")
        let lines = tree.text.split(separator: "\n").map { $0.drop { $0 == " " } }
        for line in ["Ode.txt", "6 words", "Notes.md", "Plain"] { #expect(lines.contains { $0.contains(line) }, "\(tree.text)") }
        #expect(lines.first?.hasSuffix("17 words") == true, "\(tree.text)")
        let json = try shelf.shed("tree", "--words", "--json", "--depth", "1", in: "Poems").json()
        func words(_ name: String) -> JSONValue? { json.array?.first { $0["name"]?.string == name }?["words"] }
        #expect(words("Draft")?.integer == 14 && words("Collections")?.integer == 3 && words("Trash")?.integer == 4 && words("Rejected")?.integer == 2)
        #expect(words("Ready") == .null && words("Research")?.integer == 0)
        #expect(try shelf.shed("tree", "--json", in: "Poems").json().array?.first?["words"] == nil)
    }

    @Test func `stand in statistics`() throws {
        let shelf = try poems()
        let text = try shelf.shed("stats", in: "Poems").text
        #expect(text.contains("17  words") && text.contains("Words\n  14  Draft\n"), "\(text)")
        let json = try shelf.shed("stats", "--json", in: "Poems").json()
        #expect(json["counts"]?["words"]?.integer == 17)
        let folders = json["words"]?.array?.map { "\($0["path"]?.string ?? "") \($0["count"]?.integer ?? -1)" }
        #expect(folders == ["Draft 14", "Collections 3", "Research 0"])
        try #require(try shelf.shed("new", "records", "Library", "--language", "en").code == 0)
        let records = try shelf.shed("stats", "--json", in: "Library").json()
        #expect(records["words"] == .null && records["counts"]?["words"] == nil)
    }

    @Test func `are shown of a text, and on request of a folder`() throws {
        let shelf = try poems()
        #expect(try shelf.shed("show", "Draft/Ode.txt", in: "Poems").text.contains("\nwords     6\n"))
        #expect(try !shelf.shed("show", "Draft/page.html", in: "Poems").text.contains("\nwords "))
        #expect(try !shelf.shed("show", "Draft", in: "Poems").text.contains("\nwords "))
        #expect(try shelf.shed("show", "Draft", "--words", in: "Poems").text.contains("\nwords     14\n"))
        #expect(try shelf.shed("show", ".", "--words", "--json", in: "Poems").json()["words"]?.integer == 17)
        #expect(try shelf.shed("show", "Draft/Ode.txt", "--json", in: "Poems").json()["words"] == nil)
    }

    @Test func `of what is too large or cannot be read are not guessed`() throws {
        let shelf = try poems()
        let script = "truncate -s 65M Poems/Draft/Huge.txt"
        _ = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8)], input: nil, in: shelf.work)
        let result = try shelf.shed("tree", "--words", in: "Poems")
        #expect(result.err == "shed: the words of Draft/Huge.txt were not counted: it holds more than 64 MiB.\n")
        #expect(result.code == 0)
        #expect(try shelf.shed("show", "Draft/Huge.txt", in: "Poems").err == "")
    }
}
