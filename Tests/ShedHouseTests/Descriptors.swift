/// Where a descriptor is opened so that a program which another thread starts at that moment would have it too (open(2), O_CLOEXEC).
enum Descriptors {
    /// Calls that cannot be asked for it. What a library opens for itself is closed to others right behind that.
    private static let calls = [
        "mkstemp(", "mkstemps(", "creat(", "tmpfile(", "popen(", "inotify_init()", "epoll_create(", "memfd_create(name, 0)", "eventfd(0, 0)", "dup(", "pipe(", "pipe2(0",
    ]
    /// Flags that say what a file is opened for. The functions of ``HistoryFile`` add the other one themselves.
    private static let purposes = ["O_RDONLY", "O_WRONLY", "O_RDWR", "O_PATH", "O_TMPFILE"]

    /// The lines of a file that do so, by their positions.
    static func open(in file: SourceFile) -> [Int] {
        let text = file.lines.filter { !isRemark($0) }
        let sockets = text.count { ($0.has("socket(AF_") || $0.has("socketpair(AF_")) && !$0.has("SOCK_CLOEXEC") }
        let kinds = text.count { $0.has("SOCK_CLOEXEC") && !$0.has("(AF_") }
        return file.lines.indices.filter { position in
            let line = file.lines[position]
            // What posix_spawn(3) opens is the other program's.
            guard !isRemark(line), !line.has("file_actions_addopen(") else { return false }
            if line.has("socket(AF_") || line.has("socketpair(AF_") { return sockets > kinds && !line.has("SOCK_CLOEXEC") }
            if calls.contains(where: { calls(line, $0) }) || calls(line, "fcntl(") && line.has("F_DUPFD,") { return true }
            if calls(line, "fopen(") { return !line.has("e\")") }
            return purposes.contains { line.has($0) } && !line.has("O_CLOEXEC") && !line.has("HistoryFile.open")
        }
    }

    private static func isRemark(_ line: String) -> Bool { line.trimmed.hasPrefix("//") }

    /// Whether a line calls a function of the system, and not one of a name that ends like it.
    private static func calls(_ line: String, _ call: String) -> Bool {
        line.has(call) && line.ranges(of: call).contains { range in
            guard range.lowerBound > line.startIndex else { return true }
            let before = line[..<range.lowerBound]
            return before.hasSuffix("Glibc.") || before.last.map { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." } == true && !before.hasSuffix("func ")
        }
    }
}
