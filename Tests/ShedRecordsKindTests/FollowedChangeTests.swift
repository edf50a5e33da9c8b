import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedRecords
import ShedTestSupport
import Testing

@testable import ShedProject
@testable import ShedRecordsKind

/// Shed is killed in the middle of it, and people rename what it is about before the next command.
@Suite("A change of several files that people rename meanwhile") struct FollowedChangeTests {
    let library: Library

    init() throws {
        library = try Library("Books")
        for name in ["a", "b", "c"] { library.write("{\"Title\": \"\(name)\"}\n", to: "Books/\(name).json") }
        try library.project.sync()
    }

    private func staged() throws -> StagedChange { try library.staged() }

    private func interrupt(_ change: StagedChange) throws { try library.interrupt(change) }

    private func stagingIsEmpty() throws -> Bool { try library.shell("ls -A \(library.staging)").isEmpty }

    /// What people do by hand between a kill in the middle and the next command, where `a.json` had its new text by then and `c.json` not; and
    /// where these two and `new.json` are in the end.
    private static let deeds: [(deed: String, a: String, c: String, new: String)] = [
        ("mv Books Shelf", "Shelf/a", "Shelf/c", "Shelf/new"),
        ("mv Books/a.json Books/x.json", "Books/x", "Books/c", "Books/new"),
        ("mv Books/c.json Books/x.json", "Books/a", "Books/x", "Books/new"),
        ("mv Books/new.json Books/x.json", "Books/a", "Books/c", "Books/x"),
        ("mv Books Shelf; mv Shelf/a.json Shelf/x.json", "Shelf/x", "Shelf/c", "Shelf/new"),
        ("mv Books Shelf; mkdir Books; cp Shelf/c.json Books/c.json", "Shelf/a", "Shelf/c", "Shelf/new"),
        ("mv Books/a.json Books/x.json; mv Books/c.json Books/a.json", "Books/x", "Books/a", "Books/new"),
    ]

