import Glibc
import ShedModel
import Testing

/// A temporary directory with a blank project in it, whose folder Files takes files and folders.
final class Shelf {
    struct Result {
        var code: Int32
        var out: [UInt8]
        var err: String

        var text: String { String(decoding: out, as: UTF8.self) }
    }

    /// A program that was started and not yet waited for.
    struct Running {
        let process: pid_t
        fileprivate let output: String
        fileprivate let errors: String
    }

    let path: String
    var project: String { path + "/Work" }
    var state: String { path + "/state" }

    /// `$SHED_BINARY`, else the debug build of this package.
    static let program: String = {
        if let binary = getenv("SHED_BINARY") { return String(cString: binary) }
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/") + "/.build/debug/shed"
    }()

    private static let scripts = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/Scripts"

    private var count = 0

    init() throws {
        var template = "/tmp/shed-torture-XXXXXX".utf8CString.map { $0 }
        let made = try #require(mkdtemp(&template))
        let real = try #require(realpath(made, nil))
        defer { free(real) }
        path = String(cString: real)
        for directory in ["home", "home/data", "bin"] { mkdir("\(path)/\(directory)", 0o755) }
        try must("new", "blank", "Work", "--language", "en", in: path)
        try must("allow", "Files", "both")
        // Quick enough for a test; what is waited for is quiet, not a time. Storms bring more than a hundred at once.
        makeFile("Work/.shed/settings.toml", "quiet = 0.2\nbulk = 1000000\n")
    }

    /// `SHED_KEEP=1` leaves everything there, to be looked at.
    deinit { if getenv("SHED_KEEP") == nil { _ = try? run("/bin/rm", ["-rf", path], in: "/") } }

    // MARK: Running

    func shed(_ arguments: String..., in directory: String? = nil, state: String? = nil) throws -> Result {
        try run(Shelf.program, arguments, in: directory ?? project, state: state)
    }

    /// Runs shed; anything but success is an error of the test.
    func must(_ arguments: String..., in directory: String? = nil) throws {
        let result = try run(Shelf.program, arguments, in: directory ?? project)
        try #require(result.code == 0, "\(arguments): \(result.text)\(result.err)")
    }

    /// Runs a script of the shell in the project; it must succeed.
    @discardableResult
    func sh(_ script: String, in directory: String? = nil) throws -> String {
        let result = try run("/bin/sh", ["-euc", script], in: directory ?? project)
        try #require(result.code == 0, "\(script): \(result.text)\(result.err)")
        return result.text
    }

    func run(_ program: String, _ arguments: [String], in directory: String, state: String? = nil) throws -> Result {
        try wait(for: start(program, arguments, in: directory, state: state))
    }

    /// Starts a Perl script of this folder.
    func start(script: String, _ arguments: [String]) throws -> Running {
        try start("/usr/bin/perl", ["\(Shelf.scripts)/\(script)"] + arguments, in: path)
    }

    func start(_ program: String, _ arguments: [String], in directory: String, state: String? = nil) throws -> Running {
        count += 1
        let (output, errors) = ("\(path)/out\(count)", "\(path)/err\(count)")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        // env(1) changes the directory: the C library's own call for it is not in Swift's Glibc.
        var words = (["env", "-C", directory, program] + arguments).map { strdup($0) } + [nil]
        let environment = [
            "SHED_STATE_DIR=\(state ?? self.state)", "HOME=\(path)/home", "XDG_DATA_HOME=\(path)/home/data", "LC_ALL=C.UTF-8",
            "TERM=xterm", "PATH=/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM=1",
        ]
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
        try #require(fault == 0, "cannot run \(program): \(String(cString: strerror(fault)))")
        return Running(process: child, output: output, errors: errors)
    }

    /// Waits until a program has ended. A signal that ended it is 128 and its number.
    func wait(for running: Running) throws -> Result {
        var status: Int32 = 0
        while waitpid(running.process, &status, 0) < 0, errno == EINTR {}
        let code = status & 0x7f == 0 ? status >> 8 & 0xff : 128 + (status & 0x7f)
        let result = Result(code: code, out: Shelf.read(running.output), err: String(decoding: Shelf.read(running.errors), as: UTF8.self))
        unlink(running.output)
        unlink(running.errors)
        return result
    }

    /// What it has written so far.
    func output(of running: Running) -> String { String(decoding: Shelf.read(running.output) + Shelf.read(running.errors), as: UTF8.self) }

    // MARK: Files

    func makeDirectory(_ name: String) { mkdir("\(path)/\(name)", 0o755) }

    func makeFile(_ name: String, _ content: String) {
        guard let file = fopen("\(path)/\(name)", "w") else { return }
        fwrite(content, 1, content.utf8.count, file)
        fclose(file)
    }

    static func read(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { content += buffer[..<count] }
        return content
    }

    /// Waits for a condition, for two minutes at most, ten in the full run. `what` is only asked for when it is given up.
    func await(_ what: @autoclosure () -> String, _ condition: () throws -> Bool) throws {
        let limit = Torture.now() + (Torture.isFull ? 600 : 120) * 1_000_000_000
        while try !condition() {
            guard Torture.now() < limit else {
                try #require(Bool(false), "gave up waiting: \(what())")
                return
            }
            usleep(20_000)
        }
    }
}
