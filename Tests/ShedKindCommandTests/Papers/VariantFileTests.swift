import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What general verbs do to the files of a bundle counts at once, and not with the next `sync`.
@Suite(.waitsForPrograms) struct `Variants that general verbs move` {
    private static let prelude = """
        exec 2>&1; "$SHED" bundle add ../marked.pdf --ocr ../scan.pdf --name X -q > ../said 2>&1
        has() { echo $("$SHED" bundle show X | sed -nE 's/^([a-z]*)\\.pdf *([0-9]+|none).*/\\1 \\2/p'); }

        """

    @Test func `are forgotten and known again by rm, mv, restore and undo, and by none of them twice`() throws {
        let output = try Shelf.withPapers().exams(Self.prelude + """
            has; "$SHED" rm Bundles/X/ocr.pdf -q; has; "$SHED" undo -q; has; "$SHED" undo -q; has; "$SHED" restore Trash/ocr.pdf -q; has
            "$SHED" mv Bundles/X/ocr.pdf Bundles/X/other.pdf -q; has; "$SHED" mv Bundles/X/other.pdf Bundles/X/original.pdf -q; has; "$SHED" undo -q; has
            "$SHED" rm Bundles/X/display.pdf -q; has; "$SHED" undo -q; has; "$SHED" sync; "$SHED" bundle show X --json | grep -c '"ocr": null'
            """)
        #expect(output == """
            display 12 ocr 13 original none
            display 12 ocr none original none
            display 12 ocr 13 original none
            display 12 ocr none original none
            display 12 ocr 13 original none
            display 12 ocr none original none
            display 12 ocr none original 13
            display 12 ocr none original none
            display none ocr none original none
            display 12 ocr none original none
            Nothing changed.
            1

            """, "\(output)")
    }

    @Test func `a bundle in use is left whole by undo of what made it, and goes whole once it is not`() throws {
        let output = try Shelf.withPapers().exams(Self.prelude + """
            "$SHED" doc new D -q; "$SHED" page add D/A --from X --pages 1 -q; "$SHED" undo 1; echo $?; ls Bundles/X; ls Trash
            "$SHED" page delete D/A/1 -q; "$SHED" empty-trash --yes -q; "$SHED" page delete --missing --yes -q; "$SHED" undo 1 -q; echo $?; ls Bundles Trash/X
            """)
        #expect(output == """
            shed: Bundles/X was left as it is: Bundles/X: a page is made from it: Docs/D/A/01 X p1.pdf (page 1) [bundle-in-use].
            shed: Once nothing is in the way any more, “shed undo 1” takes back what was left.
            shed: “shed undo --list” lists what there is.
            1
            display.pdf
            ocr.pdf
            0
            Bundles:

            Trash/X:
            display.pdf
            ocr.pdf

            """, "\(output)")
    }

    @Test func `a place that a page does not get is said, since what keeps its name stands before it`() throws {
        let shelf = try Shelf.withPapers()
        try shelf.shellDone("mkdir -p Old/Bundles Old/Docs/F/A; cp short.pdf 'Old/Docs/F/A/01 x.pdf'; cp short.pdf 'Old/Docs/F/A/02 y.pdf'")
        #expect(try shelf.shed("adopt", "Old", "--kind", "papers", "--language", "en", "--yes", "-q").code == 0)
        let output = try shelf.scenario(Shelf.paperPrelude.replacing("cd Exams", with: "cd Old") + """
            exec 2>&1; "$SHED" bundle add ../marked.pdf --name X -q; "$SHED" page add F/A --from X --pages 1-2 -q; "$SHED" page move F/A/4 F/A --at 1; "$SHED" page list --in F/A
            """)
        #expect(output.contains("shed: Docs/F/A/03 X p2.pdf stands at place 3 of Docs/F/A, not at 1: what keeps its name stands before it\n"), "\(output)")
        #expect(output.hasSuffix("Docs/F/A/02 y.pdf  no page yet\nDocs/F/A/03 X p2.pdf  X p2\nDocs/F/A/04 X p1.pdf  X p1\n"), "\(output)")
    }

    @Test func `an adopted bundle without a PDF is no clean project`() throws {
        let shelf = try Shelf.withPapers()
        try shelf.shellDone("mkdir -p Old/Bundles/One Old/Bundles/Two Old/Docs; echo x > Old/Bundles/One/notes.txt")
        #expect(try shelf.shed("adopt", "Old", "--kind", "papers", "--language", "en", "--yes", "-q").code == 0)
        let output = try shelf.scenario(Shelf.paperPrelude.replacing("cd Exams", with: "cd Old") + """
            exec 2>&1; "$SHED" status; "$SHED" check --select missing-display --format concise; cp ../short.pdf Bundles/One/display.pdf; cp ../short.pdf Bundles/Two/display.pdf
            "$SHED" sync -q; "$SHED" status
            """)
        #expect(output == """
            Reports
              Bundles/One: It holds no display.pdf, nor does 1 more bundle. [missing-display]

            No daemon watches this project.
            Bundles/One:1:1: error: It holds no display.pdf. [PAP004 missing-display]
            Bundles/Two:1:1: error: It holds no display.pdf. [PAP004 missing-display]
            2 errors, 0 warnings, 0 notes
            Clean.
            No daemon watches this project.

            """, "\(output)")
    }
}
