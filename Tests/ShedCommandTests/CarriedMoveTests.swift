import ShedTestSupport
import Testing

/// Moves that come with the sidecar's word on them, as git and other devices bring them and take them back.
@Suite struct `A move that a carrier brings` {
    /// Gives the sidecar the batches that it had at another time, as a checkout does.
    private static let prelude = """
        cd Poems; keep() { rm -rf "../$1"; cp -a .shed/ops "../$1"; }; bring() { rm -rf .shed/ops; cp -a "../$1" .shed/ops; }
        moves() { "$SHED" log | sed -n 's/^ *[0-9:]*  you //p'; }
        "$SHED" sync -q; keep before

        """

    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        for name in ["a", "b"] { shelf.makeFile("Poems/Draft/\(name).txt", "\(name)\n") }
        return shelf
    }

    @Test func `is told on the way there and on each way back`() throws {
        let output = try shelf().scenario(Self.prelude + """
            mv Draft/a.txt Ready/; "$SHED" sync; keep after
            bring before; mv Ready/a.txt Draft/; "$SHED" sync; "$SHED" sync
            bring after; mv Draft/a.txt Ready/; "$SHED" status --json | grep -c '"from": "Draft/a.txt"'; "$SHED" sync; "$SHED" sync
            moves
            """)
        #expect(output == """
            moved    Draft/a.txt → Ready/a.txt
            moved    Ready/a.txt → Draft/a.txt
            Nothing changed.
            1
            moved    Draft/a.txt → Ready/a.txt
            Nothing changed.
            moved a.txt from Draft to Ready
            moved a.txt from Ready to Draft
            moved a.txt from Draft to Ready

            """)
    }

    @Test func `is told of another device's too, with or before the file, as a new file and as the same`() throws {
        let output = try shelf().scenario("""
            cd Poems; "$SHED" sync -q; cd ..; cp -a Poems There
            there() { SHED_STATE_DIR=$PWD/../elsewhere "$SHED" -C ../There "$@"; }
            cd Poems; there sync -q; there mv Draft/a.txt Ready -q; there rename Draft/b.txt c.txt -q
            cp -a ../There/.shed/ops/. .shed/ops/; rm Draft/a.txt; cp ../There/Ready/a.txt Ready/; "$SHED" sync
            mv Draft/b.txt Draft/c.txt; "$SHED" sync; "$SHED" sync
            """)
        #expect(output == """
            moved    Draft/a.txt → Ready/a.txt
            moved    Draft/b.txt → Draft/c.txt
            Nothing changed.

            """)
    }
}
