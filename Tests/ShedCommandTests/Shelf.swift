import Glibc
import ShedModel
import Testing

/// A temporary directory with a home, a state directory and a place for projects, and the program to run in it.
final class Shelf {
    struct Result {
        var code: Int32
        var out: [UInt8]
        var err: String

        var text: String { String(decoding: out, as: UTF8.self) }

        /// The output as JSON.
        func json(_ location: SourceLocation = #_sourceLocation) throws -> JSONValue {
            do { return try JSONParser.parse(out) } catch {
                Issue.record("no JSON: \(error): \(text) \(err)", sourceLocation: location)
                return .null
            }
        }
    }

    let path: String
    /// Where projects are made.
    var work: String { path + "/work" }
    var state: String { path + "/state" }

    /// `$SHED_BINARY`, else the debug build of this package.
    static let program: String = {
        if let binary = getenv("SHED_BINARY") { return String(cString: binary) }
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/") + "/.build/debug/shed"
    }()

    init() throws {
        var template = "/tmp/shed-command-XXXXXX".utf8CString.map { $0 }
        let made = try #require(mkdtemp(&template))
        let real = try #require(realpath(made, nil))
        defer { free(real) }
        path = String(cString: real)
        for directory in ["work", "home", "home/data"] { mkdir("\(path)/\(directory)", 0o755) }
    }

    deinit { _ = try? spawn("/bin/rm", [Array("-rf".utf8), Array(path.utf8)], input: nil, in: "/") }

    // MARK: Running

    /// Runs shed in the work directory, or one below it.
    func shed(_ arguments: String..., in directory: String = "", input: String? = nil) throws -> Result {
        try run(arguments.map { Array($0.utf8) }, in: directory, input: input)
    }

    /// The same with arguments that need not be UTF-8.
    func run(_ arguments: [[UInt8]], in directory: String = "", input: String? = nil) throws -> Result {
        try spawn(Shelf.program, arguments, input: input, in: "\(work)/\(directory)")
    }

    /// A poetry project “Poems” in the work directory.
    static func withPoems() throws -> Shelf {
        let shelf = try Shelf()
        let made = try shelf.shed("new", "poetry", "Poems", "--language", "en")
        try #require(made.code == 0, "\(made.err)")
        return shelf
    }

    func spawn(_ program: String, _ arguments: [[UInt8]], input: String?, in directory: String) throws -> Result {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let (outFile, errFile, inFile) = ("\(path)/out", "\(path)/err", "\(path)/in")
        if let input { write(input, to: inFile) }
        posix_spawn_file_actions_addopen(&actions, 0, input == nil ? "/dev/null" : inFile, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, outFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        // env(1) changes the directory: the C library's own call for it is not in Swift's Glibc.
        let line = ["env", "-C", directory, program].map { Array($0.utf8) } + arguments
        var words = line.map { word in strdup((word + [0]).map { CChar(bitPattern: $0) }) } + [nil]
        let environment = [
            "SHED_STATE_DIR=\(state)", "HOME=\(path)/home", "XDG_DATA_HOME=\(path)/home/data", "LC_ALL=C.UTF-8", "TERM=xterm",
            "PATH=/usr/bin:/bin",
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
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let code = status & 0x7f == 0 ? status >> 8 & 0xff : 128 + (status & 0x7f)
        let result = Result(code: code, out: Shelf.read(outFile), err: String(decoding: Shelf.read(errFile), as: UTF8.self))
        for file in [outFile, errFile, inFile] { unlink(file) }
        return result
    }

    // MARK: Files

    func makeDirectory(_ name: String) { mkdir("\(work)/\(name)", 0o755) }

    func makeFile(_ name: String, _ content: String = "text\n") { write(content, to: "\(work)/\(name)") }

    func move(_ from: String, _ to: String) { rename("\(work)/\(from)", "\(work)/\(to)") }

    func exists(_ name: String) -> Bool {
        var status = stat()
        return lstat("\(work)/\(name)", &status) == 0
    }

    private func write(_ content: String, to path: String) {
        guard let file = fopen(path, "w") else { return }
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

    /// Everything in the work, home and state directories: kinds, times, inodes and contents. Not the shared memory and
    /// the empty log that SQLite makes beside a database for those who only read it.
    func fingerprint() throws -> String {
        let script = """
            find work home -printf '%p %y %i %s %T@ %l\\n' | sort; \
            find state ! -name '*-shm' ! \\( -name '*-wal' -empty \\) \\( -type d -printf '%p %i\\n' -o -printf '%p %i %s %T@\\n' \\) | sort; \
            find work state home -type f ! -name '*-shm' ! \\( -name '*-wal' -empty \\) -print0 | sort -z | xargs -0 -r sha256sum
            """
        return try spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8)], input: nil, in: path).text
    }
}

