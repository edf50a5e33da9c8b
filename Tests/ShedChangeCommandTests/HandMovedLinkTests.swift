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

    @Test func `are mended and not told of where the settings say so`() throws {
        let shelf = try shelf(settings: "links = \"mend\"\n")
        let result = try shelf.script(Shelf.watched("""
            mv Draft/Ode.md Draft/Spring.md; await 'grep -q Spring Research/n.md'; "$SHED" status -q; sed -i 's/"mend"/"say"/' .shed/settings.toml
            mv Draft/Rain.md Draft/Hail.md; await 'grep -q brokeLinks ../log'; grep -c brokeLinks ../log
            """))
        #expect(result.text == "1\nended 0\n", "\(result)")
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
