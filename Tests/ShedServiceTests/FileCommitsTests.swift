import Glibc
import ShedModel
import ShedTestSchedule
import Testing

@testable import ShedService

/// git is asked in repositories that may be anybody's.
@Suite(.waitsForPrograms, .enabled(if: ProgramPath.find("git", environment: [:]) != nil, "needs git")) struct `The commits of a file` {
    private static let environment = ["PATH": "/usr/bin:/bin", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"]

    /// In milliseconds: a machine may be busy.
    private static let patience: Int64 = 600_000

    /// A repository with a file that was renamed, whose configuration names a program of ours wherever it can.
    private func repository(_ bench: Bench) throws -> FileCommits {
        let script = """
            set -e; mkdir repo repo/Poems hooks; cd repo; git init -q; git config user.name a; git config user.email a@example.org
            echo one >Poems/a.txt; git add .; git commit -qm 'first line'; git mv Poems/a.txt 'Poems/b c.txt'; git commit -qm renamed
            echo two >>'Poems/b c.txt'; git commit -qam "$(printf 'third\\tand last')"; echo other >Poems/d.txt; git add .; git commit -qm d
            for hook in post-index-change pre-commit post-checkout; do ln -s '\(bench.programs)/evil' ../hooks/$hook; done
            git config core.hooksPath '\(bench.path)/hooks'; git config core.repositoryformatversion 1; git config extensions.partialClone origin
            git config remote.origin.promisor true; git config remote.origin.url 'ssh://localhost/none'; git config protocol.allow always
            git config log.showSignature true; git config diff.relative true; git config color.ui always; git config log.follow true
            for key in core.sshCommand core.fsmonitor core.pager pager.log diff.external core.askPass diff.evil.command diff.evil.textconv filter.evil.smudge filter.evil.clean gpg.program; do
              git config $key '\(bench.programs)/evil'; done
            echo '* diff=evil filter=evil' >.git/info/attributes
            """
        try bench.program("evil", "echo ran >>$bench/ran; exit 1")
        let ending = try ChildProcess.run("/bin/sh", ["-c", "cd '\(bench.path)'; \(script)"], environment: Self.environment, milliseconds: 60_000)
        try #require(ending.code == 0, "\(ending.text)")
        unlink(bench.path + "/ran")
        return try #require(FileCommits(in: Array("\(bench.path)/repo/Poems".utf8), environment: Self.environment.merging(["GIT_DIR": "/nowhere"]) { $1 }, patience: Self.patience))
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `are told through its renames, newest first, by no program that the repository names`() throws {
        let bench = try Bench()
        let git = try repository(bench)
        let commits = try git.commits(of: Array("b c.txt".utf8))
        #expect(commits.map { text($0.subject) } == ["third\tand last", "renamed", "first line"])
        #expect(commits.map { text($0.path) } == ["Poems/b c.txt", "Poems/b c.txt", "Poems/a.txt"])
        #expect(commits.allSatisfy { $0.hash.utf8.count == 40 && $0.time > 1_000_000_000_000 })
        #expect(try commits.map { try git.content($0, atMost: 1_000).map(text) } == ["one\ntwo\n", "one\n", "one\n"])
        #expect(try git.content(commits[0], atMost: 7) == nil)
        #expect(!bench.exists("ran"))
    }

    @Test func `are none where git does not have it`() throws {
        let bench = try Bench()
        let git = try repository(bench)
        for path in ["nowhere.txt", "*.txt", "--all", ":/", "../../x", ""] { #expect(try git.commits(of: Array(path.utf8)).isEmpty, "\(path)") }
        #expect(try git.commits(of: [0xff]).isEmpty)
        let commit = FileCommits.Commit(hash: "HEAD", time: 0, subject: [], path: Array("Poems/d.txt".utf8))
        #expect(try git.content(commit, atMost: 100) == nil)
        #expect(FileCommits(in: Array("/".utf8), environment: ["PATH": "/nowhere"]) == nil)
        let outside = try #require(FileCommits(in: Array("/".utf8), environment: Self.environment, patience: Self.patience))
        #expect(try outside.commits(of: Array("etc/passwd".utf8)).isEmpty)
    }

    @Test func `are found by the end of a name, in any branch and in what a merge alone brought, and by plain letters only`() throws {
        let bench = try Bench()
        let git = try repository(bench)
        let script = """
            set -e; cd '\(bench.path)/repo'; git config user.name a; export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/dev/null
            rm .git/info/attributes; git config --unset core.fsmonitor; git config --unset log.showSignature
            git checkout -q -b side; mkdir -p Poems/ops/x; echo 1 >Poems/ops/x/0-aa.jsonl; echo 2 >Poems/ops/x/0-bb.jsonl; git add .; git commit -qm side
            git checkout -q -; git merge -q --no-ff --no-commit side; echo 3 >Poems/ops/x/0-cc.jsonl; git add .; git commit -qm merged; git reset -q --hard HEAD~1
            """
        let ending = try ChildProcess.run("/bin/sh", ["-c", script], environment: Self.environment, milliseconds: 60_000)
        try #require(ending.code == 0, "\(ending.text)")
        let held = try git.holders(in: "ops", endings: ["-bb.jsonl", "-none.jsonl", "-cc.jsonl", "*", "-aa.jsonl", ":(top)x", ""])
        #expect(held.map { text($0.path) } == ["Poems/ops/x/0-bb.jsonl", "Poems/ops/x/0-cc.jsonl", "Poems/ops/x/0-aa.jsonl"])
        #expect(try held.map { try git.reference(containing: $0.commit).map(text) } == ["refs/heads/side", nil, "refs/heads/side"])
        for word in ["HEAD", "--all", ""] { #expect(try git.reference(containing: word) == nil) }
        #expect(try git.holders(in: "ops", endings: []).isEmpty)
        #expect(!bench.exists("ran"))
    }

    @Test func `cost bounded memory where the repository names a file without an end`() throws {
        let places = [
            "git config diff.orderFile /dev/zero", "ln -s /dev/zero .git/objects/info/alternates", "ln -sf /dev/zero .git/info/attributes",
            "ln -sf /dev/zero .git/packed-refs", "ln -sf /dev/zero .git/config", "git config include.path /dev/zero",
        ]
        for place in places {
            let bench = try Bench()
            let git = try repository(bench)
            let ending = try ChildProcess.run("/bin/sh", ["-c", "cd '\(bench.path)/repo' && \(place)"], environment: Self.environment, milliseconds: 60_000)
            try #require(ending.code == 0, "\(place): \(ending.text)")
            // It has its commits or none; what counts is that git ends by itself, and no time is over.
            let commits = try git.commits(of: Array("b c.txt".utf8))
            #expect(commits.isEmpty || commits.count == 3, "\(place)")
        }
    }

    @Test(arguments: [".git/config", ".git/index", ".git/HEAD", ".git/packed-refs", ".git/objects/info/alternates"])
    func `are an error where the repository has a pipe in place of a file, and git is asked no more`(place: String) throws {
        let bench = try Bench()
        let git = try repository(bench)
        let file = "\(bench.path)/repo/\(place)"
        unlink(file)
        try #require(mkfifo(file, 0o644) == 0)
        var errors: [String] = []
        // Which of the two reads that file hangs on the file.
        do throws(ServiceError) {
            _ = try git.commits(of: Array("b c.txt".utf8))
            _ = try git.indexed(Array("b c.txt".utf8), atMost: 100)
        } catch { errors.append(error.message) }
        #expect(errors == ["git waits for something that does not come, as for a pipe in place of a file"])
    }

    @Test func `are told of a work tree whose repository is elsewhere`() throws {
        let bench = try Bench()
        _ = try repository(bench)
        let script = "cd '\(bench.path)/repo' && git worktree add -q --no-checkout ../other && mkdir -p ../other/Poems && git -c gc.auto=0 gc -q"
        let ending = try ChildProcess.run("/bin/sh", ["-c", script], environment: Self.environment, milliseconds: 60_000)
        try #require(ending.code == 0, "\(ending.text)")
        let git = try #require(FileCommits(in: Array("\(bench.path)/other/Poems".utf8), environment: Self.environment, patience: Self.patience))
        #expect(try git.commits(of: Array("b c.txt".utf8)).count == 3)
    }

    @Test func `are read from what git says, whatever that is`() {
        let hash = String(repeating: "a", count: 40)
        func read(_ text: String) -> [FileCommits.Commit] { FileCommits.read(Array(text.utf8)) }
        #expect(read("\(hash)\t12\tsubject\0\npath\0").map(\.time) == [12_000])
        // A merge names no path, and what is no commit is passed over.
        #expect(read("\(hash)\t12\tmerge\0\(hash)\t13\t\0\nb\0").map { text($0.path) } == ["b"])
        for text in ["", "\0", "\npath\0", "x", "\(hash)\0\npath\0", "\(hash)\t-1\ts\0\np\0", "\(hash)\t99999999999999999\ts\0\np\0", "HEAD\t1\ts\0\np\0"] { #expect(read(text).isEmpty, "\(text)") }
    }
}
