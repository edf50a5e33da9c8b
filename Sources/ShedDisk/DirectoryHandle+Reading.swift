import CLinux
import Glibc
import ShedModel

extension DirectoryHandle {
    /// The content of a regular file.
    /// - Parameter limit: the most bytes to read.
    /// - Throws: `isLink` or `notFile` for anything else that stands there (it is not opened), `tooLarge` if there is more.
    public func read(_ name: Name, atMost limit: Int) throws(DiskError) -> [UInt8] {
        let (file, stat) = try openFile(name)
        return try content(of: file, stat, name, atMost: limit)
    }

    /// The content of a regular file with the state of the file that it is the content of.
    /// - Parameter limit: the most bytes to read.
    /// - Throws: as ``read(_:atMost:)``; `changed` if the file was written to meanwhile.
    public func readWithEvidence(_ name: Name, atMost limit: Int) throws(DiskError) -> (bytes: [UInt8], evidence: Evidence) {
        let (file, stat) = try openFile(name)
        let bytes = try content(of: file, stat, name, atMost: limit)
        return (bytes, try unchanged(file, since: stat, name))
    }

    /// The content of a regular file that is to be text, in which no byte is 0. A hole (lseek(2)) reads as such bytes, costs whoever made
    /// it nothing, and can be as large as all that is read: so it is not read, nor is what comes behind it.
    /// - Parameters:
    ///   - limit: the most bytes to read.
    ///   - beginning: what it begins with; of a large file that begins otherwise, no more than so many bytes are read.
    /// - Returns: the content; of a large file that is no such text, enough to show it: its first bytes, or what stands before its
    ///   first hole, and one 0.
    /// - Throws: as ``read(_:atMost:)``.
    public func readText(_ name: Name, atMost limit: Int, beginning: [UInt8] = []) throws(DiskError) -> [UInt8] {
        let (file, stat) = try openFile(name)
        return try text(of: file, stat, name, atMost: limit, beginning)
    }

    /// The same with the state of the file that it is the content of.
    /// - Throws: as ``readWithEvidence(_:atMost:)``.
    public func readTextWithEvidence(_ name: Name, atMost limit: Int) throws(DiskError) -> (bytes: [UInt8], evidence: Evidence) {
        let (file, stat) = try openFile(name)
        let bytes = try text(of: file, stat, name, atMost: limit, [])
        return (bytes, try unchanged(file, since: stat, name))
    }

    private func unchanged(_ file: OpenFile, since stat: shed_stat, _ name: Name) throws(DiskError) -> Evidence {
        let (before, after) = (Evidence(stat), Evidence(try fileStat(file, name)))
        guard !after.differsInContent(from: before) else { throw failure(.changed, "read", name) }
        return after
    }

    /// A file of no more bytes is read whole: to look for holes in it costs as much.
    private static let smallText = 32 << 10

    private func text(of file: OpenFile, _ stat: shed_stat, _ name: Name, atMost limit: Int, _ beginning: [UInt8]) throws(DiskError) -> [UInt8] {
        guard stat.size > DirectoryHandle.smallText, stat.size <= limit else { return try content(of: file, stat, name, atMost: limit) }
        if !beginning.isEmpty {
            let head = try piece(of: file, 0, beginning.count, name)
            guard head == beginning else { return head }
        }
        let hole = shed_first_hole(file.descriptor)
        // What stands there is asked as well: file systems have told of holes where there was content not written out yet.
        guard hole >= 0, hole < stat.size, try piece(of: file, hole, 1, name) == [0] else { return try content(of: file, stat, name, atMost: limit) }
        return try piece(of: file, 0, Int(hole), name) + [0]
    }

    private func piece(of file: OpenFile, _ offset: Int64, _ count: Int, _ name: Name) throws(DiskError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        defer { buffer.deallocate() }
        return Array(buffer[..<(try PositionedReading.fill(buffer, file.descriptor, offset, label(of: name)))])
    }

