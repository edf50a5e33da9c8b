import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Pages by their group and number` {
    /// As the verbs for pages read names.
    @Test func `take tags and values, where nothing else stands at that path`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            "$SHED" tag add hard Finals/Integration/2 finals/integration/3 --create; "$SHED" tag remove hard Finals/Integration/3 --dry-run; "$SHED" tag remove hard Finals/Integration/3
            "$SHED" var new Score --int -q; "$SHED" var set Score=4 Finals/Integration/1 "Docs/Finals/Integration/02 Calculus p5.pdf"; "$SHED" var unset Score Finals/Integration/1
            id=$("$SHED" page list -v --tag hard | grep -o '[0-9a-f-]\\{36\\}'); "$SHED" tag remove hard "$id"; printf 'Finals/Integration/1\\nDocs/Finals\\n' | "$SHED" tag add seen - --create
            (cd Docs/Finals; "$SHED" tag add here Finals/Integration/1 Integration --create)
            for wrong in Finals/Integration/9 Finals/None/1 none; do "$SHED" tag add hard "$wrong"; echo $?; done
            rm Docs/Finals/Integration/03*; "$SHED" tag add hard Finals/Integration/3 2> /dev/null; echo $?
            state=$("$SHED" page show Finals/Integration/1 --json | grep '"state"' | cut -d '"' -f 4); "$SHED" var set Score=1 Finals/Integration/1 --if-state "$state"; "$SHED" var set Score=2 Finals/Integration/1 --if-state "$state" 2> /dev/null; echo $?
            """)
        let page = "Docs/Finals/Integration/"
        #expect(output == """
            tagged hard: \(page)02 Calculus p5.pdf\ntagged hard: \(page)03 Calculus p9.pdf
            would have removed the tag hard: \(page)03 Calculus p9.pdf\nremoved the tag hard: \(page)03 Calculus p9.pdf
            set Score = 4: \(page)01 Calculus p4.pdf\nset Score = 4: \(page)02 Calculus p5.pdf\nunset Score: \(page)01 Calculus p4.pdf
            removed the tag hard: \(page)02 Calculus p5.pdf
            tagged seen: \(page)01 Calculus p4.pdf\ntagged seen: Docs/Finals\ntagged here: Integration/01 Calculus p4.pdf\ntagged here: Integration
            2\n2\n2\n2\nset Score = 1: \(page)01 Calculus p4.pdf\n1
            shed: Finals/Integration/9: there is no such file or folder in this project. “shed tree” shows what there is.
            shed: Finals/None/1: there is no such file or folder in this project. “shed tree” shows what there is.
            shed: none: there is no such file or folder in this project. “shed tree” shows what there is.

            """)
    }

    @Test func `are named so in all verbs`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            "$SHED" show Finals/Integration/2 -0 | tr '\\0' '\\n'; "$SHED" link finals/integration/3 | ids; "$SHED" ls Finals/Integration/1 -0 | tr '\\0' '\\n'
            (cd Docs; "$SHED" show Finals/Integration/2 -0 | tr '\\0' '\\n'); "$SHED" show Finals/Integration/9 2> /dev/null; echo $?
            """)
        #expect(output == """
            Docs/Finals/Integration/02 Calculus p5.pdf
            shed:ID
            Docs/Finals/Integration/01 Calculus p4.pdf
            Finals/Integration/02 Calculus p5.pdf
            2

            """)
    }

    @Test func `a group is shown by itself`() throws {
        let shelf = try Shelf.withPapers()
        let output = try shelf.exams(Shelf.finals + """
            "$SHED" page add Finals/Series --from Calculus --pages 1 -q; "$SHED" tag add hard Docs/Finals/Integration --create -q; rm Docs/Finals/Integration/02*
            for name in Finals/Integration Docs/Finals/Integration integration; do "$SHED" doc show "$name" | ids; done; "$SHED" doc show Finals/Integration -0 | tr '\\0' '\\n'
            mkdir Docs/Finals/Empty; "$SHED" sync -q; "$SHED" doc show Finals/Empty | ids; "$SHED" doc show Finals/None; echo $?
            """)
        let group = """
            Integration  ID
            tags          hard
              01 Calculus p4.pdf  Calculus p4
              03 Calculus p9.pdf  Calculus p9
              02 Calculus p5.pdf  missing  Calculus p5

            """
        #expect(output == group + group + group + """
            Docs/Finals/Integration/01 Calculus p4.pdf\nDocs/Finals/Integration/03 Calculus p9.pdf
            Empty  ID\nNo pages yet\n2
            shed: there is no doc “Finals/None”. “shed doc list” lists them.

            """)
        let shown = try shelf.papers("doc", "show", "Finals/Integration", "--json").json()
        #expect(shown["kind"]?.string == "pageGroup" && shown["pageCount"]?.integer == 2 && shown["pages"]?.array?.count == 3)
        #expect(try shelf.papers("doc", "show", "Finals", "--json").json()["groups"]?.array?.contains(shown) == true)
    }

    @Test func `tags and values are given to all pages that fit, and a group's name alone is asked about`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            exec 2>&1; "$SHED" page add Finals/Series --from Calculus --pages 1 -q; list() { "$SHED" page list "$@" -0 | tr '\\0' '\\n'; }
            "$SHED" tag add hard Finals/Integration --create; echo $?; "$SHED" tag add hard Finals --create; "$SHED" tag add hard Calculus --create; "$SHED" tag list
            "$SHED" tag add hard --in Finals/Integration --create --dry-run | wc -l; "$SHED" tag add hard --in Finals/Integration --create -q; list --tag hard
            "$SHED" var new Score --int -q; "$SHED" var set Score=3 --tag hard -q; "$SHED" var set Score=4 --of Calculus --in Finals/Series; list --var 'Score>=4'
            "$SHED" var unset Score --var Score=3; "$SHED" tag remove hard --in Finals/Series --tag hard; echo $?; "$SHED" tag remove hard --tag hard -q; "$SHED" page list --tag hard; "$SHED" tag show hard --json | grep count | tr -d ' '
            "$SHED" tag new easy --scope page -q; "$SHED" tag add easy Docs/Finals/Integration; for wrong in "" "x --in Finals" "--missing" "--in None" "--tag none"; do "$SHED" tag add easy $wrong > /dev/null 2>&1; echo $?; done
            """)
        let asked = "and the command may mean it or its pages. Write"
        #expect(output == """
            shed: “Finals/Integration” is a page group, \(asked) “Docs/Finals/Integration” for the group itself, --in “Finals/Integration” for its pages.
            2
            shed: “Finals” is a doc, \(asked) “Docs/Finals” for the doc itself, --in “Finals” for its pages.
            shed: “Calculus” is a bundle, \(asked) “Bundles/Calculus” for the bundle itself, --of “Calculus” for its pages.
            3
            Docs/Finals/Integration/01 Calculus p4.pdf\nDocs/Finals/Integration/02 Calculus p5.pdf\nDocs/Finals/Integration/03 Calculus p9.pdf
            set Score = 4: Docs/Finals/Series/01 Calculus p1.pdf
            Docs/Finals/Series/01 Calculus p1.pdf
            unset Score: Docs/Finals/Integration/01 Calculus p4.pdf
            unset Score: Docs/Finals/Integration/02 Calculus p5.pdf
            unset Score: Docs/Finals/Integration/03 Calculus p9.pdf
            no page fits; nothing was changed\n1
            No page fits
            "count":0,
            shed: Docs/Finals/Integration: the tag “easy” is for “page”, and this is a pageGroup [tag-scope]. Nothing was changed. --in “Docs/Finals/Integration” means its pages.
            2\n2\n2\n2\n2

            """)
    }

    @Test func `a line of a list in which a name stands escaped is said to need NUL`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            exec 2>&1; for verb in 'page delete' 'page repoint --page 2' 'doc delete' 'bundle delete'; do printf '%s\\n' 'caf\\xe9' | "$SHED" $verb -; echo $?; done; "$SHED" doc delete 'caf\\xe9'
            """)
        let advice = "Names that are not UTF-8, or hold line ends, stand escaped in a line: such a list needs “-0” on both sides."
        #expect(output.hasPrefix("""
            shed: there is no page “caf\\xe9”. \(advice)
            2
            shed: there is no page “caf\\xe9”. \(advice)
            2
            shed: there is no doc “caf\\xe9”. \(advice)
            2
            shed: there is no bundle “caf\\xe9”. \(advice)
            2
            shed: there is no doc “caf\\xe9”. “shed doc list”
            """), "\(output)")
    }

    @Test func `tags and values ask for no missing pages, and their help does not say so`() throws {
        let output = try Shelf().scenario("""
            for verb in "tag add" "tag remove" "var set" "var unset"; do "$SHED" $verb --help | grep -c -e --missing; "$SHED" $verb --help | grep -c -e '--of'; done; "$SHED" page list --help | grep -c -e '--missing'
            """)
        #expect(output == "0\n2\n0\n2\n0\n2\n0\n2\n2\n")
    }
}
