import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What records held before shed wrote over it (“shed record versions”) goes with an export and comes back.
@Suite(.waitsForPrograms) struct `Versions of records travel` {
    /// A record that was changed twice, and one that was not.
    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withBooks()
        for title in ["Ficciones", "Rayuela"] { try #require(try shelf.library("record", "new", "Books", "Title=\(title)").code == 0) }
        for note in ["one", "two"] { try #require(try shelf.library("record", "set", "Books/Ficciones", "Note=\(note)").code == 0) }
        return shelf
    }

    /// What is shown of a record's versions, but for the numbers in “shed undo --list”, which are those of one journal.
    private func versions(_ shelf: Shelf, _ record: String, in project: String, location: SourceLocation = #_sourceLocation) throws -> [[String]] {
        try (shelf.shed("record", "versions", record, "--json", in: project).json(location).array ?? []).map { version in
            ["version", "until", "by", "current", "keyValuePairs"].map { version[$0].map { "\($0)" } ?? "" }
        }
    }

    /// An export as a folder that is changed afterwards.
    private func changed(_ change: String) throws -> Shelf {
        let shelf = try shelf()
        try #require(try shelf.shed("export", "--tree", "../out", in: "Library").code == 0)
        let changed = try shelf.script("set -e; \(change)", in: "out")
        try #require(changed.code == 0, "\(changed.everything)")
        return shelf
    }

    @Test(arguments: ["zip", "tree"])
    func `they are the same after a round trip, and can be restored`(form: String) throws {
        let shelf = try shelf()
        let before = try versions(shelf, "Books/Ficciones", in: "Library")
        try #require(before.count == 3)
        try #require(try shelf.shed("export", "--\(form)", "../out", in: "Library").code == 0)
        let shown = try shelf.shed("import", "out", "Again", "--dry-run", "--json").json()
        #expect(shown["versions"]?.integer == 2)
        #expect(!shelf.exists("Again"))
        let imported = try shelf.shed("import", "out", "Again")
        #expect(imported.code == 0 && imported.text.contains("2 earlier versions"), "\(imported.everything)")
        #expect(try versions(shelf, "Books/Ficciones", in: "Again") == before)
        #expect(try versions(shelf, "Books/Rayuela", in: "Again").count == 1)
        #expect(try shelf.shed("check", in: "Again").code == 0)
        // Nothing was done there that could be taken back.
        let undone = try shelf.shed("undo", "--yes", in: "Again")
        #expect(undone.code != 0, "\(undone.everything)")
        #expect(try versions(shelf, "Books/Ficciones", in: "Again") == before)
        let restored = try shelf.shed("record", "restore", "Books/Ficciones", "1", in: "Again")
        #expect(restored.code == 0, "\(restored.everything)")
        let now = try versions(shelf, "Books/Ficciones", in: "Again")
        #expect(now.count == 4 && now.last?.last == before.first?.last, "\(now)")
        // And from there on again.
        try #require(try shelf.shed("export", "--\(form)", "../more", in: "Again").code == 0)
        try #require(try shelf.shed("import", "more", "Thrice").code == 0)
        #expect(try versions(shelf, "Books/Ficciones", in: "Thrice") == now)
    }

    @Test func `they come into another project too, and go with the undoing`() throws {
        let shelf = try shelf()
        let before = try versions(shelf, "Books/Ficciones", in: "Library")
        try #require(try shelf.shed("export", "Books", "--zip", "../part.zip", in: "Library").code == 0)
        try #require(try shelf.shed("new", "records", "Other", "--language", "en").code == 0)
        let imported = try shelf.shed("import", "../part.zip", "--to", ".", in: "Other")
        try #require(imported.code == 0, "\(imported.everything)")
        #expect(try versions(shelf, "Books/Ficciones", in: "Other") == before)
        let undone = try shelf.shed("undo", "--yes", in: "Other")
        #expect(undone.code == 0 && !shelf.exists("Other/Books/Ficciones.json"), "\(undone.everything)")
        let again = try shelf.shed("undo", "--yes", in: "Other")
        #expect(again.code == 0, "\(again.everything)")
        #expect(try versions(shelf, "Books/Ficciones", in: "Other").suffix(3) == before[...])
    }

    @Test func `an export that comes back to where it was made tells nothing twice`() throws {
        let shelf = try shelf()
        let before = try versions(shelf, "Books/Ficciones", in: "Library")
        try #require(try shelf.shed("export", "Books/Ficciones.json", "--zip", "../part.zip", in: "Library").code == 0)
        try #require(try shelf.shed("rm", "--permanently", "--yes", "Books/Ficciones.json", in: "Library").code == 0)
        let imported = try shelf.shed("import", "../part.zip", "--to", "Books", in: "Library")
        try #require(imported.code == 0, "\(imported.everything)")
        #expect(try versions(shelf, "Books/Ficciones", in: "Library") == before)
    }

    @Test func `what the journal has lost of them is named, and all else comes`() throws {
        let shelf = try shelf()
        let lost = try shelf.script(
            "find \"$SHED_STATE_DIR\" -path '*undo*' -name parts -exec truncate -s 0 {} +; \"$SHED\" export --zip ../out.zip; echo \"code $?\"", in: "Library")
        #expect(lost.text.hasSuffix("code 1\n") && lost.err.contains("Books/Ficciones.json is not in the export: what version"), "\(lost.everything)")
        let imported = try shelf.shed("import", "out.zip", "Again")
        #expect(imported.code == 0 && shelf.exists("Again/Books/Ficciones.json"), "\(imported.everything)")
        #expect(try versions(shelf, "Books/Ficciones", in: "Again").count == 1)
    }

    @Test func `a project of a kind that shows none leaves them behind, and says so`() throws {
        let shelf = try shelf()
        try #require(try shelf.shed("export", "Books", "--zip", "../part.zip", in: "Library").code == 0)
        let imported = try shelf.shed("import", "part.zip", "Plain", "--kind", "blank", "--json")
        try #require(imported.code == 0, "\(imported.everything)")
        let told = try imported.json()
        #expect(told["versions"]?.integer == 0)
        let notes = (told["notes"]?.array ?? []).compactMap { $0["message"]?.string }
        #expect(notes.contains { $0.contains("2 earlier versions") }, "\(notes)")
    }

    @Test func `where the making of a project is interrupted it is not there, or there with them`() throws {
        let shelf = try shelf()
        let before = try versions(shelf, "Books/Ficciones", in: "Library")
        try #require(try shelf.shed("export", "Books", "--zip", "../part.zip", in: "Library").code == 0)
        for point in ["overwritten-kept", "import-published"] {
            let killed = try shelf.script("SHED_INTERRUPT_AT=\(point) \"$SHED\" import part.zip Again", in: ".")
            #expect(killed.code == 137 || killed.code == 128 + SIGKILL, "\(killed.everything)")
            #expect(shelf.exists("Again") == (point == "import-published"))
        }
        #expect(try versions(shelf, "Books/Ficciones", in: "Again") == before)
        let checked = try shelf.shed("check", in: "Again")
        #expect(checked.code == 0, "\(checked.everything)")
        // What is changed from then on is kept as ever.
        try #require(try shelf.shed("record", "set", "Books/Ficciones", "Note=three", in: "Again").code == 0)
        #expect(try versions(shelf, "Books/Ficciones", in: "Again").count == before.count + 1)
    }

    @Test(arguments: ["overwritten-kept", "placed", "carried"])
    func `where an import into a project is interrupted the records come with their versions, at once or when it is done again`(point: String) throws {
        let shelf = try shelf()
        let before = try versions(shelf, "Books/Ficciones", in: "Library")
        try #require(try shelf.shed("export", "Books", "--zip", "../part.zip", in: "Library").code == 0)
        try #require(try shelf.shed("new", "records", "Other", "--language", "en").code == 0)
        let killed = try shelf.script("SHED_INTERRUPT_AT=\(point) \"$SHED\" -C Other import ../part.zip --to .", in: ".")
        #expect(killed.code == 137 || killed.code == 128 + SIGKILL, "\(killed.everything)")
        try #require(try shelf.shed("sync", in: "Other").code == 0)
        if point == "overwritten-kept" {
            #expect(!shelf.exists("Other/Books"))
            #expect(try shelf.shed("undo", "--list", in: "Other").code == 0)
            let imported = try shelf.shed("import", "../part.zip", "--to", ".", in: "Other")
            try #require(imported.code == 0, "\(imported.everything)")
        }
        #expect(try versions(shelf, "Books/Ficciones", in: "Other") == before)
        #expect(try shelf.shed("check", in: "Other").code == 0)
    }

    @Test func `an export without them is read as ever`() throws {
        let shelf = try changed("sed -i 's/,\"overwritten\":\\[[^]]*\\]//' manifest.json; ! grep -q overwritten manifest.json; rm -r versions")
        let imported = try shelf.shed("import", "out", "Again")
        #expect(imported.code == 0, "\(imported.everything)")
        #expect(try versions(shelf, "Books/Ficciones", in: "Again").count == 1)
    }

    @Test(arguments: [
        ("for f in versions/*; do printf x >> $f; done", "not as it was exported"), ("rm versions/*", "is not there"),
        ("for f in versions/*; do rm $f; ln -s /etc/passwd $f; done", "is not there"), ("for f in versions/*; do tr a-z A-Z < $f > x; cat x > $f; rm x; done", "not as it was exported"),
        ("sed -i 's/\"overwritten\":\\[/&7,/' manifest.json", "overwritten[0]"), ("sed -i 's/\"overwritten\":\\[{/&\"sha256\":\"..\\/..\\/etc\",/' manifest.json", "JSON"),
        ("sed -i '/\"overwritten\"/s/\"by\":\"[^\"]*\"/\"by\":{}/' manifest.json", "overwritten[0].by"),
        ("sed -i 's/\\(\"by\":\"[^\"]*\",\"size\":\\)[0-9]*/\\110000000000/' manifest.json", "not as it was exported"),
        ("sed -i 's/\\(\"by\":\"[^\"]*\",\"size\":\\)[0-9]*/\\1-1/' manifest.json", "overwritten[0].size"),
    ])
    func `a manifest that lies about them is refused, and nothing is there`(change: String, words: String) throws {
        let shelf = try changed(change)
        for options in [[], ["--dry-run"]] {
            let refused = try shelf.run((["import", "out", "Again"] + options).map { Array($0.utf8) })
            #expect(refused.code == 2, "\(change): \(refused.everything)")
            #expect(refused.err.contains(words), "\(change): \(refused.everything)")
        }
        #expect(!shelf.exists("Again"))
    }

    /// What wrote over it may be called anything, and a time be any.
    @Test func `words and times of unknown origin do no harm`() throws {
        let shelf = try changed(#"""
            sed -i '/"overwritten"/{s/"by":"[^"]*"/"by":"\\u001b[31m\\nevil"/;s/\("overwritten":\[{"time":"\)[^"]*/\19999-12-31T23:59:59.999Z/}' manifest.json; grep -q evil manifest.json
            """#)
        let imported = try shelf.shed("import", "out", "Again")
        try #require(imported.code == 0, "\(imported.everything)")
        let shown = try shelf.shed("record", "versions", "Books/Ficciones", "--json", in: "Again")
        #expect(shown.code == 0 && shown.text.contains("evil") && !shown.text.contains("\u{1b}"), "\(shown.everything)")
        #expect(try shelf.shed("record", "versions", "Books/Ficciones", in: "Again").code == 0)
        #expect(try shelf.shed("undo", "--list", "--json", in: "Again").code == 0)
    }
}
