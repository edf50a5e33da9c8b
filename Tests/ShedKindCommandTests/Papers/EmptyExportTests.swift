import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `An export without pages` {
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

    @Test func `what is made is what the file's name says, and never stands in the project`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            try() { "$SHED" "$@" 2>&1 | sed 's/ (.*//'; ls ../x* ../finals* 2> /dev/null; rm -f ../x* ../finals*; }
            for name in x.docx x.json; do try doc export Finals -o ../$name --format pdf -q; try doc export Finals -o ../$name -q; done
            try doc export Finals -o ../finals -q; try doc sheet Finals -o ../x.jpg; try page image Finals/Integration/1 -o ../x.jpg
            try page image Finals/Integration/1 -o ../x.pdf --format png; try page image Finals/Integration/1 -o ../x -q
            for verb in "doc export Finals" "doc sheet Finals" "page image Finals/Integration/1"; do "$SHED" $verb -o Docs/x.pdf 2> /dev/null; echo $?; done
            "$SHED" stats --svg ../x.png; echo $?; ls ../x* 2> /dev/null
            """)
        #expect(output == """
            ../x.docx
            shed: “x.docx” says no format. End the name in .pdf, .json, .txt or .md, or say which with --format.
            shed: “x.json” says json, and --format pdf. End the name in .pdf, or leave --format out.
            ../x.json
            ../finals
            shed: “x.jpg” says no format. End the name in .pdf or .png, or say which with --format.
            shed: “x.jpg” says no format. End the name in .png or .pdf, or say which with --format.
            shed: “x.pdf” says pdf, and --format png. End the name in .png, or leave --format out.
            ../x
            2
            2
            2
            2
            shed: “x.png” says no format. End the name in .svg.

            """)
    }
}
