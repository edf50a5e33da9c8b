import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// A page shows its bundle as it is now; what its versions saw is kept, and can be taken out.
@Suite(.waitsForPrograms) struct `What a version saw` {
    @Test func `is told, not restored by halves, and taken out`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            G=Finals/Integration; P=Docs/$G; cp ../scan.pdf Bundles/Calculus/display.pdf; "$SHED" sync -q > /dev/null
            "$SHED" page restore $G/1 1; echo $?; "$SHED" page versions $G/1 | grep -o 'of a display.pdf that was replaced since'
            "$SHED" page image $G/1 --version 1 --output ../old.pdf; text ../old.pdf; "$SHED" page image $G/1 --output ../new.pdf -q; text ../new.pdf
            "$SHED" page repoint $G/1 --page 1 -q; "$SHED" page restore $G/1 1; text $P/01*
            "$SHED" page add Finals/More --from Calculus --pages 13 -q; "$SHED" page repoint Finals/More/1 --page 2 -q; "$SHED" bundle attach Calculus ../marked.pdf --as display -q
            "$SHED" page restore Finals/More/1 1; echo $?; "$SHED" page image Finals/More/1 --version 1 --output ../last.pdf -q; text ../last.pdf
            "$SHED" page versions Finals/More/1 --json | grep -c '"replaced": true'; "$SHED" page versions $G/1 --json | grep '"replaced"' | tr -d ' \\n'; echo
            "$SHED" page image $G/1 --version 9 --output ../none.pdf; echo $?; ls ../none.pdf 2> /dev/null; "$SHED" sync
            """)
        #expect(output == """
            1\nof a display.pdf that was replaced since
            wrote the page Docs/Finals/Integration/01 Calculus p4.pdf in version 1 to WORK/old.pdf
            Page 4 \nScan 4\u{20}
            restored Docs/Finals/Integration/01 Calculus p4.pdf: Calculus p4
            Scan 4\u{20}
            1\nScan 13\u{20}
            2\n"replaced":false,"replaced":true,"replaced":true,"replaced":true,"replaced":false,
            2\nNothing changed.
            shed: Docs/Finals/Integration/01 Calculus p4.pdf: version 1 saw page 4 of an older display.pdf of “Calculus”, and the page shows that page of the one of now already. “shed page image Finals/Integration/1 --version 1 --output FILE.pdf” writes what it saw.
            shed: version 1 saw page 4 of an older display.pdf of “Calculus”, and the page shows the one of now. “shed page image Finals/Integration/1 --version 1 --output FILE.pdf” writes what it saw.
            shed: Docs/Finals/More/01 Calculus p2.pdf: version 1 saw page 13 of an older display.pdf of “Calculus”, and the one of now has only 12 pages. “shed page image Finals/More/1 --version 1 --output FILE.pdf” writes what it saw.
            shed: Docs/Finals/Integration/01 Calculus p4.pdf has no version “9”. It has versions 1 to 5; “shed page versions” shows them.

            """)
    }
}
