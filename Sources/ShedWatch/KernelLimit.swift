import Glibc

/// A limit of inotify(7), as `/proc/sys/fs/inotify/` has it. libinotifytools answers −1 for some of them.
public enum KernelLimit: String, Sendable {
    /// Watches for one user.
    case userWatches = "max_user_watches"
    /// Instances for one user.
    case userInstances = "max_user_instances"
    /// Events that wait to be read in one instance.
    case queuedEvents = "max_queued_events"

    /// The limit now; `nil` where `/proc` does not tell.
    public var value: Int? {
        guard let bytes = ProcFile.read("/proc/sys/fs/inotify/\(rawValue)", atMost: 64) else { return nil }
        return Int(String(decoding: bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self))
    }
}

/// Files that the kernel makes up while they are read: their size is not known before.
enum ProcFile {
    static func read(_ path: String, atMost limit: Int = 64 << 20) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16384)
        while bytes.count < limit {
            let count = Glibc.read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += part.prefix(count)
        }
        return bytes
    }
}
