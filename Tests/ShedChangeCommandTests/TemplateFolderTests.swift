import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

private let hasGit = access("/usr/bin/git", X_OK) == 0

/// Folders of the template that are not there: as after a `git clone`, since git keeps no empty folders.
@Suite(.waitsForPrograms) struct `Folders of the template` {
    /// “Poems” with one file in Draft, as another machine has it that got no empty folder: this one forgets what it knew.
    private func cloned() throws -> (shelf: Shelf, ids: [String: String]) {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let known = try ids(shelf)
        let output = try shelf.scenario("rm Poems/All/*; find Poems -mindepth 1 -maxdepth 1 -type d -empty -delete; rm -rf \"$T/state\"; \"$SHED\" trust Poems -q; ls Poems")
        #expect(output == "Draft\n")
        return (shelf, known)
    }

    private func ids(_ shelf: Shelf) throws -> [String: String] {
        let folders = try shelf.shed("ls", "--json", in: "Poems").json().array ?? []
        return Dictionary(uniqueKeysWithValues: folders.compactMap { folder in
            folder["path"]?.string.flatMap { path in folder["id"]?.string.map { (path, $0) } }
        })
    }

    private func findings(_ shelf: Shelf) throws -> [JSONValue] {
        try shelf.shed("check", "--json", in: "Poems").json()["findings"]?.array ?? []
    }

    @Test func `that were not brought here are named in one note, and made with their IDs`() throws {
        let (shelf, known) = try cloned()
        // With and without an index.
        for _ in 0..<2 {
            let finding = try #require(try findings(shelf).first)
            #expect(try findings(shelf).count == 1)
            #expect(finding["rule"]?.string == "missing-template-folder" && finding["severity"]?.string == "note")
            #expect(finding["path"]?.string == "." && finding["fixable"]?.bool == true)
            let message = finding["message"]?.string ?? ""
            #expect(message.hasPrefix("12 folders of the template are not there: All, Collections, "), "\(message)")
            let whole = try shelf.shed("repair", in: "Poems")
            #expect(whole.code == 0 && whole.text.contains("12 folders of the template") && whole.text.contains("“shed repair --folders” makes them"), "\(whole)")
        }
        let foreseen = try shelf.shed("repair", "--folders", "--dry-run", "--json", in: "Poems")
        #expect(foreseen.code == 1)
        #expect(try foreseen.json().array?.count == 12)
        #expect(!shelf.exists("Poems/All"))
        let made = try shelf.shed("repair", "--folders", "--json", in: "Poems")
        #expect(made.code == 0, "\(made.err)")
        let folders = try made.json().array ?? []
        #expect(folders.count == 12 && folders.allSatisfy { $0["sort"]?.string == "folder" && $0["done"]?.bool == true && $0["error"] == .null })
        #expect(try ids(shelf) == known)
        #expect(try findings(shelf).isEmpty)
        #expect(try shelf.shed("repair", in: "Poems").text == "Everything is whole.\n")
        #expect(try shelf.shed("repair", "--folders", "--json", in: "Poems").json() == [])
        #expect(try shelf.shed("log", in: "Poems").text.contains("All"))
    }

    @Test func `come back by a check that fixes`() throws {
        let (shelf, known) = try cloned()
        let foreseen = try shelf.shed("check", "--fix", "--dry-run", in: "Poems")
        #expect(foreseen.err.contains("would make All, a folder of the template [missing-template-folder]"), "\(foreseen)")
        #expect(!shelf.exists("Poems/All"))
        let fixed = try shelf.shed("check", "--fix", in: "Poems")
        #expect(fixed.code == 0 && fixed.err.contains("made All, a folder of the template [missing-template-folder]"), "\(fixed)")
        #expect(fixed.err.contains("shed: to take that back, run:\n  shed undo "))
        #expect(try ids(shelf) == known)
        #expect(try findings(shelf).isEmpty)
        #expect(try shelf.shed("undo", in: "Poems").code == 0 && !shelf.exists("Poems/All"))
    }

