import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import Testing

/// Real programs that write files in their own ways.
@Suite(.waitsForPrograms) struct `Other programs` {
    @Test(.enabled(if: access("/usr/bin/vim", X_OK) == 0), arguments: ["no", "yes", "auto"], ["", "backup", "backup patchmode=.orig"])
    func `vim saves, and the file keeps its ID`(backupcopy: String, options: String) throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; echo one > Draft/a.txt; "$SHED" sync > /dev/null; i=$(ids | grep a.txt)
            vim -u NONE -es -c 'set backupcopy=\(backupcopy) \(options)' -c 's/one/two/' -c x Draft/a.txt < /dev/null; cat Draft/a.txt
            r sync; said 'modified Draft/a.txt'; ids | grep -c "$i"; r status; said Clean; r check
            """)
        #expect(output == "two\nsync 0\n1\nstatus 0\ncheck 0\n")
    }

    @Test func `hard links are two files, of which each path keeps its ID`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; echo one > Draft/a.txt; "$SHED" sync > /dev/null; a=$(ids | grep a.txt); ln Draft/a.txt Draft/b.txt
            r sync; b=$(ids | grep b.txt); ids | grep -c "$a"; [ "${a##* }" != "${b##* }" ] && echo two
            rm Draft/a.txt; r sync; ids | grep -c "$b"; r sync; said 'Nothing changed'
            """)
        #expect(output == "sync 0\n1\ntwo\nsync 0\n1\nsync 0\n")
    }

    @Test func `tar puts everything back, and the IDs with it`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; mkdir Collections/B; for i in 1 2 3; do echo "poem $i" > Collections/B/$i.txt; done; echo d > Draft/d.txt; "$SHED" sync > /dev/null
            ids > $T/before; tar cf $T/t.tar Collections Draft; rm -r Collections/B Draft/d.txt
            tar xf $T/t.tar; r sync; ids | cmp $T/before - && echo same
            rm -r Collections/B Draft/d.txt; r sync; tar xf $T/t.tar; r sync; ids | cmp $T/before - && echo same
            """)
        #expect(output == "sync 0\nsame\nsync 0\nsync 0\nsame\n")
    }

    @Test(.enabled(if: access("/usr/bin/rsync", X_OK) == 0)) func `rsync replaces files, and they keep their IDs`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; for n in a b c; do echo $n > Draft/$n.txt; done; "$SHED" sync > /dev/null; ids > $T/before
            cp -a Draft ../copy; echo longer > ../copy/a.txt; rsync -a ../copy/ Draft/; cat Draft/a.txt; r sync; ids | cmp $T/before - && echo same
            """)
        #expect(output == "longer\nsync 0\nsame\n")
    }

    @Test(.enabled(if: access("/usr/bin/git", X_OK) == 0))
    func `what git brings is reported first and judged on demand`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; printf '.shed/\\n' > $T/ignore
            git() { command git -c user.name=a -c user.email=a@b -c init.defaultBranch=main -c core.excludesFile=$T/ignore "$@"; }
            echo one > Draft/a.txt; echo ready > Draft/r.txt; "$SHED" sync > /dev/null; "$SHED" mv Draft/r.txt Ready > /dev/null
            git init -q; git add -A; git commit -qm first; ids > $T/before
            git checkout -qb other; echo two > Draft/a.txt; echo c > Collections/c.txt; git rm -q Ready/r.txt; git add -A; git commit -qm second
            git checkout -q main; r sync; mkdir -p Ready Collections; "$SHED" sync > /dev/null; ids | cmp $T/before - && echo same
            git checkout -q other; r sync; said 'Collections/c.txt.*carrier-arrival'; ls Collections; cat Draft/a.txt
            git checkout -q main; mkdir -p Ready Collections; "$SHED" sync > /dev/null; ids | cmp $T/before - && echo same; git status --porcelain
            git checkout -q other; r sync --now; said 'rejected Collections/c.txt'; cat Rejected/c.txt
            """)
        #expect(output == "sync 0\nsame\nsync 1\nc.txt\ntwo\nsame\nsync 1\nc\n")
    }
}
