import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Annotations of papers` {
    /// A shelf with notes.pdf, whose first page has a note of two lines, a highlight without words and a link.
    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withPapers()
        let note = "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(Wrong sign\\nin line 3)/T<FEFF0041202E>>>"
        let rest = "<</Type/Annot/Subtype/Highlight/Rect[0 0 9 9]>> <</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Contents(nothing)>>"
        let pdf = TestPDF([TestPDF.Page(["One"], entries: "/Annots[\(note) \(rest)]"), TestPDF.Page(["Two"])])
        shelf.makeFile("notes.pdf", String(decoding: pdf.bytes, as: UTF8.self))
        return shelf
    }

    @Test func `are listed with the page, and are those of the display variant that it has now`() throws {
        let shelf = try shelf()
        let output = try shelf.exams("""
            "$SHED" bundle add ../notes.pdf --name Notes -q; "$SHED" doc new Finals -q; "$SHED" page add Finals/A --from Notes --pages 1-2 -q
            "$SHED" page show Finals/A/1 | grep -A1 annotation | grep -v ^version; "$SHED" page show Finals/A/2 | grep -c annotation
            "$SHED" page show Finals/A/1 --json | tr -d '\\n' | tr -s ' ' | grep -o '"annotations".*"state"'
            "$SHED" bundle attach Notes ../marked.pdf --as display -q; "$SHED" page show Finals/A/1 --json | grep annotations
            PATH=/nowhere "$SHED" page show Finals/A/1 --json 2> ../said | grep annotations; grep -c 'annotations could not be read' ../said
            """)
        #expect(output == """
            annotation    Text by A\\u{202e}: Wrong sign
                          in line 3
            annotation    Highlight
            0
            "annotations": [ { "sort": "Text", "author": "A\\u202e", "text": "Wrong sign\\nin line 3" }, { "sort": "Highlight", "author": null, "text": "" } ], "state"
              "annotations": [],
              "annotations": null,
            1

            """, "\(output)")
    }

    @Test func `are read once, and what is written in them is found on their page`() throws {
        let output = try shelf().exams("""
            "$SHED" bundle add ../notes.pdf --name Notes -q; "$SHED" bundle add ../short.pdf --ocr ../short.pdf --name Short -q; "$SHED" doc new Finals -q; "$SHED" page add Finals/A --from Notes --pages 1-2 -q
            "$SHED" find 'wrong sign'; echo $?; "$SHED" ocr Notes --dry-run; "$SHED" ocr; echo $?; "$SHED" ocr; ls .shed/text | grep -c annotations
            "$SHED" find 'WRONG sign'; "$SHED" find --text 'sign in' --json | tr -d '\\n' | tr -s ' ' | grep -o '"number".*' | ids; "$SHED" find nothing; echo $?
            "$SHED" find sign --in Bundles -0 | tr '\\0' '\\n'; "$SHED" page delete Finals/A/1 -q; "$SHED" find sign
            "$SHED" page text Finals/A/2 --json 2> /dev/null | grep annotations
            """)
        #expect(output.hasPrefix("""
            1
            would have read the annotations of 1 bundle
            Bundles/Notes: 1 annotation
            Bundles/Short: 2 pages, 2 with text
            0
            All text is there.
            2
            Docs/Finals/A/01 Notes p1.pdf
              Notes, page 1, annotation by A\\u{202e}: «Wrong sign» in line 3
            "number": 1, "textNumber": null, "pages": [ { "id": "ID", "path": "Docs/Finals/A/01 Notes p1.pdf" } ], "text": "Wrong sign in line 3", "annotation": { "sort": "Text", "author": "A\\u202e" } }]
            1
            Docs/Finals/A/01 Notes p1.pdf
            Bundles/Notes/
              page 1, annotation by A\\u{202e}: Wrong «sign» in line 3
              "annotations": []
            """), "\(output)")
    }

    @Test func `that an earlier shed did not read, or that are damaged, are named and read again`() throws {
        let output = try shelf().exams("""
            "$SHED" bundle add ../notes.pdf --ocr ../short.pdf --name Notes -q; "$SHED" ocr -q; A=$(ls .shed/text/*.annotations); cp $A ../whole; rm $A
            "$SHED" check --select text-out-of-date --format concise; "$SHED" ocr --json | grep -e state -e '"annotations"'; cmp $A ../whole && echo whole
            printf x >> $A; "$SHED" find sign; echo $?; "$SHED" repair --dry-run; "$SHED" repair --yes -q; test -e $A || echo forgotten; "$SHED" ocr; cmp $A ../whole && echo whole
            printf x >> $A; "$SHED" ocr -q; cmp $A ../whole && echo whole; rm $A; ln -s ../../../whole $A; "$SHED" find sign; "$SHED" ocr -q; test -L $A || cmp $A ../whole && echo whole
            "$SHED" bundle delete Notes -q; "$SHED" empty-trash --yes -q; "$SHED" repair --prune --yes -q; ls .shed/text | wc -l
            """)
        #expect(output.contains("Bundles/Notes/display.pdf:1:1: "), "\(output)")
        #expect(output.contains("Its annotations were not read yet, so they are not found."), "\(output)")
        #expect(output.contains("""
                "state": "kept",
                "annotations": 1
            whole
            1
            """), "\(output)")
        #expect(output.contains("to repair  Bundles/Notes: What is kept of the annotations of its display.pdf is damaged. It is forgotten, and “shed ocr” reads them again."), "\(output)")
        #expect(output.contains("forgotten\nBundles/Notes: 1 annotation\nAll text is there.\nwhole\nwhole\nwhole\n0\n"), "\(output)")
        #expect(output.contains("shed: Bundles/Notes: its annotations are damaged and were not searched; “shed ocr” reads them again.\n"), "\(output)")
    }
}
