import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import Testing

@Suite(.waitsForPrograms) struct `Verbs about projects` {
    @Test func `new makes the template and prints its shape`() throws {
        let shelf = try Shelf()
        let made = try shelf.shed("new", "poetry", "Poems", "--language", "fr", "--details", "for spring", "--json")
        #expect(made.code == 0)
        let json = try made.json()
        #expect(json["kind"]?.string == "project")
        #expect(json["path"]?.string == ".")
        #expect(json["projectKind"]?.string == "poetry")
        #expect(json["details"]?.string == "for spring")
        #expect(shelf.exists("Poems/.shed/project.json"))
        #expect(shelf.exists("Poems/Brouillon") || shelf.exists("Poems/Brouillons"))
    }

    /// Each takes what others have just begun for theirs, and not for what a run that was killed left behind.
    @Test func `many are made beside each other at once`() throws {
        let shelf = try Shelf()
        let output = try shelf.scenario("""
            for n in 1 2 3 4 5 6 7 8 9 10 11 12; do "$SHED" new poetry "P $n" --language en -q & done; wait
            ls -A | wc -l; for n in 1 2 3 4 5 6 7 8 9 10 11 12; do "$SHED" -C "P $n" check -q || echo "P $n"; done
            """)
        #expect(output == "12\n")
    }

    @Test func `new takes other names of kinds and a person's own kind`() throws {
        let shelf = try Shelf()
        #expect(try shelf.shed("new", "prose", "Stories", "--language", "en", "--json").json()["projectKind"]?.string == "short-story")
        let unknown = try shelf.shed("new", "peotry", "X")
        #expect(unknown.code == 2)
        #expect(unknown.err.contains("Did you mean “poetry”?"))
        let missing = try shelf.shed("new", "none.toml", "X")
        #expect(missing.code == 2)
        #expect(missing.err.contains("none.toml"))
        #expect(!shelf.exists("X"))
        shelf.makeFile("garden.toml", "name = \"garden\"\n[[section]]\nkey = \"trash\"\n[[folder]]\nrole = \"trash\"\nsection = \"trash\"\nsymbol = \"trash\"\naccepts = \"nothing\"\nfilling = \"anything\"\n")
        let own = try shelf.shed("new", "garden.toml", "Beds", "--language", "en", "--json")
        #expect(try own.json()["projectKind"]?.string == "garden", "\(own.err)")
        #expect(shelf.exists("Beds/Trash"))
    }

    @Test func `new makes no project inside another`() throws {
        let shelf = try Shelf.withPoems()
        #expect(try shelf.shed("new", "blank", "Inner", in: "Poems/Collections").code == 1)
        #expect(!shelf.exists("Poems/Collections/Inner"))
    }

    @Test func `new refuses a name that is taken`() throws {
        let shelf = try Shelf.withPoems()
        let again = try shelf.shed("new", "poetry", "Poems")
        #expect(again.code == 2)
        #expect(again.err.hasPrefix("shed: ") && again.err.lowercased().split(separator: "choose another name").count == 2, "\(again.err)")
        #expect(try shelf.shed("new", "poetry", "poems", "--dry-run").code == 2)
    }

