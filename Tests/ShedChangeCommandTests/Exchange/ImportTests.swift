import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `An export is imported` {
    /// `part.zip` beside the project: Draft/Old with what is in it, and Draft/Sea.txt.
    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withRichPoems()
        try #require(try shelf.shed("export", "Draft/Old", "Draft/Sea.txt", "--zip", "../part.zip", in: "Poems").code == 0)
        return shelf
    }

    private func id(_ shelf: Shelf, _ path: String, in project: String) throws -> String {
        try shelf.shed("show", "--json", path, in: project).json()["id"]?.string ?? "none of \(path)"
    }

    @Test func `into another project, IDs, tags and values are kept`() throws {
        let shelf = try shelf()
        try #require(try shelf.shed("new", "blank", "Other").code == 0)
        try #require(try shelf.script("\"$SHED\" add folder Box -q && \"$SHED\" allow Box both -q", in: "Other").code == 0)
        let imported = try shelf.shed("import", "../part.zip", "--to", "Box", "--json", in: "Other")
        #expect(imported.code == 0, "\(imported.everything)")
        #expect(try imported.json()["paths"]?.array == ["Box/Old", "Box/Sea.txt"])
        for (from, to) in [("Draft/Old", "Box/Old"), ("Draft/Old/Older/Deep.txt", "Box/Old/Older/Deep.txt"), ("Draft/Sea.txt", "Box/Sea.txt")] {
            #expect(try id(shelf, from, in: "Poems") == id(shelf, to, in: "Other"))
        }
        let shown = try shelf.shed("show", "--json", "Box/Sea.txt", in: "Other").json()
        #expect(shown["variables"]?["Score"]?.integer == 4)
        #expect(try shelf.shed("show", "--json", "Box/Old", in: "Other").json()["tags"]?.array == ["mood/sad"])
        #expect(try shelf.shed("check", in: "Other").code == 0)
        #expect(try shelf.shed("sync", in: "Other").code == 0)
        #expect(try shelf.shed("versions", "Box/Sea.txt", in: "Other").text.contains("“first”"))
    }

    @Test func `into the same project all get IDs of their own, and that is said`() throws {
        let shelf = try shelf()
        let before = try shelf.told("Poems")
        let imported = try shelf.shed("import", "../part.zip", "--to", "Draft/Old", "--json", in: "Poems")
        #expect(imported.code == 0, "\(imported.everything)")
        let notes = try imported.json()["notes"]?.array?.compactMap { $0["message"]?.string } ?? []
        #expect(notes.contains { $0.contains("4 IDs were taken here") }, "\(notes)")
        let after = try shelf.told("Poems")
        #expect(before.allSatisfy(after.contains))
        // What All lists is told where it stands too.
        let (former, own) = (Set(before), Set(after))
        #expect(own.count == former.count + 4)
        #expect(Set(own.map { $0.split(separator: "|")[1] }).count == own.count)
    }

    @Test func `no new project is made inside of one`() throws {
        let shelf = try shelf()
        let before = try shelf.fingerprint()
        for arguments in [["-C", "Poems", "import", "../part.zip", "Again"], ["import", "part.zip", "Again", "--in", "Poems/Draft"], ["import", "part.zip", "Again", "--in", "Poems", "--dry-run"]] {
            let refused = try shelf.run(arguments.map { Array($0.utf8) })
            #expect(refused.code == 1 && refused.err.contains("Poems"), "\(arguments) \(refused.everything)")
        }
        #expect(try shelf.fingerprint() == before)
    }

    @Test func `undo takes an import back`() throws {
        let shelf = try shelf()
        try #require(try shelf.script("\"$SHED\" add folder Draft/Box -q && \"$SHED\" allow Draft/Box both -q").code == 0)
        let before = try shelf.told("Poems")
        try #require(try shelf.shed("import", "../part.zip", "--to", "Draft/Box", in: "Poems").code == 0)
        #expect(try shelf.shed("undo", "--list", in: "Poems").text.contains("import of 2 files"))
        let undone = try shelf.shed("undo", in: "Poems")
        #expect(undone.code == 0, "\(undone.everything)")
        #expect(try shelf.told("Poems").filter { !$0.hasPrefix("Trash/") } == before.filter { !$0.hasPrefix("Trash/") })
        #expect(!shelf.exists("Poems/Draft/Box/Old"))
        #expect(!shelf.exists("Poems/Draft/Box/Sea.txt"))
    }

    @Test func `a folder that does not take what would come refuses all of it`() throws {
        let shelf = try shelf()
        let (before, held) = (try shelf.told("Poems"), try shelf.held("Poems"))
        let refused = try shelf.shed("import", "../part.zip", "--to", "Ready", in: "Poems")
        #expect(refused.code == 1, "\(refused.everything)")
        #expect(try shelf.held("Poems") == held)
        #expect(try shelf.told("Poems") == before)
        #expect(!shelf.exists("Poems/Ready/Sea.txt"))
    }

    @Test func `a name that is taken is numbered`() throws {
        let shelf = try shelf()
        let imported = try shelf.shed("import", "../part.zip", "--to", "Draft", in: "Poems")
        #expect(imported.code == 0, "\(imported.everything)")
        #expect(shelf.exists("Poems/Draft/Sea (2).txt"))
        #expect(shelf.exists("Poems/Draft/Old (2)/Older/Deep.txt"))
        #expect(imported.err.contains("2 names were taken"), "\(imported.err)")
    }

    @Test func `a dry run writes nothing and says all of it`() throws {
        let shelf = try shelf()
        let before = try shelf.fingerprint()
        // A file does not stand at the root of a new project.
        for (words, folders) in [(["import", "part.zip", "Again"], 3), (["-C", "Poems", "import", "../part.zip", "--to", "Draft"], 2)] {
            let shown = try shelf.run((words + ["--dry-run"]).map { Array($0.utf8) })
            #expect(shown.code == 0, "\(shown.everything)")
            #expect(shown.text.contains("would import 2 files and \(folders) folders"), "\(shown.text)")
        }
        #expect(try shelf.fingerprint() == before)
    }

    @Test(arguments: ["import-begun", "import-file", "import-filled", "version-kept", "import-adopted"])
    func `a new project that is interrupted is not there, and the next import removes the rest`(point: String) throws {
        let shelf = try Shelf.withRichPoems()
        try #require(try shelf.shed("export", "Draft", "--zip", "../part.zip", in: "Poems").code == 0)
        let killed = try shelf.script("SHED_INTERRUPT_AT=\(point) \"$SHED\" import part.zip Again", in: ".")
        #expect(killed.code == 137 || killed.code == 128 + SIGKILL, "\(killed.everything)")
        #expect(!shelf.exists("Again"))
        #expect(try shelf.shed("projects").text == "\(shelf.work)/Poems  poetry\n")
        try #require(try shelf.shed("import", "part.zip", "Again").code == 0)
        #expect(try shelf.inWork() == ["Again", "Poems", "part.zip"])
        #expect(try shelf.shed("versions", "Draft/Ode.txt", in: "Again").text.contains("“first”"))
        // Nothing is kept of the one that never was.
        #expect(try shelf.shed("projects", "--json").json().array?.count == 2)
    }

    @Test func `former contents are there as soon as a new project is`() throws {
        let shelf = try Shelf.withRichPoems()
        try #require(try shelf.shed("export", "Draft", "--zip", "../part.zip", in: "Poems").code == 0)
        let killed = try shelf.script("SHED_INTERRUPT_AT=import-published \"$SHED\" import part.zip Again", in: ".")
        #expect(killed.code == 137 || killed.code == 128 + SIGKILL, "\(killed.everything)")
        let listed = try shelf.shed("versions", "Draft/Ode.txt", in: "Again")
        #expect(listed.code == 0 && listed.text.contains("“first”"), "\(listed.everything)")
        #expect(try shelf.shed("sync", in: "Again").code == 0)
        #expect(try shelf.shed("check", in: "Again").code == 0)
    }

    @Test(arguments: ["import-published"])
    func `a new project that is interrupted once it is there is whole`(point: String) throws {
        let shelf = try shelf()
        let killed = try shelf.script("SHED_INTERRUPT_AT=\(point) \"$SHED\" import part.zip Again", in: ".")
        #expect(killed.code == 137 || killed.code == 128 + SIGKILL, "\(killed.everything)")
        #expect(shelf.exists("Again/Old/Older/Deep.txt"))
        try #require(try shelf.shed("trust", "Again").code == 0)
        #expect(try shelf.shed("sync", in: "Again").code == 0)
        #expect(try id(shelf, "Draft/Old/Older/Deep.txt", in: "Poems") == id(shelf, "Old/Older/Deep.txt", in: "Again"))
    }

    /// In a project that was there before they come before the files do; the next run finds those that an interrupted one has kept.
    @Test(arguments: ["import-staged", "version-kept", "snapshot-listed", "sealed", "placed", "carried", "taken-in", "said"])
    func `former contents are there wherever the files are, and once`(point: String) throws {
        let shelf = try Shelf.withRichPoems()
        try #require(try shelf.shed("export", "Draft", "--zip", "../part.zip", in: "Poems").code == 0)
        try #require(try shelf.shed("new", "blank", "Other").code == 0)
        let killed = try shelf.script("SHED_INTERRUPT_AT=\(point) \"$SHED\" -C Other import ../part.zip --to .", in: ".")
        #expect(killed.code == 137 || killed.code == 128 + SIGKILL, "\(killed.everything)")
        let (synced, checked) = (try shelf.shed("sync", in: "Other"), try shelf.shed("check", in: "Other"))
        #expect(synced.code == 0 && checked.code == 0, "\(synced.everything) \(checked.everything)")
        let isBefore = ["import-staged", "version-kept", "snapshot-listed"].contains(point)
        #expect(shelf.exists("Other/Draft/Ode.txt") == !isBefore)
        if isBefore { try #require(try shelf.shed("import", "../part.zip", "--to", ".", in: "Other").code == 0) }
        #expect(try id(shelf, "Draft/Ode.txt", in: "Poems") == id(shelf, "Draft/Ode.txt", in: "Other"))
        #expect(try shelf.shed("show", "--json", "Draft/Ode.txt", in: "Other").json()["tags"]?.array == ["mood/sad"])
        let listed = try shelf.shed("versions", "Draft/Ode.txt", in: "Other")
        #expect(listed.text.ranges(of: "“first”").count == 1, "\(listed.everything)")
        #expect(try shelf.shed("snapshot", "--list", "--json", in: "Other").json().array?.count == 1)
        // What begins anew works.
        try #require(try shelf.shed("snapshot", "--name", "second", in: "Other").code == 0)
        let restored = try shelf.script("cp Draft/Ode.txt ../ode; printf 'else\\n' > Draft/Ode.txt; \"$SHED\" restore Draft/Ode.txt --version second -q && cmp Draft/Ode.txt ../ode", in: "Other")
        #expect(restored.code == 0, "\(restored.everything)")
    }

    @Test(arguments: ["import-file", "import-staged", "sealed", "placed", "carried", "taken-in", "said"])
    func `an import into a project is there as a whole or not at all, wherever it is interrupted`(point: String) throws {
        let shelf = try shelf()
        try #require(try shelf.shed("new", "blank", "Other").code == 0)
        try #require(try shelf.script("\"$SHED\" add folder Box -q && \"$SHED\" allow Box both -q", in: "Other").code == 0)
        let killed = try shelf.script("SHED_INTERRUPT_AT=\(point) \"$SHED\" import ../part.zip --to Box", in: "Other")
        #expect(killed.code == 137 || killed.code == 128 + SIGKILL, "\(killed.everything)")
        let synced = try shelf.shed("sync", in: "Other")
        #expect(synced.code == 0, "\(synced.everything)")
        let told = try shelf.told("Other")
        guard point != "import-file", point != "import-staged" else { return #expect(!told.contains { $0.contains("Box/") }) }
        for (from, to) in [("Draft/Old", "Box/Old"), ("Draft/Old/Older/Deep.txt", "Box/Old/Older/Deep.txt"), ("Draft/Sea.txt", "Box/Sea.txt")] {
            #expect(try id(shelf, from, in: "Poems") == id(shelf, to, in: "Other"), "\(told)")
        }
        #expect(told.contains { $0.contains("mood/sad") })
        #expect(try shelf.shed("check", in: "Other").code == 0)
        let log = try shelf.shed("log", in: "Other").text
        #expect(log.ranges(of: "what “import” had begun").count == 1, "\(log)")
    }

    /// They are ordinary folders there: what shed alone puts into Ready and Trash says nothing of them.
    @Test func `folders that have another role where they came from accept what is in them`() throws {
        let shelf = try Shelf.withPoems(settings: "", drafts: ["Ode.txt": "Ode\n", "Rain.txt": "Rain\n", "Sea.txt": "Sea\n"])
        let made = try shelf.script("""
            set -e; "$SHED" mv Draft/Ode.txt Ready -q; "$SHED" rm Draft/Rain.txt -q; "$SHED" export --zip ../poems.zip -q
            cd ..; "$SHED" new blank Here --language en -q; "$SHED" -C Here allow Files both -q; "$SHED" -C Here import ../poems.zip --to Files -q
            ls Here/Files/Ready Here/Files/Trash; "$SHED" -C Here check
            """)
        #expect(made.code == 0, "\(made.everything)")
        #expect(made.text.contains("Ode.txt") && made.text.contains("Rain.txt"), "\(made.everything)")
    }

    @Test func `files by which shed goes are named, as settings are`() throws {
        let shelf = try Shelf.withPoems(settings: "", drafts: ["Ode.txt": "Ode\n"])
        let made = try shelf.script("""
            set -e; mkdir -p .shed/profiles; printf '# mine\\n' > .shed/profiles/odes.toml; printf '*.old\\n' > .shedignore
            "$SHED" sync -q; "$SHED" export --zip ../poems.zip -q
            """)
        #expect(made.code == 0, "\(made.everything)")
        for options in [["--dry-run"], []] {
            let imported = try shelf.run((["import", "poems.zip", "Again", "--json"] + options).map { Array($0.utf8) })
            #expect(imported.code == 0, "\(imported.everything)")
            let notes = try imported.json()["notes"]?.array?.compactMap { $0["message"]?.string } ?? []
            #expect(notes.contains { $0.contains("2 files by which shed goes") && $0.contains(".shedignore; .shed/profiles/odes.toml") }, "\(notes)")
        }
    }

    @Test func `a device is no source, whatever it gives`() throws {
        let shelf = try Shelf.withPoems()
        for words in [["import", "/dev/zero", "New", "--format", "csv"], ["import", "/dev/zero", "New"], ["import", "/dev/zero", "--name", "New"]] {
            #expect(try shelf.run(words.map { Array($0.utf8) }, in: ".").code == 2, "\(words)")
        }
    }
}