    private func content(of file: OpenFile, _ stat: shed_stat, _ name: Name, atMost limit: Int) throws(DiskError) -> [UInt8] {
        guard stat.size <= limit else { throw failure(.tooLarge, "read", name) }
        var bytes = [UInt8](repeating: 0, count: Int(stat.size) + 1)
        var count = 0
        // One byte more than expected is asked for, so that growth is noticed.
        while count <= limit {
            if count == bytes.count {
                bytes.append(contentsOf: repeatElement(0, count: min(max(count, 4096), limit + 1 - count)))
            }
            let result = bytes.withUnsafeMutableBytes { buffer -> Int in
                guard let start = buffer.baseAddress else { return Int(-EIO) }
                return shed_read(file.descriptor, start + count, buffer.count - count)
            }
            guard result >= 0 else { throw failure(Int32(truncatingIfNeeded: -result), "read", name) }
            if result == 0 { break }
            count += result
        }
        guard count <= limit else { throw failure(.tooLarge, "read", name) }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// The beginning of a regular file, however large that is.
    /// - Parameter limit: the most bytes to read.
    /// - Throws: `isLink` or `notFile` for anything else that stands there (it is not opened).
    public func readBeginning(_ name: Name, atMost limit: Int) throws(DiskError) -> [UInt8] {
        var reader = try reader(of: name)
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: min(limit, 65_536))
        while bytes.count < limit {
            var failure: DiskError?
            let wanted = min(piece.count, limit - bytes.count)
            let count = piece.withUnsafeMutableBytes { buffer -> Int in
                do throws(DiskError) { return try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])) } catch {
                    failure = error
                    return 0
                }
            }
            if let failure { throw failure }
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return bytes
    }

    /// The end of a regular file, however large that is.
    /// - Parameter limit: the most bytes to read.
    /// - Throws: `isLink` or `notFile` for anything else that stands there (it is not opened).
    public func readEnd(_ name: Name, atMost limit: Int) throws(DiskError) -> [UInt8] {
        let (file, stat) = try openFile(name)
        guard lseek(file.descriptor, off_t(max(0, stat.size - Int64(limit))), SEEK_SET) >= 0 else { throw failure(errno, "read", name) }
        var bytes = [UInt8](repeating: 0, count: limit)
        var filled = 0
        while filled < limit {
            let count = bytes.withUnsafeMutableBytes { buffer in buffer.baseAddress.map { shed_read(file.descriptor, $0 + filled, limit - filled) } ?? 0 }
            guard count >= 0 else { throw failure(Int32(truncatingIfNeeded: -count), "read", name) }
            guard count > 0 else { break }
            filled += count
        }
        return Array(bytes[..<filled])
    }

    /// What a symbolic link holds: bytes, not followed.
    /// - Throws: `notFile` if it is no link.
    public func readLink(_ name: Name) throws(DiskError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
        let result = name.withPath { path in
            bytes.withUnsafeMutableBytes { buffer -> Int in
                guard let start = buffer.assumingMemoryBound(to: CChar.self).baseAddress else { return Int(-EIO) }
                return shed_readlink(descriptor, path, start, buffer.count)
            }
        }
        guard result >= 0 else {
            throw result == Int(-EINVAL) && name.isPossible
                ? failure(.notFile, "read the link", name)
                : failure(Int32(truncatingIfNeeded: -result), "read the link", name)
        }
        // A full buffer may have been cut.
        guard result < bytes.count else { throw failure(.tooLarge, "read the link", name) }
        return Array(bytes[..<result])
    }

    /// Opens a regular file for reading.
    func openFile(_ name: Name) throws(DiskError) -> (OpenFile, shed_stat) {
        // Looked at before it is opened, because opening a device can do something.
        // RACE: a device put there between the two calls is opened, without waiting, and closed again.
        guard let before = try stat(of: name) else { throw failure(ENOENT, "read", name) }
        try requireFile(before, name)
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
        let result = name.withPath { shed_open(descriptor, $0, flags, 0) }
        guard result >= 0 else { throw failure(-result, "read", name) }
        let file = OpenFile(descriptor: result)
        let stat = try fileStat(file, name)
        try requireFile(stat, name)
        return (file, stat)
    }

    func fileStat(_ file: OpenFile, _ name: Name) throws(DiskError) -> shed_stat {
        var stat = shed_stat()
        let result = shed_statx(file.descriptor, "", &stat)
        guard result >= 0 else { throw failure(-result, "look at", name) }
        return stat
    }

    private func requireFile(_ stat: shed_stat, _ name: Name) throws(DiskError) {
        switch EntryKind(mode: stat.mode) {
        case .file: return
        case .link: throw failure(.isLink, "read", name)
        case .directory, .special: throw failure(.notFile, "read", name)
        }
    }
}

/// A file's descriptor, closed with the last reference.
final class OpenFile: Sendable {
    let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { _ = shed_close(descriptor) }
}
