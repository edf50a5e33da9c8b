import Glibc

/// Where programs are.
public enum ProgramPath {
    /// The path of a program that `PATH` leads to, or `nil`. Only absolute directories of it count: what lies in the
    /// working directory may be anybody's.
    public static func find(_ name: String, environment: [String: String]) -> String? {
        for directory in environment["PATH", default: "/usr/local/bin:/usr/bin:/bin"].split(separator: ":") where directory.hasPrefix("/") {
            let path = "\(directory)/\(name)"
            if isProgram(path) { return path }
        }
        return nil
    }

    /// Directories that programs in a cell may read and run besides, for those that lie where none usually do: the absolute paths of
    /// `SHED_TOOL_PATHS`, with `:` between them.
    public static func runnable(in environment: [String: String]) -> [String] {
        environment["SHED_TOOL_PATHS", default: ""].split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
    }

    /// Whether a regular file stands there that we may run.
    public static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
