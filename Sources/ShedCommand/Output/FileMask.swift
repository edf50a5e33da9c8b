import Glibc
import ShedDisk

/// Which permissions new files do not get (umask(2)).
enum FileMask {
    /// The process's own, as the kernel shows it (`Umask` of `/proc/self/status`, proc(5)): umask(2) tells it only to who sets
    /// it, and in a daemon other threads make files meanwhile. Where it cannot be read, all that is others'.
    static func current() -> mode_t {
        let lines = (ProcessFile.read("/proc/self/status", atMost: 16 << 10) ?? []).split(separator: UInt8(ascii: "\n"))
        let key = Array("Umask:".utf8)
        guard let line = lines.first(where: { $0.starts(with: key) }) else { return 0o077 }
        let digits = String(decoding: line.dropFirst(key.count), as: UTF8.self).filter(\.isNumber)
        return mode_t(digits, radix: 8) ?? 0o077
    }
}
