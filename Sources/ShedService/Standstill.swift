import Glibc

/// Tells of a process whether it waits for what does not come: none of its threads has run for a while, and none waits for a disk.
///
/// Who opens a pipe that nobody writes to sleeps so, for ever: what works sleeps for moments, and who reads from a disk or waits for a
/// processor is not said to sleep (proc_pid_status(5)). Of a process that starts others, or speaks to some, nothing follows from that.
struct Standstill {
    /// For so long it has not run then, in milliseconds; a file system in user space (fuse(4)) that takes longer for one answer is taken for one too.
    static let patience: Int64 = 2_000
    /// It is looked at so often, in milliseconds.
    private static let step: Int64 = 100
    private static let longestBlink: Int64 = 1_000
    /// Of what the kernel says of a thread, in bytes.
    private static let longest = 4_096
    /// So many threads are looked at; one that has more works.
    private static let mostThreads = 256

    private let process: pid_t
    /// How often each thread has begun to wait, as the kernel counts it, and when that was first seen so.
    private var known: (counts: [String: [UInt8]], since: Int64) = ([:], 0)
    private var next: Int64 = 0

    init(_ process: pid_t) { self.process = process }

    /// - Parameter now: in milliseconds, of a clock that only goes on.
    mutating func isReached(_ now: Int64) -> Bool {
        guard now >= next else { return false }
        // Where we did not look for so long, its output may have waited for us meanwhile.
        let isBlink = now - next > Standstill.longestBlink
        next = now + Standstill.step
        let counts = counts() ?? [:]
        guard !counts.isEmpty, counts == known.counts, !isBlink else {
            known = (counts, now)
            return false
        }
        return now - known.since >= Standstill.patience
    }

    /// - Returns: `nil` where a thread does not sleep, or the kernel does not say.
    private func counts() -> [String: [UInt8]]? {
        let path = "/proc/\(process)/task"
        guard let directory = opendir(path) else { return nil }
        defer { closedir(directory) }
        var counts: [String: [UInt8]] = [:]
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } }
            guard name.first?.isNumber == true else { continue }
            guard counts.count < Standstill.mostThreads, let text = Standstill.read("\(path)/\(name)/status"), let count = Standstill.count(of: text) else { return nil }
            counts[name] = count
        }
        return counts
    }

    /// What a status says of how often it has begun to wait; `nil` where it does not sleep now.
    static func count(of status: [UInt8]) -> [UInt8]? {
        let lines = status.split(separator: UInt8(ascii: "\n"))
        guard lines.contains(where: { $0.starts(with: "State:\tS".utf8) }) else { return nil }
        let counts = lines.filter { $0.starts(with: "voluntary_ctxt_switches:".utf8) || $0.starts(with: "nonvoluntary_ctxt_switches:".utf8) }
        return counts.count == 2 ? counts.flatMap { Array($0) } : nil
    }

    private static func read(_ path: String) -> [UInt8]? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: longest)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }
}