    @Test func `rename to the name that it has is an error, for a file as for the project`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt")
        for words in [["rename", "Draft/a.txt", "a.txt"], ["rename", ".", "Poems"]] {
            let result = try shelf.run(words.map { Array($0.utf8) }, in: "Poems")
            #expect(result.code == 1 && result.text == "")
            #expect(result.err == "shed: “\(words[2])” is its name already. Nothing was renamed.\n")
        }
    }

    @Test func `projects lists what is known, and whether it is there`() throws {
        let shelf = try Shelf.withPoems()
        _ = try shelf.shed("new", "blank", "Box")
        _ = try shelf.shed("delete", "Box", "--permanently", "--yes")
        let list = try #require(try shelf.shed("projects", "--json").json().array)
        #expect(list.count == 1)
        #expect(list.first?.object?.members.map(\.name) == ["id", "name", "path", "kind", "live"])
        #expect(list.first?["path"]?.string == shelf.work + "/Poems")
        #expect(list.first?["live"]?.bool == true)
        shelf.move("Poems", "Elsewhere")
        #expect(try shelf.shed("projects", "--json").json().array?.first?["live"]?.bool == false)
    }

    @Test func `projects forget takes off the list what is named or gone, and touches no project`() throws {
        let shelf = try Shelf.withPoems()
        for name in ["Box", "Chest"] { #expect(try shelf.shed("new", "blank", name).code == 0) }
        func known() throws -> [String] {
            // As the options stand before the verb or behind it.
            let list = try shelf.shed("--json", "projects").json().array ?? []
            #expect(try shelf.shed("projects", "list", "--json").json().array == list)
            return list.compactMap { $0["name"]?.string }
        }
        #expect(try known() == ["Box", "Chest", "Poems"])
        let before = try shelf.spawn("/usr/bin/find", ["Box"].map { Array($0.utf8) }, input: nil, in: shelf.work).text
        #expect(try shelf.shed("projects", "forget", "Box").code == 2, "nobody answers")
        #expect(try shelf.shed("projects", "forget", "Box", "--dry-run").text == "would have forgotten \(shelf.work)/Box\n")
        #expect(try known() == ["Box", "Chest", "Poems"])
        #expect(try shelf.shed("projects", "forget", "Box", "./Box/", "--yes").text == "forgotten \(shelf.work)/Box\n")
        #expect(try known() == ["Chest", "Poems"])
        #expect(try shelf.spawn("/usr/bin/find", ["Box"].map { Array($0.utf8) }, input: nil, in: shelf.work).text == before)
        shelf.move("Chest", "Elsewhere")
        let gone = try shelf.shed("projects", "forget", "--gone", "--yes", "--json").json().array ?? []
        #expect(gone.compactMap { $0["name"]?.string } == ["Chest"] && gone.first?["live"]?.bool == false)
        #expect(try known() == ["Poems"])
        #expect(try shelf.shed("projects", "forget", "--gone", "--yes").text == "Every project is where it was.\n")
        for words in [["Box"], [], ["--gone", "Poems"]] { #expect(try shelf.run((["projects", "forget", "--yes"] + words).map { Array($0.utf8) }).code == 2) }
        // What is still there is known again when it is trusted again, and not before.
        #expect(try shelf.shed("sync", in: "Box").code == 2)
        #expect(try known() == ["Poems"])
        #expect(try shelf.shed("trust", "Box").code == 0)
        #expect(try known() == ["Box", "Poems"])
    }

    @Test func `info shows and sets the details`() throws {
        let shelf = try Shelf.withPoems()
        #expect(try shelf.shed("-C", "Poems", "info", "--set", "details=a = b").code == 0)
        #expect(try shelf.shed("info", "-C", "Poems", "--json").json()["details"]?.string == "a = b")
        #expect(try shelf.shed("info", "-C", "Poems").text.contains("details   a = b\n"))
        // It counts as “stats” does.
        try shelf.shellDone("mkdir -p Poems/Collections/Book; echo o > Poems/Draft/o.txt; echo t > Poems/Trash/t.txt; echo p > Poems/Collections/Book/p.txt")
        #expect(try shelf.shed("info", "-C", "Poems").text.contains("holds     1 folder, 2 files (without the template's folders, Trash and Rejected)\n"))
        let counts = try shelf.shed("stats", "-C", "Poems", "--json").json()["counts"]
        #expect(counts?["folders"]?.integer == 1 && counts?["files"]?.integer == 2)
        #expect(try shelf.shed("new", "papers", "Papers").code == 0)
        #expect(try shelf.shed("info", "-C", "Papers").text.contains("holds     nothing yet\n"))
        #expect(try shelf.shed("doc", "new", "Finals", "-C", "Papers").code == 0)
        #expect(try shelf.shed("info", "-C", "Papers").text.contains("holds     docs: 1\n"))
        let wrong = try shelf.shed("-C", "Poems", "info", "--set", "name=X")
        #expect(wrong.code == 2)
        #expect(wrong.err.contains("shed rename"))
    }

    @Test func `rename gives the project and its files other names`() throws {
        let shelf = try Shelf.withPoems()
        let id = try shelf.shed("-C", "Poems", "show", ".", "--json").json()["id"]?.string
        #expect(try shelf.shed("-C", "Poems", "rename", ".", "Verses").text == "renamed the project Poems to Verses\n")
        #expect(try shelf.shed("-C", "Verses", "show", ".", "--json").json()["id"]?.string == id)
        #expect(try shelf.shed("-C", "Verses", "rename", "Draft", "Sketches").text == "renamed Verses/Draft to Verses/Sketches\n")
        #expect(try shelf.shed("-C", "Verses", "show", "Sketches", "--json").json()["role"]?.string == "draft")
    }

    @Test func `delete moves the project to the desktop's trash once it is confirmed`() throws {
        let shelf = try Shelf.withPoems()
        let refused = try shelf.shed("delete", "Poems")
        #expect(refused.code == 2)
        #expect(refused.err.contains("--yes"))
        #expect(shelf.exists("Poems"))
        #expect(try shelf.shed("delete", "Poems/Draft", "--yes").code == 2)
        let done = try shelf.shed("delete", "Poems", "--yes", "--json")
        #expect(done.code == 0)
        #expect(!shelf.exists("Poems"))
        #expect(try done.json()["trash"]?.string == shelf.path + "/home/data/Trash/files/Poems")
        #expect(shelf.exists("../home/data/Trash/files/Poems/.shed/project.json"))
    }

    @Test func `adopt shows what would be, asks, and moves nothing`() throws {
        let shelf = try Shelf()
        shelf.makeDirectory("Old")
        shelf.makeDirectory("Old/Draft")
        shelf.makeFile("Old/Draft/Ode.txt")
        shelf.makeFile("Old/loose.txt")
        let shown = try shelf.shed("adopt", "Old", "--kind", "poetry")
        #expect(shown.code == 2)
        #expect(shown.text.contains("Draft becomes the folder for “draft”"))
        #expect(shown.text.contains("file-at-root"))
        #expect(!shelf.exists("Old/.shed"))
        let json = try shelf.shed("adopt", "Old", "--kind", "poetry", "--yes", "--json").json()
        #expect(json["counts"]?["files"]?.integer == 2)
        #expect(json["project"]?["kind"]?.string == "project")
        #expect(shelf.exists("Old/loose.txt"))
        #expect(try shelf.shed("-C", "Old", "show", "Draft/Ode.txt", "--json").json()["id"]?.string != nil)
        #expect(try shelf.shed("adopt", "Old").code == 2)
    }

    @Test func `a copied project gets an ID of its own unless it is declared a replica`() throws {
        let shelf = try Shelf.withPoems()
        let id = try shelf.shed("-C", "Poems", "show", ".", "--json").json()["id"]?.string
        try shelf.shellDone("cp -r Poems Copy")
        try shelf.shellDone("cp -r Poems Replica")
        #expect(try shelf.shed("trust", "Copy").code == 0)
        #expect(try shelf.shed("adopt", "Replica", "--as", "replica").code == 0)
        #expect(try shelf.shed("-C", "Replica", "show", ".", "--json").json()["id"]?.string == id)
        #expect(try shelf.shed("-C", "Copy", "show", ".", "--json").json()["id"]?.string != id)
    }
}
