import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

private let hasGit = access("/usr/bin/git", X_OK) == 0

/// Where the project lies: at the top of a work tree, below it, and in a further work tree, whose `.git` is a file.
private let repositories = [
    "\"$SHED\" new poetry Poems --language en -q; cd Poems; g init -q -b main",
    "g init -q -b main; \"$SHED\" new poetry Poems --language en -q; cd Poems",
    """
    g init -q -b main main; g -C main commit -q --allow-empty -m zero; g -C main worktree add -q -b mine ../Tree
    cd Tree; "$SHED" new poetry Poems --language en -q; cd Poems
    """,
]

/// A real daemon beside git, and beside what carries files between devices.
@Suite(.serialized, .waitsInTurn, .onDisk) struct `Beside a carrier` {
    /// `watch` begins: a daemon that has said that it watches. `await` waits for a condition, for a minute at most.
    private static let prelude = """
        set -u; base=$PWD/..
        \(ShellScript.await("cat ../log", otherwise: "kill -KILL $daemon; exit 9"))
        id() { "$SHED" ${2:+-C "$2"} show --json "$1" | sed -n 's/^ *{*"id": *"\\([^"]*\\)".*/\\1/p' | head -n 1; }
        g() { git -c user.name=A -c user.email=a@example.org "$@"; }
        watch() { : > ../log; "$SHED" watch --json >> ../log 2> ../errors & daemon=$!; await 'grep -q watching ../log'; }
        other() { SHED_STATE_DIR=$base/elsewhere "$SHED" -C $base/there -q "$@"; }

        """

    private static let finish = """

        kill -TERM $daemon; wait $daemon; echo "ended $?"
        """

    private func run(_ shelf: Shelf, _ script: String, watches: Bool = true) throws -> Shelf.Result {
        let text = "export SHED='\(ShedProgram.path)'\n" + Self.prelude + script + (watches ? Self.finish : "")
        return try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
    }

    // MARK: git

    @Test(.enabled(if: hasGit, "git not installed"), arguments: repositories)
    func `what a merge brings is left where it is after git has ended, and what a person does is judged`(repository: String) throws {
        let result = try run(Shelf(), repository + """

            printf 'quiet = 0.2\\n' > .shed/settings.toml; echo a > Draft/a.txt; "$SHED" sync -q; g add -A .; g commit -qm one
            g clone -q "$(git rev-parse --show-toplevel)" "$base/side"; prefix=$(git rev-parse --show-prefix)
            (cd "$base/side/$prefix"; mkdir -p Ready Draft/Part1; echo f > Ready/fin.txt; echo 1 > Draft/Part1/one.txt; g add -A; g commit -qm two)
            watch; echo b > Draft/b.txt; await 'grep -q Draft/b.txt ../log'; g add -A .; g commit -qm mine
            g pull -q --no-rebase --no-edit "$base/side" HEAD
            await 'grep carrier-arrival ../log | grep -q Ready/fin.txt'; await 'grep carrier-arrival ../log | grep -q Draft/Part1'
            git status > ../said; mkdir Draft/Mine; await 'test -e Rejected/Mine'; echo m > Ready/mine.txt; await 'test -e Rejected/mine.txt'
            cat Ready/fin.txt Draft/Part1/one.txt; ls Rejected; git status --porcelain -- Ready Draft
            """)
        #expect(result.err == "")
        #expect(result.text == "f\n1\nMine\nmine.txt\nended 0\n")
    }

    /// The daemon did not run, and the marks are those of git alone.
    @Test(.enabled(if: hasGit, "git not installed"), arguments: repositories)
    func `what a merge brought while no daemon ran waits too`(repository: String) throws {
        let result = try run(Shelf(), repository + """

            echo a > Draft/a.txt; "$SHED" sync -q; g add -A .; g commit -qm one
            mkdir Draft/Part1; echo 1 > Draft/Part1/one.txt; g add -A .; "$SHED" sync | grep -o carrier-arrival; "$SHED" sync --now | grep -o rejected; ls Rejected
            """, watches: false)
        #expect(result.text == "carrier-arrival\nrejected\nPart1\n")
    }

