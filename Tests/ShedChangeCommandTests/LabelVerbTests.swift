import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `tag`, `taggroup`, `var`, and what other verbs say of them.
@Suite(.waitsForPrograms) struct `Tags and variables on the command line` {
    private static let prelude = """
        cd Poems; echo ode > Draft/Ode.txt; echo sea > Draft/Sea.txt; "$SHED" sync -q

        """

    private func run(_ script: String) throws -> String { try Shelf.withPoems().scenario(Self.prelude + script) }

    @Test func `an empty list on standard input is said to name nothing, by all verbs that read one`() throws {
        let output = try Shelf.withPoems().scenario("""
            cd Poems; exec 2>&1; "$SHED" tag new d -q; "$SHED" var new v --int -q
            for verb in 'tag add d -' 'tag remove d -' 'var set v=1 -' 'var unset v -' 'rm -' 'restore -' 'accept -' 'mv - Draft'; do printf '' | "$SHED" $verb 2>&1; echo $?; done | sort | uniq -c | tr -s ' '
            """)
        #expect(output == " 8 1\n 8 shed: the list on standard input names nothing\n", "\(output)")
    }

    @Test func `a tag is made, given, shown, found, listed and taken`() throws {
        let output = try run("""
            "$SHED" tag add urgent Draft/Ode.txt; echo $?
            "$SHED" tag new Status/lent --colour red --scope file
            "$SHED" tag add urgent Draft/Ode.txt Draft/Sea.txt --create
            "$SHED" tag add URGENT Draft/Sea.txt; "$SHED" tag add lent Draft/Ode.txt
            "$SHED" show Draft/Ode.txt | grep '^tags'
            "$SHED" tag list; "$SHED" taggroup list
            "$SHED" find --tag urgent; "$SHED" find --tag urgent --tag Status/lent; "$SHED" find --tag urgnt; echo $?
            "$SHED" tag remove urgent Draft/Sea.txt; "$SHED" tag show urgent -0 | tr '\\0' '\\n'
            "$SHED" tag add lent Draft; echo $?
            """)
        #expect(output == """
            2
            made the tag Status/lent
            tagged urgent: Draft/Ode.txt
            tagged urgent: Draft/Sea.txt
            Draft/Sea.txt has the tag urgent already
            tagged Status/lent: Draft/Ode.txt
            tags      Status/lent, urgent
            Status/lent  1 use, #ff3b30, for file
            urgent  2 uses
            Status  lent
            Draft/Ode.txt
            Draft/Sea.txt
            Draft/Ode.txt
            2
            removed the tag urgent: Draft/Sea.txt
            Draft/Ode.txt
            1
            shed: there is no tag “urgent”. “shed tag list” shows what there is. With --create it is made.
            shed: there is no tag “urgnt”. Did you mean “urgent”?
            shed: Draft: the tag “Status/lent” is for “file”, and this is a folder [tag-scope]. Nothing was changed.

            """)
    }

    @Test func `values are set, compared and taken`() throws {
        let output = try run("""
            "$SHED" var new rating --int; "$SHED" var new state --list 'open, lent,done' --scope file
            "$SHED" var set rating=5 Draft/Ode.txt; "$SHED" var set RATING=-3 Draft/Sea.txt; "$SHED" var set state=LENT Draft/Sea.txt
            "$SHED" find --var 'rating>=4'; "$SHED" find --var rating; "$SHED" find --var state=lent --var 'rating < 0'; "$SHED" find --var state!=lent; echo $?
            "$SHED" var list; "$SHED" var options state
            for bad in rating=x rating=1.5 rating=9223372036854775808 state=lost nothing=1; do "$SHED" var set $bad Draft/Ode.txt; echo $?; done
            "$SHED" var set rating Draft/Ode.txt 2> /dev/null; echo $?; "$SHED" find --var 'state>open' 2> /dev/null; echo $?
            "$SHED" check; echo $?; "$SHED" var options state open,done; "$SHED" check --quiet > /dev/null 2>&1; echo $?
            "$SHED" var unset state Draft/Sea.txt Draft/Ode.txt; "$SHED" check --quiet; echo $?
            "$SHED" var delete rating 2> /dev/null; echo $?; "$SHED" var delete rating --yes; "$SHED" show Draft/Ode.txt | grep -c variable
            """)
        #expect(output.split(separator: "\n").filter { !$0.hasPrefix("shed: ") && !$0.hasPrefix("Nothing found") }.joined(separator: "\n") == """
            made the variable rating
            made the variable state
            set rating = 5: Draft/Ode.txt
            set rating = -3: Draft/Sea.txt
            set state = lent: Draft/Sea.txt
            Draft/Ode.txt
            Draft/Ode.txt
            Draft/Sea.txt
            Draft/Sea.txt
            1
            rating  an integer; 2 uses
            state  one of open, lent, done; 1 use; for file
            open
            lent
            done
            2\n2\n2\n2\n2\n2\n2
            0
            set the options of state
            1
            unset state: Draft/Sea.txt
            Draft/Ode.txt has no state
            0
            2
            deleted the variable rating
            0
            """)
    }

    @Test func `JSON has the shapes that are documented`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt")
        let tag = try shelf.shed("tag", "new", "Status/lent", "--colour", "#0f0", "--json", in: "Poems").json()
        #expect(tag.object?.members.map(\.name) == ["id", "name", "group", "title", "colour", "scope", "count", "created", "updated"])
        #expect(tag["colour"]?.string == "#00ff00")
        #expect(try shelf.shed("var", "new", "rating", "--int", in: "Poems").code == 0)
        let given = try shelf.shed("tag", "add", "lent", "Draft/Ode.txt", "--json", in: "Poems").json()
        #expect(given["tag"]?.string == "Status/lent")
        #expect(given["nodes"]?.array?.first?["changed"]?.bool == true)
        let set = try shelf.shed("--json", "var", "set", "rating=4", "Draft/Ode.txt", in: "Poems").json()
        #expect(set["variables"]?["rating"]?.integer == 4)
        let shown = try shelf.shed("show", "--json", "Draft/Ode.txt", in: "Poems").json()
        #expect(shown["tags"] == ["Status/lent"])
        #expect(shown["variables"] == ["rating": 4])
        #expect(try shelf.shed("ls", "Draft", "--json", in: "Poems").json().array?.first?["tags"] == ["Status/lent"])
        let variable = try shelf.shed("var", "list", "--json", in: "Poems").json().array?.first
        #expect(variable?.object?.members.map(\.name) == ["id", "name", "type", "options", "scope", "count", "created", "updated"])
        let group = try shelf.shed("taggroup", "list", "--json", in: "Poems").json().array?.first
        #expect(group?.object?.members.map(\.name) == ["id", "name", "tags", "created", "updated"])
        let log = try shelf.shed("log", "--json", "Draft/Ode.txt", in: "Poems").json().array ?? []
        #expect(log.prefix(2).map { $0["event"]?.string } == ["valueSet", "tagged"])
        #expect(log.prefix(2).map { $0["message"]?.string } == ["rating=4", "Status/lent"])
        #expect(log.prefix(2).map { $0["by"]?.string } == ["var set", "tag add"])
    }

    @Test func `paths come from standard input too, by line and by NUL, whatever bytes they are`() throws {
        let output = try run("""
            printf 'x' > "$(printf 'Draft/caf\\351.txt')"; printf 'x' > "$(printf 'Draft/two\\nlines.txt')"
            printf 'Draft/Ode.txt\\nDraft/Sea.txt\\n' | "$SHED" tag add a - --create
            "$SHED" find --in Draft -0 | "$SHED" tag add b - -0 --create | tr '\\0' '\\n' | wc -l
            "$SHED" find --tag a -0 | tr '\\0' '\\n'; "$SHED" find --tag b | wc -l
            printf 'Draft/Ode.txt\\n../../etc/passwd\\n' | "$SHED" tag add c - --create 2> /dev/null; echo $?; "$SHED" tag list | wc -l
            """)
        #expect(output == "tagged a: Draft/Ode.txt\ntagged a: Draft/Sea.txt\n5\nDraft/Ode.txt\nDraft/Sea.txt\n4\n2\n2\n")
    }

    @Test func `a line in which a name stands escaped is said to need NUL, by all verbs that read a list`() throws {
        let output = try run("""
            exec 2>&1; "$SHED" tag new d -q; "$SHED" var new v --int -q
            printf 'x' > "$(printf 'Draft/caf\\351.txt')"; printf 'x' > "$(printf 'Draft/two\\nlines.txt')"; "$SHED" sync -q
            for name in caf two; do "$SHED" find --in Draft | grep $name > ../$name; done
            for verb in 'tag add d -' 'tag remove d -' 'var set v=1 -' 'var unset v -' 'rm -' 'restore -' 'accept -' 'mv - Ready'; do "$SHED" $verb < ../caf 2>&1; echo $?; done | sort | uniq -c | tr -s ' '
            "$SHED" rm - < ../two; (cd Ready; "$SHED" find --in ../Draft | grep caf | "$SHED" tag add d -)
            echo Draft/gone.txt | cat - ../two | "$SHED" rm -; "$SHED" rm "$(cat ../caf)"
            "$SHED" find --in Draft -0 | "$SHED" tag add d - -0 | tr '\\0' '\\n' | wc -l
            """)
        let tree = "there is no such file or folder in this project. “shed tree” shows what there is."
        let escaped = "there is no such file or folder in this project. Names that are not UTF-8, or hold line ends, stand escaped in a line: such a list needs “-0” on both sides."
        #expect(output == """
             8 2
             8 shed: Draft/caf\\xe9.txt: \(escaped)
            shed: Draft/two\\nlines.txt: \(escaped)
            shed: Draft/caf\\xe9.txt: \(escaped)
            shed: Draft/gone.txt: \(tree)
            shed: Draft/caf\\xe9.txt: \(tree)
            5

            """, "\(output)")
    }

    @Test func `a dry run writes nothing`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt")
        #expect(try shelf.shed("tag", "add", "a", "Draft/Ode.txt", "--create", in: "Poems").code == 0)
        let before = try shelf.fingerprint()
        for words in [
            ["tag", "new", "b"], ["tag", "add", "b", "Draft", "--create"], ["tag", "remove", "a", "Draft/Ode.txt"], ["tag", "rename", "a", "c"],
            ["tag", "change", "a", "--colour", "red"], ["tag", "delete", "a"], ["taggroup", "new", "g"], ["var", "new", "v", "--int"],
        ] {
            let result = try shelf.run((words + ["--dry-run"]).map { Array($0.utf8) }, in: "Poems")
            #expect(result.code == 0 && result.text.contains("would have"), "\(words) \(result.text) \(result.err)")
        }
        #expect(try shelf.fingerprint() == before)
    }

    @Test(arguments: ["new Status/lent", "add a Draft/Ode.txt --create", "rename known other", "delete known --yes"])
    func `what was begun when shed was killed is whole afterwards`(words: String) throws {
        let output = try run("""
            "$SHED" tag add known Draft/Sea.txt --create -q; "$SHED" tag list --json > "$T/before"
            (SHED_INTERRUPT_AT=set exec "$SHED" tag \(words) > /dev/null 2>&1); echo $?
            "$SHED" tag list --json > "$T/after"; cmp -s "$T/before" "$T/after" && echo same
            rm -r "$T/state"; "$SHED" tag list --json > "$T/anew"; cmp "$T/after" "$T/anew" && echo whole
            "$SHED" check --quiet; echo $?
            """)
        #expect(output.replacing("Killed\n", with: "") == "137\nwhole\n0\n")
    }

    @Test func `with a daemon they do and say the same`() throws {
        let script = """
            "$SHED" taggroup new Status; "$SHED" tag new Status/lent; "$SHED" tag add lent Draft/Ode.txt; "$SHED" tag add x Draft/Sea.txt --create
            echo Draft/Sea.txt | "$SHED" tag add lent -; "$SHED" var new rating --int; "$SHED" var set rating=2 Draft/Ode.txt
            "$SHED" tag rename x Status/x; "$SHED" taggroup rename Status State; "$SHED" tag delete x; echo $?; "$SHED" tag delete x --yes
            "$SHED" find --tag lent --var rating; "$SHED" tag show lent | grep -v '^id'; "$SHED" show Draft/Ode.txt --json | grep -A3 '"tags"'; "$SHED" log --plain | grep -c lent

            """
        let alone = try run(script)
        let watched = try run("""
            "$SHED" watch --json > "$T/log" 2> "$T/errors" & daemon=$!
            \(ShellScript.await("cat \"$T/log\"", otherwise: "break"))
            await 'grep -q \\"ready\\" "$T/log"'
            \(script)
            kill -TERM $daemon; wait $daemon; echo "ended $?"
            """)
        #expect(watched.replacing("ended 0\n", with: "") == alone)
        #expect(watched.contains("ended 0\n"))
        #expect(alone.contains("State/lent"))
    }

    @Test func `the history says what was done`() throws {
        let output = try run("""
            "$SHED" tag add Status/urgent Draft/Ode.txt --create -q; "$SHED" tag remove urgent Draft/Ode.txt -q
            "$SHED" log --plain --limit 4 | grep '^  ' | sed 's/^  ..:..  //'
            for n in $(seq 201); do echo $n > Draft/$n.txt; done; "$SHED" tag add urgent Draft/*.txt -q
            "$SHED" log --plain --limit 1 | tail -1 | sed 's/^  ..:..  //'
            """)
        #expect(output == """
            Draft/Ode.txt lost the tag Status/urgent
            Draft/Ode.txt was tagged Status/urgent
            you made the tag “Status/urgent”
            you made the tag group “Status”
            much at once: 203 tagged (Status/urgent)

            """)
    }
}
