import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What a daemon does for those who want to know how many words they wrote.
@Suite(.serialized, .waitsInTurn) struct `Words, while a daemon runs,` {
    @Test func `are counted by it when they were written, and targets are set through it`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", "one two three\n")
        try #require(try shelf.shed("sync", in: "Poems").code == 0)
        let script = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Shelf.daemonPrelude + """
            cd Poems
            begin "$SHED" watch --json
            await 'ls "$SHED_STATE_DIR"/projects/*/words > /dev/null 2>&1'
            words=$(ls "$SHED_STATE_DIR"/projects/*/words)
            before=$(cksum < "$words")
            "$SHED" target Draft 8
            echo four >> Draft/a.txt
            await '[ "$(cksum < "$words")" != "$before" ]'
            end
            """
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8)], input: nil, in: shelf.work)
        #expect(result.text == "Draft has a target of 8 words now\nended 0\n" && result.err == "", "\(result.text)\(result.err)")
        let json = try shelf.shed("stats", "--days", "1", "--json", in: "Poems").json()
        let day = try #require(json["days"]?.array?.first)
        #expect(day["added"]?.integer == 1 && day["found"]?.integer == 3 && day["removed"]?.integer == 0)
        #expect(json["targets"]?.array?.first?["missing"]?.integer == 4)
    }
}
