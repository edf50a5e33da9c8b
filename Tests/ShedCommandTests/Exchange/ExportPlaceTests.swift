import Glibc
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Where exports are written, what is said of that, and what an interruption leaves.
@Suite(.waitsForPrograms) struct `Where an export is written` {
    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt", "Rain\n")
        shelf.makeDirectory("backups")
        return shelf
    }

    @Test func `is said without what stands in a path for another folder`() throws {
        let shelf = try shelf()
        for (words, name) in [(["--zip", "../x/../out.zip"], "out.zip"), (["--tree", "Draft/../../out"], "out"), (["--backup", "../x/../backups"], "Poems-")] {
            shelf.makeDirectory("x")
            let made = try shelf.run((["export"] + words + ["--json"]).map { Array($0.utf8) }, in: "Poems")
            #expect(made.code == 0, "\(made.everything)")
            let path = try made.json()["path"]?.string ?? ""
            #expect(path.hasPrefix("/") && path.contains(name) && !path.contains(".."), "\(path)")
            #expect(!made.err.contains(".."), "\(made.err)")
        }
    }

    @Test(arguments: ["export-piece", "export-written"])
    func `a folder that is interrupted is not there, and the next export removes the rest`(point: String) throws {
        let shelf = try shelf()
        let killed = try shelf.script("SHED_INTERRUPT_AT=\(point) \"$SHED\" export --tree ../out")
        #expect(killed.code == 137 || killed.code == 128 + SIGKILL, "\(killed.everything)")
        let hidden = try shelf.inWork().filter { $0.hasPrefix(".shed-export-") }
        #expect(hidden.count == 1)
        #expect(!shelf.exists("out"))
        // One of somebody else that is called so is left, also where it has the name of one that was.
        shelf.makeDirectory(".shed-export-0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3")
        shelf.makeFile(".shed-export-0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3/mine.txt", "mine\n")
        let replaced = try shelf.script("mv \(hidden.first ?? "none") kept && mkdir \(hidden.first ?? "none") && mv kept \(hidden.first ?? "none")/kept", in: ".")
        try #require(replaced.code == 0, "\(replaced.everything)")
        try #require(try shelf.shed("export", "--zip", "../out.zip", in: "Poems").code == 0)
        #expect(try shelf.inWork().filter { $0.hasPrefix(".shed-export-") }.count == 2)
        try #require(try shelf.script("mv \(hidden.first ?? "none")/kept kept && rmdir \(hidden.first ?? "none") && mv kept \(hidden.first ?? "none")", in: ".").code == 0)
        try #require(try shelf.shed("export", "--tree", "../out", in: "Poems").code == 0)
        #expect(try shelf.inWork().filter { $0.hasPrefix(".shed-export-") } == [".shed-export-0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3"])
        #expect(try shelf.shed("import", "out", "Again").code == 0)
    }

    @Test func `a folder that is interrupted once it has its name is whole`() throws {
        let shelf = try shelf()
        let killed = try shelf.script("SHED_INTERRUPT_AT=export-placed \"$SHED\" export --tree ../out")
        #expect(killed.code == 137 || killed.code == 128 + SIGKILL, "\(killed.everything)")
        #expect(try shelf.inWork().filter { $0.hasPrefix(".shed-export-") }.isEmpty)
        #expect(try shelf.shed("import", "out", "Again").code == 0)
        #expect(shelf.exists("Again/Draft/Ode.txt"))
    }

    @Test func `is noted for a folder alone: an archive is written where nothing can be`() throws {
        let shelf = try shelf()
        try #require(try shelf.script("\"$SHED\" sync -q").code == 0)
        let made = try shelf.script("SHED_STATE_DIR=/proc/none \"$SHED\" export --zip ../out.zip")
        #expect(made.code == 0 && shelf.exists("out.zip"), "\(made.everything)")
        let refused = try shelf.script("SHED_STATE_DIR=/proc/none \"$SHED\" export --tree ../out")
        #expect(refused.code == 2, "\(refused.everything)")
        #expect(try shelf.inWork() == ["Poems", "backups", "out.zip"])
    }

    @Test func `a dry run reads all of it, says what would be, and writes nothing`() throws {
        let shelf = try shelf()
        for _ in 1...2 { try #require(try shelf.shed("export", "--backup", "../backups", in: "Poems").code == 0) }
        let before = try shelf.fingerprint()
        for words in [["--zip", "../out.zip"], ["--tree", "../out"], ["Draft", "--zip", "../out.zip"]] {
            let shown = try shelf.run((["export"] + words + ["--dry-run"]).map { Array($0.utf8) }, in: "Poems")
            #expect(shown.code == 0 && shown.text.contains("would export 1 file"), "\(shown.everything)")
        }
        let shown = try shelf.shed("export", "--backup", "../backups", "--keep", "1", "--dry-run", "--json", in: "Poems").json()
        #expect(shown["dryRun"]?.bool == true)
        #expect(shown["files"]?.integer == 1)
        #expect(shown["removed"]?.array?.count == 2)
        #expect(try shelf.shed("export", "--zip", "../backups", "--dry-run", in: "Poems").code == 2)
        #expect(try shelf.shed("export", "--dry-run", in: "Poems").code == 2)
        #expect(try shelf.fingerprint() == before)
        // What stands there and nobody has taken in would be left out.
        shelf.makeDirectory("Poems/Draft/Folder")
        #expect(try shelf.shed("export", "--zip", "../out.zip", "--dry-run", in: "Poems").code == 1)
        #expect(!shelf.exists("out.zip"))
    }

    @Test func `is never the project itself, by whatever way`() throws {
        let shelf = try shelf()
        try #require(try shelf.script("mkdir Collections/In; \"$SHED\" sync -q; ln -s Poems/Draft ../way; ln -s ../../Poems Draft/self").code == 0)
        let standing = { () throws in try shelf.script("find . ../backups -path ./.shed/ops -prune -o -print | sort").text }
        let before = try standing()
        for folder in [".", "Draft", "Collections/In", ".shed", "../way", "Draft/self", "../way/../../Poems/Draft"] {
            for words in [["--backup", folder], ["--zip", "\(folder)/out.zip"], ["--tree", "\(folder)/out"]] {
                let refused = try shelf.run((["export"] + words).map { Array($0.utf8) }, in: "Poems")
                #expect(refused.code == 2 && refused.err.contains("would be added to the project"), "\(words) \(refused.everything)")
            }
        }
        #expect(try standing() == before)
    }

    /// What a daemon and a writer do meanwhile is in a backup as it was at some time, or is named.
    @Test func `backups are whole while somebody writes and a daemon works`() throws {
        let shelf = try shelf()
        let done = try shelf.script(Shelf.watched("""
            (n=0; while [ ! -e ../stop ]; do n=$((n + 1)); printf '%s\\n%s\\n' $n $n > Draft/.new; mv Draft/.new Draft/w$((n % 9)).txt
             [ $((n % 7)) -ne 0 ] || mv Draft/w3.txt Research/ 2>/dev/null || true; done) & writer=$!
            for i in 1 2 3 4; do "$SHED" export --backup ../backups -q; echo "exported $?"; done
            : > ../stop; wait $writer
            """))
        #expect(!done.text.contains("exported 2"), "\(done.everything)")
        let names = try shelf.script("ls ../backups").text.split(separator: "\n").map(String.init)
        #expect(names.count == 4, "\(done.everything)")
        for (number, name) in names.enumerated() {
            let imported = try shelf.shed("import", "backups/\(name)", "Again\(number)")
            #expect(imported.code == 0, "\(imported.everything)")
            #expect(try shelf.script("for f in */w*.txt; do [ ! -e \"$f\" ] || [ \"$(sed -n 1p \"$f\")\" = \"$(sed -n 2p \"$f\")\" ] || echo \"$f\"; done", in: "Again\(number)").text == "")
            let checked = try shelf.shed("check", in: "Again\(number)")
            #expect(checked.code == 0, "\(checked.everything)")
        }
    }
}
