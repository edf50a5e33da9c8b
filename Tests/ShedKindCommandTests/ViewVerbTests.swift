import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// The folder All by verbs and by real programs, with the daemon on and off.
@Suite(.serialized, .waitsInTurn) struct `The folder All by verbs and programs` {
    private func poems() throws -> Shelf { try Shelf.withPoems(settings: "quiet = 0.2\n", drafts: ["Ode.txt": "ode\n", "Rain.txt": "rain\n"]) }

    private func sh(_ shelf: Shelf, _ script: String) throws -> String { try shelf.script(script).everything }

    /// Does it while a daemon watches.
    private func watched(_ shelf: Shelf, _ script: String) throws -> String { try sh(shelf, Shelf.watched(script)) }

    private static let links = "cd All; for f in *; do echo \"$f $(readlink \"$f\")\"; done; cd .."

    // MARK: Verbs

    @Test func `a link given to a verb means its file, and the verb says which`() throws {
        let shelf = try poems()
        let id = try #require(try shelf.shed("show", "--json", "Draft/Ode.txt", in: "Poems").json()["id"]?.string)
        let shown = try shelf.shed("show", "--json", "All/Ode.txt", in: "Poems").json()
        #expect(shown["id"]?.string == id)
        #expect(shown["path"]?.string == "Draft/Ode.txt")
        #expect(try shelf.shed("tag", "new", "mood/calm", in: "Poems").code == 0)
        #expect(try shelf.shed("tag", "add", "mood/calm", "All/Ode.txt", in: "Poems").code == 0)
        #expect(try shelf.shed("show", "--json", "Draft/Ode.txt", in: "Poems").json()["tags"]?.array?.first?.string == "mood/calm")
        #expect(try shelf.shed("mv", "All/Ode.txt", "Ready", in: "Poems").text.contains("Ready/Ode.txt"))
        #expect(try sh(shelf, Self.links) == "Ode.txt ../Ready/Ode.txt\nRain.txt ../Draft/Rain.txt\n")
        let removed = try shelf.shed("rm", "All/Ode.txt", in: "Poems")
        #expect(removed.code == 0)
        #expect(removed.text.contains("Ready/Ode.txt"))
        #expect(shelf.exists("Poems/Trash/Ode.txt"))
        #expect(!shelf.exists("Poems/All/Ode.txt"))
        #expect(try shelf.shed("restore", "Trash/Ode.txt", in: "Poems").code == 0)
        #expect(try sh(shelf, Self.links) == "Ode.txt ../Ready/Ode.txt\nRain.txt ../Draft/Rain.txt\n")
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(!shelf.exists("Poems/All/Ode.txt"))
    }

    @Test func `a list on standard input may name links`() throws {
        let shelf = try poems()
        #expect(try shelf.shed("rm", "-", in: "Poems", input: "All/Ode.txt\nDraft/Rain.txt\n").code == 0)
        #expect(shelf.exists("Poems/Trash/Ode.txt") && shelf.exists("Poems/Trash/Rain.txt"))
        #expect(try sh(shelf, "ls -A All") == "")
    }

    @Test func `ls, tree and find show the files, once for what is looked for`() throws {
        let shelf = try poems()
        let listed = try shelf.shed("ls", "--json", "All", in: "Poems").json().array ?? []
        #expect(listed.map { $0["path"]?.string } == ["Draft/Ode.txt", "Draft/Rain.txt"])
        #expect(listed.map { $0["link"]?.string } == ["All/Ode.txt", "All/Rain.txt"])
        #expect(try shelf.shed("ls", "All", in: "Poems").text.contains("Ode.txt"))
        #expect(try shelf.shed("find", "ode", "-0", in: "Poems").text == "Draft/Ode.txt\0")
        #expect(try shelf.shed("find", "--in", "All", "ode", "-0", in: "Poems").text == "Draft/Ode.txt\0")
        #expect(try shelf.shed("find", "--in", "All", "--text", "rain", "-0", in: "Poems").text == "Draft/Rain.txt\0")
        let tree = try shelf.shed("tree", "--json", "All", in: "Poems").json().array ?? []
        #expect(tree.map { $0["link"]?.string } == ["All/Ode.txt", "All/Rain.txt"])
        shelf.makeFile("Poems/Draft/New.txt")
        #expect(try shelf.shed("ls", "All", in: "Poems").text == "New.txt\nOde.txt\nRain.txt\n")
    }

