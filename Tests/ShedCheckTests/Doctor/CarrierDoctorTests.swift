import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRuleExamples
import ShedTestSupport
import Testing

@testable import ShedCheck

/// What the doctor knows of what carries a project. No git is run: repositories here are made by hand.
@Suite struct CarrierDoctorTests {
    /// What is found of carriers in the one project, but for what is fine: check, status and message, one a line.
    private func found(_ shelf: Shelf) -> [String] {
        var surroundings = shelf.surroundings
        surroundings.environment["GIT_CONFIG_NOSYSTEM"] = "1"
        var machine = Doctor.Machine()
        machine.processes = shelf.path + "/none"
        return Doctor(surroundings, version: "0", machine: machine).examine()
            .filter { [.git, .syncthing, .carriers].contains($0.check) && $0.status != .ok }
            .map { "\($0.check.rawValue) \($0.status.rawValue): \($0.message)" }
    }

    private func poems(_ script: String, in place: String = "My Poems") throws -> Shelf {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        _ = try shelf.project()
        try shelf.shell("cd '\(place)'; \(script)")
        return shelf
    }

    // MARK: git

    @Test(arguments: [
        ("printf '[core]\\n\\tautocrlf = true\\n' > .git/config", ""),
        ("printf '[core]\\n\\tautocrlf = true\\n' > .git/config; rm .shed/.gitattributes", "git warning: git may change line ends in .shed (core.autocrlf in .git/config)"),
        ("printf '[core]\\n\\tautocrlf = false\\n' > .git/config; rm .shed/.gitattributes", ""), ("rm .shed/.gitattributes", ""),
        ("printf '[core]\\n\\tautocrlf = input\\n' > ../home/.gitconfig; rm .shed/.gitattributes", "git warning: git may change line ends in .shed (core.autocrlf in"),
        ("echo '* text=auto' > .gitattributes", ""), ("echo '* text=auto' > .gitattributes; rm .shed/.gitattributes", "git warning: git may change line ends in .shed (attributes)"),
        ("mkdir .git/info; echo '*.jsonl text' > .git/info/attributes", "git warning: git may change line ends in .shed (attributes)"),
        ("echo '*.jsonl text' > .shed/ops/.gitattributes", "git warning: git may change line ends in .shed (attributes)"),
        ("echo '*.jsonl filter=lfs' > .gitattributes", "git warning: git changes what stands in .shed, by the attribute filter"),
        ("mkdir -p ../home/.config/git; echo '.*' > ../home/.config/git/ignore", "git warning: core.excludesFile leaves out .shed"),
        ("mkdir -p ../home/.config/git; echo '.*' > ../home/.config/git/ignore; printf '!/.shed/\\n!/.shed/**\\n' > .gitignore", ""),
    ]) func `of git what its files say`(script: String, expected: String) throws {
        let lines = found(try poems("mkdir .git; " + script))
        #expect(expected.isEmpty ? lines == [] : lines.count == 1 && lines[0].hasPrefix(expected), "\(lines)")
    }

    @Test(arguments: [("/My*", "../.gitignore leaves out the project"), (".shed", "../.gitignore leaves out .shed"), ("ops/", "../.gitignore leaves out .shed/ops"), ("*.txt", "")])
    func `a repository above the project counts`(line: String, expected: String) throws {
        let lines = found(try poems("mkdir .git; echo '\(line)' > .gitignore", in: "."))
        #expect(lines == (expected.isEmpty ? [] : ["git warning: " + expected]))
    }

    @Test func `batches with other line ends are a note, with what puts them right`() throws {
        let shelf = try poems("mkdir .git; sed -i 's/$/\\r/' .shed/ops/*/*")
        let lines = found(shelf)
        #expect(lines.count == 1 && lines[0].hasPrefix("git note: of ") && lines[0].contains("came with other line ends (CR LF)"), "\(lines)")
        try shelf.shell("cd 'My Poems'; sed -i 's/\\r$//' .shed/ops/*/*")
        #expect(found(shelf) == [])
    }

