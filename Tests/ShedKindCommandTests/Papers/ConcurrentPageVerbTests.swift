import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What a number means is asked when the verb has the project for itself.
@Suite(.serialized, .waitsInTurn) struct `Verbs on pages that run at the same time` {
    @Test func `numbers mean the page that stands there when it is edited`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            "$SHED" tag new t -q; for number in 1 2 3 4 5 6 7 8; do
              "$SHED" page repoint Finals/Integration/1 --page $number -q & "$SHED" page repoint Finals/Integration/1 --page 1$((number % 3)) -q &
              "$SHED" tag add t Finals/Integration/1 -q || echo "failed $?"; "$SHED" page move Finals/Integration/1 Finals/Integration --at 1 -q || echo "failed $?"; "$SHED" tag remove t Finals/Integration/1 -q; wait; done
            "$SHED" page delete Finals/Integration/3 -q 2> ../one & "$SHED" page delete Finals/Integration/3 -q 2> ../other; wait; cat ../one ../other; "$SHED" page list | wc -l
            """)
        #expect(output == "shed: there is no page “Finals/Integration/3”. “shed page list” lists them.\n2\n")
    }
}
