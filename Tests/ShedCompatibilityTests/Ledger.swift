import Glibc

/// The record of what was run: a line of tab-separated words a trial in the file that `$SHED_COMPATIBILITY_LEDGER`
/// names, from which the table in `Documentation/Compatibility.md` is made. Without it nothing is written.
enum Ledger {
    struct Unwritable: Error {
        let path: String
        let reason: String
    }

    static func enter(_ trial: Trial, _ attendance: Attendance, _ faults: [String], version: @autoclosure () throws -> String) throws {
        guard let path = getenv("SHED_COMPATIBILITY_LEDGER").map({ String(cString: $0) }) else { return }
        let result = faults.isEmpty ? "ok" : faults.joined(separator: "; ").split(separator: "\n").joined(separator: " ")
        let words = [trial.program.name, try version(), trial.operation, attendance.rawValue, result]
        let line = Array((words.joined(separator: "\t") + "\n").utf8)
        // One write to the end of the file: trials that run at once do not mix their lines.
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw Unwritable(path: path, reason: String(cString: strerror(errno))) }
        defer { close(file) }
        guard write(file, line, line.count) == line.count else {
            throw Unwritable(path: path, reason: String(cString: strerror(errno)))
        }
    }
}