    @Test(arguments: deeds) func `that was interrupted is finished where people have renamed what it is about`(
        deed: (deed: String, a: String, c: String, new: String)
    ) throws {
        let ids = try ["a", "b", "c"].map { try library.record("Books/\($0)").id }
        var change = try staged()
        let new = library.reading.newID()
        change.assigned["Books/new.json"] = new
        try interrupt(change)
        try library.shell(deed.deed)
        let project = try library.shelf.reopen(library.project)
        try project.sync()
        for (path, id) in [(deed.a, ids[0]), (deed.c, ids[2]), (deed.new, new)] {
            #expect(try library.record(path).id == id)
        }
        for path in [deed.a, deed.c] { #expect(library.read(path + ".json") == "{\"Title\": \"other\"}\n") }
        #expect(try library.record(deed.c.split(separator: "/")[0] + "/b").id == ids[1])
        #expect(try stagingIsEmpty())
        #expect(try library.shell("find . -path './Rejected/*' -o -path './Trash/*'").isEmpty)
    }

    /// Not of a file that has its new text and was then renamed by itself: who only looks takes that for another.
    @Test(arguments: [deeds[0], deeds[2], deeds[3]]) func `that was interrupted is told of by status where people have renamed what it is about`(
        deed: (deed: String, a: String, c: String, new: String)
    ) throws {
        let ids = try ["a", "c"].map { try library.record("Books/\($0)").id }
        let change = try staged()
        try interrupt(change)
        try library.shell(deed.deed)
        let changes = try library.shelf.reopen(library.project, purpose: .look).settledStatus(all: false).changes
        #expect(!changes.contains { $0.kind == .removed }, "\(changes)")
        for (path, id) in zip([deed.a, deed.c], ids) {
            #expect(changes.allSatisfy { "\($0.path)" != path + ".json" || $0.id == id }, "\(changes)")
        }
        // Nothing is finished by who only looks.
        #expect(try !stagingIsEmpty())
    }

    /// As above; and the change cannot be finished, since `c.json` is another text by now.
    @Test(arguments: deeds) func `that cannot be finished is taken back where people have renamed what it is about`(
        deed: (deed: String, a: String, c: String, new: String)
    ) throws {
        let ids = try ["a", "b", "c"].map { try library.record("Books/\($0)").id }
        let change = try staged()
        try interrupt(change)
        try library.shell("echo more >> Books/c.json; \(deed.deed)")
        let project = try library.shelf.reopen(library.project)
        try project.sync()
        for (path, id) in [(deed.a, ids[0]), (deed.c, ids[2])] { #expect(try library.record(path).id == id) }
        #expect(library.read(deed.a + ".json") == "{\"Title\": \"a\"}\n")
        #expect(library.read(deed.c + ".json") == "{\"Title\": \"c\"}\nmore\n")
        #expect(try library.shell("ls \(deed.new).json 2>/dev/null || true").isEmpty)
        #expect(try stagingIsEmpty())
        // A copy that is no record is refused, as anywhere.
        let refused = try library.shell("find . -path './Rejected/*' -type f -exec cat {} +")
        #expect(refused == (deed.deed.contains("cp ") ? "{\"Title\": \"c\"}\nmore\n" : ""))
    }

    /// What was put into its place was renamed and then edited: it stays as it is, and is what it was.
    @Test(arguments: ["mv Books/a.json Books/x.json; echo more >> Books/x.json", "mv Books Shelf; echo more >> Shelf/a.json", "mv Books Shelf; cp Shelf/a.json x; echo more >> x; mv x Shelf/a.json"])
    func `that is taken back leaves its ID with what was renamed and edited since`(deed: String) throws {
        let id = try library.record("Books/a").id
        let change = try staged()
        try interrupt(change)
        try library.shell("echo more >> Books/c.json; \(deed)")
        let project = try library.shelf.reopen(library.project)
        try project.sync()
        let path = deed.contains("x.json") ? "Books/x" : "Shelf/a"
        #expect(try library.record(path).id == id)
        #expect(library.read(path + ".json") == "{\"Title\": \"other\"}\nmore\n")
        #expect(try stagingIsEmpty())
    }

    /// The same, and the one that takes it back is killed, too, before it has looked at the project.
    @Test func `that is taken back by one that is killed in turn leaves its ID with what was edited since`() throws {
        let ids = try ["a", "b", "c"].map { try library.record("Books/\($0)").id }
        let change = try staged()
        try interrupt(change)
        try library.shell("echo more >> Books/c.json; mv Books/a.json Books/x.json; echo more >> Books/x.json")
        // All that is done before the walk.
        try library.project.write(after: .nothing) { transaction throws(ShedError) in _ = try transaction.finishStaged() }
        #expect(library.read("Books/b.json") == "{\"Title\": \"b\"}\n" && library.read("Books/c.json") == "{\"Title\": \"c\"}\nmore\n")
        let project = try library.shelf.reopen(library.project)
        try project.sync()
        #expect(try ["x", "b", "c"].map { try library.record("Books/\($0)").id } == ids)
        #expect(library.read("Books/x.json") == "{\"Title\": \"other\"}\nmore\n")
        #expect(try stagingIsEmpty())
    }

    /// What would go to Rejected, or is replaced whoever writes to it, is not looked for where somebody has put it out of the way.
    @Test(arguments: [true, false], ["mv Books/c.json Books/x.json", "mkdir Old; mv Books/c.json Old"])
    func `that was interrupted leaves alone what was moved out of its way`(rejects: Bool, deed: String) throws {
        let ids = try ["a", "c"].map { try library.record("Books/\($0)").id }
        var change = try library.project.refresh().stageChange()
        let folder = try library.project.home.root.openDirectory("Books")
        for name in ["a", "c"] {
            let (file, staged) = (Name("\(name).json"), Name("new-\(name)"))
            try change.folder.directory.write(staged, Array("{\"Title\": \"other\"}\n".utf8), replacing: false)
            let evidence = try folder.evidence(of: file)
            try change.add(staged, to: RelativePath(["Books", file]), replacing: evidence, rejecting: rejects && name == "c" ? "not-a-record" : nil)
        }
        change.overridesWriters = !rejects
        try interrupt(change)
        try library.shell(deed)
        let project = try library.shelf.reopen(library.project)
        try project.sync()
        let moved = deed.hasSuffix("Old") ? "Old/c" : "Books/x"
        #expect(library.read(moved + ".json") == "{\"Title\": \"c\"}\n" && library.read("Books/a.json") == "{\"Title\": \"a\"}\n")
        #expect(try [library.record("Books/a").id, library.record(moved).id] == ids)
        #expect(try library.shell("find . -path './Rejected/*' -o -path './Trash/*'").isEmpty)
        #expect(try stagingIsEmpty())
    }

    @Test func `gives new files their IDs also where they have each other's names by then`() throws {
        var change = try library.project.refresh().stageChange()
        let folder = try library.project.home.root.openDirectory("Books")
        for name in ["d", "e", "f"] { try change.write(Array("{\"Title\": \"\(name)\"}\n".utf8), to: RelativePath(["Books", Name("\(name).json")])) }
        try change.write(Array("{}\n".utf8), to: "Books/c.json", replacing: (#require(try folder.evidence(of: "c.json")), folder))
        let ids = [library.reading.newID(), library.reading.newID(), library.reading.newID()]
        (change.assigned["Books/d.json"], change.assigned["Books/e.json"], change.assigned["Books/f.json"]) = (ids[0], ids[1], ids[2])
        try interrupt(change)
        try library.shell("mv Books/f.json Books/g.json; mv Books/e.json Books/f.json; mv Books/d.json Books/e.json")
        let project = try library.shelf.reopen(library.project)
        try project.sync()
        #expect(try ["e", "f", "g"].map { try library.record("Books/\($0)").id } == ids)
        #expect(library.read("Books/e.json") == "{\"Title\": \"d\"}\n")
    }

    /// A second name of a file that was replaced is still that file.
    @Test func `leaves a second name of what it replaced alone`() throws {
        try library.shell("ln Books/a.json Books/second.json")
        try library.project.sync()
        let ids = try ["a", "second"].map { try library.record("Books/\($0)").id }
        let change = try staged()
        try interrupt(change)
        try library.shell("mv Books Shelf")
        let project = try library.shelf.reopen(library.project)
        try project.sync()
        #expect(try ["a", "second"].map { try library.record("Shelf/\($0)").id } == ids)
        #expect(library.read("Shelf/a.json") == "{\"Title\": \"other\"}\n" && library.read("Shelf/second.json") == "{\"Title\": \"a\"}\n")
    }
}

extension Library {
    /// A change that makes `new.json` and gives `a.json`, `b.json` and `c.json` other texts, ready to be carried out.
    func staged() throws -> StagedChange {
        var change = try project.refresh().stageChange()
        let folder = try project.home.root.openDirectory("Books")
        try change.write(Array("{}\n".utf8), to: "Books/new.json")
        for name in ["a", "b", "c"] {
            let file = Name("\(name).json")
            let evidence = try #require(try folder.evidence(of: file))
            try change.write(Array("{\"Title\": \"other\"}\n".utf8), to: RelativePath(["Books", file]), replacing: (evidence, folder))
        }
        return change
    }

    /// As far as a process came that was killed: all but the last entry are in their places.
    func interrupt(_ change: StagedChange) throws {
        var change = change
        let root = project.home.root
        try change.seal(in: root)
        let books = try root.openDirectory("Books")
        for entry in change.entries.dropLast() {
            let name = try #require(entry.target.last)
            if let replaced = entry.replaced {
                try change.folder.directory.exchange(entry.name, with: books, name, expecting: entry.identity, otherExpecting: replaced.identity)
            } else {
                try change.folder.directory.rename(entry.name, to: books, as: name, expecting: entry.identity)
            }
        }
    }
}
