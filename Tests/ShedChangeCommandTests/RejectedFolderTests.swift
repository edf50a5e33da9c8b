import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Folders that shed makes for what was in others, and that are not wanted any more.
@Suite(.waitsForPrograms) struct `Folders that shed made` {
    private static let prelude = """
        exec 2>&1; shed() { "$SHED" "$@" | sed "s|$T/work/||g"; }; look() { find "$@" -mindepth 1 | sort; }
        cd Poems

        """

    private func poems(_ script: String) throws -> String { try Shelf.withPoems().scenario(Self.prelude + script) }

    @Test func `for what was refused go with the last that lay in them, by accept and by undo, and others stay`() throws {
        let output = try poems("""
            add() { mkdir Big; echo n > Big/n.txt; mkdir Big/images; echo x > Big/images/x; "$SHED" sync --now -q > /dev/null; }
            add; look Rejected; "$SHED" accept -q Rejected/Big/images --to Collections; ls -d Big Rejected 2> /dev/null; "$SHED" undo -q; look Rejected
            mkdir Rejected/Mine; mv Rejected/Big/images Rejected/Mine/; "$SHED" accept -q Rejected/Mine/images --to Collections; look Rejected
            "$SHED" status --missing | head -1; "$SHED" log | grep -c 'gone'
            """)
        #expect(output == """
            Rejected/Big
            Rejected/Big/images
            Rejected/Big/images/x
            Big
            Rejected/Big
            Rejected/Big/images
            Rejected/Big/images/x
            Rejected/Big\nRejected/Mine
            Clean.
            0

            """, "\(output)")
    }

    @Test func `are not missing once they are gone, whoever took them away, and what a person put beside them is`() throws {
        let output = try poems("""
            sync() { "$SHED" sync --now -q > /dev/null; }
            mkdir -p Collections/N/sub; echo s > Collections/N/sub/s.txt; sync; look Rejected
            for time in 1 2; do "$SHED" undo -q; "$SHED" status; "$SHED" status --all; "$SHED" status --json | grep -c Rejected; "$SHED" find --missing --name N | wc -l; [ $time = 2 ] || "$SHED" undo -q 2> /dev/null; done
            mkdir -p Collections/M/sub Collections/Own; sync; look Rejected
            mkdir Rejected/Mine; echo x > Rejected/Mine/x; mv Collections/Own Rejected/; sync; rm -r Rejected/*; sync
            "$SHED" status --missing | grep -o 'Rejected[^ ]*'; "$SHED" status | tail -2
            """)
        let clean = "Clean.\nNo daemon watches this project.\n"
        #expect(output == """
            Rejected/N
            Rejected/N/sub
            Rejected/N/sub/s.txt
            \(clean)\(clean)0
            0
            \(clean)\(clean)0
            0
            Rejected/M
            Rejected/M/sub
            Rejected/Mine
            Rejected/Mine/x
            Rejected/Own
            1 file and 2 folders were removed in the last week: shed status --missing
            No daemon watches this project.

            """, "\(output)")
    }

    @Test(arguments: ["mv Rejected/x.txt Draft", "mv Rejected/x.txt Draft/y.txt", "rm Rejected/x.txt", "rm --permanently --yes Rejected/x.txt"])
    func `goes at once with whatever empties it, and comes back with what is undone`(emptied: String) throws {
        let output = try poems("""
            echo x > x.txt; "$SHED" sync --now -q > /dev/null; look Rejected
            "$SHED" -q \(emptied); ls -d Rejected 2> /dev/null; "$SHED" status | head -1; "$SHED" undo -q --yes > /dev/null 2>&1; look Rejected 2> /dev/null
            """)
        let back = emptied.contains("permanently") ? "" : "Rejected/x.txt\n"
        #expect(output == "Rejected/x.txt\nClean.\n\(back)", "\(output)")
    }

    @Test func `goes with the folder in it that was made for what was refused in another`() throws {
        let output = try poems("""
            mkdir -p Big/Inner; "$SHED" sync --now -q > /dev/null; look Rejected; "$SHED" mv -q Rejected/Big/Inner Collections; ls -d Rejected 2> /dev/null
            """)
        #expect(output == "Rejected/Big\nRejected/Big/Inner\n", "\(output)")
    }

    @Test func `stays where something else lies in it`() throws {
        let output = try poems("""
            echo x > x.txt; echo y > y.txt; "$SHED" sync --now -q > /dev/null; "$SHED" mv -q Rejected/x.txt Draft; look Rejected; "$SHED" mv -q Rejected/y.txt Draft; ls -d Rejected 2> /dev/null
            """)
        #expect(output == "Rejected/y.txt\n", "\(output)")
    }

    @Test func `comes and goes with what an undo, and the undo of that, moves in and out`() throws {
        let output = try Shelf.withPoems().scenario("""
            cd Poems; mkdir -p Collections/N/sub; echo s > Collections/N/sub/s.txt; "$SHED" sync -q > ../said
            for n in 1 2 3 4 5 6; do "$SHED" undo -y > "$T/said" 2>&1 || cat "$T/said"; find . -name .shed -prune -o -name s.txt -print; done
            """)
        let (out, back) = ("./Collections/N/sub/s.txt\n", "./Rejected/N/sub/s.txt\n")
        #expect(output == out + back + out + back + out + back, "\(output)")
    }
}
