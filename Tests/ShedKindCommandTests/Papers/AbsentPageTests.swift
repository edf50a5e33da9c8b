import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Pages that are missing with the folders that they were in: what is said of them, and how they are found.
@Suite(.waitsForPrograms) struct `Pages that are missing with their group` {
    @Test func `repair says that they are, and what helps, and makes them anew when the folder is there`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            "$SHED" repair; rm -r Docs/Finals/Integration; "$SHED" sync -q; "$SHED" repair; echo $?; "$SHED" repair --dry-run | tail -1 | cut -c1-60
            mkdir Docs/Finals/Integration; "$SHED" repair --yes -q; echo $?; ls Docs/Finals/Integration; "$SHED" repair
            rm "Docs/Finals/Integration/02 Calculus p5.pdf"; "$SHED" sync -q; "$SHED" repair --dry-run
            """)
        #expect(output == """
            Everything is whole.
            Everything that is there is whole.
            3 pages are missing with their page group (Docs/Finals/Integration); “shed page list --missing” lists them. Make the folder again, and “shed repair” makes the pages anew; “shed page delete” gives them up.
            0
            3 pages are missing with their page group (Docs/Finals/Integ
            0
            01 Calculus p4.pdf
            02 Calculus p5.pdf
            03 Calculus p9.pdf
            Everything is whole.
            to repair  Docs/Finals/Integration/02 Calculus p5.pdf: Its file is missing. It is made anew from its bundle.

            """, "\(output)")
    }

    @Test func `are listed by the doc and the group that they were in`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            "$SHED" page add Finals/Series --from Calculus --pages 1-2 -q; rm Docs/Finals/Series/01*; rm -r Docs/Finals/Integration; "$SHED" sync -q
            list() { "$SHED" page list --missing "$@" -0 | tr '\\0' '\\n'; echo "$?"; }
            list --in Finals/Series; list --in Finals/Integration; list --in Docs/Finals/Integration | wc -l; list --in Finals | wc -l; list --in Finals/Nothing; "$SHED" page list --in Finals/Integration; echo $?
            rm -r Docs/Finals; "$SHED" sync -q; list --in Finals | wc -l; list --in finals/series | wc -l; "$SHED" page delete --missing --in Finals/Integration --yes -q; list | wc -l
            """)
        #expect(output.hasPrefix("""
            Docs/Finals/Series/01 Calculus p1.pdf
            0
            Docs/Finals/Integration/01 Calculus p4.pdf
            Docs/Finals/Integration/02 Calculus p5.pdf
            Docs/Finals/Integration/03 Calculus p9.pdf
            0
            4
            5
            0
            2
            6
            3
            3

            """), "\(output)")
        #expect(output.contains("there is no doc “Finals/Nothing”") && output.contains("there is no doc “Finals/Integration”"), "\(output)")
    }
}
