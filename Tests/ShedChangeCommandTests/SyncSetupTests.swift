import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

private let hasGit = access("/usr/bin/git", X_OK) == 0

/// The program beside real git.
@Suite(.waitsForPrograms, .enabled(if: hasGit, "git not installed")) struct `Setting up for a carrier` {
    /// `g` is git as somebody; `other` is shed on another device, whose clone is `../clone`; `id` prints a node's.
    private static let prelude = """
        set -u; export SHED='\(ShedProgram.path)' GIT_CONFIG_NOSYSTEM=1; base=$PWD
        g() { git -c user.name=A -c user.email=a@example.org -c init.defaultBranch=main "$@"; }
        other() { SHED_STATE_DIR=$base/elsewhere "$SHED" "$@"; }
        id() { sed -n 's/^ *{*"id": *"\\([^"]*\\)".*/\\1/p' | head -n 1; }
        "$SHED" new poetry Poems --language en -q; cd Poems; echo a > Draft/a.txt; "$SHED" sync -q

        """

    private func run(_ shelf: Shelf, _ script: String) throws -> Shelf.Result {
        try shelf.spawn("/bin/sh", [Array("-c".utf8), Array((Self.prelude + script).utf8)], input: nil, in: shelf.work)
    }

    // MARK: core.autocrlf

    @Test func `a clone with autocrlf has the batches as they were written`() throws {
        let result = try run(Shelf(), """
            g init -q; g add -A; g commit -qm one; before=$("$SHED" show --json Draft/a.txt | id)
            g clone -q -c core.autocrlf=true . ../clone; cd ../clone; cat .shed/ops/*/* .shed/*.json | tr -cd '\\r' | wc -c; cat Draft/a.txt | tr -cd '\\r' | wc -c
            other trust . -q; [ "$(other show --json Draft/a.txt | id)" = "$before" ] && echo same
            """)
        #expect(result.everything == "0\n1\nsame\n")
    }

    @Test func `a clone of an older project with autocrlf is whole, and the doctor's cure loses nothing`() throws {
        let result = try run(Shelf(), """
            rm .shed/.gitattributes; g init -q; g add -A; g commit -qm one; before=$("$SHED" show --json Draft/a.txt | id)
            g clone -q -c core.autocrlf=true . ../clone; cd ../clone; [ "$(cat .shed/ops/*/* | tr -cd '\\r' | wc -c)" -gt 0 ] && echo changed
            other check -q; other trust . -q; [ "$(other show --json Draft/a.txt | id)" = "$before" ] && echo same; echo b > Draft/b.txt; other sync -q; other check -q
            other doctor --json | tr -d '\\n' > ../said; grep -c 'other line ends (CR LF)' ../said; count=$(ls .shed/ops/*/* | wc -l)
            cure=$(sed 's/{ *"check"/\\n&/g' ../said | sed -n 's/.*other line ends.*"remedy": "shed \\([^"]*\\)".*/\\1/p')
            echo 'quiet = 0.5' > .shed/settings.toml; (eval "other $cure") > ../out 2>&1 || cat ../out
            cat .shed/ops/*/* | tr -cd '\\r' | wc -c; [ "$(ls .shed/ops/*/* | wc -l)" = "$count" ] && cat .shed/settings.toml
            other check -q; [ "$(other show --json Draft/a.txt | id)" = "$before" ] && echo same; other doctor --json | grep -c 'other line ends'
            """)
        #expect(result.everything == "changed\nsame\n1\n0\nquiet = 0.5\nsame\n0\n")
    }

    // MARK: git

    @Test func `a clone has all folders, and each device's links stay its own`() throws {
        let result = try run(Shelf(), """
            g init -q; "$SHED" sync-setup git -q; g add -A; g commit -qm one; "$SHED" mv Draft/a.txt Ready -q; git status --porcelain | grep -c All
            "$SHED" sync-setup git | head -n 1; g add -A; g commit -qm two; g clone -q . ../clone; cd ../clone; ls | wc -l
            other trust . -q; other sync -q; other check -q; ls All; git status --porcelain | grep -v .shed/ops
            """)
        #expect(result.everything == "0\nEverything is set up for git already.\n13\na.txt\n")
    }

    @Test func `the hook says what a merge has left, and git goes on`() throws {
        let result = try run(Shelf(), """
            g init -q; "$SHED" sync-setup git -q; g add -A; g commit -qm one
            g checkout -q -b side; echo x > 'Draft/a:b.txt'; g add -A; g commit -qm side; g checkout -q main; echo $?
            g merge -q side > ../said 2>&1; echo $?; grep -c 'reserved-character' ../said
            rm 'Draft/a:b.txt'; g commit -qam gone; g checkout -q side 2> ../said; echo $?; grep -c 'reserved-character' ../said; g checkout -q main 2> ../said; grep -c . ../said
            """)
        #expect(result.text == "0\n0\n1\n0\n1\n0\n", "\(result.everything)")
    }

    @Test(arguments: ["Poems", "It's 100% $x & `co`", "-n"]) func `a project below the top of a work tree is checked there`(name: String) throws {
        let shelf = try Shelf()
        let word = ShellWord.quote("./" + name)
        let result = try run(shelf, """
            cd ..; mkdir tree; mv Poems tree/\(word); cd tree; g init -q; cd \(word); "$SHED" sync-setup git -q; cd "$base/tree"; g add -A; g commit -qm one
            g checkout -q -b side; echo x > \(word)/'Draft/a:b.txt'; g add -A; g commit -qm side; g checkout -q main; g merge -q side 2>&1 | grep -c 'reserved-character'; ls -d owned 2> /dev/null
            """)
        #expect(result.everything == "1\n")
    }

    @Test func `what was interrupted is completed by the next run`() throws {
        let result = try run(Shelf(), """
            g init -q; g add -A; g commit -qm one; count() { git status --porcelain -uall | wc -l; }
            (export SHED_INTERRUPT_AT=setup; "$SHED" sync-setup git -q; echo $?) 2> /dev/null; count; "$SHED" check -q
            "$SHED" sync-setup git -q; all=$(count); "$SHED" sync-setup git -0 | wc -c; [ "$(count)" = $all ] && echo same; ls .git/hooks | grep -v sample | wc -l
            (export SHED_INTERRUPT_AT=setup; "$SHED" sync-setup git --remove -q; echo $?) 2> /dev/null; "$SHED" sync-setup git --remove -q; count; ls .git/hooks | grep -vc sample
            find . -name '.shed-tmp*'
            """)
        #expect(result.text == "137\n1\n0\nsame\n3\n137\n0\n0\n", "\(result.everything)")
    }

    @Test func `an old project whose attributes were on their way when it was interrupted is whole`() throws {
        let result = try run(Shelf(), """
            rm .shed/.gitattributes; sed -i '/"attributes"/d' ../../state/projects/*/record.json; echo b > Draft/b.txt
            (export SHED_INTERRUPT_AT=attributes; "$SHED" sync -q; echo $?) 2> /dev/null; tail -n 1 .shed/.gitattributes; grep -c '"attributes"' ../../state/projects/*/record.json
            "$SHED" sync -q; "$SHED" check -q; echo $?; grep -c '"attributes"' ../../state/projects/*/record.json; ls Draft
            """)
        #expect(result.text == "137\n* -text\n0\n0\n1\na.txt\nb.txt\n", "\(result.everything)")
    }

    @Test(arguments: ["", "/.gitkeep\\n"]) func `what git is to keep is kept where a person leaves hidden files out`(more: String) throws {
        let result = try run(Shelf(), """
            printf '.*\\n.gitkeep\\n' > .gitignore; mkdir Collections/Spring; "$SHED" sync -q; g init -q; "$SHED" sync-setup git -q; printf '\(more)' >> .gitignore; "$SHED" sync-setup git -q
            g add -A; g commit -qm one; find . -name .git -prune -o -name .gitkeep -print -o -name .gitignore -print | sort > ../there
            g ls-files | grep -e '\\.gitkeep$' -e '\\.gitignore$' | sed 's|^|./|' | sort | diff ../there - && echo all
            "$SHED" sync-setup git | head -n 1; g clone -q . ../clone; ls > ../one; ls ../clone | diff ../one - && ls ../clone/Collections
            """)
        #expect(result.everything == "all\nEverything is set up for git already.\nSpring\n")
    }

    // MARK: What it says

    @Test(arguments: ["ln -s /dev/null F", "mkfifo F", "echo '// shed sync-setup: begin' > F"])
    func `where a file has to stay as it is nothing is said to be set up, and the code is 1`(damage: String) throws {
        let result = try run(Shelf(), """
            \(damage.replacing("F", with: ".stignore")); "$SHED" sync-setup syncthing > ../said 2>&1; echo $?; grep -c 'left as it is' ../said; grep -c already ../said
            "$SHED" sync-setup syncthing -n -q; echo $?; "$SHED" sync-setup syncthing --remove > ../said 2>&1; echo $?; grep -c 'Nothing of this' ../said
            rm .stignore; "$SHED" sync-setup syncthing -q; echo $?; "$SHED" sync-setup syncthing | grep -c already
            """)
        #expect(result.text == "1\n1\n0\n1\n1\n0\n0\n1\n", "\(result.everything)")
    }

    @Test func `a hook that is a person's to complete is no failure`() throws {
        let result = try run(Shelf(), """
            g init -q; echo '#!/bin/sh' > .git/hooks/post-merge; "$SHED" sync-setup git -q; echo $?; "$SHED" sync-setup git > ../said; echo $?; grep -c 'All else is set up' ../said
            """)
        #expect(result.text == "0\n0\n1\n", "\(result.everything)")
    }

    @Test func `its JSON has the shape that is documented, and paths end with NUL`() throws {
        let shelf = try Shelf.withPoems()
        let json = try shelf.shed("sync-setup", "syncthing", "--json", "--dry-run", in: "Poems").json()
        #expect(json.object?.members.map(\.name).sorted() == ["carrier", "files", "steps"] && json["carrier"]?.string == "syncthing")
        #expect(json["files"] == [["path": .string(shelf.work + "/Poems/.stignore"), "action": "write", "reason": .null]])
        #expect(json["steps"]?.array?.isEmpty == false && json["steps"]?.array?.allSatisfy { $0["text"]?.string != nil } == true)
        #expect(try shelf.shed("sync-setup", "syncthing", "-0", in: "Poems").text == shelf.work + "/Poems/.stignore\0")
        #expect(try shelf.shed("sync-setup", "carrier-pigeon", in: "Poems").code == 2)
        let rclone = try shelf.shed("sync-setup", "rclone", in: "Poems")
        #expect(rclone.code == 0 && rclone.text.contains("rclone bisync ") && rclone.text.contains("--resync"))
    }

    @Test func `undo says which verb takes it away, and takes back nothing that was done before`() throws {
        let result = try run(Shelf(), """
            "$SHED" mv Draft/a.txt Ready -q; "$SHED" sync-setup syncthing --dry-run -q; "$SHED" undo --list | grep -c sync-setup
            "$SHED" sync-setup syncthing -q; "$SHED" undo; echo $?; ls Ready; "$SHED" sync-setup syncthing --remove -q; "$SHED" undo; echo $?; ls -A | grep -c stignore
            "$SHED" sync-setup syncthing --remove -q; "$SHED" undo --list | grep -c sync-setup
            """)
        #expect(result.text == "0\n1\na.txt\n1\n0\n2\n", "\(result.everything)")
        #expect(result.err.contains("“shed sync-setup syncthing --remove” takes that away") && result.err.contains("sets it up again"), "\(result.everything)")
    }

    @Test func `a project that nobody trusted here is not set up`() throws {
        let result = try run(Shelf(), """
            cp -r . ../clone; cd ../clone; mkdir .stfolder; other sync-setup syncthing; echo $?; ls -A | grep -c stignore
            """)
        #expect(result.text == "2\n0\n")
    }
}
