import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Options of every verb` {
    @Test func `may stand before a verb that has verbs in it`() throws {
        let output = try Shelf.withPapers().exams("""
            "$SHED" bundle add ../short.pdf -q; "$SHED" doc new Finals -q; "$SHED" page add Finals/A --from short --pages 1 -q; cd ..
            for verb in "bundle list" "doc list" "page list" "tag list" "taggroup list" "var list"; do
              "$SHED" -C Exams --json $verb > before; echo $?; "$SHED" $verb -C Exams --json | cmp - before; done
            for verb in bundle doc page collection record service; do "$SHED" --json --color never $verb > before; echo $?; "$SHED" $verb | cmp - before; done
            rm Exams/Docs/Finals/A/01*; "$SHED" --yes -C Exams page delete --missing
            """)
        #expect(output == """
            0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0
            deleted Exams/Docs/Finals/A/01 short p1.pdf with its history for good

            """)
    }
}
