import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `record edit` and `collection schema --edit`, with scripts for editors.
@Suite(.waitsForPrograms) struct `A record in an editor` {
    private static let prelude = """
        cd Library; export TMPDIR="$T/scratch"; mkdir -p "$TMPDIR"
        editor() { cat > "$T/editor"; chmod +x "$T/editor"; export EDITOR="$T/editor"; }
        "$SHED" record new Books Title=A Year=1 -q; i=$("$SHED" record show Books/A --json | grep '"id"')

        """

    @Test func `that is changed, keeps its ID, and is left as it was`() throws {
        let output = try Shelf.withBooks().scenario(Self.prelude + """
            editor <<'E'
            #!/bin/sh
            sed -i 's/"1"/"2"/' "$1"
            E
            "$SHED" record edit Books/A; cat Books/A.json; "$SHED" record show Books/A --json | grep -c "$i"
            "$SHED" record edit Books/A; VISUAL=true "$SHED" record edit Books/A; ls "$TMPDIR" | wc -l
            EDITOR='sed -i s/2/3/' "$SHED" record edit Books/A; EDITOR='sed -i s/3/4/' "$SHED" record edit Books/A --json | grep Year
            """)
        #expect(output == "changed Books/A.json\n{\n  \"Title\": \"A\",\n  \"Year\": \"2\"\n}\n1\nnothing was changed\nnothing was changed\n0\nchanged Books/A.json\n    \"Year\": \"4\"\n")
    }

