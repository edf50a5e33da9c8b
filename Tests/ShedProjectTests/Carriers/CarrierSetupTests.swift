import Glibc
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

/// `sync-setup`, as far as it needs no other program.
@Suite struct CarrierSetupTests {
    /// What setting up comes to: the action and the path from the project's root of each file, sorted.
    private func setUp(_ project: Project, _ carrier: Carrier, removes: Bool = false, dryRun: Bool = false) throws -> [String] {
        let setup = try project.write { transaction throws(ShedError) in
            try transaction.setUp(carrier, removes: removes, program: Array("/opt/shed".utf8), dryRun: dryRun)
        }
        let start = project.home.path.count + 1
        return setup.items.map { "\($0.action.rawValue) \(String(decoding: $0.path.dropFirst(start), as: UTF8.self))" }.sorted()
    }

    private func steps(_ project: Project, _ carrier: Carrier) throws -> [String] {
        try project.write { transaction throws(ShedError) in try transaction.setUp(carrier, removes: false, program: Array("/opt/shed".utf8), dryRun: true) }
            .steps.map { "\($0.words.english) \($0.command ?? "")" }
    }

    /// A project with a repository that was made by hand.
    private func poems(_ shelf: Shelf) throws -> Project {
        let project = try shelf.project()
        try shelf.shell("cd 'My Poems'; mkdir -p .git/hooks Collections/Spring; echo a > Draft/a.txt")
        try project.sync()
        return project
    }

    @Test(arguments: Carrier.allCases) func `doing it again changes nothing, and taking it away leaves what was there`(carrier: Carrier) throws {
        let shelf = try Shelf()
        let project = try poems(shelf)
        try shelf.shell("cd 'My Poems'; for f in .stignore .gitignore .rclone-filter; do echo mine > $f; chmod 600 $f; done; echo x > .git/hooks/pre-commit")
        let list = "cd 'My Poems'; for print in '-printf %p-%m\\n' '-exec md5sum {} +'; do find . -path ./.shed/ops -prune -o -type f $print | sort; done"
        let before = try shelf.shell(list)
        let planned = try setUp(project, carrier, dryRun: true)
        #expect(try shelf.shell(list) == before && !planned.isEmpty)
        #expect(try setUp(project, carrier) == planned)
        let done = try shelf.shell(list)
        #expect(done != before)
        #expect(try setUp(project, carrier) == [] && shelf.shell(list) == done)
        // Lines go from a person's own files, and others go whole.
        let own = ["write .gitignore", "write .rclone-filter", "write .stignore"]
        let expected = planned.map { own.contains($0) ? $0 : "remove" + $0.dropFirst("write".count) }.sorted()
        let removal = try setUp(project, carrier, removes: true, dryRun: true)
        #expect(removal == expected)
        _ = try setUp(project, carrier, removes: true)
        #expect(try shelf.shell(list) == before)
        #expect(try setUp(project, carrier, removes: true) == [])
    }

    @Test func `for git each folder is kept that git would drop, and nothing in them is a node`() throws {
        let shelf = try Shelf()
        let project = try poems(shelf)
        let written = try setUp(project, .git)
        #expect(written.contains("write All/.gitignore") && written.contains("write Collections/Spring/.gitkeep") && written.contains("write Draft/.gitkeep"))
        #expect(written.contains("write .git/hooks/post-merge") && !written.contains("write Collections/Spring/.gitignore"))
        let outcome = try project.sync()
        #expect(outcome.changes.isEmpty && outcome.moves.isEmpty)
        // Also those that came since; what a person keeps is kept.
        try shelf.shell("cd 'My Poems'; mkdir Collections/Two Collections/Three; echo > Collections/Three/.gitkeep")
        try project.sync()
        #expect(try setUp(project, .git) == ["write Collections/Two/.gitkeep"])
        _ = try setUp(project, .git, removes: true)
        #expect(try shelf.shell("cd 'My Poems'; find . -name .gitkeep") == "./Collections/Three/.gitkeep\n")
    }

    @Test func `a hook of a person's stays, and it is said what to add`() throws {
        let shelf = try Shelf()
        let project = try poems(shelf)
        try shelf.shell("cd 'My Poems/.git/hooks'; printf '#!/bin/sh\\n' > post-merge; ln -s /etc/passwd post-checkout; mkfifo post-rewrite")
        let written = try setUp(project, .git)
        #expect(written.filter { $0.contains("hooks") } == ["leave .git/hooks/post-checkout", "leave .git/hooks/post-merge", "leave .git/hooks/post-rewrite"])
        #expect(try steps(project, .git).contains { $0.contains("/opt/shed -C . check --quiet") })
        #expect(try shelf.shell("cat 'My Poems/.git/hooks/post-merge'") == "#!/bin/sh\n")
    }

    @Test(arguments: ["printf '[core]\\n\\thooksPath = .githooks\\n' > .git/config", "rmdir .git/hooks; ln -s /tmp .git/hooks"])
    func `where hooks stand elsewhere none is written`(script: String) throws {
        let shelf = try Shelf()
        let project = try poems(shelf)
        try shelf.shell("cd 'My Poems'; \(script)")
        #expect(try setUp(project, .git).allSatisfy { !$0.hasPrefix("write .git/") })
        #expect(try steps(project, .git).contains { $0.contains("check --quiet") } && access("/tmp/post-merge", F_OK) != 0)
    }

