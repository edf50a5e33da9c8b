import ShedCommandTestSupport
import ShedTestSchedule
import Testing

/// What the verbs for records say where a person slips.
@Suite(.waitsForPrograms) struct `Slips with records` {
    @Test func `a value that a one-of never has is an error with its values`() throws {
        let shelf = try Shelf.withBooks()
        #expect(try shelf.library("collection", "schema", "Books", "--set", "-", input: "[key.S]\ntype = \"one-of\"\nvalues = [\"read\", \"lent\"]\n").code == 0)
        let result = try shelf.library("record", "find", "Books", "S = foo")
        #expect(result.code == 2 && result.err.hasPrefix("shed: the query cannot be read: column 5: “S” is never “foo”\nS = foo\n    ^\nUse one of “read”, “lent”;"), "\(result.err)")
    }

    @Test func `findings about values have the line of the value`() throws {
        let shelf = try Shelf.withBooks()
        shelf.makeFile("Library/Books/A.json", "{\n  \"Title\": \"A\",\n  \"Year\": \"x\",\n  \"Author\":\n    \"Nobody\", \"Odd\": \"1\"\n}\n")
        shelf.makeFile("Library/Books/B.json", "{\"Title\": \"A\"}\n")
        #expect(try shelf.library("sync").code == 0)
        let schema = "other-keys = false\n[key.Title]\nunique = true\n[key.Year]\ntype = \"integer\"\n[key.Author]\ntype = \"record\"\ncollection = \"Books\"\n[key.ISBN]\nrequired = true\n"
        #expect(try shelf.library("collection", "schema", "Books", "--set", "-", input: schema).code == 0)
        // By the index, and by the files.
        for command in ["", "rm -rf state; "] {
            let text = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array("cd \(shelf.path); \(command)true".utf8)], input: nil, in: shelf.path).code
            #expect(text == 0)
            let found = try shelf.library("check", "--format", "gnu").text.split(separator: "\n").map { line in
                line.split(separator: ":").prefix(3).joined(separator: ":") + " " + (line.split(separator: "“").dropFirst().first?.prefix { $0 != "”" } ?? "")
            }
            #expect(found == ["Books/A.json:5:5 Author", "Books/A.json:1:1 ISBN", "Books/A.json:5:22 Odd", "Books/A.json:3:11 Year", "Books/B.json:1:11 Title", "Books/B.json:1:1 ISBN"])
        }
    }

    @Test func `a table of other separators, a name without a format, a text that CSV cannot hold`() throws {
        let shelf = try Shelf.withBooks()
        shelf.makeFile("in.csv", "Title;Year\nA;1\n")
        let refused = try shelf.library("import", "../in.csv", "--into", "Books")
        #expect(refused.code == 2 && refused.err.contains("line 1: the header has no comma, but a semicolon; nothing was changed. Say what stands between"), "\(refused.err)")
        #expect(try shelf.library("import", "../in.csv", "--into", "Books", "--separator", "semicolon").code == 0)
        #expect(try shelf.library("record", "show", "Books/A", "--json").json()["keyValuePairs"] == ["Title": "A", "Year": "1"])
        let unknown = try shelf.library("export", "Books", "--output", "../x.unknown")
        #expect(unknown.code == 2 && unknown.err == "shed: “x.unknown” says no format. End the name in .json, .jsonl, .ndjson, .csv, .tsv, .xml, .rec or .md, or say which with --format.\n", "\(unknown.err)")
        #expect(!shelf.exists("x.unknown"))
        #expect(try shelf.library("export", "Books", "--output", "../x.unknown", "--format", "xml").code == 0)
        shelf.makeFile("Library/Books/Nul.json", "{\"a\": \"x\\u0000\"}\n")
        let nul = try shelf.library("export", "Books", "--output", "../x.csv")
        #expect(nul.code == 2 && nul.err.hasPrefix("shed: Books/Nul.json cannot be exported: the text “x\\u{0}” holds NUL"), "\(nul.err)")
    }

    @Test func `a name that Windows cannot hold is taken and said`() throws {
        let shelf = try Shelf.withBooks()
        let made = try shelf.library("record", "new", "Books", "a=b", "--name", "CON")
        #expect(made.code == 0 && made.text == "made Books/CON.json\n" && made.err.hasSuffix("[device-name]\n"), "\(made.err)")
        let renamed = try shelf.library("record", "rename", "Books/CON", "NUL")
        #expect(renamed.code == 0 && renamed.err.hasSuffix("[device-name]\n"), "\(renamed.err)")
        #expect(try shelf.library("record", "rename", "Books/NUL", "Console").err == "")
        #expect(try shelf.library("record", "new", "Books", "a=b", "--name", "~$x").code == 1)
    }

    @Test func `a schema tells in a dry run what breaks it, and which first`() throws {
        let shelf = try Shelf.withBooks()
        for words in [["Title=A", "Year=1"], ["Title=B", "Year=x"], ["Title=C", "Year=y"]] {
            #expect(try shelf.run((["record", "new", "Books"] + words).map { Array($0.utf8) }, in: "Library").code == 0)
        }
        let schema = "[key.Year]\ntype = \"integer\"\n"
        let dry = try shelf.library("collection", "schema", "Books", "--set", "-", "--dry-run", input: schema)
        #expect(dry.code == 0 && dry.err.hasPrefix("shed: 2 records of Books would break it. The first is Books/B.json: “Year” is “x”"), "\(dry.err)")
        #expect(try shelf.library("collection", "schema", "Books", "--json").json() == .null)
        let set = try shelf.library("collection", "schema", "Books", "--set", "-", input: schema)
        #expect(set.err.hasPrefix("shed: 2 records of Books break it; “shed check” lists them. The first is Books/B.json"), "\(set.err)")
        #expect(try shelf.library("collection", "schema", "Books", "--set", "-", "--dry-run", input: "[key.Title]\nunique = true\n").err == "")
    }

    @Test func `single lines of a schema are changed, and all others stay`() throws {
        let shelf = try Shelf.withBooks()
        #expect(try shelf.library("record", "new", "Books", "Title=A", "Year=1").code == 0)
        let text = "# Ours.\n[key.Title]\nrequired = true # always\n"
        #expect(try shelf.library("collection", "schema", "Books", "--set", "-", input: text).code == 0)
        let change = ["collection", "schema", "Books", "--key", "Year", "--type", "integer", "--minimum", "1400"]
        let dry = try shelf.run((change + ["--dry-run"]).map { Array($0.utf8) }, in: "Library")
        #expect(dry.code == 0 && dry.text == "would have changed the schema of Books\n" && dry.err.contains("1 record of Books would break it. The first is Books/A.json"), "\(dry.err)")
        #expect(try shelf.library("collection", "schema", "Books").text == text)
        #expect(try shelf.run(change.map { Array($0.utf8) }, in: "Library").text == "changed the schema of Books\n")
        #expect(try shelf.run(change.map { Array($0.utf8) }, in: "Library").text == "nothing to change\n")
        #expect(try shelf.library("collection", "schema", "Books", "--key", "Title", "--no-required", "--unique").code == 0)
        #expect(try shelf.library("collection", "schema", "Books").text == "# Ours.\n[key.Title]\nunique = true\n# always\n\n[key.Year]\ntype = \"integer\"\nminimum = 1400\n")
        #expect(try shelf.library("collection", "schema", "Books", "--key", "Year", "--minimum", "").code == 0)
        #expect(try shelf.library("collection", "schema", "Books", "--drop-key", "Title", "--no-other-keys").code == 0)
        #expect(try shelf.library("collection", "schema", "Books").text == "other-keys = false\n# Ours.\n# always\n\n[key.Year]\ntype = \"integer\"\n")
        let before = try shelf.library("collection", "schema", "Books").text
        for words in [["--type", "date"], ["--key", "Year"], ["--key", "Year", "--type", "year"], ["--key", "Year", "--minimum", "x"], ["--key", "Year", "--unique", "--set", "-"]] {
            #expect(try shelf.run((["collection", "schema", "Books"] + words).map { Array($0.utf8) }, in: "Library").code == 2, "\(words)")
        }
        #expect(try shelf.library("collection", "schema", "Books").text == before)
    }

    @Test(arguments: [("fr", "Aucune collection", "Aucune fiche"), ("de", "Noch keine Sammlungen", "Noch keine Datensätze")])
    func `what is empty says so in the project's language`(language: String, collections: String, records: String) throws {
        let shelf = try Shelf()
        #expect(try shelf.shed("new", "records", "Library", "--language", language).code == 0)
        for arguments in [["collection", "list"], ["tree"]] {
            #expect(try shelf.run(arguments.map { Array($0.utf8) }, in: "Library").text.contains(collections), "\(arguments)")
        }
        #expect(try shelf.library("collection", "new", "Books").code == 0)
        for arguments in [["record", "list", "Books"], ["tree"]] {
            #expect(try shelf.run(arguments.map { Array($0.utf8) }, in: "Library").text.contains(records), "\(arguments)")
        }
    }
}
