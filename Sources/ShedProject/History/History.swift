import Glibc
import ShedModel

/// What happened to a project, one line of JSON a thing, in the project's folder of the state directory.
///
/// `history.jsonl` is the newer half; past ``limit`` bytes it becomes `history.1.jsonl` and a new one is begun, so that
/// both together stay bounded. It is a convenience and no truth: nothing else is read from it, it is not synced to the
/// disk, and where it cannot be written the project goes on without.
public struct History: Hashable, Sendable {
    /// The directory's absolute path.
    let directory: String
    /// How large the newer file may grow, in bytes.
    let limit: Int

    init(in directory: String, limit: Int = 4 << 20) {
        self.directory = directory
        self.limit = limit
    }

    var path: String { directory + "/history.jsonl" }
    var olderPath: String { directory + "/history.1.jsonl" }

    /// Appends whole lines, with one write. The caller holds the project's lock.
    /// - Returns: whether they were written. A part of them never stays.
    @discardableResult
    func append(_ lines: [UInt8]) -> Bool {
        guard !lines.isEmpty, var file = openToAppend() else { return lines.isEmpty }
        if file.size > 0, file.size + lines.count > limit {
            // Where the older file cannot be replaced, nothing grows beyond its bound.
            guard rename(path, olderPath) == 0, let next = openToAppend() else { return false }
            file = next
        }
        let size = file.size
        // A line that was torn off gets its end, so that it spoils no other.
        let isTorn = size > 0 && file.read(at: size - 1, 1) != [UInt8(ascii: "\n")]
        let bytes = isTorn ? [UInt8(ascii: "\n")] + lines : lines
        var count = -1
        repeat { count = write(file.descriptor, bytes, bytes.count) } while count < 0 && errno == EINTR
        if count == bytes.count { return true }
        if count > 0 { ftruncate(file.descriptor, off_t(size)) }
        return false
    }

    private func openToAppend() -> HistoryFile? { try? HistoryFile.open(path, O_RDWR | O_APPEND | O_CREAT) ?? nil }
}
