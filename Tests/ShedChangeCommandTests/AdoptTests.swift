import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `adopt`: what it recognises, what it asks, and how what was adopted is lived in afterwards.
@Suite(.waitsForPrograms) struct `An adopted folder` {
    private func roles(_ shelf: Shelf, _ arguments: String...) throws -> [String: String] {
        let words = ["adopt", "Old", "--kind", "poetry", "--dry-run", "--json"] + arguments
        let roles = try shelf.run(words.map { Array($0.utf8) }).json()["roles"]?.array ?? []
        return Dictionary(uniqueKeysWithValues: roles.compactMap { role in
            role["role"]?.string.flatMap { name in role["path"]?.string.map { (name, $0) } }
        })
    }

    @Test func `goes on to grow, and things in it can be taken away and brought back`() throws {
        let shelf = try Shelf()
        try shelf.shellDone("mkdir -p Old/Poems/2019 Old/Poems/2020 Old/Songs; echo r > Old/root.txt; echo p > Old/Poems/2020/p.txt; echo s > Old/Songs/s.txt")
        #expect(try shelf.shed("adopt", "Old", "--kind", "poetry", "--language", "en", "--yes").code == 0)
        shelf.makeDirectory("Old/Poems/2021")
        shelf.makeFile("Old/Poems/new.txt")
        #expect(try shelf.shed("sync", in: "Old").code == 0)
        #expect(shelf.exists("Old/Poems/2021") && shelf.exists("Old/Poems/new.txt"))
        let id = try shelf.shed("show", "root.txt", "--json", in: "Old").json()["id"]?.string
        for verb in [false, true] {
            if verb {
                for (from, to) in [("Poems/2020", "2020"), ("2020", "Poems/2020"), ("root.txt", "Songs/root.txt"), ("Songs/root.txt", "root.txt")] {
                    #expect(try shelf.shed("mv", from, to, in: "Old").code == 0, "\(from)")
                }
            } else {
                shelf.move("Old/Poems/2020", "Old/2020")
                shelf.move("Old/root.txt", "Old/Songs/root.txt")
                #expect(try shelf.shed("sync", in: "Old").code == 0)
                shelf.move("Old/2020", "Old/Poems/2020")
                shelf.move("Old/Songs/root.txt", "Old/root.txt")
            }
            #expect(try shelf.shed("sync", in: "Old").code == 0)
            #expect(shelf.exists("Old/Poems/2020/p.txt") && shelf.exists("Old/root.txt"))
        }
        #expect(try shelf.shed("show", "root.txt", "--json", in: "Old").json()["id"]?.string == id)
        // It is what a check reports, as before: nobody accepted it.
        #expect(try shelf.shed("check", "--format", "concise", in: "Old").text.contains("root.txt"))
        #expect(try shelf.shed("mv", "Songs/s.txt", ".", in: "Old").code == 1)
        // The right is in the sidecar, not in the index.
        try shelf.shellDone("rm ../state/projects/*/index.sqlite*")
        #expect(try shelf.shed("sync", in: "Old").code == 0)
        shelf.move("Old/root.txt", "Old/Songs/root.txt")
        #expect(try shelf.shed("sync", in: "Old").code == 0)
        shelf.move("Old/Songs/root.txt", "Old/root.txt")
        #expect(try shelf.shed("sync", in: "Old").code == 0)
        #expect(shelf.exists("Old/root.txt"))
    }

