import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.serialized, .waitsInTurn) struct `shed compile with a daemon` {
    private func run(_ script: String) throws -> String {
        let shelf = try Shelf()
        let text = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Shelf.daemonPrelude + """
            "$SHED" new novel Sea --language en > /dev/null; cd Sea; printf 'quiet = 0.2\\n[compile]\\nauto = true\\n' > .shed/settings.toml
            mkdir Chapters/One; echo 'Old words.' > Chapters/One/a.md; "$SHED" sync > /dev/null

            """ + script
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
        #expect(result.err == "")
        return result.text
    }

    @Test func `the daemon carries it out, and refuses nothing that it made`() throws {
        let output = try run("""
            begin "$SHED" watch --json
            "$SHED" compile; "$SHED" compile; "$SHED" sync; ls Novel; ls -d Rejected 2> /dev/null
            end
            """)
        #expect(output.hasPrefix("compiled Novel/Sea.md (1 chapter, 2 words)\nNovel/Sea.md is up to date\n"))
        #expect(output.contains("\nSea.md\n") && !output.contains("Rejected") && output.hasSuffix("ended 0\n"))
    }

    @Test func `the daemon does it by itself where that is wanted and it was done once`() throws {
        let output = try run("""
            begin "$SHED" watch --json
            echo 'Newer words.' > Chapters/One/a.md; "$SHED" sync > /dev/null; ls Novel
            "$SHED" compile > /dev/null; grep -c 'Newer words' Novel/Sea.md
            echo 'Newest words.' > Chapters/One/a.md
            await 'grep -q "Newest words" Novel/Sea.md'; echo anew
            end
            """)
        #expect(output == "1\nanew\nended 0\n")
    }
}
