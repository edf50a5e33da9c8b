import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Files in place of links of All, while a program has what these lead to open to write to it.
@Suite(.waitsForPrograms) struct `A file over a link whose target is open` {
    @Test func `is no edit of it, and lies in Rejected`() throws {
        let shelf = try Shelf.withPoems(settings: "", drafts: ["Ode.txt": "Ode\n"])
        let result = try shelf.script("""
            exec 8>>Draft/Ode.txt; printf 'edited\\n' > ../edited; mv ../edited All/Ode.txt; "$SHED" sync -q; cat Draft/Ode.txt All/Ode.txt; test -L All/Ode.txt; echo $?
            echo more >&8; exec 8>&-; "$SHED" sync -q; cat Draft/Ode.txt All/Ode.txt; test -L All/Ode.txt; echo $?
            """)
        #expect(result.text.contains("rejected All/Ode.txt → Rejected/Ode.txt"), "\(result.everything)")
        #expect(result.text.hasSuffix("\nOde\nOde\n0\nOde\nmore\nOde\nmore\n0\n"), "\(result.everything)")
        #expect(try shelf.script("cat Rejected/Ode.txt").text == "edited\n")
    }

    @Test func `is the target's at once where somebody says so`() throws {
        let shelf = try Shelf.withPoems(settings: "", drafts: ["Ode.txt": "Ode\n"])
        let result = try shelf.script("""
            exec 8>>Draft/Ode.txt; printf 'edited\\n' > ../edited; mv ../edited All/Ode.txt; "$SHED" sync --now -q; cat Draft/Ode.txt; test -L All/Ode.txt; echo $?
            """)
        #expect(result.text == "edited\n0\n", "\(result.everything)")
    }
}
