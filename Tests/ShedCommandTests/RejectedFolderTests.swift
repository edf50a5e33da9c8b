import ShedTestSupport
import Testing

/// Folders that shed makes for what was in others, and that are not wanted any more.
@Suite struct `Folders that shed made` {
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
}