    @Test func `has folders that are known by other names, by section, or by what is said`() throws {
        let shelf = try Shelf()
        try shelf.shellDone("mkdir -p Old/Drafts 'Old/Your Poetry/Draft' 'Old/Your Poetry/Ready' Old/Publications/Magazines Old/Trash Old/Fertig Old/Papierkorb Old/Sonstiges 'Old/Something/Set Aside'")
        var found = try roles(shelf, "--language", "en")
        #expect(found["draft"] == "Your Poetry/Draft" && found["ready"] == "Your Poetry/Ready" && found["magazines"] == "Publications/Magazines")
        #expect(found["trash"] == "Trash" && found["other"] == "Sonstiges" && found["set-aside"] == nil)
        #expect(try roles(shelf, "--language", "de")["trash"] == "Papierkorb")
        try shelf.shellDone("rm -r 'Old/Your Poetry/Draft'")
        #expect(try roles(shelf, "--language", "en")["draft"] == "Drafts")
        found = try roles(shelf, "--language", "en", "--role", "draft=Fertig", "--role", "set-aside=Something/Set Aside/")
        #expect(found["draft"] == "Fertig" && found["set-aside"] == "Something/Set Aside")
        for (words, complaint) in [
            (["--role", "drafts=Drafts"], "Did you mean “draft”?"), (["--role", "draft=Nothing"], "there is no folder Nothing"),
            (["--role", "draft"], "--role draft=Drafts"), (["--role", "draft=Drafts", "--role", "draft=Fertig"], "said of Drafts and of Fertig"),
            (["--role", "draft=Drafts", "--role", "ready=Drafts"], "both"), (["--role", "trash=Something/Set Aside"], "stands at the root"),
        ] {
            let result = try shelf.run((["adopt", "Old", "--kind", "poetry", "--dry-run"] + words).map { Array($0.utf8) })
            #expect(result.code == 2 && result.err.contains(complaint), "\(words): \(result.err)")
        }
        #expect(try shelf.shed("adopt", "Old", "--as", "copy", "--role", "draft=Drafts").code != 0)
    }

    @Test func `keeps a template that is nested in sections`() throws {
        let shelf = try Shelf()
        try shelf.shellDone("mkdir -p 'Old/Your Poetry/Draft' 'Old/Your Poetry/Ready' 'Old/Your Poetry/Collections' Old/Publications/Magazines Old/Trash; echo o > 'Old/Your Poetry/Draft/o.txt'")
        #expect(try shelf.shed("adopt", "Old", "--kind", "poetry", "--language", "en", "--yes", "--folders").code == 0)
        #expect(shelf.exists("Old/Research") && !shelf.exists("Old/Draft"))
        // Folders that stand where they stood are no findings.
        let check = try shelf.shed("check", in: "Old")
        #expect(check.code == 0 && check.err.contains("Nothing found"), "\(check.text)\(check.err)")
        try shelf.shellDone("cd Old; mv 'Your Poetry/Draft/o.txt' 'Your Poetry/Ready/'; mkdir 'Your Poetry/Draft/no' 'Your Poetry/Collections/yes' 'Your Poetry/Later'")
        #expect(try shelf.shed("sync", in: "Old").code == 1)
        #expect(shelf.exists("Old/Your Poetry/Ready/o.txt") && shelf.exists("Old/Your Poetry/Collections/yes") && shelf.exists("Old/Your Poetry/Later"))
        #expect(shelf.exists("Old/Rejected/no"))
        #expect(try shelf.shed("find", "--role", "draft", in: "Old").text.contains("Your Poetry/Draft"))
        #expect(try shelf.shed("show", "Rejected/no", in: "Old").text.contains("Your Poetry/Collections"))
        #expect(try shelf.shed("repair", "--folders", "--json", in: "Old").json() == [])
        #expect(try shelf.shed("rm", "Your Poetry/Ready/o.txt", in: "Old").code == 0)
        #expect(try shelf.shed("restore", "Trash/o.txt", in: "Old").code == 0)
        #expect(shelf.exists("Old/Your Poetry/Ready/o.txt"))
    }

