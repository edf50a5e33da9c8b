import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What failed was not done, and the journal says no more than what was.
@Suite(.waitsForPrograms, .enabled(if: hasSetpriv, "needs setpriv")) struct `What could not be done` {
    private static let prelude = """
        exec 2>&1; list() { "$SHED" undo --list | cut -d' ' -f1,6-; }; shed() { "$SHED" "$@" 2>&1 | sed "s|$T/work/||g"; }
        cd Poems; for name in a b c; do echo $name > Draft/$name.txt; done; "$SHED" sync -q

        """

    private func poems(_ script: String) throws -> String { try Shelf.withPoems().scenario(Self.prelude + script, asNobody: true) }

    @Test func `does not stand among what was done, and the error names the folder that cannot be written`() throws {
        let output = try poems("""
            chmod a-w Draft Ready; shed rm Draft/a.txt Draft/c.txt; shed mv Draft/a.txt Ready; shed add file Draft/d.txt
            shed rename Draft/a.txt z.txt; shed rm --permanently -y Draft/a.txt; list; "$SHED" undo -q; echo $?
            chmod u+w Draft; shed mv Draft/a.txt Ready; list; shed mv Draft/a.txt Set\\ Aside; chmod a-w ..; shed rename . Poetry > /dev/null; chmod u+w ..; list
            """)
        let hint = "Permission denied; check the permissions and the owner (ls -ld)\n"
        let nothing = "Nothing could be taken back.\n"
        #expect(output == "shed: cannot take anything out of Poems/Draft: \(hint)shed: cannot write in Poems/Ready: \(hint)shed: cannot write Poems/Draft/d.txt: \(hint)"
            + "shed: cannot write in Poems/Draft: \(hint)shed: cannot remove Poems/Draft/a.txt: \(hint)\(nothing)" + """
            shed: nothing was done here that could be taken back. What was done with other programs is theirs to take back.
            1
            shed: cannot write in Poems/Ready: \(hint)\(nothing)moved Draft/a.txt to Set Aside/a.txt
            1 mv: moved Draft/a.txt to Set Aside/a.txt

            """, "\(output)")
    }

    @Test func `leaves of a verb what was done, and that alone is taken back`() throws {
        let output = try poems("""
            echo r > Research/r.txt; "$SHED" sync -q; chmod a-w Research; "$SHED" rm -q Draft/a.txt Research/r.txt Draft/c.txt > /dev/null 2>&1; echo $?; list
            "$SHED" undo --dry-run; "$SHED" undo -q; echo $?; list; ls Draft
            """)
        #expect(output == """
            2
            1 rm: moved Draft/a.txt to Trash/a.txt
            would have moved Trash/a.txt back to Draft/a.txt
            0
            2 undo: moved Trash/a.txt to Draft/a.txt (took back 1)
            1 rm: moved Draft/a.txt to Trash/a.txt (taken back by 2)
            a.txt\nb.txt\nc.txt

            """)
    }

    @Test func `keeps an undo from being done, from either side, and what was left can be taken back later`() throws {
        let output = try poems("""
            "$SHED" mv -q Draft/a.txt Ready; for folder in Ready Draft; do chmod a-w $folder; shed undo; chmod u+w $folder; done; list; "$SHED" undo -q; echo $?
            "$SHED" add file -q Draft/n.txt; chmod a-w Draft; shed undo; list; chmod u+w Draft; "$SHED" undo -q; echo $?; list
            """)
        let left = "shed: Ready/a.txt was left as it is: it could not be moved to Draft/a.txt.\nshed: Once nothing is in the way any more, “shed undo 1” takes back what was left.\nshed: “shed undo --list” lists what there is.\n"
        #expect(output == left + left + """
            1 mv: moved Draft/a.txt to Ready/a.txt
            0
            shed: Draft/n.txt was left as it is: cannot take anything out of Poems/Draft: Permission denied; check the permissions and the owner (ls -ld).
            shed: Once nothing is in the way any more, “shed undo 3” takes back what was left.
            shed: “shed undo --list” lists what there is.
            3 add: made Draft/n.txt
            2 undo: moved Ready/a.txt to Draft/a.txt (took back 1)
            1 mv: moved Draft/a.txt to Ready/a.txt (taken back by 2)
            0
            4 undo: moved Draft/n.txt to Trash/n.txt (took back 3)
            3 add: made Draft/n.txt (taken back by 4)
            2 undo: moved Ready/a.txt to Draft/a.txt (took back 1)
            1 mv: moved Draft/a.txt to Ready/a.txt (taken back by 2)

            """, "\(output)")
    }

    @Test func `is nothing that records keep, nor an import that was to be taken back`() throws {
        let shelf = try Shelf()
        #expect(try shelf.shed("new", "records", "Books").code == 0)
        let output = try shelf.scenario("""
            list() { "$SHED" undo --list | cut -d' ' -f1,6-; }; cd Books; "$SHED" collection new Books -q; "$SHED" record new Books Title=A Y=1 -q > /dev/null
            printf 'Title,Y\\nB,1\\nC,2\\n' | "$SHED" import - --into Books --format csv -q > /dev/null; list > ../before; wc -l < ../before; exec 2> /dev/null
            chmod a-w Books; "$SHED" record set Books/A Y=2 > /dev/null; echo $?; "$SHED" record new Books Title=D > /dev/null; echo $?
            "$SHED" undo > /dev/null; echo $?; list | cmp - ../before; chmod u+w Books; "$SHED" undo > /dev/null; echo $?; ls Books
            list > ../before; find .shed -type d -exec chmod a-w {} +; "$SHED" tag new urgent > /dev/null; echo $?; "$SHED" allow Books nothing > /dev/null; echo $?; list | cmp - ../before
            """, asNobody: true)
        #expect(output == "3\n2\n2\n1\n0\nA.json\n2\n2\n", "\(output)")
    }
}
