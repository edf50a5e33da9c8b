import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// A collection leaves one project and comes to another.
@Suite(.waitsForPrograms) struct `Export and import through the program` {
    private func records(_ shelf: Shelf, in project: String) throws -> [String: [String: String]] {
        var result: [String: [String: String]] = [:]
        for record in try shelf.shed("record", "list", "Books", "--json", in: project).json().array ?? [] {
            let pairs = record["keyValuePairs"]?.object?.members.map { ($0.name, $0.value.string ?? "?") } ?? []
            result[record["id"]?.string ?? ""] = Dictionary(pairs) { $1 }
        }
        return result
    }

    @Test(arguments: ["json", "json-lines", "csv", "xml", "recfile"]) func `brings the same IDs and the same pairs, and again the same bytes`(format: String) throws {
        let shelf = try Shelf.withBooks()
        #expect(try shelf.library("record", "new", "Books", "--json", "-", input: HardRecords.json).code == 0)
        let before = try records(shelf, in: "Library")
        #expect(before.count == HardRecords.records.count)
        let suffix = ["json-lines": "jsonl", "recfile": "rec"][format] ?? format
        let exported = try shelf.library("export", "Books", "--format", format, "--json")
        #expect(exported.code == 0)
        #expect(try exported.json()["path"]?.string == "\(shelf.work)/Books-export.\(suffix)")
        // Once more to the same place is refused, and leaves it alone.
        #expect(try shelf.library("export", "Books", "--format", format).code == 2)
        #expect(try shelf.shed("new", "records", "Second", "--language", "en").code == 0)
        let imported = try shelf.shed("import", "../Books-export.\(suffix)", "--json", in: "Second")
        #expect(imported.code == 0, "\(imported.err)")
        #expect(try imported.json()["created"]?.integer == Int64(before.count))
        #expect(try imported.json()["name"]?.string == "Books")
        #expect(try records(shelf, in: "Second") == before)
        #expect(try shelf.shed("check", in: "Second").code == 0)
        if format != "csv" {
            // Of CSV the order of the pairs is the columns', so the bytes are the same from the second time on.
            let again = try shelf.shed("export", "Books", "--format", format, "--output", "-", in: "Second")
            let first = try shelf.library("export", "Books", "--format", format, "--output", "-")
            #expect(sorted(again.text, format) == sorted(first.text, format))
        }
        // Into the project that has them all nothing is to be done.
        let repeated = try shelf.library("import", "../Books-export.\(suffix)", "--into", "Books", "--json").json()
        #expect(repeated["unchanged"]?.integer == Int64(before.count) && repeated["created"]?.integer == 0 && repeated["updated"]?.integer == 0)
        #expect(try records(shelf, in: "Library") == before)
        #expect(shelf.exists("x.json") == false && shelf.exists("Library/x.json") == false)
    }