    @Test func `hooks that name a program which is gone are a note`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        let project = try shelf.project()
        try shelf.shell("mkdir 'My Poems/.git'")
        _ = try project.write { transaction throws(ShedError) in try transaction.setUp(.git, removes: false, program: Array("/nowhere/shed".utf8), dryRun: false) }
        #expect(found(shelf) == ["git note: git’s hooks name /nowhere/shed, which is not there"])
        _ = try project.write { transaction throws(ShedError) in try transaction.setUp(.git, removes: false, program: Array("/bin/sh".utf8), dryRun: false) }
        #expect(found(shelf) == [])
    }

    // MARK: Syncthing

    @Test(arguments: [
        ("/My Poems/.shed", "syncthing warning: .stignore leaves out .shed"), ("My Poems", "syncthing warning: .stignore leaves out .shed"), ("/.shed", ""),
        ("!/My Poems/.shed\n*", ""),
    ]) func `Syncthing's folder above the project counts`(line: String, expected: String) throws {
        let lines = found(try poems("mkdir .stfolder; printf '\(line)\\n' > .stignore", in: "."))
        #expect(lines == (expected.isEmpty ? [] : [expected]))
    }

    @Test(arguments: [
        ("  .shed", true), ("\\t.shed \\r", true), ("{.git,.shed}", true), ("/.{git,sh{y,ed}}", true), ("{a,/.shed/o{ps,x}}", true), ("{,.}shed", true),
        ("(?d){.shed,x", false), ("\\\\{.git,.shed}", false), ("{a,b}.shed", false),
    ]) func `what Syncthing takes for the name of the sidecar the doctor does too`(line: String, isLost: Bool) throws {
        let lines = found(try poems("mkdir .stfolder; printf '\(line)\\n' > .stignore"))
        #expect(lines.count == (isLost ? 1 : 0) && lines.allSatisfy { $0.hasPrefix("syncthing warning: .stignore leaves out .shed") }, "\(lines)")
    }

    @Test func `very many alternatives do not hold it up`() throws {
        let lines = found(try poems("mkdir .stfolder; for i in $(seq 1000); do echo '{a,b}{c,d}{e,f}{g,h}{i,j}{k,l}{m,n}{o,p}{q,r}{s,t}{u,v}{w,x}{y,z}{1,2}{3,4}{5,6}'; done > .stignore; echo .shed >> .stignore"))
        #expect(lines == ["syncthing warning: .stignore leaves out .shed"])
    }

    @Test func `the line against a repository below Syncthing's folder means just that repository`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        _ = try shelf.project(named: "[x] {y}")
        try shelf.shell("mkdir .stfolder '[x] {y}/.git'")
        var machine = Doctor.Machine()
        machine.processes = shelf.path + "/none"
        func told() -> [Diagnosis] { Doctor(shelf.surroundings, version: "0", machine: machine).examine().filter { $0.check == .carriers } }
        #expect(told().map(\.status) == [.warning] && told()[0].remedy.contains("put the line /\\[x\\] \\{y\\}/.git at the beginning"), "\(told())")
        try shelf.shell("printf '%s\\n' '/\\[x\\] \\{y\\}/.git' > .stignore")
        #expect(told().map(\.status) == [.note])
    }

    @Test func `files on their way of several devices are a note, until they are left out`() throws {
        let shelf = try poems("mkdir -p .stfolder .shed/staging/0123456789abcdef .shed/staging/fedcba9876543210")
        #expect(found(shelf).map { $0.prefix(15) } == ["syncthing note:"])
        try shelf.shell("cd 'My Poems'; echo /.shed/staging > .stignore")
        #expect(found(shelf) == [])
    }

    @Test(arguments: [
        ("mkdir .git .stfolder", "carriers warning"), ("mkdir .git .stfolder; echo /.git > .stignore", "carriers note"), ("mkdir .git", ""),
        ("mkdir .git ../.stfolder", "carriers warning"), ("mkdir .git ../.stfolder; echo '/My Poems/.git' > ../.stignore", "carriers note"),
        ("mkdir ../.git .stfolder", "carriers note"),
    ]) func `two carriers at once are told, and most of all a repository that Syncthing carries`(script: String, expected: String) throws {
        let lines = found(try poems(script))
        #expect(expected.isEmpty ? lines == [] : lines.count == 1 && lines[0].hasPrefix(expected), "\(lines)")
    }

    // MARK: Hostile files

    @Test(arguments: [".gitignore", ".gitattributes", ".stignore", ".git/config", ".git/info/exclude", ".git/info/attributes", ".git/index", ".git/commondir", ".git/hooks/post-merge", ".shed/.gitattributes"], [
        "mkfifo F", "mkdir F", "ln -s /dev/zero F", "truncate -s 8G F", "head -c 3000000 /dev/zero | tr '\\0' '[' > F", "head -c 3000000 /dev/urandom > F",
    ]) func `none of these files can hold it up`(file: String, damage: String) throws {
        let shelf = try poems("mkdir -p .git/info .git/hooks; rm -f .shed/.gitattributes; \(damage.replacing("F", with: file))")
        for line in found(shelf) { #expect(!line.unicodeScalars.contains(where: EscapedText.isUnsafe), "\(line)") }
    }
}
