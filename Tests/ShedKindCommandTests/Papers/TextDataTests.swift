import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `The text of papers is data` {
    /// Calculus with an OCR variant whose pages 2, 3 and 5 belong to its pages 1, 2 and 4, and Plain without one.
    private static let finals = """
        "$SHED" bundle add ../marked.pdf --ocr ../scan.pdf --name Calculus -q 2> /dev/null; "$SHED" bundle map Calculus --ocr 2-3,-,5 -q
        "$SHED" bundle add ../short.pdf --name Plain -q; "$SHED" doc new Finals -q
        "$SHED" page add Finals/Integration --from Calculus --pages 1,3,4 -q; "$SHED" page add Finals/Series --from Plain --pages 1 -q

        """

    @Test func `is printed for a page and for a bundle, or it is said why there is none`() throws {
        let output = try Shelf.withPapers().exams(Self.finals + """
            "$SHED" page text Finals/Integration/1; echo $?; "$SHED" bundle text Calculus; echo $?; "$SHED" ocr -q 2> /dev/null
            for page in Integration/1 Integration/2 Integration/3 Series/1; do "$SHED" page text Finals/$page; echo $?; done
            "$SHED" bundle text Calculus --pages 2,5-4 | tr '\\f' '#'; "$SHED" bundle text Calculus | tr -dc '\\f' | wc -c; "$SHED" bundle text Calculus --pages 14; echo $?; "$SHED" bundle text Plain; echo $?
            """)
        #expect(output == """
            1\n1\nScan 2\n0\n1\nScan 5\n0\n1\nScan 2\n#Scan 5\n#Scan 4\n#13\n2\n1
            shed: Docs/Finals/Integration/01 Calculus p1.pdf: the text of “Calculus” was not taken yet. “shed ocr” takes it.
            shed: Bundles/Calculus: the text of “Calculus” was not taken yet. “shed ocr” takes it.
            shed: Docs/Finals/Integration/02 Calculus p3.pdf: it has no counterpart in ocr.pdf of “Calculus”. “shed bundle map” says which pages belong together.
            shed: Docs/Finals/Series/01 Plain p1.pdf: “Plain” has no ocr.pdf, and text is taken from nothing else. “shed bundle attach” adds one.
            shed: --pages: there is no page 14; there are 13
            shed: Bundles/Plain: “Plain” has no ocr.pdf, and text is taken from nothing else. “shed bundle attach” adds one.

            """, "\(output)")
    }

    @Test func `stands in JSON with where it comes from`() throws {
        let shelf = try Shelf.withPapers()
        _ = try shelf.exams(Self.finals + "\"$SHED\" ocr -q 2> /dev/null")
        let page = try shelf.papers("page", "text", "Finals/Integration/1", "--json").json()
        #expect(page["number"]?.integer == 1 && page["textNumber"]?.integer == 2 && page["origin"]?.string == "layer")
        #expect(page["text"]?.string == "Scan 2" && page["reason"] == .null && page["bundleName"]?.string == "Calculus")
        let none = try shelf.papers("page", "text", "Finals/Series/1", "--json")
        #expect(none.code == 1)
        #expect(try none.json()["text"] == .null && none.json()["reason"]?.string == "“Plain” has no ocr.pdf, and text is taken from nothing else")
        let bundle = try shelf.papers("bundle", "text", "Calculus", "--pages", "3-4", "--json").json()
        #expect(bundle["engine"] == .null && bundle["reason"] == .null)
        let pages: [[JSONValue?]] = [[2, 3, "Scan 3"], [JSONValue.null, 4, "Scan 4"]]
        #expect(bundle["pages"]?.array?.map { [$0["number"], $0["textNumber"], $0["text"]] } == pages)
        let shown = try shelf.papers("page", "show", "Finals/Integration/3", "--json").json()
        let text: JSONValue = ["textNumber": 5, "origin": "layer", "confidence": nil, "text": "Scan 5"]
        #expect(shown["text"] == text)
        let texts: [JSONValue?] = ["Scan 2", .none, "Scan 5", .none]
        for arguments in [["doc", "show", "Finals", "--json"], ["doc", "export", "Finals", "--format", "json", "--output", "-"]] {
            let value = try shelf.run(arguments.map { Array($0.utf8) }, in: "Exams").json()
            let groups = (value["doc"] ?? value)["groups"]?.array ?? []
            #expect(groups.flatMap { $0["pages"]?.array ?? [] }.map { $0["text"]?["text"] } == texts, "\(arguments)")
        }
        // A list has none.
        #expect(try shelf.papers("page", "list", "--json").json().array?.first?["text"] == nil)
    }

    @Test func `of a doc is written as text and as Markdown, in which nothing is markup`() throws {
        let shelf = try Shelf.withPapers()
        let notes = TestPDF([TestPDF.Page(["# One", "- two *three*", "1. four <b>"]), TestPDF.Page(["Five"])])
        shelf.makeFile("notes.pdf", String(decoding: notes.bytes, as: UTF8.self))
        let output = try shelf.exams("""
            "$SHED" bundle add ../notes.pdf --ocr ../notes.pdf --name Notes -q; "$SHED" bundle add ../short.pdf --name Plain -q; "$SHED" doc new Finals -q
            "$SHED" page add Finals/A --from Notes --pages 2 -q; "$SHED" page add Finals/B_ --from Notes --pages 1 -q; "$SHED" doc export Finals -o ../x.md; echo $?; ls ../x*
            "$SHED" ocr -q 2> /dev/null; "$SHED" doc export Finals -o ../x.md; echo $?; cat ../x.md
            "$SHED" doc export Finals -o ../x.txt -q; tr '\\f' '^' < ../x.txt; "$SHED" doc export Finals --format text | cmp - ../x.txt && echo same
            "$SHED" page add Finals/Plain --from Plain --pages 2 -q; "$SHED" doc export Finals -o ../x.txt --force --json | grep -v '"path": "/'; echo $?; "$SHED" doc export Finals --format md; echo $?
            """)
        #expect(output.hasPrefix("""
            1
            wrote 2 pages of Finals to WORK/x.md
            0
            # Finals

            ## A

            ### Notes p2

            Five

            ## B\\_

            ### Notes p1

            \\# One
            \\- two \\*three\\*
            1\\. four \\<b\\>

            Five\n^# One\n- two *three*\n1. four <b>\n^same
            {
              "format": "text",
              "pages": 2,
              "left": [
                {
                  "path": "Docs/Finals/Plain/01 Plain p2.pdf",
                  "reason": "“Plain” has no ocr.pdf, and text is taken from nothing else"
                }
              ]
            }
            0
            # Finals

            """), "\(output)")
        #expect(output.contains("\n\n1\nshed: no page of Docs/Finals has text: Docs/Finals/A/01 Notes p2.pdf (the text of “Notes” was not taken yet), "), "\(output)")
        #expect(output.hasSuffix("shed: Docs/Finals/Plain/01 Plain p2.pdf was left out: “Plain” has no ocr.pdf, and text is taken from nothing else\n"), "\(output)")
    }

    @Test func `is all that a bundle with an OCR variant alone has, and it is found`() throws {
        let output = try Shelf.withPapers().exams("""
            "$SHED" bundle add --ocr ../scan.pdf --dry-run; "$SHED" bundle add --ocr ../scan.pdf; "$SHED" bundle add --ocr ../short.pdf --name Notes -q; mkdir Bundles/By\\ hand; cp ../exam.pdf Bundles/By\\ hand/ocr.pdf; "$SHED" sync -q; echo $?
            "$SHED" bundle list; "$SHED" ocr -q; echo $?; "$SHED" find 'scan 12'; "$SHED" find 'exam 3' --json | grep -o '"number": [a-z]*'; "$SHED" bundle text Notes --pages 2; "$SHED" check --select missing-display; echo $?
            "$SHED" doc new Finals -q; "$SHED" page add Finals/A --from scan --pages 1; echo $?; "$SHED" bundle attach scan ../marked.pdf --as display -q 2> /dev/null; "$SHED" page add Finals/A --from scan --pages 1 -q; "$SHED" page text Finals/A/1
            "$SHED" bundle add; echo $?; rm Bundles/Notes/ocr.pdf; "$SHED" sync -q; "$SHED" check --select missing-display --format concise; echo $?
            """)
        #expect(output.hasPrefix("""
            would have made Bundles/scan with 13 pages in ocr.pdf alone
            made Bundles/scan with 13 pages in ocr.pdf alone
            0
            By hand  no display.pdf, ocr
            Notes  no display.pdf, ocr
            scan  no display.pdf, ocr
            0
            Bundles/scan/
              page 12 of ocr.pdf: «Scan 12»
            "number": null
            Short 2
            \u{c}
            """), "\(output)")
        #expect(output.contains("1\nScan 1\n2\n"), "\(output)")
        #expect(output.contains("Bundles/Notes:"), "\(output)")
    }
}