    /// Records of the same title may be named the other way round, and an export goes by names.
    private func sorted(_ text: String, _ format: String) -> [String] { text.split(separator: "\n").map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) }.sorted() }

    @Test func `a second collection of one name gets a number, and of one ID is the same`() throws {
        let shelf = try Shelf.withBooks()
        #expect(try shelf.library("record", "new", "Books", "Title=A").code == 0)
        #expect(try shelf.library("export", "Books").text == "wrote 1 record of Books to \(shelf.work)/Books-export.json\n")
        #expect(try shelf.shed("new", "records", "Second", "--language", "en").code == 0)
        #expect(try shelf.shed("collection", "new", "Books", in: "Second").code == 0)
        #expect(try shelf.shed("import", "../Books-export.json", in: "Second").text == "imported into the new collection Books (2): records: 1 made\n")
        #expect(try shelf.shed("import", "../Books-export.json", in: "Second").text == "imported into Books (2): records: 1 left as they were\n")
        #expect(try shelf.shed("import", "../Books-export.json", "--name", "Mine", in: "Second").text == "imported into the new collection Mine: records: 1 made\n")
    }

    @Test func `what becomes of records that are known`() throws {
        let shelf = try Shelf.withBooks()
        #expect(try shelf.library("record", "new", "Books", "Title=A", "Old=1").code == 0)
        let id = try #require(try shelf.library("record", "show", "Books/A", "--json").json()["id"]?.string)
        shelf.makeFile("in.csv", "Title,id,New\r\nB,\(id),2\r\nC,,3\r\n")
        let before = try shelf.books()
        func run(_ policy: String, _ more: String...) throws -> Shelf.Result {
            try shelf.run((["import", "../in.csv", "--into", "Books", "--on-conflict", policy, "--json"] + more).map { Array($0.utf8) }, in: "Library")
        }
        let failed = try run("fail")
        #expect(failed.code == 2 && failed.err.contains("line 2: the ID \(id) is that of Books/A.json; nothing was changed"), "\(failed.err)")
        #expect(try shelf.books() == before)
        let dry = try run("update", "--dry-run")
        #expect(try dry.json()["updated"]?.integer == 1 && dry.json()["created"]?.integer == 1)
        #expect(try shelf.books() == before)
        let skipped = try run("skip").json()
        #expect(skipped["skipped"]?.integer == 1 && skipped["created"]?.integer == 1)
        #expect(try shelf.library("record", "show", "Books/A", "--json").json()["keyValuePairs"] == ["Title": "A", "Old": "1"])
        let updated = try run("update").json()
        #expect(updated["updated"]?.integer == 1)
        #expect(try shelf.library("record", "show", id, "--json").json()["keyValuePairs"] == ["Title": "B", "New": "2"])
        let doubled = try run("duplicate").json()
        #expect(doubled["created"]?.integer == 2)
        #expect(try records(shelf, in: "Library").count == 5)
        #expect(try shelf.library("check").code == 0)
    }

    @Test func `breaks the schema: nothing comes, and the line is told`() throws {
        let shelf = try Shelf.withBooks()
        #expect(try shelf.library("collection", "schema", "Books", "--set", "-", input: "[key.Year]\ntype = \"integer\"\n[key.Title]\nunique = true\n").code == 0)
        #expect(try shelf.library("record", "new", "Books", "Title=A").code == 0)
        let before = try shelf.books()
        for (text, line) in [("Title,Year\nB,1\nC,x\n", "line 3"), ("Title\nB\nB\n", "line 3"), ("Title\nB\nA\n", "doubled-value")] {
            let refused = try shelf.library("import", "-", "--format", "csv", "--into", "Books", input: text)
            #expect(refused.code != 0 && refused.err.contains(line), "\(text) \(refused.err)")
            #expect(try shelf.books() == before)
            #expect(try shelf.staged() == "")
        }
    }

    @Test func `what never was a record is left out, named and counted`() throws {
        let shelf = try Shelf()
        for folder in ["Library", "Library/Books", "Library/Books/Old"] { shelf.makeDirectory(folder) }
        shelf.makeFile("Library/Books/A.json", "{\"Title\": \"A\"}\n")
        shelf.makeFile("Library/Books/cover.jpg")
        for number in 100..<250 { shelf.makeFile("Library/Books/\(number).json", "{\"Title\": \(number)}\n") }
        #expect(try shelf.shed("adopt", "Library", "--kind", "records", "--language", "en", "--yes", "-q").code == 0)
        // It comes later, and stays where it is: it is not taken in.
        shelf.makeFile("Library/Books/.hidden.json", "[\n")
        shelf.makeFile("Library/Books/z.json", "[\n")
        for output in ["-", "../books.json"] {
            let result = try shelf.library("export", "Books", "--output", output)
            #expect(result.code == 1)
            let lines = result.err.split(separator: "\n")
            #expect(lines.first == "shed: Books/100.json is no record now and was left out: Line 1: The value of “Title” is a number, not a text.")
            #expect(lines.count == 11 && lines.last == "shed: and 143 more; “shed check” lists them.", "\(result.err)")
        }
        let left = try shelf.library("export", "Books", "--output", "../books.json", "--force", "--json").json()["left"]?.array ?? []
        #expect(left.count == 153 && left.contains("Books/cover.jpg") && left.contains("Books/Old") && left.last == "Books/z.json")
        #expect(try shelf.library("collection", "show", "Books", "--json").json()["invalid"]?.integer == 152)
        let set = try shelf.library("record", "set", "Books", "--all", "Shelf=1")
        #expect(set.code == 0 && set.err.contains("shed: 153 files and folders in Books are no records and stay as they are; “shed check” lists them.\n"), "\(set.err)")
        // What was saved broken stands among them in the order of names.
        shelf.makeFile("Library/Books/A.json", "{\n")
        let broken = try shelf.library("export", "Books", "--force", "--json").json()
        #expect(broken["records"]?.integer == 0 && broken["left"]?.array?.count == 154)
    }

    @Test func `an export is never written into the project, and is what its name says`() throws {
        let shelf = try Shelf.withBooks()
        #expect(try shelf.library("record", "new", "Books", "Title=A").code == 0)
        let before = try shelf.books()
        for place in ["Books/x.json", "x.json", "Trash/x.json", "../Library/x.json", ".shed/x.json"] {
            let refused = try shelf.library("export", "Books", "--output", place)
            #expect(refused.code == 2, "\(place): \(refused.err)")
        }
        #expect(try shelf.books() == before)
        let other = try shelf.library("export", "Books", "--output", "../x.json", "--format", "csv")
        #expect(other.code == 2 && other.err == "shed: “x.json” says json, and --format csv. End the name in .csv or .tsv, or leave --format out.\n", "\(other.err)")
        #expect(try shelf.library("export", "Books", "--output", "../books").code == 2)
        #expect(!shelf.exists("x.json") && !shelf.exists("books"))
        #expect(try shelf.library("export", "Books", "--output", "../x.NDJSON").code == 0)
    }
}
