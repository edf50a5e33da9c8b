import Glibc
import ShedDisk

/// One of the two files of a history, open. Closed with the last reference.
final class HistoryFile {
    let descriptor: Int32
    /// Which file it is on its file system.
    let inode: UInt64

    /// - Returns: `nil` if there is none.
    /// - Throws: ``ShedError`` where something else stands there, or it cannot be opened.
    static func open(_ path: String, _ flags: Int32) throws(ShedError) -> HistoryFile? {
        do throws(DiskError) { return try openFile(path, flags) } catch {
            if error.code == .notFound { return nil }
            throw HistoryFile.failure(path, error.code == .notFile ? "it is no file" : error.reason)
        }
    }

    /// The same of any file of shed's own.
    /// - Throws: ``DiskError`` with what the system says; `notFile` where something else stands there.
    static func openFile(_ path: String, _ flags: Int32) throws(DiskError) -> HistoryFile {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0o600)
        guard descriptor >= 0 else { throw DiskError(errno: errno, action: "open", path: path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw DiskError(.notFile, action: "open", path: path)
        }
        return HistoryFile(descriptor, inode: UInt64(status.st_ino))
    }

    private init(_ descriptor: Int32, inode: UInt64) {
        self.descriptor = descriptor
        self.inode = inode
    }

    deinit { close(descriptor) }

    static func failure(_ path: String, _ reason: String) -> ShedError {
        ShedError(.environment, "cannot open the history \(path): \(reason)", remedy: "Remove it or make it readable; shed then begins a new one.")
    }

    /// In bytes, as it is now.
    var size: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// At most `count` bytes from an offset; fewer at the end, and where it cannot be read.
    func read(at offset: Int, _ count: Int) -> [UInt8] {
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, let start = buffer.baseAddress {
                let result = pread(descriptor, start + filled, count - filled, off_t(offset + filled))
                if result < 0, errno == EINTR { continue }
                guard result > 0 else { break }
                filled += result
            }
        }
    }
}
