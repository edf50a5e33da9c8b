import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What `shed undo --list` says of each thing that was done.
@Suite(.waitsForPrograms) struct `The list of what was done` {
    @Test func `names the tag, the value, the folder and what it accepts, the label and the exception`() throws {
        let shelf = try Shelf.withPoems()
        for name in ["a", "b"] { shelf.makeFile("Poems/Draft/\(name).txt") }
        let output = try shelf.scenario("""
            cd Poems; "$SHED" sync -q
            "$SHED" tag add urgent Draft/a.txt Draft/b.txt --create -q; "$SHED" tag remove urgent Draft/b.txt -q
            "$SHED" var new rating --int -q; "$SHED" var set rating=4 Draft/a.txt -q; "$SHED" var unset rating Draft/a.txt -q
            "$SHED" tag rename urgent soon -q; "$SHED" tag delete soon --yes -q; "$SHED" allow Draft both -q
            "$SHED" info --set details=x -q; echo p > Ready/p.txt; "$SHED" sync > "$T/results"; "$SHED" accept Ready/p.txt -q
            "$SHED" undo --list | sed 's/^ *\\([0-9]*\\)  [^ ]* [^ ]*  /\\1 /'
            """)
        #expect(output == """
            10 accept: Ready/p.txt may stay where it is
            9 info: changed the project: the project's details
            8 allow: Draft accepts both now
            7 tag delete: deleted the tag “soon”
            6 tag rename: renamed the tag “urgent” to “soon”
            5 var unset: unset rating: Draft/a.txt
            4 var set: set rating=4: Draft/a.txt
            3 var new: made the variable “rating”
            2 tag remove: removed the tag soon: Draft/b.txt
            1 tag add: made the tag “soon”, tagged soon: 2 things, Draft/a.txt the first

            """)
    }

    @Test func `names the text, the folder and the venue for each verb of a writer's desk`() throws {
        let shelf = try Shelf.withPoems()
        for name in ["a", "b"] { shelf.makeFile("Poems/Draft/\(name).txt") }
        let output = try shelf.scenario("""
            cd Poems; mkdir Magazines/Granta Collections/Spring; "$SHED" sync -q
            "$SHED" submit Draft/a.txt Draft/b.txt --to Granta -q; "$SHED" submissions reject Draft/b.txt -q; "$SHED" submissions accept Draft/a.txt --publish -q
            "$SHED" collect Draft/b.txt --in Spring -q; "$SHED" collect Published/a.txt --in Spring -q; "$SHED" order Collections/Spring/a.txt --first -q
            "$SHED" uncollect Draft/b.txt --in Spring -q
            echo c > Draft/c.txt; "$SHED" sync -q; "$SHED" order Draft/c.txt --first -q; "$SHED" target Draft 500 -q
            "$SHED" snapshot Draft/c.txt -q; echo d > Draft/c.txt; "$SHED" restore Draft/c.txt --version 1 --yes -q
            "$SHED" undo --list | sed 's/^ *\\([0-9]*\\)  [^ ]* [^ ]*  /\\1 /'
            """)
        #expect(output == """
            10 restore: put back version 1 of Draft/c.txt
            9 target: Draft has a target of 500 words now
            8 order: changed the order in Draft: Draft/c.txt
            7 uncollect: took out of Collections/Spring: Draft/b.txt
            6 order: changed the order in Collections/Spring: Published/a.txt
            5 collect: put into Collections/Spring too: Published/a.txt
            4 collect: put into Collections/Spring too: Draft/b.txt
            3 submissions accept: moved Draft/a.txt to Published/a.txt, recorded: Draft/a.txt was accepted by Magazines/Granta
            2 submissions reject: recorded: Draft/b.txt was rejected by Magazines/Granta
            1 submit: submitted 2 texts, Draft/a.txt the first, to Magazines/Granta

            """, "\(output)")
    }

    @Test func `says what collections got or lost beside what was moved, and names the first`() throws {
        let shelf = try Shelf.withCollection(settings: "views = false\n")
        let output = try shelf.scenario("""
            cd Poems; "$SHED" collect Draft/Rain.txt Draft/Ode.txt --in Book -q; "$SHED" rm Collections/Book/Rain.txt Collections/Book/Ode.txt Draft/Sea.txt -q
            "$SHED" undo --list | sed 's/^ *\\([0-9]*\\)  [^ ]* [^ ]*  /\\1 /'
            """)
        #expect(output == """
            2 rm: moved Draft/Sea.txt to Trash/Sea.txt, took out of Collections/Book: 2 things, Draft/Rain.txt the first
            1 collect: put into Collections/Book too: 2 things, Draft/Rain.txt the first

            """, "\(output)")
    }

    @Test func `says of what was compiled anew which file was written`() throws {
        let shelf = try Shelf()
        let output = try shelf.scenario("""
            "$SHED" new novel N --language en -q; cd N; mkdir Chapters/One; echo a > Chapters/One/a.md; "$SHED" sync -q; "$SHED" compile -q
            echo b >> Chapters/One/a.md; "$SHED" compile -q; "$SHED" undo --list | cut -d' ' -f1,6-
            """)
        #expect(output == "2 compile: rewrote Novel/N.md\n1 compile: made Novel/N.md\n", "\(output)")
    }

    @Test func `names which values of records were changed`() throws {
        let shelf = try Shelf.withBooks()
        for number in 1...2 { shelf.makeFile("Library/Books/\(number).json", "{\"Title\": \"old \(number)\"}\n") }
        let output = try shelf.scenario("""
            cd Library; "$SHED" sync -q
            "$SHED" record set Books/1 Title=new Shelf=A1 -q; "$SHED" record set Books --all Shelf=B2 --yes -q; "$SHED" record unset Books/1 Shelf -q
            "$SHED" undo --list | cut -d' ' -f1,6- | head -3; "$SHED" undo -q; "$SHED" record show Books/1
            """)
        #expect(output.hasPrefix("""
            4 record unset: changed “Shelf” in Books/1.json
            3 record set: changed “Shelf” in 2 things, Books/1.json the first
            2 record set: changed “Title”, “Shelf” in Books/1.json

            """), "\(output)")
        #expect(output.contains("B2"))
    }

    @Test func `says of what needed nothing when it was to be taken back that nothing was left, and undo passes it over`() throws {
        let shelf = try Shelf.withPoems()
        for name in ["a", "b"] { shelf.makeFile("Poems/Draft/\(name).txt", "\(name)\n") }
        let output = try shelf.scenario("""
            cd Poems; exec 2>&1; list() { "$SHED" undo --list | cut -d' ' -f1,6-; }; undo() { "$SHED" undo; echo $?; }
            "$SHED" sync -q; id=$("$SHED" show Draft/a.txt | sed -n 's/^id *//p'); "$SHED" mv Draft/b.txt Ready -q; rm Draft/a.txt; "$SHED" sync -q
            "$SHED" forget $id --yes -q; echo a > Draft/a.txt; "$SHED" sync -q
            list; undo; list; "$SHED" undo --list --json | grep -c '"nothingLeft": *true'; undo; list
            """)
        #expect(output == """
            2 forget: changed Draft/a.txt: what was given up
            1 mv: moved Draft/b.txt to Ready/b.txt
            Draft/a.txt, what was given up: it is as it was before already.
            Nothing of number 2 was left to be taken back.
            0
            2 forget: changed Draft/a.txt: what was given up (nothing was left to take back)
            1 mv: moved Draft/b.txt to Ready/b.txt
            1
            moved Ready/b.txt back to Draft/b.txt
            “shed undo” does it again; “shed undo --list” shows what was done before.
            0
            4 undo: moved Ready/b.txt to Draft/b.txt (took back 1)
            2 forget: changed Draft/a.txt: what was given up (nothing was left to take back)
            1 mv: moved Draft/b.txt to Ready/b.txt (taken back by 4)

            """, "\(output)")
    }

    @Test func `has nothing of what changed nothing, and the verb says so`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt")
        let output = try shelf.scenario("""
            cd Poems; "$SHED" sync -q; "$SHED" allow Research both -q; "$SHED" info --set details=x -q
            "$SHED" tag add urgent Draft/a.txt --create -q; "$SHED" var new rating --int -q; "$SHED" var set rating=4 Draft/a.txt -q
            "$SHED" undo --list > "$T/before"; "$SHED" log --json > "$T/log"
            "$SHED" allow Research both; echo $?; "$SHED" allow Draft files; echo $?; "$SHED" allow Research both --dry-run; echo $?
            "$SHED" info --set details=x; echo $?; "$SHED" tag add urgent Draft/a.txt; echo $?; "$SHED" var set rating=4 Draft/a.txt; echo $?
            "$SHED" undo --list | cmp - "$T/before" && "$SHED" log --json | cmp - "$T/log" && echo same
            """)
        #expect(output == """
            Research accepts both already
            0
            Draft accepts files already
            0
            Research accepts both already
            0
            the details of Poems are that already
            0
            Draft/a.txt has the tag urgent already
            0
            Draft/a.txt has rating = 4 already
            0
            same

            """)
    }
}
