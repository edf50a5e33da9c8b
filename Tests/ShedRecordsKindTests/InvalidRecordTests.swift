import ShedCheck
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRecords
import ShedRecordsKind
import ShedRules
import Testing

@Suite("A record that is saved broken")
struct InvalidRecordTests {
    let library: Library
    let book: NodeID

    init() throws {
        library = try Library("Books")
        library.write("{\n  \"Title\": \"Ficciones\",\n  \"Year\": \"1944\"\n}\n", to: "Books/F.json")
        library.write("{\"Title\": \"Rayuela\"}\n", to: "Books/R.json")
        _ = try library.find(nil)
        book = try library.record("Books/F").id
    }

    @Test(arguments: [
        ("{\n  \"Title\": \"F\",\n  \"Year\": 1944\n}\n", "not-a-record", 3), ("{\n  \"Title\": \"F\"\n  \"Year\": \"1944\"\n}\n", "not-a-record", 3),
        ("{\n  \"Title\": \"F\",\n  \"Title\": \"G\"\n}\n", "doubled-key", 3), ("{\n\n\n\"a", "not-a-record", 4),
    ]) func `keeps its place, its ID and what it last held, and is told with its line until it is mended`(text: String, rule: String, line: Int) throws {
        library.write(text, to: "Books/F.json")
        let outcome = try library.project.sync()
        #expect(outcome.moves.isEmpty)
        #expect(library.read("Books/F.json") == text)
        for purpose in [Project.Purpose.change, .look] {
            let reading = try library.shelf.reopen(library.project, purpose: purpose).refresh()
            let found = try reading.record("Books/F", id: nil)
            #expect(found.id == book)
            #expect(found.record.pairs == [Pair("Title", "Ficciones"), Pair("Year", "1944")])
            #expect(found.problem?.rule == rule && found.problem?.line == line)
            let query = RecordSearch(query: try Query.parse("Year = 1944"))
            let listed = try reading.records(in: reading.collection(Array("Books".utf8)), query)
            #expect(listed.map(\.id) == [book])
            #expect(listed.map(\.problem) == [found.problem])
        }
        let findings = try library.shelf.reopen(library.project, purpose: .look).check()
        #expect(findings.map(\.rule) == [rule] && findings.map(\.line) == [line] && findings.map(\.path) == ["Books/F.json"])
        #expect(findings.map(\.id) == [book])

        library.write("{\"Title\": \"Mended\"}\n", to: "Books/F.json")
        #expect(try library.shelf.reopen(library.project, purpose: .look).check().isEmpty)
        #expect(try library.find("Title = Mended").map(\.id) == [book])
        #expect(try library.record("Books/F").problem == nil)
    }

    @Test func `is left out of no change of many without a word: none is made, as the dry run says`() throws {
        library.write("{", to: "Books/F.json")
        let before = try library.visible()
        let records = try library.find(nil)
        #expect(throws: ShedError.self) { try library.reading.change(records, [.set("a", "b")]) }
        let look = try library.shelf.reopen(library.project, purpose: .look).refresh()
        let seen = try look.records(in: look.collection(Array("Books".utf8)))
        #expect(throws: ShedError.self) { try look.change(seen, [.set("a", "b")], dryRun: true) }
        #expect(try library.visible() == before)
    }

    @Test func `keeps what it last held when its file gets another name`() throws {
        library.write("{", to: "Books/F.json")
        _ = try library.find(nil)
        try library.shell("mv Books/F.json Books/G.json")
        #expect(try library.project.sync().moves.isEmpty)
        let found = try library.record("Books/G")
        #expect(found.id == book && found.record["Year"] == "1944" && found.problem != nil)
    }
}
