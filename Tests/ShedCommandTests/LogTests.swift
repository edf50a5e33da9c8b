import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `The log` {
    private static let keys = ["time", "event", "id", "kind", "path", "from", "rule", "message", "by", "counts"]

    /// Beside what every scenario knows: `l …` prints the log without headings and times, `sync` takes in in silence,
    /// `await` waits for a condition, a minute at most.
    private static let prelude = """
        export TZ=UTC
        cd Poems
        l() { "$SHED" log "$@" | grep '^  ' | sed 's/^  [0-9][0-9]:[0-9][0-9]  //'; }
        sync() { "$SHED" sync > "$T/results" 2>&1; }
        \(ShellScript.await("cat \"$T\"/stream* \"$T\"/watched", otherwise: "break"))

        """

    private func run(_ script: String) throws -> String { try Shelf.withPoems().scenario(Self.prelude + script) }

    @Test func `it says in plain words what happened, newest first`() throws {
        let output = try run("""
            echo one > Draft/Ode.txt; sync; mv Draft/Ode.txt Ready/; sync; mv Ready/Ode.txt Ready/Song.txt; sync
            echo longer > Ready/Song.txt; sync; mkdir Draft/Love; sync; mv Ready/Song.txt Collections/; sync
            "$SHED" allow Research both -q; rm Ready/Song.txt; sync; mkdir Collections/Book
            l
            """)
        #expect(output == """
            a new folder: Collections/Book
            Song.txt is gone from Ready
            Research accepts both now
            Collections/Song.txt was sent back to Ready: No files are allowed in “Collections”
            Draft/Love was rejected: No folders are allowed in “Draft”; it is in Rejected/Love
            Ready/Song.txt was changed
            you renamed Ready/Ode.txt to Song.txt
            you moved Ode.txt from Draft to Ready
            a new file: Draft/Ode.txt
            the project was made

            """)
    }

    @Test func `its days are those of the local time`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario(Self.prelude + """
            h=$(ls -d $T/state/projects/*)/history.jsonl; day=86400000; now=$(date +%s)000
            e() { echo "{\\"time\\":$1,\\"event\\":\\"added\\",\\"by\\":\\"sync\\",\\"kind\\":\\"file\\",\\"path\\":\\"$2\\"}"; }
            { e 1700000000000 old; e $((now-day)) before; e $now now; } > $h
            "$SHED" log --plain | sed 's/[0-9][0-9]:[0-9][0-9]/H:M/'
            TZ=Etc/GMT+12 "$SHED" log | tail -2; TZ=Etc/GMT-14 "$SHED" log | tail -2
            "$SHED" log --since 2h | grep -c file; "$SHED" log --since 2023-11-14 | grep -c file; "$SHED" log --since 2023-11-15 | grep -c file
            "$SHED" log --since '2023-11-14 22:13' | grep -c file; "$SHED" log --since '2023-11-14 22:14' | grep -c file
            "$SHED" log --since 2023-11-14T22:13:20Z | grep -c file; "$SHED" log --since 2023-11-14T22:13:21Z | grep -c file
            "$SHED" log --since yesterday | grep -c file; "$SHED" log --since today | grep -c file; "$SHED" log --since 2023-11-14T22:13:20.5Z | grep -c file
            for n in -1 x ''; do r log --limit "$n"; said --limit; done
            for s in 2023-02-30 tomorrow 2 -1d 2023-11-14T25:00 ''; do r log --since="$s"; done
            """)
        #expect(output == """
            Today
              H:M  a new file: now
            Yesterday
              H:M  a new file: before
            Tuesday, 14 November 2023
              H:M  a new file: old
            Tuesday, 14 November 2023
              10:13  a new file: old
            Wednesday, 15 November 2023
              12:13  a new file: old
            1
            3
            2
            3
            2
            3
            2
            2
            1
            2
            log 2
            log 2
            log 2
            log 2
            log 2
            log 2
            log 2
            log 2
            log 2

            """)
    }

    @Test func `it follows a file by its path now, a path that it had, and its ID`() throws {
        let output = try run("""
            for n in a b; do echo $n > Draft/$n.txt; done; sync; mv Draft/a.txt Ready/; sync; mv Ready/a.txt Published/c.txt; sync
            l Published/c.txt > $T/now; cat $T/now; id=$("$SHED" show Published/c.txt | sed -n 's/^id *//p')
            for name in Draft/a.txt Ready/a.txt $id ../Poems/Ready/a.txt "$T/work/Poems/Draft/a.txt"; do l "$name" | cmp - $T/now && echo same; done
            r log Draft/never.txt; said 'nothing of that path'; r log 0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3; r log /etc/passwd; r log --limit -1
            l Draft --limit 1
            """)
        #expect(output == """
            you moved Ready/a.txt to Published/c.txt
            you moved a.txt from Draft to Ready
            a new file: Draft/a.txt
            same
            same
            same
            same
            same
            log 2
            log 2
            log 2
            log 2
            you moved a.txt from Draft to Ready

            """)
    }

    @Test func `what verbs did is in it, with the verb's name`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt")
        shelf.makeFile("Poems/loose.txt")
        for words in [["sync"], ["mv", "Draft/a.txt", "Ready"], ["rm", "Ready/a.txt"], ["restore", "Trash/a.txt"], ["accept", "Rejected/loose.txt", "--to", "Draft"]] {
            _ = try shelf.run(words.map { Array($0.utf8) }, in: "Poems")
        }
        let json = try #require(try shelf.shed("log", "--json", in: "Poems").json().array)
        #expect(json.allSatisfy { $0.object?.members.map(\.name) == Self.keys })
        #expect(json.map { "\($0["by"]?.string ?? "") \($0["event"]?.string ?? "") \($0["from"]?.string ?? "-") \($0["path"]?.string ?? "")" } == [
            "accept moved Rejected/loose.txt Draft/loose.txt", "restore moved Trash/a.txt Ready/a.txt", "rm moved Ready/a.txt Trash/a.txt",
            "mv moved Draft/a.txt Ready/a.txt", "sync rejected loose.txt Rejected/loose.txt", "sync added - Draft/a.txt", "new made - .",
        ])
        #expect(json[4]["rule"]?.string == "file-at-root")
        #expect(json[4]["kind"]?.string == "file")
        #expect(json[4]["time"]?.string?.hasSuffix("Z") == true)
        #expect(try shelf.shed("log", "--limit", "2", "-0", in: "Poems").text == "Draft/loose.txt\0Ready/a.txt\0")
        #expect(try shelf.shed("log", "--limit", "0", "--json", in: "Poems").json() == .array([]))
    }

    @Test func `what was given up is not said to be deleted, in no language, and not where an earlier shed wrote it`() throws {
        let output = try run("""
            echo poem > Draft/a.txt; sync; id=$("$SHED" show Draft/a.txt | sed -n 's/^id *//p'); rm Draft/a.txt; sync
            "$SHED" forget $id --yes -q; l $id | head -1; "$SHED" log --json --limit 1 | grep -o '"event": *"[a-zA-Z]*"'
            for language in de fr es ja; do LC_ALL=$language "$SHED" log $id | sed -n 2p | sed 's/^  ..:..  //'; done
            sed -i 's/"event":"forgotten"/"event":"deleted"/' $T/state/projects/*/history.jsonl
            l $id | head -1; "$SHED" log --json --limit 1 | grep -o '"event": *"[a-zA-Z]*"'; "$SHED" undo; l | head -1
            """)
        #expect(output == """
            you gave up a.txt (Draft)
            "event": "forgotten"
            aufgegeben: a.txt (Draft)
            abandonné\u{a0}: a.txt (Draft)
            dado por perdido: a.txt (Draft)
            破棄: a.txt（Draft）
            you gave up a.txt (Draft)
            "event": "forgotten"
            changed back Draft/a.txt: what was given up
            “shed undo” does it again; “shed undo --list” shows what was done before.
            you took back what “forget” did (number 1)

            """, "\(output)")
    }

    @Test func `names and lines that are hostile do no harm`() throws {
        let shelf = try Shelf.withPoems()
        shelf.write("x", to: Array("Poems/Draft/b".utf8) + [0xff, 0x0a, 0x1b] + Array("[31m.txt".utf8))
        let output = try shelf.scenario(Self.prelude + """
            sync; h=$(ls -d $T/state/projects/*)/history.jsonl
            l --limit 1; "$SHED" log --limit 1 --json | grep -o 'pathBytes": *"[^"]*"'
            printf '{"time":1,"event":"added","by":"x","message":"\\\\u001b[31m","path":"a"}\\n\\n\\000\\nnull\\n{"time":99999999999999999999}\\n' >> $h
            printf '{"time":9007199254740992,"event":"allowed","by":"x\\\\n","message":"\\\\u001b[31m","path":"a"}\\n' >> $h
            printf '{"time":9223372036854775807,"event":"allowed","by":"x","message":"files","path":"passed-over"}\\n' >> $h
            head -c 300000 /dev/zero | tr '\\0' x >> $h; printf '\\n{"time":5,"event":"moved","by":"x"' >> $h
            "$SHED" log | LC_ALL=C grep -c "$(printf '\\033')"; l --limit 1; echo y > Draft/y.txt; sync; l --limit 1
            r log --json; rm $h; mkdir $h; r log; said 'cannot open the history'; rm -r $h; ln -s /etc/passwd $h; r log; r sync
            rm $h; r log; l
            """)
        #expect(output == """
            a new file: Draft/b\\xff\\n\\u{1b}[31m.txt
            pathBytes": "RHJhZnQvYv8KG1szMW0udHh0"
            0
            a accepts \\u{1b}[31m now
            a new file: Draft/y.txt
            log 0
            log 2
            log 2
            sync 0
            log 0

            """)
    }

    @Test func `a kill between the commit and its line loses the line alone`() throws {
        let output = try run("""
            echo a > Draft/a.txt; SHED_INTERRUPT_AT=committed "$SHED" sync > /dev/null 2>&1; echo "killed $?"
            ids > $T/ids; r sync; ids | cmp - $T/ids && echo same; echo b > Draft/b.txt; l; r check
            """)
        #expect(output == "killed 137\nsync 0\nsame\na new file: Draft/b.txt\nthe project was made\ncheck 0\n")
    }

    @Test func `writers at once write whole lines, each once`() throws {
        let output = try run("""
            for i in $(seq 16); do "$SHED" add file Draft/n$i.txt -q & pids="${pids:-} $!"; done; wait $pids
            cat $T/state/projects/*/history.jsonl | grep -c '^{.*"path":"Draft/n[0-9]*.txt".*}$'; l | sort | uniq -c | grep -c '1 a new file: Draft/n'
            """)
        #expect(output == "16\n16\n")
    }

    @Test func `it reads a full history, and rotates it`() throws {
        let output = try run("""
            h=$(ls -d $T/state/projects/*)/history.jsonl; line='{"time":1700000000000,"event":"modified","by":"daemon","path":"Draft/x.txt"}'
            yes "$line" | head -c 4194000 > $h; "$SHED" log --limit 3 | grep -c changed
            echo a > Draft/a.txt; sync; for i in 1 2 3 4 5 6 7; do mv Draft/a.txt Ready/; sync; mv Ready/a.txt Draft/; sync; done
            ls $(dirname $h) | grep history; [ $(stat -c %s $h) -lt 4096 ] && echo small; l --limit 1; "$SHED" log --limit 100000 | grep -c changed | tr -d '\\n' | wc -c
            l Draft/a.txt | tail -1; stat -c %a $h
            """)
        #expect(output == "3\nhistory.1.jsonl\nhistory.jsonl\nsmall\nyou moved a.txt from Ready to Draft\n5\na new file: Draft/a.txt\n600\n")
    }

    /// Each condition waits for what the one before must have brought about; nothing depends on how long it takes.
    @Test func `follow shows what happens as it happens, over a rotation, and ends with Control-C`() throws {
        let output = try run("""
            : > $T/stream; : > $T/streamed
            "$SHED" log --follow --limit 1 > $T/stream 2> $T/note & plain=$!
            "$SHED" log --follow --json Draft > $T/streamed 2>/dev/null & json=$!
            await 'grep -q made $T/stream'; echo a > Draft/a.txt; sync; await 'grep -q "a new file: Draft/a.txt" $T/stream'
            await 'grep -q Draft/a.txt $T/streamed'; mkdir Collections/Book; sync; await 'grep -q Collections/Book $T/stream'
            h=$(ls -d $T/state/projects/*)/history.jsonl; yes '{"no":1}' | head -c 4194300 >> $h
            mv Draft/a.txt Ready/; sync; ls $(dirname $h) | grep -c history
            await 'grep -q "you moved a.txt from Draft to Ready" $T/stream'; await 'grep -q Ready/a.txt $T/streamed'
            kill -INT $plain; wait $plain; echo "ended $?"; kill -TERM $json; wait $json; echo "ended $?"
            grep -c file $T/stream; grep -c . $T/streamed; grep -c 'no daemon' $T/note; grep -c '^{.*}$' $T/streamed
            """)
        #expect(output == "2\nended 0\nended 0\n1\n2\n1\n2\n")
    }

    @Test func `with a daemon it is the daemon that writes down what people and editors do`() throws {
        let output = try run("""
            printf 'quiet = 0.2\\n' > .shed/settings.toml; : > $T/watched; : > $T/stream
            "$SHED" watch --json > $T/watched 2>&1 & daemon=$!; await 'grep -q watching $T/watched'
            "$SHED" log --follow --limit 1 > $T/stream 2>&1 & follow=$!; await 'grep -q made $T/stream'
            echo one > Draft/Ode.txt; await 'grep -q "a new file: Draft/Ode.txt" $T/stream'
            vi -u NONE -n -es -c 's/one/another/' -c wq Draft/Ode.txt; await 'grep -q "Draft/Ode.txt was changed" $T/stream'
            mv Draft/Ode.txt Ready/; await 'grep -q "you moved Ode.txt from Draft to Ready" $T/stream'
            mkdir Draft/Love; await 'grep -q "Draft/Love was rejected" $T/stream'
            mv Ready/Ode.txt Submissions/; await 'grep -q "sent back to Ready" $T/stream'
            "$SHED" rm Ready/Ode.txt -q; "$SHED" restore Trash/Ode.txt -q; await 'grep -q "from Trash to Ready" $T/stream'
            kill -INT $follow; wait $follow; echo "follow $?"; kill -TERM $daemon; wait $daemon; echo "daemon $?"
            l Ready/Ode.txt; "$SHED" log --json Ready/Ode.txt | grep -o '"event": *"[a-zA-Z]*"\\|"by": *"daemon"' | grep -c daemon
            """)
        #expect(output == """
            follow 0
            daemon 0
            you moved Ode.txt from Trash to Ready
            you moved Ode.txt from Ready to Trash
            Submissions/Ode.txt was sent back to Ready: No files are allowed in “Submissions”
            you moved Ode.txt from Draft to Ready
            Draft/Ode.txt was changed
            a new file: Draft/Ode.txt
            4

            """)
    }
}
