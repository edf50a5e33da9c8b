import Glibc
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSupport
import Testing

@testable import ShedWritingKind

@Suite struct `A file in place of a link in a collection` {
    @Test func `saved by renaming, it is an edit of the piece, which keeps its ID`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt"])
        let id = try desk.project.id("Draft/Ode.txt")
        for word in ["one", "two"] {
            try desk.shell("sed -i 's/.*/\(word)/' Collections/Book/Ode.txt")
            // A command that only looks takes it in as a file.
            _ = try desk.project.refresh()
            try desk.project.sync()
            #expect(try desk.read("Draft/Ode.txt") == "\(word)\n")
            #expect(try desk.all() == "Ode.txt l ../../Draft/Ode.txt\n")
        }
        #expect(try desk.project.id("Draft/Ode.txt") == id)
        #expect(try desk.members() == ["Draft/Ode.txt"])
        // What stood there for a while is one node, however often.
        #expect(try desk.project.refresh().load().model.nodes.values.count { $0.place?.name == "Ode.txt" } == 2)
    }

    @Test func `taken in by another process first, it is one all the same`() throws {
        var desk = try CollectionDesk(collecting: ["Draft/Ode.txt"])
        try desk.shell("sed -i 's/.*/edited/' Collections/Book/Ode.txt")
        _ = try desk.project.refresh()
        try desk.reopen()
        try desk.project.sync()
        #expect(try desk.read("Draft/Ode.txt") == "edited\n")
        #expect(try desk.all() == "Ode.txt l ../../Draft/Ode.txt\n")
    }

    @Test func `the link's text, or what the piece holds, is none`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shell("cd Collections/Book; printf ../../Draft/Ode.txt > o; mv o Ode.txt; cp -L Rain.txt r; mv r Rain.txt")
        let outcome = try desk.project.sync()
        #expect(outcome.changes.isEmpty)
        #expect(try desk.all() == "Ode.txt l ../../Draft/Ode.txt\nRain.txt l ../../Draft/Rain.txt\n")
        #expect(try desk.read("Draft/Ode.txt") == "ode\n")
    }

    @Test func `where the piece has changed since, it stays as a file of the collection, and nothing is written over`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt"])
        try desk.shell("echo mine > Draft/Ode.txt; rm Collections/Book/Ode.txt; echo other > Collections/Book/Ode.txt")
        try desk.project.sync()
        try desk.project.sync()
        #expect(try desk.read("Draft/Ode.txt") == "mine\n")
        #expect(try desk.all() == "Ode (Draft).txt l ../../Draft/Ode.txt\nOde.txt f \n")
        #expect(try desk.read("Collections/Book/Ode.txt") == "other\n")
        #expect(try desk.members() == ["Draft/Ode.txt"])
    }

    /// As where somebody looks between the new file of `sed -i` and its renaming; `looks`: and once more before it is decided.
    @Test(arguments: [false, true]) func `a file that a program made beside the link is an edit also where it was seen before it came to its place`(looks: Bool) throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        for text in ["edited", "once more"] {
            try desk.shell("echo \(text) > Collections/Book/sedhsUK93")
            _ = try desk.project.refresh()
            #expect(try desk.project.id("Collections/Book/sedhsUK93") != nil)
            try desk.shell("mv -T Collections/Book/sedhsUK93 Collections/Book/Ode.txt")
            let told = try looks ? desk.project.refresh().outcome.changes : []
            #expect(told.isEmpty)
            let status = try desk.project.status(all: false)
            #expect(status.changes.map(\.kind) == [.modified] && status.changes.map(\.path) == ["Draft/Ode.txt"])
            let outcome = try desk.project.sync()
            #expect(outcome.changes.map(\.kind) == [.modified] && outcome.changes.map(\.path) == ["Draft/Ode.txt"])
            #expect(try desk.read("Draft/Ode.txt") == "\(text)\n")
            #expect(try desk.all() == "Ode.txt l ../../Draft/Ode.txt\nRain.txt l ../../Draft/Rain.txt\n")
            #expect(try desk.members() == ["Draft/Ode.txt", "Draft/Rain.txt"])
            #expect(try desk.project.sync().changes.isEmpty)
        }
    }

    @Test func `a file of the collection that is older is no edit`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shell("echo mine > Collections/Book/Mine.txt")
        try desk.project.sync()
        let now = desk.project.home.surroundings.now
        desk.project.home.surroundings.now = { now() + 11_000 }
        try desk.shell("mv -T Collections/Book/Mine.txt Collections/Book/Ode.txt")
        try desk.project.sync()
        #expect(try desk.read("Draft/Ode.txt") == "ode\n" && desk.read("Collections/Book/Ode.txt") == "mine\n")
        #expect(try desk.members() == ["Draft/Ode.txt", "Draft/Rain.txt"])
    }

    /// `looks`: as a daemon does before all is quiet.
    @Test(arguments: [false, true]) func `a file that was known elsewhere is no edit, and takes no piece out`(looks: Bool) throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Sea.txt"])
        try desk.shell("mv -T Draft/Rain.txt Collections/Book/Ode.txt")
        if looks { _ = try desk.project.refresh() }
        try desk.project.sync()
        #expect(try desk.all() == "Ode (Draft).txt l ../../Draft/Ode.txt\nOde.txt f \nSea.txt l ../../Draft/Sea.txt\n")
        #expect(try desk.read("Draft/Ode.txt") == "ode\n")
        #expect(try desk.read("Collections/Book/Ode.txt") == "rain\n")
        #expect(try desk.members() == ["Draft/Ode.txt", "Draft/Sea.txt"])
    }
}

