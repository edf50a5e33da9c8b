import Glibc
import ShedCommandTestSupport
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

    /// From where the program was started, if it is below that or was named from there; without doubled slashes, `.` and `..` on the way.
    @Test func `is said as the person would name it`() throws {
        let shelf = try shelf()
        let said = try shelf.script("""
            e() { "$SHED" "$@" 2>&1 | sed -e "s|$PWD|HERE|g" -e "s|${PWD%/Poems}|WORK|g" -e 's/-[0-9]*-[0-9]*[.]/-DATE./'; }
            e export --zip .././backups//a.zip; e export --zip Draft/../../b.zip; e export --tree "$PWD/../tree"; e export --backup ../backups
            e export --zip .././backups//a.zip; e export --zip ../nowhere//a.zip; e import ..//nothing.zip; e template export poetry ./..//p.toml; e template export poetry ../x/../p.toml
            cd ..; e import backups/a.zip One; e import ./backups//a.zip Two --in ./backups; e -C Poems import ../backups/a.zip Three --in "$PWD"; e -C Poems export --zip ../c.zip
            e import backups/a.zip One
            """)
        #expect(said.text == """
            exported 1 file and 13 folders to ../backups/a.zip
            exported 1 file and 13 folders to ../b.zip
            exported 1 file and 13 folders to WORK/tree
            backed up 1 file to ../backups/Poems-DATE.backup.zip, and read it back
            shed: WORK/backups/a.zip is there already. Name another; nothing is replaced.
            shed: WORK/nowhere: No such file or directory. Check the path.
            shed: WORK/nothing.zip: No such file or directory. Check the path.
            wrote the template p to ../p.toml
            shed: cannot write WORK/x/../p.toml: No such file or directory. Name another file with FILE.
            imported 1 file and 13 folders from shed into One
            imported 1 file and 13 folders from shed into backups/Two
            imported 1 file and 13 folders from shed into Three
            exported 1 file and 13 folders to c.zip
            shed: HERE/One is there already. Choose another name, or move what is there.

            """, "\(said.everything)")
    }

    /// What somebody can name otherwise is a slip (2); that a rule refuses something, or that something was found, is 1.
    @Test func `that it is taken is told by one code, by all verbs that make something`() throws {
        let shelf = try shelf()
        let said = try shelf.script("""
            r() { "$SHED" "$@" -q > /dev/null 2>&1; echo "$? $1 $2"; }
            r export --zip ../a.zip; r export --zip ../a.zip; r export --tree ../a.zip; r export --zip ../backups; r template new essays; r template new essays
            r template export poetry ../t.toml; r template export poetry ../t.toml; r template import ../t.toml; r template import ../t.toml
            cd ..; r new poetry Poems; r new poetry poems; r import a.zip Poems; r import a.zip Other; r import a.zip Other; r import a.zip Other --dry-run
            """)
        #expect(said.text == """
            0 export --zip\n2 export --zip\n2 export --tree\n2 export --zip\n0 template new\n2 template new
            0 template export\n2 template export\n0 template import\n2 template import
            2 new poetry\n2 new poetry\n2 import a.zip\n0 import a.zip\n2 import a.zip\n2 import a.zip

            """, "\(said.everything)")
    }

    /// What a refusal says is to be done works as it stands.
    @Test func `what it says is to be done where something is refused can be done`() throws {
        let shelf = try shelf()
        let said = try shelf.script("""
            exec 2>&1; shed() { "$SHED" "$@"; }; mkdir Collections/Book; shed sync -q
            shed export Draft/Ode.txt --zip ../one.zip -q; shed export Collections/Book --zip ../book.zip -q
            shed import ../one.zip --to . ; shed import ../one.zip --to Ready; shed add file new.txt; shed add folder Draft/Sub
            shed import ../one.zip --to Research -q 2> /dev/null; echo "$?"; shed import ../book.zip --to Draft; shed allow Draft both -q; shed import ../book.zip --to Draft -q 2> /dev/null; echo "$?"
            """)
        #expect(said.text == """
            shed: Ode.txt: A file cannot stand at the project's root [file-at-root]. Name a folder that takes it: Draft, Research.
            shed: Ready/Ode.txt: “Ready” is filled by moving files there from other folders of the project [closed-folder]. Name a folder that takes it: Draft, Research.
            shed: new.txt: A file cannot stand at the project's root [file-at-root]. Name a folder that takes it: Draft, Research.
            shed: Draft/Sub: No folders are allowed in “Draft” [wrong-type]. Name a folder that takes it (Collections, Submissions, Magazines), or allow it: “shed allow Draft both”.
            0
            shed: Draft/Book: No folders are allowed in “Draft” [wrong-type]. Name a folder that takes it (Collections, Submissions, Magazines), or allow it: “shed allow Draft both”.
            0

            """, "\(said.everything)")
    }

    /// The same of what is moved: nothing stands there yet that could be accepted.
    @Test func `what it says is to be done where a move is refused can be done`() throws {
        let shelf = try shelf()
        let said = try shelf.script("""
            exec 2>&1; shed() { "$SHED" "$@"; }; mkdir Collections/Book Collections/Second; shed sync -q
            m() { said=$(shed mv "$@"); code=$?; echo "$code $said"; case $said in *"shed accept"*) echo accept;; esac; }
            m Draft/Ode.txt .; m Draft/Ode.txt Submissions; m Collections/Book Draft
            for folder in Draft Research Ready; do shed mv Draft/Ode.txt $folder -q; echo $?; shed mv $folder/Ode.txt Draft -q; done > /dev/null
            shed mv Draft/Ode.txt Ready -q; echo $?; shed mv Collections/Book Magazines -q; echo $?; shed allow Draft both -q; shed mv Collections/Second Draft -q; echo $?
            """)
        #expect(!said.text.contains("accept"), "\(said.everything)")
        #expect(said.text.contains("shed: Ode.txt: A file cannot stand at the project's root [file-at-root]. Name a folder that takes it: Ready"), "\(said.everything)")
        #expect(said.text.contains("[wrong-type]. Name a folder that takes it (") && said.text.contains("or allow it: “shed allow Draft both”."), "\(said.everything)")
        #expect(said.text.hasSuffix("\n0\n0\n0\n"), "\(said.everything)")
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
        // What stands there and nobody has taken in would be in it too.
        shelf.makeDirectory("Poems/Draft/Folder")
        let folder = try shelf.shed("export", "--zip", "../out.zip", "--dry-run", in: "Poems")
        #expect(folder.code == 0 && folder.err.contains("Draft/Folder is in the export"), "\(folder.everything)")
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
