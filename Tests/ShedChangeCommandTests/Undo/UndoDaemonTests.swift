import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `shed undo` where a daemon watches the project, and of what it does by itself.
@Suite(.serialized, .waitsInTurn) struct `With a daemon, what shed did is taken back` {
    private func run(_ shelf: Shelf, _ script: String) throws -> String {
        let text = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Shelf.daemonPrelude + "cd Poems\n" + script
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
        #expect(result.err == "")
        return result.text
    }

    private func poems() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", "a\n")
        shelf.makeFile("Poems/.shed/settings.toml", "quiet = 0.2\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        return shelf
    }

    @Test func `a verb that it carried out`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            begin "$SHED" watch --json
            "$SHED" mv Draft/a.txt Ready -q; "$SHED" tag add urgent Ready/a.txt --create -q
            "$SHED" undo; "$SHED" undo 1; ls Draft; "$SHED" tag list --json
            "$SHED" undo --list | cut -d' ' -f1,6-
            end
            """)
        #expect(output == """
            changed back Ready/a.txt: tags
            “shed undo” does it again; “shed undo --list” shows what was done before.
            moved Ready/a.txt back to Draft/a.txt
            “shed undo” does it again; “shed undo --list” shows what was done before.
            a.txt
            []
            4 undo: moved Ready/a.txt to Draft/a.txt (took back 1)
            3 undo: removed the tag urgent: Draft/a.txt, deleted the tag “urgent” (took back 2)
            2 tag add: made the tag “urgent”, tagged urgent: Draft/a.txt (taken back by 3)
            1 mv: moved Draft/a.txt to Ready/a.txt (taken back by 4)
            ended 0

            """)
    }

    @Test func `an undo that was not begun when its client went away is not begun`() throws {
        let shelf = try poems()
        #expect(try shelf.shed("mv", "Draft/a.txt", "Ready", in: "Poems").code == 0)
        let script = """
            export SHED='\(ShedProgram.path)' T='\(shelf.path)'
            \(Shelf.daemonPrelude)cd Poems
            begin "$SHED" watch --json
            ls "$T"/state/projects/*/lock > "$T/lock"; mv "$T/lock" "$T/ready"; await '[ -e "$T/locked" ]'
            # What the daemon has to look at first.
            echo b > Draft/b.txt
            "$SHED" undo -q 2> "$T/client" & client=$!; await '[ -s "$T/client" ]'
            kill -KILL $client; wait $client 2> /dev/null
            # Who is greeted comes after the end of that client.
            "$SHED" service status > /dev/null 2>&1; "$SHED" service status > /dev/null 2>&1
            : > "$T/gone"; "$SHED" sync -q; ls Draft Ready; "$SHED" undo --list | cut -d' ' -f1,6-
            end
            """
        let run = try shelf.start("/bin/sh", [Array("-c".utf8), Array(script.utf8)], in: shelf.work)
        waitFor("ready", shelf)
        let path = String(decoding: TestFile.read("\(shelf.path)/ready").dropLast(), as: UTF8.self)
        let lock = open(path, O_RDWR | O_CLOEXEC)
        #expect(lock >= 0 && flock(lock, LOCK_EX) == 0)
        TestFile.write("", to: "\(shelf.path)/locked")
        waitFor("gone", shelf)
        close(lock)
        let result = run.wait()
        #expect(result.text == "Draft:\nb.txt\n\nReady:\na.txt\n1 mv: moved Draft/a.txt to Ready/a.txt\nended 0\n", "\(result.text)\(result.err)")
    }

    /// Waits for a file of the shelf's.
    private func waitFor(_ name: String, _ shelf: Shelf) {
        #expect(waits { access("\(shelf.path)/\(name)", F_OK) == 0 }, "\(name)")
    }

    @Test func `what it refused by itself, after asking, and it is not refused again`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            begin "$SHED" watch --json
            echo x > Collections/x.txt; await '[ -e Rejected/x.txt ]'
            "$SHED" undo < /dev/null 2>&1 | sed 's/ at [0-9-]* [0-9:]*,/ THEN,/'
            "$SHED" undo --yes
            # The daemon looks at something else that it refuses, and at this too.
            echo y > Collections/y.txt; await '[ -e Rejected/y.txt ]'
            ls Collections; "$SHED" sync --now > /dev/null; ls Collections
            "$SHED" undo 2 -q; ls Collections Rejected
            end
            """)
        #expect(output == """
            shed: taking back what the daemon did THEN, number 1 (moved Collections/x.txt to Rejected/x.txt) needs a confirmation, and there is no terminal to ask on. Add --yes to confirm.
            moved Rejected/x.txt back to Collections/x.txt
            “shed undo” does it again; “shed undo --list” shows what was done before.
            x.txt
            x.txt
            Collections:

            Rejected:
            x.txt
            y.txt
            ended 0

            """)
    }

    /// A notify-send that presses a button of the first notification, and writes what it was given to `words`.
    private func pressing(_ button: Int) -> String {
        """
        mkdir "$T/bin"; cat > "$T/bin/notify-send" <<END
        #!/bin/sh
        [ "\\$1" = --help ] && { echo --action; exit; }
        [ -e "$T/words" ] && exit
        printf '%s\\n' "\\$@" > "$T/words"; echo \(button)
        END
        chmod +x "$T/bin/notify-send"; export PATH="$T/bin:$PATH" DBUS_SESSION_BUS_ADDRESS=unix:path=/none

        """
    }

    @Test func `by a button on the notification`() throws {
        let shelf = try poems()
        let output = try run(shelf, pressing(0) + """
            begin "$SHED" watch --json
            echo x > Collections/x.txt; await '[ -e "$T/words" ]'; await '[ -e Collections/x.txt ]'
            head -2 "$T/words"; "$SHED" sync --now -q; ls Collections; "$SHED" undo --list | cut -d' ' -f1,6-
            end
            """)
        #expect(output == """
            --app-name=shed
            --action=0=Put back
            x.txt
            2 undo: moved Rejected/x.txt to Collections/x.txt (took back 1)
            1 daemon: moved Collections/x.txt to Rejected/x.txt (taken back by 2)
            ended 0

            """)
    }

    @Test func `by a button that allows it for good`() throws {
        let shelf = try poems()
        let output = try run(shelf, pressing(1) + """
            begin "$SHED" watch --json
            mkdir -p Draft/-Songs; echo x > Draft/-Songs/x.txt; await '[ -e "$T/words" ]'; await '[ -e Draft/-Songs/x.txt ]'
            sed -n 3p "$T/words"; ls Draft; "$SHED" show Draft --json | grep accepts
            mkdir Draft/More; "$SHED" sync --now -q; ls Draft
            end
            """)
        #expect(output == """
            --action=1=Allow it in Draft
            -Songs
            a.txt
              "accepts": "both",
            -Songs
            More
            a.txt
            ended 0

            """)
    }
}