@Suite struct `Collections on several devices, and hostile ones` {
    @Test func `two devices that collect at once both get their way, and a tree without links ends nothing`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt"])
        // As a program carries it that has no links.
        try desk.shelf.shell("mkdir elsewhere; touch 'My Poems/.stignore'; cp -a 'My Poems' elsewhere/; find elsewhere -type l -delete")
        let there = try desk.shelf.trusted("elsewhere/My Poems", on: desk.shelf.elsewhere(), as: .trustAsReplica)
        try there.sync()
        #expect(try desk.shelf.shell("readlink 'elsewhere/My Poems/Collections/Book/Ode.txt'") == "../../Draft/Ode.txt\n")
        try desk.collect(["Draft/Rain.txt"])
        try there.change { _ = try $0.collect(["Draft/Sea.txt"], in: CollectionDesk.book, .first, dryRun: false) }
        try desk.shelf.shell("cp -an 'My Poems/.shed/ops/.' 'elsewhere/My Poems/.shed/ops/'; cp -an 'elsewhere/My Poems/.shed/ops/.' 'My Poems/.shed/ops/'")
        try desk.project.sync()
        try there.sync()
        let order = ["Draft/Sea.txt", "Draft/Ode.txt", "Draft/Rain.txt"]
        #expect(try desk.order() == order)
        #expect(try there.refresh().order(of: CollectionDesk.book).items.map { "\($0.path)" } == order)
        #expect(try desk.all() == desk.shelf.shell("cd 'elsewhere/My Poems/Collections/Book' && find . -mindepth 1 -printf '%f %y %l\\n' | LC_ALL=C sort"))
    }

    @Test func `a copy of the project has its own pieces in them`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shelf.shell("cp -a 'My Poems' Copy; find Copy -type l -delete")
        let copy = try desk.shelf.trusted("Copy")
        try copy.sync()
        #expect(copy.home.id != desk.project.home.id)
        #expect(try desk.shelf.shell("cd Copy/Collections/Book; readlink *") == "../../Draft/Ode.txt\n../../Draft/Rain.txt\n")
    }

    @Test func `fields that name what is no piece are ignored`() throws {
        let desk = try CollectionDesk(["Draft/Ode.txt": "1", "Research/Note.txt": "2"])
        let state = try desk.project.refresh().load()
        let book = try #require(state.node(at: CollectionDesk.book)), note = try #require(state.node(at: "Research/Note.txt"))
        let draft = try #require(state.node(at: "Draft")), ode = try #require(state.node(at: "Draft/Ode.txt"))
        var fields = (1...300).map { Field.other(FolderGuests.prefix + NodeID(high: 7, low: UInt64($0)).description, .bool(true)) }
        for id in [note, draft, book, state.model.project] { fields.append(FolderGuests.field(id, nil)) }
        fields += [.other("guest:", .bool(true)), .other("guest:../../x", .string("a0")), .other("guest:\(ode)", .string(String(repeating: "z", count: 500)))]
        try desk.project.commit([Operation(book, fields), Operation(draft, [FolderGuests.field(note, nil)])])
        #expect(try desk.all() == "Ode.txt l ../../Draft/Ode.txt\n")
        #expect(try desk.order() == ["Draft/Ode.txt"])
        #expect(try desk.shell("find Draft Research -type l | wc -l") == "0\n")
        try desk.project.commit([Operation(book, [.other("guest:\(ode)", .integer(7))])])
        #expect(try desk.all() == "")
    }

    @Test func `fields that name what is no piece take no place from pieces, however many there are`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt"])
        let book = try #require(try desk.project.refresh().load().node(at: CollectionDesk.book))
        let foreign = (1...FolderGuests.most + 1).map { Field.other(FolderGuests.prefix + NodeID(high: 0, low: UInt64($0)).description, .bool(true)) }
        for start in stride(from: 0, to: foreign.count, by: 4_000) {
            try desk.project.commit([Operation(book, Array(foreign[start..<min(start + 4_000, foreign.count)]))])
        }
        try desk.project.sync()
        #expect(try desk.all() == "Ode.txt l ../../Draft/Ode.txt\n")
        try desk.collect(["Draft/Rain.txt"])
        try desk.shell("ln -s ../../Draft/Sea.txt Collections/Book/")
        try desk.project.sync()
        #expect(try desk.members() == ["Draft/Ode.txt", "Draft/Rain.txt", "Draft/Sea.txt"])
        let batches = try desk.shell("find .shed/ops -type f | xargs cat | wc -c")
        #expect(try desk.project.sync().remarks.isEmpty)
        #expect(try desk.shell("find .shed/ops -type f | xargs cat | wc -c") == batches)
        try desk.uncollect(["Draft/Ode.txt"])
        #expect(try desk.members() == ["Draft/Rain.txt", "Draft/Sea.txt"])
    }

    @Test(arguments: ["novel", "blank"]) func `there are none where the template has no such folder`(kind: String) throws {
        let shelf = try Shelf()
        let project = try shelf.project(kind)
        try shelf.shell("cd 'My Poems'; mkdir -p Collections/Book Draft; echo ode > Draft/Ode.txt; ln -s ../../Draft/Ode.txt Collections/Book/")
        try project.sync(.init(overridesWaiting: true))
        #expect(throws: ShedError.self) { try project.refresh().collectionFolder([CollectionDesk.book]) }
    }
}
