import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Pages that are not where pages are` {
    @Test func `go home with their group where both were dragged away`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            P=Docs/Finals/Integration; mv $P/01* Bundles/; mv $P Bundles/; "$SHED" sync -q > /dev/null; ls Bundles $P; "$SHED" page list --missing -0
            """)
        #expect(output == "Bundles:\nCalculus\n\nDocs/Finals/Integration:\n01 Calculus p4.pdf\n02 Calculus p5.pdf\n03 Calculus p9.pdf\n", "\(output)")
    }

    @Test func `are counted as missing where their group is gone, or they lie in Rejected`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            "$SHED" page add Finals/More --from Calculus --pages 1 -q; P=Docs/Finals; cp -a $P/More ../kept
            echo x > ../x; cp ../x Bundles/x; "$SHED" sync -q > /dev/null; mv $P/More/01* Rejected/; rm -rf $P/Integration; "$SHED" sync -q > /dev/null
            "$SHED" page list --missing; "$SHED" stats --json | grep -o '"missingPages": *[0-9]*'; "$SHED" page move "Rejected/01 Calculus p1.pdf" Finals/More -q; "$SHED" page list --in Finals
            """)
        #expect(output == """
            Docs/Finals/Integration/01 Calculus p4.pdf  missing  Calculus p4
            Docs/Finals/Integration/02 Calculus p5.pdf  missing  Calculus p5
            Docs/Finals/Integration/03 Calculus p9.pdf  missing  Calculus p9
            Rejected/01 Calculus p1.pdf  in no group  Calculus p1
            "missingPages": 4
            Docs/Finals/More/01 Calculus p1.pdf  Calculus p1

            """)
    }
}
