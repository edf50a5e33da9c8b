import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Permissions that are missing and disks that are full: a clear error, and nothing lost.
@Suite(.waitsForPrograms, .onDisk) struct `A disk that refuses` {
    private static let poems = """
        "$SHED" new poetry Poems --language en > /dev/null; cd Poems
        mkdir Collections/Book; echo one > Collections/Book/one.txt; echo a > Draft/a.txt; "$SHED" sync > /dev/null
        ids > $T/before
        same() { ids | cmp $T/before - && echo same; }

        """

    @Test func `a folder that cannot be read is unknown, never deleted`() throws {
        let output = try Shelf().scenario(Self.poems + """
            chmod 000 Collections/Book
            r status; said 'Collections/Book.*cannot be read'; unsaid removed
            r sync; said '\\[unreadable-entry\\]'; unsaid removed
            r check --format concise; said 'Collections/Book:.*error.*unreadable-entry'
            chmod 755 Collections/Book
            r sync; said 'Nothing changed'; r status; said Clean; same
            """, asNobody: true)
        #expect(output == "status 0\nsync 1\ncheck 1\nsync 0\nstatus 0\nsame\n")
    }

    @Test func `verbs that need an unreadable folder say so and change nothing`() throws {
        let output = try Shelf().scenario(Self.poems + """
            chmod 000 Draft
            r add file Draft/x.txt; said 'Draft.*cannot be read'
            r mv Draft/a.txt Ready; said 'Draft: Permission denied'
            r rm Draft/a.txt; said 'Draft: Permission denied'
            chmod 755 Draft; same; files
            """, asNobody: true)
        #expect(output == "add 2\nmv 2\nrm 2\nsame\na\none\n")
    }

