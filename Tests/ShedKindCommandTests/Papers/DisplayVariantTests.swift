import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Without protected copies, what was saved over a display variant cannot be undone.
@Suite(.waitsForPrograms) struct `A display variant that does not count` {
    @Test func `is said wherever it is asked for, until the right one is back`() throws {
        let output = try Shelf.withPapers().exams("""
            printf '[papers]\\nprotect = "none"\\n' > .shed/settings.toml
            """ + "\n" + Shelf.finals + """
            "$SHED" check --select bundle-in-use -q; echo $?; cp ../short.pdf Bundles/Calculus/display.pdf; "$SHED" sync -q > /dev/null; echo $?
            "$SHED" check --select bundle-in-use --format concise | sed 's/ (.*)/ (SIZES)/'; "$SHED" check --select bundle-in-use -q > /dev/null; echo $?
            "$SHED" status | grep -c 'another file than the one that pages are made from'; "$SHED" bundle show Calculus | grep -c 'display.pdf *does not count: It is another file'
            cp ../marked.pdf Bundles/Calculus/display.pdf; "$SHED" sync -q; "$SHED" check --select bundle-in-use -q; echo $?; "$SHED" status | grep -c 'another file'
            """)
        #expect(output == """
            0\n1
            Bundles/Calculus/display.pdf:1:1: error: It is another file than the one that pages are made from (SIZES); “shed sync” takes it in if it has all pages in use, and else puts that one back if there is a protected copy. [PAP009 bundle-in-use]
            1\n1\n1\n0\n0
            1 error, 0 warnings, 0 notes

            """)
    }
}