    @Test func `that somebody deleted here stay away`() throws {
        let (shelf, known) = try cloned()
        #expect(try shelf.shed("repair", "--folders", "-q", in: "Poems").code == 0)
        #expect(try shelf.scenario("cd Poems; rmdir Other; \"$SHED\" rm All -q --yes; \"$SHED\" rm Magazines --permanently -q --yes; \"$SHED\" sync -q; ls | wc -l") == "10\n")
        let made = try shelf.shed("repair", "--folders", in: "Poems")
        #expect(made.code == 0 && made.text.hasPrefix("No folder of the template has to be made"), "\(made)")
        #expect(!shelf.exists("Poems/Other") && !shelf.exists("Poems/All"))
        #expect(try shelf.shed("repair", in: "Poems").text == "Everything is whole.\n")
        let finding = try #require(try findings(shelf).first)
        #expect(finding["fixable"]?.bool == false)
        #expect(finding["message"]?.string == "3 folders of the template are not there: All, Magazines, Other.")
        #expect(known["Other"] != nil)
    }

    @Test func `that somebody deleted are named, and made when they are asked for, with their IDs, until that is taken back`() throws {
        let shelf = try Shelf.withPoems()
        var known = try ids(shelf)
        let output = try shelf.scenario("""
            cd Poems; rmdir All Ready; "$SHED" rm Other --permanently -q --yes; "$SHED" rm Magazines -q --yes; rmdir Trash/Magazines
            "$SHED" rm Research -q --yes; "$SHED" sync -q; "$SHED" check --json | grep -c 'shed repair --folders --deleted'
            "$SHED" repair --folders; echo $?; "$SHED" repair --folders --deleted --dry-run | grep -c '^to repair'; ls | wc -l
            "$SHED" repair --folders --deleted | grep -c '^repaired .*, with the ID that it had'
            "$SHED" log | grep -c ' is back$'; "$SHED" show Other --json | grep -c '"role": "other"'; "$SHED" repair --folders --deleted
            """)
        #expect(output == """
            1
            No folder of the template has to be made.
            Deleted here: All, Ready, Magazines, Other; “shed repair --folders --deleted” makes them.
            In Trash: Trash/Research; “shed restore Trash/Research” puts it back.
            0
            4
            8
            4
            4
            1
            No folder of the template has to be made.
            In Trash: Trash/Research; “shed restore Trash/Research” puts it back.

            """, "\(output)")
        let research = known.removeValue(forKey: "Research")
        #expect(try ids(shelf) == known)
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(["All", "Ready", "Magazines", "Other"].allSatisfy { !shelf.exists("Poems/\($0)") })
        #expect(try shelf.shed("undo", in: "Poems").code == 0)
        #expect(try ids(shelf) == known)
        #expect(try shelf.shed("restore", "Trash/Research", in: "Poems").code == 0)
        known["Research"] = research
        #expect(try ids(shelf) == known)
        #expect(try findings(shelf).isEmpty)
        #expect(try shelf.shed("repair", "--deleted", in: "Poems").code == 2, "it goes with --folders")
    }

    @Test(arguments: ["All", "Other", "Magazines"]) func `that were deleted and were being made again have their IDs after the next run`(folder: String) throws {
        let shelf = try Shelf.withPoems()
        let known = try ids(shelf)
        let output = try shelf.scenario("""
            cd Poems; case \(folder) in All) rmdir All;; Other) "$SHED" rm Other --permanently -q --yes;; *) "$SHED" rm Magazines -q --yes; rmdir Trash/Magazines;; esac
            "$SHED" sync -q; SHED_INTERRUPT_AT=foldered "$SHED" repair --folders --deleted -q 2> ../said; echo $?; "$SHED" repair --folders
            """)
        #expect(output.hasPrefix("137\n") && output.hasSuffix("No folder of the template has to be made.\n"), "\(output)")
        #expect(try ids(shelf) == known)
    }

    @Test(.enabled(if: hasGit, "git not installed"), arguments: ["g clean -qfd", "g stash -qu"])
    func `that git cleans away are made when they are asked for`(command: String) throws {
        let output = try Shelf.withPoems().scenario(Self.git + """
            echo x > Draft/x.txt; "$SHED" sync -q; g add -A; g commit -qm two; other=$(id Other); echo y > Draft/y.txt
            \(command) > ../said 2>&1; test -e Other || echo gone; "$SHED" sync -q; "$SHED" repair --folders | grep -o 'shed repair --folders --deleted'
            "$SHED" repair --folders --deleted -q; test "$(id Other)" = "$other" && echo same; "$SHED" check --json | grep -c '"rule": "missing-template-folder"'
            """)
        #expect(output == "gone\nshed repair --folders --deleted\nsame\n0\n")
    }

    /// git removes a folder with the last file in it.
    private static let git = """
        g() { git -c user.name=A -c user.email=a@example.org "$@"; }
        id() { "$SHED" show --json "$1" | sed -n 's/^ *{*"id": *"\\([^"]*\\)".*/\\1/p' | head -n 1; }
        cd Poems; g init -q -b main; "$SHED" sync -q; g add -A .; g commit -qm one; before=$(id Draft)

        """

    @Test(.enabled(if: hasGit, "git not installed"), arguments: [
        ("repair --folders -q", ""), ("check --fix -q", ""), ("repair --folders -q", "\"$SHED\" sync -q;"), ("check --fix -q", "\"$SHED\" status > ../said;"),
        ("repair --folders -q", "\"$SHED\" sync -q; mkdir Mine; \"$SHED\" sync -q; g commit -qm three --allow-empty;"),
    ])
    func `that a checkout took away are made by the verbs that check names`(cure: String, meanwhile: String) throws {
        for sidecar in [".", ":!.shed"] {
            let output = try Shelf.withPoems().scenario(Self.git + """
                g checkout -qb side; echo x > Draft/x.txt; "$SHED" sync -q; file=$(id Draft/x.txt); g add -A -- . '\(sidecar)'; g commit -qm two
                g checkout -q main; test -e Draft || echo gone; \(meanwhile)
                "$SHED" check --json | grep -c '"fixable": true'; "$SHED" repair | grep -o 'shed repair --folders'
                "$SHED" \(cure) 2> ../said || cat ../said; test "$(id Draft)" = "$before" && echo same; "$SHED" check -q; echo $?
                g add -A -- . '\(sidecar)'; g commit -qm four --allow-empty; g checkout -q side; "$SHED" sync -q; test "$(id Draft)" = "$before" && test "$(id Draft/x.txt)" = "$file" && echo back
                """)
            #expect(output == "gone\n1\nshed repair --folders\nsame\n0\nback\n", "\(sidecar)")
        }
    }

    @Test(.enabled(if: hasGit, "git not installed")) func `that somebody deleted beside git, or by it, stay away`() throws {
        let output = try Shelf.withPoems().scenario(Self.git + """
            echo x > Draft/x.txt; echo y > Other/y.txt; "$SHED" sync -q > ../said; g add -A; g commit -qm two
            rmdir Research; rm -r Draft; g rm -rq Other; g commit -qm three; ls -d Research Draft Other 2> ../said
            "$SHED" check --json | grep -c '"fixable": true'; "$SHED" repair --folders; "$SHED" check --json | grep -c '"fixable": true'; ls -d Research Draft Other 2> ../said
            """)
        #expect(output == "0\nNo folder of the template has to be made.\nDeleted here: Draft, Research, Other; “shed repair --folders --deleted” makes them.\n0\n")
    }

    /// git removes a folder only with the last file in it, and what it does not remove stands in its index.
    @Test(.enabled(if: hasGit, "git not installed"), arguments: ["true", "git update-index --split-index"])
    func `that somebody deleted near a checkout stay away`(script: String) throws {
        let output = try Shelf.withPoems().scenario(Self.git + """
            echo x > Draft/x.txt; "$SHED" sync -q; g add -A; g commit -qm two; \(script)
            rmdir Research; rm -r Draft; g checkout -qb near; "$SHED" sync -q > ../said; "$SHED" check --json | grep -c '"fixable": true'; "$SHED" repair
            """)
        #expect(output == "0\nEverything is whole.\n")
    }

    @Test(.enabled(if: hasGit, "git not installed")) func `that somebody deleted while the message of a commit is written stay away`() throws {
        let output = try Shelf.withPoems().scenario(Self.git + """
            echo x > Draft/x.txt; echo y > Ready/y.txt; "$SHED" sync -q > ../said; g add -A; g commit -qm two; echo more >> Draft/x.txt
            export SHED; echo 'test -e .git/index.lock && rmdir Research && rm -r Ready && "$SHED" sync -q > ../said; false' > ../editor
            GIT_EDITOR='sh ../editor' g commit -qa 2> ../said; ls -d Research Ready 2> ../said; "$SHED" check --json | grep -c '"fixable": true'; "$SHED" repair
            """)
        #expect(output == "0\nEverything is whole.\n")
    }

    @Test func `keep the name that they were given, and are not made where something else stands`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt")
        let output = try shelf.scenario("""
            cd Poems; mv Other Odds; "$SHED" sync -q; rm All/*; find . -mindepth 1 -maxdepth 1 -type d -empty -delete; rm -rf "$T/state"; "$SHED" trust . -q; echo mine > All
            "$SHED" repair --folders -q 2> ../said; echo $?; ls | wc -l; cat All; cat ../said
            """)
        #expect(output.hasPrefix("1\n13\nmine\nshed: All: something of that name stands there already"), "\(output)")
        #expect(shelf.exists("Poems/Odds") && !shelf.exists("Poems/Other"))
    }

    @Test func `are not made while the sidecar is not whole`() throws {
        let (shelf, known) = try cloned()
        let output = try shelf.scenario("""
            cd Poems; batch=$(ls .shed/ops/*/*.jsonl | head -n 1); mv $batch ../kept
            "$SHED" repair --folders 2>&1; echo $?; ls; mv ../kept $batch; "$SHED" repair --folders -q; echo $?
            """)
        #expect(output.hasSuffix("the sidecar is not whole, so nobody knows which folder is which. “shed repair” says what is the matter.\n1\nDraft\n0\n"), "\(output)")
        #expect(try ids(shelf) == known)
    }

    @Test func `are made by no run that also prunes`() throws {
        let shelf = try Shelf.withPoems()
        #expect(try shelf.shed("repair", "--folders", "--prune", in: "Poems").code == 2)
    }

    /// Whoever wrote the template wrote names that shed would refuse.
    @Test func `are not made where a verb gives no such name, or two are one`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            f() { printf '{"accepts":"files","filling":"people","name":"%s","names":["%s"],"role":"%s","section":"A","symbol":"folder"},' "$1" "$1" "$2"; }
            more="$(f Fool x1)$(f FOOL x2)$(f ' ' x3)$(f 'esc\\u001b[31m' x4)"
            sed -i "s/.folders.: *\\[/&$(printf %s "$more" | sed 's/\\\\/\\\\&/g')/" Poems/.shed/template.json
            "$SHED" -C Poems repair --folders > said 2>&1; echo $?; "$SHED" trust Poems -q
            "$SHED" -C Poems repair --folders > said 2>&1; echo $?; ls Poems | grep -ci fool; ls Poems | grep -c '^ \\|esc'; "$SHED" -C Poems sync -q; echo $?
            """)
        #expect(output == "2\n1\n1\n0\n0\n")
    }
}
