import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// The daemon that watches all projects and carries out verbs. The barrier is a verb itself: what it answers, it has seen.
@Suite(.serialized, .waitsInTurn, .onDisk) struct `The daemon of all projects` {
    private func run(_ shelf: Shelf, _ script: String) throws -> String {
        let text = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Shelf.daemonPrelude + script
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
        #expect(result.err == "")
        return result.text
    }

    private func poems() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        for name in ["a", "b", "c"] { shelf.makeFile("Poems/Draft/\(name).txt", "\(name)\n") }
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        return shelf
    }

    @Test func `it answers what the verbs would say themselves`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            cd Poems
            mkdir Research/Deep; : > Draft/empty.txt; printf 'caf\\351' > Draft/latin.txt; mkdir Collections/Book; echo x > Collections/Book/x.txt
            "$SHED" sync > /dev/null
            look() { for verb in "ls" "ls Draft --sort size" "order Draft" "order ." "tree" "tree Collections" "show Draft/a.txt" "show ." "show Collections" "info" "find a" "find --text cafe" "ls nowhere" \
            "find --limit 0" "find --nothing" "find a --linking-to Draft/a.txt" "ls --help" "tree --words" "show --words Draft/a.txt"; do
              echo "$verb"; "$SHED" $verb --json 2>&1; echo "$?"; "$SHED" $verb -v 2>&1 | grep -v 'watched  '; "$SHED" $verb -0 2>&1 | od -c | head -40; done; }
            look > "$T/alone"
            begin "$SHED" watch --json
            look > "$T/asked"
            cmp "$T/alone" "$T/asked" && echo same || diff "$T/alone" "$T/asked" | head -20
            "$SHED" status --json | grep -c "\\"pid\\": $daemon"
            end
            """)
        #expect(output == "same\n1\nended 0\n")
    }

    @Test func `what is refused and still waits is a change, with a daemon as without`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            cd Poems; echo 'quiet = "1 hour"' > .shed/settings.toml
            mkdir -p Draft/Love/Deep; echo x > Draft/Love/Deep/x.txt; mv Draft/a.txt Collections/; echo y > new.txt
            changes() { "$SHED" status --json | grep -v '"time"' | sed -n '/"clean"/,/^  ]/p'; }
            changes > "$T/alone"; grep -c '"clean": false' "$T/alone"
            begin "$SHED" watch --json
            changes > "$T/first"; cmp "$T/alone" "$T/first" && echo same || diff "$T/alone" "$T/first"
            mv new.txt newer.txt; changes > "$T/second"; sed 's/"new.txt"/"newer.txt"/' "$T/alone" | cmp - "$T/second" && echo same || diff "$T/alone" "$T/second"
            mv Collections/a.txt Draft/; rm -r Draft/Love newer.txt; "$SHED" status --json | grep -c '"clean": true'
            end
            """)
        #expect(output == "1\nsame\nsame\n1\nended 0\n")
    }

    @Test func `it ends a conflict as the verb would itself`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            cd Poems; echo theirs > "Draft/a.sync-conflict-20240131-120000-ABCDEFG.txt"; "$SHED" sync > /dev/null
            begin "$SHED" watch --json
            before=$(id Draft/a.txt)
            "$SHED" resolve Draft/a.txt --keep other; echo "$?"
            [ "$before" = "$(id Draft/a.txt)" ] && echo same; cat Draft/a.txt Trash/a.txt; "$SHED" conflicts
            end
            """)
        #expect(output == """
            Draft/a.txt holds now what Draft/a.sync-conflict-20240131-120000-ABCDEFG.txt held
            moved Draft/a.sync-conflict-20240131-120000-ABCDEFG.txt to Trash/a.txt
            0
            same
            theirs
            a
            No conflicts.
            ended 0

            """)
    }

    @Test func `what happened before a verb was called is in its answer`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            begin "$SHED" watch --json
            cd Poems
            before=$(id Draft/a.txt)
            for n in $(seq 30); do
              mv Draft/a.txt Ready/a.txt; [ "$(id Ready/a.txt)" = "$before" ] || echo "lost at $n"
              mv Ready/a.txt Draft/a.txt; [ "$(id Draft/a.txt)" = "$before" ] || echo "lost at $n, back"
            done
            rm Draft/c.txt; "$SHED" status --json | grep -c '"path": "Draft/c.txt"'
            mkdir -p Collections/New; echo hi > Collections/New/n.txt; "$SHED" ls -0 Collections/New | tr '\\0' '\\n'
            end
            """)
        #expect(output == "1\nCollections/New/n.txt\nended 0\n")
    }

    @Test func `it carries out what changes something`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            begin "$SHED" watch --json
            cd Poems
            r() { timeout 60 "$SHED" "$@" > "$T/results" 2>&1; echo "$1 $?"; }
            r add file Draft/new.txt --text hello; r mv Draft/a.txt Ready; r rename Draft/b.txt B.txt; r rm Draft/c.txt
            r restore Trash/c.txt; r allow Research both; r info --set details=spring; r sync
            r rm --permanently Draft/c.txt; r rm --permanently Draft/c.txt --yes; r mv nowhere Draft; r rename . Verse
            cd ../Verse; r add file Draft/after.txt
            find . -name .shed -prune -o -type f -print | sort
            r status; cat "$T/results"
            end
            """)
        #expect(output == """
            add 0\nmv 0\nrename 0\nrm 0\nrestore 0\nallow 0\ninfo 0\nsync 0\nrm 2\nrm 0\nmv 2\nrename 0\nadd 0
            ./Draft/B.txt\n./Draft/after.txt\n./Draft/new.txt\n./Ready/a.txt
            status 0\nClean.\nWatched by process \(output.split(separator: " ").last { $0.contains(".") }?.prefix { $0 != "." } ?? "?").\nended 0\n
            """)
        #expect(try shelf.shed("check", in: "Verse").code == 0)
    }

    @Test func `a question is answered also where the words end the options`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            begin "$SHED" watch --json
            cd Poems
            echo y | script -qec "'$SHED' rm --permanently -- Draft/a.txt" /dev/null > "$T/results"; echo "rm $?"; ls Draft
            end
            """)
        #expect(output == "rm 0\nb.txt\nc.txt\nended 0\n")
    }

    @Test func `a desktop notification that fails is told once`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            echo 'quiet = 0.1' > Poems/.shed/settings.toml
            mkdir "$T/bin"; printf '#!/bin/sh\nexit 7\n' > "$T/bin/notify-send"; cp "$T/bin/notify-send" "$T/bin/gdbus"; chmod +x "$T/bin"/*
            begin env PATH="$T/bin" DBUS_SESSION_BUS_ADDRESS=unix:path=/none "$SHED" watch --json
            mkdir Poems/Draft/x; await 'grep -q unannounced "$T/log"'; said 'notification could not be shown.*ended with 7'
            mkdir Poems/Draft/y; await '[ -e Poems/Rejected/y ]'
            end
            grep -c unannounced "$T/log"
            """)
        #expect(output == "ended 0\n1\n")
    }

    @Test func `what is too much at once to be refused is told by watch, by a notification and by status, with what to do`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            printf 'quiet = 0.1\nbulk = 3\n' > Poems/.shed/settings.toml; mkdir -p Book/1 Book/2 Book/3 Book/4
            mkdir "$T/bin"; printf '#!/bin/sh\necho "$@" >> "%s/told"\n' "$T" > "$T/bin/notify-send"; chmod +x "$T/bin/notify-send"
            : > "$T/log"; env PATH="$T/bin" DBUS_SESSION_BUS_ADDRESS=unix:path=/none "$SHED" watch > "$T/log" 2> "$T/errors" & daemon=$!
            await 'grep -q ^ready "$T/log"'
            mv Book Poems/Collections/; cd Poems; await '[ -s "$T/told" ]'; cat "$T/told"
            echo x > Submissions/y.txt; mkdir Fresh; await '[ -e Rejected/y.txt ]'
            grep bulk-addition "$T/log"; "$SHED" status | grep bulk-addition; "$SHED" status --json | grep -c '"rule": "bulk-addition"'
            "$SHED" allow Collections/Book both; "$SHED" status | grep bulk-addition
            end
            """)
        let message = "4 additions would be refused at once; more than settings.bulk (3), so all stay where they are."
        let remedy = "“shed sync --reject-all” moves them to Rejected, “shed allow Collections/Book both” lets them stay."
        #expect(output == """
            --app-name=shed -- Poems: 4 items would be refused at once; all stay \(remedy) “shed status” lists them.
            Poems: \(message) \(remedy) [bulk-addition]
            \(message) \(remedy) [bulk-addition]
            1
            Collections/Book accepts both now
            ended 0

            """)
    }

    @Test func `it follows the registry`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            begin "$SHED" watch --json
            "$SHED" new blank Notes -q; await 'grep -q "watching.*Notes" "$T/log"'
            echo x > Notes/Files/x.txt; "$SHED" -C Notes status --json | grep -c "\\"pid\\": $daemon"
            "$SHED" delete Notes --permanently --yes -q; await 'grep -q "forgotten.*Notes" "$T/log"'
            "$SHED" watch 2>&1 | sed "s/$daemon/N/"; "$SHED" watch 2>/dev/null; echo "exit $?"
            end
            """)
        #expect(output == "1\nshed: a daemon (process N) is running already. One is enough for all your projects; stop it first if you want this one.\nexit 2\nended 0\n")
    }

    /// Each look at the root notes in watch.json since when it is watched.
    @Test func `a root that stays empty is told once, however often it is looked at`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            begin "$SHED" watch --json
            since() { cat "$T"/state/projects/*/watch.json; }; looked() { [ "$(since)" != "$before" ]; }
            mkdir keep; mv Poems/* keep; await 'grep -q "offline.*empty" "$T/log"'
            for look in 1 2 3; do before=$(since); : > Poems/.touched; rm Poems/.touched; await looked; done
            mv keep/* Poems; await '[ $(grep -c "watching.*Poems" "$T/log") = 2 ]'; grep -c 'offline.*empty' "$T/log"
            mv Poems/* keep; await '[ $(grep -c "offline.*empty" "$T/log") = 2 ]'; echo again
            end
            """)
        #expect(output == "1\nagain\nended 0\n")
    }

    @Test func `a root that is moved, emptied or without its sidecar is not judged until it is back`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            begin "$SHED" watch --json
            cd Poems; before=$(id Draft/a.txt); cd ..
            mkdir keep; mv Poems/* keep; await 'grep -q "offline.*empty" "$T/log"'
            "$SHED" -C Poems status > /dev/null 2>&1; echo "empty $?"
            mv keep/* Poems; await '[ $(grep -c "watching.*Poems" "$T/log") = 2 ]'
            mv Poems/.shed keep; await 'grep -q "offline.*lost its .shed" "$T/log"'
            mv keep/.shed Poems; await '[ $(grep -c "watching.*Poems" "$T/log") = 3 ]'
            mv Poems Verse; await 'grep -q "watching.*Verse" "$T/log"'
            mv Verse keep/.hidden; mv keep/.hidden Poems; cd Poems
            await '"$SHED" status --json | grep -q "\\"pid\\": $daemon"'
            [ "$(id Draft/a.txt)" = "$before" ] && echo same; "$SHED" status | head -1
            cd ..; mv Poems "$T/away"; rm -rf Poems; await 'grep -q "watching.*/away" "$T/log"'
            rm -rf "$T/away"; await 'grep -q "offline.*is gone" "$T/log"'
            end
            """)
        #expect(output == "empty 2\nsame\nClean.\nended 0\n")
    }

    /// A write through another name of the file, outside the project, tells no event.
    @Test func `a sweep finds what no event told and counts it`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            ln Poems/Draft/a.txt "$T/outside"; "$SHED" -C Poems sync > /dev/null
            begin "$SHED" watch --json --sweep 1
            echo more >> "$T/outside"; await 'grep -q drifted "$T/log"'
            "$SHED" -C Poems status --json | grep -o '"drift": [0-9]*'
            end
            """)
        #expect(output == "\"drift\": 1\nended 0\n")
    }

    @Test func `a file made in one folder and moved at once to one that fills by moves is welcome`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            begin "$SHED" watch --json
            cd Poems
            for n in $(seq 20); do echo $n > Draft/q$n; mv Draft/q$n Ready/; done
            "$SHED" status --json | grep -o '"reports": \\[\\]'
            echo new > Ready/stranger; "$SHED" status --json | grep -c closed-folder
            "$SHED" ls -0 Ready | tr '\\0' '\\n' | grep -c 'Ready/q'
            end
            """)
        #expect(output == "\"reports\": []\n1\n20\nended 0\n")
    }

    @Test func `what is broken in the project's own files is said as without a daemon`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            begin "$SHED" watch --json
            cd Poems
            echo 'quiet = "never"' > .shed/settings.toml; "$SHED" status > /dev/null 2> "$T/errors2"; echo "exit $?"; grep -c 'settings.toml' "$T/errors2"
            rm .shed/settings.toml; "$SHED" status -q; echo "exit $?"
            cp .shed/project.json "$T/project.json"; echo '{' > .shed/project.json; "$SHED" add file Draft/x 2> /dev/null; echo "exit $?"
            cp "$T/project.json" .shed/project.json; "$SHED" add file Draft/x; echo "exit $?"
            before=$(id Draft/a.txt); mv .shed/ops "$T/ops"; mkdir .shed/ops; "$SHED" status 2>&1 | grep -c 'lost everything in .shed/ops'; ls .shed/ops | wc -l
            rmdir .shed/ops; mv "$T/ops" .shed/ops; await '[ "$("$SHED" status --json 2>/dev/null | grep -c "\\"pid\\": $daemon")" = 1 ]'
            [ "$(id Draft/a.txt)" = "$before" ] && echo same
            end
            """)
        #expect(output == "exit 2\n1\nexit 0\nexit 2\nadded Draft/x\nexit 0\n1\n0\nsame\nended 0\n")
    }

    @Test func `a project in the desktop's trash is not followed`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            begin "$SHED" watch --json
            "$SHED" delete Poems --yes -q; await 'grep -q "offline.*is gone" "$T/log"'
            grep -c 'watching.*Trash' "$T/log"
            end
            """)
        #expect(output == "0\nended 0\n")
    }

    @Test func `it ends where its state directory is removed, and keeps out of another daemon's socket`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            export XDG_RUNTIME_DIR="$T/run" XDG_STATE_HOME="$T/one"; unset SHED_STATE_DIR; mkdir -m 700 "$T/run"
            "$SHED" new blank One -q
            begin "$SHED" watch --json; first=$daemon
            XDG_STATE_HOME="$T/two"; mkdir two; (cd two; "$SHED" new blank Two -q)
            begin "$SHED" watch --json; end
            grep -c "daemon with another state directory" "$T/log"; ls "$T/run/shed"
            XDG_STATE_HOME="$T/one"; "$SHED" -C One status --json | grep -c "\\"pid\\": $first"
            rm -rf "$T/one"; wait $first; echo "exit $?"
            """)
        #expect(output == "ended 0\n1\ncontrol.socket\n1\nexit 2\n")
    }

    @Test func `after it stood still it looks at everything`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            begin "$SHED" watch --json
            cd Poems; a=$(id Draft/a.txt); b=$(id Draft/b.txt)
            kill -STOP $(worker)
            mv Draft/a.txt Draft/t; mv Draft/b.txt Draft/a.txt; mv Draft/t Draft/b.txt; mv Draft Drafts; mkdir Draft
            kill -CONT $(worker); await 'grep -q resumed "$T/log"'
            [ "$(id Drafts/b.txt)" = "$a" ] && [ "$(id Drafts/a.txt)" = "$b" ] && echo swapped
            end
            """)
        #expect(output == "swapped\nended 0\n")
    }

    private static let canUnshare: Bool = {
        guard let shelf = try? Shelf() else { return false }
        return (try? shelf.spawn("/usr/bin/unshare", ["-Ur", "true"].map { Array($0.utf8) }, input: nil, in: "/"))?.code == 0
    }()

    @Test(.enabled(if: canUnshare, "needs user namespaces")) func `where watches run out it polls and says so`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            for n in $(seq 40); do mkdir Poems/Collections/$n; echo $n > Poems/Collections/$n/f.txt; done; "$SHED" -C Poems sync > /dev/null
            begin unshare -Ur sh -c 'echo 20 > /proc/sys/user/max_inotify_watches && exec "$SHED" watch --json'
            cd Poems; before=$(id Collections/40/f.txt)
            mv Collections/40 Collections/last; [ "$(id Collections/last/f.txt)" = "$before" ] && echo moved
            "$SHED" status | grep -c 'sysctl user.max_inotify_watches='
            grep -c '"event":"polling"' "$T/log"
            echo changed > Collections/39/f.txt; await 'grep -q "modified.*Collections/39/f.txt" "$T/log"'
            end
            """)
        #expect(output == "moved\n1\n1\nended 0\n")
    }

    @Test(.enabled(if: canUnshare, "needs user namespaces")) func `without an inotify instance it says what to do`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            unshare -Ur sh -c 'echo 0 > /proc/sys/user/max_inotify_instances && exec "$SHED" watch' 2>&1; echo "exit $?"
            """)
        #expect(output.hasPrefix("shed: No inotify instance is left for this user"))
        #expect(output.contains("sysctl user.max_inotify_instances="))
        #expect(output.hasSuffix("exit 2\n"))
    }

    @Test func `it tells the service manager when it is ready, alive and stopping`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            perl -MSocket -e 'socket(S, AF_UNIX, SOCK_DGRAM, 0); bind(S, pack_sockaddr_un($ARGV[0])) or die; $| = 1; while (defined recv(S, $m, 4096, 0)) { print "$m\\n"; last if $m =~ /STOPPING/ }' "$T/notify" > "$T/told" & listener=$!
            await '[ -S "$T/notify" ]'
            begin env NOTIFY_SOCKET="$T/notify" WATCHDOG_USEC=100000 "$SHED" watch --json
            await 'grep -q READY=1 "$T/told"'; await '[ $(grep -c WATCHDOG=1 "$T/told") -gt 3 ]'
            end; wait $listener; grep -c STOPPING=1 "$T/told"; grep -m1 STATUS "$T/told"
            """)
        #expect(output == "ended 0\n1\nSTATUS=Watching 1 project\n")
    }
}
