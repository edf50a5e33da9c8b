import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import Testing

@Suite(.waitsForPrograms) struct `Where check looks` {
    private static let hasGit = access("/usr/bin/git", X_OK) == 0
    private static let noGit = "git is not installed: make test-packages"

    private static let git = """
        git() { command git -c user.name=a -c user.email=a@b -c init.defaultBranch=main -c core.excludesFile= "$@"; }

        """

    @Test func `a path shows what is found at it and below`() throws {
        let shelf = try Shelf.withFaults()
        func places(_ arguments: String..., in directory: String = "") throws -> [String] {
            let result = try shelf.run((["check", "--format", "gnu"] + arguments).map { Array($0.utf8) }, in: directory)
            return result.text.split(separator: "\n").compactMap { $0.split(separator: ":").first.map(String.init) }
        }
        #expect(try places("Poems/loose.txt") == ["Poems/loose.txt"])
        #expect(try places("Draft", in: "Poems") == ["Draft/a", "Draft/b\\xff.txt"])
        #expect(try places("Draft", "loose.txt", in: "Poems").count == 3)
        #expect(try places("Ready", in: "Poems").isEmpty)
        #expect(try shelf.shed("check", "Ready", in: "Poems").code == 0)
        #expect(try places(in: "Poems/Draft").count == 4)
        for wrong in ["Draft/none.txt", "../nowhere", ""] { #expect(try shelf.shed("check", wrong, in: "Poems").code == 2, "\(wrong)") }
    }

    @Test func `many projects are checked in one run`() throws {
        let shelf = try Shelf.withFaults()
        shelf.makeDirectory("Deep")
        shelf.makeDirectory("Deep/er")
        _ = try shelf.shed("new", "blank", "Notes", "--in", "Deep/er")
        shelf.makeFile("Deep/er/Notes/loose.txt")
        shelf.makeDirectory(".hidden")
        _ = try shelf.shed("new", "blank", "Away", "--in", ".hidden")
        symlink("Deep/er/Notes", shelf.work + "/link")
        let full = try shelf.shed("check")
        #expect(full.code == 1)
        #expect(full.err == "2 errors, 2 warnings, 1 note in 2 projects\n")
        let json = try shelf.shed("check", "--json").json()
        #expect(json.object?.members.map(\.name) == ["version", "findings", "summary", "projects"])
        #expect(json["projects"]?.array?.map { $0["project"]?.string } == ["Deep/er/Notes", "Poems"])
        #expect(json["projects"]?.array?.first?["summary"] == ["errors": 1, "warnings": 0, "notes": 0])
        let loose = try #require(json["findings"]?.array?.filter { $0["rule"] == "file-at-root" })
        #expect(loose.map { "\($0["project"]?.string ?? "")|\($0["path"]?.string ?? "")" } == ["Deep/er/Notes|loose.txt", "Poems|loose.txt"])
        #expect(try shelf.shed("check", "Deep", "Poems/Draft", "--json").json()["findings"]?.array?.count == 3)
        #expect(try shelf.shed("check", ".hidden").code == 0)
        let none = try shelf.shed("check", in: ".hidden/Away/..")
        #expect(none.err == "Nothing found in 1 project.\n")
        shelf.makeDirectory("Empty")
        #expect(try shelf.shed("check", "Empty").code == 2)
    }

    @Test func `where nothing could be checked, it is not said that nothing was found`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/.shed/settings.toml", "bulk = \"many\"\n")
        let result = try shelf.shed("check")
        #expect(result.code == 2 && result.err.contains("“bulk” must be"), "\(result.err)")
        #expect(!result.err.contains("Nothing found"), "\(result.err)")
    }

    @Test func `a project that cannot be checked makes the run end with 2, and the others are checked`() throws {
        let shelf = try Shelf.withFaults()
        _ = try shelf.shed("new", "blank", "Broken")
        shelf.makeFile("Broken/.shed/settings.toml", "[check]\nselekt = 1\n")
        let result = try shelf.shed("check", "--format", "gnu", "--exit-zero")
        #expect(result.code == 2)
        #expect(result.text.contains("Poems/loose.txt:1:1: error: "))
        #expect(result.err.contains("shed: Broken/.shed/settings.toml: line 2: “check.selekt” is no key here"))
    }

    @Test func `warnings are allowed by each project's own settings, or in all by the command line`() throws {
        let shelf = try Shelf()
        for name in ["One", "Two"] {
            _ = try shelf.shed("new", "blank", name)
            symlink("/nowhere", shelf.work + "/\(name)/Files/link")
            shelf.makeFile("\(name)/.shed/settings.toml", "[check]\nmax-warnings = 1\n")
        }
        let warnings = try #require(try shelf.shed("check", "--json").json()["summary"]?["warnings"]?.integer)
        try #require(warnings == 2)
        #expect(try shelf.shed("check").code == 0)
        #expect(try shelf.shed("check", "--max-warnings", "1").code == 1)
        #expect(try shelf.shed("check", "--max-warnings", "2").code == 0)
        shelf.makeFile("Two/.shed/settings.toml", "")
        #expect(try shelf.shed("check").code == 1)
    }

    @Test(.enabled(if: hasGit, "\(noGit)"))
    func `staged is what a commit would contain`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario(Self.git + """
            cd Poems; git init -q; git add -A; git commit -qm first
            echo a > one.txt; echo b > 'two
            lines.txt'; mkdir Draft/Love; echo c > Draft/Love/c.txt
            r check --staged; git add one.txt; r check --staged --format gnu; cat $T/results | cut -d: -f1
            git add 'two
            lines.txt' Draft/Love/c.txt; r check --staged --format gnu; cut -d: -f1 < $T/results
            git commit -qm second; r check --staged; r check; cd Draft; r check --staged; cd ..
            rm -r one.txt; git add -A; r check --staged; cd ..; r check --staged Poems; r -C Poems check --staged; cat $T/messages
            """)
        #expect(output == """
            check 0
            check 1
            one.txt
            check 1
            Draft/Love
            one.txt
            two\\nlines.txt
            two\\nlines.txt
            check 0
            check 1
            check 0
            check 0
            check 2
            -C 0
            Nothing found.

            """)
    }

    @Test(.enabled(if: hasGit, "\(noGit)"))
    func `a pre-commit hook keeps a bad commit out and lets a good one through`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario(Self.git + """
            mkdir repo; mv Poems repo/; cd repo; git init -q; git add -A; git commit -qm first; echo old > Poems/old.txt
            printf '#!/bin/sh\\nexec "$SHED" check --staged\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit
            c() { git commit -q "$@" 2> $T/messages; echo $?; }
            echo one > Poems/Draft/one.txt; git add Poems/Draft/one.txt; c -m good
            echo two > Poems/two.txt; git add Poems/two.txt; c -m bad; cat $T/messages
            git reset -q; git log --format=%s; echo more >> Poems/Draft/one.txt; c -am all
            cd Poems/Draft; echo more >> one.txt; c -m partial one.txt; cd ..
            git add two.txt; echo more >> Draft/one.txt; c -m 'the index has more' Draft/one.txt
            c -m bad; git worktree add -q ../../tree 2> $T/messages; cd ../../tree
            mkdir -p Poems/Draft; echo x > Poems/x.txt; git add Poems/x.txt; c -m bad; head -n 1 $T/messages; git reset -q
            echo x > Poems/Draft/x.txt; git add Poems/Draft/x.txt; c -m 'in a work tree'; git log --format=%s
            """)
        #expect(output == """
            0
            1
            Poems/two.txt
              error: A file cannot stand at the project's root. [PLC001 file-at-root]
                Move it into a folder that accepts files, or run “shed accept” to let it stand.

            1 error, 0 warnings, 0 notes in 1 project
            good
            first
            0
            0
            0
            1
            1
            Poems/x.txt
            0
            in a work tree
            the index has more
            partial
            all
            good
            first

            """)
    }

    @Test(.enabled(if: hasGit, "\(noGit)"))
    func `staged outside of a git work tree is an error, and runs no program of the repository's`() throws {
        let shelf = try Shelf.withPoems()
        let result = try shelf.shed("check", "--staged", in: "Poems")
        #expect(result.code == 2)
        #expect(result.err.hasPrefix("shed: git does not say what is staged: "))
        let output = try shelf.scenario(Self.git + """
            cd Poems; git init -q; git add -A; git commit -qm first; printf '#!/bin/sh\necho ran >> "$T/ran"\n' > $T/tool; chmod +x $T/tool
            git config core.fsmonitor $T/tool; git config diff.external $T/tool; git config diff.x.textconv $T/tool; echo '*.txt diff=x' > .gitattributes
            echo a > one.txt; git -c core.fsmonitor=false add one.txt; r check --staged; cat $T/ran 2> /dev/null
            """)
        #expect(output == "check 1\n")
    }

    @Test func `what is fixed at a path is checked under its new name`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Research/x.")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let fixed = try shelf.shed("check", "--fix", "Research/x.", in: "Poems")
        #expect(fixed.code == 0 && fixed.err.contains("renamed Research/x. to Research/x ["), "\(fixed.err)")
    }

    @Test func `a commit whose content was just fixed is stopped`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/c.")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        for words in [["init", "-q"], ["add", "-A"]] {
            let git = try shelf.spawn("/usr/bin/git", words.map { Array($0.utf8) }, input: nil, in: shelf.work + "/Poems")
            try #require(git.code == 0, "\(git.err)")
        }
        let fixed = try shelf.shed("check", "--staged", "--fix", in: "Poems")
        #expect(fixed.code == 1 && fixed.err.contains("“git add -A”, then commit again"), "\(fixed.err)")
        let git = try shelf.spawn("/usr/bin/git", ["add", "-A"].map { Array($0.utf8) }, input: nil, in: shelf.work + "/Poems")
        try #require(git.code == 0)
        #expect(try shelf.shed("check", "--staged", "--fix", in: "Poems").code == 0)
    }

    @Test func `a suppression for one of several projects is not superfluous for the others`() throws {
        let shelf = try Shelf.withPoems()
        #expect(try shelf.shed("new", "poetry", "More", "--language", "en").code == 0)
        shelf.makeFile("Poems/loose.txt")
        shelf.makeFile("shed.toml", "[[check.suppress]]\npath = \"Poems/loose.txt\"\nrule = \"file-at-root\"\nreason = \"x\"\n")
        for words in [["check"], ["check", "More"], ["check", "Poems"]] {
            let result = try shelf.run(words.map { Array($0.utf8) })
            #expect(result.code == 0 && !result.err.contains("covers nothing"), "\(words) \(result.err)")
        }
        unlink(shelf.work + "/Poems/loose.txt")
        let stale = try shelf.shed("check")
        #expect(stale.code == 0 && stale.err.split(separator: "\n").count { $0.contains("covers nothing any more") } == 1, "\(stale.err)")
    }
}