    /// Somebody without shed has committed it, and this machine looks at the project for the first time.
    @Test(.enabled(if: hasGit, "git not installed")) func `what a clone brought is said, waits, and is judged when a person says so`() throws {
        let result = try run(Shelf(), """
            "$SHED" new poetry Poems --language en --git -q; cd Poems; g init -q -b main; g add -A .; g commit -qm one
            echo f > Ready/fin.txt; mkdir Draft/Part1; echo 1 > Draft/Part1/one.txt; g add -A .; g commit -qm two; cd ..; export SHED_STATE_DIR=$base/nowhere
            for way in status check sync; do g clone -q Poems $way; [ $way = sync ] && "$SHED" trust $way -q; "$SHED" -C $way $way --json > said; tr -d ' \\n' < said | grep -o '"path":"[RD][^"]*"' | sort -u; done
            "$SHED" -C sync sync -q | grep -o '\\[.*\\]'; ls sync/Ready sync/Draft; "$SHED" -C sync sync --now -q | grep -o '^rejected [^ ]*'
            g clone -q Poems now; "$SHED" trust now -q; "$SHED" -C now sync --now -q | grep -o '^rejected [^ ]*'
            """, watches: false)
        let found = "\"path\":\"Draft/Part1\"\n\"path\":\"Ready/fin.txt\"\n"
        #expect(result.text == """
            \(found)\(found)\(found)[carrier-arrival]
            [unexplained-addition]
            sync/Draft:
            Part1

            sync/Ready:
            fin.txt
            rejected sync/Draft/Part1
            rejected now/Draft/Part1

            """, "\(result.text) \(result.err)")
    }

    @Test func `marks are sought below the home directory, and where the project's owner goes on`() throws {
        let shelf = try Shelf()
        let result = try run(shelf, """
            "$SHED" new poetry Poems --language en -q; cd Poems; echo x > x.txt; mkdir ../.git
            "$SHED" sync | grep -o carrier-arrival; echo w > w.txt; HOME=$PWD/.. "$SHED" sync | grep -o "rejected w.txt"
            echo y > y.txt; mkdir .git; HOME=$PWD "$SHED" sync | grep "^y.txt" | grep -o carrier-arrival
            """, watches: false)
        #expect(result.text == "carrier-arrival\nrejected w.txt\ncarrier-arrival\n")
    }

    @Test func `a lock that git left behind holds nothing up`() throws {
        let shelf = try Shelf()
        let result = try run(shelf, """
            "$SHED" new poetry Poems --language en -q; cd Poems; mkdir .git; printf 'quiet = 0.2\\ngrace = 1\\n' > .shed/settings.toml
            watch; : > .git/index.lock; echo x > x.txt; await 'grep -q x.txt ../log'; await 'test -e Rejected/x.txt'
            echo y > y.txt; await 'test -e Rejected/y.txt'
            """)
        #expect(result.text == "ended 0\n")
    }

    // MARK: Several devices

    /// Another device that has written, and a batch of its own that is on its way: it allows folders in Draft and has one.
    private static func devices(_ settings: String) -> String {
        """
        "$SHED" new poetry Poems --language en -q; printf 'quiet = 0.2\\n\(settings)\\n' > Poems/.shed/settings.toml; "$SHED" -C Poems sync -q
        cp -a Poems $base/there; cd Poems; echo o > $base/there/Draft/other.txt; other trust .; other sync; cp -an $base/there/.shed/ops/. .shed/ops/; cp -a $base/there/Draft/other.txt Draft/
        "$SHED" sync -q; other allow Draft both; mkdir $base/there/Draft/Part1; echo 1 > $base/there/Draft/Part1/one.txt; other sync
        there=$(SHED_STATE_DIR=$base/elsewhere id Draft/Part1 $base/there); one=$(SHED_STATE_DIR=$base/elsewhere id Draft/Part1/one.txt $base/there)
        # As a sync engine does: a plain folder, and a file under another name first.
        carry() { mkdir Draft/Part1; echo 1 > Draft/Part1/.syncthing.one.txt.tmp; mv Draft/Part1/.syncthing.one.txt.tmp Draft/Part1/one.txt; }
        explain() { cp -an $base/there/.shed/ops/. .shed/ops/; }

        """
    }

    @Test func `a folder that comes before the batch that allows it waits for that`() throws {
        let result = try run(Shelf(), Self.devices("") + """
            watch; carry; await 'grep carrier-arrival ../log | grep -q Draft/Part1'; echo x > Collections/x.txt; await 'test -e Rejected/x.txt'
            explain; await '[ "$(id Draft/Part1)" = "$there" ]'; [ "$(id Draft/Part1/one.txt)" = "$one" ] && echo same; ls Draft Rejected; grep -c Rejected/Part1 ../log
            """)
        #expect(result.err == "")
        #expect(result.text == "same\nDraft:\nPart1\nother.txt\n\nRejected:\nx.txt\n0\nended 0\n")
    }

    @Test func `a batch that comes after a refusal takes it back by itself, and the log says so`() throws {
        let result = try run(Shelf(), Self.devices("grace = 0") + """
            watch; carry; await 'test -e Rejected/Part1/one.txt'; await '"$SHED" status --json | grep -q Rejected/Part1'
            explain; await 'test -e Draft/Part1/one.txt'; await '[ "$(id Draft/Part1)" = "$there" ]'; [ "$(id Draft/Part1/one.txt)" = "$one" ] && echo same
            await '! test -e Rejected'; "$SHED" log | grep -o 'Rejected/Part1 was sent back to Draft: A batch that came later explains it'
            "$SHED" status | grep -c Clean
            """)
        #expect(result.err == "")
        #expect(result.text == "same\nRejected/Part1 was sent back to Draft: A batch that came later explains it\n1\nended 0\n")
    }

    @Test func `without a daemon sync takes back what a batch explains, once nothing was touched`() throws {
        let result = try run(Shelf(), Self.devices("grace = 0") + """
            carry; "$SHED" sync > ../said; explain; echo more >> Rejected/Part1/one.txt; "$SHED" sync > ../said; ls Rejected
            rm -r Rejected; carry; "$SHED" sync > ../said; [ "$(id Draft/Part1)" = "$there" ] && echo same
            """, watches: false)
        #expect(result.text == "Part1\nsame\n")
        let second = try run(Shelf(), Self.devices("grace = 0") + """
            carry; "$SHED" sync > ../said; explain; "$SHED" sync --dry-run | grep -o 'would take back'; "$SHED" sync > ../said; echo $?; grep -o '^took back.*Part1:' ../said
            """, watches: false)
        #expect(second.text == "would take back\n0\ntook back Rejected/Part1 → Draft/Part1:\n")
    }

    @Test(arguments: ["noted", "moved", "written"])
    func `what was being taken back when shed was killed is taken back by the next sync`(point: String) throws {
        let result = try run(Shelf(), Self.devices("grace = 0") + """
            carry; "$SHED" sync > ../said; test -e Rejected/Part1/one.txt && echo refused; explain
            SHED_INTERRUPT_AT=\(point) "$SHED" sync > ../said; echo $?; find . -name one.txt -exec cat {} +
            "$SHED" sync > ../said; echo $?; ls Draft Draft/Part1; test -e Rejected || echo empty
            [ "$(id Draft/Part1)" = "$there" ] && [ "$(id Draft/Part1/one.txt)" = "$one" ] && echo same
            export SHED_STATE_DIR=$base/nowhere; [ "$(id Draft/Part1)" = "$there" ] && [ "$(id Draft/Part1/one.txt)" = "$one" ] && echo same
            "$SHED" check -q --max-warnings 0; echo $?
            """, watches: false)
        #expect(result.text == "refused\n137\n1\n0\nDraft:\nPart1\nother.txt\n\nDraft/Part1:\none.txt\nempty\nsame\nsame\n0\n", "\(result.err)")
    }

    // MARK: What came before

    @Test func `what came before the daemon was ready is told once, with the commands that help`() throws {
        let result = try run(Shelf(), """
            "$SHED" new poetry Poems --language en -q; cd Poems; printf 'quiet = 0.2\\n' > .shed/settings.toml; mkdir 'Draft/Early one'; echo e > early.txt
            watch; await 'grep reconciled ../log | grep -q "shed accept early.txt.*next “shed sync”"'; "$SHED" status | grep -o '“shed .*”'
            "$SHED" accept early.txt 'Draft/Early one'; "$SHED" status | grep Clean; grep -c 'reconciled.*shed accept early.txt' ../log
            """)
        #expect(result.err == "")
        #expect(result.text == """
            “shed accept 'Draft/Early one'” keeps it, the next “shed sync”
            “shed accept early.txt” keeps it, the next “shed sync”
            accepted early.txt
            accepted Draft/Early one
            Clean.
            1
            ended 0

            """, "\(result.text)")
    }

    @Test func `what came before the daemon was ready is reported until somebody decides`() throws {
        let result = try run(Shelf(), """
            "$SHED" new poetry Poems --language en -q; cd Poems; printf 'quiet = 0.2\\n' > .shed/settings.toml; "$SHED" sync -q
            mkdir Draft/Early; echo e > early.txt; echo k > keep.txt
            watch; mkdir Draft/Late; await 'test -e Rejected/Late'; ls Draft; ls *.txt; "$SHED" status --json | grep -c '"path": *"early.txt"'
            echo more >> early.txt; echo z > Draft/Early/z.txt; mkdir Draft/Later; await 'test -e Rejected/Later'; ls Draft; ls *.txt
            mv early.txt Collections/; await 'test -e Rejected/early.txt'; "$SHED" sync > ../said; ls Rejected; ls Draft
            """)
        #expect(result.err == "")
        let lines = "Early\nearly.txt\nkeep.txt\n"
        #expect(result.text.hasPrefix(lines), "\(result.text)")
        #expect(result.text.hasSuffix("\(lines)Early\nLate\nLater\nearly.txt\nkeep.txt\nended 0\n"), "\(result.text)")
    }
}
