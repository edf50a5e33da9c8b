import Glibc
import ShedModel
import Testing

/// A temporary directory with a home, a state directory and a project that the programs work in.
final class Bench {
    struct Result {
        var code: Int32
        var out: [UInt8]
        var err: String

        var text: String { String(decoding: out, as: UTF8.self) }
    }

    let path: String
    var project: String { path + "/work/Poems" }

    /// `$SHED_BINARY`, else the debug build of this package.
    static let program: String = {
        if let binary = getenv("SHED_BINARY") { return String(cString: binary) }
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/") + "/.build/debug/shed"
    }()

    init() throws {
        var template = "/tmp/shed-bench-XXXXXX".utf8CString.map { $0 }
        let made = try #require(mkdtemp(&template))
        let real = try #require(realpath(made, nil))
        defer { free(real) }
        path = String(cString: real)
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
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let (outFile, errFile) = ("\(path)/out", "\(path)/err")
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, outFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        // env(1) changes the directory: the C library's own call for it is not in Swift's Glibc.
        let line: [String] = ["env", "-C", directory, "timeout", "-k", "10", "300", "sh", "-c", script]
        let environment: [String] = [
            "SHED=\(Bench.program)", "SHED_STATE_DIR=\(path)/state", "HOME=\(path)/home", "XDG_RUNTIME_DIR=\(path)/run",
            "LC_ALL=C.UTF-8", "TERM=xterm", "PATH=/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM=1",
        ]
        var words = line.map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        var child = pid_t()
        // Tests run on threads that block signals, which a child would inherit.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let fault = posix_spawn(&child, "/usr/bin/env", &actions, &attributes, &words, &variables)
        try #require(fault == 0, "cannot run sh: \(String(cString: strerror(fault)))")
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        // timeout(1) leads a process group: whatever a script that failed left running ends here.
        kill(-child, SIGKILL)
        let code = status & 0x7f == 0 ? status >> 8 & 0xff : 128 + (status & 0x7f)
        return Result(code: code, out: Bench.read(outFile), err: String(decoding: Bench.read(errFile), as: UTF8.self))
    }

    /// Runs shed in the project.
    func shed(_ words: String) throws -> Result { try run("exec \"$SHED\" \(words)", in: project) }

    static func read(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { content += buffer[..<count] }
        return content
    }
}
