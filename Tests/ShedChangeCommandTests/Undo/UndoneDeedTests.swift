import Glibc
import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What was written down by a process that was killed before it did anything.
@Suite(.waitsForPrograms) struct `A deed that was never done` {
    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", "a\n")
        shelf.makeFile("Poems/Research/n.md", "[a](../Draft/a.txt)\n")
        try #require(try shelf.script("\"$SHED\" sync -q; \"$SHED\" mv Draft/a.txt Ready -q 2> ../said; echo $?").text == "0\n")
        return shelf
    }

    private let back = "moved Ready/a.txt back to Draft/a.txt\n"
    private let state = "ls \"$SHED_STATE_DIR\"/projects/*/ | grep -cx doing"

    @Test(arguments: ["", "\"$SHED\" sync -q;", "\"$SHED\" ls -q > ../said;"])
    func `stands in nobody's way where the project was to get another name`(between: String) throws {
        let shelf = try shelf()
        let killed = try shelf.script("SHED_INTERRUPT_AT=name-noted \"$SHED\" rename . Verses; echo $?; \(state)")
        #expect(killed.text == "137\n1\n", "\(killed.everything)")
        let listed = try shelf.script("\(between) \"$SHED\" undo --list | grep -c Verses; \"$SHED\" undo --dry-run")
        #expect(listed.text.hasPrefix("0\nwould have moved Ready/a.txt back to Draft/a.txt\n"), "\(listed.everything)")
        let undone = try shelf.script("\"$SHED\" undo; \(state)")
        #expect(undone.text.hasPrefix(back) && undone.text.hasSuffix("\n0\n") && shelf.exists("Poems/Draft/a.txt"), "\(undone.everything)")
        // And done again.
        #expect(try shelf.shed("undo", in: "Poems").code == 0 && shelf.exists("Poems/Ready/a.txt"))
    }

    @Test func `is told where it was done`() throws {
        let shelf = try shelf()
        #expect(try shelf.shed("-C", "Poems", "rename", ".", "Verses").code == 0)
        let refused = try shelf.shed("undo", in: "Verses")
        #expect(refused.code != 0 && refused.err.contains("Verses"), "\(refused.everything)")
        #expect(try shelf.script("\(state)", in: "Verses").text == "0\n")
    }

    @Test func `stands in nobody's way where something was to be moved`() throws {
        let shelf = try shelf()
        shelf.makeFile("Poems/Collections/x.txt", "stranger\n")
        try #require(try shelf.script("\"$SHED\" sync --now -q > ../said; \"$SHED\" mv Ready/a.txt Draft -q; ls Rejected").text == "x.txt\n")
        // What is known of it is written down before the move is.
        let killed = try shelf.script("SHED_INTERRUPT_AT=noted \"$SHED\" accept Rejected/x.txt --to Submissions; echo $?; ls Rejected")
        #expect(killed.text == "137\nx.txt\n", "\(killed.everything)")
        let undone = try shelf.shed("undo", in: "Poems")
        #expect(undone.text.hasPrefix("moved Draft/a.txt back to Ready/a.txt\n"), "\(undone.everything)")
    }

    /// A program that saves by another file in its place: nobody could tell from that one that nothing was ever written.
    @Test func `stands in nobody's way where documents were to be written that somebody has saved anew`() throws {
        let shelf = try shelf()
        let killed = try shelf.script("""
            SHED_INTERRUPT_AT=sealed "$SHED" fix-links --yes -q; echo $?; echo mine > ../n; mv ../n Research/n.md; "$SHED" sync -q; cat Research/n.md
            """)
        #expect(killed.text == "137\nmine\n", "\(killed.everything)")
        #expect(try shelf.script("\"$SHED\" undo --list | grep -c fix-links").text == "0\n")
        let undone = try shelf.shed("undo", in: "Poems")
        #expect(undone.text.hasPrefix(back), "\(undone.everything)")
    }

    @Test func `stands in nobody's way where documents were to be written that somebody has written into`() throws {
        let shelf = try shelf()
        let killed = try shelf.script("SHED_INTERRUPT_AT=sealed \"$SHED\" fix-links --yes -q; echo $?; echo mine > Research/n.md; \"$SHED\" sync -q")
        #expect(killed.text == "137\n", "\(killed.everything)")
        #expect(try shelf.shed("undo", in: "Poems").text.hasPrefix(back))
    }

    @Test func `is one where something of it was done`() throws {
        let shelf = try shelf()
        let killed = try shelf.script("SHED_INTERRUPT_AT=placed \"$SHED\" fix-links --yes -q; echo $?; \"$SHED\" sync -q; cat Research/n.md")
        #expect(killed.text == "137\n[a](../Ready/a.txt)\n", "\(killed.everything)")
        let undone = try shelf.shed("undo", in: "Poems")
        #expect(undone.text.contains("Research/n.md"), "\(undone.everything)")
        #expect(try shelf.script("cat Research/n.md; \(state)").text == "[a](../Draft/a.txt)\n0\n")
    }
}