    @Test func `is said what is passed over, and by which pattern`() throws {
        let shelf = try Shelf()
        try shelf.shellDone("mkdir -p Old/Draft/.git Old/Draft/build Old/Ready; cd Old; for n in Draft/a.txt Draft/a.txt~ Ready/b.txt~ Draft/build/x Ready/x.part Ready/.hidden 'Ready/~$b.docx'; do echo x > \"$n\"; done; echo build/ > .shedignore")
        let shown = try shelf.shed("adopt", "Old", "--kind", "poetry", "--language", "en", "--dry-run")
        #expect(shown.text.contains("\n  passes over 1 by *.part (Old/Ready/x.part), 2 by *~ (Old/Draft/a.txt~ …), 3 by .* (Old/.shedignore …), 1 by .shedignore (Old/Draft/build), 1 by ~$* (Old/Ready/~$b.docx)\n"), "\(shown.text)")
        let json = try shelf.shed("adopt", "Old", "--kind", "poetry", "--dry-run", "--json").json()["passedOver"]?.array ?? []
        #expect(json.map { "\($0["pattern"]?.string ?? "") \($0["count"]?.integer ?? 0) \($0["example"]?.string ?? "")" } == [
            "*~ 2 Draft/a.txt~", "*.part 1 Ready/x.part", ".* 3 .shedignore", ".shedignore 1 Draft/build", "~$* 1 Ready/~$b.docx",
        ].sorted())
        try shelf.shellDone("mkdir -p Plain/Draft; echo x > Plain/Draft/a.txt")
        #expect(try !shelf.shed("adopt", "Plain", "--kind", "poetry", "--dry-run").text.contains("passes over"))
    }

    @Test func `can leave what does not fit, and be given what is missing`() throws {
        let shelf = try Shelf()
        try shelf.shellDone("mkdir -p Old/Draft; echo r > Old/root.txt")
        let shown = try shelf.shed("adopt", "Old", "--kind", "poetry", "--language", "en", "--dry-run")
        #expect(shown.text.contains("--rejection report") && shown.text.contains("--folders makes them"), "\(shown.text)")
        let made = try shelf.shed("adopt", "Old", "--kind", "poetry", "--language", "en", "--yes", "--rejection", "report", "--folders")
        #expect(made.code == 0 && made.text.contains("made 12 folders of the template"), "\(made.text)\(made.err)")
        #expect(try shelf.spawn("/bin/cat", [Array("Old/.shed/settings.toml".utf8)], input: nil, in: shelf.work).text == "rejection = \"report\"\n")
        shelf.makeFile("Old/more.txt")
        _ = try shelf.shed("sync", in: "Old")
        #expect(shelf.exists("Old/more.txt") && !shelf.exists("Old/Rejected") && shelf.exists("Old/Collections"))
        // Where nothing is out of place, nothing is offered.
        try shelf.shellDone("mkdir -p Fine/Draft; echo d > Fine/Draft/d.txt")
        #expect(try !shelf.shed("adopt", "Fine", "--kind", "poetry", "--dry-run").text.contains("--rejection"))
    }

    @Test func `says where a folder could not be made, from where the person stands, and ends with 1`() throws {
        let shelf = try Shelf()
        try shelf.shellDone("mkdir -p Old/Draft; echo r > Old/root.txt; echo x > Old/Ready")
        let made = try shelf.shed("adopt", "Old", "--kind", "poetry", "--language", "en", "--yes", "--folders")
        #expect(made.code == 1 && made.err.hasPrefix("shed: Old/Ready was not made: "), "\(made.text)\(made.err)")
        #expect(made.text.contains("\n  Old/Draft becomes the folder for “draft”\n") && made.text.contains("\n  Old/root.txt: error: "), "\(made.text)")
        #expect(shelf.exists("Old/Published") && made.text.contains("made 11 folders of the template"))
        try shelf.shellDone("mkdir -p Other/Draft")
        let there = try shelf.shed("adopt", ".", "--kind", "poetry", "--language", "en", "--dry-run", in: "Other")
        #expect(there.code == 0 && there.text.contains("\n  Draft becomes the folder for “draft”\n"), "\(there.text)")
    }

    @Test func `is no home and no folder of projects, unless that is confirmed`() throws {
        let shelf = try Shelf()
        try shelf.shellDone("mkdir -p Home/Documents Home/.config; touch Home/.bashrc Home/a.txt; mkdir -p Code/one/.git Code/two/.git Code/notes; mkdir -p Shelf/more Plain/.git Plain/sub/.git")
        #expect(try shelf.shed("new", "poetry", "Poems", "--in", "Shelf").code == 0)
        for (name, seen) in [
            ("Home", "looks like a home directory with “.bashrc”, “.config” and “Documents”"),
            ("Code", "is a folder of projects: it holds the git repositories “one” and “two”"),
            ("Shelf", "is a folder of projects: it holds the shed project “Poems”"), ("../home", "is your home directory"),
            ("..", "holds your home directory"),
        ] {
            let refused = try shelf.shed("adopt", name, "--kind", "blank")
            #expect(refused.code == 2 && refused.err.contains(seen) && refused.err.contains("--yes"), "\(refused.err)")
            #expect(!refused.text.contains("as a blank project"))
            #expect(!shelf.exists("\(name)/.shed"))
            #expect(try shelf.shed("adopt", name, "--kind", "blank", "--dry-run").text.contains(seen))
        }
        #expect(try !shelf.shed("adopt", "Plain", "--kind", "blank", "--dry-run").text.contains("folder of projects"))
        #expect(try shelf.shed("adopt", "Home", "--kind", "blank", "--yes").code == 0)
    }

    @Test func `is made by new with what makes git keep its folders`() throws {
        let shelf = try Shelf()
        #expect(try shelf.shed("new", "poetry", "Poems", "--language", "en", "--git").code == 0)
        #expect(try shelf.spawn("/bin/sh", ["-c", "find Poems -name .gitkeep -size 0 | wc -l"].map { Array($0.utf8) }, input: nil, in: shelf.work).text == "12\n")
        // git keeps All, and leaves its links out.
        #expect(TestFile.read("\(shelf.work)/Poems/All/.gitignore").starts(with: Array("# ".utf8)) && !shelf.exists("Poems/All/.gitkeep"))
        shelf.makeFile("Poems/Draft/a.txt")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(shelf.exists("Poems/All/a.txt"))
        if access("/usr/bin/git", X_OK) == 0 {
            let tracked = try shelf.spawn(
                "/bin/sh", ["-c", "cd Poems; git init -q; git add -A; git ls-files All Draft"].map { Array($0.utf8) }, input: nil, in: shelf.work)
            #expect(tracked.text == "All/.gitignore\nDraft/.gitkeep\nDraft/a.txt\n")
        }
        #expect(try shelf.shed("check", in: "Poems").err.contains("Nothing found"))
        #expect(try shelf.shed("status", "--json", in: "Poems").json()["clean"]?.bool == true)
        #expect(try shelf.shed("new", "poetry", "Plain", "--language", "en").code == 0)
        #expect(!shelf.exists("Plain/Draft/.gitkeep"))
    }
}

/// What makes a project for a scan makes one for the search upward.
@Suite(.waitsForPrograms) struct `A .shed without a project.json` {
    @Test func `belongs to the project around it, and is named where there is none`() throws {
        let shelf = try Shelf.withPoems()
        try shelf.shellDone("mkdir -p Poems/Draft/Box/.shed Alone/.shed; echo a > Poems/Draft/Box/a.txt")
        #expect(try shelf.shed("allow", "Draft", "both", in: "Poems").code == 0)
        #expect(try shelf.shed("sync", in: "Poems/Draft/Box").code == 0)
        #expect(try shelf.shed("show", "a.txt", in: "Poems/Draft/Box").code == 0)
        for words in [["status"], ["adopt", ".", "--kind", "blank"]] {
            let result = try shelf.run(words.map { Array($0.utf8) }, in: "Alone")
            #expect(result.code != 0 && result.err.contains("\(shelf.work)/Alone/.shed has no project.json"), "\(words) \(result)")
        }
    }
}