    @Test(arguments: [
        "mkdir -p .git; echo $PWD/../other > .git/commondir", "echo gitdir: ../other > .git", "echo gitdir: $PWD/../other > .git; echo $PWD/.git > ../other/gitdir",
        "mkdir own; echo gitdir: own > .git; echo $PWD/.git > own/gitdir; echo $PWD/../other > own/commondir",
        "mkdir -p own ../other/worktrees/own; echo gitdir: own > .git; echo $PWD/.git > own/gitdir; echo $PWD/../other > own/commondir",
        "mkdir -p ../other/worktrees/w; echo gitdir: ../other/worktrees/w > .git; echo ../.. > ../other/worktrees/w/commondir; echo /elsewhere/.git > ../other/worktrees/w/gitdir",
    ]) func `none is written into a repository that does not know the work tree, nor taken out of it`(script: String) throws {
        let shelf = try Shelf()
        let project = try poems(shelf)
        try shelf.shell("mkdir -p other/hooks; cd 'My Poems'; rm -rf .git; mkdir .git")
        _ = try setUp(project, .git)
        try shelf.shell("mv 'My Poems/.git/hooks/post-merge' other/hooks; cd 'My Poems'; rm -rf .git; \(script)")
        #expect(try steps(project, .git).contains { $0.contains("/opt/shed -C . check --quiet") })
        #expect(try setUp(project, .git).allSatisfy { !$0.contains("hooks") } && setUp(project, .git, removes: true).allSatisfy { !$0.contains("hooks") })
        #expect(try shelf.shell("ls other/hooks") == "post-merge\n")
    }

    @Test(arguments: [
        "mkdir -p ../other/worktrees/w; echo gitdir: ../other/worktrees/w > .git; echo ../.. > ../other/worktrees/w/commondir; echo $PWD/.git > ../other/worktrees/w/gitdir",
        "mkdir -p ../other; echo gitdir: ../other > .git; printf '[core]\\n\\tworktree = ../My Poems\\n' > ../other/config",
    ]) func `a further work tree, and a submodule, has its hooks in the repository that knows it`(script: String) throws {
        let shelf = try Shelf()
        let project = try poems(shelf)
        try shelf.shell("cd 'My Poems'; rm -rf .git; \(script)")
        #expect(try setUp(project, .git).contains { $0.hasSuffix("/post-merge") })
        #expect(try shelf.shell("ls other/hooks") == "post-checkout\npost-merge\npost-rewrite\n")
    }

    @Test func `one repository has hooks for all of its projects`() throws {
        let shelf = try Shelf()
        try shelf.shell("mkdir -p .git")
        let (one, two) = (try shelf.project(named: "One"), try shelf.project(named: "Two"))
        _ = try setUp(one, .git)
        _ = try setUp(two, .git)
        #expect(try shelf.shell("grep '^check ' .git/hooks/post-merge; test -x .git/hooks/post-merge && echo runs") == "check './One'\ncheck './Two'\nruns\n")
        try shelf.shell("chmod -x .git/hooks/post-merge")
        _ = try setUp(two, .git)
        _ = try setUp(one, .git, removes: true)
        #expect(try shelf.shell("grep '^check ' .git/hooks/post-merge; test -x .git/hooks/post-merge && echo runs") == "check './Two'\nruns\n")
        _ = try setUp(two, .git, removes: true)
        #expect(try shelf.shell("ls .git/hooks") == "")
    }

    @Test(arguments: [
        "mkfifo F", "mkdir F", "ln -s /etc/passwd F", "ln -s nothing F", "truncate -s 4G F", "head -c 2000000 /dev/zero > F", "printf '// shed sync-setup: begin\\n# shed sync-setup: begin\\n' > F",
    ]) func `a file that is none, or has no end, stays as it is`(damage: String) throws {
        let shelf = try Shelf()
        let project = try poems(shelf)
        for (carrier, name) in [(Carrier.syncthing, ".stignore"), (.git, ".gitignore"), (.rclone, ".rclone-filter")] {
            try shelf.shell("cd 'My Poems'; \(damage.replacing("F", with: name))")
            let look = "cd 'My Poems'; ls -ld --time-style=full-iso \(name)"
            let before = try shelf.shell(look)
            #expect(try setUp(project, carrier).contains("leave \(name)"))
            #expect(try setUp(project, carrier, removes: true).contains("leave \(name)"))
            #expect(try shelf.shell(look) == before)
        }
    }

