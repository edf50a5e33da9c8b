import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Pages that shed made anew` {
    @Test func `sync and the log say which pages shed made anew`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            said() { "$SHED" log --limit "$1" | sed 's/^  ..:..  //' | grep -v '^Today'; }
            cp ../scan.pdf Bundles/Calculus/display.pdf; "$SHED" sync | tail -1; said 4; "$SHED" page repoint Finals/Integration/1 --page 6 -q; said 2
            "$SHED" page add Finals/Integration --from Calculus --pages 1-9 -q; cp ../marked.pdf Bundles/Calculus/display.pdf; "$SHED" sync -q > /dev/null; "$SHED" log --limit 30 --json | grep -c 'Its bundle has another display.pdf'
            said 30 | grep -c '^Docs/Finals/Integration: [0-9]* pages were made anew by shed: Its bundle has another display.pdf$'
            """)
        let group = "Docs/Finals/Integration"
        #expect(output == """
            made 3 pages anew, from display.pdf as it is now
            \(group)/03 Calculus p9.pdf was made anew by shed: Its bundle has another display.pdf
            \(group)/02 Calculus p5.pdf was made anew by shed: Its bundle has another display.pdf
            \(group)/01 Calculus p4.pdf was made anew by shed: Its bundle has another display.pdf
            Bundles/Calculus/display.pdf was changed
            \(group)/01 Calculus p4.pdf was renamed by shed to 01 Calculus p6.pdf: It shows another page now
            \(group)/01 Calculus p4.pdf was made anew by shed: It shows another page now
            15\n1

            """)
    }
}
