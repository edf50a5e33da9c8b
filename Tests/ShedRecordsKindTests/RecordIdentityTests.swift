import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRecords
import ShedRecordsKind
import Testing

@Suite("Records and collections keep their IDs")
struct RecordIdentityTests {
    let library: Library
    let book: NodeID
    let books: NodeID

    init() throws {
        library = try Library("Books", "Lent", in: "/tmp")
        library.write("{\"Title\": \"Ficciones\"}\n", to: "Books/Ficciones.json")
        library.write("{\"Title\": \"Rayuela\"}\n", to: "Books/Rayuela.json")
        try library.project.sync()
        book = try library.record("Books/Ficciones").id
        books = try library.collection("Books").id
    }

    @Test(arguments: [
        ("mv Books/Ficciones.json Books/F.json", "Books/F"), ("mv Books Library", "Library/Ficciones"),
        ("mv Books/Ficciones.json Lent/", "Lent/Ficciones"), ("mv Books/Ficciones.json Lent/F.json", "Lent/F"),
        ("echo '{\"Title\": \"F\"}' > Books/Ficciones.json", "Books/Ficciones"),
        ("echo '{\"Title\": \"F\"}' > .x; mv .x Books/Ficciones.json", "Books/Ficciones"),
        ("mv Lent Gone; mv Books Lent; mv Gone Books; ", "Lent/Ficciones"),
        ("mv Books/Ficciones.json x; mv Books/Rayuela.json Books/Ficciones.json; mv x Books/Rayuela.json", "Books/Rayuela"),
    ]) func `whatever becomes of their names`(deed: String, path: String) throws {
        try library.shell(deed)
        library.project = try library.shelf.reopen(library.project)
        let outcome = try library.project.sync()
        #expect(outcome.moves.isEmpty && outcome.reports.isEmpty)
        #expect(try library.record(path).id == book)
        #expect(try library.reading.collections().contains { $0.id == books })
        #expect(try library.find("@id = \(book)", in: String(path.prefix { $0 != "/" })).map { "\($0.path)" } == [path + ".json"])
    }

    @Test func `a record that moves to another collection is found there, and there only`() throws {
        _ = try library.find(nil)
        try library.shell("mv Books/Ficciones.json Lent/")
        #expect(try library.find(nil).map { "\($0.path)" } == ["Books/Rayuela.json"])
        #expect(try library.find(nil, in: "Lent").map(\.id) == [book])
        try library.shell("mv Lent/Ficciones.json Books/")
        #expect(try library.find(nil, in: "Lent").isEmpty)
        #expect(try library.find("Title = Ficciones").map(\.id) == [book])
    }

    @Test func `and come back from Trash with them`() throws {
        _ = try library.project.write { transaction throws(ShedError) in try transaction.trash(["Books/Ficciones.json"]) }
        #expect(try library.find(nil).map { "\($0.path)" } == ["Books/Rayuela.json"])
        #expect(throws: ShedError.self) { try library.record("Books/Ficciones") }
        _ = try library.project.write { transaction throws(ShedError) in try transaction.restore(["Trash/Ficciones.json"]) }
        #expect(try library.record("Books/Ficciones").id == book)
        _ = try library.project.write { transaction throws(ShedError) in try transaction.trash(["Books"]) }
        #expect(try library.reading.collections().map(\.name) == ["Lent"])
        _ = try library.project.write { transaction throws(ShedError) in try transaction.restore(["Trash/Books"]) }
        #expect(try library.collection("Books").id == books)
        #expect(try library.find("Title = Ficciones").map(\.id) == [book])
    }

    @Test func `a copy is a record of its own`() throws {
        try library.shell("cp -a Books/Ficciones.json Lent/; cp -a Books/Ficciones.json Books/Copy.json; cp -a Books Shelf")
        try library.project.sync()
        #expect(try library.record("Books/Ficciones").id == book)
        let ids = try ["Lent/Ficciones", "Books/Copy", "Shelf/Ficciones"].map { try library.record($0).id }
        #expect(Set(ids + [book]).count == 4)
    }

    @Test func `a record that is deleted and comes back from a backup`() throws {
        try library.shell("cp -a Books/Ficciones.json ../backup; rm Books/Ficciones.json")
        #expect(try library.find(nil).count == 1)
        try library.shell("cp -a ../backup Books/Ficciones.json")
        #expect(try library.find("Title = Ficciones").map(\.id) == [book])
    }
}
