import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Of how many links it is said after an undo that they lead nowhere now.
@Suite(.waitsForPrograms) struct `Links that an undo broke` {
    private func shelf(_ documents: KeyValuePairs<String, String>, settings: String = "") throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/.shed/settings.toml", settings)
        for (name, text) in documents { shelf.makeFile("Poems/\(name)", text) }
        try #require(try shelf.shed("sync", in: "Poems").code == 0)
        return shelf
    }

    private let told = "1 link leads nowhere now: “shed fix-links” shows what can be mended.\n"

    @Test func `are told of`() throws {
        let shelf = try shelf(["Draft/Ode.md": "Ode\n", "Research/n.md": "[a](../Draft/Ode.md) [b](None.md) [c](None.md) ../Draft/Ode.md\n"])
        let done = try shelf.script("\"$SHED\" mv Draft/Ode.md Ready -q 2> ../said; \"$SHED\" fix-links --yes -q 2> ../said; cat Research/n.md")
        #expect(done.text.hasPrefix("[a](../Ready/Ode.md) [b](None.md)"), "\(done.everything)")
        let undone = try shelf.shed("undo", in: "Poems")
        #expect(undone.code == 0 && undone.err == "shed: " + told, "\(undone.everything)")
        // Done again, it leads there.
        #expect(try !shelf.shed("undo", in: "Poems").err.contains("nowhere"))
    }

    @Test func `are no others, which led nowhere before in that document`() throws {
        let shelf = try shelf(["Draft/Ode.md": "Ode\n", "Draft/Rain.md": "Rain\n", "Research/n.md": "[a](../Draft/Ode.md) [b](../Draft/Rain.md)\n"])
        // The one is broken again after it was mended.
        _ = try shelf.script("""
            "$SHED" mv Draft/Ode.md Draft/Rain.md Ready -q; "$SHED" fix-links --yes -q; "$SHED" mv Ready/Ode.md Research -q
            """)
        let undone = try shelf.shed("undo", "2", in: "Poems")
        #expect(undone.code == 0 && undone.err == "shed: " + told, "\(undone.everything)")
        #expect(try shelf.script("cat Research/n.md").text == "[a](../Draft/Ode.md) [b](../Draft/Rain.md)\n")
    }

    @Test func `are none where all of them led nowhere before`() throws {
        let shelf = try shelf(["Draft/Ode.md": "Ode\n", "Research/n.md": "[a](../Draft/Ode.md)\n"])
        _ = try shelf.script("\"$SHED\" mv Draft/Ode.md Ready -q; \"$SHED\" fix-links --yes -q; \"$SHED\" mv Ready/Ode.md Research -q")
        let undone = try shelf.shed("undo", "2", in: "Poems")
        #expect(undone.code == 0 && !undone.err.contains("nowhere"), "\(undone.everything)")
    }

    @Test func `are no others that lead into a folder which was moved back, to what never stood there`() throws {
        let shelf = try shelf(["Draft/Ode.md": "Ode\n"])
        let renamed = try shelf.script("""
            "$SHED" rename Draft Entwurf -q; printf '[a](../Entwurf/Ode.md) [b](../Entwurf/Never.md)\\n' > Research/n.md; "$SHED" sync -q; echo $?
            """)
        #expect(renamed.text == "0\n", "\(renamed.everything)")
        let undone = try shelf.shed("undo", in: "Poems")
        #expect(undone.code == 0 && undone.err == "shed: " + told, "\(undone.everything)")
    }

    @Test func `are not looked for where documents hold more than is read beside it`() throws {
        let shelf = try shelf(["Draft/Ode.md": "Ode\n"])
        _ = try shelf.script("""
            "$SHED" rename Draft Entwurf -q; printf '[a](../Entwurf/Ode.md)\\n' > Research/n.md
            for n in 1 2 3; do { yes rain | head -c 6000000; printf '\\0'; } > Research/$n.md; done; "$SHED" sync -q
            """)
        let undone = try shelf.shed("undo", in: "Poems")
        #expect(undone.code == 0 && !undone.err.contains("nowhere"), "\(undone.everything)")
    }

    @Test func `are told of beside what came back, whichever document they stand in`() throws {
        let shelf = try shelf(["Draft/Ode.md": "Ode\n", "Research/n.md": "[a](../Draft/Ode.md)\n"], settings: "links = \"mend\"\n")
        // Mended along with the move, and so taken back with it; what a person has written since is broken.
        let moved = try shelf.script("""
            "$SHED" mv Draft/Ode.md Ready -q; cat Research/n.md; echo > .shed/settings.toml
            printf '[x](../Ready/Ode.md) [y](../Ready/No.md)\\n' > Research/m.md; "$SHED" sync -q
            """)
        #expect(moved.text == "[a](../Ready/Ode.md)\n", "\(moved.everything)")
        let undone = try shelf.shed("undo", in: "Poems")
        #expect(undone.code == 0 && undone.err == "shed: " + told, "\(undone.everything)")
        #expect(try shelf.script("cat Research/n.md").text == "[a](../Draft/Ode.md)\n")
    }
}
