import ShedCheck
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedReconcile
import Testing

@Suite("What a collection does not accept")
struct RecordAdditionTests {
    let library: Library

    init() throws {
        library = try Library("Books", "Other")
        library.write("{\"Title\": \"Ficciones\", \"Year\": \"1944\"}\n", to: "Books/Ficciones.json")
        try library.setSchema("[key.Title]\nunique = true\n[key.Year]\ntype = \"integer\"\n")
        try library.project.sync()
    }

    @Test(arguments: [
        ("echo x > Books/note.txt", "Books/note.txt", "not-a-record"), ("printf '\\211PNG' > Books/p.png", "Books/p.png", "not-a-record"),
        ("mkdir Books/Sub", "Books/Sub", "nested-collection"), ("echo '{}' > x.json", "x.json", "file-at-root"),
        ("printf '{' > Books/x.json", "Books/x.json", "not-a-record"), (": > Books/x.json", "Books/x.json", "not-a-record"),
        ("printf '{\"a\": 1}' > Books/x.json", "Books/x.json", "not-a-record"), ("echo '[]' > Books/x.json", "Books/x.json", "not-a-record"),
        ("printf '{\"a\": {\"b\": \"c\"}}' > Books/x.json", "Books/x.json", "not-a-record"),
        ("printf '{\"a\": \"1\", \"a\": \"2\"}' > Books/x.json", "Books/x.json", "doubled-key"),
        ("printf '\\357\\273\\277{}' > Books/x.json", "Books/x.json", "not-a-record"),
        ("printf '{\"a\": \"\\351\"}' > Books/x.json", "Books/x.json", "not-a-record"),
        ("printf '{\"a\": \"\\\\ud800\"}' > Books/x.json", "Books/x.json", "not-a-record"),
        ("printf '{\"a\": \"\\000\"}' > Books/x.json", "Books/x.json", "not-a-record"),
        ("printf '{\"Year\": \"x\"}' > Books/x.json", "Books/x.json", "schema-violation"),
        ("printf '{\"Title\": \"Ficciones\"}' > Books/x.json", "Books/x.json", "doubled-value"),
        ("printf '{\"Title\": \"Ficciones\"}' > Other/x.json; mv Other/x.json Books/", "Books/x.json", "doubled-value"),
    ]) func `goes to Rejected with the rule`(deed: String, path: String, rule: String) throws {
        try library.shell(deed)
        let look = try library.shelf.reopen(library.project, purpose: .look)
        #expect(try look.status().wouldMove.count == 1)
        // What is only taken in stays where it is, and is judged later all the same.
        _ = try library.project.refresh()
        let outcome = try library.project.sync()
        #expect(outcome.moves.count == 1)
        let status = try library.shelf.reopen(library.project, purpose: .look).status()
        #expect(status.rejected.map(\.rejection.rule.raw) == [rule])
        #expect(status.rejected.map(\.rejection.origin) == [path.path])
        #expect(status.isClean)
        #expect(try library.shell("ls Books") == "Ficciones.json\n")
        #expect(try !library.project.sync().hasFindings)
    }

    @Test func `what is in a folder that becomes a collection by its move is a record`() throws {
        try library.shell("mkdir Books/Essays; echo '{\"Title\": \"E\"}' > Books/Essays/e.json; echo x > Books/Essays/x.txt")
        try library.project.sync()
        try library.shell("mv Rejected/Essays .")
        try library.project.sync()
        #expect(try library.find(nil, in: "Essays").map { "\($0.path)" } == ["Essays/e.json"])
        try library.shell("mv Essays Trash/")
        try library.project.sync()
        try library.shell("mv Trash/Essays .")
        try library.project.sync()
        #expect(try library.find(nil, in: "Essays").map { "\($0.path)" } == ["Essays/e.json"])
    }

