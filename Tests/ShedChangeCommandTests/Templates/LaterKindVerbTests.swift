import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What is said of kinds that a project gets later, of their names, and of roles.
@Suite(.waitsForPrograms) struct `A kind of one's own, later` {
    private static let werk = """
        name = "werk"
        [[section]]
        key = "desk"
        title = "DESK"
        [[section]]
        key = "trash"
        [[folder]]
        role = "kapitel"
        section = "desk"
        accepts = "files"
        name = "Kapitel"
        [[folder]]
        role = "figuren"
        section = "desk"
        accepts = "files"
        name = "Figuren"
        [[folder]]
        role = "trash"
        section = "trash"
        accepts = "nothing"
        filling = "anything"
        [[file]]
        key = "ort"
        text = "# Ort\\n"
        [[file]]
        in = "figuren"
        name = "Anleitung.txt"
        text = "Eine je Datei.\\n"

        """

    private func shelf() throws -> Shelf {
        let shelf = try Shelf()
        shelf.makeFile("werk.toml", Self.werk)
        try #require(try shelf.shed("template", "import", "werk.toml").code == 0)
        return shelf
    }

    @Test func `has the files with which projects of it begin where a folder is adopted and its folders are made`() throws {
        let shelf = try shelf()
        _ = try shelf.script("mkdir -p Old/Kapitel; echo a > Old/Kapitel/a.txt", in: ".")
        let adopted = try shelf.shed("adopt", "Old", "--kind", "werk", "--language", "de", "--folders", "--yes")
        #expect(adopted.code == 0 && shelf.exists("Old/Figuren/Anleitung.txt"), "\(adopted.everything)")
        #expect(try shelf.shed("check", in: "Old").code == 0)
    }

    /// Trash, which came with them, stays for the files that go there.
    @Test func `is taken back, files and folders, also where Trash came with them`() throws {
        let shelf = try shelf()
        let said = try shelf.script("""
            mkdir -p Old/Kapitel; echo a > Old/Kapitel/a.txt; "$SHED" adopt Old --kind werk --language de --yes -q; cd Old; "$SHED" template apply werk -q; ls
            "$SHED" undo --dry-run | grep -c 'removed the folder Papierkorb'; "$SHED" undo -q; echo $?; find . -name .shed -prune -o -type f -print | sort; ls
            """, in: ".")
        #expect(said.text == "Figuren\nKapitel\nPapierkorb\n0\n0\n./Kapitel/a.txt\n./Papierkorb/Anleitung.txt\nKapitel\nPapierkorb\n", "\(said.everything)")
    }

