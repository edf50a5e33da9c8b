import Glibc
import Testing

/// Runs the body of a test in a process of its own: the library's state is the process's, and a limit is a namespace's.
///
/// The process is this program again, told to run the one suite; the environment says whose body it is to run. Tests
/// that use it stand in a suite that holds nothing else.
enum Apart {
    private static let nameKey = "SHED_TEST_APART"
    private static let doneKey = "SHED_TEST_APART_DONE"

    /// In whose name and place the process runs.
    enum Place: String {
        /// As the test itself.
        case here = "env"
        /// In user and mount namespaces of its own, where limits can be set and file systems mounted.
        case namespace = "unshare -Urm --propagation private"
        /// There, and without any privilege: permissions hold for it.
        case unprivileged = "unshare -Urm setpriv --bounding-set=-all --inh-caps=-all"
    }

    /// Whether this machine lets a user make namespaces.
    static let isPossible: Bool = getenv(nameKey) != nil || system("unshare -Urm true 2>/dev/null") == 0

    /// - Parameters:
    ///   - suite: The name of the suite of the test.
    ///   - script: Shell commands that come first, in the place.
    static func run(
        _ place: Place, suite: String, after script: String = ":", test: String = #function,
        location: SourceLocation = #_sourceLocation, body: () throws -> Void
    ) throws {
        if let name = getenv(nameKey) {
            guard String(cString: name) == test, let done = getenv(doneKey) else { return }
            try body()
            close(creat(done, 0o600))
            return
        }
        var template = Array("/tmp/shed-apart.XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template))
        let top = String(cString: made)
        defer { system("rm -rf \(top)") }
        let line = place.rawValue.split(separator: " ").map(String.init)
        let command = "\(script) && exec \"$0\" \"$@\""
        let program = try #require(realpath("/proc/self/exe", nil).map { String(cString: $0) })
        let words = ["sh", "-c", "exec \"$@\" >\(top)/log 2>&1", "sh", "env", "\(nameKey)=\(test)", "\(doneKey)=\(top)/done"]
            + line + ["sh", "-e", "-c", command, program, "--testing-library", "swift-testing", "--filter", suite]
        var child = pid_t()
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { arguments.forEach { free($0) } }
        try #require(posix_spawn(&child, "/bin/sh", nil, nil, arguments + [nil], environ) == 0)
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        if status != 0 || access("\(top)/done", F_OK) != 0 {
            var log: [UInt8] = []
            if let file = fopen("\(top)/log", "re") {
                while case let byte = fgetc(file), byte != EOF { log.append(UInt8(byte)) }
                fclose(file)
            }
            Issue.record("status \(status): \(String(decoding: log.suffix(4000), as: UTF8.self))", sourceLocation: location)
        }
    }
}
