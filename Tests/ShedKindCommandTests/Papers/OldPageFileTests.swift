import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `The file of a page as it was before` {
    @Test func `is a page that shows the same, and makes no bundle`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            P=Docs/Finals/Integration; cp $P/01* ../before.pdf; "$SHED" page repoint Finals/Integration/1 --page 6 -q; cp ../before.pdf "$P/01 Calculus p4.pdf"; "$SHED" sync -q > /dev/null
            ls Bundles; "$SHED" page list; for file in $P/*; do text "$file"; done; "$SHED" page versions Finals/Integration/1 | grep -c created; "$SHED" sync; "$SHED" check -q; echo $?
            cp ../scan.pdf Bundles/Calculus/display.pdf; "$SHED" sync -q > /dev/null; cp ../before.pdf $P/old.pdf; "$SHED" sync -q > /dev/null; ls Bundles; text $P/*"old p1.pdf"
            """)
        #expect(output.hasPrefix("Calculus\n"), "\(output)")
        #expect(output.contains("Calculus p4\n") && output.contains("Calculus p6\n"), "\(output)")
        #expect(output.contains("Page 4 \n") && output.contains("Page 6 \nPage 5 \nPage 9 \n") || output.contains("Page 6 \nPage 4 \nPage 5 \nPage 9 \n"), "\(output)")
        #expect(output.hasSuffix("1\nNothing changed.\n0\nCalculus\nold\nPage 4 \n"), "\(output)")
    }
}
