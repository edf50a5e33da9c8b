import CLinux
import Glibc
import ShedModel

/// A file that is being made: written piece by piece, at any place, under a name that it has from the start. Durable after ``sync()``. The
/// descriptor is closed with the last reference; as long as it is open the file is locked (flock(2)), so that it is told from what a killed process
/// left behind.
public final class NewFile {
    private let file: OpenFile
    private let label: String

    fileprivate init(_ file: OpenFile, label: String) {
        self.file = file
        self.label = label
    }

    /// So often one is made anew of which somebody took the name away before it was locked.
    fileprivate static let mostTries = 16

    /// Writes all bytes at an offset.
    public func write(_ bytes: [UInt8], at offset: Int64) throws(DiskError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                buffer.baseAddress.map { pwrite(file.descriptor, $0 + done, buffer.count - done, off_t(offset) + off_t(done)) } ?? 0
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw DiskError(errno: count == 0 ? EIO : errno, action: "write", path: label) }
            done += count
        }
    }

    /// Cuts what is behind an offset.
    public func cut(at offset: Int64) throws(DiskError) {
        guard ftruncate(file.descriptor, off_t(offset)) == 0 else { throw DiskError(errno: errno, action: "write", path: label) }
    }

    /// Bytes from an offset on: as many as there are, `count` at most.
    public func read(at offset: Int64, atMost count: Int) throws(DiskError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        defer { buffer.deallocate() }
        return Array(buffer[..<(try PositionedReading.fill(buffer, file.descriptor, offset, label))])
    }

    /// Says when what it holds was written, in milliseconds since 1970. What cannot be said is not.
    public func setModified(_ milliseconds: Int64) {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        file.set(modified: rest < 0 ? seconds - 1 : seconds, rest < 0 ? (rest + 1_000) * 1_000_000 : rest * 1_000_000)
    }

    /// All of it is on the disk on return.
    public func sync() throws(DiskError) {
        let result = shed_fsync(file.descriptor)
        guard result >= 0 else { throw DiskError(errno: Int32(truncatingIfNeeded: -Int(result)), action: "write", path: label) }
    }

    /// What the file system says of it now.
    public func evidence() throws(DiskError) -> Evidence {
        var stat = shed_stat()
        let result = shed_statx(file.descriptor, "", &stat)
        guard result >= 0 else { throw DiskError(errno: -result, action: "look at", path: label) }
        return Evidence(stat)
    }
}

extension DirectoryHandle {
    /// Makes an empty file to be written.
    /// - Parameter label: what messages call it, where it is to have another name than it has now; escaped.
    /// - Throws: `exists` if anything of that name is there.
    public func newFile(_ name: Name, mode: UInt32 = 0o644, called label: String? = nil) throws(DiskError) -> NewFile {
        try newFile(name, mode: mode, called: label) {}
    }

    /// - Parameter made: is called each time that the file is there and not locked yet.
    func newFile(_ name: Name, mode: UInt32 = 0o644, called label: String? = nil, _ made: () -> Void) throws(DiskError) -> NewFile {
        guard name.isPossible else { throw failure(name.bytes.count > Name.longest ? ENAMETOOLONG : EINVAL, "write", name) }
        let label = label ?? self.label(of: name)
        for _ in 0..<NewFile.mostTries {
            let result = name.withPath { shed_open(descriptor, $0, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode) }
            guard result >= 0 else { throw DiskError(errno: -result, action: "write", path: label) }
            let file = OpenFile(descriptor: result)
            made()
            // RACE: who removes what killed processes left may have locked it first, and took the name away before it let go.
            file.lock()
            let new = NewFile(file, label: label)
            // Not by its links: NFS keeps one under another name that has lost its own while it is open.
            let hasLostIt = try? evidence(of: name)?.identity != new.evidence().identity
            if hasLostIt != true { return new }
        }
        throw DiskError(.changed, action: "write", path: label)
    }

    /// Removes a file that was being made (``NewFile``) by a process that was killed. As long as this looks, nobody begins to make it.
    /// - Parameter isRubbish: is asked while the file is locked here.
    /// - Returns: whether it was removed; not where somebody makes it just now, or that cannot be told.
    @discardableResult
    public func removeUnfinished(_ name: Name, where isRubbish: () -> Bool) -> Bool {
        guard let (file, stat) = try? openFile(name), flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
        return withExtendedLifetime(file) {
            // It may have got its own name, and another one be made under this, before it was locked.
            guard (try? evidence(of: name))?.identity == Evidence(stat).identity, isRubbish() else { return false }
            return (try? removeFile(name)) != nil
        }
    }
}

extension OpenFile {
    /// So often a lock is asked for that somebody has for a moment, a millisecond apart.
    private static let mostWaits = 1_000

    /// Locks a new file, where the file system knows locks.
    fileprivate func lock() {
        for _ in 0..<OpenFile.mostWaits {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK && errno != EINTR { break }
            usleep(1_000)
        }
    }

    /// UTIME_OMIT (linux/stat.h): the time of the last reading stays.
    private static let omitted = (1 << 30) - 2

    /// Says when what it holds was written, in seconds since 1970 and nanoseconds. What cannot be said is not.
    func set(modified seconds: Int64, _ nanoseconds: Int64) {
        _ = futimens(descriptor, [timespec(tv_sec: 0, tv_nsec: OpenFile.omitted), timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds))])
    }
}
