import ShedModel
import ShedProject
import ShedProjectTestSupport
import Testing

/// A folder `Commissions/Book` with four texts, put in order: one that has no links of pieces that stand elsewhere.
final class Bookshelf {
    let shelf: Shelf
    var project: Project
    static let book: RelativePath = "Commissions/Book"

    init(_ names: [String] = ["a.md", "b.md", "c.md", "d.md"]) throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("mkdir 'My Poems/Commissions/Book'")
        for name in names { try add(name) }
        try project.sync()
    }

    func add(_ name: String) throws { try shelf.shell("cd 'My Poems/Commissions/Book'; printf '%s' '\(name)' > '\(name)'") }
    func move(_ from: String, _ to: String) throws { try shelf.shell("cd 'My Poems/Commissions/Book'; mv '\(from)' '\(to)'") }
    func path(_ name: String) -> RelativePath { Bookshelf.book.appending(Name(name)) }

    /// As `ls` shows it, which is as the order is told.
    func order(_ location: SourceLocation = #_sourceLocation) throws -> [String] {
        let listed = try project.listing(of: Bookshelf.book, depth: 1).contents(of: Bookshelf.book).map(\.name.escaped)
        let told = try project.refresh().order(of: Bookshelf.book).items.compactMap { $0.path.last?.escaped }
        #expect(listed == told, sourceLocation: location)
        return listed
    }

    @discardableResult
    func put(_ names: String..., to place: OrderPlace) throws -> OrderResult { try project.change { try $0.order(names.map(self.path), place) } }
    @discardableResult
    func number(digits: Int? = nil) throws -> OrderResult { try project.change { try $0.number(Bookshelf.book, digits: digits) } }
    @discardableResult
    func unnumber() throws -> OrderResult { try project.change { try $0.unnumber(Bookshelf.book) } }

    func ids() throws -> [String: NodeID] {
        var ids: [String: NodeID] = [:]
        for item in try project.refresh().order(of: Bookshelf.book).items { ids[item.path.last?.escaped ?? ""] = item.id }
        return ids
    }

    /// What stands in the files, by name.
    func contents() throws -> [String] { try shelf.shell("cd 'My Poems/Commissions/Book'; cat *").split(separator: "\n").map(String.init) }
}

@Suite struct `A folder that people put in order` {
    @Test func `shows what was put first, last, before and behind another`() throws {
        let book = try Bookshelf()
        #expect(try book.put("c.md", to: .first).written == 1)
        #expect(try book.order() == ["c.md", "a.md", "b.md", "d.md"])
        try book.put("d.md", to: .before(book.path("a.md")))
        #expect(try book.order() == ["c.md", "d.md", "a.md", "b.md"])
        try book.put("c.md", to: .after(book.path("a.md")))
        #expect(try book.order() == ["d.md", "a.md", "c.md", "b.md"])
        try book.put("d.md", to: .last)
        #expect(try book.order() == ["a.md", "c.md", "b.md", "d.md"])
        // All have a key by now: one is written.
        #expect(try book.put("a.md", to: .after(book.path("b.md"))).written == 1)
        #expect(try book.order() == ["c.md", "b.md", "a.md", "d.md"])
        #expect(try !book.put("a.md", to: .after(book.path("b.md"))).isChanged)
        book.project = try book.shelf.reopen(book.project)
        #expect(try book.order() == ["c.md", "b.md", "a.md", "d.md"])
    }

    @Test func `takes several in the sequence in which they are named`() throws {
        let book = try Bookshelf()
        #expect(try book.put("d.md", "b.md", "d.md", to: .first).written == 2)
        #expect(try book.order() == ["d.md", "b.md", "a.md", "c.md"])
        try book.put("c.md", "d.md", to: .after(book.path("b.md")))
        #expect(try book.order() == ["b.md", "c.md", "d.md", "a.md"])
    }

    @Test func `has what is new, or came from elsewhere, behind what has a place, by name`() throws {
        let book = try Bookshelf()
        try book.put("c.md", to: .first)
        try book.add("0.md")
        #expect(try book.order() == ["c.md", "0.md", "a.md", "b.md", "d.md"])
        // A place is one in that folder; back in it, it has it again.
        try book.shelf.shell("cd 'My Poems'; mkdir Commissions/Other; echo x > Commissions/Other/a.md; mv Commissions/Book/c.md Commissions/Other/")
        let other: RelativePath = "Commissions/Other"
        #expect(try book.project.refresh().order(of: other).items.map { $0.key == nil } == [true, true])
        #expect(try book.project.refresh().order(of: other).items.compactMap { $0.path.last } == ["a.md", "c.md"])
        try book.shelf.shell("cd 'My Poems'; mv Commissions/Other/c.md Commissions/Book/")
        #expect(try book.order().first == "c.md")
        try book.project.change { transaction in
            let trashed = try transaction.trash([book.path("c.md")])
            _ = try transaction.restore(trashed.map(\.to))
        }
        #expect(try book.order().first == "c.md")
    }

