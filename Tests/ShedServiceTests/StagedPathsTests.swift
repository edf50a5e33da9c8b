import Glibc
import ShedModel
import ShedTestSchedule
import Testing

@testable import ShedService

/// git is asked in repositories that may be anybody's.
@Suite(.waitsForPrograms, .enabled(if: ProgramPath.find("git", environment: [:]) != nil, "needs git")) struct `What git says is staged` {
    private static let environment = ["PATH": "/usr/bin:/bin", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"]

    /// A repository whose configuration names a program of ours wherever it can.
    private func repository(_ bench: Bench, missing: String = "") throws -> [UInt8] {
        let script = """
            set -e; mkdir repo repo/folder hooks; cd repo; git init -q; echo a >folder/a; git add .
            git -c user.name=a -c user.email=a@example.org commit -qm a; tree=$(git rev-parse 'HEAD^{tree}'); echo b >folder/b; git add .
            for hook in post-index-change pre-commit post-checkout; do ln -s '\(bench.programs)/evil' ../hooks/$hook; done
            git config core.hooksPath '\(bench.path)/hooks'; git config core.repositoryformatversion 1; git config extensions.partialClone origin
            git config remote.origin.promisor true; git config remote.origin.url 'ssh://localhost/none'; git config protocol.allow always
            for key in core.sshCommand core.fsmonitor core.pager diff.external core.askPass diff.evil.command diff.evil.textconv filter.evil.clean; do git config $key '\(bench.programs)/evil'; done
            echo '* diff=evil filter=evil' >.git/info/attributes; \(missing)
            """
        try bench.program("evil", "echo ran >>$bench/ran; exit 1")
        let ending = try ChildProcess.run("/bin/sh", ["-c", "cd '\(bench.path)'; \(script)"], environment: Self.environment, milliseconds: 60_000)
        try #require(ending.code == 0, "\(ending.text)")
        unlink(bench.path + "/ran")
        return Array("\(bench.path)/repo".utf8)
    }

    @Test func `is asked without a program that the repository's configuration names`() throws {
        let bench = try Bench()
        let staged = try StagedPaths(in: repository(bench), environment: Self.environment)
        #expect(staged.paths.map { String(decoding: $0, as: UTF8.self) } == ["folder/b"])
        #expect(!bench.exists("ran"))
    }

    @Test(arguments: ["git config diff.orderFile /dev/zero", "ln -s /dev/zero .git/objects/info/alternates"])
    func `costs bounded memory where the repository names a file without an end`(place: String) throws {
        let bench = try Bench()
        let path = try repository(bench, missing: place)
        // It says what is staged, or ends with an error; what counts is that git ends by itself.
        let staged: StagedPaths
        do throws(ServiceError) { staged = try StagedPaths(in: path, environment: Self.environment) } catch {
            #expect(!error.message.contains("within a minute"), "\(error.message)")
            return
        }
        #expect(staged.paths.count == 1)
    }

    @Test func `is an error where the repository has a pipe in place of a file`() throws {
        let bench = try Bench()
        let path = try repository(bench, missing: "rm .git/config; mkfifo .git/config")
        let error = #expect(throws: ServiceError.self) { try StagedPaths(in: path, environment: Self.environment) }
        #expect(error?.message.contains("waits for something that does not come") == true)
    }

    @Test func `is an error where objects are missing, which are fetched from nowhere`() throws {
        let bench = try Bench()
        let path = try repository(bench, missing: "rm -f .git/objects/$(echo $tree | cut -c 1-2)/$(echo $tree | cut -c 3-)")
        #expect(throws: ServiceError.self) { try StagedPaths(in: path, environment: Self.environment) }
        #expect(!bench.exists("ran"))
    }
}
