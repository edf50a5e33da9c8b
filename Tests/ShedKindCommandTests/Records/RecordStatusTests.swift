import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What `status` says of records that are broken or break their schema.
@Suite(.waitsForPrograms) struct `Status of records` {
    private func run(_ script: String) throws -> String {
        try Shelf.withBooks().scenario("""
            cd Library; for n in 1 2 3 4; do "$SHED" record new Books Title=B$n Year=199$n -q; done
            said() { echo "- $1"; "$SHED" status | grep -v daemon; }

            """ + script)
    }

    @Test func `a record that is no more is named, and what it keeps from being done, until it is mended`() throws {
        let output = try run("""
            said before; cp Books/B2.json ../good; printf '{"Title": "B2",\\n' > Books/B2.json
            said new; "$SHED" record list Books -q > ../list 2>&1; said known
            "$SHED" record set Books --all Lent=no -q 2> ../refused; echo $?
            "$SHED" status --json | grep -c '"rule": "not-a-record"'; printf '[]' > Books/B3.json; "$SHED" tree -q > ../list; said two
            cp ../good Books/B2.json; "$SHED" tree -q > ../list; said one; rm Books/B3.json; "$SHED" tree -q > ../list; said none
            """)
        let report = "Reports\n  Books/B2.json: Line 2: The text ends too early. It keeps bulk edits of its collection from being made; “shed check” says more. [not-a-record]\n\n"
        #expect(output.hasPrefix("- before\nClean.\n- new\nChanges\n  modified Books/B2.json\n\n\(report)- known\n\(report)1\n1\n- two\nReports\n  Books/B2.json: Line 2: The text ends too early. It and 1 more record keep bulk edits of their collections from being made; “shed check” says more. [not-a-record]\n\n- one\nReports\n  Books/B3.json: "), "\(output)")
        #expect(output.hasSuffix("[not-a-record]\n\n- none\nClean.\n1 file was removed in the last week: shed status --missing\n"), "\(output)")
    }

    @Test func `a record that breaks its schema is named, also where the schema came later or went`() throws {
        let output = try run("""
            "$SHED" collection schema Books --key Year --type integer --maximum 1993 -q 2> ../note; said stricter
            "$SHED" record set Books/B4 Year=1990 -q; said mended
            sed -i 's/1991/last year/' Books/B1.json; "$SHED" tree -q > ../list; said broken; "$SHED" record set Books --all Lent=no -q 2> ../refused; echo $?
            "$SHED" collection schema Books --remove -q; said free
            """)
        #expect(output.hasPrefix("- stricter\nReports\n  Books/B4.json: ") && output.contains("It keeps bulk edits of its collection from being made; “shed check” says more. [schema-violation]\n\n- mended\nClean.\n- broken\nReports\n  Books/B1.json: "), "\(output)")
        #expect(output.hasSuffix("[schema-violation]\n\n1\n- free\nClean.\n"), "\(output)")
    }

    @Test func `a file that never was a record keeps nothing from being done, and is not said to`() throws {
        let output = try Shelf.withBooks().scenario("""
            mkdir -p Old/Books; cd Old; echo '{"Title": "A"}' > Books/a.json; echo '{"Title": "B",' > Books/b.json; echo hello > Books/c.json
            "$SHED" adopt . --kind records --yes -q; "$SHED" record list Books -q > ../list 2>&1; "$SHED" status | grep json; "$SHED" record set Books --all Lent=no -q 2> ../said; echo $?
            LANGUAGE=de LC_ALL=de_DE.UTF-8 "$SHED" status | grep json; "$SHED" status --json | grep -c '"rule": "not-a-record"'
            printf '[' > Books/a.json; "$SHED" record list Books -q > ../list 2>&1; "$SHED" status | grep json
            """)
        let never = "It and 1 more file are no records, and never were. Mend them, or move them out of the collection; “shed check” says more. [not-a-record]\n"
        #expect(output.hasPrefix("  Books/b.json: Line 2: The text ends too early. \(never)0\n  Books/b.json: Line 2: The text ends too early. Das und 1 weitere Datei sind keine Datensätze und waren nie welche."), "\(output)")
        #expect(output.contains("  Books/a.json: Line 1: The file holds an array, not an object. It keeps bulk edits of its collection from being made; “shed check” says more. [not-a-record]\n"), "\(output)")
    }

    @Test func `what lies in Trash, and what was deleted for good, keeps nothing from being done, and hides nothing`() throws {
        let output = try run("""
            "$SHED" collection new Old -q; i=0; while [ $i -lt 130 ]; do i=$((i+1)); echo '{"Title": "x"}' > Old/$i.json; done; "$SHED" sync -q 2> ../note
            for f in Old/*.json; do printf '[' > $f; done; "$SHED" record list Old -q > ../list 2>&1
            "$SHED" status | grep -c 'at least 99 more'; "$SHED" rm Old --yes -q; said trashed; "$SHED" empty-trash --yes -q; said emptied
            printf '[' > Books/B1.json; "$SHED" record list Books -q > ../list 2>&1; "$SHED" status | grep -c '^  Books/B1.json.*It keeps bulk edits'
            """)
        #expect(output == "1\n- trashed\nClean.\n- emptied\nClean.\n1\n", "\(output)")
    }
}
