import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `shed compile` {
    /// A novel “Sea” with two chapters, in the work directory.
    private func novel() throws -> Shelf {
        let shelf = try Shelf()
        let made = try shelf.shed("new", "novel", "Sea", "--language", "en")
        try #require(made.code == 0, "\(made.err)")
        for folder in ["01 Storm", "02 Calm"] { mkdir("\(shelf.work)/Sea/Chapters/\(folder)", 0o755) }
        shelf.makeFile("Sea/Chapters/01 Storm/a.md", "Wind *rose*.[^1]\n\n[^1]: Force nine.\n")
        shelf.makeFile("Sea/Chapters/02 Calm/b.md", "Then nothing.[^1]\n\n[^1]: For a week.\n")
        #expect(try shelf.shed("sync", in: "Sea").code == 0)
        return shelf
    }

    private func sh(_ shelf: Shelf, _ script: String) throws -> Shelf.Result { try shelf.script(script, in: "Sea") }

    @Test func `makes a manuscript, says so, and changes nothing the second time`() throws {
        let shelf = try novel()
        #expect(try shelf.shed("tree", in: "Sea").text.contains("Nothing compiled yet: shed compile"))
        #expect(try shelf.shed("compile", "--dry-run", in: "Sea").text == "would have compiled Novel/Sea.md (2 chapters, 11 words)\n")
        #expect(!shelf.exists("Sea/Novel/Sea.md"))
        let made = try shelf.shed("compile", in: "Sea")
        #expect(made.code == 0 && made.text == "compiled Novel/Sea.md (2 chapters, 11 words)\n" && made.err == "")
        #expect(try shelf.shed("compile", in: "Sea").text == "Novel/Sea.md is up to date\n")
        #expect(try shelf.shed("check", in: "Sea").code == 0)
        #expect(try shelf.shed("sync", in: "Sea").code == 0)
        #expect(try !shelf.shed("tree", in: "Sea").text.contains("Nothing compiled yet"))
    }

    @Test(arguments: ["--quiet", "--watch"]) func `says what is the matter with formats by the names of its own options`(more: String) throws {
        let shelf = try novel()
        let several = try shelf.shed("compile", "Chapters", "--to", "md,pdf", more, in: "Sea")
        #expect(several.code == 2 && several.err.contains("a folder is compiled into one file") && !several.err.contains("--output"), "\(several.err)")
        let other = try shelf.shed("compile", "--to", "pdf", "--output", "../x.docx", more, in: "Sea")
        #expect(other.code == 2 && other.err.contains("and --to pdf") && other.err.contains("leave --to out"), "\(other.err)")
    }

    @Test func `is told by check to be old, and to be edited`() throws {
        let shelf = try novel()
        _ = try shelf.shed("compile", in: "Sea")
        shelf.makeFile("Sea/Chapters/02 Calm/b.md", "Then something.\n")
        let old = try shelf.shed("check", "--json", in: "Sea")
        #expect(old.text.contains("outdated-view") && !old.text.contains("edited-view"))
        _ = try shelf.shed("compile", in: "Sea")
        #expect(try !shelf.shed("check", "--json", in: "Sea").text.contains("outdated-view"))
        shelf.makeFile("Sea/Novel/Sea.md", "Mine.\n")
        #expect(try shelf.shed("check", "--json", in: "Sea").text.contains("edited-view"))
        let made = try shelf.shed("compile", in: "Sea")
        #expect(made.err.contains("what it held is in Rejected"))
        #expect(try sh(shelf, "cat Rejected/Sea.md").text == "Mine.\n")
    }

    @Test func `of an edit that it moved aside the undo journal says where it went, and undo that it stays there`() throws {
        let shelf = try novel()
        let told = try sh(shelf, """
            for text in Theirs. Mine.; do "$SHED" compile -q 2> /dev/null; echo $text > Novel/Sea.md; done; "$SHED" compile -q 2> /dev/null
            "$SHED" undo --list --limit 1; "$SHED" undo --dry-run; "$SHED" undo; cat Novel/Sea.md; ls Rejected
            """).text
        let lines = told.split(separator: "\n").map(String.init)
        let place = lines.last { $0.hasPrefix("Sea") && $0 != "Sea.md" } ?? "Sea.md"
        #expect(lines.first?.contains("rewrote Novel/Sea.md, moved what stood in the place of Novel/Sea.md to Rejected/\(place)") == true, "\(told)")
        #expect(lines.contains("put back what Novel/Sea.md held; it stays in Rejected/\(place) too") && lines.contains("Mine."), "\(told)")
    }

    @Test(.enabled(if: access("/usr/bin/pandoc", X_OK) == 0, "pandoc is not installed"))
    func `a document is told to be old where an image in it was changed, and a text that names the image is not`() throws {
        let shelf = try novel()
        shelf.makeFile("Sea/Chapters/02 Calm/b.md", "Then ![this](../../Research/map.png).\n")
        shelf.makeFile("Sea/Research/map.png", "x")
        func old() throws -> [String?] {
            try shelf.shed("check", "--json", "--select", "outdated-view", in: "Sea").json()["findings"]?.array?.map { $0["path"]?.string } ?? ["nothing said"]
        }
        #expect(try shelf.shed("compile", "--to", "md,docx", in: "Sea").code == 0)
        #expect(try old() == [])
        shelf.makeFile("Sea/Research/map.png", "another")
        #expect(try old() == ["Novel/Sea.docx"])
        #expect(try shelf.shed("compile", "--to", "md,docx", in: "Sea").code == 0)
        #expect(try old() == [])
    }

    @Test func `lists what goes in and what does not, and why`() throws {
        let shelf = try novel()
        shelf.makeFile("Sea/Chapters/01 Storm/map.png", "x")
        shelf.makeFile("Sea/Chapters/02 Calm/c.md", "[[Nowhere]]\n")
        let list = try shelf.shed("compile", "--list", in: "Sea")
        #expect(list.code == 1)
        #expect(list.text.hasPrefix("Chapter 1: Storm\n  Chapters/01 Storm/a.md\nChapter 2: Calm\n  Chapters/02 Calm/b.md\n  Chapters/02 Calm/c.md\n"))
        #expect(list.text.contains("map.png: it is no text\n") && list.text.contains("c.md: it names the scene “Nowhere”"))
        let json = try shelf.shed("compile", "--list", "--json", in: "Sea").json()
        #expect(json["parts"]?.array?.count == 3 && json["left"]?.array?.count == 2)
    }

    @Test func `writes a file outside of the project, of a folder too`() throws {
        let shelf = try novel()
        #expect(try shelf.shed("compile", "--profile", "plain", "--output", "-", in: "Sea").text.hasPrefix("# Storm\n\nWind *rose*.[^1-1]\n"))
        let said = "\(shelf.work)/sea.html (2 chapters, 11 words)\n"
        #expect(try shelf.shed("compile", "--output", "../sea.html", "--dry-run", in: "Sea").text == "would have compiled \(said)")
        #expect(!shelf.exists("sea.html"))
        #expect(try shelf.shed("compile", "--output", "../sea.html", in: "Sea").text == "compiled \(said)")
        #expect(shelf.exists("sea.html") && !shelf.exists("Sea/Novel/Sea.html"))
        #expect(try shelf.shed("compile", "--output", "../sea.html", in: "Sea").code == 2)
        #expect(try shelf.shed("compile", "--output", "Research/sea.html", in: "Sea").code == 2)
        #expect(try shelf.shed("compile", "Chapters/01 Storm", in: "Sea").code == 0)
        #expect(shelf.exists("01 Storm.md"))
        #expect(try shelf.shed("compile", "--output", "../sea.exe", in: "Sea").code == 2)
        #expect(try shelf.shed("compile", "--to", "html,exe", in: "Sea").code == 2)
    }

    /// Killed there, the next verb finishes what was begun or takes it back; nothing of a person's is lost, and no file is refused.
    @Test(arguments: ["compiled-places", "sealed", "taken-in", "put-aside", "said", "set"]) func `loses nothing where it is killed`(point: String) throws {
        let shelf = try novel()
        _ = try shelf.shed("compile", in: "Sea")
        shelf.makeFile("Sea/Novel/Sea.md", "Mine.\n")
        let killed = try sh(shelf, "SHED_INTERRUPT_AT=\(point) \"$SHED\" compile --to md,txt")
        #expect(killed.code == 137 || killed.code == 128 + SIGKILL)
        #expect(try sh(shelf, "grep -rl '^Mine' . | wc -l").text.contains("1"))
        #expect(try sh(shelf, "\"$SHED\" sync > /dev/null; \"$SHED\" compile --to md,txt > /dev/null 2>&1; \"$SHED\" sync > /dev/null; grep -rl '^Mine' . --exclude-dir=.shed").text == "./Rejected/Sea.md\n")
        #expect(try sh(shelf, "ls Novel; ls Rejected; find .shed/staging -type f").text == "Sea.md\nSea.txt\nSea.md\n")
    }

    /// The same of a PDF, which another program makes: the old one, here edited by a person, is there or in Rejected.
    @Test(arguments: ["compiled-places", "sealed", "taken-in", "put-aside", "said", "set"]) func `loses no PDF where it is killed`(point: String) throws {
        let shelf = try Shelf()
        #expect(try shelf.shed("new", "script", "Sea", "--language", "en").code == 0)
        mkdir("\(shelf.work)/Sea/Acts/1", 0o755)
        shelf.makeFile("Sea/Acts/1/a.fountain", "INT. INN - NIGHT\n\nSmoke.\n")
        mkdir("\(shelf.work)/bin", 0o755)
        try TestFile.writeProgram("printf '%%PDF of %s bytes' \"$(wc -c < input.odt)\" > input.pdf", to: "\(shelf.work)/bin/soffice")
        func run(_ script: String) throws -> Shelf.Result { try sh(shelf, "PATH='\(shelf.work)/bin:/usr/bin:/bin'; export PATH; \(script)") }
        #expect(try run("\"$SHED\" sync > /dev/null; \"$SHED\" compile --to pdf > /dev/null; echo Mine >> Script/Sea.pdf").code == 0)
        let killed = try run("SHED_INTERRUPT_AT=\(point) \"$SHED\" compile --to pdf,fountain")
        #expect(killed.code == 137 || killed.code == 128 + SIGKILL)
        #expect(try run("grep -rl 'Mine$' . | wc -l").text.contains("1"))
        #expect(try run("\"$SHED\" sync > /dev/null; \"$SHED\" compile --to pdf,fountain > /dev/null 2>&1; \"$SHED\" sync > /dev/null; grep -rl 'Mine$' . --exclude-dir=.shed").text == "./Rejected/Sea.pdf\n")
        #expect(try run("ls Script; ls Rejected; find .shed/staging -type f").text == "Sea.fountain\nSea.pdf\nSea.pdf\n")
    }

    /// Killed before the file was there, a person's own in its place is an edit, which is said and moved aside.
    @Test func `takes a file for an edit that was put where it was killed`() throws {
        let shelf = try novel()
        let killed = try sh(shelf, "SHED_INTERRUPT_AT=compiled-places \"$SHED\" compile")
        #expect(killed.code == 137 || killed.code == 128 + SIGKILL)
        shelf.makeFile("Sea/Novel/Sea.md", "Mine.\n")
        #expect(try shelf.shed("check", "--json", in: "Sea").text.contains("edited-view"))
        #expect(try shelf.shed("compile", in: "Sea").err.contains("what it held is in Rejected"))
        #expect(try sh(shelf, "cat Rejected/Sea.md").text == "Mine.\n")
    }

    @Test func `can be taken back`() throws {
        let shelf = try novel()
        _ = try shelf.shed("compile", in: "Sea")
        let before = try sh(shelf, "cat Novel/Sea.md").text
        shelf.makeFile("Sea/Chapters/02 Calm/b.md", "Then something.\n")
        _ = try shelf.shed("compile", in: "Sea")
        #expect(try sh(shelf, "cat Novel/Sea.md").text != before)
        #expect(try shelf.shed("undo", in: "Sea").code == 0)
        #expect(try sh(shelf, "cat Novel/Sea.md").text == before)
    }

    @Test func `needs a manuscript, or a folder`() throws {
        let shelf = try Shelf.withPoems()
        let result = try shelf.shed("compile", in: "Poems")
        #expect(result.code == 2 && result.err.contains("shed compile Collections/NAME"))
    }

    @Test func `takes the name of a folder in Collections alone, and a folder at that path before it`() throws {
        let shelf = try Shelf.withPoems()
        let list = try shelf.script("""
            mkdir -p Collections/Spring Collections/Draft; echo In the collection. > Collections/Spring/a.txt; echo Another. > Collections/Draft/b.txt
            echo Not yet. > Draft/c.txt; "$SHED" sync > /dev/null
            for word in Spring Collections/Spring Draft; do "$SHED" compile $word --list; done
            cd Collections; "$SHED" compile Spring --list; "$SHED" compile Nowhere --list 2> /dev/null; echo $?
            """, in: "Poems").text
        #expect(list == """
            a
              Collections/Spring/a.txt
            a
              Collections/Spring/a.txt
            c
              Draft/c.txt
            a
              Spring/a.txt
            2

            """)
        let profile = try shelf.shed("compile", "book", in: "Poems")
        #expect(profile.code == 2 && profile.err.contains("“shed compile --profile book”"), "\(profile.err)")
    }

    @Test func `prints where it writes without a way back in it, and leads images on from there`() throws {
        let shelf = try novel()
        shelf.makeFile("Sea/Chapters/02 Calm/c.md", "![Map](../../Research/map.png)\n")
        shelf.makeFile("Sea/Research/map.png", "x")
        mkdir("\(shelf.work)/out", 0o755)
        let made = try shelf.shed("compile", "--output", "../out/../out/sea.md", in: "Sea")
        #expect(made.code == 0 && made.text == "compiled \(shelf.work)/out/sea.md (2 chapters, 12 words)\n", "\(made.text)\(made.err)")
        #expect(try shelf.script("grep Map out/sea.md", in: ".").text == "![Map](../Sea/Research/map.png)\n")
        let nowhere = try shelf.shed("compile", "--output", "../nowhere/sea.md", in: "Sea")
        #expect(nowhere.code == 2 && nowhere.text == "")
    }

    @Test func `ends with 2 where something cannot be read or made, and with 1 where it writes over nothing of a person's`() throws {
        let shelf = try novel()
        let codes = try sh(shelf, """
            printf 'caf\\351\\n' > 'Chapters/02 Calm/c.txt'; "$SHED" compile 2> /dev/null; echo $?
            truncate -s 9M 'Chapters/02 Calm/c.txt'; "$SHED" compile 2> /dev/null; echo $?; rm 'Chapters/02 Calm/c.txt'
            echo mine > Novel/Sea.md; "$SHED" compile 2> /dev/null; echo $?; cat Novel/Sea.md
            """)
        #expect(codes.text == "2\n2\n1\nmine\n", "\(codes.text)\(codes.err)")
    }

    @Test func `names the folder of what was rejected as it is called there`() throws {
        let shelf = try Shelf()
        try #require(try shelf.shed("new", "novel", "Meer", "--language", "de").code == 0)
        let said = try shelf.script("""
            chapters="$(ls -d Kapitel* | head -1)"; mkdir "$chapters/Eins"; echo Worte. > "$chapters/Eins/a.md"; "$SHED" sync > /dev/null; "$SHED" compile > /dev/null
            echo Meins. >> Roman/Meer.md; "$SHED" compile --dry-run 2>&1 > /dev/null; "$SHED" compile 2>&1 > /dev/null; ls -d Abgewiesen*
            """, in: "Meer").text
        let lines = said.split(separator: "\n").map(String.init)
        try #require(lines.count == 3, "\(said)")
        #expect(lines[0].hasSuffix("it would have gone to \(lines[2])") && lines[1].hasSuffix("what it held is in \(lines[2])/Meer.md"), "\(said)")
    }

    @Test func `a program that is killed before there is something to write leaves nothing beside the file, and the old one as it was`() throws {
        let shelf = try novel()
        let run = try sh(shelf, """
            mkdir ../out; echo old > ../out/sea.html
            SHED_INTERRUPT_AT=converted "$SHED" compile --output ../out/sea.html --force 2> /dev/null; echo $?; ls -A ../out; cat ../out/sea.html
            "$SHED" compile --output ../out/sea.html --force > /dev/null; echo $?; ls -A ../out; grep -c Storm ../out/sea.html | sed 's/.*/some/'
            """)
        #expect(run.text == "137\nsea.html\nold\n0\nsea.html\nsome\n", "\(run.err)")
    }
}
