import CLinux
import Glibc
import ShedModel

/// A regular file that is read from its beginning, a piece at a time.
public struct FileReader: ~Copyable {
    private let file: OpenFile
    private let label: String
    /// In bytes, when it was opened.
    public let size: Int64

    fileprivate init(_ file: OpenFile, size: Int64, label: String) {
        self.file = file
        self.size = size
        self.label = label
    }

    /// Reads on, at most as much as the buffer holds.
    /// - Returns: how many bytes were read; 0 at the end of the file.
    public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(DiskError) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        let count = shed_read(file.descriptor, start, buffer.count)
        guard count >= 0 else { throw DiskError(errno: Int32(truncatingIfNeeded: -count), action: "read", path: label) }
        return count
    }
}

extension DirectoryHandle {
    /// Opens a regular file to be read in pieces.
    /// - Throws: `isLink` or `notFile` for anything else that stands there (it is not opened), `notFound`.
    public func reader(of name: Name) throws(DiskError) -> FileReader {
        let (file, stat) = try openFile(name)
        return FileReader(file, size: stat.size, label: label(of: name))
    }
}