    @Test func `check finds nothing about a view, status nothing to tell`() throws {
        let shelf = try poems()
        #expect(try shelf.shed("check", in: "Poems").text.contains("All/") == false)
        #expect(try shelf.shed("status", "--json", in: "Poems").json()["clean"]?.bool == true)
        _ = try sh(shelf, "ln -s /etc/passwd All/passwd")
        #expect(try shelf.shed("check", in: "Poems").text.contains("All/passwd"))
        // Nor is it the view's once all links were compared, however closely the check looks: it looks at everything where something is refused.
        _ = try sh(shelf, "\"$SHED\" sync -q; mkdir Draft/Refused")
        let told = try shelf.shed("check", in: "Poems").text
        #expect(told.contains("Draft/Refused") && told.contains("All/passwd") && !told.contains("All/Ode"), "\(told)")
        _ = try sh(shelf, "rmdir Draft/Refused")
        // A link whose file was moved meanwhile follows with the next command.
        shelf.move("Poems/Draft/Ode.txt", "Poems/Ready/Ode.txt")
        #expect(try shelf.shed("check", in: "Poems").text.contains("All/Ode.txt") == false)
    }

    @Test func `check says of a name once that it is odd, where the file is`() throws {
        let shelf = try poems()
        for name in [" begins.md", "ends.", "*.md", String(repeating: "x", count: 240)] { shelf.makeFile("Poems/Draft/\(name)") }
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let told = try shelf.shed("check", in: "Poems").text
        #expect(told.contains("Draft/ begins.md") && told.contains("Draft/ends.") && told.contains("Draft/*.md") && told.contains("Draft/xxx") && !told.contains("All/"))
        // A file that was moved meanwhile too; of a person's own link it is told.
        _ = try sh(shelf, "mv 'Draft/ends.' Ready; ln -s /etc/passwd 'All/mine.'")
        let later = try shelf.shed("check", "--fix", in: "Poems")
        #expect(later.text.contains("All/mine.") && !later.text.contains("All/ends.") && !later.err.contains("All/ends."))
    }

    @Test func `two projects at once keep theirs apart`() throws {
        let shelf = try poems()
        #expect(try shelf.shed("new", "short-story", "Stories", "--language", "en").code == 0)
        shelf.makeFile("Stories/Draft/Ode.txt", "story\n")
        let output = try sh(shelf, "(cd ../Stories; \"$SHED\" sync -q) & \"$SHED\" mv All/Ode.txt Ready -q; wait; cat All/Ode.txt ../Stories/All/Ode.txt")
        #expect(output == "ode\nstory\n")
    }

