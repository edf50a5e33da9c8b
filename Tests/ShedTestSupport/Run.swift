import CLinux
import CWaiting
import Glibc

/// A program that a test started and has not waited for yet. It runs with no signal blocked, with exactly the
/// environment that it is given (and what tells a sanitizer how to watch, where the tests run under one), and with its output in files.
public struct Run: Sendable {
    public let process: pid_t
    private let output: String
    private let errors: String

    /// What keeps a program from being run.
    public struct Fault: Error, CustomStringConvertible {
        public let description: String
    }

    /// How the sanitizers that the tests run under are set, if they do: a program that is started is built for them too.
    private static let sanitizers: [String] = ["ASAN_OPTIONS", "TSAN_OPTIONS"].compactMap { (name: String) in
        getenv(name).map { value in "\(name)=\(String(cString: value))" }
    }

    /// Starts a program.
    /// - Parameters:
    ///   - program: its path, or a name to be found by `PATH`.
    ///   - environment: `NAME=value` each.
    ///   - input: the file that is its standard input.
    ///   - output, errors: the files that are made for what it says, removed by ``wait()``.
    public init(
        _ program: String, _ arguments: [[UInt8]], environment: [String], in directory: String, input: String = "/dev/null",
        output: String, errors: String
    ) throws(Fault) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var variables = (environment + Run.sanitizers).map { strdup($0) } + [nil]
        defer { for pointer in variables { free(pointer) } }
        // Tests run on threads that block signals, which a child would inherit.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var child = pid_t()
        func start(_ place: String, _ words: [[UInt8]]) -> Int32 {
            var pointers = words.map { word in strdup((word + [0]).map { CChar(bitPattern: $0) }) } + [nil]
            defer { for pointer in pointers { free(pointer) } }
            return posix_spawn(&child, place, &actions, &attributes, &pointers, &variables)
        }
        // What has a path is started at once. env(1) finds names, and says of what cannot be run why.
        let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if folder >= 0 { close(folder) } }
        let isThere = folder >= 0 && shed_spawn_directory(&actions, folder) == 0
        let line = [Array(program.utf8)] + arguments
        var fault = isThere && program.contains("/") ? start(program, line) : ENOENT
        if fault != 0 {
            fault = start("/usr/bin/env", (isThere ? ["env"] : ["env", "-C", directory]).map { Array($0.utf8) } + line)
        }
        guard fault == 0 else { throw Fault(description: "cannot run \(program): \(String(cString: strerror(fault)))") }
        process = child
        self.output = output
        self.errors = errors
    }

    /// Waits until it has ended. To be called once.
    public func wait() -> RunResult {
        let status = shed_await_child(process)
        let code = status & 0x7f == 0 ? status >> 8 & 0xff : 128 + (status & 0x7f)
        let result = RunResult(code: code, out: TestFile.read(output), err: String(decoding: TestFile.read(errors), as: UTF8.self))
        unlink(output)
        unlink(errors)
        return result
    }

    /// What it has said so far, on both.
    public var said: String { String(decoding: TestFile.read(output) + TestFile.read(errors), as: UTF8.self) }
}
