import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Pages on the command line` {
    private func run(_ script: String) throws -> String { try Shelf.withPapers().exams(Shelf.finals + script) }

    @Test func `are made from a bundle, in the order that was asked for`() throws {
        let output = try run("""
            for page in Docs/Finals/Integration/*; do echo "$page"; text "$page"; done
            "$SHED" page add Finals/Integration --from Calculus --pages 12-11,12 --dry-run; ls Docs/Finals/Integration | wc -l
            "$SHED" page add Finals/Integration --from Calculus --pages 12-11,12; "$SHED" page add Finals/Series --from Calculus --pages 1 --json | ids
            for wrong in "Finals/Integration --from Calculus --pages 13" "Finals/Integration --from Calculus --pages x" "Finals/Integration --from Nothing --pages 1" "Finals --from Calculus --pages 1" "Nothing/X --from Calculus --pages 1" "Finals/A/B --from Calculus --pages 1"; do "$SHED" page add $wrong 2> /dev/null; echo $?; done
            """)
        #expect(output == """
            Docs/Finals/Integration/01 Calculus p4.pdf\nPage 4 \nDocs/Finals/Integration/02 Calculus p5.pdf\nPage 5 \nDocs/Finals/Integration/03 Calculus p9.pdf\nPage 9\u{20}
            would have made Docs/Finals/Integration/04 Calculus p12.pdf: Calculus p12
            would have made Docs/Finals/Integration/05 Calculus p11.pdf: Calculus p11
            would have made Docs/Finals/Integration/06 Calculus p12.pdf: Calculus p12
            3
            made Docs/Finals/Integration/04 Calculus p12.pdf: Calculus p12
            made Docs/Finals/Integration/05 Calculus p11.pdf: Calculus p11
            made Docs/Finals/Integration/06 Calculus p12.pdf: Calculus p12
            [
              {
                "id": "ID",
                "kind": "page",
                "path": "Docs/Finals/Series/01 Calculus p1.pdf",
                "name": "01 Calculus p1.pdf",
                "missing": false,
                "bundle": "ID",
                "bundleName": "Calculus",
                "number": 1
              }
            ]
            2\n2\n2\n2\n2\n2

            """)
    }

    @Test func `are found by what people call them, and by what they have`() throws {
        let output = try run("""
            "$SHED" bundle add ../exam.pdf --name Algebra -q; "$SHED" page add Finals/Series --from Algebra --pages 9 -q
            "$SHED" tag add hard "Docs/Finals/Integration/02 Calculus p5.pdf" Docs/Finals/Series/01* --create -q; "$SHED" var new Score --int -q; "$SHED" var set Score=3 Docs/Finals/Series/01* -q
            id=$("$SHED" page list -v --of Algebra | grep -o '[0-9a-f-]\\{36\\}')
            for word in "Docs/Finals/Series/01 Algebra p9.pdf" "Finals/Series/01 Algebra p9" Finals/Series/1 finals/series/1 "01 Algebra p9.pdf" "algebra p9.pdf" $id; do "$SHED" page show "$word" -0 | tr '\\0' '\\n'; done
            (cd Docs/Finals/Series; "$SHED" page show 01* -0 | tr '\\0' '\\n')
            list() { echo "$*"; "$SHED" page list "$@" -0 | tr '\\0' '\\n'; }
            list --in Finals/Series; list --in Finals --tag hard; list --tag hard --var 'Score>=3'; list --var 'Score>3'; list --of Calculus --tag hard; list --missing
            for wrong in "page list --tag none" "page list --in none" "page list --of none" "page list --var none" "page show Finals/Series/2" "page show x" "page delete" "page delete x --tag hard"; do "$SHED" $wrong 2> /dev/null; echo $?; done
            """)
        let page = "Docs/Finals/Series/01 Algebra p9.pdf\n"
        #expect(output == String(repeating: page, count: 7) + "01 Algebra p9.pdf\n" + """
            --in Finals/Series\n\(page)--in Finals --tag hard\nDocs/Finals/Integration/02 Calculus p5.pdf\n\(page)--tag hard --var Score>=3\n\(page)--var Score>3
            --of Calculus --tag hard\nDocs/Finals/Integration/02 Calculus p5.pdf\n--missing\n2\n2\n2\n2\n2\n2\n2\n2

            """)
    }

    @Test func `move with their histories to the place that is asked for`() throws {
        let shelf = try Shelf.withPapers()
        let output = try shelf.exams(Shelf.finals + """
            "$SHED" page add Finals/Series --from Calculus --pages 1-2 -q; before=$("$SHED" page versions Finals/Integration/2 --json)
            "$SHED" page move Finals/Integration/2 Finals/Series --at 1 --dry-run; "$SHED" page move Finals/Integration/2 Finals/Series --at 1
            [ "$("$SHED" page versions Finals/Series/1 --json)" = "$before" ] && echo history; text Docs/Finals/Series/01*
            "$SHED" page move Finals/Integration/1 Finals/Integration/3 Finals/Series; "$SHED" page move Finals/Series/5 Finals/Series/4 Finals/Series --at 2; ls Docs/Finals/Series
            "$SHED" page move Finals/Series/1 Finals/Series --at 7; echo $?; "$SHED" page move Finals/Series/1 None/Series; echo $?; "$SHED" page move --tag none Finals/Series 2> /dev/null; echo $?
            "$SHED" page list --in Finals/Series -0 | "$SHED" page move - Finals/Integration -0 | tr '\\0' '\\n'; ls Docs/Finals/Series; "$SHED" sync -q; echo $?
            """)
        #expect(output == """
            would have moved Docs/Finals/Integration/02 Calculus p5.pdf to Docs/Finals/Series/01 Calculus p5.pdf
            would have moved Docs/Finals/Series/01 Calculus p1.pdf to Docs/Finals/Series/02 Calculus p1.pdf
            would have moved Docs/Finals/Series/02 Calculus p2.pdf to Docs/Finals/Series/03 Calculus p2.pdf
            moved Docs/Finals/Integration/02 Calculus p5.pdf to Docs/Finals/Series/01 Calculus p5.pdf
            moved Docs/Finals/Series/01 Calculus p1.pdf to Docs/Finals/Series/02 Calculus p1.pdf
            moved Docs/Finals/Series/02 Calculus p2.pdf to Docs/Finals/Series/03 Calculus p2.pdf
            history\nPage 5\u{20}
            moved Docs/Finals/Integration/01 Calculus p4.pdf to Docs/Finals/Series/04 Calculus p4.pdf
            moved Docs/Finals/Integration/03 Calculus p9.pdf to Docs/Finals/Series/05 Calculus p9.pdf
            moved Docs/Finals/Series/05 Calculus p9.pdf to Docs/Finals/Series/02 Calculus p9.pdf
            moved Docs/Finals/Series/04 Calculus p4.pdf to Docs/Finals/Series/03 Calculus p4.pdf
            moved Docs/Finals/Series/02 Calculus p1.pdf to Docs/Finals/Series/04 Calculus p1.pdf
            moved Docs/Finals/Series/03 Calculus p2.pdf to Docs/Finals/Series/05 Calculus p2.pdf
            01 Calculus p5.pdf\n02 Calculus p9.pdf\n03 Calculus p4.pdf\n04 Calculus p1.pdf\n05 Calculus p2.pdf\n2\n2\n2
            Docs/Finals/Integration/01 Calculus p5.pdf\nDocs/Finals/Integration/02 Calculus p9.pdf\nDocs/Finals/Integration/03 Calculus p4.pdf
            Docs/Finals/Integration/04 Calculus p1.pdf\nDocs/Finals/Integration/05 Calculus p2.pdf\n0
            shed: --at: there is no place 7 in Docs/Finals/Series. Places are 1 to 5.
            shed: there is no doc “None”. “shed doc list” lists them.

            """)
    }

    @Test func `move into a group that is made for them, or stay where they are`() throws {
        let output = try run("""
            "$SHED" page move Finals/Integration/3 Finals/Integration/1 Finals/New --dry-run; ls Docs/Finals
            "$SHED" page move Finals/Integration/3 Finals/Integration/1 Finals/New; ls Docs/Finals/*; "$SHED" page versions Finals/New/1 | wc -l; "$SHED" show Docs/Finals/New --json | grep '"kind"'
            echo Skip > .shedignore; for wrong in Finals/.x None/New Finals/New/x Finals/Skip; do "$SHED" page move Finals/Integration/2 "$wrong" 2> /dev/null; echo $?; done; "$SHED" page move Finals/Integration/2 Finals/Other --at 2 2> /dev/null; echo $?
            ls Docs/Finals; "$SHED" sync; ls -A .shed/staging/*
            """)
        #expect(output == """
            would have moved Docs/Finals/Integration/03 Calculus p9.pdf to Docs/Finals/New/01 Calculus p9.pdf
            would have moved Docs/Finals/Integration/01 Calculus p4.pdf to Docs/Finals/New/02 Calculus p4.pdf
            Integration
            moved Docs/Finals/Integration/03 Calculus p9.pdf to Docs/Finals/New/01 Calculus p9.pdf
            moved Docs/Finals/Integration/01 Calculus p4.pdf to Docs/Finals/New/02 Calculus p4.pdf
            Docs/Finals/Integration:\n02 Calculus p5.pdf\n\nDocs/Finals/New:\n01 Calculus p9.pdf\n02 Calculus p4.pdf
            1\n  "kind": "pageGroup",
            2\n2\n2\n1\n2\nIntegration\nNew\nNothing changed.

            """)
    }

    /// Seed 004, Page, “Versioning Triggers”; PageVersion, rules 1 to 3.
    @Test func `get a version when they show another page, and none for tags and values`() throws {
        let shelf = try Shelf.withPapers()
        let output = try shelf.exams(Shelf.finals + """
            "$SHED" bundle add ../exam.pdf --name Algebra -q; "$SHED" tag new D/hard -q; "$SHED" var new Score --int -q; P=Docs/Finals/Integration
            "$SHED" tag add D/hard $P/01* -q; "$SHED" var set Score=4 $P/01* -q; "$SHED" page versions Finals/Integration/1 | wc -l
            "$SHED" page repoint Finals/Integration/1 --page 6 --dry-run; text $P/01*; "$SHED" page repoint Finals/Integration/1 --page 6; text $P/01*
            "$SHED" tag remove D/hard $P/01* -q; "$SHED" var set Score=5 $P/01* -q; "$SHED" page repoint Finals/Integration/1 --bundle Algebra; text $P/01*
            "$SHED" page repoint Finals/Integration/1 --bundle Algebra; "$SHED" page restore Finals/Integration/1 1; text $P/01*; "$SHED" page restore Finals/Integration/1 1
            "$SHED" page versions Finals/Integration/1 | sed 's/  ....-..-.. ..:..  /  /'; "$SHED" page show Finals/Integration/1 | grep -E '^(shows|tags|variable)'
            "$SHED" page repoint Finals/Integration/1 Finals/Integration/2 --page 1-2 -q; text $P/01*; text $P/02*
            for wrong in "repoint Finals/Integration/1 --page 13" "repoint Finals/Integration/1 --bundle Algebra --page 11" "repoint Finals/Integration/1 Finals/Integration/2 --page 1-3" "repoint Finals/Integration/1" "restore Finals/Integration/1 99" "restore Finals/Integration/1 x"; do "$SHED" page $wrong 2> /dev/null; echo $?; done
            """)
        #expect(output == """
            1
            would have repointed Docs/Finals/Integration/01 Calculus p4.pdf: Calculus p6\nPage 4\u{20}
            repointed Docs/Finals/Integration/01 Calculus p6.pdf: Calculus p6\nPage 6\u{20}
            repointed Docs/Finals/Integration/01 Algebra p6.pdf: Algebra p6\nExam 6\u{20}
            nothing to change: they show that already
            restored Docs/Finals/Integration/01 Calculus p4.pdf: Calculus p4\nPage 4\u{20}
            nothing to change: it shows that already
            version 1  created: Calculus p4
            version 2  repointed: Calculus p6; with the tag D/hard, Score none → 4
            version 3  repointed: Algebra p6; without the tag D/hard, Score 4 → 5
            version 4  restored: Calculus p4
            shows         Calculus p4\nvariable      Score = 5
            Page 1 \nPage 2 \n2\n2\n2\n2\n2\n2

            """)
        let versions = try shelf.papers("page", "versions", "Finals/Integration/1", "--json").json().array ?? []
        #expect(versions.count == 5)
        #expect(versions.dropFirst().first?["tags"] == ["D/hard"])
        #expect(versions.dropFirst().first?["variables"] == ["Score": 4])
        #expect(versions.dropFirst().first?["changes"]?.array?.compactMap { $0["change"]?.string } == ["number", "tag", "variable"])
        #expect(versions.compactMap { $0["cause"]?.string } == ["created", "repointed", "repointed", "restored", "repointed"])
        #expect(versions.compactMap { $0["version"]?.integer } == [1, 2, 3, 4, 5])
    }

    /// Where a page's file vanished, the page is missing, and its history is kept until `shed page delete` removes both.
    @Test func `go to Trash with their histories, and missing ones are only given up when that was confirmed`() throws {
        let output = try run("""
            "$SHED" page delete Finals/Integration/1 --dry-run; "$SHED" page delete Finals/Integration/1; "$SHED" restore "Trash/01 Calculus p4.pdf" -q; "$SHED" page versions Finals/Integration/1 | wc -l
            rm Docs/Finals/Integration/02*; "$SHED" page list --missing; "$SHED" page show Finals/Integration/02\\ Calculus\\ p5.pdf --json | ids | grep -E '"(missing|number|cause)"'
            "$SHED" page delete --missing; echo $?; "$SHED" page list --missing -0 | tr '\\0' '\\n'; "$SHED" page delete --missing --dry-run; "$SHED" page list --missing -0 | tr '\\0' '\\n'
            "$SHED" page delete --missing Finals/Integration/1 2> /dev/null; echo $?; "$SHED" page delete --missing --yes; "$SHED" page list; "$SHED" page delete --missing; echo $?; "$SHED" log | grep -c deleted
            """)
        #expect(output == """
            would have moved Docs/Finals/Integration/01 Calculus p4.pdf to Trash/01 Calculus p4.pdf
            moved Docs/Finals/Integration/01 Calculus p4.pdf to Trash/01 Calculus p4.pdf
            1
            Docs/Finals/Integration/02 Calculus p5.pdf  missing  Calculus p5
              "missing": true,\n  "number": 5,\n      "cause": "created",\n      "number": 5,
            2
            Docs/Finals/Integration/02 Calculus p5.pdf
            would have deleted Docs/Finals/Integration/02 Calculus p5.pdf with its history for good
            Docs/Finals/Integration/02 Calculus p5.pdf
            2
            deleted Docs/Finals/Integration/02 Calculus p5.pdf with its history for good
            Docs/Finals/Integration/01 Calculus p4.pdf  Calculus p4
            Docs/Finals/Integration/03 Calculus p9.pdf  Calculus p9
            no page fits; nothing was deleted
            1
            1
            shed: giving up the history of Docs/Finals/Integration/02 Calculus p5.pdf for good needs a confirmation, and there is no terminal to ask on. Add --yes to confirm.

            """)
    }
}
