import ShedTestSupport
import Testing

/// The barrier is the file itself: the script holds it open for writing while shed looks.
@Suite(.serialized) struct `A PDF that is still being written` {
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

    @Test func `is left alone by the daemon too, which takes it in when it is closed`() throws {
        let shelf = try Shelf.withPapers()
        let script = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + `The daemon of all projects`.prelude + Shelf.paperPrelude + writer + """
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
}
