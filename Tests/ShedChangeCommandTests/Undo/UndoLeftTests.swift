import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What `shed undo` left can be taken back later, and is named with its reason.
@Suite(.waitsForPrograms) struct `What undo leaves` {
    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        for name in ["a", "b", "c"] { shelf.makeFile("Poems/Draft/\(name).txt", "\(name)\n") }
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        return shelf
    }

    private func remove(_ path: String, _ shelf: Shelf) throws { _ = try shelf.scenario("rm Poems/\(path)") }

    private func list(_ shelf: Shelf) throws -> [JSONValue] { try shelf.shed("undo", "--list", "--json", in: "Poems").json().array ?? [] }

    @Test func `an entry of which nothing could be done stays open, and no entry says otherwise`() throws {
        let shelf = try shelf()
        let output = try shelf.scenario("""
            cd Poems; exec 2>&1
            "$SHED" allow Collections both -q; "$SHED" add folder Collections/F -q; "$SHED" allow Collections/F both -q
            "$SHED" add folder Collections/F/A -q; "$SHED" allow Collections/F/A both -q; "$SHED" mv Collections/F/A Collections -q
            mv Collections/F Collections/A/F; "$SHED" sync -q
            "$SHED" undo; echo $?; "$SHED" undo --list | cut -d' ' -f1,6- | head -1
            mv Collections/A/F Collections; "$SHED" sync -q
            "$SHED" undo 6; echo $?; ls Collections
            """)
        #expect(output == """
            shed: Collections/A was left as it is: it could not be moved to Collections/A/F/A.
            shed: Once nothing is in the way any more, “shed undo 6” takes back what was left.
            shed: “shed undo --list” lists what there is.
            1
            6 mv: moved Collections/F/A to Collections/A
            moved Collections/A back to Collections/F/A
            “shed undo” does it again; “shed undo --list” shows what was done before.
            0
            F

            """)
    }

    /// A person is told what is in the way, and what helps, also where nothing is at the path itself.
    @Test func `what would get a name that another is too much like is left, and that one is named`() throws {
        let output = try Shelf.withPoems().scenario("""
            cd Poems; exec 2>&1; echo 1 > Draft/Rain.txt; "$SHED" sync -q; echo 2 > Draft/rain.TXT; "$SHED" sync -q > ../said
            "$SHED" undo -y; echo $?; cd Ready; "$SHED" undo 1 2>&1 | head -1; cd ..; "$SHED" undo 1 --json | grep -c ': "Draft/Rain.txt is there, '
            "$SHED" mv Rejected/rain.TXT Draft/new.txt -q; echo 3 > Draft/Sun.txt; "$SHED" sync -q; mv Draft/Sun.txt Draft/RAIN.txt; "$SHED" sync -q > ../said
            "$SHED" undo -y 2>&1 | head -1; mv Draft/Rain.txt Draft/Snow.txt; "$SHED" undo -q; ls Draft
            mkdir Draft/F; "$SHED" sync -q > ../said; echo f > Draft/f; "$SHED" sync -q; "$SHED" undo -y 2>&1 | head -1
            """)
        let alike = "in case or Unicode normalisation alone"
        #expect(output == """
            shed: Rejected/rain.TXT was left as it is: Draft/Rain.txt is there, whose name differs from “rain.TXT” \(alike); “shed mv Rejected/rain.TXT Draft/NEW-NAME” puts it there under another name.
            shed: Once nothing is in the way any more, “shed undo 1” takes back what was left.
            shed: “shed undo --list” lists what there is.
            1
            shed: ../Rejected/rain.TXT was left as it is: ../Draft/Rain.txt is there, whose name differs from “rain.TXT” \(alike); “shed -C .. mv Rejected/rain.TXT Draft/NEW-NAME” puts it there under another name.
            1
            shed: Draft/Sun.txt was left as it is: Draft/Rain.txt is there, whose name differs from “RAIN.txt” \(alike); “shed mv Draft/Sun.txt Draft/NEW-NAME” puts it there under another name.
            RAIN.txt
            Snow.txt
            new.txt
            shed: Rejected/F was left as it is: Draft/f is there, whose name differs from “F” \(alike).

            """, "\(output)")
    }

    @Test func `what was left of one that was taken back in part can be taken back later`() throws {
        let shelf = try shelf()
        #expect(try shelf.shed("mv", "Draft/a.txt", "Draft/b.txt", "Draft/c.txt", "Ready", in: "Poems").code == 0)
        shelf.makeFile("Poems/Draft/b.txt", "another\n")
        let part = try shelf.shed("undo", in: "Poems")
        #expect(part.code == 1 && part.err == """
            shed: Ready/b.txt was left as it is: something else is at Draft/b.txt now.
            shed: Once nothing is in the way any more, “shed undo 1” takes back what was left.

            """)
        #expect(try list(shelf).map { $0["takenBackInPartBy"]?.integer } == [nil, 2])
        #expect(try list(shelf).map { $0["takenBackBy"]?.integer } == [nil, nil])
        #expect(try shelf.shed("undo", "--list", in: "Poems").text.contains("(took back a part of 1)\n"))
        #expect(try shelf.shed("undo", "--list", in: "Poems").text.hasSuffix("(a part was taken back by 2)\n"))
        try remove("Draft/b.txt", shelf)
        let rest = try shelf.shed("undo", "1", in: "Poems")
        #expect(rest.code == 0 && rest.text.hasPrefix("moved Ready/b.txt back to Draft/b.txt\n“shed undo”"), "\(rest.text)\(rest.err)")
        #expect(try list(shelf).map { $0["takenBackBy"]?.integer } == [nil, nil, 3])
        #expect(try shelf.shed("undo", "1", in: "Poems").err.contains("number 1 was taken back already, by number 3"))
        // Each part is done again by itself.
        #expect(try shelf.shed("undo", "2", in: "Poems").code == 0)
        #expect(shelf.exists("Poems/Ready/a.txt") && shelf.exists("Poems/Draft/b.txt") && shelf.exists("Poems/Ready/c.txt"))
        #expect(try shelf.shed("undo", "1", in: "Poems").code == 0, "what was done again is taken back again")
        #expect(shelf.exists("Poems/Draft/a.txt") && shelf.exists("Poems/Draft/b.txt") && shelf.exists("Poems/Draft/c.txt"))
    }

    @Test func `what was left and what was done again are taken back by one undo`() throws {
        let shelf = try shelf()
        #expect(try shelf.shed("mv", "Draft/a.txt", "Draft/b.txt", "Ready", in: "Poems").code == 0)
        shelf.makeFile("Poems/Draft/b.txt", "another\n")
        #expect(try shelf.shed("undo", in: "Poems").code == 1)
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        try remove("Draft/b.txt", shelf)
        let all = try shelf.shed("undo", "1", in: "Poems")
        #expect(all.code == 0 && all.text.hasPrefix("moved Ready/a.txt back to Draft/a.txt\nmoved Ready/b.txt back to Draft/b.txt\n"), "\(all.text)\(all.err)")
        #expect(try list(shelf).last?["takenBackBy"]?.integer == 5)
        // It was two, and each is named: together they do all of it again.
        #expect(all.text.hasSuffix("“shed undo 5” does it again.\n“shed undo 4” does it again.\n"), "\(all.text)")
        for number in ["5", "4"] { #expect(try shelf.shed("undo", number, in: "Poems").code == 0) }
        #expect(shelf.exists("Poems/Ready/a.txt") && shelf.exists("Poems/Ready/b.txt"))
        // So it is in JSON.
        func numbers(_ words: String...) throws -> [JSONValue?] {
            let json = try shelf.run(["undo", "--json"].map { Array($0.utf8) } + words.map { Array($0.utf8) }, in: "Poems").json()
            return [json["number"]] + (json["numbers"]?.array ?? [nil])
        }
        #expect(try numbers("1", "--dry-run") == [.null])
        let (first, second) = (try list(shelf)[0]["number"]?.integer ?? 0, try numbers("1"))
        #expect(second == [first + 2, first + 1, first + 2].map { .integer($0) })
        #expect(try numbers("\(first + 2)") == [first + 3, first + 3].map { .integer($0) })
    }

    @Test func `fields that were changed since can be taken back once they are as they were left`() throws {
        let shelf = try shelf()
        let output = try shelf.scenario("""
            cd Poems; exec 2>&1
            "$SHED" var new rating --int -q; "$SHED" var set rating=3 Draft/a.txt Draft/b.txt -q; "$SHED" var set rating=4 Draft/a.txt -q
            "$SHED" undo 2; echo $?
            "$SHED" undo 3 -q; "$SHED" undo 2 | head -1; "$SHED" show Draft/a.txt --json | grep -c rating
            """)
        #expect(output == """
            shed: Draft/a.txt, values: left as it is, since it was changed meanwhile.
            shed: Once nothing is in the way any more, “shed undo 2” takes back what was left.
            changed back Draft/b.txt: values
            “shed undo” does it again; “shed undo --list” shows what was done before.
            1
            changed back Draft/a.txt: values
            0

            """)
    }

    @Test func `where nothing is to be taken back, it says of what and why, and the number stays open`() throws {
        let shelf = try shelf()
        #expect(try shelf.shed("mv", "Draft/a.txt", "Ready", in: "Poems").code == 0)
        shelf.move("Poems/Ready/a.txt", "Poems/Draft/a.txt")
        for words in [["undo"], ["undo", "1"]] {
            let nothing = try shelf.run(words.map { Array($0.utf8) }, in: "Poems")
            #expect(nothing.code == 0 && nothing.text == "Draft/a.txt: it is there again already.\nNothing of number 1 was left to be taken back.\n")
        }
        #expect(try list(shelf).map { $0["number"]?.integer } == [1])
        shelf.move("Poems/Draft/a.txt", "Poems/Ready/a.txt")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try shelf.shed("undo", "1", in: "Poems").text.hasPrefix("moved Ready/a.txt back to Draft/a.txt\n"))
    }

    @Test func `what was made and is gone, or in Trash, is said to be`() throws {
        let shelf = try shelf()
        #expect(try shelf.shed("add", "file", "Draft/new.txt", in: "Poems").code == 0)
        try remove("Draft/new.txt", shelf)
        #expect(try shelf.shed("undo", in: "Poems").text == "Draft/new.txt: it is gone already.\nNothing of number 1 was left to be taken back.\n")
        #expect(try shelf.shed("add", "file", "Draft/new.txt", in: "Poems").code == 0)
        shelf.move("Poems/Draft/new.txt", "Poems/Trash/other.txt")
        let output = try shelf.scenario("cd Poems; \"$SHED\" undo; echo $?; ls Trash")
        #expect(output == "Draft/new.txt: it is gone already.\nNothing of number 3 was left to be taken back.\n0\nother.txt\n")
    }

    @Test func `a person's own folder in the place of one that was made is not what was made`() throws {
        let output = try shelf().scenario("""
            cd Poems; "$SHED" add folder Collections/Love -q; rmdir Collections/Love; mkdir Collections/Love; echo n > Collections/Love/n.txt
            "$SHED" sync -q; "$SHED" undo 1; echo $?; ls Collections/Love
            """)
        #expect(output == "Collections/Love: it is gone already.\nNothing of number 1 was left to be taken back.\n0\nn.txt\n", "\(output)")
    }

    @Test func `Trash that was made for what was thrown away goes with it, and stays where something else is in it`() throws {
        let shelf = try shelf()
        let output = try shelf.scenario("""
            cd Poems; exec 2>&1; rmdir Trash; "$SHED" sync -q; "$SHED" rm Draft/a.txt -q
            "$SHED" undo --list | cut -d' ' -f1,6-; "$SHED" undo; echo $?; ls -d Trash; "$SHED" undo; echo $?; "$SHED" show Trash --json | grep role
            "$SHED" rm Draft/b.txt -q; "$SHED" undo 1; echo $?; ls Draft Trash; "$SHED" empty-trash --yes; "$SHED" check -q; echo $?
            """)
        #expect(output == """
            1 rm: moved Draft/a.txt to Trash/a.txt, made Trash
            moved Trash/a.txt back to Draft/a.txt
            removed the folder Trash
            “shed undo” does it again; “shed undo --list” shows what was done before.
            0
            ls: cannot access 'Trash': No such file or directory
            made the folder Trash again
            moved Draft/a.txt back to Trash/a.txt
            “shed undo” does it again; “shed undo --list” shows what was done before.
            0
              "role": "trash",
            moved Trash/a.txt back to Draft/a.txt
            “shed undo” does it again; “shed undo --list” shows what was done before.
            0
            Draft:
            a.txt
            c.txt

            Trash:
            b.txt
            deleted Trash/b.txt for good
            0

            """)
    }

    @Test func `what was restored under another name goes back to Trash, and nothing of it is said to be left`() throws {
        let shelf = try shelf()
        #expect(try shelf.shed("rm", "Draft/a.txt", in: "Poems").code == 0)
        shelf.makeFile("Poems/Draft/a.txt", "another\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try shelf.shed("restore", "Trash/a.txt", in: "Poems").text == "restored Trash/a.txt to Draft/a (2).txt\n")
        for (from, to) in [("Draft/a (2).txt", "Trash/a.txt"), ("Trash/a.txt", "Draft/a (2).txt"), ("Draft/a (2).txt", "Trash/a.txt")] {
            let result = try shelf.shed("undo", in: "Poems")
            #expect(result.code == 0 && result.err == "" && result.text.hasPrefix("moved \(from) back to \(to)\n"), "\(result.text)\(result.err)")
        }
        // Where it came from before.
        try remove("Draft/a.txt", shelf)
        #expect(try shelf.shed("restore", "Trash/a.txt", in: "Poems").text == "restored Trash/a.txt to Draft/a.txt\n")
    }
}