    @Test func `leaves no folder without a place, and gives it a role or none`() throws {
        let shelf = try shelf()
        shelf.makeFile("welt.toml", Self.werk.replacing("name = \"werk\"", with: "name = \"welt\"").replacing("Figuren", with: "Volk"))
        let said = try shelf.script("""
            "$SHED" template import welt.toml -q; "$SHED" new welt P -q --language de; cd P; echo x > Kapitel/a.txt; "$SHED" sync -q; "$SHED" info --set kind=novel -q
            "$SHED" tree --plain | grep -c 'DEINE ORDNER'; "$SHED" template apply novel --dry-run | grep 'Kapitel would'
            "$SHED" template apply novel | grep 'Kapitel is'; "$SHED" show Kapitel --json | grep -o '"role": "[a-z]*"'; cat Kapitel/a.txt
            "$SHED" role Volk none --dry-run; "$SHED" role Volk none; "$SHED" role Volk none; "$SHED" undo -q; "$SHED" show Volk --json | grep -o '"role": "[a-z]*"'
            """, in: ".")
        #expect(said.text == """
            1
            Kapitel would be the folder for “chapters”
            Kapitel is the folder for “chapters” now
            "role": "chapters"
            x
            Volk would no longer be the folder for “figuren”
            Volk is no longer the folder for “figuren”
            Volk has no role
            "role": "figuren"

            """, "\(said.everything)")
    }

    @Test func `is named with the name that cannot be, and with what is no kind and no project`() throws {
        let shelf = try shelf()
        try #require(try shelf.shed("new", "werk", "P", "--language", "de").code == 0)
        for words in [["template", "new", "fährhaus"], ["-C", "P", "template", "export", ".", "../Märchen.toml"]] {
            let refused = try shelf.run(words.map { Array($0.utf8) })
            let name = words[1] == "new" ? "fährhaus" : "Märchen"
            #expect(refused.code == 2 && refused.err.contains("no template can be called “\(name)”: its name is words of a to z and 0 to 9"), "\(refused.everything)")
            #expect(!refused.err.contains(".toml:"), "\(refused.everything)")
        }
        let nothing = try shelf.shed("template", "export", "nix", "n.toml")
        #expect(nothing.code == 2 && nothing.err.contains("there is no kind of project called “nix”, and no project there"), "\(nothing.everything)")
        #expect(!nothing.err.contains("No such file") && !shelf.exists("n.toml"))
    }

    @Test func `says what changed in its file and was left, with what takes it`() throws {
        let shelf = try shelf()
        try #require(try shelf.shed("new", "werk", "P", "--language", "de").code == 0)
        shelf.makeFile("other.toml", Self.werk.replacing("# Ort", with: "# Stadt").replacing("role = \"figuren\"\nsection = \"desk\"\naccepts = \"files\"", with: "role = \"figuren\"\nsection = \"desk\"\naccepts = \"both\""))
        let foreseen = try shelf.shed("template", "apply", "../other.toml", "--dry-run", in: "P")
        #expect(foreseen.code == 0 && foreseen.text.contains("“shed add file --template” would take ort"), "\(foreseen.everything)")
        let applied = try shelf.shed("template", "apply", "../other.toml", in: "P")
        #expect(applied.code == 0 && applied.err.contains("Figuren: the template says that it accepts both; “shed allow Figuren both” takes that"), "\(applied.everything)")
        let made = try shelf.script("\"$SHED\" add file Kapitel/x.md --template ort -q; cat Kapitel/x.md", in: "P")
        #expect(made.text == "# Stadt\n", "\(made.everything)")
    }

    // MARK: Imports

    @Test func `takes folders of an import by their names, as it does where one is adopted`() throws {
        let shelf = try shelf()
        let made = try shelf.script("""
            "$SHED" new blank B -q --language en; cd B; mkdir figuren Kapitel; "$SHED" sync -q; "$SHED" allow Kapitel both -q; mkdir Kapitel/Teil; echo a > figuren/Alma.txt; echo b > Kapitel/b.txt
            "$SHED" sync -q; "$SHED" export figuren Kapitel --zip ../part.zip -q; "$SHED" export --zip ../whole.zip -q; cd ..
            for i in part whole; do "$SHED" import $i.zip $i --kind werk --language de -q --yes; for f in figuren Kapitel; do "$SHED" -C $i show $f --json | grep -o '"role": "[a-z]*"'; done; done
            "$SHED" -C part show Kapitel --json | grep -o '"accepts": "[a-z]*"'
            """, in: ".")
        let roles = "\"role\": \"figuren\"\n\"role\": \"kapitel\"\n"
        #expect(made.text == "\(roles)\(roles)\"accepts\": \"both\"\n", "\(made.everything)")
        for name in ["part", "whole"] {
            #expect(shelf.exists("\(name)/figuren/Alma.txt") && shelf.exists("\(name)/Kapitel/Teil") && shelf.exists("\(name)/Kapitel/b.txt"))
            #expect(!shelf.exists("\(name)/Figuren") && !shelf.exists("\(name)/figuren (2)") && !shelf.exists("\(name)/Kapitel (2)"))
        }
        #expect(shelf.exists("part/figuren/Anleitung.txt"))
    }

    @Test func `import brings no tags of what stays away, and names what it speaks of`() throws {
        let shelf = try shelf()
        let made = try shelf.script("""
            "$SHED" new blank B -q --language en; cd B; echo a > Files/a.txt; echo b > Files/b.txt; "$SHED" sync -q
            "$SHED" tag add here/one Files/a.txt --create -q; "$SHED" tag add far/two Files/b.txt --create -q; "$SHED" var new Score --int -q
            "$SHED" export Files/a.txt --tree ../part -q; cd ..; echo c > part/files/Files/c.txt; "$SHED" new blank C -q --language en; cd C; echo mine > Files/a.txt; "$SHED" sync -q
            "$SHED" import ../part --to Files --yes; "$SHED" tag list; "$SHED" var list
            """, in: ".")
        #expect(made.err.contains("1 file is not in manifest.json and was left out: files/Files/c.txt"), "\(made.everything)")
        #expect(made.err.contains("1 name was taken or not possible here and is another one now: a.txt → Files/a (2).txt"), "\(made.everything)")
        #expect(made.text.contains("one") && !made.text.contains("two") && !made.text.contains("far") && !made.text.contains("Score"), "\(made.everything)")
        let foreseen = try shelf.shed("import", "../part", "--to", "Files", "--dry-run", "--json", in: "C")
        let things = try #require(try foreseen.json()["notes"]?.array).flatMap { $0["things"]?.array ?? [] }
        #expect(things.contains { $0["path"]?.string == "files/Files/c.txt" && $0["to"] == .null }, "\(foreseen.everything)")
        #expect(things.contains { $0["name"]?.string == "a.txt" && $0["to"]?.string == "Files/a (3).txt" }, "\(foreseen.everything)")
    }

    // MARK: Taken back

    @Test func `undo names the tags, and restore the role that another folder got`() throws {
        let shelf = try Shelf.withPoems()
        let said = try shelf.script("""
            "$SHED" tag new mood/sea -q; "$SHED" undo | head -n 1; "$SHED" taggroup new place -q; "$SHED" undo | head -n 1
            "$SHED" tag new old -q; "$SHED" tag rename old new -q; "$SHED" undo | head -n 1; "$SHED" tag delete old --yes -q; "$SHED" undo | head -n 1
            echo n > Research/n.txt; mkdir Notes; "$SHED" sync -q; "$SHED" rm Research --yes -q; "$SHED" role Notes research -q; "$SHED" restore Trash/Research 2>&1
            """)
        #expect(said.text.hasPrefix("""
            changed back the project: the tag “mood/sea”, the tag group “mood”
            changed back the project: the tag group “place”
            changed back the project: the tag “old”
            changed back the project: the tag “old”

            """), "\(said.everything)")
        #expect(said.text.contains("Research comes back without the role “research”, which another folder got meanwhile"), "\(said.everything)")
    }
}
