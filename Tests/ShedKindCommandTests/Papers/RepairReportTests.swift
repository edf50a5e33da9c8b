import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `The report of a repair` {
    @Test func `names the bundle that came back before it looked`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            rm -rf Bundles/Calculus; "$SHED" repair --yes; echo $?; ls Bundles/Calculus; "$SHED" repair --yes
            """)
        #expect(output == """
            repaired  Bundles/Calculus/display.pdf: This bundle is not there, and pages are made from it. It is put back from the protected copies: display.pdf.
            0\ndisplay.pdf\nEverything is whole.

            """)
    }
}
