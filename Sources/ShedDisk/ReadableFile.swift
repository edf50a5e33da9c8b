import CLinux
import Glibc
import ShedModel

/// A regular file that was opened for reading: its content stays readable whatever happens to its name. Any thread may
/// use it at any time. The descriptor is closed with the last reference.
public final class ReadableFile: Sendable {
    private let file: OpenFile
    /// What was there when it was opened.
    public let evidence: Evidence
    /// The path that it was opened at, escaped, for messages only.
    public let label: String

    fileprivate init(_ file: OpenFile, evidence: Evidence, label: String) {
        self.file = file
        self.evidence = evidence
        self.label = label
    }

    /// The descriptor: close-on-exec, read-only. It stays the object's own.
    public var descriptor: Int32 { file.descriptor }

    /// In bytes, when it was opened.
    public var size: Int64 { evidence.size }

    /// What the file system says of it now.
    public func evidenceNow() throws(DiskError) -> Evidence {
        var stat = shed_stat()
        let result = shed_statx(descriptor, "", &stat)
        guard result >= 0 else { throw DiskError(errno: -result, action: "look at", path: label) }
        return Evidence(stat)
    }

    /// Whether some process has the file open for writing: what is in it may be half of what it is to be.
    ///
    /// A lease of fcntl(2) tells: the kernel gives none for reading to a file that anybody has open for writing, whoever that is. `/proc` is not asked,
    /// so that it tells the same where that is hidden (`hidepid`).
    /// - Returns: `nil` where that can never be told: the file is another user's, or its file system (a network's, for example)
    ///   has no leases. `true` also where the look failed for the moment, as for want of memory.
    public var isBeingWritten: Bool? {
        do throws(DiskError) { return try whetherBeingWritten() } catch { return true }
    }

    /// The same.
    /// - Throws: where the look failed for the moment.
    public func whetherBeingWritten() throws(DiskError) -> Bool? {
        let result = shed_is_being_written(descriptor)
        guard result < 0 else { return result == 1 }
        guard ReadableFile.withoutLeases.contains(-result) else { throw DiskError(errno: -result, action: "look at", path: label) }
        return nil
    }

    /// What fcntl(2) says where it gives no lease on a file to us, however often it is asked.
    private static let withoutLeases: Set<Int32> = [EACCES, EPERM, EINVAL, ENOLCK, EOPNOTSUPP, ENOSYS]

    /// Bytes from an offset on.
    /// - Returns: as many as there are, `count` at most.
    public func read(at offset: Int64, atMost count: Int) throws(DiskError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        defer { buffer.deallocate() }
        let filled = try PositionedReading.fill(buffer, descriptor, offset, label)
        return Array(buffer[..<filled])
    }

    /// The SHA-256 of its content. Costs the time of reading it; holes are not read.
    /// - Throws: `changed` if it was written to since it was opened; `tooLarge` if it has more bytes than
    ///   ``DirectoryHandle/longestHashed``.
    public func hash() throws(DiskError) -> ContentHash {
        guard size <= DirectoryHandle.longestHashed else { throw DiskError(.tooLarge, action: "read", path: label) }
        let hash = try PositionedReading.hash(descriptor, like: evidence, label)
        guard let hash, try !evidenceNow().differsInContent(from: evidence) else {
            throw DiskError(.changed, action: "read", path: label)
        }
        return hash
    }
}

extension DirectoryHandle {
    /// Opens a regular file for reading.
    /// - Throws: `isLink` or `notFile` for anything else that stands there (it is not opened), `notFound`.
    public func file(_ name: Name) throws(DiskError) -> ReadableFile {
        let (file, stat) = try openFile(name)
        return ReadableFile(file, evidence: Evidence(stat), label: label(of: name))
    }
}

/// Reading from a place in a file, without moving the descriptor's own position.
enum PositionedReading {
    /// In bytes.
    static let piece = 1 << 20

