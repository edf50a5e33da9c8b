import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What a daemon says of links that moves by hand have broken.
@Suite(.waitsForPrograms) struct `Links that a move by hand broke, and a daemon` {
    private func shelf(settings: String = "", in folder: String = "Draft", note: String = "Research/n.md") throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/.shed/settings.toml", settings)
        try #require(try shelf.shed("allow", "Research", "both", in: "Poems").code == 0)
        shelf.makeDirectory("Poems/\(folder)")
        shelf.makeFile("Poems/\(folder)/Ode.md", "Ode\n")
        shelf.makeFile("Poems/\(folder)/Rain.md", "Rain\n")
        shelf.makeFile("Poems/\(note)", "[a](../\(folder)/Ode.md) [b](../\(folder)/Rain#x) [c](../Draft/Never.md)\n")
        try #require(try shelf.shed("sync", in: "Poems").code == 0)
        return shelf
    }

    /// Those that led nowhere before are not counted, nor what a verb said itself. The last move comes back before it is said.
    @Test func `are counted once for all that was moved, and none where all are right again`() throws {
        let shelf = try shelf(in: "Research/Love", note: "Draft/n.md")
        let result = try shelf.script(Shelf.watched("""
            mv Research/Love Research/Sea; await 'grep -q brokeLinks ../log'
            "$SHED" fix-links --yes -q; grep -o '"links": *[0-9]*' ../log; cat Draft/n.md
            mv Research/Sea/Ode.md Research/Sea/Autumn.md; mv Research/Sea/Autumn.md Research/Sea/Ode.md
            "$SHED" mv Research/Sea/Ode.md Ready -q 2>/dev/null; "$SHED" fix-links --yes -q
            mv Research/Sea/Rain.md Research/Sea/Hail.md; await '[ $(grep -c brokeLinks ../log) = 2 ]'; grep -c brokeLinks ../log
            """))
        #expect(result.text.replacing(" ", with: "") == """
            "links":2
            [a](../Research/Sea/Ode.md)[b](../Research/Sea/Rain#x)[c](../Draft/Never.md)
            2
            ended0

            """, "\(result)")
        let log = String(decoding: TestFile.read("\(shelf.work)/log") as [UInt8], as: UTF8.self).replacing(" ", with: "")
        #expect(log.contains("\"links\":1}") || log.contains("\"links\":1,"), "\(log)")
    }

    /// A verb's own move is told by the verb.
    @Test func `are told of also where a verb took the move in`() throws {
        let shelf = try shelf()
        let result = try shelf.script(Shelf.watched("""
            "$SHED" mv Draft/Rain.md Ready -q 2>/dev/null; mv Draft/Ode.md Draft/Spring.md; "$SHED" status -q
            await 'grep -q brokeLinks ../log'; grep -o '"links": *[0-9]*' ../log
            """))
        #expect(result.text.replacing(" ", with: "").hasSuffix("\"links\":1\nended0\n"), "\(result)")
    }

    @Test func `are mended and not told of as broken where the settings say so`() throws {
        let shelf = try shelf(settings: "links = \"mend\"\n")
        let result = try shelf.script(Shelf.watched("""
            mv Draft/Ode.md Draft/Spring.md; await 'grep -q Spring Research/n.md'; "$SHED" status -q; sed -i 's/"mend"/"say"/' .shed/settings.toml
            mv Draft/Rain.md Draft/Hail.md; await 'grep -q brokeLinks ../log'; grep -c brokeLinks ../log
            """))
        #expect(result.text == "1\nended 0\n", "\(result)")
    }

    /// What the daemon did by itself no verb has done, least of all the one that takes it back.
    @Test func `are mended, and that is told by the daemon at once, and by nobody afterwards`() throws {
        let shelf = try shelf(settings: "links = \"mend\"\n")
        let result = try shelf.script(#"""
            mkdir ../bin; printf '#!/bin/sh\necho "$@" >> "%s/../told"\n' "$PWD" > ../bin/notify-send; chmod +x ../bin/notify-send
            export PATH="$PWD/../bin:$PATH" DBUS_SESSION_BUS_ADDRESS=unix:path=/none

            """# + Shelf.watched("""
            mv Draft/Ode.md Draft/Spring.md; await 'grep -q "1 link in 1 file mended" ../log'; await 'grep -q "1 link in 1 file mended" ../told'
            "$SHED" ls 2>&1 >/dev/null; "$SHED" undo --yes 2>../undone >/dev/null; grep -c 'in 1 file mended' ../undone; cat Research/n.md
            grep -c 'in 1 file mended' ../log; grep -c 'Poems: links since something was moved' ../told
            """))
        #expect(result.text == "0\n[a](../Draft/Ode.md) [b](../Draft/Rain#x) [c](../Draft/Never.md)\n1\n1\nended 0\n", "\(result)")
    }

    @Test func `are mended, and that is told once by the verb that took the move in, where no daemon did`() throws {
        let shelf = try shelf(settings: "links = \"mend\"\n")
        let result = try shelf.script("""
            mv Draft/Ode.md Draft/Spring.md; "$SHED" ls 2>&1 >/dev/null; "$SHED" ls 2>&1 >/dev/null
            mv Draft/Rain.md Draft/Hail.md; "$SHED" sync 2>&1 | grep -c 'in 1 file mended'; "$SHED" sync 2>&1 | grep -c 'in 1 file mended'
            mv Draft/Hail.md Draft/Snow.md; "$SHED" sync --json | grep -c 'in 1 file mended'
            mv Draft/Snow.md Draft/Sun.md; "$SHED" sync -q
            """)
        #expect(result.text == "shed: 1 link in 1 file mended\n1\n0\n1\n" && result.err == "shed: 1 link in 1 file mended\n", "\(result)")
    }

    @Test func `are told of in the words of the one who looks on`() throws {
        let shelf = try shelf()
        let result = try shelf.script("""
            \(ShellScript.await("cat ../log", otherwise: "kill -KILL $daemon; exit 9"))
            : > ../log; "$SHED" watch >> ../log 2>../errors & daemon=$!
            await 'grep -q watching ../log'; mv Draft/Ode.md Draft/Spring.md; await 'grep -q fix-links ../log'
            kill -TERM $daemon; wait $daemon; grep fix-links ../log; grep -o 'links lead nowhere since something was moved links=1.*remedy' ../errors
            """, in: "Poems")
        #expect(result.text.hasPrefix("Poems: 1 link leads nowhere now: “shed fix-links” shows what can be mended.\n"), "\(result)")
    }
}
