import ShedDisk
import ShedModel

/// Opens files of a project one after the other, and keeps the folder of the last one open: the next is likely to lie there too.
struct FolderReader {
    private let root: DirectoryHandle
    private var last: (path: RelativePath, handle: DirectoryHandle)?

    init(_ root: DirectoryHandle) { self.root = root }

    /// - Returns: `nil` for the root.
    /// - Throws: `isLink` or `notFile` for what is no regular file, `notFound`.
    mutating func reader(of path: RelativePath) throws(DiskError) -> FileReader? {
        guard let name = path.last else { return nil }
        return try folder(path.parent).reader(of: name)
    }

    /// The same, to be read anywhere.
    mutating func file(_ path: RelativePath) throws(DiskError) -> ReadableFile? {
        guard let name = path.last else { return nil }
        return try folder(path.parent).file(name)
    }

    private mutating func folder(_ path: RelativePath) throws(DiskError) -> DirectoryHandle {
        if let last, last.path == path { return last.handle }
        let handle = try root.openDirectory(at: path)
        last = (path, handle)
        return handle
    }

    /// Whether a file went, or was swapped for something else, since it was listed: then there is nothing to be read.
    static func isGone(_ error: DiskError) -> Bool { [.notFound, .isLink, .notFile, .notDirectory].contains(error.code) }
}
