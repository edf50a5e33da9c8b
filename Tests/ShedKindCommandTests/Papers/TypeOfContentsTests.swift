import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// A folder becomes of another type by where it is moved, and so does what is in it.
@Suite(.waitsForPrograms) struct `What is in a folder that becomes another thing` {
    @Test(arguments: ["mv Own/G1 Docs/New/; \"$SHED\" sync --now -q > /dev/null", "\"$SHED\" mv Own/G1 Docs/New -q; \"$SHED\" sync --now -q > /dev/null"])
    func `is pages where the folder is a page group now`(move: String) throws {
        let output = try Shelf.withPapers().exams("""
            mkdir -p Own Docs/New; "$SHED" sync --now -q > /dev/null; "$SHED" allow Own both -q; mkdir Own/G1; cp ../short.pdf Own/G1/; "$SHED" sync --now -q > /dev/null
            \(move); ls Docs/New/*; "$SHED" page list; "$SHED" check -q
            """)
        #expect(output == """
            01 short p1.pdf
            02 short p2.pdf
            Docs/New/G1/01 short p1.pdf  short p1
            Docs/New/G1/02 short p2.pdf  short p2

            """, "\(output)")
    }

    @Test func `is page groups where the folder is a doc now, which accepts more of them`() throws {
        let output = try Shelf.withPapers().exams("""
            mkdir -p Own/G1; cp ../short.pdf Own/G1/; "$SHED" sync --now -q > /dev/null; mv Rejected/Own Docs/; "$SHED" sync --now -q > /dev/null
            mkdir Docs/Own/G2; "$SHED" sync --now -q; "$SHED" page list; "$SHED" check -q | grep error; ls Docs/Own
            """)
        #expect(output == "Docs/Own/G1/01 short p1.pdf  short p1\nDocs/Own/G1/02 short p2.pdf  short p2\nG1\nG2\n", "\(output)")
    }

    @Test func `is docs where the folder takes the place of the one for docs`() throws {
        let output = try Shelf.withPapers().exams("""
            mkdir Own; "$SHED" sync --now -q; "$SHED" allow Own both -q; mkdir Own/X; "$SHED" sync --now -q; rm -r Docs; "$SHED" sync --now -q
            mv Own Docs; "$SHED" sync --now -q; "$SHED" show --json Docs/X | grep '"kind"'; mkdir Docs/X/G; cp ../short.pdf Docs/X/G/; "$SHED" sync --now -q; "$SHED" page list; "$SHED" check -q
            """)
        #expect(output == """
              "kind": "doc",
            Docs/X/G/01 short p1.pdf  short p1
            Docs/X/G/02 short p2.pdf  short p2

            """, "\(output)")
    }
}
