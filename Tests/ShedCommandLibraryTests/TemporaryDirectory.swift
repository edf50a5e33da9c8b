import ShedTestSupport

/// A directory of a test's own, removed with the last reference.
final class TemporaryDirectory {
    let path: String

    init() throws { path = try TestFile.temporaryDirectory("shed-command-library") }

    deinit {
        _ = try? Run(
            "/bin/rm", [Array("-rf".utf8), Array(path.utf8)], environment: [], in: "/", output: "\(path)/output", errors: "\(path)/errors"
        ).wait()
    }
}