    @Test func `is put in order by time once, and by name for good`() throws {
        let book = try Bookshelf()
        for (name, year) in [("c", 2001), ("a", 2003), ("d", 2002), ("b", 2000)] {
            try book.shelf.shell("cd 'My Poems/Commissions/Book'; touch -d \(year)-01-01 \(name).md")
        }
        #expect(try book.project.change { try $0.order(Bookshelf.book, by: .modified) }.written == 4)
        #expect(try book.order() == ["a.md", "d.md", "c.md", "b.md"])
        try book.shelf.shell("cd 'My Poems/Commissions/Book'; touch b.md")
        #expect(try book.order() == ["a.md", "d.md", "c.md", "b.md"])
        #expect(try book.project.change { try $0.order(Bookshelf.book, by: .name) }.written == 4)
        #expect(try book.order() == ["a.md", "b.md", "c.md", "d.md"])
        #expect(try !book.project.change { try $0.order(Bookshelf.book, by: .name) }.isChanged)
    }

    @Test func `may be the root, whose own folders keep their order else`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try shelf.shell("mkdir 'My Poems/Notes' 'My Poems/Letters'")
        try project.sync()
        func order() throws -> [String] { try project.listing(of: .root, depth: 1).contents(of: .root).map(\.name.escaped) }
        let before = try order()
        try project.change { try $0.order(["Notes"], .before("Ready")) }
        let expected = before.filter { $0 != "Notes" }
        let position = try #require(expected.firstIndex(of: "Ready"))
        #expect(try order() == expected[..<position] + ["Notes"] + expected[position...])
        #expect(try order().last == "Trash")
        try project.change { try $0.order(.root, by: .name) }
        #expect(try order() == before)
        #expect(throws: ShedError.self) { try project.change { try $0.order(["Trash"], .first) } }
    }

    @Test func `is refused where there is none, or the place is not in the same folder`() throws {
        let book = try Bookshelf()
        try book.shelf.shell("cd 'My Poems'; echo x > Draft/x.md")
        try book.project.sync()
        try book.project.change { _ = try $0.trash(["Draft/x.md"]) }
        try book.shelf.shell("cd 'My Poems'; echo y > Draft/y.md")
        func refused(_ paths: [RelativePath], _ place: OrderPlace, _ location: SourceLocation = #_sourceLocation) {
            let error = #expect(throws: ShedError.self, sourceLocation: location) { try book.project.change { try $0.order(paths, place) } }
            #expect(error?.advice != nil || error?.remedy != nil, sourceLocation: location)
        }
        refused([book.path("a.md"), "Draft/y.md"], .first)
        refused([book.path("a.md")], .before("Draft/y.md"))
        refused([book.path("a.md")], .before(book.path("a.md")))
        refused(["Trash/x.md"], .first)
        refused([.root], .first)
        for path in [book.path("a.md"), "Trash", "Nowhere"] as [RelativePath] {
            #expect(throws: ShedError.self) { try book.project.change { try $0.order(path, by: .modified) } }
        }
        #expect(throws: ShedError.self) { try book.project.change { try $0.order([book.path("nowhere.md")], .first) } }
        #expect(throws: ShedError.self) { try book.project.change { try $0.order([book.path("a.md")], .after(book.path("nowhere.md"))) } }
        #expect(try book.order() == ["a.md", "b.md", "c.md", "d.md"])
    }

    @Test func `is the same on two devices that put it in order at once`() throws {
        let book = try Bookshelf()
        try book.put("a.md", "b.md", "c.md", "d.md", to: .first)
        try book.shelf.shell("mkdir elsewhere; touch 'My Poems/.stignore'; cp -a 'My Poems' elsewhere/")
        let there = try book.shelf.trusted("elsewhere/My Poems", on: book.shelf.elsewhere(), as: .trustAsReplica)
        try there.sync()
        try book.put("d.md", to: .first)
        try there.change { try $0.order([book.path("a.md")], .last) }
        try book.shelf.shell("cp -an 'My Poems/.shed/ops/.' 'elsewhere/My Poems/.shed/ops/'; cp -an 'elsewhere/My Poems/.shed/ops/.' 'My Poems/.shed/ops/'")
        for project in [book.project, there] {
            try project.sync()
            #expect(try project.refresh().order(of: Bookshelf.book).items.compactMap { $0.path.last } == ["d.md", "b.md", "c.md", "a.md"])
        }
    }

    @Test func `is shown by a dry run, which writes nothing`() throws {
        let book = try Bookshelf()
        let looking = try book.shelf.reopen(book.project, purpose: .look)
        let result = try looking.write { transaction throws(ShedError) in try transaction.order([book.path("d.md")], .first, dryRun: true) }
        #expect(result.items.compactMap { $0.path.last } == ["d.md", "a.md", "b.md", "c.md"] && result.written == 1)
        let numbered = try looking.write { transaction throws(ShedError) in try transaction.number(Bookshelf.book, dryRun: true) }
        #expect(numbered.renamed.map(\.to).compactMap(\.last) == ["01 a.md", "02 b.md", "03 c.md", "04 d.md"])
        #expect(try book.order() == ["a.md", "b.md", "c.md", "d.md"])
    }
}
