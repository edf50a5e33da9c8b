import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Docs on the command line` {
    @Test func `are made, shown in their order and put into another`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            "$SHED" page add Finals/Series --from Calculus --pages 1 -q; "$SHED" doc new Finals; echo $?; "$SHED" doc new a/b 2> /dev/null; echo $?; "$SHED" doc new .hidden 2> /dev/null; echo $?; "$SHED" doc new Empty --dry-run
            "$SHED" doc list; "$SHED" doc show Finals | ids
            "$SHED" doc order Finals Series --dry-run; "$SHED" doc order Finals Series; "$SHED" doc order Finals Series; ls Docs/Finals
            "$SHED" doc order Finals/Integration 3 "02 Calculus p5"; ls "Docs/Finals/02 Integration"; "$SHED" doc show finals -0 | tr '\\0' '\\n'
            for wrong in "order Finals None" "order None" "order Finals/Integration 4" "order Finals/Integration 1 1" "show None" "delete None"; do "$SHED" doc $wrong 2> /dev/null; echo $?; done
            "$SHED" doc delete Finals; ls Docs; "$SHED" restore Trash/Finals -q; "$SHED" page versions Finals/Integration/1 | wc -l
            """)
        #expect(output == """
            1\n2\n2\nwould have made the doc Empty
            Finals  2 groups, 4 pages
            Finals  ID
            Integration/  3 pages
              01 Calculus p4.pdf  Calculus p4
              02 Calculus p5.pdf  Calculus p5
              03 Calculus p9.pdf  Calculus p9
            Series/  1 page
              01 Calculus p1.pdf  Calculus p1
            would have renamed Docs/Finals/Series to Docs/Finals/01 Series
            would have renamed Docs/Finals/Integration to Docs/Finals/02 Integration
            renamed Docs/Finals/Series to Docs/Finals/01 Series
            renamed Docs/Finals/Integration to Docs/Finals/02 Integration
            nothing to change: Docs/Finals is in this order
            01 Series\n02 Integration
            renamed Docs/Finals/02 Integration/03 Calculus p9.pdf to Docs/Finals/02 Integration/01 Calculus p9.pdf
            renamed Docs/Finals/02 Integration/01 Calculus p4.pdf to Docs/Finals/02 Integration/03 Calculus p4.pdf
            01 Calculus p9.pdf\n02 Calculus p5.pdf\n03 Calculus p4.pdf
            Docs/Finals/01 Series/01 Calculus p1.pdf\nDocs/Finals/02 Integration/01 Calculus p9.pdf\nDocs/Finals/02 Integration/02 Calculus p5.pdf\nDocs/Finals/02 Integration/03 Calculus p4.pdf
            2\n2\n2\n2\n2\n2\nmoved Docs/Finals to Trash/Finals\n1
            shed: Docs/Finals: there is something of that name already [name-collision]. Choose another name.

            """)
    }

    @Test func `keep titles that begin with a dash, however often they are put into another order`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            "$SHED" page add "Finals/- Algebra" --from Calculus --pages 1 -q; "$SHED" page add Finals/-Foo --from Calculus --pages 2-3 -q
            "$SHED" doc order Finals -q; ls Docs/Finals; "$SHED" doc order Finals -q Integration -- "- Algebra" -Foo; ls Docs/Finals; "$SHED" doc order Finals -q -- -Foo; ls Docs/Finals
            "$SHED" doc show "Finals/- Algebra" -0 | tr '\\0' '\\n'; "$SHED" page list --in Finals/-Foo -0 | tr '\\0' '\\n'
            mv "Docs/Finals/01 -Foo/01 Calculus p2.pdf" "Docs/Finals/01 -Foo/01 - mine.pdf"; "$SHED" page move Finals/-Foo/1 Finals/Integration; "$SHED" page move Finals/Integration/4 Finals/Integration --at 1 -q; ls Docs/Finals/02*; "$SHED" sync
            """)
        #expect(output == """
            01 Integration\n02 - Algebra\n03 -Foo\n01 Integration\n02 - Algebra\n03 -Foo\n01 -Foo\n02 Integration\n03 - Algebra
            Docs/Finals/03 - Algebra/01 Calculus p1.pdf\nDocs/Finals/01 -Foo/01 Calculus p2.pdf\nDocs/Finals/01 -Foo/02 Calculus p3.pdf
            moved Docs/Finals/01 -Foo/01 - mine.pdf to Docs/Finals/02 Integration/04 - mine.pdf
            01 - mine.pdf\n02 Calculus p4.pdf\n03 Calculus p5.pdf\n04 Calculus p9.pdf
            Nothing changed.

            """)
    }

    @Test func `say in JSON what they hold`() throws {
        let shelf = try Shelf.withPapers()
        _ = try shelf.exams(Shelf.finals + "rm Docs/Finals/Integration/02*; \"$SHED\" sync -q")
        let shown = try shelf.papers("doc", "show", "Finals", "--json").json()
        #expect(shown["kind"]?.string == "doc")
        #expect(shown["counts"] == ["files": 0, "folders": 1])
        #expect(shown["pageCount"]?.integer == 2)
        let group = try #require(shown["groups"]?.array?.first)
        #expect(group["kind"]?.string == "pageGroup")
        #expect(group["path"]?.string == "Docs/Finals/Integration")
        #expect(group["pages"]?.array?.compactMap { $0["number"]?.integer } == [4, 9, 5])
        #expect(group["pages"]?.array?.compactMap { $0["missing"]?.bool } == [false, false, true])
        let exported = try shelf.papers("doc", "export", "Finals", "--json").json()
        #expect(exported["doc"]?["id"] == shown["id"])
        #expect(exported["doc"]?["groups"]?.array?.first?["pages"]?.array?.first?["versions"]?.array?.count == 1)
        #expect(exported["bundles"]?.array?.compactMap { $0["name"]?.string } == ["Calculus"])
        #expect(try shelf.papers("doc", "export", "Finals", "--format", "json", "--output", "-").json() == exported)
        #expect(try shelf.papers("doc", "list", "--json").json().array?.first?["groupCount"]?.integer == 1)
        #expect(try shelf.papers("doc", "new", "Next", "--json").json()["pageCount"]?.integer == 0)
        #expect(try shelf.papers("doc", "new", "Third", "--json", "--dry-run").json()["id"] == .null)
    }
}

@Suite(.waitsForPrograms) struct `What is made of docs and pages` {
    private static let algebra = """
        "$SHED" bundle add ../exam.pdf --ocr ../scan.pdf --original ../short.pdf --name Algebra -q 2> /dev/null
        "$SHED" bundle map Algebra --ocr 13-4 --original -,-,2 -q; "$SHED" page add Finals/Series --from Algebra --pages 3,1 -q

        """

    @Test func `is one PDF of the pages in their order, with a bookmark for each group`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + Self.algebra + """
            "$SHED" doc export Finals --output ../f.pdf; echo $?; text ../f.pdf; qpdf --check ../f.pdf > /dev/null && echo sound
            qpdf --json --json-key=outlines ../f.pdf | grep -E '"(title|destpageposfrom1)"' | tr -d ' '
            "$SHED" doc export Finals --variant ocr --output ../o.pdf --json | grep -v '"path": "/'; echo $?; text ../o.pdf
            "$SHED" doc export Finals --variant original --output ../p.pdf; echo $?; text ../p.pdf
            "$SHED" doc export Finals --output - | cmp - ../f.pdf && echo bytes
            """)
        #expect(output == """
            wrote 5 pages of Finals to WORK/f.pdf\n0\nPage 4 Page 5 Page 9 Exam 3 Exam 1 \nsound
            "destpageposfrom1":1,\n"title":"Integration"\n"destpageposfrom1":4,\n"title":"Series"
            {
              "format": "pdf",
              "variant": "ocr",
              "pages": 2,
              "left": [
                {
                  "path": "Docs/Finals/Integration/01 Calculus p4.pdf",
                  "reason": "“Calculus” has no ocr.pdf"
                },
                {
                  "path": "Docs/Finals/Integration/02 Calculus p5.pdf",
                  "reason": "“Calculus” has no ocr.pdf"
                },
                {
                  "path": "Docs/Finals/Integration/03 Calculus p9.pdf",
                  "reason": "“Calculus” has no ocr.pdf"
                }
              ]
            }
            0\nScan 11 Scan 13\u{20}
            wrote 1 page of Finals to WORK/p.pdf\n1\nShort 2 \nbytes
            shed: Docs/Finals/Integration/01 Calculus p4.pdf was left out: “Calculus” has no ocr.pdf
            shed: Docs/Finals/Integration/02 Calculus p5.pdf was left out: “Calculus” has no ocr.pdf
            shed: Docs/Finals/Integration/03 Calculus p9.pdf was left out: “Calculus” has no ocr.pdf
            shed: Docs/Finals/Integration/01 Calculus p4.pdf was left out: “Calculus” has no original.pdf
            shed: Docs/Finals/Integration/02 Calculus p5.pdf was left out: “Calculus” has no original.pdf
            shed: Docs/Finals/Integration/03 Calculus p9.pdf was left out: “Calculus” has no original.pdf
            shed: Docs/Finals/Series/02 Algebra p1.pdf was left out: page 1 of “Algebra” has no counterpart in its original.pdf

            """)
    }

    @Test func `are pictures, of one page or of many beside each other`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            kind() { head -c 24 "$1" | od -An -tu1 | tr -s ' \\n' ' '; echo; }
            "$SHED" page image Finals/Integration/1 --output ../page.png --resolution 72; kind ../page.png
            "$SHED" page image Finals/Integration/1 --output - --resolution 72 | cmp - ../page.png && echo bytes
            "$SHED" doc sheet Finals --output ../s.png -q; kind ../s.png | cut -d ' ' -f1-9; "$SHED" doc sheet Finals/Integration --output ../s.pdf -q; text ../s.pdf
            "$SHED" doc sheet Calculus --columns 3 --output ../b.pdf --json | grep -v '"path": "/'; text ../b.pdf; "$SHED" doc sheet Finals --output - --format pdf | head -c 5; echo
            for wrong in "doc sheet Finals --output ../s.gif" "doc sheet Finals --output ../t.png --columns 11" "doc sheet None --output ../t.png" "page image Finals/Integration/1 --output ../t.png --resolution 5000" "doc export Finals"; do "$SHED" $wrong 2> /dev/null; echo $?; done; ls ../t.png 2> /dev/null
            """)
        #expect(output == """
            wrote a picture of Docs/Finals/Integration/01 Calculus p4.pdf to WORK/page.png\n 137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 2 83 0 0 3 74 \nbytes\n 137 80 78 71 13 10 26 10
            01 Calculus p4 02 Calculus p5 03 Calculus p9\u{20}
            {\n  "format": "pdf"\n}\np. 1 p. 2 p. 3 p. 4 p. 5 p. 6 p. 7 p. 8 p. 9 p. 10 p. 11 p. 12 \n%PDF-\n2\n2\n2\n2\n2

            """)
    }

    @Test func `never replaces what is there unless it is told to, and goes nowhere inside of a project`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            "$SHED" new poetry Poems --in .. --language en -q; echo ode > ../Poems/Draft/Ode.txt; ln -s Ode.txt ../Poems/Draft/link; echo mine > ../mine.pdf; ln -s mine.pdf ../link.pdf; mkfifo ../pipe.pdf; mkdir ../folder.pdf
            for place in ../mine.pdf ../link.pdf ../pipe.pdf ../folder.pdf x.pdf Bundles/x.pdf Docs/Finals/Integration/01*.pdf ../none/x.pdf; do for force in "" --force; do
              [ "$place$force" = ../mine.pdf--force ] || timeout 20 "$SHED" doc export Finals --output "$place" $force > "$T/exported" 2> /dev/null; echo "$place $force $?"; done; done
            timeout 20 "$SHED" doc export Finals --output ../Poems/Draft/Ode.txt --format pdf --force 2> /dev/null; echo $?; cat ../mine.pdf ../Poems/Draft/Ode.txt
            "$SHED" doc export Finals --output ../mine.pdf --force -q; text ../mine.pdf; ls ..; "$SHED" status | head -1
            """)
        let places = ["../mine.pdf", "../link.pdf", "../pipe.pdf", "../folder.pdf", "x.pdf", "Bundles/x.pdf", "Docs/Finals/Integration/01 Calculus p4.pdf", "../none/x.pdf"]
        let lines = places.flatMap { place in ["", "--force"].map { "\(place) \($0) \(place + $0 == "../mine.pdf--force" ? 0 : 2)" } }
        #expect(output == lines.joined(separator: "\n") + """
            \n2\nmine\node\nPage 4 Page 5 Page 9\u{20}
            Exams\nPoems\nexam.pdf\nfolder.pdf\nlink.pdf\nmarked.pdf\nmine.pdf\npipe.pdf\nscan.pdf\nshort.pdf\nClean.

            """)
    }
}
