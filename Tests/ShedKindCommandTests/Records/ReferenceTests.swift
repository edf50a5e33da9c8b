import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What a record refers to is asked for when it is written.
@Suite(.waitsForPrograms) struct `References of records that are written` {
    /// Books whose authors are records of “Authors”, and which may be sequels of each other.
    private func library() throws -> Shelf {
        let shelf = try Shelf.withBooks()
        #expect(try shelf.library("collection", "new", "Authors").code == 0)
        #expect(try shelf.library("record", "new", "Authors", "Name=Borges").code == 0)
        let schema = "[key.Author]\ntype = \"record\"\ncollection = \"Authors\"\n[key.After]\ntype = \"record\"\ncollection = \"Books\"\n"
        #expect(try shelf.library("collection", "schema", "Books", "--set", "-", input: schema).code == 0)
        #expect(try shelf.library("record", "new", "Books", "Title=A", "Author=Borges").code == 0)
        #expect(try shelf.library("record", "new", "Books", "Title=B").code == 0)
        return shelf
    }

    private func refused(_ shelf: Shelf, _ words: [String], input: String? = nil, location: SourceLocation = #_sourceLocation) throws -> String {
        let before = try shelf.books()
        for more in [[], ["--dry-run"]] {
            let result = try shelf.run((words + more).map { Array($0.utf8) }, in: "Library", input: input)
            #expect(result.code == (words[0] == "import" ? 2 : 1), "\(result.err) \(result.text)", sourceLocation: location)
            #expect(result.err.contains("[dangling-reference]"), "\(result.err)", sourceLocation: location)
            #expect(try shelf.books() == before && shelf.staged() == "", sourceLocation: location)
            if more.isEmpty { continue }
            return result.err
        }
        return ""
    }

    @Test func `one that leads nowhere is refused by new and set, one and many`() throws {
        let shelf = try library()
        #expect(try refused(shelf, ["record", "new", "Books", "Title=C", "Author=Nobody"])
            == "shed: Books/C.json: “Author” is “Nobody”, which is no record in “Authors” [dangling-reference]. Make that record first, or name one that is there. Nothing was changed.\n")
        #expect(try refused(shelf, ["record", "set", "Books/A", "Author=Nobody"]).hasPrefix("shed: Books/A.json: “Author”"))
        _ = try refused(shelf, ["record", "set", "Books", "--all", "Author=Nobody"])
        _ = try refused(shelf, ["record", "new", "Books", "Title=C", "After=C2"])
        #expect(try shelf.library("record", "set", "Books", "--all", "Author=Borges").code == 0)
        #expect(try shelf.library("record", "new", "Books", "--json", "-", input: "[{\"Title\": \"C\", \"After\": \"D\"}, {\"Title\": \"D\", \"After\": \"A\"}]").code == 0)
        #expect(try shelf.library("record", "set", "Books/A", "Author=").code == 0)
    }

    @Test func `an import says once that nothing was changed`() throws {
        let shelf = try library()
        let text = try refused(shelf, ["import", "-", "--into", "Books", "--format", "csv"], input: "Title,Author\nC,Nobody\n")
        #expect(text.lowercased().split(separator: "nothing was changed").count == 2, "\(text)")
        #expect(try shelf.library("collection", "schema", "Books", "--set", "-", input: "[key.Year]\ntype = \"integer\"\n").code == 0)
        let breach = try shelf.library("import", "-", "--into", "Books", "--format", "csv", input: "Title,Year\nC,x\n")
        #expect(breach.code == 2 && breach.err.lowercased().split(separator: "nothing was changed").count == 2, "\(breach.err)")
    }

    @Test func `what is there, however it is called, is taken, and two of one name are not`() throws {
        let shelf = try library()
        let id = try #require(try shelf.library("record", "show", "Authors/Borges", "--json").json()["id"]?.string)
        #expect(try shelf.library("record", "set", "Books/A", "Author=\(id)").code == 0)
        #expect(try shelf.library("record", "new", "Authors", "Name=Borges").code == 0)
        #expect(try refused(shelf, ["record", "set", "Books/B", "Author=Borges"]).contains("use an ID"))
        #expect(try shelf.library("record", "set", "Books/B", "Author=Borges (2)").code == 0)
    }

    @Test func `one that leads nowhere since another record went is not held against other changes`() throws {
        let shelf = try library()
        #expect(try shelf.library("record", "delete", "Authors/Borges").code == 0)
        #expect(try shelf.library("check").code == 1)
        #expect(try shelf.library("record", "set", "Books", "--all", "Shelf=1").code == 0)
        _ = try refused(shelf, ["record", "set", "Books/B", "Author=Borges"])
    }

    @Test func `an editor's text is not taken over with one that leads nowhere`() throws {
        let shelf = try library()
        let before = try shelf.books()
        let script = "cd Library; EDITOR='sed -i s/Borges/Nobody/' \"$0\" record edit Books/A"
        let edited = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8), Array(ShedProgram.path.utf8)], input: nil, in: shelf.work)
        #expect(edited.code == 1 && edited.err.contains("Books/A.json: “Author” is “Nobody”"), "\(edited.err)")
        #expect(try shelf.books() == before)
    }

    @Test func `a record may not go on by the title that it loses`() throws {
        let shelf = try library()
        #expect(try shelf.library("record", "new", "Books", "Title=Old", "--name", "x").code == 0)
        _ = try refused(shelf, ["record", "set", "Books", "--where", "Title = Old", "Title=New", "After=Old"])
        #expect(try shelf.library("record", "set", "Books", "--where", "Title = Old", "Title=New", "After=New").code == 0)
    }

    @Test func `an import brings what it refers to, or is refused with the line`() throws {
        let shelf = try library()
        let bad = "Title,Author,After\nC,Borges,\nD,,E\nE,Nobody,A\n"
        #expect(try refused(shelf, ["import", "-", "--format", "csv", "--into", "Books"], input: bad).contains("line 4: Books/E.json: “Author” is “Nobody”"))
        #expect(try refused(shelf, ["import", "-", "--format", "csv", "--into", "Books"], input: "Title,After\nC,D\nD,F\n").contains("line 3: "))
        let good = try shelf.library("import", "-", "--format", "csv", "--into", "Books", input: "Title,Author,After\nC,Borges,D\nD,,C\n")
        #expect(good.code == 0, "\(good.err)")
        #expect(try shelf.library("check").code == 0)
    }
}
