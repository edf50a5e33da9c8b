import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Links in place of papers` {
    /// The same from the project's root, where words are no paths at first, and from below.
    @Test(arguments: [".", "Docs/Finals"]) func `name bundles, docs, groups and pages`(folder: String) throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            b=$("$SHED" link Bundles/Calculus); o=$("$SHED" link Docs); d=$("$SHED" link Docs/Finals); g=$("$SHED" link Docs/Finals/Integration)
            p=$("$SHED" link "Docs/Finals/Integration/01 Calculus p4.pdf"); cd \(folder)
            same() { one=$("$SHED" $1 --json); other=$("$SHED" $2 --json); test -n "$one" && test "$one" = "$other"; echo "$? $2"; }
            same "bundle show $b" "bundle show Calculus"; same "ocr $b --dry-run" "ocr Calculus --dry-run"
            same "doc show $d" "doc show Finals"; same "doc show $o/Finals" "doc show Finals"; same "doc show $g" "doc show Finals/Integration"
            same "page show $p" "page show Finals/Integration/1"; same "page list --in $d" "page list --in Finals"; same "page list --of $b" "page list --of Calculus"
            """)
        #expect(output == """
            0 bundle show Calculus\n0 ocr Calculus --dry-run\n0 doc show Finals\n0 doc show Finals\n0 doc show Finals/Integration
            0 page show Finals/Integration/1\n0 page list --in Finals\n0 page list --of Calculus

            """)
    }

    @Test func `name where pages go, also a group that is not there yet`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            b=$("$SHED" link Bundles/Calculus); d=$("$SHED" link Docs/Finals); p=$("$SHED" link "Docs/Finals/Integration/01 Calculus p4.pdf")
            "$SHED" page add $d/Series --from $b --pages 1 -q; s=$("$SHED" link Docs/Finals/Series); "$SHED" doc order $d $s -q; "$SHED" page move $p $s -q; ls Docs/Finals "Docs/Finals/01 Series" | grep .
            for wrong in "page add $d --from $b --pages 1" "page add shed:0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3/New --from $b --pages 1" "bundle show $d" "doc show $b"; do "$SHED" $wrong 2> /dev/null; echo $?; done
            """)
        #expect(output == """
            Docs/Finals:\n01 Series\n02 Integration\nDocs/Finals/01 Series:\n01 Calculus p1.pdf\n02 Calculus p4.pdf
            2\n2\n2\n2

            """)
    }
}
