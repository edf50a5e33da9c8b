import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `shed template`, `shed role`, `info --set kind=…`, and kinds of one's own in `new` and `adopt`.
@Suite(.waitsForPrograms) struct `Kinds of one's own` {
    private static let kinds = "../../home/.config/shed/kinds"

    private static let atlas = """
        mkdir -p \(kinds); cat > \(kinds)/atlas.toml <<'END'
        name = "atlas"
        synonyms = ["maps"]
        [[section]]
        key = "desk"
        title = "DESK"
        [[section]]
        key = "trash"
        [[folder]]
        role = "world"
        section = "desk"
        emoji = "🌍"
        color = "#30b0c7"
        accepts = "both"
        children = "both"
        name = "World"
        [[folder]]
        role = "sketches"
        in = "world"
        accepts = "files"
        name = "Sketches"
        [[folder]]
        role = "trash"
        section = "trash"
        accepts = "nothing"
        filling = "anything"
        [[file]]
        key = "place"
        text = "# Place\\n"
        [[file]]
        in = "sketches"
        name = "Coast.txt"
        text = "sea\\n"
        END

        """

    private func shelf() throws -> Shelf {
        let shelf = try Shelf()
        shelf.makeDirectory("here")
        return shelf
    }

    @Test func `are listed, shown, and made projects of`() throws {
        let shelf = try shelf()
        let output = try shelf.script(Self.atlas + """
            "$SHED" template list | tail -2 | sed 's/  .*//'; "$SHED" template list -0 | tr '\\0' '\\n' | sed 's/.*kinds/kinds/'
            "$SHED" template show atlas | head -2; "$SHED" template show maps --json | tr -d ' \\n' | grep -o '"emoji":"🌍","color":"#30b0c7"'
            "$SHED" new atlas World1 -q; "$SHED" new maps World2 -q --git; "$SHED" -C World1 check -q; echo $?; find World1 -path '*/.shed' -prune -o -print | sort
            "$SHED" -C World1 show World/Sketches --json | grep -o '"role": "[a-z]*"'; "$SHED" -C World1 tree --color never | grep -o '🌍 World'
            cat World1/World/Sketches/Coast.txt; find World2 -name .gitkeep | sort
            """, in: "here")
        #expect(output.everything == """
            papers
            atlas (maps)
            kinds/atlas.toml
            name = "atlas"
            synonyms = ["maps"]
            "emoji":"🌍","color":"#30b0c7"
            0
            World1
            World1/Trash
            World1/World
            World1/World/Sketches
            World1/World/Sketches/Coast.txt
            "role": "sketches"
            🌍 World
            sea
            World2/Trash/.gitkeep

            """, "\(output.everything)")
    }

    @Test func `nest as deep as needed in a project, also by verbs`() throws {
        let shelf = try shelf()
        let output = try shelf.script(Self.atlas + """
            "$SHED" new atlas W -q; cd W; p=World; for i in $(seq 60); do p=$p/d; done; mkdir -p $p; echo x > $p/x.txt; "$SHED" sync -q
            "$SHED" add folder $p/e -q && "$SHED" add file $p/e/y.txt -q && "$SHED" check -q; echo $?; ls; "$SHED" add file World/Rome.txt --template place -q; cat World/Rome.txt
            "$SHED" add file World/Bad.txt --template nothing; echo $?
            """, in: "here")
        #expect(output.text.contains("0\nTrash\nWorld\n# Place\n2\n"), "\(output.everything)")
        #expect(output.err.contains("nothing") && output.err.contains("place"))
    }

    @Test func `name the folder by its path that is not there for what is to stand in it`() throws {
        let shelf = try shelf()
        let output = try shelf.script(Self.atlas + """
            "$SHED" new blank B -q; cd B; echo mine > World; "$SHED" template apply atlas; echo $?; cat World
            """, in: "here")
        #expect(output.text.hasSuffix("1\nmine\n") && output.everything.contains("World/Sketches was not made: the folder World is not there"), "\(output.everything)")
        #expect(!output.everything.contains("for “World”"), "\(output.everything)")
    }

    @Test func `are begun, imported and exported, and never replaced`() throws {
        let shelf = try shelf()
        let output = try shelf.script("""
            "$SHED" template new essays --from poetry -q; echo $?; "$SHED" template new essays; echo $?; "$SHED" template new poetry; echo $?
            "$SHED" template new My-Essays; echo $?; stat -c %a \(Self.kinds); "$SHED" template list --json | grep -c '"name"'
            "$SHED" new essays E -q; ls E | wc -l; cd E; mv Draft Entwurf; rmdir Magazines; echo first > Entwurf/a.txt; "$SHED" allow Research both -q; "$SHED" sync -q
            "$SHED" template export ../mine.toml --files -q; echo $?; "$SHED" template export ../mine.toml; echo $?; "$SHED" template export novel ../drama2.toml -q; echo $?
            cd ..; "$SHED" template import mine.toml --dry-run -q; ls \(Self.kinds); "$SHED" template import mine.toml -q; "$SHED" template import mine.toml; echo $?
            "$SHED" new mine M -q; cat M/Entwurf/a.txt; ls -d M/Magazines; "$SHED" -C M show Research --json | grep -o '"accepts": "[a-z]*"'; "$SHED" -C M show Entwurf --json | grep '"role"' | tr -d ' ,'
            echo 'name = 1' > bad.toml; "$SHED" template import bad.toml; echo $?
            """, in: "here")
        #expect(output.text == """
            0
            2
            2
            2
            700
            8
            13
            0
            2
            0
            essays.toml
            2
            first
            "accepts": "both"
            "role":"draft"
            2

            """, "\(output.everything)")
        #expect(output.err.contains("bad.toml:1: name: ") && output.err.contains("“poetry” is a kind that shed ships"))
    }

    @Test func `with a fault are named, and hinder nothing else`() throws {
        let shelf = try shelf()
        let output = try shelf.script(Self.atlas + """
            echo 'nme = "x"' > \(Self.kinds)/bad.toml; cp \(Self.kinds)/atlas.toml \(Self.kinds)/other.toml; mkfifo \(Self.kinds)/pipe.toml; printf 'name = "poetry"' > \(Self.kinds)/poetry.toml
            "$SHED" template list | grep -c toml; "$SHED" template list -q; echo $?; "$SHED" new bad B; echo $?; "$SHED" new other B; echo $?; "$SHED" new atlas A -q && "$SHED" new poetry P -q; echo $?
            """, in: "here")
        #expect(output.text == "5\n1\n2\n2\n0\n", "\(output.everything)")
        #expect(output.err.contains("bad.toml:1: nme: ") && output.err.contains("other.toml:1: name: "))
    }

    @Test func `are told from folders, pipes and links that lead nowhere, which are named`() throws {
        let shelf = try shelf()
        let output = try shelf.script(Self.atlas + """
            mkdir -p \(Self.kinds)/shelf.toml drawer; mkfifo pipe; ln -s "$PWD/drawer" \(Self.kinds)/box.toml; ln -s "$PWD/pipe" \(Self.kinds)/tube.toml
            ln -s nowhere \(Self.kinds)/gone.toml
            for name in shelf box tube gone; do "$SHED" template show $name 2>&1; done | sed 's@[^ ]*/@@g'; "$SHED" template import drawer 2>&1 | sed 's@[^ ]*/@@g'
            "$SHED" template list 2>/dev/null | grep -c '^atlas'
            """, in: "here")
        #expect(output.text == """
            shed: shelf.toml is a folder. Check the path.
            shed: box.toml leads to drawer, which is a folder. Check the path.
            shed: tube.toml is neither a file nor a folder. Check the path.
            shed: gone.toml leads to nowhere, and nothing is there. Check the path.
            shed: drawer is a folder. Check the path.
            1

            """, "\(output.everything)")
    }

    @Test func `are applied to a project, and taken back`() throws {
        let shelf = try shelf()
        let output = try shelf.script(Self.atlas + """
            "$SHED" new poetry P -q --language en; cd P
            "$SHED" template apply atlas --dry-run; ls -d World; "$SHED" template apply atlas; "$SHED" template apply atlas; "$SHED" check -q; echo $?; ls World
            "$SHED" log | grep -o 'the template.*' | head -1; "$SHED" info | grep kind; "$SHED" undo -q; ls -d World; "$SHED" add file Draft/x.txt --template place; echo $?
            """, in: "here")
        #expect(output.text == """
            would apply the template atlas
              would make World
              would make World/Sketches
              would make World/Sketches/Coast.txt
            “shed add file --template” would take place
            applied the template atlas
              made World
              made World/Sketches
              made World/Sketches/Coast.txt
            “shed add file --template” takes place now
            the template atlas has nothing that the project lacks
            0
            Sketches
            the template atlas was applied
            kind      poetry
            2

            """, "\(output.everything)")
    }

    @Test(arguments: ["templated", "made", "foldered", "begun"]) func `that are applied and interrupted leave nothing half done`(point: String) throws {
        let shelf = try shelf()
        let output = try shelf.script(Self.atlas + """
            "$SHED" new poetry P -q --language en; cd P; echo a > Draft/a.txt; "$SHED" sync -q; before=$(ls)
            SHED_INTERRUPT_AT=\(point) "$SHED" template apply atlas > /dev/null 2>&1; echo $?; "$SHED" sync > /dev/null 2>&1
            [ "$(ls)" = "$before" ] && cat Draft/a.txt; ls -A .shed/templates | wc -l; "$SHED" template apply atlas -q; ls World/Sketches; "$SHED" check -q; echo $?
            """, in: "here")
        #expect(output.text == "137\na\n0\nCoast.txt\n0\n", "\(output.everything)")
    }

    @Test func `have folders in folders, which come back where check says`() throws {
        let shelf = try shelf()
        let output = try shelf.script(Self.atlas + """
            "$SHED" new atlas P -q; cd P; rm -r World/Sketches; "$SHED" sync -q; mv World Welt; "$SHED" sync -q
            "$SHED" check --select TPL001 2> /dev/null | grep -o 'make a folder of that name .*'; mkdir Sketches; "$SHED" sync -q; "$SHED" check --select TPL001 --json | grep -c '"rule"'
            mkdir Welt/Sketches; "$SHED" sync -q; "$SHED" check --select TPL001 --json | grep -c '"rule"'
            """, in: "here")
        #expect(output.text == """
            make a folder of that name where the template has it.
            1
            0

            """, "\(output.everything)")
    }

    @Test func `that undo takes back are named as templates, and not by files of the sidecar`() throws {
        let shelf = try shelf()
        let output = try shelf.script("""
            "$SHED" new poetry P -q --language en; cd P; "$SHED" info --set kind=novel -q; "$SHED" undo --dry-run; "$SHED" undo | head -n 1; "$SHED" undo --list | cut -d' ' -f6-
            """, in: "here")
        #expect(output.text == """
            would have put back the template that the project had
            put back the template that the project had
            undo: changed the project's template (took back 1)
            info: the project is of the kind novel now (taken back by 2)

            """, "\(output.everything)")
    }

    @Test func `become a project's own kind, and roles are given`() throws {
        let shelf = try shelf()
        let output = try shelf.script(Self.atlas + """
            "$SHED" new poetry P -q --language en; cd P; "$SHED" info --set kind=novel --dry-run -q; "$SHED" info | grep kind; "$SHED" info --set kind=novel -q; "$SHED" info | grep kind
            "$SHED" info --set kind=novel; "$SHED" info --set kind=poem; echo $?; "$SHED" info --set kind=novel --set details=x; echo $?; "$SHED" check | grep -c TPL001
            mkdir Pieces; "$SHED" sync -q; "$SHED" role Pieces chapters; "$SHED" role Pieces chapters; "$SHED" role Draft acts; echo $?; "$SHED" ls --json | grep -c '"role": "chapters"'
            "$SHED" undo -q; "$SHED" undo $("$SHED" undo --list | grep ' info: ' | cut -d' ' -f1) -q; "$SHED" info | grep kind
            """, in: "here")
        #expect(output.text == """
            kind      poetry
            kind      novel
            P is of the kind novel already
            2
            2
            1
            Pieces is the folder for “chapters” now
            Pieces is the folder for “chapters” already
            2
            1
            kind      poetry

            """, "\(output.everything)")
    }

    @Test func `are not taken back where something in the project would be nobody's, and are given back where it is not`() throws {
        let shelf = try shelf()
        let output = try shelf.script("""
            "$SHED" new blank P -q --language en; cd P; "$SHED" info --set kind=records -q; "$SHED" collection new Books -q
            N=$("$SHED" undo --list | grep ' info: ' | cut -d' ' -f1); "$SHED" undo $N -q --yes 2> ../said; echo $?; "$SHED" info | grep kind; grep -c records ../said; ls -d Books
            "$SHED" undo -q; "$SHED" undo $N -q --yes; echo $?; "$SHED" info | grep kind
            """, in: "here")
        #expect(output.text == "1\nkind      records\n1\nBooks\n0\nkind      blank\n", "\(output.everything)")
    }

    @Test func `are not put in force where what is missing for a while only is another kind's`() throws {
        let shelf = try shelf()
        let output = try shelf.script("""
            "$SHED" new blank P -q --language en; cd P; mkdir own; echo x > own/x.txt; "$SHED" info --set kind=records -q; "$SHED" collection new Books -q
            rm -r Books; "$SHED" sync -q
            "$SHED" info --set kind=blank 2> ../said; echo $?; given=$(grep -o 'shed forget [0-9a-f-]*' ../said); "$SHED" ${given#shed } --yes -q; "$SHED" info --set kind=blank -q; echo $?
            """, in: "here")
        #expect(output.text == "1\n0\n", "\(output.everything)")
    }

    @Test func `a daemon goes by the template that another process has put in force`() throws {
        let shelf = try shelf()
        let output = try shelf.script(Self.atlas + """
            "$SHED" new poetry P -q --language en; cd P; printf 'quiet = 0.2\\n' > .shed/settings.toml
            """ + "\n" + Shelf.watched("""
            "$SHED" template apply atlas -q; mkdir -p World/a/b; echo x > World/a/b/x.txt
            known() { "$SHED" show World/a/b/x.txt --json | grep -q '"id": "'; }
            await known; "$SHED" show World/a/b --json | grep -o '"accepts": "[a-z]*"'; ls -d Rejected
            """), in: "here")
        #expect(output.text.contains("\"accepts\": \"both\"\nended 0"), "\(output.everything)")
    }

    @Test func `of an adopted project it makes what the kind has, and not what its own had`() throws {
        let shelf = try shelf()
        let made = try shelf.script("""
            \(Self.atlas)
            mkdir Old; echo a > Old/a.txt; "$SHED" adopt Old --kind blank --language en --yes -q; "$SHED" -C Old template apply atlas --dry-run; "$SHED" -C Old template apply atlas -q; ls Old
            """, in: "here")
        #expect(!made.text.contains("Files") && made.text.hasSuffix("Trash\nWorld\na.txt\n"), "\(made.everything)")
    }
}
