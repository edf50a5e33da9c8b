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
        let parent = path.parent
        let handle: DirectoryHandle
        if let last, last.path == parent { handle = last.handle } else { handle = try root.openDirectory(at: parent) }
        last = (parent, handle)
        return try handle.reader(of: name)
    }

    /// Whether a file went, or was swapped for something else, since it was listed: then there is nothing to be read.
    static func isGone(_ error: DiskError) -> Bool { [.notFound, .isLink, .notFile, .notDirectory].contains(error.code) }
}
