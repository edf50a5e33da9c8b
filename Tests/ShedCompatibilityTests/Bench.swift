import Glibc
import ShedTestSupport
import Testing

/// A temporary directory with a home, a state directory and a project that the programs work in.
final class Bench {
    typealias Result = RunResult

    let path: String
    var project: String { path + "/work/Poems" }

    init() throws {
        path = try TestFile.temporaryDirectory("shed-bench")
        for directory in ["work", "home", "run"] { mkdir("\(path)/\(directory)", 0o700) }
    }

    deinit { _ = try? run("exec rm -rf '\(path)'", in: "/") }

    /// Makes the project of ``Trial``, and lets shed see it.
    func prepare(_ preparation: String) throws {
        let made = try run("""
            set -eu
            "$SHED" new poetry Poems --language en --quiet
            cd Poems
            printf 'quiet = 0.2\\n' > .shed/settings.toml
            mkdir Collections/Book
            echo one > Draft/Ode.txt; echo two > Draft/Elegy.txt; echo three > Draft/Sonnet.txt; echo four > Collections/Book/Poem.txt
            "$SHED" mv Draft/Sonnet.txt Ready --quiet
            \(preparation)
            "$SHED" sync --quiet
            """, in: path + "/work")
        try #require(made.code == 0, "\(made.text)\(made.err)")
    }

    /// Runs shell for five minutes at most.
    func run(_ script: String, in directory: String) throws -> Result {
        let environment = [
            "SHED=\(ShedProgram.path)", "SHED_STATE_DIR=\(path)/state", "HOME=\(path)/home", "XDG_RUNTIME_DIR=\(path)/run",
            "LC_ALL=C.UTF-8", "TERM=xterm", "PATH=/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM=1",
        ]
        let words = ["-k", "10", "300", "sh", "-c", script].map { Array($0.utf8) }
        let run = try Run("timeout", words, environment: environment, in: directory, output: "\(path)/out", errors: "\(path)/err")
        let result = run.wait()
        // timeout(1) leads a process group: whatever a script that failed left running ends here.
        kill(-run.process, SIGKILL)
        return result
    }

    /// Runs shed in the project.
    func shed(_ words: String) throws -> Result { try run("exec \"$SHED\" \(words)", in: project) }
}
