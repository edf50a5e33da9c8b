import ShedModel
import ShedTestSupport
import Testing

@Suite struct `An export without pages` {
    @Test func `an export without any page names those that were left out, and why`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            "$SHED" doc new Empty -q; "$SHED" doc export Finals --variant ocr --output ../x.pdf; echo $?; "$SHED" doc export Empty --output ../x.pdf; echo $?; ls ../x.pdf 2> /dev/null
            """)
        let pages = ["01 Calculus p4", "02 Calculus p5", "03 Calculus p9"].map { "Docs/Finals/Integration/\($0).pdf (“Calculus” has no ocr.pdf)" }.joined(separator: ", ")
        #expect(output == """
            1\n1
            shed: no page of Docs/Finals can be taken as ocr.pdf has it: \(pages). “shed bundle attach” adds a variant to a bundle.
            shed: Docs/Empty has no pages. “shed page add” makes some.

            """)
    }
}
