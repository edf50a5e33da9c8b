import Glibc
import ShedModel
import ShedTestSupport
import Testing

/// A temporary directory with a home, a state directory and a place for projects, and the program to run in it. It is in memory, where there is
/// room for it, but for what is about a disk (``OnDisk``).
package final class Shelf {
    package typealias Result = RunResult

    package let path: String
    /// Where projects are made.
    package var work: String { path + "/work" }
    package var state: String { path + "/state" }

    package init() throws {
        path = try TestFile.temporaryDirectory("shed-command", in: TestFile.quickWithPrograms)
        for directory in ["work", "home", "home/data"] { mkdir("\(path)/\(directory)", 0o755) }
    }

    deinit { _ = try? spawn("/bin/rm", [Array("-rf".utf8), Array(path.utf8)], input: nil, in: "/") }

    // MARK: Running

    /// Runs shed in the work directory, or one below it.
    package func shed(_ arguments: String..., in directory: String = "", input: String? = nil) throws -> Result {
        try run(arguments.map { Array($0.utf8) }, in: directory, input: input)
    }

    /// The same with arguments that need not be UTF-8.
    package func run(_ arguments: [[UInt8]], in directory: String = "", input: String? = nil) throws -> Result {
        try spawn(ShedProgram.path, arguments, input: input, in: "\(work)/\(directory)")
    }

    /// A poetry project “Poems” in the work directory.
    package static func withPoems() throws -> Shelf {
        let shelf = try Shelf()
        let made = try shelf.shed("new", "poetry", "Poems", "--language", "en")
        try #require(made.code == 0, "\(made.err)")
        return shelf
    }

    package func spawn(_ program: String, _ arguments: [[UInt8]], input: String?, in directory: String) throws -> Result {
        let input = input.map { text in
            TestFile.write(text, to: "\(path)/in")
            return "\(path)/in"
        }
        defer { if let input { unlink(input) } }
        return try start(program, arguments, input: input, in: directory).wait()
    }

    /// Starts a program, which is still to be waited for; one at a time.
    /// - Parameter input: a file.
    package func start(_ program: String, _ arguments: [[UInt8]], input: String? = nil, in directory: String) throws -> Run {
        let environment = [
            "SHED_STATE_DIR=\(state)", "HOME=\(path)/home", "XDG_DATA_HOME=\(path)/home/data", "LC_ALL=C.UTF-8", "TERM=xterm",
            "PATH=/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM=1",
        ]
        return try Run(
            program, arguments, environment: environment, in: directory, input: input ?? "/dev/null", output: "\(path)/out", errors: "\(path)/err")
    }

    // MARK: Files

    package func makeDirectory(_ name: String) { mkdir("\(work)/\(name)", 0o755) }

    package func makeFile(_ name: String, _ content: String = "text\n") { TestFile.write(content, to: "\(work)/\(name)") }

    package func move(_ from: String, _ to: String) { rename("\(work)/\(from)", "\(work)/\(to)") }

    package func exists(_ name: String) -> Bool {
        var status = stat()
        return lstat("\(work)/\(name)", &status) == 0
    }

    /// Everything in the work, home and state directories: kinds, times, inodes and contents. Not the shared memory and
    /// the empty log that SQLite makes beside a database for those who only read it.
    package func fingerprint() throws -> String {
        let script = """
            find work home -printf '%p %y %i %s %T@ %l\\n' | sort; \
            find state ! -name '*-shm' ! \\( -name '*-wal' -empty \\) \\( -type d -printf '%p %i\\n' -o -printf '%p %i %s %T@\\n' \\) | sort; \
            find work state home -type f ! -name '*-shm' ! \\( -name '*-wal' -empty \\) -print0 | sort -z | xargs -0 -r sha256sum
            """
        return try spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8)], input: nil, in: path).text
    }
}

extension RunResult {
    /// The output as JSON.
    package func json(_ location: SourceLocation = #_sourceLocation) throws -> JSONValue {
        do { return try JSONParser.parse(out) } catch {
            Issue.record("no JSON: \(error): \(text) \(err)", sourceLocation: location)
            return .null
        }
    }
}
