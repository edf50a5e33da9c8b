import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `A project is exported and comes back` {
    private func exportAndImport(_ shelf: Shelf, _ project: String, _ form: String, location: SourceLocation = #_sourceLocation) throws {
        let exported = try shelf.shed("export", "--\(form)", "../out", in: project)
        #expect(exported.code == 0, "\(exported.everything)", sourceLocation: location)
        let imported = try shelf.shed("import", "out", "Again")
        #expect(imported.code == 0, "\(imported.everything)", sourceLocation: location)
        let (before, after) = (try shelf.told(project), try shelf.told("Again"))
        #expect(before == after, sourceLocation: location)
        #expect(!before.isEmpty, sourceLocation: location)
        #expect(try shelf.held(project) == shelf.held("Again"), sourceLocation: location)
        let checked = try shelf.shed("check", in: "Again")
        #expect(checked.code == 0, "\(checked.everything)", sourceLocation: location)
        let synced = try shelf.shed("sync", in: "Again")
        #expect(synced.code == 0, "\(synced.everything)", sourceLocation: location)
        #expect(try shelf.told("Again") == before, sourceLocation: location)
    }

    @Test(arguments: ["zip", "tree"])
    func `poems, with order, tags, values, folders in folders and versions`(form: String) throws {
        let shelf = try Shelf.withRichPoems()
        try exportAndImport(shelf, "Poems", form)
        #expect(try shelf.shed("info", "--json", in: "Again").text.contains("of spring"))
        let versions = try shelf.shed("versions", "Draft/Ode.txt", in: "Again")
        #expect(versions.text.contains("“first”"), "\(versions.everything)")
        #expect(try shelf.shed("restore", "Draft/Ode.txt", "--version", "first", in: "Again").code == 0)
        #expect(try shelf.script("cat Draft/Ode.txt", in: "Again").text == "Rain\n")
        // What was thrown away goes back to where it came from.
        #expect(try shelf.shed("restore", "Trash/Gone.txt", in: "Again").text.contains("Draft/Gone.txt"))
    }

    @Test(arguments: ["blank", "short-story", "novel", "script"])
    func `a project of any kind for writers`(kind: String) throws {
        let shelf = try Shelf()
        try #require(try shelf.shed("new", kind, "Work", "--language", "en").code == 0)
        let done = try shelf.script("""
            set -e
            for folder in */; do case "$folder" in All/|Novel/|Script/|Trash/|Ready/|Published/|"Set Aside"/) ;; *) "$SHED" allow "$folder" both -q; \
            printf 'text of %s\\n' "$folder" > "$folder/one.txt"; printf 'two\\n' > "$folder/two.txt" ;; esac; done
            [ -e Draft ] || { mkdir -p Own; "$SHED" sync -q; [ ! -d Own ] || printf 'x\\n' > Own/one.txt; }
            "$SHED" sync -q || true
            first=$(find . -name .shed -prune -o -name two.txt -print | sort | head -1); [ -z "$first" ] || { "$SHED" order "$first" --first -q; "$SHED" tag add seen "$first" --create -q; }
            """, in: "Work")
        try #require(done.code == 0, "\(done.everything)")
        try exportAndImport(shelf, "Work", "zip")
    }

    @Test func `records, with their schema`() throws {
        let shelf = try Shelf.withBooks()
        for title in ["Ficciones", "Rayuela"] { try #require(try shelf.library("record", "new", "Books", "Title=\(title)").code == 0) }
        try #require(try shelf.library("tag", "add", "Shelf/high", "Books/Rayuela.json", "--create").code == 0)
        try exportAndImport(shelf, "Library", "zip")
        #expect(try shelf.shed("record", "list", "Books", "--json", in: "Again").json() == (try shelf.library("record", "list", "Books", "--json").json()))
    }

    @Test func `papers, with the versions of their pages and the protected copies`() throws {
        let shelf = try Shelf.withPapers()
        try #require(try shelf.scenario(Shelf.paperPrelude + Shelf.finals + "\"$SHED\" page repoint Finals/Integration/2 --page 6 -q; echo done").contains("done"))
        try exportAndImport(shelf, "Exams", "zip")
        let versions = { (project: String) in try shelf.shed("page", "versions", "Finals/Integration/2", "--json", in: project).json() }
        #expect(try versions("Again") == versions("Exams"))
        #expect(try shelf.shed("page", "restore", "Finals/Integration/2", "1", in: "Again").code == 0)
        let stored = { (project: String) in try shelf.script("ls .shed/store", in: project).text }
        #expect(try stored("Again") == stored("Exams"))
        #expect(try !stored("Exams").isEmpty)
    }

    @Test func `names that are not UTF-8 come back`() throws {
        let shelf = try Shelf.withPoems()
        try #require(try shelf.script("printf 'odd\\n' > \"Draft/$(printf 'O\\377.txt')\"; \"$SHED\" sync -q", in: "Poems").code == 0)
        try #require(try shelf.shed("export", "--zip", "../out.zip", in: "Poems").code == 0)
        try #require(try shelf.shed("import", "out.zip", "Again").code == 0)
        #expect(try shelf.held("Again") == shelf.held("Poems"))
        #expect(try shelf.told("Again") == shelf.told("Poems"))
    }

    // MARK: What is written

    @Test func `a part is exported, and what is in a folder that is named too comes once`() throws {
        let shelf = try Shelf.withRichPoems()
        let exported = try shelf.shed("export", "Draft/Old", "Draft/Old/Older/Deep.txt", "Draft/Sea.txt", "--zip", "../part.zip", "--json", in: "Poems").json()
        #expect(exported["files"]?.integer == 2)
        #expect(exported["folders"]?.integer == 2)
        #expect(exported["left"]?.array?.isEmpty == true)
        #expect(try shelf.shed("import", "part.zip", "Part").code == 0)
        let told = try shelf.told("Part").map { $0.split(separator: "|")[0] }
        #expect(told.contains { $0.hasPrefix("Old/Older/Deep.txt") })
        #expect(told.contains { $0.hasPrefix("Poems/Sea.txt") })
    }

    @Test func `nothing is replaced, and nothing is written into the project`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("there.zip", "mine\n")
        for (option, path) in [("--zip", "../there.zip"), ("--tree", "../there.zip"), ("--zip", "Draft/out.zip"), ("--tree", "Draft/out"), ("--backup", "Draft"), ("--zip", "../none/out.zip")] {
            let refused = try shelf.shed("export", option, path, in: "Poems")
            #expect(refused.code == 2, "\(option) \(path): \(refused.everything)")
        }
        #expect(try shelf.script("cat ../there.zip").text == "mine\n")
        #expect(try shelf.inWork() == ["Poems", "there.zip"])
    }

    @Test func `words that contradict each other are an error`() throws {
        let shelf = try Shelf.withPoems()
        for words in [["--zip", "a", "--tree", "b"], ["--zip", "a", "--keep", "3"], ["--backup", "..", "--keep", "0"], ["--zip", "a", "--format", "csv"], ["Draft", "--backup", ".."]] {
            #expect(try shelf.run((["export"] + words).map { Array($0.utf8) }, in: "Poems").code == 2, "\(words)")
        }
    }

    @Test func `the manifest says what is known, and unzip reads the archive`() throws {
        let shelf = try Shelf.withRichPoems()
        try #require(try shelf.shed("export", "--tree", "../out", in: "Poems").code == 0)
        let manifest = try JSONParser.parse(Array(try shelf.script("cat ../out/manifest.json").text.utf8))
        #expect(manifest["format"]?.integer == 1)
        #expect(manifest["project"]?["name"]?.string == "Poems")
        let ode = try #require(manifest["nodes"]?.array?.first { $0["path"]?.string == "Draft/Ode.txt" })
        #expect(ode["tags"]?.array == ["mood/sad"])
        #expect(ode["sha256"]?.string == (try shelf.script("sha256sum Draft/Ode.txt | cut -c1-64").text.split(separator: "\n").first.map(String.init)))
        #expect(ode["versions"]?.array?.first?["name"]?.string == "first")
        let kept = manifest["settings"]?.array?.compactMap { $0["path"]?.string }
        #expect(kept?.contains(".shed/template.json") == true)
    }

    /// As deep, and with paths as long, as a scan looks into: what an export puts in front of a path counts for nothing.
    @Test(arguments: [("n", 254, 1), ("\(String(repeating: "n", count: 200))", 19, 40), ("日本語の長い名前", 120, 40)])
    func `what lies deep or has a long path comes back from an archive, a tree and a backup`(name: String, depth: Int, files: Int) throws {
        let shelf = try Shelf()
        let made = try shelf.script("""
            set -e; export PYTHONIOENCODING=utf-8; mkdir backups Deep; cd Deep
            python3 - <<'END'
            import os
            for _ in range(\(depth)): os.mkdir("\(name)"); os.chdir("\(name)")
            for number in range(\(files)): open(f"f{number}.txt", "w").write("x")
            END
            "$SHED" adopt . --kind blank --language en --yes -q; "$SHED" export --zip ../deep.zip; "$SHED" export --tree ../deep; "$SHED" export --backup ../backups
            cd ..; "$SHED" import deep.zip One; "$SHED" import deep Two; "$SHED" import backups/*.zip Three
            for project in One Two Three; do find $project -name 'f*.txt' | wc -l; "$SHED" -C $project check -q; done
            """, in: ".")
        #expect(made.code == 0, "\(made.everything.suffix(600))")
        #expect(made.text.split(separator: "\n").suffix(3) == ["\(files)", "\(files)", "\(files)"], "\(made.text.suffix(300))")
    }

    @Test func `nothing is written into the sidecar of a project, whoever's`() throws {
        let shelf = try Shelf.withPoems()
        for words in [["template", "export", "poetry", ".shed/settings.toml"], ["template", "export", "poetry", ".shed/kinds/mine.toml", "--force"]] {
            _ = try shelf.script("mkdir -p .shed/kinds")
            let refused = try shelf.run(words.map { Array($0.utf8) }, in: "Poems")
            #expect(refused.code == 2 && refused.err.contains("where nobody but shed writes"), "\(refused.everything)")
        }
        #expect(try shelf.script("ls .shed/kinds .shed/settings.toml 2>/dev/null").text == ".shed/kinds:\n")
    }
}
