import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What shed prints, and what other programs write, comes in.
@Suite(.waitsForPrograms) struct `Records through pipes and from other programs` {
    /// The project “Library” with three books, and “Second”, which is empty.
    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withBooks()
        let made = try shelf.library(
            "record", "new", "Books", "--json", "-", "-q",
            input: "[{\"Title\":\"A\",\"ISBN\":\"1\",\"Year\":\"1900\"},{\"Title\":\"B\",\"ISBN\":\"2\"},{\"Title\":\"C\"}]")
        try #require(made.code == 0, "\(made.err)")
        try #require(try shelf.shed("new", "records", "Second", "--language", "en").code == 0)
        return shelf
    }

    private func run(_ shelf: Shelf, _ script: String) throws -> String { try shelf.scenario("cd Library\n" + script).replacing(shelf.work, with: "WORK") }

    @Test func `a collection that is not there is named with what makes it`() throws {
        let output = try run(try shelf(), """
            echo 'Title' > ../n.csv; "$SHED" import ../n.csv --into Neu; echo $?; "$SHED" record new 'My Books' Title=x; echo $?; "$SHED" record list Neu; echo $?
            "$SHED" -C ../Second import ../n.csv --into Neu; echo $?; "$SHED" import ../n.csv --into Bookz; echo $?
            """)
        #expect(output == """
            2\n2\n2\n2\n2
            shed: there is no collection “Neu”. “shed collection list” lists them. “shed collection new Neu” makes it.
            shed: there is no collection “My Books”. “shed collection list” lists them. “shed collection new 'My Books'” makes it.
            shed: there is no collection “Neu”. “shed collection list” lists them.
            shed: there is no collection “Neu”. “shed collection new Neu” makes it.
            shed: there is no collection “Bookz”. Did you mean “Books”? “shed collection new Bookz” makes it.

            """, "\(output)")
    }

    @Test func `what has no end is refused, and where there is no input it is empty`() throws {
        let output = try run(try shelf(), """
            "$SHED" import - --into Books --format csv < /dev/null; echo $?; "$SHED" import - --into Books --format csv < /dev/zero; echo $?
            "$SHED" import /dev/zero --into Books --format csv; echo $?; LC_ALL=de_DE.UTF-8 "$SHED" import - --into Books --format csv < /dev/zero; echo $?
            """)
        #expect(output == """
            2\n2\n2\n2
            shed: line 1: the input is empty; nothing was changed. The first line of a CSV file names its columns.
            shed: the standard input is a device, and what it gives may have no end. Name a file.
            shed: /dev/zero is a device, and what it gives may have no end. Name a file.
            shed: die Standardeingabe ist ein Gerät, und was es liefert, hat vielleicht kein Ende. Eine Datei nennen.

            """, "\(output)")
    }

    @Test func `record find prints what import and record new take`() throws {
        let output = try run(try shelf(), """
            "$SHED" record find Books 'has ISBN' --format json-lines | "$SHED" -C ../Second import -; ls ../Second ../Second/Books
            for format in "--format json" "--format json-lines" --json; do "$SHED" record list Books $format | "$SHED" -C ../Second import -; done
            "$SHED" record find Books 'has Year' --json | "$SHED" import -; "$SHED" record set Books --where 'has Year' Shelf=x --json | "$SHED" import -
            "$SHED" record list Books --format csv | "$SHED" import - --format csv --into Books
            [ "$("$SHED" record show Books/A --json | grep '"id"')" = "$("$SHED" -C ../Second record show Books/A --json | grep '"id"')" ] && echo same
            "$SHED" record show Books/A --json | "$SHED" record new Books --json - 2> "$T/said" | grep '"path"'; grep -c 'is in use, so Books/A (2).json got a new one' "$T/said"
            "$SHED" record list Books --format json-lines | "$SHED" -C ../Second record new Books --json - > /dev/null 2>&1; ls ../Second/Books | wc -l
            "$SHED" collection new Films -q; "$SHED" record new Films Title=A -q; "$SHED" record find --text A --format json-lines | "$SHED" -C ../Second import -; echo $?
            printf 'a,b\\n' | "$SHED" import -; echo $?
            """)
        #expect(output == """
            imported into the new collection Books: records: 2 made
            ../Second:\nBooks\nTrash\n\n../Second/Books:\nA.json\nB.json
            imported into Books: records: 1 made, 2 left as they were\nimported into Books: records: 3 left as they were\nimported into Books: records: 3 left as they were
            imported into Books: records: 1 left as they were\nimported into Books: records: 1 left as they were
            imported into Books: records: 3 left as they were
            same\n  "path": "Books/A (2).json",\n1\n7\n2\n2
            shed: the records of the input are of several collections. Say which takes them, with --into or --name.
            shed: neither the name nor the beginning of the file says its format. Say which with --format: json, json-lines, csv, xml or recfile; .json, .jsonl, .ndjson, .csv, .tsv, .xml, .rec say it themselves.

            """, "\(output)")
    }

    @Test func `tables of spreadsheets are read as they write them`() throws {
        let output = try run(try shelf(), """
            printf 'sep=;\\r\\nTitle;Year\\r\\nD;1950\\r\\n' > ../a.csv; "$SHED" import ../a.csv; cat a/D.json
            printf '"Title";"Year"\\r\\n"E";"1960"\\r\\n' > ../b.csv; "$SHED" import ../b.csv; echo $?; "$SHED" import ../b.csv --separator semicolon
            printf 'Title,Year\\r\\nÜ,1970\\r\\n' | iconv -f UTF-8 -t UTF-16 > ../c.csv; "$SHED" import ../c.csv; ls c
            printf 'Title,Year\\r\\nÄ,1970\\r\\n' | iconv -f UTF-8 -t WINDOWS-1252 > ../d.csv; "$SHED" import ../d.csv; echo $?; "$SHED" import ../d.csv --encoding windows-1252; ls d
            printf 'sep=|\\nTitle|Year\\n' > ../e.csv; "$SHED" import ../e.csv; echo $?
            "$SHED" export Books --format csv --bom -o - | od -An -tx1 -N5; "$SHED" export Books --format csv --bom -o - | "$SHED" import - --format csv --into Books
            "$SHED" export Books --bom -o -; echo $?
            """)
        #expect(output == """
            imported into the new collection a: records: 1 made\n{\n  "Title": "D",\n  "Year": "1950"\n}
            2\nimported into the new collection b: records: 1 made
            imported into the new collection c: records: 1 made\nÜ.json
            2\nimported into the new collection d: records: 1 made\nÄ.json
            2\n ef bb bf 69 64\nimported into Books: records: 3 left as they were\n2
            shed: line 1, column 8: behind the first column stands a semicolon, and no comma; nothing was changed. Say what stands between the columns: --separator semicolon.
            shed: line 2: text that is not UTF-8; nothing was changed. Say what it is: --encoding windows-1252 for older files of Windows, --encoding utf-16.
            shed: line 1: “sep=|” names a separator that cannot be read; nothing was changed. Between the columns stands a comma, a semicolon or a tab.
            shed: --bom is for CSV, and this is json. Leave it out, or say --format csv.

            """, "\(output)")
    }

    @Test func `numbers and booleans of JSON are texts where that is asked for`() throws {
        let output = try run(try shelf(), """
            printf '[{"n":1.50,"e":-2E+3,"t":true,"x":null,"s":"a"}]' > ../in.json; "$SHED" import ../in.json; echo $?; "$SHED" import ../in.json --as-text -q; cat in/*.json
            for bad in '01' '1.' 'tru' '+1' '{}' '[1]' '-' '1e'; do printf '[{"n":%s}]' "$bad" > ../bad.json; "$SHED" import ../bad.json --as-text 2> /dev/null; echo $?; done | sort | uniq -c | tr -s ' '
            """)
        #expect(output == """
            2\n{\n  "n": "1.50",\n  "e": "-2E+3",\n  "t": "true",\n  "s": "a"\n}\n 8 2
            shed: line 1, column 7: the value of “n” is no text; nothing was changed. Put the value in quotation marks: values are text. “shed import --as-text” takes numbers and booleans as they are written.

            """, "\(output)")
    }

    @Test func `a key tells which record is meant`() throws {
        let output = try run(try shelf(), """
            printf 'ISBN,Title,Year\\n1,A,1901\\n9,N,2000\\n,Loose,\\n' > ../in.csv; before=$("$SHED" record show Books/A --json | grep '"id"')
            "$SHED" import ../in.csv --into Books --match ISBN --dry-run; "$SHED" import ../in.csv --into Books --match ISBN; [ "$before" = "$("$SHED" record show Books/A --json | grep '"id"')" ] && cat Books/A.json
            "$SHED" import ../in.csv --into Books --match ISBN --on-conflict skip; "$SHED" import ../in.csv --into Books --match ISBN --on-conflict fail 2> /dev/null; echo $?
            "$SHED" import ../in.csv --into Books --match Isbn; echo $?; "$SHED" import ../in.csv --into Books --match ISBN --on-conflict duplicate 2> /dev/null; echo $?
            printf 'ISBN\\n5\\n5\\n' > ../twice.csv; "$SHED" import ../twice.csv --into Books --match ISBN; echo $?
            "$SHED" record new Books ISBN=2 Title=Z -q; printf 'ISBN\\n2\\n' > ../two.csv; "$SHED" import ../two.csv --into Books --match ISBN; echo $?
            """)
        #expect(output == """
            would have imported into Books: records: 2 made, 1 changed\nimported into Books: records: 2 made, 1 changed
            {\n  "Title": "A",\n  "ISBN": "1",\n  "Year": "1901"\n}
            imported into Books: records: 1 made, 2 skipped\n2\n2\n2\n2\n2
            shed: --match: no record of the input has the key “Isbn”; nothing was changed. Keys are compared byte by byte.
            shed: line 3: “ISBN” is “5” in two records of the input, so it tells no single record; nothing was changed. Choose a key whose values are unique.
            shed: line 2: “ISBN” is “2” in several records of the collection, so it tells no single record; nothing was changed. Choose a key whose values are unique.

            """, "\(output)")
    }

    @Test func `what a key tells of a record is added to it, and what an ID tells is all of it`() throws {
        let output = try run(try shelf(), """
            "$SHED" record set Books/A Note=mine -q; printf 'ISBN,Year\n1,1808\n' > ../in.csv; "$SHED" import ../in.csv --into Books --match ISBN; cat Books/A.json
            "$SHED" import ../in.csv --into Books --match ISBN; "$SHED" undo -q; grep Year Books/A.json
            printf '[{"id":%s,"keyValuePairs":{"ISBN":"1"}}]' "$("$SHED" record show Books/A --json | sed -n 's/.*"id": \\(".*"\\).*/\\1/p')" > ../in.json; "$SHED" import ../in.json --into Books; cat Books/A.json
            """)
        #expect(output == """
            imported into Books: records: 1 changed
            {\n  "Title": "A",\n  "ISBN": "1",\n  "Year": "1808",\n  "Note": "mine"\n}
            imported into Books: records: 1 left as they were\n  "Year": "1900",
            imported into Books: records: 1 changed\n{\n  "ISBN": "1"\n}

            """, "\(output)")
    }

    @Test func `a whole project is exported with schemas, tags and values, or not at all`() throws {
        let output = try run(try shelf(), """
            "$SHED" collection new Films -q; "$SHED" collection schema Books --key Year --type integer -q; "$SHED" tag add lent Books/A.json --create -q; "$SHED" var new rating --int -q; "$SHED" var set rating=4 Books/B.json Films -q
            "$SHED" export --all ../out; echo $?; ls ../out; cmp ../out/Books.schema.toml .shed/schemas/*.toml && echo same; tr -d ' \\n' < ../out/shed-export.json | grep -o '"labelled":.*' | sed 's/[0-9a-f-]\\{36\\}/ID/g'; echo
            "$SHED" -C ../Second import ../out/Books.json; mkdir ../empty; "$SHED" export --all ../empty --format csv --bom -q; ls ../empty
            "$SHED" export --all ../out; echo $?; "$SHED" export --all .; echo $?; "$SHED" export --all new; echo $?; "$SHED" export Books --all ../x 2> /dev/null; echo $?; "$SHED" export 2> /dev/null; echo $?
            echo x > Films/broken.json; mv Films/broken.json Films/b.json; printf x > Books/C.json; "$SHED" export --all ../third --json 2> /dev/null | tr -d ' \\n' | grep -o '"left":\\["[^]]*'; ls -d ../third; ls .. | grep -c 'third.'
            """)
        #expect(output.contains("wrote 3 records of 2 collections to WORK/out\n0\nBooks.json\nBooks.schema.toml\nFilms.json\nshed-export.json\nsame\n"), "\(output)")
        #expect(output.contains("""
            "labelled":[{"id":"ID","path":"Books/A.json","tags":["lent"],"variables":{}},{"id":"ID","path":"Books/B.json","tags":[],"variables":{"rating":4}},{"id":"ID","path":"Films","tags":[],"variables":{"rating":4}}]}
            """), "\(output)")
        #expect(output.contains("imported into the new collection Books: records: 3 made\nBooks.csv\nBooks.schema.toml\nFilms.csv\nshed-export.json\n2\n2\n2\n2\n2\n"), "\(output)")
        #expect(output.contains("\"left\":[\"Books/C.json\"\n"), "\(output)")
        #expect(output.contains("../third\n0\n"), "\(output)")
    }

    @Test func `records are asked for by tags and values, in all collections too`() throws {
        let output = try run(try shelf(), """
            "$SHED" collection new Films -q; "$SHED" record new Films Title=M --name M -q; "$SHED" var new rating --int -q; "$SHED" tag add lent Books/A.json --create -q
            "$SHED" var set rating=4 Books/B.json Films/M.json -q; "$SHED" var set rating=2 Books/A.json -q
            for q in 'var:rating' 'var:rating >= 3' 'var:rating<3 and tag:lent' 'not var:rating' 'var:rating = 4 and Title = M'; do "$SHED" record find --all "$q" -0 | tr '\\0' ' '; echo; done
            "$SHED" record find Books 'var:rating > 1' -0 | tr '\\0' ' '; echo; "$SHED" record find Books 'var:ratign' 2>/dev/null; echo $?; "$SHED" record find Books 'var:rating = x' 2>/dev/null; echo $?
            "$SHED" record find --all Books 'x = 1' 2>/dev/null; echo $?
            """)
        #expect(output.hasPrefix("""
            Books/A.json Books/B.json Films/M.json 
            Books/B.json Films/M.json 
            Books/A.json 
            Books/C.json 
            Films/M.json 
            Books/A.json Books/B.json 
            2
            2
            2

            """), "\(output)")
    }

    @Test func `a tag or a key to sort by that is not there is a slip`() throws {
        let output = try run(try shelf(), """
            "$SHED" tag new Status/lent -q; "$SHED" record find Books 'tag:lend'; echo $?; "$SHED" record find Books 'not tag:Status/lent' -0 | tr '\\0' '\\n' | wc -l; "$SHED" record set Books --where 'tag:lend' a=b; echo $?
            "$SHED" record list Books --sort Yaer; echo $?; "$SHED" record list Books --sort year -0 | tr '\\0' ' '; "$SHED" record list Books --sort '`Yaer`' -0 | tr '\\0' ' '; "$SHED" record find Books 'Title = C' --sort -Year -0 | tr '\\0' ' '
            "$SHED" record find Books 'Title = "none"' --sort Yaer; echo $?; "$SHED" record find --text A --sort Titel; echo $?; "$SHED" collection new Empty -q; "$SHED" record list Empty --sort x > /dev/null; echo $?
            """)
        #expect(output == """
            2\n3\n2\n2\nBooks/A.json Books/B.json Books/C.json Books/A.json Books/B.json Books/C.json Books/C.json 2\n2\n0
            shed: there is no tag “lend”. Did you mean “lent”?
            shed: there is no tag “lend”. Did you mean “lent”?
            shed: --sort: no record of Books has the key “Yaer”. Did you mean “Year”?
            shed: --sort: no record of Books has the key “Yaer”. Did you mean “Year”?
            shed: --sort: no record of Books has the key “Titel”. Did you mean “Title”?

            """, "\(output)")
    }
}
