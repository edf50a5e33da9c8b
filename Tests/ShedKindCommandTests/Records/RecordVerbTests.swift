import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What the verbs on collections and records print, and how they end.
@Suite(.waitsForPrograms) struct `Records on the command line` {
    private func three() throws -> Shelf {
        let shelf = try Shelf.withBooks()
        for pairs in [["Title=Ficciones", "Author=Borges", "Year=1944"], ["Title=Rayuela", "Author=Cort\u{e1}zar", "Year=1963"], ["Title=Facundo", "Year=1845"]] {
            let made = try shelf.run((["record", "new", "Books"] + pairs).map { Array($0.utf8) }, in: "Library")
            #expect(made.code == 0 && made.text == "made Books/\(pairs[0].dropFirst(6)).json\n")
        }
        return shelf
    }

    @Test func `a record is made, changed and deleted, as files show`() throws {
        let shelf = try three()
        let output = try shelf.scenario("""
            cd Library; cat Books/Ficciones.json
            "$SHED" record set Books/Ficciones Lent=yes "Year=1941" 'Note=a=b'; cat Books/Ficciones.json
            "$SHED" record unset Books/Ficciones.json Lent Note Nothing; cat Books/Ficciones.json
            "$SHED" record set Books/Ficciones Year=1941
            "$SHED" record rename Books/Ficciones 'El Aleph'; "$SHED" record rename Books/Facundo 'El Aleph' 2>&1; echo $?
            "$SHED" record rename Books --all --key Year Yr; "$SHED" record rename 'Books/El Aleph' --key Yr Title 2>&1; echo $?
            "$SHED" record delete Books --where 'Yr < 1900'; "$SHED" record delete Books --where 'Yr < 1900'; echo $?
            "$SHED" restore Trash/Facundo.json; "$SHED" record delete Books/Facundo --permanently 2>&1; echo $?
            "$SHED" record delete Books/Facundo --permanently --yes; ls Books Trash; "$SHED" check
            """)
        #expect(output == """
            {
              "Title": "Ficciones",
              "Author": "Borges",
              "Year": "1944"
            }
            changed Books/Ficciones.json
            {
              "Title": "Ficciones",
              "Author": "Borges",
              "Year": "1941",
              "Lent": "yes",
              "Note": "a=b"
            }
            changed Books/Ficciones.json
            {
              "Title": "Ficciones",
              "Author": "Borges",
              "Year": "1941"
            }
            nothing to change
            renamed Books/Ficciones.json to Books/El Aleph.json
            shed: Books/El Aleph.json: there is something of that name already [name-collision]. Choose another name.
            1
            changed Books/El Aleph.json
            changed Books/Facundo.json
            changed Books/Rayuela.json
            shed: Books/El Aleph.json: “Yr” cannot be renamed: the record has a key “Title” already. Nothing was changed. Unset one of the two first.
            1
            moved Books/Facundo.json to Trash/Facundo.json
            no record fits; nothing was changed
            1
            restored Trash/Facundo.json to Books/Facundo.json
            shed: deleting Books/Facundo.json for good needs a confirmation, and there is no terminal to ask on. Add --yes to confirm.
            2
            deleted Books/Facundo.json for good
            Books:
            El Aleph.json
            Rayuela.json

            Trash:
            Nothing found.

            """)
    }

    @Test func `lists and finds as table, JSON, lines, CSV and paths`() throws {
        let shelf = try three()
        func says(_ arguments: String, _ text: String, _ code: Int32 = 0, _ location: SourceLocation = #_sourceLocation) throws {
            let result = try shelf.scenario("cd Library; \"$SHED\" \(arguments) 2>&1; echo \"= $?\"")
            #expect(result == text + "= \(code)\n", sourceLocation: location)
        }
        try says("record list Books", """
            record     Title      Year  Author
            Facundo    Facundo    1845
            Ficciones  Ficciones  1944  Borges
            Rayuela    Rayuela    1963  Cort\u{e1}zar

            """)
        try says("record list Books --sort -Year --columns @name,Year --limit 2", "record   @name         Year\nRayuela  Rayuela.json  1963\nFicciones  Ficciones.json  1944\n".aligned)
        try says("record find Books 'Year > 1900 and Author ~ BORG' -0 | tr '\\0' '\\n'", "Books/Ficciones.json\n")
        try says("record find Books 'Year > 2000'", "", 1)
        try says("record find --text CORTAZAR --format csv --columns Title,Year | sed 's/^[-0-9a-f]*,/ID,/' | tr -d '\\r'", "id,Title,Year\nID,Rayuela,1963\n")
        // Which of the equal ones is which.
        try says("collection new Lent -q; cp Books/Rayuela.json Lent/; \"$SHED\" sync -q; \"$SHED\" record find --text rayuela", """
            collection  record   Title    Author    Year
            Books       Rayuela  Rayuela  Cort\u{e1}zar  1963
            Lent        Rayuela  Rayuela  Cort\u{e1}zar  1963

            """)
        try says("record find Books 'Year >'", "shed: the query cannot be read: column 7: a value is missing before the end\nYear >\n      ^\nPut texts in quotation marks: author = \"Borges\". Documentation/Query.md describes the language.\n", 2)
        try says("record find Boks 'Year > 1'", "shed: there is no collection “Boks”. Did you mean “Books”?\n", 2)
        try says("record show Books/Nothing", "shed: there is no record Books/Nothing. Name one as COLLECTION/NAME, or by its ID; “shed record list COLLECTION” lists them.\n", 2)
        try says("record set Books Year=1", "shed: “Books” is a collection. Say which of its records with --where QUERY or --all, or name one record.\n", 2)
        let lines = try shelf.library("record", "list", "Books", "--format", "json-lines").text.split(separator: "\n")
        let listed = try shelf.library("record", "list", "Books", "--json").json().array ?? []
        #expect(try lines.map { try JSONParser.parse(Array($0.utf8)) } == listed)
        #expect(listed.map { $0["path"]?.string } == ["Books/Facundo.json", "Books/Ficciones.json", "Books/Rayuela.json"])
        let id = try #require(listed[1]["id"]?.string)
        let shown = try shelf.library("record", "show", id, "--json").json()
        #expect(shown == listed[1])
        #expect(shown["keyValuePairs"]?.object?.members.map { "\($0.name)=\($0.value.string ?? "")" } == ["Title=Ficciones", "Author=Borges", "Year=1944"])
        #expect(shown["problem"] == .null)
        try says("record show Books/Ficciones | sed 's/[-0-9a-f]*$//;1q'", "Books/Ficciones.json  \n")
    }

    @Test func `sorts what all collections have in one order, and --limit takes the first of it`() throws {
        let shelf = try three()
        let output = try shelf.scenario("""
            cd Library; "$SHED" collection new Films -q
            "$SHED" record new Films Title=Metropolis Year=1927 -q; "$SHED" record new Films Title=Vertigo Year=1958 -q
            "$SHED" record find --all 'has Year' --sort Year --limit 3 --columns Title,Year
            "$SHED" record find --all 'has Year' --sort -Year --limit 2 -0 | tr '\\0' '\\n'
            "$SHED" record find --all 'has Year' --sort -Year --limit 2 --json | grep -o '"path": *"[^"]*"' | tr -d ' '
            "$SHED" record find --text o --sort Year --limit 1 --format csv --columns Title | tr -d '\\r' | sed 's/^[-0-9a-f]*,/ID,/'
            """)
        #expect(output == """
            collection  record      Title       Year
            Books       Facundo     Facundo     1845
            Films       Metropolis  Metropolis  1927
            Books       Ficciones   Ficciones   1944
            Books/Rayuela.json
            Films/Vertigo.json
            "path":"Books/Rayuela.json"
            "path":"Films/Vertigo.json"
            id,Title
            ID,Facundo

            """)
    }

    @Test func `a record is named without its ending in all verbs that look, and by its path where something is moved or removed`() throws {
        let shelf = try three()
        let output = try shelf.scenario("""
            cd Library; say() { "$SHED" "$@" -0 | tr '\\0' '\\n'; }
            say show Books/Ficciones; say ls Books/Rayuela.json; (cd Books; say show Books/Ficciones; say show Ficciones)
            "$SHED" link Books/Ficciones | sed 's/[-0-9a-f]*$//'; say tag add good Books/Ficciones --create; "$SHED" log Books/Ficciones --json | grep -c '"Books/Ficciones.json"' | sed 's/[1-9].*/logged/'
            for verb in "rename Books/Rayuela x.json" "rm Books/Ficciones" "mv Books/Ficciones Trash" "show Books/None" "show /Books/Ficciones.json"; do "$SHED" $verb 2> /dev/null; echo $?; done; (cd Trash; "$SHED" rm --permanently --yes Books/Ficciones.json 2> /dev/null; echo $?); ls Books
            """)
        #expect(output == """
            Books/Ficciones.json
            Books/Rayuela.json
            Ficciones.json
            Ficciones.json
            shed:
            Books/Ficciones.json
            logged
            2
            2
            2
            2
            2
            2
            Facundo.json
            Ficciones.json
            Rayuela.json

            """)
        shelf.makeFile("Library/Books/Facundo", "notes\n")
        #expect(try shelf.library("show", "Books/Facundo", "-0").text == "Books/Facundo\0")
        #expect(try shelf.library("show", "Books/Facundo.json", "-0").text == "Books/Facundo.json\0")
    }

    @Test func `says what is wrong with a query in the language of who asks`() throws {
        let shelf = try Shelf.withBooks()
        let output = try shelf.scenario("""
            cd Library; LC_ALL=de_DE.UTF-8 "$SHED" record find Books 'Year >' 2>&1
            LC_ALL=fr_FR.UTF-8 "$SHED" record find Books 'Year = 1 2' 2>&1 | head -1
            LC_ALL=es_ES.UTF-8 "$SHED" record list Books --sort 'a,' 2>&1
            """)
        #expect(output == """
            shed: die Abfrage l\u{e4}sst sich nicht lesen: Spalte 7: vor dem Ende fehlt ein Wert
            Year >
                  ^
            Texte in Anf\u{fc}hrungszeichen setzen: author = "Borges". Documentation/Query.md beschreibt die Sprache.
            shed: la requ\u{ea}te ne peut pas \u{ea}tre lue\u{a0}: colonne 10\u{a0}: il manque «\u{a0}and\u{a0}» ou «\u{a0}or\u{a0}» devant «\u{a0}2\u{a0}»
            shed: --sort: falta una clave. Escribir las claves con comas entre ellas; una clave con coma se pone entre acentos graves.

            """)
    }

    @Test func `changes in bulk are all made or none, and a dry run tells which`() throws {
        let shelf = try three()
        let before = try shelf.books()
        let dry = try shelf.library("record", "set", "Books", "--where", "Year > 1900", "Shelf=New", "--dry-run", "--json").json()
        #expect(dry.array?.map { $0["path"]?.string } == ["Books/Ficciones.json", "Books/Rayuela.json"])
        #expect(try shelf.books() == before)
        shelf.makeFile("Library/Books/Facundo.json", "{\"Title\": 1}")
        let broken = try shelf.books()
        for arguments in [["record", "set", "Books", "--all", "Shelf=New"], ["record", "set", "Books", "--all", "Shelf=New", "--dry-run"]] {
            let refused = try shelf.run(arguments.map { Array($0.utf8) }, in: "Library")
            #expect(refused.code == 1)
            #expect(refused.err == "shed: Books/Facundo.json is no record now: Line 1: The value of “Title” is a number, not a text. Nothing was changed. Mend the file first.\n")
            #expect(try shelf.books() == broken)
        }
        let done = try shelf.library("record", "set", "Books", "--where", "Year > 1900", "Shelf=New", "--json")
        #expect(try done.json() == dry)
        #expect(done.code == 0)
        #expect(try shelf.library("record", "find", "Books", "Shelf = New", "-0").out.count { $0 == 0 } == 2)
        #expect(try shelf.library("record", "set", "Books", "--where", "Shelf = Nowhere", "a=b").code == 1)
        #expect(try shelf.staged() == "")
    }

    @Test func `makes records from JSON on the standard input`() throws {
        let shelf = try Shelf.withBooks()
        let made = try shelf.library("record", "new", "Books", "--json", "-", input: HardRecords.json)
        #expect(made.code == 0)
        let records = try made.json().array ?? []
        #expect(records.count == HardRecords.records.count)
        for (record, pairs) in zip(records, HardRecords.records) where !pairs.isEmpty {
            // “id” is the record's own member, as Documentation/Exchange.md says.
            #expect(record["keyValuePairs"]?.object?.members.map(\.name) == pairs.map(\.0))
            #expect(record["keyValuePairs"]?.object?.members.map { $0.value.string } == pairs.map(\.1))
        }
        #expect(try shelf.library("record", "list", "Books", "--json").json().array?.count == records.count)
        let before = try shelf.books()
        for input in ["{\"a\": 1}", "[{}, []]", "{", "{\"a\": \"1\", \"a\": \"2\"}", "{\"a\": \"\\ud800\"}", "[{\"a\": \"b\"}, {\"a\": null}]", "", "{} {}"] {
            let refused = try shelf.library("record", "new", "Books", "--json", "-", input: input)
            #expect(refused.code == 2 && refused.text.isEmpty && refused.err.hasPrefix("shed: "), "\(input): \(refused.err)")
            #expect(try shelf.books() == before, "\(input)")
        }
        let one = try shelf.library("record", "new", "Books", "--json", "-", "--name", "One", input: "{\"a\": \"b\"}")
        #expect(try one.json()["path"]?.string == "Books/One.json")
    }

    @Test func `collections are made, shown, renamed and deleted`() throws {
        let shelf = try three()
        let id = try #require(try shelf.library("collection", "list", "--json").json().array?.first?["id"]?.string)
        let output = try shelf.scenario("""
            cd Library; "$SHED" collection new Films; "$SHED" collection new films 2>&1; echo $?; "$SHED" collection new a/b 2>&1; echo $?
            "$SHED" collection list; "$SHED" collection show books | sed 1d
            "$SHED" collection rename Books Films 2>&1; echo $?; "$SHED" collection rename Books Library; "$SHED" collection rename \(id) Books -q
            "$SHED" collection delete Books; "$SHED" collection list; ls Trash/Books; "$SHED" restore Trash/Books
            "$SHED" collection delete Films --permanently 2>&1; echo $?; "$SHED" collection delete Films --permanently --yes; "$SHED" collection show Films 2>&1; echo $?
            """)
        #expect(output == """
            made the collection Films
            shed: films: The name differs from “Films” in case or Unicode normalisation alone [name-collision]. Choose another name.
            1
            shed: “a/b” cannot be the name of a collection. A name has no “/”: collections stand at the project's root.
            2
            Books  3 records
            Films  0 records
            3 records
            no schema
              Title  in 3
              Year  in 3
              Author  in 2
            shed: Films: there is something of that name already [name-collision]. Choose another name.
            1
            renamed Books to Library
            moved Books to Trash/Books
            Films  0 records
            Facundo.json
            Ficciones.json
            Rayuela.json
            restored Trash/Books to Books
            shed: deleting Films (1 folder) for good needs a confirmation, and there is no terminal to ask on. Add --yes to confirm.
            2
            deleted Films for good
            shed: there is no collection “Films”. “shed collection list” lists them.
            2

            """)
        let shown = try shelf.library("collection", "show", "Books", "--json").json()
        #expect(shown["id"]?.string == id)
        #expect(shown["records"]?.integer == 3 && shown["invalid"]?.integer == 0 && shown["schema"]?.bool == false)
        #expect(shown["keys"]?.array?.map { $0["key"]?.string } == ["Title", "Year", "Author"])
    }

    @Test func `a schema is set, shown, obeyed and taken away`() throws {
        let shelf = try three()
        let schema = "title = \"Title\"\nfollow-title = true\nother-keys = false\n\n[key.Title]\nrequired = true\nunique = true\n\n[key.Year]\ntype = \"integer\" # of print\n\n[key.Author]\n\n[template.new]\nYear = \"2000\"\n"
        let broken = try shelf.library("collection", "schema", "Books", "--set", "-", input: "title = 1\n")
        #expect(broken.code == 2 && broken.err.hasPrefix("shed: the schema was not taken: line 1"))
        #expect(try shelf.library("collection", "schema", "Books", "--json").json() == .null)
        #expect(try shelf.library("collection", "schema", "Books", "--set", "-", input: schema).text == "set the schema of Books\n")
        #expect(try shelf.library("collection", "schema", "Books").text == schema)
        let output = try shelf.scenario("""
            cd Library; "$SHED" record new Books Title=Aleph --template new; "$SHED" record show Books/Aleph | sed 1d
            "$SHED" record new Books Title=Aleph 2>&1; echo $?; "$SHED" record set Books/Aleph Year=x 2>&1; echo $?
            "$SHED" record set Books/Aleph Pages=1 2>&1; echo $?; "$SHED" record unset Books/Aleph Title 2>&1; echo $?
            "$SHED" record set Books --all Title=One 2>&1; echo $?; "$SHED" record new Books Title=B --template old 2>&1 | cut -c1-36
            "$SHED" record set Books/Aleph 'Title=El Aleph'; ls Books
            "$SHED" collection schema Books --remove; "$SHED" record set 'Books/El Aleph' Year=x; "$SHED" check
            """)
        #expect(output == """
            made Books/Aleph.json
            Title  Aleph
            Year   2000
            shed: Books/Aleph (2).json: “Title” is “Aleph”, as in Books/Aleph.json, and is to be unique [doubled-value]. Nothing was changed.
            1
            shed: Books/Aleph.json: “Year” is “x”, not a whole number. Write digits only, at most 9223372036854775807 [schema-violation]. Nothing was changed.
            1
            shed: Books/Aleph.json: “Pages” is no key of this collection. Remove the pair, or add the key to the schema [schema-violation]. Nothing was changed.
            1
            shed: Books/Aleph.json: “Title” has no value. Give it a value [schema-violation]. Nothing was changed.
            1
            shed: Books/Facundo.json: “Title” is “One”, as in Books/Aleph.json, and is to be unique [doubled-value]. Nothing was changed.
            1
            shed: there is no template “old”
            changed Books/El Aleph.json
            El Aleph.json
            Facundo.json
            Ficciones.json
            Rayuela.json
            removed the schema of Books
            changed Books/El Aleph.json
            Nothing found.

            """)
    }
}

extension String {
    /// The lines of a table with cells of equal width, two blanks between columns.
    fileprivate var aligned: String {
        let rows = split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init) }
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, cell in column + 1 < row.count ? cell + String(repeating: " ", count: widths[column] - cell.count + 2) : cell }.joined() + "\n"
        }.joined()
    }
}