    @Test func `undo takes an edit back that was made in place of a link`() throws {
        let shelf = try poems()
        #expect(try sh(shelf, "sed -i s/ode/edited/ All/Ode.txt; \"$SHED\" sync -q; cat Draft/Ode.txt; \"$SHED\" undo -q; cat Draft/Ode.txt; readlink All/Ode.txt") == """
            edited
            ode
            ../Draft/Ode.txt

            """)
    }

    @Test func `undo takes back that the folder was made, though links are in it by then`() throws {
        let shelf = try poems()
        #expect(try sh(shelf, """
            rm -r All; "$SHED" sync -q; "$SHED" repair --folders --deleted -q; ls All; "$SHED" undo -q; ls | grep -c '^All$'; find Trash -type l | wc -l
            "$SHED" sync -q; ls | grep -c '^All$'; "$SHED" undo -q; ls All; cat All/Ode.txt
            """) == "Ode.txt\nRain.txt\n0\n0\n0\nOde.txt\nRain.txt\node\n")
        // Also where Trash, in which a folder could be kept, was made along with it.
        #expect(try sh(shelf, "rm -r All Trash; \"$SHED\" sync -q; \"$SHED\" repair --folders --deleted -q; ls All; \"$SHED\" undo -q; echo $?; ls -d All Trash 2>/dev/null")
            == "Ode.txt\nRain.txt\n0\n")
        _ = try sh(shelf, "\"$SHED\" undo -q")
        // A file that somebody has put there since is not thrown away along.
        #expect(try sh(shelf, """
            rm -r All; "$SHED" sync -q; "$SHED" repair --folders --deleted -q; ln -s /etc/passwd All/mine; "$SHED" undo -q 2>/dev/null; readlink All/mine; cat All/Ode.txt
            """) == "/etc/passwd\node\n")
    }

    @Test func `sync tells of an edit in All, and of all that happened beside it`() throws {
        let shelf = try poems()
        #expect(try sh(shelf, """
            "$SHED" order Draft --numbered -q; sed -i s/ode/edited/ 'All/01 Ode.txt'; mv 'Draft/02 Rain.txt' 'Draft/01 Rain.txt'; echo new > Draft/New.txt
            echo copy > Ready/Copy.txt; mkdir Magazines/Granta; echo no > Magazines/No.txt
            "$SHED" sync; cat 'Draft/01 Ode.txt'; "$SHED" ls Draft; "$SHED" sync
            """) == """
            moved    Draft/02 Rain.txt → Draft/01 Rain.txt
            added    Draft/New.txt
            added    Magazines/Granta/
            added    Ready/Copy.txt
            modified Draft/01 Ode.txt
            rejected Magazines/No.txt → Rejected/No.txt: No files are allowed in “Magazines”. To allow it: “shed allow Magazines both”. [wrong-type]
            Ready/Copy.txt: Nobody saw how it came here; to keep it: “shed accept Ready/Copy.txt”. [unexplained-addition]
            edited
            01 Rain.txt
            01 Ode.txt
            New.txt
            Ready/Copy.txt: Nobody saw how it came here; to keep it: “shed accept Ready/Copy.txt”. [unexplained-addition]

            """)
    }

    @Test func `status tells of a file in place of a link what sync makes of it`() throws {
        let shelf = try poems()
        let output = try sh(shelf, """
            sed -i s/ode/edited/ All/Ode.txt; cp -L All/Rain.txt r; mv r All/Rain.txt; echo new > All/New.txt
            "$SHED" status; rm All/New.txt; "$SHED" sync; "$SHED" status
            """)
        let lines = output.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
        #expect(lines.filter { $0.hasPrefix("modified") && $0.hasSuffix("Draft/Ode.txt") }.count == 2)
        #expect(lines.contains { $0.contains("All/New.txt → Rejected/New.txt") } && !output.contains("All/Rain.txt"))
        let naming = "All/Ode.txt stands in place of its link: “shed sync” puts what it holds into Draft/Ode.txt, and sets the link anew"
        #expect(lines.filter { $0.contains("All/Ode.txt") }.map { $0.hasSuffix(naming) } == [true], "\(output)")
        #expect(lines.dropLast().last == "Clean." || lines.contains("Clean."), "\(output)")
    }

    @Test(.enabled(if: access("/usr/bin/git", X_OK) == 0)) func `status tells the same of one beside git, which brings files too`() throws {
        let shelf = try poems()
        let output = try sh(shelf, """
            git init -q .; sed -i s/ode/edited/ All/Ode.txt; cp -L All/Rain.txt r; mv r All/Rain.txt
            "$SHED" status; "$SHED" sync; "$SHED" status > ../said; head -n 1 ../said
            """)
        #expect(output.split(separator: "\n").filter { $0.contains("modified") && $0.hasSuffix("Draft/Ode.txt") }.count == 2, "\(output)")
        #expect(output.split(separator: "\n").filter { $0.contains("All/") }.map { $0.contains("All/Ode.txt stands in place of its link") } == [true], "\(output)")
        #expect(!output.contains("carrier-arrival") && output.hasSuffix("Clean.\n"), "\(output)")
    }

    // MARK: Other programs

    @Test func `with a daemon links follow, come back, and are edited`() throws {
        let shelf = try poems()
        let output = try watched(shelf, """
            mv Draft/Ode.txt Ready/; await '[ "$(readlink All/Ode.txt)" = ../Ready/Ode.txt ]'; echo followed
            rm All/Rain.txt; await '[ -L All/Rain.txt ]'; cat All/Rain.txt
            sed -i s/rain/snow/ All/Rain.txt; await 'grep -q snow Draft/Rain.txt && [ -L All/Rain.txt ]'; echo edited
            echo story > Draft/New.txt; await '[ -L All/New.txt ]'; cat All/New.txt
            "$SHED" mv All/New.txt Published -q; readlink All/New.txt
            rm Draft/Rain.txt; await '! ls -A All | grep -q Rain'; echo gone
            rm -r All; "$SHED" mv Ready/Ode.txt Draft -q; ls | grep -c '^All$'
            """)
        #expect(output == "followed\nrain\nedited\nstory\n../Published/New.txt\ngone\n0\nended 0\n")
    }

    @Test(.enabled(if: access("/usr/bin/git", X_OK) == 0)) func `with git an edit waits for the editor's lock to go, and no longer`() throws {
        let shelf = try poems()
        _ = try sh(shelf, "git init -q .; git -c user.name=a -c user.email=a@b add -A; git -c user.name=a -c user.email=a@b commit -qm first")
        let output = try watched(shelf, """
            touch 'All/.~lock.Ode.txt#'; sed -i s/ode/edited/ All/Ode.txt; await 'grep -q All/Ode.txt ../log'
            rm 'All/.~lock.Ode.txt#'; await '[ -L All/Ode.txt ]'; cat Draft/Ode.txt
            """)
        #expect(output == "edited\nended 0\n")
    }

    @Test(.enabled(if: access("/usr/bin/vim", X_OK) == 0)) func `vim writes through a link, however it saves`() throws {
        let shelf = try poems()
        for copies in ["yes", "no", "auto"] {
            let output = try sh(shelf, """
                vim -u NONE -i NONE -es -c 'set backupcopy=\(copies)' -c '%s/.*/\(copies)/' -c wq All/Ode.txt
                "$SHED" sync -q; cat Draft/Ode.txt; readlink All/Ode.txt; ls -A Rejected 2>/dev/null | wc -l
                """)
            #expect(output == "\(copies)\n../Draft/Ode.txt\n0\n")
        }
    }

    @Test(.enabled(if: access("/usr/bin/rsync", X_OK) == 0)) func `rsync carries links there and files back`() throws {
        let shelf = try poems()
        let output = try sh(shelf, """
            rsync -a All/ ../links/; rsync -aL All/ ../files/; readlink ../links/Ode.txt; cat ../files/Ode.txt
            rsync -a ../files/ All/; "$SHED" sync -q; readlink All/Ode.txt; ls -A Rejected 2>/dev/null | wc -l
            echo edited > ../files/Ode.txt; rsync -a ../files/ All/; "$SHED" sync -q; cat Draft/Ode.txt; readlink All/Ode.txt
            rsync -a ../links/ All/; "$SHED" sync -q; cat Draft/Ode.txt
            """)
        #expect(output == "../Draft/Ode.txt\node\n../Draft/Ode.txt\n0\nedited\n../Draft/Ode.txt\nedited\n")
    }

    @Test(.enabled(if: access("/usr/bin/git", X_OK) == 0)) func `git without links loses nothing`() throws {
        let shelf = try poems()
        let output = try sh(shelf, """
            git init -q . && git config user.name a && git config user.email a@b && git add -A && git commit -qm 1
            git config core.symlinks false; rm All/Ode.txt; git checkout -q -- All/Ode.txt; cat All/Ode.txt; echo
            "$SHED" sync --now -q; readlink All/Ode.txt; cat All/Ode.txt; ls -A Rejected 2>/dev/null | wc -l
            """)
        #expect(output == "../Draft/Ode.txt\n../Draft/Ode.txt\node\n0\n")
    }

    // MARK: Interruptions

    /// Wherever the kill comes, the next sync has all links right, and no text is lost.
    @Test(arguments: ["noted", "moved", "written", "link-aside", "link-made", "view-kept"])
    func `a move that was interrupted leaves a view that the next command puts right`(point: String) throws {
        let shelf = try poems()
        _ = try sh(shelf, "SHED_INTERRUPT_AT=\(point) \"$SHED\" mv Draft/Ode.txt Ready -q 2>&1; true")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let place = shelf.exists("Poems/Ready/Ode.txt") ? "Ready" : "Draft"
        #expect(try sh(shelf, "\(Self.links); ls -A All | wc -l; cat All/Ode.txt") == "Ode.txt ../\(place)/Ode.txt\nRain.txt ../Draft/Rain.txt\n2\node\n")
    }

    @Test(arguments: ["link-aside", "undo-noted", "written", "view-kept"])
    func `an undo of the making of All that was interrupted leaves all links or no folder`(point: String) throws {
        let shelf = try poems()
        _ = try sh(shelf, """
            rm -r All; "$SHED" sync -q; "$SHED" repair --folders --deleted -q; SHED_INTERRUPT_AT=\(point) "$SHED" undo -q; "$SHED" sync -q; "$SHED" undo -q; "$SHED" sync -q
            """)
        let left = try sh(shelf, "if [ -d All ]; then ls -A All; fi; cat Draft/Ode.txt Draft/Rain.txt; find Trash -type l")
        #expect(["ode\nrain\n", "Ode.txt\nRain.txt\node\nrain\n"].contains(left), "\(left)")
    }

    @Test(arguments: ["sealed", "placed", "carried", "taken-in", "said", "edit-taken-over", "file-aside", "file-linked", "link-made", "view-kept"])
    func `an edit in place of a link that was interrupted is taken over by the next sync`(point: String) throws {
        let shelf = try poems()
        _ = try sh(shelf, "echo edited > All/new; mv All/new All/Ode.txt; SHED_INTERRUPT_AT=\(point) \"$SHED\" sync -q 2>&1; true")
        for _ in 0..<3 { _ = try shelf.shed("sync", in: "Poems") }
        #expect(try sh(shelf, "cat Draft/Ode.txt; \(Self.links); ls -A All | wc -l") == "edited\nOde.txt ../Draft/Ode.txt\nRain.txt ../Draft/Rain.txt\n2\n")
    }

    /// Whether mounts in a namespace of the test's own are allowed.
    private static let canMount: Bool = {
        guard let shelf = try? Shelf() else { return false }
        return (try? shelf.spawn("/usr/bin/unshare", ["-m", "mount", "-t", "tmpfs", "none", shelf.work].map { Array($0.utf8) }, input: nil, in: "/"))?.code == 0
    }()

    @Test(.enabled(if: canMount)) func `an edit in place of a link stays there while the disk is full, and is one when there is room`() throws {
        let script = """
            SHED='\(ShedProgram.path)'; mkdir m; mount -t tmpfs -o size=4m none m; "$SHED" new poetry P --in m --language en -q; cd m/P
            echo rain > Draft/Rain.txt; "$SHED" sync -q; rm All/Rain.txt; echo edited > All/Rain.txt
            dd if=/dev/zero of=../filler bs=4k 2> /dev/null; "$SHED" sync > /dev/null 2>&1; echo $?; cat All/Rain.txt Draft/Rain.txt; ls -A Rejected
            rm ../filler; "$SHED" sync; readlink All/Rain.txt; cat Draft/Rain.txt
            """
        let shelf = try Shelf()
        let result = try shelf.spawn("/usr/bin/unshare", ["-m", "sh", "-c", script].map { Array($0.utf8) }, input: nil, in: shelf.work)
        #expect(result.text == "2\nedited\nrain\nmodified Draft/Rain.txt\n../Draft/Rain.txt\nedited\n", "\(result.err)")
    }

    @Test func `ten thousand links are kept one by one`() throws {
        let shelf = try poems()
        let output = try sh(shelf, """
            i=0; while [ $i -lt 10000 ]; do : > "Draft/p$i.txt"; i=$((i+1)); done; "$SHED" sync -q; ls All | wc -l
            "$SHED" mv Draft/p77.txt Ready -q; readlink All/p77.txt; rm All/p78.txt; "$SHED" sync -q; readlink All/p78.txt
            find All -xtype l | wc -l; "$SHED" ls All -0 | tr '\\0' '\\n' | wc -l
            """)
        #expect(output == "10002\n../Ready/p77.txt\n../Draft/p78.txt\n0\n10002\n")
    }
}
