import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `A text that is not whole` {
    @Test func `is named by find, check and status, and taken again`() throws {
        let output = try Shelf.withPapers().exams("""
            "$SHED" bundle add ../short.pdf --ocr ../short.pdf --name K -q; "$SHED" ocr -q; T=$(ls .shed/text/*.text); cp $T ../whole
            printf x >> $T; "$SHED" find Short; "$SHED" check --select text-out-of-date --format concise; "$SHED" status | grep Text; "$SHED" ocr; cmp $T ../whole && echo whole; "$SHED" check --select text-out-of-date; echo $?
            sed -i s/Short/Shirt/ $T; "$SHED" ocr; cmp $T ../whole && echo whole; "$SHED" find Short -q | wc -l
            """)
        #expect(output.contains("Bundles/K: its text is damaged and was not searched; “shed ocr” takes it again"), "\(output)")
        #expect(output.contains("Bundles/K/ocr.pdf:1:1: ") && output.contains("Its text is damaged, and counts as missing."), "\(output)")
        #expect(output.contains("Text: 1 OCR variant still to be read, 0 done.\nBundles/K: 2 pages, 2 with text\nwhole\n"), "\(output)")
        #expect(output.contains("0\nBundles/K: 2 pages, 2 with text\nwhole\n"), "\(output)")
    }
}
