import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Runs a real daemon and lets real programs change the project.
@Suite(.serialized, .waitsInTurn) struct `The daemon` {
    /// Begins: a daemon that has said that it watches. `await` waits for a condition, for a minute at most.
    private static let prelude = """
        set -u
        \(ShellScript.await("cat ../log", otherwise: "kill -KILL $daemon; exit 9"))
        id() { "$SHED" show --json "$1" | sed 's/^{"id":"\\([^"]*\\)".*/\\1/' | head -c 400 | tr -d ' \\n' | sed 's/.*"id":"\\([^"]*\\)".*/\\1/'; }
        worker() { read -r child rest < /proc/$daemon/task/$daemon/children; echo $child; }
        cd Poems
        : > ../log
        "$SHED" watch --json >> ../log 2>../errors & daemon=$!
        await 'grep -q watching ../log'

        """

    private static let finish = """

        kill -TERM $daemon; wait $daemon; echo "ended $?"
        """

    private func run(_ shelf: Shelf, _ script: String) throws -> String {
        let text = "export SHED='\(ShedProgram.path)'\n" + Self.prelude + script + Self.finish
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
        #expect(result.err == "")
        return result.text
    }

    private func poems() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        // Quick enough for a test; what it waits for is quiet, not a time.
        let settings = "quiet = 0.2\n"
        let file = fopen(shelf.work + "/Poems/.shed/settings.toml", "we")
        fputs(settings, file)
        if let file { fclose(file) }
        shelf.makeFile("Poems/Draft/a.txt", "one\n")
        shelf.makeFile("Poems/Draft/b.txt", "two\n")
        _ = try shelf.shed("sync", in: "Poems")
        return shelf
    }

    @Test func `it keeps the IDs of what is moved, saved and renamed`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            before=$(id Draft/a.txt)
            mv Draft/a.txt Ready/; await 'grep -q "Ready/a.txt" ../log'
            sed -i s/one/three/ Ready/a.txt; await 'grep -q modified ../log'
            mkdir Collections/Book; await 'grep -q "Collections/Book" ../log'
            cp -a Ready/a.txt Collections/Book/; await 'grep -q "Book/a.txt" ../log'
            mv Collections/Book Collections/Livre; await 'grep -q "Collections/Livre" ../log'
            [ "$(id Ready/a.txt)" = "$before" ] && echo same
            [ "$(id Collections/Livre/a.txt)" != "$before" ] && echo other
            "$SHED" status; echo "status $?"
            """)
        #expect(output.contains("same\nother\n"))
        #expect(output.contains("status 0\nended 0\n"))
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
    }

    @Test(arguments: [
        ("echo x > note.txt", "note.txt", "file-at-root"), ("echo x > Collections/x.txt", "x.txt", "wrong-type"),
        ("mkdir Draft/Love", "Love", "wrong-type"), ("echo x > Ready/x.txt", "x.txt", "closed-folder"),
        ("echo x > All/x.txt", "x.txt", "closed-folder"), ("echo x > Trash/x.txt", "x.txt", "closed-folder"),
        ("echo x > Draft/A.TXT", "A.TXT", "name-collision"),
    ]) func `it moves what is refused to Rejected`(command: String, name: String, rule: String) throws {
        let shelf = try poems()
        let output = try run(shelf, "\(command); await 'test -e Rejected/\(name)'; await 'grep -q \(rule) ../log'")
        #expect(output == "ended 0\n")
        let rejected = try shelf.shed("status", "--json", in: "Poems").json()["rejected"]?.array?.first
        #expect(rejected?["rule"]?.string == rule)
        #expect(rejected?["path"]?.string == "Rejected/\(name)")
    }

    @Test func `it leaves alone what somebody has open, says who that is, and moves it once it is closed`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            echo x > ../x.txt; exec 3< ../x.txt; mv ../x.txt Collections/; await 'grep -q "uses it" ../log'
            "$SHED" status | grep -c 'uses it'; test -e Collections/x.txt && echo there
            exec 3<&-; await 'test -e Rejected/x.txt'
            """)
        #expect(output == "1\nthere\nended 0\n")
    }

    @Test func `it sends a known file home that was moved where it may not be`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            before=$(id Draft/a.txt)
            mv Draft/a.txt Collections/; await 'test -e Draft/a.txt'; await 'grep -q wrong-type ../log'
            [ "$(id Draft/a.txt)" = "$before" ] && echo same
            """)
        #expect(output == "same\nended 0\n")
        #expect(!shelf.exists("Poems/Rejected"))
    }

    @Test func `it waits while an editor's lock stands beside what would be refused`() throws {
        let shelf = try poems()
        // The lock's file and a second refused file elsewhere: when that one is gone, the first was passed over.
        let output = try run(shelf, """
            touch Collections/.x.txt.swp; echo x > Collections/x.txt; echo z > Collections/z.txt; echo y > Submissions/y.txt
            await 'test -e Rejected/y.txt'; await 'test -e Rejected/z.txt'; await '"$SHED" status | grep -q "x.txt.*an editor has “.x.txt.swp”"'
            "$SHED" sync | grep -c 'an editor has'; test -e Collections/x.txt && echo waits
            rm Collections/.x.txt.swp; await 'test -e Rejected/x.txt'; echo judged
            """)
        #expect(output == "1\nwaits\njudged\nended 0\n")
    }

    @Test func `new folders are watched without a gap`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            for i in $(seq 50); do mkdir Collections/c$i; echo $i > Collections/c$i/f.txt; done
            await 'grep -q "Collections/c50/f.txt" ../log'
            await '[ "$("$SHED" tree --json | grep -o "c[0-9]*/f.txt" | sort -u | wc -l)" = 50 ]'
            for i in $(seq 50); do echo more >> Collections/c$i/g.txt; done
            await 'grep -q "Collections/c50/g.txt" ../log'
            """)
        #expect(output == "ended 0\n")
        let status = try shelf.shed("status", "--json", in: "Poems").json()
        #expect(status["clean"]?.bool == true)
    }

    @Test func `other verbs work while it runs, and a second daemon does not`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            "$SHED" mv Draft/a.txt Ready; "$SHED" add file Draft/c.txt --text c; "$SHED" rm Draft/b.txt
            "$SHED" status --json | grep -q '"running": *true' && echo running
            "$SHED" watch 2>/dev/null; echo "second $?"
            "$SHED" sync; echo "sync $?"
            """)
        #expect(output.contains("running\nsecond 2\n"))
        #expect(output.contains("sync 0\n"))
        #expect(try shelf.shed("status", in: "Poems").text.contains("Clean"))
    }
}

extension `The daemon` {
    @Test func `it takes new settings and ignore rules while it runs`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            echo '*.png' > .shedignore; echo x > a.png; printf 'quiet = 0.2\\nrejection = "report"\\n' > .shed/settings.toml
            echo x > note.txt; await 'grep -q file-at-root ../log'
            printf 'quiet = 0.2\\n' > .shed/settings.toml; echo y > other.txt; await 'test -e Rejected/other.txt'
            test -e a.png && test -e note.txt && echo stay
            """)
        #expect(output == "stay\nended 0\n")
    }

    @Test func `verbs at once, with a daemon beside them, lose no update`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            for i in $(seq 12); do "$SHED" add file Draft/n$i.txt --text $i --quiet & pids="${pids:-} $!"; done
            for i in $(seq 12); do echo $i > Research/r$i.txt; done
            wait $pids
            await '[ "$("$SHED" ls Research --json | grep -o "r[0-9]*.txt" | sort -u | wc -l)" = 12 ]'
            "$SHED" ls Draft --json | grep -o '"path": *"Draft/n[0-9]*.txt"' | sort -u | wc -l
            """)
        #expect(output == "12\nended 0\n")
        let tree = try shelf.shed("tree", "--json", in: "Poems").text
        func values(_ name: String) -> Set<Substring> { Set(tree.split(separator: "\n").filter { $0.contains("\"\(name)\":") }) }
        // A file of Draft is shown in All too, by its own path.
        #expect(values("id").count == values("path").count)
        #expect(try shelf.shed("status", "--json", in: "Poems").json()["clean"]?.bool == true)
    }

    @Test func `a file that is saved by a rename and moved at once keeps its ID`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            before=$(id Draft/a.txt)
            sed -i s/one/three/ Draft/a.txt; mv Draft/a.txt Ready/; await 'grep -q "Ready/a.txt" ../log'
            [ "$(id Ready/a.txt)" = "$before" ] && echo same; cat Ready/a.txt
            """)
        #expect(output == "same\nthree\nended 0\n")
    }

    @Test(arguments: ["sed -i s/one/three/ Ready/a.txt", "mv Ready/a.txt Ready/b.txt; sed -i s/one/three/ Ready/b.txt; mv Ready/b.txt Ready/a.txt"])
    func `a file that is moved and saved by a rename at once keeps its ID, and is where people moved it`(saving: String) throws {
        let shelf = try poems()
        let output = try run(shelf, """
            before=$(id Draft/a.txt)
            kill -STOP $(worker); mv Draft/a.txt Ready/; \(saving); kill -CONT $(worker); await 'grep -q "Ready/a.txt" ../log'; "$SHED" sync -q
            [ "$(id Ready/a.txt)" = "$before" ] && echo same; cat Ready/a.txt
            """)
        #expect(output == "same\nthree\nended 0\n")
    }

    @Test func `it follows its project to another place, and takes it up when it is back`() throws {
        let shelf = try poems()
        let output = try run(shelf, """
            cd ..; mv Poems Moved; await '[ $(grep -c watching log) -ge 2 ]'
            cd Moved; echo x > Draft/x.txt; await 'grep -q "Draft/x.txt" ../log'
            cd ..; "$SHED" -C Moved rename . Poems; await '[ $(grep -c watching log) -ge 3 ]'
            cd Poems; echo y > Draft/y.txt; await 'grep -q "Draft/y.txt" ../log'
            mv .shed ../kept; echo z > Draft/z.txt; mkdir Draft/q; mv ../kept .shed
            await 'grep -q "Draft/z.txt" ../log'; await 'test -e Rejected/q'; echo seen
            """)
        #expect(output.hasSuffix("seen\nended 0\n"))
        #expect(try shelf.shed("status", "--json", in: "Poems").json()["clean"]?.bool == true)
    }
}
