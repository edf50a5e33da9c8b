import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What comes and goes with the sidecar's word on it, as git and other devices bring it and take it back.
@Suite(.waitsForPrograms) struct `What a carrier brings and takes` {
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

    @Test func `a move is told on the way there and on each way back`() throws {
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

    @Test func `a move back in a clone, which never read the file, is told as that alone`() throws {
        let output = try shelf().scenario("""
            cd Poems; touch Draft/.keep Ready/.keep; "$SHED" sync -q
            git init -q -b main; git add -A; git -c user.name=a -c user.email=a@example.org commit -qm 1; git clone -q . ../Clone; cd ../Clone
            "$SHED" adopt . --as replica -q; "$SHED" sync -q; git checkout -qb other; mv Draft/a.txt Ready/; "$SHED" sync
            git add -A; git -c user.name=a -c user.email=a@example.org commit -qm 2; git checkout -q main; "$SHED" sync
            """)
        #expect(output == "moved    Draft/a.txt → Ready/a.txt\nmoved    Ready/a.txt → Draft/a.txt\n", "\(output)")
    }

    @Test func `a move is told of another device's too, with or before the file, as a new file and as the same`() throws {
        let output = try shelf().scenario("""
            cd Poems; "$SHED" sync -q; cd ..; cp -a Poems There
            there() { SHED_STATE_DIR=$PWD/../elsewhere "$SHED" -C ../There "$@"; }
            cd Poems; there trust . -q; there sync -q; there mv Draft/a.txt Ready -q; there rename Draft/b.txt c.txt -q
            cp -a ../There/.shed/ops/. .shed/ops/; rm Draft/a.txt; cp ../There/Ready/a.txt Ready/; "$SHED" sync
            mv Draft/b.txt Draft/c.txt; "$SHED" sync; "$SHED" sync
            """)
        #expect(output == """
            moved    Draft/a.txt → Ready/a.txt
            moved    Draft/b.txt → Draft/c.txt
            Nothing changed.

            """)
    }

    // MARK: What is new, and what is gone

    @Test func `a file whose batch comes and goes is told as new and as gone`() throws {
        let output = try shelf().scenario(Self.prelude + """
            echo c > Draft/c.txt; "$SHED" sync; keep after
            bring before; rm Draft/c.txt; "$SHED" status --json | grep -c '"path": "Draft/c.txt"'; "$SHED" sync; "$SHED" sync
            bring after; echo c > Draft/c.txt; "$SHED" sync; "$SHED" sync
            "$SHED" log --limit 3 | sed -n 's/^ *[0-9:]*  //p'
            """)
        #expect(output == """
            added    Draft/c.txt
            1
            removed  Draft/c.txt
            Nothing changed.
            added    Draft/c.txt
            Nothing changed.
            a new file: Draft/c.txt
            c.txt is gone from Draft
            a new file: Draft/c.txt

            """)
    }

    @Test func `a file of another device's is told with and after the batch, a deleted one by its path here, and none at a first look`() throws {
        let output = try shelf().scenario("""
            cd Poems; "$SHED" sync -q; cd ..; cp -a Poems There; cd Poems
            there() { SHED_STATE_DIR=$PWD/../elsewhere "$SHED" -C ../There "$@"; }
            there trust . -q
            carry() { cp -a ../There/.shed/ops/. .shed/ops/; }
            there sync; echo c > ../There/Draft/c.txt; there sync -q; carry; cp ../There/Draft/c.txt Draft/; "$SHED" sync
            echo d > ../There/Draft/d.txt; there sync -q; carry; "$SHED" sync; cp ../There/Draft/d.txt Draft/; "$SHED" sync; "$SHED" sync
            there rm Draft/a.txt -q; there empty-trash --yes -q; carry; rm Draft/a.txt; "$SHED" sync; "$SHED" sync
            "$SHED" find c.txt
            "$SHED" log Draft/d.txt | sed -n 's/^ *[0-9:]*  //p'; "$SHED" log --limit 1 | sed -n 's/^ *[0-9:]*  //p'
            """)
        #expect(output == """
            Nothing changed.
            added    Draft/c.txt
            Nothing changed.
            added    Draft/d.txt
            Nothing changed.
            removed  Draft/a.txt
            Nothing changed.
            Draft/c.txt
            a new file: Draft/d.txt
            a.txt was deleted for good from Draft

            """)
    }
}
