import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// How a person is told that a project waits for trust: by a notification of the daemon, and by a question on a terminal.
@Suite(.serialized, .waitsInTurn) struct `What waits for trust` {
    private func run(_ shelf: Shelf, _ script: String) throws -> String {
        let text = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Shelf.daemonPrelude + script
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
        #expect(result.err == "")
        return result.text.replacing(shelf.work, with: "WORK")
    }

    /// A notify-send that writes what it is given to `told`.
    private static let notifier = #"""
        mkdir "$T/bin"; printf '#!/bin/sh\necho "$@" >> "%s/told"\n' "$T" > "$T/bin/notify-send"; chmod +x "$T/bin/notify-send"
        export PATH="$T/bin:$PATH" DBUS_SESSION_BUS_ADDRESS=unix:path=/none
        asked() { grep -c '“Poems” is not trusted on this machine.*“shed trust '"$PWD"'/Poems”' "$T/told"; }

        """#

    @Test func `is told by a notification, once, when it takes the place of a watched project`() throws {
        let shelf = try Shelf.withPoems()
        let output = try run(shelf, Self.notifier + """
            begin "$SHED" watch --json
            cp -a Poems keep; rm -rf Poems; await 'grep -q "offline.*is gone" "$T/log"'; [ -e "$T/told" ] && echo early
            mv keep Poems; await '[ -s "$T/told" ]'; asked
            "$SHED" trust Poems -q; await '[ $(grep -c "watching.*Poems" "$T/log") = 2 ]'; asked
            end
            """)
        #expect(output == "1\n1\nended 0\n")
    }

    @Test func `is told by a notification when a daemon begins, which watches the others`() throws {
        let shelf = try Shelf.withPoems()
        #expect(try shelf.shed("new", "poetry", "Other", "--language", "en").code == 0)
        let output = try run(shelf, Self.notifier + """
            cp -a Poems keep; rm -rf Poems; mv keep Poems
            begin "$SHED" watch --json; await '[ -s "$T/told" ]'; asked
            grep -c 'watching.*Other' "$T/log"; grep -c 'watching.*Poems' "$T/log"; echo x > Poems/Draft/x.txt; "$SHED" -C Other status -q
            find Poems/.shed -newer "$T/told"
            end
            """)
        #expect(output == "1\n1\n0\nended 0\n")
    }

    @Test func `is asked about on a terminal, and only a yes of the person changes anything`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        try shelf.shellDone("cp -a Poems Clone; touch Clone/.stignore Poems/.stignore")
        func answer(_ word: String, _ verb: String) throws -> String {
            try run(shelf, """
                daemon=; cd Clone; echo \(word) | script -qec "'$SHED' \(verb)" /dev/null > "$T/said"; echo "\(word) $?"
                grep -c 'Trust .*/Clone, and let shed change it' "$T/said"
                """)
        }
        let before = try shelf.fingerprint()
        #expect(try answer("n", "mv Draft/a.txt Ready") == "n 2\n1\n")
        #expect(try answer("n", "sync --yes") == "n 2\n1\n")
        #expect(try shelf.fingerprint() == before)
        #expect(try answer("y", "mv Draft/a.txt Ready") == "y 0\n1\n")
        #expect(shelf.exists("Clone/Ready/a.txt") && !shelf.exists("Clone/Draft/a.txt"))
        // Who has said yes is asked no more.
        #expect(try answer("n", "mv Ready/a.txt Draft") == "n 0\n0\n")
    }
}
