import Glibc

/// How a line of the log looks, by who reads it.
public enum LogForm: Hashable, Sendable {
    /// `2026-11-21T10:54:10.475Z warning message key=value`: a terminal, a file, a pipe.
    case plain
    /// `<4>message key=value`: the journal, which keeps the time and takes the priority from the number (sd-daemon(3)).
    case journal

    /// The form for a descriptor: the journal's if `JOURNAL_STREAM` names just the file that it is (systemd.exec(5)).
    /// A child that sends its errors elsewhere inherits the variable, so the variable alone says nothing.
    public static func of(_ descriptor: Int32, environment: [String: String]) -> LogForm {
        guard let stream = environment["JOURNAL_STREAM"] else { return .plain }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .plain }
        return stream == "\(status.st_dev):\(status.st_ino)" ? .journal : .plain
    }
}
