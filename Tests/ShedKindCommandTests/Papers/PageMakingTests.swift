import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `The files of pages that are made` {
    @Test func `one page may occur twice in a new group as well`() throws {
        let output = try Shelf.withPapers().exams("""
            "$SHED" bundle add ../short.pdf -q; "$SHED" doc new Finals -q
            "$SHED" page add Finals/New --from short --pages 1,1 -q; echo $?; "$SHED" page add Finals/New --from short --pages 1-2,1-2 -q; echo $?; ls Docs/Finals/New
            cmp Docs/Finals/New/01* Docs/Finals/New/05* && "$SHED" sync && "$SHED" check
            """)
        #expect(output == """
            0\n0\n01 short p1.pdf\n02 short p1.pdf\n03 short p1.pdf\n04 short p2.pdf\n05 short p1.pdf\n06 short p2.pdf
            Nothing changed.\nNothing found.

            """)
    }

    @Test func `control characters of a bundle's name are spaces in theirs`() throws {
        let output = try Shelf.withPapers().exams("""
            cp ../short.pdf "$(printf 'Bundles/two\\nlines\\342\\200\\250more.pdf')"; "$SHED" sync -q; "$SHED" doc new Finals -q
            "$SHED" page add Finals/A --from "$(printf 'two\\nlines\\342\\200\\250more')" --pages 1 -q; "$SHED" page repoint Finals/A/1 --page 2 -q; ls Docs/Finals/A
            """)
        #expect(output == "01 two lines more p2.pdf\n")
    }

    @Test func `a page that is not there is said of the bundle, not of the limit`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            "$SHED" bundle add ../short.pdf -q; "$SHED" page add Finals/Short --from short --pages 1 -q
            for wrong in 0 13 9999; do "$SHED" page repoint Finals/Integration/1 --page $wrong; echo $?; done; "$SHED" page repoint --in Finals --page 3; echo $?
            """)
        #expect(output == """
            2\n2\n2\n2
            shed: --page: there is no page 0; there are 12
            shed: --page: there is no page 13; there are 12
            shed: --page: there is no page 9999; there are 12
            shed: Docs/Finals/Short/01 short p1.pdf: “short” has no page 3. It has 2 pages.

            """)
    }

    @Test func `the numbers of pages that are made together have one width`() throws {
        let shelf = try Shelf.withPapers()
        shelf.makePDF("long.pdf", 101, "Long")
        let output = try shelf.exams("""
            "$SHED" bundle add ../long.pdf ../short.pdf -q; "$SHED" doc new Finals -q; "$SHED" page add Finals/A --from long --pages 1- -q
            "$SHED" page repoint Finals/A/1 --page 3 -q; cp ../long.pdf Docs/Finals/; mkdir Docs/Finals/B; mv Docs/Finals/long.pdf Docs/Finals/B/; "$SHED" sync -q
            for group in A B; do ls Docs/Finals/$group | sed -n '1,2p;99,$p'; done
            "$SHED" page add Finals/C --from short --pages 1,2 -q; ls Docs/Finals/C
            """)
        let rest = "002 long p2.pdf\n099 long p99.pdf\n100 long p100.pdf\n101 long p101.pdf\n"
        #expect(output == "001 long p3.pdf\n\(rest)001 long p1.pdf\n\(rest)01 short p1.pdf\n02 short p2.pdf\n")
    }
}
