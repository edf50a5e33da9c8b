import ShedModel
import ShedProject
import ShedProjectTestSupport
import Testing

@Suite struct `A folder with numbers before its names` {
    @Test func `has them in its order, and the same files behind them`() throws {
        let book = try Bookshelf()
        try book.put("d.md", to: .first)
        let ids = try book.ids()
        #expect(try book.number().renamed.count == 4)
        #expect(try book.order() == ["01 d.md", "02 a.md", "03 b.md", "04 c.md"])
        let numbered = try book.ids()
        for (name, number) in [("d.md", "01 "), ("a.md", "02 "), ("b.md", "03 "), ("c.md", "04 ")] { #expect(numbered[number + name] == ids[name]) }
        #expect(try !book.number().isChanged)
        #expect(try book.unnumber().renamed.count == 4)
        #expect(try book.order() == ["d.md", "a.md", "b.md", "c.md"] && book.ids() == ids)
        #expect(try !book.unnumber().isChanged)
    }

    @Test func `never cuts a name that a person wrote`() throws {
        let names = ["1984.txt", "2024-01-02 Diary.md", "3 Körper.txt", "01 Mine.md", "02", "1 1 1.md", " begins.md", "7  blanks.md"]
        let book = try Bookshelf(names)
        let before = try book.order()
        try book.number()
        #expect(try Set(book.order().map { String($0.dropFirst(3)) }) == Set(names))
        #expect(try book.order().map { $0.prefix(3) } == (1...8).map { "0\($0) " })
        #expect(try !book.number().isChanged)
        try book.put(book.order()[5], to: .first)
        #expect(try Set(book.order().map { String($0.dropFirst(3)) }) == Set(names))
        try book.unnumber()
        #expect(try Set(book.order()) == Set(before))
        // What is not numbered is not unnumbered.
        #expect(try !book.unnumber().isChanged)
        #expect(try Set(book.contents().joined()) == Set(names.joined()))
    }

    @Test func `takes as many digits as it is asked for, or needs`() throws {
        let book = try Bookshelf()
        try book.number(digits: 3)
        #expect(try book.order() == ["001 a.md", "002 b.md", "003 c.md", "004 d.md"])
        try book.put("004 d.md", to: .first)
        #expect(try book.order() == ["001 d.md", "002 a.md", "003 b.md", "004 c.md"])
        try book.number()
        #expect(try book.order() == ["01 d.md", "02 a.md", "03 b.md", "04 c.md"])
        for number in 1...97 { try book.add("x\(number).md") }
        try book.number()
        #expect(try book.order().first == "001 d.md" && book.order().last == "101 x97.md")
    }

    @Test func `gets only the new numbers that it needs when one is put elsewhere`() throws {
        let book = try Bookshelf(["a.md", "b.md", "c.md", "d.md", "e.md"])
        try book.number()
        let result = try book.put("04 d.md", to: .before(book.path("02 b.md")))
        #expect(result.renamed.map { $0.from.last } == ["04 d.md", "02 b.md", "03 c.md"] && result.written == 1)
        #expect(try book.order() == ["01 a.md", "02 d.md", "03 b.md", "04 c.md", "05 e.md"])
        #expect(try book.contents().joined() == "a.mdd.mdb.mdc.mde.md")
    }

    @Test func `gives conflict copies the numbers of what they are copies of`() throws {
        let mark = ".sync-conflict-20240131-120000-ABCDEFG"
        let book = try Bookshelf(["1984.md", "1984\(mark).md", "a.md", "a\(mark).md", "a\(mark)\(mark).md", "b.md"])
        func originals() throws -> [String] { try book.project.refresh().conflictCopies().compactMap { $0.original?.path.last?.escaped } }
        let ids = try book.ids()
        try book.number()
        #expect(try Set(book.order()) == ["01 1984.md", "01 1984\(mark).md", "02 a.md", "02 a\(mark).md", "02 a\(mark)\(mark).md", "03 b.md"])
        #expect(try originals().sorted() == ["01 1984.md", "02 a.md", "02 a\(mark).md"] && !book.number().isChanged)
        try book.put("03 b.md", to: .first)
        #expect(try Set(book.order()) == ["01 b.md", "02 1984.md", "02 1984\(mark).md", "03 a.md", "03 a\(mark).md", "03 a\(mark)\(mark).md"])
        #expect(try book.ids()["03 a\(mark).md"] == ids["a\(mark).md"])
        // One that a sync program brings beside a numbered file.
        try book.add("01 b\(mark).md")
        try book.project.sync()
        try book.put("03 a.md", to: .first)
        #expect(try originals().sorted() == ["01 a.md", "01 a\(mark).md", "02 b.md", "03 1984.md"])
        try book.unnumber()
        #expect(try Set(book.order()) == Set(ids.keys).union(["b\(mark).md"]) && book.ids()["a\(mark)\(mark).md"] == ids["a\(mark)\(mark).md"])
    }

    // MARK: What people do to them

    @Test func `follows a number that a person changes`() throws {
        let book = try Bookshelf(["a.md", "b.md", "c.md", "d.md", "e.md"])
        try book.number()
        let ids = try book.ids()
        try book.move("05 e.md", "02 e.md")
        try book.project.sync()
        #expect(try book.order() == ["01 a.md", "02 e.md", "02 b.md", "03 c.md", "04 d.md"])
        // No file was renamed for it, and nothing is left to be done.
        #expect(try book.ids()["02 e.md"] == ids["05 e.md"])
        let batches = try book.shelf.shell("find 'My Poems/.shed/ops' -type f | wc -l")
        try book.project.sync()
        #expect(try book.shelf.shell("find 'My Poems/.shed/ops' -type f | wc -l") == batches)
        try book.number()
        #expect(try book.order() == ["01 a.md", "02 e.md", "03 b.md", "04 c.md", "05 d.md"])
    }

    @Test func `follows two that a person swaps, and one that becomes the last`() throws {
        let book = try Bookshelf()
        try book.number()
        try book.move("01 a.md", "x")
        try book.move("03 c.md", "01 c.md")
        try book.move("x", "03 a.md")
        try book.project.sync()
        #expect(try book.order() == ["01 c.md", "02 b.md", "03 a.md", "04 d.md"])
        try book.move("01 c.md", "9 c.md")
        try book.project.sync()
        #expect(try book.order() == ["02 b.md", "03 a.md", "04 d.md", "9 c.md"])
        try book.number()
        #expect(try book.order() == ["01 b.md", "02 a.md", "03 d.md", "04 c.md"])
    }

    @Test func `leaves what is new without a number, at the end`() throws {
        let book = try Bookshelf()
        try book.number()
        try book.add("new.md")
        try book.add("1984 Again.md")
        try book.add("3 Men.md")
        try book.project.sync()
        #expect(try book.order() == ["01 a.md", "02 b.md", "03 c.md", "04 d.md", "3 Men.md", "1984 Again.md", "new.md"])
        // Asked for that one, it gets one; the others do not.
        try book.put("new.md", to: .first)
        #expect(try book.order() == ["01 new.md", "02 a.md", "03 b.md", "04 c.md", "05 d.md", "3 Men.md", "1984 Again.md"])
        try book.number()
        #expect(try book.order().suffix(2) == ["06 3 Men.md", "07 1984 Again.md"])
    }

    @Test func `puts what comes with such a number where that says`() throws {
        let book = try Bookshelf()
        try book.number()
        try book.add("03 Rain.md")
        try book.project.sync()
        #expect(try book.order() == ["01 a.md", "02 b.md", "03 Rain.md", "03 c.md", "04 d.md"])
        try book.number()
        #expect(try book.order() == ["01 a.md", "02 b.md", "03 Rain.md", "04 c.md", "05 d.md"])
    }

    @Test func `forgets a number that a person took away`() throws {
        let book = try Bookshelf()
        try book.number()
        try book.move("02 b.md", "b.md")
        try book.move("03 c.md", "1984 c.md")
        try book.project.sync()
        #expect(try book.order() == ["01 a.md", "b.md", "1984 c.md", "04 d.md"])
        try book.move("b.md", "02 b.md")
        try book.move("04 d.md", "d.md")
        try book.move("01 a.md", "a.md")
        try book.project.sync()
        // Nothing here has a number any more that shed wrote: this one is a person's title.
        #expect(try !book.unnumber().isChanged)
        #expect(try book.order().contains("02 b.md"))
    }

    @Test func `is looked at by a daemon once all is quiet, and no other for a number before a name`() throws {
        let book = try Bookshelf()
        try book.add("03 Rain.md")
        let plain = try book.project.walk(.refresh())
        #expect(plain.changes.count == 1 && !book.project.kind.waits(after: plain).contains(Bookshelf.book))
        try book.number()
        try book.move("01 03 Rain.md", "05 03 Rain.md")
        #expect(try book.project.kind.waits(after: book.project.walk(.refresh())).contains(Bookshelf.book))
        // A walk that sees nothing new there, as one for links that followed, does not make it forgotten; one that judges does.
        #expect(try book.project.kind.waits(after: book.project.walk(.refresh())).contains(Bookshelf.book))
        try book.project.sync()
        #expect(try book.order().contains("05 03 Rain.md") && !book.project.kind.waits(after: book.project.walk(.refresh())).contains(Bookshelf.book))
    }

    @Test func `counts what a person did before what a verb does`() throws {
        let book = try Bookshelf()
        try book.number()
        try book.move("04 d.md", "01 d.md")
        try book.put("03 c.md", to: .last)
        #expect(try book.order() == ["01 d.md", "02 a.md", "03 b.md", "04 c.md"])
        try book.move("04 c.md", "01 c.md")
        try book.unnumber()
        #expect(try book.order() == ["c.md", "d.md", "a.md", "b.md"])
    }

    @Test func `is sorted by titles where it is to be by name`() throws {
        let book = try Bookshelf()
        try book.put("d.md", "c.md", to: .first)
        try book.number()
        try book.project.change { try $0.order(Bookshelf.book, by: .name) }
        #expect(try book.order() == ["01 a.md", "02 b.md", "03 c.md", "04 d.md"])
    }

    @Test func `numbers no folder of the template, and the folders of people`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try shelf.shell("mkdir 'My Poems/Notes' 'My Poems/Letters'")
        try project.sync()
        let result = try project.change { try $0.number(.root) }
        #expect(Set(result.renamed.map(\.to)) == ["01 Letters", "02 Notes"])
        #expect(try shelf.shell("ls 'My Poems' | grep -c '^0'") == "2\n")
        #expect(try project.id("Draft") != nil)
    }

    @Test func `gives names that are taken another ending, and refuses one that has no room`() throws {
        let book = try Bookshelf()
        try book.number()
        try book.add("a.md")
        try book.unnumber()
        #expect(try Set(book.order()) == ["a (2).md", "a.md", "b.md", "c.md", "d.md"])
        try book.add(String(repeating: "x", count: 254))
        #expect(throws: ShedError.self) { try book.number() }
        #expect(try book.order().count == 6)
    }
}
