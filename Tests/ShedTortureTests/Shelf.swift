import Glibc
import ShedTestSupport
import Testing

/// A temporary directory with a project in it: a blank one, whose folder Files takes files and folders, or one of another kind.
final class Shelf {
    typealias Result = RunResult
    typealias Running = Run

    let path: String
    var project: String { path + "/Work" }
    var state: String { path + "/state" }

    private static let scripts = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/Scripts"

    private var count = 0

    /// - Parameter kind: `nil` for no project, but an empty folder for one.
    init(_ kind: String? = "blank") throws {
        path = try TestFile.temporaryDirectory("shed-torture")
        for directory in ["home", "home/data", "bin"] { mkdir("\(path)/\(directory)", 0o755) }
        guard let kind else {
            makeDirectory("Work")
            return
        }
        try must("new", kind, "Work", "--language", "en", in: path)
        if kind == "blank" { try must("allow", "Files", "both") }
        // Quick enough for a test; what is waited for is quiet, not a time. Storms bring more than a hundred at once.
        makeFile("Work/.shed/settings.toml", "quiet = 0.2\nbulk = 1000000\n")
    }

    /// `SHED_KEEP=1` leaves everything there, to be looked at.
    deinit { if getenv("SHED_KEEP") == nil { _ = try? run("/bin/rm", ["-rf", path], in: "/") } }

    // MARK: Running

    func shed(_ arguments: String..., in directory: String? = nil, state: String? = nil) throws -> Result {
        try run(ShedProgram.path, arguments, in: directory ?? project, state: state)
    }

    /// Runs shed; anything but success is an error of the test.
    func must(_ arguments: String..., in directory: String? = nil) throws {
        let result = try run(ShedProgram.path, arguments, in: directory ?? project)
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
        try start(program, arguments, in: directory, state: state).wait()
    }

    /// Starts a Perl script of this folder.
    func start(script: String, _ arguments: [String]) throws -> Running {
        try start("/usr/bin/perl", ["\(Shelf.scripts)/\(script)"] + arguments, in: path)
    }

    func start(_ program: String, _ arguments: [String], in directory: String, state: String? = nil) throws -> Running {
        count += 1
        let environment = [
            "SHED_STATE_DIR=\(state ?? self.state)", "HOME=\(path)/home", "XDG_DATA_HOME=\(path)/home/data", "LC_ALL=C.UTF-8",
            "TERM=xterm", "PATH=/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM=1",
        ]
        return try Run(
            program, arguments.map { Array($0.utf8) }, environment: environment, in: directory, output: "\(path)/out\(count)",
            errors: "\(path)/err\(count)")
    }

    // MARK: Files

    func makeDirectory(_ name: String) { mkdir("\(path)/\(name)", 0o755) }

    func makeFile(_ name: String, _ content: String) { TestFile.write(content, to: "\(path)/\(name)") }

    /// Waits for a condition that no event tells of: what other processes bring about. `what` is only asked for when it is given up.
    /// - Parameters:
    ///   - pause: after how many milliseconds it asks again.
    ///   - seconds: after how many it is given up.
    func await(_ what: @autoclosure () -> String, pause: UInt32 = 20, limit seconds: UInt64 = 600, _ condition: () throws -> Bool) throws {
        let limit = Torture.now() + seconds * 1_000_000_000
        while try !condition() {
            guard Torture.now() < limit else {
                try #require(Bool(false), "gave up waiting: \(what())")
                return
            }
            usleep(pause * 1_000)
        }
    }
}