    @Test func `lines of attributes that a person wrote for the sidecar are kept beside shed's`() throws {
        let shelf = try Shelf()
        let project = try poems(shelf)
        try shelf.shell("echo '*.jsonl -diff' > 'My Poems/.shed/.gitattributes'")
        #expect(try setUp(project, .git).contains("write .shed/.gitattributes"))
        #expect(try shelf.shell("grep -v '^# ' 'My Poems/.shed/.gitattributes'") == "*.jsonl -diff\n* -text\n")
        try shelf.shell("rm 'My Poems/.shed/.gitattributes'")
        _ = try setUp(project, .git)
        #expect(try shelf.shell("tail -n 1 'My Poems/.shed/.gitattributes'") == "* -text\n")
    }

    @Test func `Syncthing's folder above the project is not written to, and its lines name the project`() throws {
        let shelf = try Shelf()
        let project = try shelf.project(named: "It's [1]")
        try shelf.shell("mkdir .stfolder")
        #expect(try setUp(project, .syncthing) == [])
        let said = try steps(project, .syncthing).joined(separator: "\n")
        #expect(said.contains("/It's \\[1\\]/.shed/staging") && said.contains("!/It's \\[1\\]/.shed\n") && said.contains(shelf.path + "/.stignore"))
    }

    @Test func `lines for a folder above are left to a person, until they stand there, for each project in it`() throws {
        let shelf = try Shelf()
        let projects = [try shelf.project(named: "One"), try shelf.project(named: "Two & more")]
        try shelf.shell("mkdir .stfolder")
        func left(_ project: Project) throws -> (String, Bool) {
            let setup = try project.write { transaction throws(ShedError) in try transaction.setUp(.syncthing, removes: false, program: [], dryRun: true) }
            return (setup.steps.first?.command ?? "", setup.leavesLines)
        }
        for project in projects {
            let (lines, isLeft) = try left(project)
            #expect(isLeft && lines.contains("/.shed/staging"))
            TestFile.write(lines + "\n" + (try shelf.shell("cat .stignore 2>/dev/null || true")), to: shelf.path + "/.stignore")
        }
        for project in projects { #expect(try !left(project).1 && !left(project).0.contains("staging")) }
    }

    @Test(arguments: ["All\\n- *", "All\\r:**\\n!:.shed", "All\\177 *"]) func `a folder of links with a line break in its name is one line`(name: String) throws {
        let shelf = try Shelf()
        let project = try poems(shelf)
        _ = try setUp(project, .git)
        _ = try setUp(project, .rclone)
        let count = "cd 'My Poems'; wc -l < .rclone-filter; wc -l < .gitignore"
        let before = try shelf.shell(count)
        try shelf.shell("cd 'My Poems'; mv All \"$(printf '\(name)')\"")
        try project.sync()
        #expect(try setUp(project, .git).contains("write .gitignore") && setUp(project, .rclone) == ["write .rclone-filter"])
        #expect(try shelf.shell(count) == before)
        #expect(try shelf.shell("cd 'My Poems'; grep -c '^- /All?.*/\\*$' .rclone-filter; grep -c '^!/All?.*/.gitignore$' .gitignore") == "1\n1\n")
    }

    @Test(arguments: ["touch All/.gitkeep", "echo '*.bak' > All/.gitignore", "printf '!*.txt' > All/.gitignore; touch All/.gitkeep"])
    func `links are left out whatever a person keeps their folder by`(script: String) throws {
        let shelf = try Shelf()
        let project = try poems(shelf)
        try shelf.shell("cd 'My Poems'; \(script)")
        let list = "cd 'My Poems/All'; head -n 20 .git*"
        let before = try shelf.shell(list)
        #expect(try setUp(project, .git).contains("write All/.gitignore") && setUp(project, .git) == [])
        #expect(try shelf.shell("cd 'My Poems'; grep -c '^\\*$' All/.gitignore") == "1\n")
        _ = try setUp(project, .git, removes: true)
        #expect(try shelf.shell(list) == before)
    }

    @Test(arguments: ["mkfifo F", "mkdir F", "ln -s /dev/null F"]) func `where links cannot be left out that is said`(damage: String) throws {
        let shelf = try Shelf()
        let project = try poems(shelf)
        try shelf.shell("cd 'My Poems'; \(damage.replacing("F", with: "All/.gitignore"))")
        #expect(try setUp(project, .git).contains("leave All/.gitignore"))
    }

    @Test func `nothing is put into a folder that is a project of its own, nor through a link`() throws {
        let shelf = try Shelf()
        let project = try poems(shelf)
        try shelf.shell("cd 'My Poems'; mkdir ../outside Ready/.shed; echo {} > Ready/.shed/project.json; rmdir 'Set Aside'; ln -s ../outside 'Set Aside'")
        let written = try setUp(project, .git)
        #expect(written.contains("write Draft/.gitkeep") && !written.contains { $0.contains("Ready") || $0.contains("Set Aside") })
        #expect(try shelf.shell("ls -A outside; ls -A 'My Poems/Ready'") == ".shed\n")
    }

    @Test func `a project that is only looked at is not set up`() throws {
        let shelf = try Shelf()
        let project = try poems(shelf)
        let seen = try shelf.reopen(project, purpose: .look)
        #expect(throws: ShedError.self) { try setUp(seen, .syncthing) }
        #expect(try shelf.shell("ls -A 'My Poems' | grep -c stignore || :") == "0\n")
    }
}