    @Test func `whose editor fails leaves nothing behind but what was saved, and names that`() throws {
        let output = try Shelf.withBooks().scenario(Self.prelude + """
            EDITOR=false "$SHED" record edit Books/A 2>&1; echo $?; ls "$TMPDIR" | wc -l
            editor <<'E'
            #!/bin/sh
            sed -i 's/"1"/"2"/' "$1"; exit 3
            E
            "$SHED" record edit Books/A 2>&1 | sed "s,$TMPDIR/[^/]*/,KEPT/,; s,$T/,,"; cat "$TMPDIR"/*/A.json | grep Year; grep Year Books/A.json
            """)
        #expect(output == """
            shed: the editor “false” failed; nothing was changed. Set EDITOR to an editor that works.
            2
            0
            shed: the editor “editor” failed; nothing was changed. Set EDITOR to an editor that works.
            shed: the text was not taken; it is kept as KEPT/A.json
              "Year": "2"
              "Year": "1"

            """, "\(output)")
    }

    @Test func `whose editor fails and has removed the text names no text, and one that cannot be read is named`() throws {
        let output = try Shelf.withBooks().scenario(Self.prelude + """
            editor <<'E'
            #!/bin/sh
            rm "$1"; exit 3
            E
            "$SHED" record edit Books/A 2>&1 | sed "s,$T/,,"; ls "$TMPDIR" | wc -l
            editor <<'E'
            #!/bin/sh
            rm -r "$(dirname "$1")"; exit 3
            E
            "$SHED" record edit Books/A 2>&1 | sed "s,$T/,,"; ls "$TMPDIR" | wc -l
            editor <<'E'
            #!/bin/sh
            truncate -s 5M "$1"; exit 3
            E
            "$SHED" record edit Books/A 2>&1 | sed "s,$TMPDIR/[^/]*/,KEPT/,; s,$T/,,"; ls "$TMPDIR"/*; grep Year Books/A.json
            """)
        let failed = "shed: the editor “editor” failed; nothing was changed. Set EDITOR to an editor that works.\n"
        #expect(output == failed + "0\n" + failed + "0\n" + failed + "shed: the text was not taken; it is kept as KEPT/A.json\nA.json\n  \"Year\": \"1\"\n", "\(output)")
    }

    @Test func `that is left broken is not taken, and the text is kept`() throws {
        let output = try Shelf.withBooks().scenario(Self.prelude + """
            editor <<'E'
            #!/bin/sh
            printf '{\\n"Title": 1}' > "$1"
            E
            before=$(cat Books/A.json); "$SHED" record edit Books/A > "$T/results" 2> "$T/messages"; echo $?
            sed "s,$TMPDIR/[^/]*/,KEPT/," "$T/messages"; [ "$(cat Books/A.json)" = "$before" ] && echo same; cat "$TMPDIR"/*/A.json; echo
            EDITOR=false "$SHED" record edit Books/A 2>&1; echo $?; env -u EDITOR "$SHED" record edit Books/A 2>&1; echo $?; "$SHED" status
            """)
        #expect(output == """
            1
            shed: it would be no record: line 2, column 10: the value of “Title” is a number, not a text. Put it in quotes: "1".
            shed: the text was not taken; it is kept as KEPT/A.json
            same
            {
            "Title": 1}
            shed: the editor “false” failed; nothing was changed. Set EDITOR to an editor that works.
            2
            shed: there is no terminal to edit in. Set EDITOR to a program that needs none.
            2
            Clean.
            No daemon watches this project.

            """)
    }

    @Test func `that is left broken can be mended in a second round, or given up`() throws {
        let output = try Shelf.withBooks().scenario(Self.prelude + """
            editor <<'E'
            #!/bin/sh
            if [ -e "$TMPDIR/second" ]; then printf '{"Title": "mended"}' > "$1"; else : > "$TMPDIR/second"; printf '{' > "$1"; fi
            E
            echo y | script -qec "'$SHED' record edit Books/A" /dev/null > "$T/results"; cat Books/A.json; echo
            rm "$TMPDIR/second"; cp Books/A.json "$T/before"
            echo n | script -qec "'$SHED' record edit Books/A" /dev/null > "$T/results"; grep -c 'it is kept as' "$T/results"; cmp Books/A.json "$T/before" && echo same
            """)
        #expect(output == "{\"Title\": \"mended\"}\n1\nsame\n")
    }

    @Test func `that somebody else changed meanwhile keeps that change, and the text is kept`() throws {
        let output = try Shelf.withBooks().scenario(Self.prelude + """
            editor <<'E'
            #!/bin/sh
            echo '{"Title": "theirs"}' > "$PROJECT/Books/A.json"; echo '{"Title": "mine"}' > "$1"
            E
            PROJECT=$PWD "$SHED" record edit Books/A > "$T/results" 2>&1; echo $?; grep -c 'it is kept as' "$T/results"; cat Books/A.json "$TMPDIR"/*/A.json
            find .shed/staging -mindepth 2
            """)
        #expect(output == "1\n1\n{\"Title\": \"theirs\"}\n{\"Title\": \"mine\"}\n")
    }

    @Test func `that is no record now can be mended`() throws {
        let output = try Shelf.withBooks().scenario(Self.prelude + """
            printf '{"Title": "A", "Year": 1}' > Books/A.json; "$SHED" check > "$T/results" 2>&1; echo $?
            EDITOR='sed -i s/1/\\"1\\"/' "$SHED" record edit Books/A; cat Books/A.json; echo; "$SHED" check 2>&1; "$SHED" record show Books/A --json | grep -c "$i"
            """)
        #expect(output == "1\nchanged Books/A.json\n{\"Title\": \"A\", \"Year\": \"1\"}\nNothing found.\n1\n")
    }

    @Test func `and a schema in one`() throws {
        let output = try Shelf.withBooks().scenario(Self.prelude + """
            EDITOR=true "$SHED" collection schema Books --edit
            editor <<'E'
            #!/bin/sh
            printf '[key.Year]\\ntype = "date"\\nminimum = "1900"\\n' > "$1"
            E
            "$SHED" collection schema Books --edit 2>&1 | sed 's| The first is Books.A.json: .*||'; EDITOR='sed -i s/date/dat/' "$SHED" collection schema Books --edit > "$T/results" 2>&1; echo $?
            "$SHED" collection schema Books | sed -n 2p
            """)
        #expect(output == "nothing was changed\nshed: 1 record of Books breaks it; “shed check” lists them.\nchanged the schema of Books\n2\ntype = \"date\"\n")
    }
}
