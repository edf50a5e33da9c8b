import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Page mappings of bundles` {
    @Test func `one page is one page`() throws {
        let output = try Shelf.withPapers().exams("""
            qpdf ../short.pdf --pages . 1 -- ../one.pdf; "$SHED" bundle add ../one.pdf --ocr ../short.pdf --name A; "$SHED" bundle add ../short.pdf --ocr ../one.pdf --name B; "$SHED" bundle map A --ocr 1,2
            """)
        #expect(output == """
            made Bundles/A with 1 page\nmade Bundles/B with 2 pages\nmapped Bundles/A\n  --ocr 1-2
            shed: Bundles/A: ocr.pdf has 2 pages and display.pdf 1, and no mapping says which belong together.
            shed: Bundles/B: ocr.pdf has 1 page and display.pdf 2, and no mapping says which belong together.
            shed: Bundles/A: The mapping of ocr.pdf has 2 entries for 1 page.

            """)
    }

    /// Seed 004, PDFBundle, rule 5: “user-defined mapping”: one page of a scan may be two of the display variant.
    @Test func `a mapping may name one page for two`() throws {
        let output = try Shelf.withPapers().exams("""
            "$SHED" bundle add ../short.pdf --ocr ../scan.pdf --name A -q 2> /dev/null; "$SHED" bundle map A --ocr 3,3; echo $?; "$SHED" check --select page-counts-differ,page-out-of-range; echo $?
            """)
        #expect(output.hasPrefix("mapped Bundles/A\n  --ocr 3,3\n0\n"), "\(output)")
        #expect(output.contains("\n0\n") && !output.contains("page-counts-differ]"), "\(output)")
    }
}
