import Glibc

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
