import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `A name that is a doc's` {
    /// A doc Finals with the groups A and B, and in the doc Other a group Finals with two pages.
    private let docs = """
        "$SHED" bundle add ../short.pdf -q; for doc in Finals Other; do "$SHED" doc new $doc -q; done
        for group in Finals/A Finals/B Other/Finals; do "$SHED" page add $group --from short --pages 1-2 -q; done

        """

    @Test func `means the doc also where another doc has a group of that name`() throws {
        let output = try Shelf.withPapers().exams(docs + """
            "$SHED" doc order Finals 2>&1; "$SHED" doc order Finals B -q; find Docs/*/* | sort
            for verb in "page add Finals --from short --pages 1" "page move Other/Finals/1 Finals" "page show Finals/2" "page delete Finals/2 --yes" "tag add x Finals/2 --create"; do "$SHED" $verb; echo $?; done
            (cd Docs; "$SHED" page add Finals --from short --pages 1 2> /dev/null; echo $?); "$SHED" doc order A 2; "$SHED" page list --in Finals -0 | tr '\\0' '\\n' | wc -l; find Docs -type f | wc -l
            """)
        #expect(output == """
            renamed Docs/Finals/A to Docs/Finals/01 A\nrenamed Docs/Finals/B to Docs/Finals/02 B
            Docs/Finals/01 B\nDocs/Finals/01 B/01 short p1.pdf\nDocs/Finals/01 B/02 short p2.pdf
            Docs/Finals/02 A\nDocs/Finals/02 A/01 short p1.pdf\nDocs/Finals/02 A/02 short p2.pdf
            Docs/Other/Finals\nDocs/Other/Finals/01 short p1.pdf\nDocs/Other/Finals/02 short p2.pdf
            2\n2\n2\n2\n2\n2
            renamed Docs/Finals/02 A/02 short p2.pdf to Docs/Finals/02 A/01 short p2.pdf
            renamed Docs/Finals/02 A/01 short p1.pdf to Docs/Finals/02 A/02 short p1.pdf
            4\n6
            shed: “Finals” is a doc, and a page group is needed. Name a group as DOC/GROUP; for example Finals/01 B; it is made if it is not there.
            shed: “Finals” is a doc, and a page group is needed. Name a group as DOC/GROUP; for example Finals/01 B; it is made if it is not there.
            shed: there is no page “Finals/2”. “shed page list” lists them.
            shed: there is no page “Finals/2”. “shed page list” lists them.
            shed: Finals/2: there is no such file or folder in this project. “shed tree” shows what there is.

            """)
    }
}
