import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// A daemon of several projects, one of which holds it up or kills it. `SHED_INTERRUPT_AT=at-work:SIGNAL:ROOT` raises a real signal
/// in the thread that works in that project, or holds it there for ever (0).
@Suite(.serialized, .waitsInTurn) struct `Projects do not share a fate` {
    /// `start` starts a daemon with a hook, and `held` says that a thread stands at it.
    private static let prelude = Shelf.daemonPrelude + """
        start() { : > "$T/log"; : > "$T/errors"; SHED_INTERRUPT_AT="$1" "$SHED" watch --json >> "$T/log" 2>> "$T/errors" & daemon=$!; }
        held() { grep -q "^[wa] " "$T"/state/projects/*/at-work; }
        # How the daemon itself answers: it alone knows of drift.
        asked() { "$SHED" -C "$1" status --json | grep -c '"drift": 0'; }

        """

    private func run(_ shelf: Shelf, _ script: String) throws -> String {
        let text = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Self.prelude + script
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
        // The shell says so of what it has killed.
        #expect(result.err.split(separator: "\n").allSatisfy { $0 == "Killed" }, "\(result.err)")
        return result.text
    }

    /// Two projects, `Poems` and `Other`.
    private func two() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        #expect(try shelf.shed("new", "poetry", "Other", "--language", "en").code == 0)
        return shelf
    }

    private func quarantined(_ shelf: Shelf) throws -> [String] {
        let findings = try shelf.shed("doctor", "--json").json()["checks"]?.array ?? []
        return findings.filter { $0["check"]?.string == "quarantine" }.map { "\($0["status"]?.string ?? "") \($0["remedy"]?.string ?? "")" }
    }

    @Test func `a verb of one is answered, and its changes are taken in, while another is walked without end`() throws {
        let shelf = try two()
        let output = try run(shelf, """
            start "at-work:0:$PWD/Poems"; await 'grep -q "watching.*Other" "$T/log"'; await held
            echo x > Other/Draft/x.txt; asked Other; "$SHED" -C Other add file Draft/y.txt -q; echo "add $?"
            await 'grep -q "Draft/x.txt" "$T/log"'; asked Other; grep -c 'watching.*Poems' "$T/log"
            end
            """)
        #expect(output == "1\nadd 0\n1\n0\nended 0\n")
    }

    @Test(arguments: ["TERM", "INT"]) func `a signal to end is obeyed while a project is walked without end`(signal: String) throws {
        let shelf = try Shelf.withPoems()
        // A shell that is not interactive has its background programs ignore SIGINT.
        let output = try run(shelf, """
            : > "$T/log"; : > "$T/errors"
            SHED_INTERRUPT_AT="at-work:0:$PWD/Poems" env --default-signal=INT "$SHED" watch --json >> "$T/log" 2>> "$T/errors" & daemon=$!
            await held; kill -\(signal) $daemon; wait $daemon; echo "ended $?"; grep -c '"event":"stopped"' "$T/log"
            """)
        #expect(output == "ended 0\n1\n")
    }

    /// Waits until the daemon has ended; one that does not is killed after a minute, and its end says so.
    private static let over = """
        gone() { await '[ ! -e /proc/'$1' ] || grep -q "^State:.Z" /proc/'$1'/status'; }
        over() { gone $daemon; wait $daemon; echo "ended $?"; }

        """

    @Test func `a signal to end is obeyed while a project waits for a lock that another program keeps`() throws {
        let shelf = try Shelf.withPoems()
        let output = try run(shelf, Self.over + """
            mkfifo "$T/gate"; flock "$T"/state/projects/*/lock sh -c 'echo locked > "$T/locked"; read -r line < "$T/gate"' & holder=$!
            daemon=$holder; await '[ -s "$T/locked" ]'; echo x > Poems/Draft/x.txt
            start ""; await held; kill -TERM $daemon; over; grep -c '"event":"stopped"' "$T/log"
            kill -0 $holder && echo holds; echo > "$T/gate"; wait $holder
            """)
        #expect(output == "ended 0\n1\nholds\n")
    }

    /// As one does not that stands in a call to a disk that does not answer (a FUSE or network mount): it takes no signal but SIGKILL.
    @Test(arguments: ["TERM", "INT", "HUP"]) func `a signal to end is obeyed where the worker cannot take any`(signal: String) throws {
        let shelf = try Shelf.withPoems()
        let output = try run(shelf, Self.over + """
            : > "$T/log"; : > "$T/errors"
            env --default-signal=INT "$SHED" watch --json >> "$T/log" 2>> "$T/errors" & daemon=$!
            await 'grep -q "watching.*Poems" "$T/log"'; worker=$(worker); kill -STOP $worker
            await 'grep -q "^State:.T" /proc/$worker/status'; kill -\(signal) $daemon; over
            gone $worker; start ""; await 'grep -q "watching.*Poems" "$T/log"'; end
            """)
        #expect(output == "ended 0\nended 0\n")
    }

    @Test(arguments: [SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGTRAP])
    func `the one under which the daemon died twice is left alone, and the others are not`(signal: Int32) throws {
        let shelf = try two()
        let output = try run(shelf, """
            ulimit -c 0; start "at-work:\(signal):$PWD/Poems"
            await 'grep -q "quarantined.*Poems" "$T/log"'; await 'grep -q "watching.*Other" "$T/log"'; await '[ "$(asked Other)" = 1 ]'
            grep -c 'quarantined.*Other' "$T/log"; kill -0 $daemon && echo waits; "$SHED" -C Poems status -q; echo "status $?"
            end
            """)
        #expect(output == "0\nwaits\nstatus 0\nended 0\n")
        #expect(try quarantined(shelf) == ["warning shed trust \(shelf.work)/Poems --again"])
        // It lasts, also where nothing is wrong any more.
        #expect(try run(shelf, #"start ""; await 'grep -q "quarantined.*Poems" "$T/log"'; await 'grep -q "watching.*Other" "$T/log"'; end"#) == "ended 0\n")
        // Who names it would wait for ever: nothing tells that daemon that it may go on.
        let named = try shelf.shed("watch", "Poems")
        #expect(named.code == 2 && named.err.contains("Poems is left alone: the daemon died 2 times under it") && named.err.contains("/Poems --again"))
        // Until a person takes it up again.
        #expect(try run(shelf, #"start ""; await 'grep -q "quarantined.*Poems" "$T/log"'; "$SHED" trust Poems --again --yes | grep -c 'takes .*Poems up again'; await 'grep -q "watching.*Poems" "$T/log"'; end"#) == "1\nended 0\n")
        #expect(try quarantined(shelf) == [])
    }

    @Test func `a daemon that is killed, as by the kernel that wants memory, begins anew a few times, and nobody is to blame`() throws {
        let shelf = try Shelf.withPoems()
        let output = try run(shelf, """
            start "at-work:9:$PWD/Poems"; wait $daemon; echo "ended $?"; grep -c 'by SIGKILL, and no project explains it' "$T/errors"
            ls "$T"/state/projects/*/quarantine.json 2>/dev/null | wc -l
            start ""; await 'grep -q "watching.*Poems" "$T/log"'; end
            """)
        #expect(output == "ended 2\n1\n0\nended 0\n")
        #expect(try quarantined(shelf) == [])
    }

    /// What `notify-send` is given stands in `told`.
    @Test func `the one that takes more memory than it may has the worker begun anew, is watched again, and is left alone if it does so alone`() throws {
        let shelf = try two()
        let output = try run(shelf, """
            mkdir "$T/bin"; printf '#!/bin/sh\necho "$@" >> "%s/told"\n' "$T" > "$T/bin/notify-send"; chmod +x "$T/bin/notify-send"
            export PATH="$T/bin:$PATH" DBUS_SESSION_BUS_ADDRESS=unix:path=/none
            mkfifo Poems/.hungry; : > "$T/log"; : > "$T/errors"
            SHED_INTERRUPT_AT="at-work:-300:$PWD/Poems" "$SHED" watch --json --memory 64M >> "$T/log" 2>> "$T/errors" & daemon=$!
            poems=$(dirname $(grep -l '/Poems"' "$T"/state/projects/*/record.json)); starved() { grep -q "^[wa] " "$poems/at-work"; }
            await 'grep -q "watching.*Other" "$T/log"'; await starved; first=$(worker)
            # Another one works meanwhile, so that it may have been that one's fault.
            asked Other; echo > Poems/.hungry
            await 'grep -q "watching.*Poems" "$T/log"'; [ $(worker) != $first ] && kill -0 $daemon && echo anew
            grep -c 'failed.*needs more than 64 MiB while it works in .*/Poems' "$T/log"; grep -c 'started again.*a want of memory' "$T/errors"
            echo x > Poems/Draft/x.txt; await 'grep -q "Draft/x.txt" "$T/log"'; await '[ "$(asked Poems)" = 1 ]'; grep -c quarantined "$T/log"
            mkfifo Poems/.hungry; echo y > Poems/Draft/y.txt; await starved; echo > Poems/.hungry
            await 'grep -q "quarantined.*Poems.*needed more memory for it than one project may have" "$T/log"'; await '[ "$(asked Other)" = 1 ]'
            grep -c 'quarantined.*Other' "$T/log"; await '[ -s "$T/told" ]'; cat "$T/told"
            end
            """)
        #expect(output == """
            1
            anew
            1
            1
            0
            0
            --app-name=shed -- Poems: the daemon failed because of this project and leaves it alone “shed doctor” says why; “shed trust \(shelf.work)/Poems --again” has it watched again.
            ended 0

            """, "\(output)")
        #expect(try quarantined(shelf) == ["warning shed trust \(shelf.work)/Poems --again"])
    }

    @Test func `who is to work for one that was killed meanwhile begins nothing`() throws {
        let shelf = try Shelf.withPoems()
        // As the environment is where the kill comes between the start of the process and its first look at who started it.
        let output = try run(shelf, """
            SHED_WATCH_PARENT=2147483646:-1:0 timeout 60 "$SHED" watch > "$T/log" 2>&1 < /dev/null; echo "ended $?"; cat "$T/log"
            """)
        #expect(output == "ended 137\n")
    }

    @Test func `who works ends with who waits for it`() throws {
        let shelf = try Shelf.withPoems()
        let output = try run(shelf, """
            begin "$SHED" watch --json; worker=$(worker); [ $worker != $daemon ] && kill -0 $worker && echo works
            kill -KILL $daemon; wait $daemon; echo "ended $?"; await '[ ! -e /proc/$worker ] || grep -q "^State:.Z" /proc/$worker/status'
            begin "$SHED" watch --json; end
            """)
        #expect(output == "works\nended 137\nended 0\n")
    }
}
