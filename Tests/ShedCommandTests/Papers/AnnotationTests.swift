import ShedModel
import ShedTestSupport
import Testing

@Suite struct `Annotations of papers` {
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
            "annotations": [ { "sort": "Text", "author": "A\u{202e}", "text": "Wrong sign\\nin line 3" }, { "sort": "Highlight", "author": null, "text": "" } ], "state"
              "annotations": [],
              "annotations": null,
            1

            """, "\(output)")
    }
}
