import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What becomes of a project of which a batch of operations is gone for good, or is thought to be.
@Suite(.waitsForPrograms) struct `A lost batch` {
    /// `Poems` has three poems, each of its own batch, and a tag on the second; `$T/there` is a device that got all but the
    /// batch with the second poem, which is `$T/lost`. `t VERB …` runs shed there and prints the verb with its exit code,
    /// `told TEXT` says what of that it did not say.
    private static let prelude = """
        cd Poems; for name in a b c; do echo $name > Draft/$name.txt; "$SHED" sync -q; done
        "$SHED" tag add here Draft/b.txt --create -q
        id() { "$SHED" show "$1" --json | sed -n 's/^ *"id": *"\\(.*\\)",*$/\\1/p' | head -1; }
        ID=$(id Draft/b.txt); cd ..
        cp -a Poems "$T/there"; cd "$T/there"; export SHED_STATE_DIR="$T/elsewhere"; "$SHED" trust . -q
        torn=$(ls .shed/ops/*/*.jsonl | sed -n 3p); name=${torn##*/}; batch=${name#*-*-}; batch=${batch%.jsonl}
        mv "$torn" "$T/lost"
        t() { "$SHED" "$@" > "$T/results" 2> "$T/messages"; echo "$1 $?"; }
        told() { grep -q -- "$1" "$T/results" "$T/messages" || { echo "not told: $1"; cat "$T/results" "$T/messages"; }; }

        """

    @Test func `is waited for until sync --now, and by this machine not again`() throws {
        let output = try Shelf.withPoems().scenario(Self.prelude + """
            t sync; told "batch $batch has not arrived"; t sync; id Draft/b.txt
            t sync --now; told "went on without what is missing (batch $batch"; told "shed sync --lost"
            [ "$(id Draft/b.txt)" = "$ID" ] || [ -z "$(id Draft/b.txt)" ] || echo new
            echo d > Draft/d.txt; t sync; told 'Draft/d.txt'; t sync; told 'Nothing changed'
            t status; told Clean; t check; told 'absent-parent'
            other=$(ls "${torn%/*}"/*.jsonl | sed -n 2p); mv "$other" "$T/other"; echo e > Draft/e.txt; t sync; told 'absent-parent'
            """)
        #expect(output == "sync 1\nsync 1\nsync 0\nnew\nsync 0\nsync 0\nstatus 0\ncheck 1\nsync 1\n")
    }

    @Test func `is given up on all devices by sync --lost`() throws {
        let output = try Shelf.withPoems().scenario(Self.prelude + """
            find .shed -type f | sort > "$T/before"
            t sync --lost --dry-run; told "would give up batch $batch"; find .shed -type f | sort | cmp - "$T/before"
            t sync --lost; told "gave up batch $batch"; t check; told 'Nothing found'
            t log; told 'you gave up one lost batch of the sidecar'
            t sync --lost; told 'nothing was given up'
            cp -a "$T/there" "$T/third"; cd "$T/third"; export SHED_STATE_DIR="$T/thirdly"; "$SHED" trust . -q
            t check; told 'Nothing found'; echo d > Draft/d.txt; t sync; told 'Draft/d.txt'; id Draft/d.txt | grep -c -
            """)
        #expect(output == "sync 1\nsync 0\ncheck 0\nlog 0\nsync 0\ncheck 0\nsync 0\n1\n")
    }

    @Test(arguments: ["--now", "--lost"])
    func `that comes later after all brings back its IDs, and what was done meanwhile stays`(word: String) throws {
        let output = try Shelf.withPoems().scenario(Self.prelude + """
            t sync \(word); "$SHED" tag add there Draft/b.txt --create -q; mv Draft/c.txt Ready/; t sync
            [ "$(id Draft/b.txt)" != "$ID" ] && echo meanwhile another
            cp "$T/lost" "$torn"; t sync
            [ "$(id Draft/b.txt)" = "$ID" ] && echo the same again
            t show Draft/b.txt --json; told '"here"'; told '"there"'; t show Ready/c.txt
            t check; told 'Nothing found'; t status --all; told Clean; cat Draft/a.txt Draft/b.txt Ready/c.txt
            cp -a . "$T/third"; cd "$T/third"; export SHED_STATE_DIR="$T/thirdly"
            [ "$(id Draft/b.txt)" = "$ID" ] && echo there too
            """)
        #expect(output == """
            sync 0
            sync 0
            meanwhile another
            sync 0
            the same again
            show 0
            show 0
            check 0
            status 0
            a
            b
            c
            there too

            """)
    }

    @Test func `of which a torn file is left can be given up, and the file be moved away`() throws {
        let output = try Shelf.withPoems().scenario(Self.prelude + """
            head -c 300 "$T/lost" > "$torn"
            t sync; t sync --lost; told "What is left of it, $torn, can be moved out of .shed"
            t check; told torn-batch; grep -c absent-parent "$T/results"; echo d > Draft/d.txt; t sync; mv "$torn" "$T/torn"; t check; told 'Nothing found'; t sync
            """)
        #expect(output == "sync 1\nsync 0\ncheck 1\n0\nsync 0\ncheck 0\nsync 0\n")
    }

    /// What is seen is not remembered meanwhile, since the model lacks what is missing: so each walk meets the same again.
    @Test func `is no reason to tell again what was told`() throws {
        let output = try Shelf.withPoems().scenario(Self.prelude + """
            mv "$T/lost" "$torn"; "$SHED" sync -q; cp "$torn" "$T/lost"; rm "$torn"
            says() { "$SHED" "$@" 2> "$T/messages" | sed 's/^ *//' | grep -E '[ac]\\.txt' || echo nothing; }
            mv Draft/a.txt "$T/a"; echo more >> Draft/c.txt; says sync --dry-run; says sync; says sync; says sync --dry-run; says status; says sync
            "$SHED" log | grep -cE 'a.txt is gone|c.txt was changed'
            echo again >> Draft/c.txt; says sync; says sync; mv Draft/c.txt Ready/; says sync; says sync
            mv "$T/a" Draft/a.txt; says sync; says sync; rm Draft/a.txt; says status; says sync; says sync
            cp "$T/lost" "$torn"; says sync; says sync; says status; t check; told 'Nothing found'
            """)
        #expect(output == """
            removed  Draft/a.txt
            modified Draft/c.txt
            removed  Draft/a.txt
            modified Draft/c.txt
            nothing
            nothing
            nothing
            nothing
            2
            modified Draft/c.txt
            nothing
            moved    Draft/c.txt → Ready/c.txt
            nothing
            added    Draft/a.txt
            nothing
            removed  Draft/a.txt
            removed  Draft/a.txt
            nothing
            nothing
            nothing
            nothing
            check 0

            """)
    }
}
