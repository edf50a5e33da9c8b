import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// The barrier is the file itself: the script holds it open for writing while shed looks.
@Suite(.serialized, .waitsInTurn) struct `A PDF that is still being written` {
    private let waiting = "A program has it open for writing and may not be done; it is looked into when it is closed. [waiting-pdf]"

    /// Begins a file with the first half of a PDF and keeps it open; ends it with the rest.
    private let writer = """
        begin_pdf() { exec 3> "$1"; head -c 800 ../short.pdf >&3; }; end_pdf() { tail -c +801 ../short.pdf >&3; exec 3>&-; }

        """

    @Test func `waits until its writer closes it`() throws {
        let output = try Shelf.withPapers().exams(writer + """
            begin_pdf Bundles/Slow.pdf; "$SHED" sync; echo $?; end_pdf; "$SHED" sync; echo $?
            begin_pdf Bundles/Slow/display.pdf; "$SHED" sync -q; echo $?; end_pdf; "$SHED" sync; echo $?; "$SHED" bundle list
            begin_pdf Bundles/Broken.pdf; exec 3>&-; "$SHED" sync -q > ../said; echo $?; begin_pdf Bundles/Open.pdf; "$SHED" sync --now -q > ../said; echo $?; ls . Bundles Rejected
            """)
        #expect(output == """
            Bundles/Slow.pdf: \(waiting)\n1\nadded    Bundles/Slow.pdf\nadded    Bundles/Slow/\nmoved    Bundles/Slow.pdf → Bundles/Slow/display.pdf\n0
            Bundles/Slow/display.pdf: \(waiting)\n1\nmodified Bundles/Slow/display.pdf\n0\nSlow  2 pages
            1\n1\n.:\nBundles\nDocs\nRejected\nTrash\n\nBundles:\nSlow\n\nRejected:\nBroken.pdf\nOpen.pdf

            """)
    }

    @Test func `waits for its end where it is written piece by piece, and closed each time`() throws {
        let shelf = try Shelf.withPapers()
        let script = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Shelf.daemonPrelude + Shelf.paperPrelude + """
            # What is waited for is quiet, and the long quiet leaves time for the next piece.
            printf 'quiet = 4\n' > .shed/settings.toml; mkdir -p Docs/Finals/Sets; "$SHED" sync -q
            begin "$SHED" watch --json
            head -c 800 ../short.pdf > Bundles/Slow.pdf; dd if=../exam.pdf of=Docs/Finals/Sets/Exam.pdf bs=900 count=1 2> /dev/null
            await 'grep -q "Slow.pdf.*Its end is missing" "$T/log"'; await 'grep -q "Exam.pdf.*Its end is missing" "$T/log"'
            "$SHED" status | grep 'Its end'; ls . Bundles
            tail -c +801 ../short.pdf >> Bundles/Slow.pdf; dd if=../exam.pdf bs=900 skip=1 oflag=append conv=notrunc of=Docs/Finals/Sets/Exam.pdf 2> /dev/null
            await 'test -e Bundles/Slow/display.pdf'; await 'test -e Bundles/Exam/display.pdf'; "$SHED" sync
            cmp Bundles/Slow/display.pdf ../short.pdf && cmp Bundles/Exam/display.pdf ../exam.pdf && echo whole; ls . Bundles; ls Docs/Finals/Sets | wc -l
            end
            """
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8)], input: nil, in: shelf.work)
        #expect(result.err == "")
        let waits = "Its end is missing, and the rest may be on its way; it is looked into when nothing has come to it for a while, and by “shed sync” at once. [waiting-pdf]"
        #expect(result.text == """
              Bundles/Slow.pdf: \(waits)\n  Docs/Finals/Sets/Exam.pdf: \(waits)\n.:\nBundles\nDocs\nTrash\n\nBundles:\nSlow.pdf
            Nothing changed.\nwhole\n.:\nBundles\nDocs\nTrash\n\nBundles:\nExam\nSlow\n10\nended 0

            """)
    }

    @Test func `is left alone by the daemon too, which takes it in when it is closed`() throws {
        let shelf = try Shelf.withPapers()
        let script = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Shelf.daemonPrelude + Shelf.paperPrelude + writer + """
            begin "$SHED" watch --json
            begin_pdf Bundles/Slow.pdf; "$SHED" sync; echo $?; ls . Bundles; end_pdf; await 'test -e Bundles/Slow/display.pdf'; "$SHED" sync; ls . Bundles
            end
            """
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8)], input: nil, in: shelf.work)
        #expect(result.err == "")
        #expect(result.text == """
            Bundles/Slow.pdf: \(waiting)\n1\n.:\nBundles\nDocs\nTrash\n\nBundles:\nSlow.pdf
            Nothing changed.\n.:\nBundles\nDocs\nTrash\n\nBundles:\nSlow\nended 0

            """)
    }

    @Test func `waits in a page group also where it is sound, since its first page takes its place`() throws {
        let output = try Shelf.withPapers().exams("""
            mkdir -p Docs/Finals/Sets; "$SHED" sync -q; cp ../short.pdf Docs/Finals/Sets/Slow.pdf; exec 3>>Docs/Finals/Sets/Slow.pdf; "$SHED" sync -q; echo $?; ls Bundles Docs/Finals/Sets
            exec 3>&-; "$SHED" sync -q; echo $?; ls Docs/Finals/Sets | wc -l
            cp ../exam.pdf Docs/Finals/Sets/Open.pdf; exec 3>>Docs/Finals/Sets/Open.pdf; "$SHED" sync --now -q; echo $?; ls Bundles
            """)
        #expect(output == """
            Docs/Finals/Sets/Slow.pdf: \(waiting)\n1\nBundles:\n\nDocs/Finals/Sets:\nSlow.pdf
            0\n2\n0\nOpen\nSlow

            """)
    }

    /// The journal of what was begun gives no right to replace it.
    @Test func `waits also where shed was killed before its first page took its place, and it was opened then`() throws {
        let output = try Shelf.withPapers().exams("""
            "$SHED" bundle add ../short.pdf --name Slow -q; mkdir -p Docs/Finals/Sets; "$SHED" sync -q; cp ../short.pdf Docs/Finals/Sets/Slow.pdf
            SHED_INTERRUPT_AT=sealed "$SHED" sync -q > ../said 2>&1; echo $?; exec 3>>'Docs/Finals/Sets/01 Slow p1.pdf'
            "$SHED" sync -q | grep -c 'has it open for writing'; ls Docs/Finals/Sets; cmp ../short.pdf Docs/Finals/Sets/*p1.pdf && echo same
            exec 3>&-; "$SHED" sync -q; ls Bundles Docs/Finals/Sets
            """)
        #expect(output == """
            137\n1\n01 Slow p1.pdf\nsame
            Bundles:\nSlow\n\nDocs/Finals/Sets:\n01 Slow p1.pdf\n02 Slow p2.pdf

            """)
    }
}