    @Test func `a project that cannot be written can be looked at`() throws {
        let output = try Shelf().scenario(Self.poems + """
            echo new > Draft/new.txt; chmod -R a-w .
            for v in status check ls tree info stats; do r $v; done
            r show Draft/new.txt; said 'none yet'
            r sync; said 'cannot write .*/.shed/.*Permission denied'
            r mv Draft/a.txt Ready; said 'Permission denied'
            r add file Draft/b.txt; r rm Draft/a.txt; find .shed -name '.*' ! -name .shed ! -name .gitattributes
            chmod -R u+w .; files; r sync; said 'added    Draft/new.txt'; r status; said Clean
            ids | grep -v new.txt | cmp $T/before - && echo same
            """, asNobody: true)
        #expect(output == """
            status 0\ncheck 0\nls 0\ntree 0\ninfo 0\nstats 0\nshow 0\nsync 2\nmv 2\nadd 2\nrm 2\na\nnew\none\nsync 0\nstatus 0\nsame\n
            """)
    }

    @Test(arguments: ["Poems", "Poems/.shed", "Poems/.shed/ops"])
    func `what belongs to the project and cannot be read ends every verb with 2`(directory: String) throws {
        let output = try Shelf().scenario(Self.poems + """
            cd ..; chmod 000 \(directory)
            for v in status check sync ls tree info; do r $v -C Poems; said 'cannot open .*Permission denied; check the permissions'; done
            chmod 755 \(directory); cd Poems; r sync; same
            """, asNobody: true)
        #expect(output == "status 2\ncheck 2\nsync 2\nls 2\ntree 2\ninfo 2\nsync 0\nsame\n")
    }

    @Test func `a list of projects that cannot be read ends every verb with 2, and registers nothing anew`() throws {
        let output = try Shelf().scenario(Self.poems + """
            cd ..; chmod 000 $T/state/projects
            for v in status sync ls projects watch; do r $v -C Poems; said '/state/projects'; done
            "$SHED" doctor | grep -c 'list of projects cannot be read'
            chmod 700 $T/state/projects; ls $T/state/projects | wc -l; cd Poems; r sync; same
            """, asNobody: true)
        #expect(output == "status 2\nsync 2\nls 2\nprojects 2\nwatch 2\n1\n1\nsync 0\nsame\n")
    }

    @Test func `a watched project stays watched while the list of projects cannot be read`() throws {
        let output = try Shelf().scenario(Self.poems + """
            cd ..; "$SHED" watch --json > $T/log 2> $T/errors & daemon=$!
            \(ShellScript.await("cat $T/log", otherwise: "break"))
            await 'grep -q \\"ready\\" $T/log'
            chmod 300 $T/state/projects; mkdir $T/state/projects/other; await 'grep -q "failed.*/state/projects" $T/log'
            chmod 700 $T/state/projects; rmdir $T/state/projects/other
            "$SHED" status -C Poems --json | grep -c "\\"pid\\": $daemon"; kill $daemon; wait $daemon; grep -c forgotten $T/log
            """, asNobody: true)
        #expect(output == "1\n0\n")
    }

    @Test func `a replica's batches that cannot be read stop everything that could go wrong`() throws {
        let output = try Shelf().scenario(Self.poems + """
            echo x > Collections/x.txt; echo n > Draft/n.txt; chmod 000 .shed/ops/*
            r status; said 'sidecar is not whole'; unsaid removed
            r sync; said 'no ID yet'; unsaid removed; ls Collections
            r check; said 'torn-batch'
            chmod 755 .shed/ops/*; r sync; ls Collections Rejected
            ids | grep -v -e n.txt -e Rejected | cmp $T/before - && echo same
            """, asNobody: true)
        #expect(output == "status 0\nsync 1\nBook\nx.txt\ncheck 1\nsync 1\nCollections:\nBook\n\nRejected:\nx.txt\nsame\n")
    }

    // MARK: Full disks

    @Test(.enabled(if: getuid() == 0)) func `on a full disk nothing is lost and nothing half done stays`() throws {
        let output = try Shelf().scenario("""
            mkdir m; mount -t tmpfs -o size=1m,mode=777 shed-test m || exit 9; trap "cd /; umount $T/work/m" EXIT; cd m
            \(Self.poems)
            echo b > Draft/b.txt; echo c > Collections/c.txt; mv Draft/a.txt Ready/; files > $T/files
            cat /dev/zero > ../fill 2> /dev/null
            full='No space left on device; free some space'
            r sync; said "$full"; r mv Ready/a.txt Draft; said "$full"; r rm Ready/a.txt; said "$full"
            r add file Draft/z.txt --text zzz; said "$full"; r new poetry Other --in "$T/work/m"; said "$full"
            r status; r check
            files | cmp $T/files - && echo 'all there'; find .shed -name '.*' ! -name .shed ! -name .gitattributes; ls -A ..
            rm ../fill; r sync; r sync; said 'Nothing changed'; r status --json; said 'Collections/c.txt'; files | cmp $T/files - && echo 'all there'
            ids | grep -c "$(sed -n 's/.*Draft.a.txt" //p' $T/before)"
            """)
        #expect(output == """
            sync 2\nmv 2\nrm 2\nadd 2\nnew 2\nstatus 0\ncheck 0\nall there\nPoems\nfill\nsync 0\nsync 0\nstatus 0\nall there\n1\n
            """)
    }

    /// What came into no batch was not done, and is not to be taken back.
    @Test(.enabled(if: getuid() == 0)) func `what a full disk has kept from being done does not stand among what was done`() throws {
        let output = try Shelf().scenario("""
            mkdir m; mount -t tmpfs -o size=1m,mode=777 shed-test m || exit 9; trap "cd /; umount $T/work/m" EXIT; cd m
            \(Self.poems)
            "$SHED" rm Draft/a.txt -q; "$SHED" tag new red -q; echo b > Draft/b.txt; echo c > Draft/c.txt; "$SHED" sync -q; "$SHED" allow Research both -q
            "$SHED" undo --list > $T/before; cat /dev/zero > ../fill 2> /dev/null
            r tag add red Draft/b.txt; r tag new blue; r order Draft/c.txt --first; r target Draft 5; r empty-trash --yes; r allow Research nothing
            "$SHED" undo --list | cmp - $T/before && echo 'as it was'; rm ../fill; "$SHED" undo --list | cmp - $T/before && echo 'as it was'
            "$SHED" undo -q; echo $?; r tag add red Draft/b.txt
            """)
        #expect(output == """
            tag 2\ntag 2\norder 2\ntarget 2\nempty-trash 2\nallow 2\nas it was\nas it was\n0\ntag 0\n
            """, "\(output)")
    }

    @Test(.enabled(if: getuid() == 0)) func `nor does what was compiled and had no room`() throws {
        let output = try Shelf().scenario("""
            mkdir m; mount -t tmpfs -o size=2m,mode=777 shed-test m || exit 9; trap "cd /; umount $T/work/m" EXIT; cd m
            "$SHED" new novel N --language en > /dev/null; cd N; mkdir Chapters/One; head -c 60000 /dev/zero | tr '\\0' a > Chapters/One/a.md; "$SHED" sync > /dev/null
            head -c 16384 /dev/zero > ../hole; cat /dev/zero > ../fill 2> /dev/null; rm ../hole
            r compile; "$SHED" undo --list | grep -c compile; ls Novel; rm ../fill; r compile; "$SHED" undo --list | grep -c compile; ls Novel
            """)
        #expect(output == "compile 2\n0\ncompile 0\n1\nN.md\n", "\(output)")
    }

    @Test(.enabled(if: getuid() == 0)) func `a full state directory loses nothing`() throws {
        let output = try Shelf().scenario(Self.poems + """
            mv $T/state $T/state2; mkdir $T/state; mount -t tmpfs -o size=300k,mode=777 shed-test $T/state || exit 9
            trap "umount $T/state" EXIT
            cp -a $T/state2/. $T/state/; cat /dev/zero > $T/state/fill 2> /dev/null
            echo b > Draft/b.txt; mv Draft/a.txt Ready/
            r sync; said "$T/state"; r rm Draft/b.txt; r status; r check; files
            rm $T/state/fill; r sync; r sync; ids | grep -c "$(sed -n 's/.*Draft.a.txt" //p' $T/before)"
            """)
        #expect(output.hasPrefix("sync 2\nrm 2\nstatus 0\ncheck "))
        #expect(output.hasSuffix("\na\nb\none\nsync 0\nsync 0\n1\n"))
    }

    @Test func `a state directory that cannot be written stops only what changes something`() throws {
        let output = try Shelf().scenario(Self.poems + """
            chmod -R a-w $T/state
            for v in status check ls tree; do r $v; done
            for v in sync 'mv Draft/a.txt Ready' 'rm Draft/a.txt'; do r $v; said 'state directory writable'; done
            chmod -R u+w $T/state; same
            rm -r $T/state; echo x > $T/state
            for v in status check ls; do r $v; done; r trust .; said "$T/state: it is not a directory"
            rm $T/state; r sync; said 'shed trust'; r trust .; r sync; same
            """, asNobody: true)
        #expect(output == """
            status 0\ncheck 0\nls 0\ntree 0\nsync 2\nmv 2\nrm 2\nsame\nstatus 0\ncheck 0\nls 0\ntrust 2\nsync 2\ntrust 0\nsync 0\nsame\n
            """)
    }

    @Test func `a limit of file sizes ends no verb without a word`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; echo a > Draft/a.txt; "$SHED" sync -q; echo b > Draft/b.txt
            for v in sync 'mv Draft/a.txt Ready' 'tag add urgent Draft/a.txt --create'; do
            (ulimit -f 1; "$SHED" $v; echo "${v%% *} $?") 2>&1 | sed 's/.*(ulimit -f).*/the limit/'; done
            "$SHED" sync -q; ls Draft; "$SHED" check
            """)
        #expect(output == "the limit\nsync 2\nthe limit\nmv 2\nthe limit\ntag 2\na.txt\nb.txt\nNothing found.\n")
    }

    @Test func `looking verbs write nothing, whoever looks and whether or not the project is known here`() throws {
        let shelf = try Shelf.withPoems()
        _ = try shelf.scenario("""
            cd Poems; echo a > Draft/a.txt; "$SHED" sync; mv Draft/a.txt Ready/; echo x > Collections/x.txt; ln -s /etc Draft/out
            mkdir ../sub; cp -a . ../sub/Clone; chmod -R a+rX "$T"
            """)
        let before = try shelf.fingerprint()
        let looked = try shelf.scenario("""
            for d in Poems sub/Clone; do for v in status 'status --json' check 'check --json' 'sync --dry-run' 'rm --dry-run Ready/a.txt'; do
            r -C $d $v; done; done > /dev/null
            for v in status check ls tree; do as "$SHED" -C Poems $v; as "$SHED" -C sub/Clone $v; done
            """)
        #expect(looked.contains("added    Poems/Collections/x.txt"))
        #expect(try shelf.fingerprint() == before)
    }
}
