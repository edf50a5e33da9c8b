import ShedTestSupport
import Testing

/// Folders that shed makes for what was in others, and that are not wanted any more.
@Suite struct `Folders that shed made` {
    private static let prelude = """
        exec 2>&1; shed() { "$SHED" "$@" | sed "s|$T/work/||g"; }; look() { find "$@" -mindepth 1 | sort; }
        cd Poems; mkdir Collections/Love; echo a > Collections/Love/a.txt; echo b > Collections/Love/b.txt; "$SHED" sync -q

        """

    private func poems(_ script: String) throws -> String { try Shelf.withPoems().scenario(Self.prelude + script) }

    @Test func `for what was restored give their places to the folders that they stood for`() throws {
        let output = try poems("""
            "$SHED" tag add best Collections/Love --create -q > /dev/null
            "$SHED" rm -q Collections/Love/a.txt; "$SHED" rm -q Collections/Love; "$SHED" restore -q Trash/a.txt; shed restore --dry-run Trash/Love
            shed restore Trash/Love; look Collections Trash; "$SHED" find --tag best; "$SHED" status | head -1
            "$SHED" undo -q; look Collections Trash; "$SHED" status | head -1
            """)
        #expect(output == """
            would have restored Trash/Love to Collections/Love
            restored Trash/Love to Collections/Love
            Collections/Love
            Collections/Love/a.txt
            Collections/Love/b.txt
            Collections/Love/
            Clean.
            Collections/Love
            Collections/Love/a.txt
            Trash/Love
            Trash/Love/b.txt
            Clean.

            """, "\(output)")
    }

    @Test(arguments: ["echo other > Collections/Love/b.txt", "mkdir Collections/Love; echo a > Collections/Love/c.txt"])
    func `stay where a name is taken in both, and what a person made does`(deed: String) throws {
        let output = try poems("""
            "$SHED" rm -q Collections/Love/a.txt; "$SHED" rm -q Collections/Love
            case '\(deed)' in mkdir*) ;; *) "$SHED" restore -q Trash/a.txt;; esac; \(deed); "$SHED" sync -q; shed restore Trash/Love; look Collections | wc -l
            """)
        #expect(output == "restored Trash/Love to Collections/Love (2)\n\(deed.hasPrefix("mkdir") ? 4 : 5)\n", "\(output)")
    }

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
}
