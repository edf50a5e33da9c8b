import CLinux
import Glibc
import ShedModel

/// Reads directories by getdents64(2) into a buffer that is used again, without a `String` or an array an entry.
///
/// One directory at a time: read to the end (until `next` gives `nil` or throws), or ``reset()``.
struct DirectoryReader: ~Copyable {
    struct Entry {
        var inode: UInt64
        /// The name as a C string; like ``name`` valid until the next call of `next`.
        var path: UnsafePointer<CChar>
        var name: UnsafeBufferPointer<UInt8>
        /// `nil` where the file system does not say.
        var kind: EntryKind?
    }

    private static let size = 128 * 1024
    private let buffer = UnsafeMutableRawPointer.allocate(byteCount: DirectoryReader.size, alignment: 8)
    private var filled = 0
    private var position = 0

    deinit { buffer.deallocate() }

    /// Forgets what was read of a directory that is not read to its end.
    mutating func reset() {
        filled = 0
        position = 0
    }

    /// The next entry but `.` and `..`.
    /// - Returns: `nil` at the end.
    mutating func next(in descriptor: Int32, label: @autoclosure () -> String) throws(DiskError) -> Entry? {
        var entry: Entry?
        let result = next(in: descriptor, &entry)
        guard result >= 0 else { throw DiskError(errno: -result, action: "read", path: label()) }
        return entry
    }

    /// The same without an error to build: returns 1 with an entry, 0 at the end, or `-errno`.
    @inline(__always)
    mutating func next(in descriptor: Int32, _ entry: inout Entry?) -> Int32 {
        var record = shed_dirent()
        while true {
            if position >= filled {
                let count = shed_getdents(descriptor, buffer, DirectoryReader.size)
                reset()
                if count <= 0 {
                    entry = nil
                    return Int32(truncatingIfNeeded: count)
                }
                filled = count
            }
            guard shed_next_dirent(buffer, filled, position, &record) == 1, let path = record.name else {
                // Only a broken file system (FUSE) gives such a record.
                reset()
                return -EIO
            }
            position = Int(record.next)
            let length = Int(record.name_length)
            if isSelfOrParent(path, length) { continue }
            entry = Entry(
                inode: record.inode, path: path,
                name: UnsafeBufferPointer(
                    start: UnsafeRawPointer(path).assumingMemoryBound(to: UInt8.self), count: length),
                kind: EntryKind(directoryType: record.type))
            return 1
        }
    }

    @inline(__always)
    private func isSelfOrParent(_ path: UnsafePointer<CChar>, _ length: Int) -> Bool {
        let dot = CChar(bitPattern: UInt8(ascii: "."))
        return length <= 2 && (length == 0 || path[0] == dot && (length == 1 || path[1] == dot))
    }
}