    /// Fills the buffer as far as the file goes.
    static func fill(
        _ buffer: UnsafeMutableRawBufferPointer, _ descriptor: Int32, _ offset: Int64, _ label: String
    ) throws(DiskError) -> Int {
        var done = 0
        while done < buffer.count, let start = buffer.baseAddress {
            let count = pread(descriptor, start + done, buffer.count - done, Int(offset) + done)
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw DiskError(errno: errno, action: "read", path: label)
            }
            done += count
        }
        return done
    }

    /// SEEK_DATA (linux/fs.h).
    private static let seekData: Int32 = 3
    private static let block = 4_096

    /// Whether bytes are all zeros.
    static func isZero(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return true }
        // Each is what the one before it is.
        return bytes[0] == 0 && memcmp(start, start + 1, bytes.count - 1) == 0
    }

    /// Whether a file takes less room than it has bytes.
    static func hasHoles(_ descriptor: Int32) -> Bool {
        var facts = Glibc.stat()
        // Of a smaller file there is nothing to be gained.
        return fstat(descriptor, &facts) == 0 && facts.st_size > piece && facts.st_blocks < facts.st_size / 512
    }

    /// The same, also once all that was written is on the disk: a hole of which that is told then is one.
    static func hasHolesOnDisk(_ descriptor: Int32) -> Bool { fdatasync(descriptor) == 0 && hasHoles(descriptor) }

    /// How far a hole (lseek(2), SEEK_DATA) goes.
    ///
    /// File systems have told of holes where there was content not written out yet, so what stands there is asked as well: of each
    /// step the first block is read, and the hole ends where that is not zero.
    /// - Parameters:
    ///   - end: where the file is to end, or what is asked for.
    ///   - step: in bytes; more than a block.
    /// - Returns: whole steps from the offset on; the offset itself where none of the hole is as long.
    static func endOfHole(_ descriptor: Int32, from offset: Int64, atMost end: Int64, inSteps step: Int64, _ label: String) throws(DiskError) -> Int64 {
        let data = lseek(descriptor, off_t(offset), seekData)
        // There is none up to the end.
        let last = data >= 0 ? min(Int64(data), end) : errno == ENXIO ? end : offset
        guard last - offset >= step else { return offset }
        let sample = UnsafeMutableRawBufferPointer.allocate(byteCount: block, alignment: 16)
        defer { sample.deallocate() }
        var offset = offset
        while last - offset >= step {
            let count = try fill(sample, descriptor, offset, label)
            guard count == sample.count, isZero(UnsafeRawBufferPointer(sample)) else { break }
            offset += step
        }
        return offset
    }

    /// The SHA-256 of a file. Holes are not read.
    /// - Returns: `nil` if it has not exactly as many bytes as were there by the evidence.
    static func hash(_ descriptor: Int32, like evidence: Evidence, _ label: String) throws(DiskError) -> ContentHash? {
        var content = HashedContent(evidence, sketching: false)
        _ = try content.read(descriptor, label)
        return content.finish()?.hash
    }
}

extension DirectoryHandle {
    /// Whether some program may have a file open for writing, so that what it writes next would be lost with the file.
    ///
    /// Decided is: a look that fails counts as “may be” (no more files may be open, the file may not be read, the disk fails), for what is left alone
    /// can be done later, and what is lost cannot be had back. “No” where nothing is there that a program writes to, and where the file system or
    /// the file's owner never lets it be told (``ReadableFile/isBeingWritten``): else nothing could ever be changed there.
    public func isBeingWritten(_ name: Name) -> Bool { DirectoryHandle.mayBeWritten { () throws(DiskError) in try file(name) } }

    /// The same of a file below.
    public func isBeingWritten(at path: RelativePath) -> Bool {
        guard let name = path.last else { return false }
        return DirectoryHandle.mayBeWritten { () throws(DiskError) in try openDirectory(at: path.parent).file(name) }
    }

    /// Whether some program has a file open for writing, for who does not leave it alone where that cannot be told.
    /// - Throws: where the look failed; else as ``isBeingWritten(_:)``.
    public func whetherBeingWritten(_ name: Name) throws(DiskError) -> Bool {
        try DirectoryHandle.whetherWritten { () throws(DiskError) in try file(name) }
    }

    private static func mayBeWritten(_ file: () throws(DiskError) -> ReadableFile) -> Bool {
        do throws(DiskError) { return try whetherWritten(file) } catch { return true }
    }

    private static func whetherWritten(_ file: () throws(DiskError) -> ReadableFile) throws(DiskError) -> Bool {
        let found: ReadableFile
        do throws(DiskError) { found = try file() } catch {
            guard [.notFound, .notDirectory, .isLink, .notFile].contains(error.code) else { throw error }
            return false
        }
        return try found.whetherBeingWritten() ?? false
    }
}