    /// A program appends to it and closes it, again and again, while a daemon judges by a clock that the test sets.
    @Test func `a record that comes in pieces waits for its end`() throws {
        let path: RelativePath = "Books/Slow.json"
        let longest = library.project.home.configuration.settings.longQuiet
        func judge(after time: Int64) throws -> Outcome {
            try library.project.judge(["Books", .root], at: try library.project.changeTime(of: path) + time)
        }
        for piece in [": ", "printf '{\"Title\": \"Sl'", "printf 'ow\", '"] {
            try library.shell("\(piece) >> Books/Slow.json")
            let outcome = try judge(after: longest)
            #expect(outcome.moves.isEmpty && outcome.changes.isEmpty)
            #expect(outcome.reports.map { "\($0.path) \($0.rule.name)" } == ["\(path) not-a-record"])
            #expect(outcome.reports.first?.message.hasPrefix("It ends before a record does") == true)
        }
        try library.shell("printf '\"Year\": \"1944\"}' >> Books/Slow.json")
        #expect(try judge(after: 0).reports.isEmpty)
        #expect(try library.find(nil).map { "\($0.path)" } == ["Books/Ficciones.json", "Books/Slow.json"])
    }

    @Test func `a record for which space was reserved waits for the rest`() throws {
        let path: RelativePath = "Books/Slow.json"
        let longest = library.project.home.configuration.settings.longQuiet
        try library.shell("printf '{\"Title\": \"Sl' > Books/Slow.json; head -c 4000 /dev/zero >> Books/Slow.json")
        let outcome = try library.project.judge(["Books", .root], at: try library.project.changeTime(of: path) + longest)
        #expect(outcome.moves.isEmpty && outcome.reports.map(\.path) == [path])
        library.write("{\"Title\": \"Slow\"}", to: "Books/Slow.json")
        #expect(try library.project.judge(["Books", .root], at: try library.project.changeTime(of: path)).reports.isEmpty)
        #expect(try library.find(nil).map { "\($0.path)" } == ["Books/Ficciones.json", "Books/Slow.json"])
    }

    @Test func `a record of which the rest does not come is reported as what it is, and keeps what came`() throws {
        library.write("{\"Title\": \"Half", to: "Books/Half.json")
        let last = try library.project.changeTime(of: "Books/Half.json") + library.project.home.configuration.settings.longQuiet
        #expect(try library.project.judge(["Books", .root], at: last).moves.isEmpty)
        #expect(try library.project.judge(["Books", .root], at: last + 1).moves.map { "\($0.to) \($0.refusal.rule.name)" } == ["Rejected/Half.json not-a-record"])
        #expect(library.read("Rejected/Half.json") == "{\"Title\": \"Half")
    }

    @Test func `a file beyond all measure is refused without being read`() throws {
        try library.shell("truncate -s 1G Books/large.json; printf '{\"a\": \"' > Books/long.json; head -c 1048576 /dev/zero | tr '\\0' a >> Books/long.json; printf '\"}' >> Books/long.json")
        try library.project.syncWithoutHashing()
        #expect(try library.shell("ls Rejected") == "large.json\nlong.json\n")
        #expect(try library.find(nil).map { "\($0.path)" } == ["Books/Ficciones.json"])
    }

    @Test func `of two that came with one value the first stays, and one that is refused takes no value from others`() throws {
        library.write("{\"Title\": \"Aleph\", \"Year\": \"x\"}", to: "Books/a.json")
        library.write("{\"Title\": \"Aleph\"}", to: "Books/b.json")
        library.write("{\"Title\": \"Aleph\"}", to: "Books/c.json")
        try library.project.sync()
        #expect(try library.shell("ls Books Rejected") == "Books:\nFicciones.json\nb.json\n\nRejected:\na.json\nc.json\n")
    }

    @Test func `a value that another record gave up at the same time is free`() throws {
        try library.shell("printf '{\"Title\": \"Aleph\"}' > Books/Ficciones.json; printf '{\"Title\": \"Ficciones\"}' > Books/x.json")
        #expect(try library.project.sync().moves.isEmpty)
        try library.shell("rm Books/x.json; printf '{\"Title\": \"Ficciones\"}' > Books/y.json")
        #expect(try library.project.sync().moves.isEmpty)
        #expect(try library.shell("ls Books") == "Ficciones.json\ny.json\n")
    }

    @Test func `another name for a record is never a reason to refuse it`() throws {
        try library.shell("mv Books/Ficciones.json Books/F.json")
        #expect(try library.project.sync().moves.isEmpty)
        try library.shell("printf '{\"Year\": \"x\"}' > Books/F.json")
        #expect(try library.project.sync().moves.isEmpty)
        try library.shell("mv Books/F.json Books/G.json")
        #expect(try library.project.sync().moves.isEmpty)
        #expect(try library.shell("ls Books") == "G.json\n")
    }
}
