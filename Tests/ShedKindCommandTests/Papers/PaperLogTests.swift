import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What the log says of what shed did about papers by itself.
@Suite(.waitsForPrograms) struct `The log of a papers project` {
    @Test func `the log says what shed renamed and moved by itself`() throws {
        let shelf = try Shelf.withPapers()
        let output = try shelf.exams(Shelf.finals + """
            said() { "$SHED" log --limit "$1" | sed 's/^  ..:..  //' | grep -v '^Today'; }
            "$SHED" page move Finals/Integration/3 Finals/Integration --at 1 -q; said 3
            "$SHED" page repoint Finals/Integration/1 --page 12 -q; said 1
            "$SHED" page move Finals/Integration/2 Finals/Other -q; said 2
            P=Docs/Finals/Integration; mv $P/01* $P/'03 Calculus p12.pdf'; "$SHED" sync -q; said 3
            mv Bundles/Calculus Trash/; "$SHED" sync -q; said 2
            cp ../short.pdf Bundles/; "$SHED" sync -q; said 3
            "$SHED" log --json --limit 50 | grep -c '"message": "It was numbered anew."'
            """)
        #expect(output == """
            Docs/Finals/Integration/02 Calculus p5.pdf was renamed by shed to 03 Calculus p5.pdf: It was numbered anew
            Docs/Finals/Integration/01 Calculus p4.pdf was renamed by shed to 02 Calculus p4.pdf: It was numbered anew
            Docs/Finals/Integration/03 Calculus p9.pdf was renamed by shed to 01 Calculus p9.pdf: It was numbered anew
            Docs/Finals/Integration/01 Calculus p9.pdf was renamed by shed to 01 Calculus p12.pdf: It shows another page now
            you moved Docs/Finals/Integration/02 Calculus p4.pdf to Docs/Finals/Other/01 Calculus p4.pdf
            a new folder: Docs/Finals/Other
            Docs/Finals/Integration/03 Calculus p12.pdf was renamed by shed to 02 Calculus p12.pdf: It was numbered anew
            Docs/Finals/Integration/03 Calculus p5.pdf was renamed by shed to 01 Calculus p5.pdf: It was numbered anew
            you renamed Docs/Finals/Integration/01 Calculus p12.pdf to 03 Calculus p12.pdf
            put back Trash/Calculus → Bundles/Calculus: Pages are made from it. [bundle-in-use]
            Trash/Calculus was moved by shed to Bundles/Calculus: Pages are made from it
            you moved Calculus from Bundles to Trash
            Bundles/short.pdf was moved by shed to Bundles/short/display.pdf: It became a bundle
            a new folder: Bundles/short
            a new file: Bundles/short.pdf
            5

            """)
    }

    @Test func `the log says of what came back what it was, why, and where the newcomer went`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            said() { "$SHED" log --limit "$1" | sed 's/^  ..:..  //' | grep -v '^Today'; }
            rm Bundles/Calculus/display.pdf; "$SHED" sync -q > /dev/null; said 2; echo; cp ../short.pdf Bundles/Calculus/display.pdf; "$SHED" sync -q > /dev/null; said 3; echo
            P=Docs/Finals/Integration/01*; chmod u+w $P; echo x | tee -a $P > /dev/null; "$SHED" sync -q > /dev/null; said 2; echo; rm -r Bundles/Calculus; "$SHED" sync -q > /dev/null; said 3
            """)
        #expect(output == """
            Bundles/Calculus/display.pdf was put back: Pages are made from it
            display.pdf is gone from Bundles/Calculus

            Bundles/Calculus/display.pdf was put back: It came from the protected copy; what stood there is in Rejected/display.pdf
            Bundles/Calculus/display.pdf was rejected: It has 2 pages, and Docs/Finals/Integration/01 Calculus p4.pdf shows page 4; it is in Rejected/display.pdf
            Bundles/Calculus/display.pdf was changed

            Docs/Finals/Integration/01 Calculus p4.pdf was rejected: It is made from page 4 of its bundle, and was made anew; it is in Rejected/01 Calculus p4.pdf
            Docs/Finals/Integration/01 Calculus p4.pdf was changed

            Bundles/Calculus was put back: Pages are made from it. It came from the protected copy
            display.pdf is gone from Bundles/Calculus
            Calculus is gone from Bundles

            """)
    }

    @Test func `many new numbers are one line of the log for people, and each is there for programs`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            for n in 1 2 3 4 5; do cp ../short.pdf "Docs/Finals/Integration/0$n short$n.pdf"; done; "$SHED" sync -q
            # Where a minute ends between the renames, they are more lines, or fewer are one.
            lines() { "$SHED" log --limit 500 "$@" | sed 's/^  ..:..  //' | grep 'numbered anew'; }
            lines > ../told; grep -q '^Docs/Finals/Integration: [0-9]* pages were numbered anew by shed: [0-9]* to [0-9]*$' ../told && echo one; [ $(wc -l < ../told) -le 7 ] && echo few
            lines -v | wc -l; "$SHED" log --limit 500 --json | grep -c '"message": "It was numbered anew."'; lines "Docs/Finals/Integration/09 Calculus p9.pdf"; "$SHED" log --limit 3 | grep -c :
            """)
        let renamed = "Docs/Finals/Integration/03 Calculus p9.pdf was renamed by shed to 09 Calculus p9.pdf: It was numbered anew\n"
        #expect(output == "one\nfew\n11\n11\n\(renamed)3\n")
    }
}
