import Glibc

/// A program that people change their projects with.
struct Program: Sendable {
    /// What it is called in `Documentation/Compatibility.md`.
    let name: String
    /// The executables that must all be there; the first one tells its version.
    let executables: [String]
    /// The word that makes it tell its version.
    let versionWord: String

    init(_ name: String, _ executables: String..., versionWord: String = "--version") {
        self.name = name
        self.executables = executables.isEmpty ? [name] : executables
        self.versionWord = versionWord
    }

    var isInstalled: Bool {
        executables.allSatisfy { executable in
            ["/usr/bin", "/bin"].contains { access("\($0)/\(executable)", X_OK) == 0 }
        }
    }

    /// Why the runner skips it.
    var absence: String { "\(executables.joined(separator: ", ")) not installed" }

    /// Whether the slow runs are wanted, and what needs a desktop or much room on the disk with them.
    static var isTorture: Bool { getenv("SHED_TORTURE").map { String(cString: $0) == "1" } ?? false }

    /// For programs that `make torture-packages` installs.
    var isWanted: Bool { Program.isTorture && isInstalled }

    var unwanted: String { isInstalled ? "runs with SHED_TORTURE=1 (make torture)" : "\(absence): make torture-packages" }
}
