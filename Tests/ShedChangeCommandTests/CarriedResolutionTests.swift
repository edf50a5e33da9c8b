import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// One device has resolved a conflict, and a sync program does the same to the files of another: it fetches nothing that stands there already,
/// but renames it.
@Suite(.waitsForPrograms) struct `A conflict that was resolved elsewhere` {
    /// `one` and `two` run shed on a device each, which both know the poem, its tag and its conflict copy `$C`.
    private static let prelude = """
        set -u; C=Draft/Ode.sync-conflict-20261128-100000-ABCDEFG.txt
        one() { "$SHED" -C "$T/work/Poems" "$@"; }
        two() { SHED_STATE_DIR=$T/elsewhere "$SHED" -C "$T/work/There" "$@"; }
        batches() { cp -an "$T/work/There/.shed/ops/." "$T/work/Poems/.shed/ops/"; cp -an "$T/work/Poems/.shed/ops/." "$T/work/There/.shed/ops/"; }
        ids() { for file in Draft/Ode.txt Trash/Ode.txt; do "$1" show "$file" --json | grep '"id"'; done; }
        cd Poems; mkdir .stfolder; printf 'grace = 1\\n' > .shed/settings.toml
        seq -f 'line %g of the ode, which goes on' 12 > Draft/Ode.txt; one sync -q; one tag add x Draft/Ode.txt --create -q; cd ..; cp -a Poems There
        two trust . -q; two adopt . --as replica -q; two sync -q; batches; one sync -q
        cd Poems; sed 's/line 3/LINE 3/' Draft/Ode.txt > $C; one sync -q; cp -p $C ../There/$C; batches; two sync --now -q; batches; one sync --now -q

        """
    /// As Syncthing does it: the copy's file takes the place of the poem, and what that held is written anew to Trash.
    private static let renamed = """
        cd "$T/work/There"; cp Draft/Ode.txt .syncthing.tmp; mv $C Draft/Ode.txt; mv .syncthing.tmp Trash/Ode.txt
        for file in Draft/Ode.txt Trash/Ode.txt; do touch -r "$T/work/Poems/$file" $file; done

        """

    @Test(arguments: ["batches\n" + renamed, renamed + "batches\n"]) func `gives no ID to another file there`(carried: String) throws {
        let output = try Shelf.withPoems().scenario(Self.prelude + "one resolve Draft/Ode.txt --keep other -q\n" + carried + """
            before=$(ids one); two sync -q; [ "$(ids two)" = "$before" ] && echo same; batches; one sync --now -q; two sync --now -q
            [ "$(ids one)" = "$before" ] && [ "$(ids two)" = "$before" ] && echo still; for device in one two; do $device find --tag x -0 | tr '\\0' '\\n' | sed 's|^.*/Draft|Draft|'; done
            grep -c LINE "$T/work/There/Draft/Ode.txt" "$T/work/There/Trash/Ode.txt" | sed 's/.*://'
            """)
        #expect(output == "same\nstill\nDraft/Ode.txt\nDraft/Ode.txt\n1\n0\n", "\(output)")
    }
}
